"""The ledger: the lines on which somebody counts a hand's fu item by item, and what belongs on each.

The lines come from the tiles that lie there and never from a reading, so that they give nothing away. Groups among the
concealed tiles are the learner's to find, and a hand may be read in several ways; but only a triplet earns fu there,
and a triplet needs three of a kind. So each kind held three times has a line, whether it is a triplet in the end, part
of three sequences, or a pair and a sequence: what is no triplet gets 0. The melds have theirs, as they are laid open.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.groups import Shape
from trainer.mahjong.hand import Meld, Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import KIND, KINDS, Tile


class Place(StrEnum):
    """What a line of the ledger is about."""

    BASE = "base"
    WIN = "win"
    GROUP = "group"
    RUN = "run"
    PAIR = "pair"
    WAIT = "wait"


class Entry(NamedTuple):
    """The fu written on one line."""

    place: Place
    tile: Tile | None
    """The kind of the first tile of a group or run; None for what a hand has once."""
    fu: int


Items = tuple[Entry, ...]
"""What is written in a ledger, in order; lines with 0 are left out."""

_PLACES = {
    FuName.BASE: Place.BASE,
    FuName.CHIITOITSU: Place.BASE,
    FuName.KOKUSHI: Place.BASE,
    FuName.MENZEN_RON: Place.WIN,
    FuName.TSUMO: Place.WIN,
    # It is given for winning an open hand by ron with nothing else.
    FuName.OPEN_PINFU: Place.WIN,
    FuName.WAIT_KANCHAN: Place.WAIT,
    FuName.WAIT_PENCHAN: Place.WAIT,
    FuName.WAIT_TANKI: Place.WAIT,
    FuName.TRIPLET_OPEN: Place.GROUP,
    FuName.TRIPLET_CLOSED: Place.GROUP,
    FuName.KAN_OPEN: Place.GROUP,
    FuName.KAN_CLOSED: Place.GROUP,
    FuName.PAIR_DRAGON: Place.PAIR,
    FuName.PAIR_SEAT_WIND: Place.PAIR,
    FuName.PAIR_ROUND_WIND: Place.PAIR,
    FuName.PAIR_DOUBLE_WIND: Place.PAIR,
}
"""The line that each item of fu belongs on."""

_ORDER = tuple(Place)
_GROUP_FU = (0, 2, 4, 8, 16, 32)
SHAPED = frozenset({Place.GROUP, Place.RUN})


def place_of(name: str) -> Place:
    """The line of an item by its name in the exchange format, or by that of the line itself. Raises ValueError."""
    try:
        return _PLACES[FuName(name)]
    except ValueError:
        return Place(name)


def items_of(entries: Iterable[Entry]) -> Items:
    """Entries in order, without zeros, what a hand has once added up: two ledgers that say the same are equal."""
    once: Counter[Place] = Counter()
    groups = []
    for entry in entries:
        if entry.place in SHAPED:
            groups.append(entry)
        else:
            once[entry.place] += entry.fu
    found = [*groups, *(Entry(place, None, fu) for place, fu in once.items())]
    return tuple(sorted((entry for entry in found if entry.fu), key=_key))


def _key(entry: Entry) -> tuple[int, int, int]:
    return _ORDER.index(entry.place), -1 if entry.tile is None else entry.tile, entry.fu


def ledger_of(items: Iterable[FuItem]) -> Items:
    """What a ledger with these items says."""
    return items_of(_entry(item) for item in items)


def _entry(item: FuItem) -> Entry:
    place = _PLACES[item.item]
    return Entry(place, item.tiles[0] if place is Place.GROUP else None, item.fu)


class Line(NamedTuple):
    """A line to be filled in."""

    place: Place
    tile: Tile | None = None
    """The kind of the first tile of a group or run."""
    meld: Meld | None = None
    """The meld it is about; None for what is concealed."""

    def choices(self, rules: Rules) -> tuple[int, ...]:
        """The fu to choose from: the same for every hand under the same rules."""
        if self.place in SHAPED:
            return _GROUP_FU
        return {
            Place.BASE: (20, 25, 30) if rules.chiitoitsu == "25x2" else (20, 30, 50),
            Place.WIN: (0, 2, 10),
            Place.PAIR: (0, 2, 4),
            Place.WAIT: (0, 2),
        }[self.place]


def lines(win: Win) -> tuple[Line, ...]:
    """The ledger of a win: the base, the win, whatever may be a triplet, the melds, the pair and the wait."""
    held = Counter(KIND[tile] for tile in (*win.concealed, win.win_tile))
    return (
        Line(Place.BASE),
        Line(Place.WIN),
        *(Line(Place.GROUP, kind) for kind in KINDS if held[kind] >= 3),
        *(
            Line(Place.RUN if meld.group.shape is Shape.RUN else Place.GROUP, meld.group.tile, meld)
            for meld in win.melds
        ),
        Line(Place.PAIR),
        Line(Place.WAIT),
    )


class CheckedLine(NamedTuple):
    """A line of the ledger as it was filled in, beside what belongs there."""

    line: Line
    given: int | None
    """None where the ledger was left empty."""
    want: int
    items: tuple[FuItem, ...]
    """What earns the wanted fu; empty for 0."""

    @property
    def right(self) -> bool:
        """True when the fu given are the ones wanted."""
        return self.given == self.want


def check(score: Score, given: Items | None) -> tuple[CheckedLine, ...]:
    """Each line of a ledger graded by itself, beside the reading that is closest to it.

    Every reading that pays as much as the dearest is right; of two equally close ones the dearer is taken.
    """
    readings = [count for count in score.counts if count.points == score.best.points]
    checked = [_beside(score, count, given) for count in readings]
    return max(checked, key=lambda lines: sum(line.right for line in lines))


def _beside(score: Score, count: Count, given: Items | None) -> tuple[CheckedLine, ...]:
    left = list(given or ())
    earned = list(count.fu_items)
    found = []
    for line in lines(score.win):
        items = tuple(item for item in earned if _PLACES[item.item] is line.place and _is_about(item, line))
        written = next((entry for entry in left if (entry.place, entry.tile) == (line.place, line.tile)), None)
        if written is not None:
            left.remove(written)
        fu = None if given is None else 0 if written is None else written.fu
        found.append(CheckedLine(line, fu, sum(item.fu for item in items), items))
    return tuple(found)


def _is_about(item: FuItem, line: Line) -> bool:
    return line.place is not Place.GROUP or item.tiles[0] == line.tile
