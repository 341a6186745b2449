"""The cells of the big tables, by hand: a template takes ten times as long for the ten thousand of a big class."""

from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache

from flask_babel import gettext, ngettext
from markupsafe import Markup, escape

from trainer.services.heat import Heat, Known
from trainer.services.results import Cell, Grid, Row, Standing
from trainer.web.result_words import STANDINGS, called, seconds

SHARES = 5
"""Steps of colour, from all wrong to all right."""
CERTAIN = (0.4, 0.55, 0.7)
"""From each of these on a share is shown in a fuller colour."""


class GridCells:
    """Writes the rows of a grid; what many cells say is translated once."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._right, self._wrong, self._late = gettext("right"), gettext("wrong"), gettext("late")
        self._comma = gettext(", ")
        self._open = f'<td class="open"><span class="unseen">{escape(gettext("not answered"))}</span></td>'
        self._spoken: dict[tuple[bool, str, bool], str] = {}

    def rows(self) -> Iterator[Markup]:
        """Each learner: name and state, right answers, median time, then every question."""
        for row in self._grid.rows:
            cells = "".join(self._open if cell is None else self._cell(cell) for cell in row.cells)
            begun = row.standing is not Standing.NOT_BEGUN
            score = (
                f'<td class="score">{row.right if begun else "–"}</td><td class="time">{seconds(row.median_ms)}</td>'
            )
            # Names are escaped one by one; all else are numbers and words of our own.
            yield Markup(f'<tr class="{row.standing.value}">{self._head(row)}{score}{cells}</tr>')  # noqa: S704

    def _head(self, row: Row) -> str:
        return (
            f'<th scope="row"><bdi>{escape(called(row.learner))}</bdi> '
            f"<small>{escape(' · '.join(self._state(row)))}</small></th>"
        )

    def _state(self, row: Row) -> Iterator[str]:
        yield str(STANDINGS[row.standing])
        if row.standing in (Standing.WORKING, Standing.RAN_OUT):
            yield gettext("%(right)s of %(chances)s", right=row.answered, chances=self._grid.count)
        if row.late:
            yield self._late
        if row.tries > 1:
            yield ngettext("%(num)s try", "%(num)s tries", row.tries)

    def _cell(self, cell: Cell) -> str:
        time = seconds(cell.elapsed_ms)
        key = (cell.right, time, cell.late)
        rest = self._spoken.get(key)
        if rest is None:
            rest = self._spoken[key] = self._said(*key)
        # The address is told from that of the page, which is shorter by a half.
        return f'<td class="{"r" if cell.right else "w"}"><a href="answers/{cell.nonce}"{rest}'

    def _said(self, right: bool, time: str, late: bool) -> str:
        said = [self._right if right else self._wrong]
        if time != "–":
            said.append(gettext("%(seconds)s s", seconds=time))
        if late:
            said.append(self._late)
        mark = ' class="late"' if late else ""
        return f' aria-label="{escape(self._comma.join(said))}"{mark}>{time}</a></td>'


@lru_cache(maxsize=4096)
def look_of(known: Known) -> str:
    """The classes that draw a share: its colour, how full that is, and hatching where it says nothing yet."""
    colour = min(int(known.share * SHARES), SHARES - 1)
    fullness = bisect(CERTAIN, known.certainty)
    return f"heat m{colour} o{fullness}{'' if known.is_enough else ' few'}"


@lru_cache(maxsize=4096)
def heat_cell(known: Known) -> Markup:
    """One cell of the heat map."""
    if not known.chances:
        return Markup('<td class="heat"></td>')
    return Markup(f'<td class="{look_of(known)}">{known.right}/{known.chances}</td>')  # noqa: S704 - numbers only


def heat_rows(heat: Heat) -> Iterator[Markup]:
    """Each learner with what he knows of each rule."""
    for learner, known in heat.rows:
        cells = "".join(map(heat_cell, known))
        yield Markup(f'<tr><th scope="row"><bdi>{escape(called(learner))}</bdi></th>{cells}</tr>')  # noqa: S704 - escaped
