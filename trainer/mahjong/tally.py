"""How many of each kind there are, all in one number: what copies, readings and dora are counted by."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from trainer.mahjong.tiles import KIND, KINDS, TILES, Tile, parse_segment, segments_of

Tally: TypeAlias = int
"""Tiles counted: four suits of ten digits, one for each rank and one for the suit's red fives, from m1 up to z."""

_DIGIT = 7
"""Bits of a digit, enough for every tile that a win and its indicators can name."""
_SUIT = 10 * _DIGIT
_REDS_AT = tuple(suit * _SUIT + 9 * _DIGIT for suit in range(3))

SHIFT: tuple[int, ...] = tuple(KIND[tile] // 9 * _SUIT + KIND[tile] % 9 * _DIGIT for tile in TILES)
"""Where the digit of a tile's kind begins."""

ONE: tuple[Tally, ...] = tuple(
    (1 << SHIFT[tile]) + (0 if tile == KIND[tile] else 1 << _REDS_AT[KIND[tile] // 9]) for tile in TILES
)
"""What each tile adds: one at the digit of its kind, and a red five one more at the digit of red fives."""

SUITS: tuple[Tally, ...] = tuple(((1 << 9 * _DIGIT) - 1) << suit * _SUIT for suit in range(4))
"""The digits of each suit's ranks, to take one suit out by: its red fives are plain ones then."""

RED_DIGITS: Tally = sum(127 << place for place in _REDS_AT)
"""The digits of the red fives."""

_HIGHEST_BITS = sum(64 << place for place in range(0, 4 * _SUIT, _DIGIT))


def tally_of(tiles: Iterable[Tile]) -> Tally:
    """Tiles counted."""
    return sum(map(ONE.__getitem__, tiles))


def parse_counted(text: str) -> tuple[tuple[Tile, ...], Tally]:
    """The tiles of mpsz text, and the same counted. Raises NotationError as ``parse_tiles`` does."""
    tiles: tuple[Tile, ...] = ()
    tally = 0
    for segment in segments_of(text):
        more, number = _counted_segment(segment)
        tiles += more
        tally += number
    return tiles, tally


@lru_cache(maxsize=32768)
def _counted_segment(segment: str) -> tuple[tuple[Tile, ...], Tally]:
    tiles = parse_segment(segment)
    return tiles, tally_of(tiles)


def copies(tally: Tally, kind: Tile) -> int:
    """How many of a kind there are, red ones included."""
    return tally >> SHIFT[kind] & 127


def reds(tally: Tally) -> int:
    """How many red fives there are."""
    return sum([tally >> place & 127 for place in _REDS_AT])


def room(red_fives: Iterable[int]) -> Tally:
    """What a set leaves free in each digit below its highest bit: it holds four of each kind, these red m, p, s."""
    reds = sum(63 - most << place for most, place in zip(red_fives, _REDS_AT, strict=True))
    return reds + sum((63 - 4) << SHIFT[kind] for kind in KINDS)


def too_many(tally: Tally, room: Tally) -> bool:
    """True when more tiles are counted of a kind, or more red fives, than the set holds (see ``room``)."""
    return tally + room & _HIGHEST_BITS != 0


def tiles_in(suit: Tally) -> int:
    """How many tiles one suit taken out holds: the sum of its digits, as with the nines of decimal numbers."""
    return suit % 127


def lowest(suit: Tally) -> Tile:
    """The lowest kind of a suit taken out, which must not be empty."""
    place = ((suit & -suit).bit_length() - 1) // _DIGIT
    return place - place // 10
