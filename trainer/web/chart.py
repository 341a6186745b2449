"""Charts: what the page draws as bars or points, and says in a table too."""

from dataclasses import dataclass

from flask_babel import LazyString

from trainer.teaching.accuracy import Interval


@dataclass(frozen=True, slots=True)
class Mark:
    """One value of a chart."""

    name: str
    """Where it stands, such as a day."""
    words: LazyString | str
    """The value as the table has it."""
    share: float
    """Its height: 1 is the top of the chart."""
    interval: Interval | None = None
    """Between which heights it really lies, where that is uncertain."""
