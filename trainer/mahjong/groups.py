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


def kind_bits(kinds: Iterable[Tile]) -> int:
    """Kinds as bits, one of 34 for each."""
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
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
    run_bit: int = field(init=False, repr=False)
    """For a run one of 21 bits, seven for each suit by first rank; 0 otherwise."""
    triplet_bit: int = field(init=False, repr=False)
    """For a triplet or kan one of 34 bits, by kind; 0 otherwise."""
    kind_bits: int = field(init=False, repr=False)
    """One of 34 bits for each kind in it."""
    counts: int = field(init=False, repr=False)
    """What it adds to ``Blocks``: octal digits for runs, closed triplets, kans, groups with terminals or honours."""

    def __post_init__(self) -> None:
        tiles = _kinds(self.shape, self.tile)
        is_set = self.shape in (Shape.TRIPLET, Shape.KAN)
        derived = {
            "tiles": tiles,
            "name": tiles_name(tiles),
            "run_bit": 1 << (self.tile // 9 * 7 + self.tile % 9) if self.shape is Shape.RUN else 0,
            "triplet_bit": 1 << self.tile if is_set else 0,
            "kind_bits": kind_bits(tiles),
            "counts": (self.shape is Shape.RUN)
            + (is_set and not self.is_open) * 0o10
            + (self.shape is Shape.KAN) * 0o100
            + (not TERMINALS_AND_HONOURS.isdisjoint(tiles)) * 0o1000,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)


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

    kind_bits: int
    run_bits: int
    triplet_bits: int
    """Triplets and kans."""
    runs: int
    closed_triplets: int
    kans: int
    outside: int
    """Groups with a terminal or an honour."""

    @classmethod
    def of(cls, groups: tuple[Group, ...]) -> "Blocks":
        """Sum up four groups, or none for the hands that have other ones."""
        if len(groups) != 4:
            return NO_BLOCKS
        a, b, c, d = groups
        counts = a.counts + b.counts + c.counts + d.counts
        return cls(
            a.kind_bits | b.kind_bits | c.kind_bits | d.kind_bits,
            a.run_bit | b.run_bit | c.run_bit | d.run_bit,
            a.triplet_bit | b.triplet_bit | c.triplet_bit | d.triplet_bit,
            counts & 7,
            counts >> 3 & 7,
            counts >> 6 & 7,
            counts >> 9,
        )


NO_BLOCKS = Blocks(0, 0, 0, 0, 0, 0, 0)


def doubled_runs(groups: tuple[Group, ...]) -> int:
    """How many pairs of equal runs there are; four equal runs are two pairs."""
    bits = [group.run_bit for group in groups if group.run_bit]
    return sum([bits.count(bit) // 2 for bit in set(bits)])


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
