"""The groups a hand is made of, each made once, with the bits and counts that yaku are found by."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

from trainer.mahjong.tiles import HONOURS, KINDS, TERMINALS, TERMINALS_AND_HONOURS, Tile, tiles_name


class Shape(IntEnum):
    """What a group is."""

    PAIR = 0
    RUN = 1
    TRIPLET = 2
    KAN = 3


ONE_RUN, ONE_CLOSED_TRIPLET, ONE_KAN, ONE_OUTSIDE, ONE_PAIR = 0o1, 0o10, 0o100, 0o1000, 0o10000
"""What a group adds to counts, an octal digit each: a run, a closed triplet or kan, a kan, a group or pair with a
terminal or honour, a pair."""


SUITS_AT = 34
"""Above the bits of the kinds, where those of the suits m p s z begin."""


def kind_bits(kinds: Iterable[Tile]) -> int:
    """Kinds as bits, one of 34 for each, and from SUITS_AT one of four for each suit among them."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind | 1 << SUITS_AT + kind // 9
    return bits


def _kinds(shape: Shape, tile: Tile) -> tuple[Tile, ...]:
    if shape is Shape.RUN:
        return (tile, tile + 1, tile + 2)
    return (tile,) * {Shape.PAIR: 2, Shape.TRIPLET: 3, Shape.KAN: 4}[shape]


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """A run (shuntsu), triplet, kan or pair. Get one from :func:`group`: each exists once, so it equals only itself."""

    shape: Shape
    tile: Tile
    """The kind of its first tile."""
    is_open: bool
    """Called, or a triplet completed by ron."""
    tiles: tuple[Tile, ...] = field(init=False, repr=False)
    """Its tiles as kinds (a red five shows as a plain one)."""
    name: str = field(init=False, repr=False)
    """Its mpsz text, such as "123m" or "7777z"."""
    kinds: int = field(init=False, repr=False)
    """Its kinds and suits, see ``kind_bits``."""
    runs: int = field(init=False, repr=False)
    """For a run one of 21 bits, seven for each suit by first rank; 0 otherwise."""
    triplets: int = field(init=False, repr=False)
    """For a triplet or kan one of 34 bits, by kind; 0 otherwise."""
    counts: int = field(init=False, repr=False)
    """What it is counted as, see ``ONE_RUN`` and its like."""

    def __post_init__(self) -> None:
        tiles = _kinds(self.shape, self.tile)
        derived = {
            "tiles": tiles,
            "name": tiles_name(tiles),
            "kinds": kind_bits(tiles),
            "runs": 1 << self.tile // 9 * 7 + self.tile % 9 if self.shape is Shape.RUN else 0,
            "triplets": 1 << self.tile if self.is_set else 0,
            "counts": (self.shape is Shape.PAIR) * ONE_PAIR
            + (self.shape is Shape.RUN) * ONE_RUN
            + (self.is_set and not self.is_open) * ONE_CLOSED_TRIPLET
            + (self.shape is Shape.KAN) * ONE_KAN
            + (not TERMINALS_AND_HONOURS.isdisjoint(tiles)) * ONE_OUTSIDE,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def is_set(self) -> bool:
        """True for a triplet or kan."""
        return self.shape >= Shape.TRIPLET


@cache
def _group(shape: Shape, tile: Tile, is_open: bool) -> Group:
    if tile not in KINDS or (shape is Shape.RUN and (tile in HONOURS or tile % 9 > 6)):
        raise KeyError(shape, tile)
    return Group(shape, tile, is_open)


def group(shape: Shape, tile: Tile, *, is_open: bool = False) -> Group:
    """The group of that shape starting at a kind. Raises KeyError for a run that does not exist, such as 8-9-1."""
    return _group(shape, tile, is_open)


def doubled_runs(groups: tuple[Group, ...]) -> int:
    """How many pairs of equal runs there are; four equal runs are two pairs."""
    runs = [group for group in groups if group.shape is Shape.RUN]
    return sum([runs.count(run) // 2 for run in set(runs)])


TERMINAL_BITS = sum(1 << kind for kind in TERMINALS)
HONOUR_BITS = sum(1 << kind for kind in HONOURS)
OUTSIDE_BITS = TERMINAL_BITS | HONOUR_BITS
SUIT_BITS = tuple(kind_bits(range(9 * suit, 9 * suit + 9)) for suit in range(3))
"""All the kinds of m, of p, of s."""
SIMPLE_BITS = sum(1 << kind for kind in KINDS if kind not in TERMINALS_AND_HONOURS)


def in_a_row(triplets: int, length: int) -> bool:
    """True when that many triplets, as 34 bits, follow each other within one suit."""
    for suit in range(3):
        row = triplets >> suit * 9 & 0x1FF
        for _ in range(length - 1):
            row &= row >> 1
        if row:
            return True
    return False
