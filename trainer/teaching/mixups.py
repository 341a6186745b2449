"""Mix-ups: which number is given for which."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from trainer.mahjong.points import Limit, Payer
from trainer.teaching.grade import Ask, Part

NUMBERS = frozenset({Ask.FU_SUM, Ask.FU, Ask.HAN, Ask.PAYMENT, Ask.RECEIVED})
"""What is answered with a number."""


class MixUp(NamedTuple):
    """A number given for another."""

    ask: Ask
    payer: Payer | None
    """Whose payment it is; None for what is no payment."""
    want: int
    given: int | Limit


def mixups(parts: Iterable[Part]) -> Iterator[MixUp]:
    """The numbers of a graded answer that are wrong; what was left out is none."""
    for part in parts:
        given, want = part.given, part.want
        if part.right or part.ask not in NUMBERS:
            continue
        if isinstance(given, dict) and isinstance(want, dict):
            for payer, points in want.items():
                if given.get(payer, points) != points:
                    yield MixUp(part.ask, payer, points, given[payer])
        elif isinstance(given, (int, Limit)) and isinstance(want, int):
            yield MixUp(part.ask, None, want, given)


_PLACES: dict[str, tuple[Ask, Payer | None]] = {
    **{ask.value: (ask, None) for ask in NUMBERS - {Ask.PAYMENT}},
    **{f"{Ask.PAYMENT}_{payer}": (Ask.PAYMENT, payer) for payer in Payer},
}
_NAME_OF = {place: name for name, place in _PLACES.items()}


def mixup_name(mixup: MixUp) -> str:
    """A mix-up in one word, such as "fu-40-30" or "payment_dealer-2600-1300"."""
    return f"{_NAME_OF[mixup.ask, mixup.payer]}-{mixup.want}-{mixup.given}"


def parse_mixup(name: str) -> MixUp:
    """The mix-up of that name. Raises ValueError for any other text."""
    found = re.fullmatch(r"(\w{1,40})-([0-9]{1,9})-([0-9]{1,9}|[a-z_]{1,20})", name, re.ASCII)
    if found is None or found[1] not in _PLACES:
        raise ValueError(f"{name[:40]!r} is no mix-up")
    return MixUp(*_PLACES[found[1]], int(found[2]), int(found[3]) if found[3].isdigit() else Limit(found[3]))
