"""The groups a hand is made of, each made once, with the bits that yaku are found by."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from trainer.mahjong.tiles import HONOURS, KINDS, TERMINALS, TERMINALS_AND_HONOURS, Tile, tiles_name


class Shape(IntEnum):
    """What a group is."""

    PAIR = 0
    RUN = 1
    TRIPLET = 2
    KAN = 3


_COPIES = {Shape.PAIR: 2, Shape.TRIPLET: 3, Shape.KAN: 4}


@dataclass(frozen=True, slots=True)
class Group:
    """A run (shuntsu), triplet, kan or pair. Get one from :func:`group`: each exists once."""

    shape: Shape
    tile: Tile
    """The kind of its first tile."""
    is_open: bool
    """Called, or a triplet completed by ron."""
    run_bit: int = field(init=False, repr=False, compare=False)
    """For a run one of 21 bits, seven for each suit by first rank; 0 otherwise."""
    triplet_bit: int = field(init=False, repr=False, compare=False)
    """For a triplet or kan one of 34 bits, by kind; 0 otherwise."""
    has_terminal_or_honour: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        is_run = self.shape is Shape.RUN
        is_set = self.shape in (Shape.TRIPLET, Shape.KAN)
        object.__setattr__(self, "run_bit", 1 << (self.tile // 9 * 7 + self.tile % 9) if is_run else 0)
        object.__setattr__(self, "triplet_bit", 1 << self.tile if is_set else 0)
        object.__setattr__(self, "has_terminal_or_honour", any(kind in TERMINALS_AND_HONOURS for kind in self.tiles))

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Its tiles as kinds (a red five shows as a plain one)."""
        if self.shape is Shape.RUN:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * _COPIES[self.shape]

    @property
    def name(self) -> str:
        """Its mpsz text, such as "123m" or "7777z"."""
        return tiles_name(self.tiles)


_GROUPS = {
    (shape, tile, is_open): Group(shape, tile, is_open)
    for shape in Shape
    for tile in KINDS
    for is_open in (False, True)
    if shape is not Shape.RUN or (tile not in HONOURS and tile % 9 < 7)
}


def group(shape: Shape, tile: Tile, *, is_open: bool = False) -> Group:
    """The group of that shape starting at a kind. Raises KeyError for a run that does not exist, such as 8-9-1."""
    return _GROUPS[shape, tile, is_open]


class Blocks(NamedTuple):
    """The four groups of a reading together, as counts and bits."""

    runs: tuple[Group, ...]
    run_bits: int
    triplet_bits: int
    """Triplets and kans."""
    closed_triplets: int
    kans: int

    @classmethod
    def of(cls, groups: tuple[Group, ...]) -> "Blocks":
        """Sum up the groups."""
        runs = tuple(group for group in groups if group.shape is Shape.RUN)
        run_bits = triplet_bits = closed_triplets = kans = 0
        for group in groups:
            run_bits |= group.run_bit
            triplet_bits |= group.triplet_bit
            if group.triplet_bit:
                closed_triplets += not group.is_open
                kans += group.shape is Shape.KAN
        return cls(runs, run_bits, triplet_bits, closed_triplets, kans)


def kind_bits(kinds: Iterable[Tile]) -> int:
    """Kinds as bits, one of 34 for each."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


TERMINAL_BITS = kind_bits(TERMINALS)
HONOUR_BITS = kind_bits(HONOURS)
OUTSIDE_BITS = TERMINAL_BITS | HONOUR_BITS
SUIT_BITS = (0x1FF, 0x1FF << 9, 0x1FF << 18)


def in_a_row(triplet_bits: int, length: int) -> bool:
    """True when that many triplets follow each other within one suit."""
    for suit in range(3):
        row = triplet_bits >> suit * 9 & 0x1FF
        for _ in range(length - 1):
            row &= row >> 1
        if row:
            return True
    return False
