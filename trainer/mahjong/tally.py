"""How many of each kind there are, suit by suit in one number each: what copies, readings and dora are counted by."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from trainer.mahjong.tiles import KIND, TILES, Tile, parse_segment, segments_of

_DIGIT = 7
"""Bits for the copies of one rank, enough for every tile that a win and its indicators can name."""

SUIT: tuple[int, ...] = tuple(KIND[tile] // 9 for tile in TILES)
"""SUIT[tile] is 0 to 3 for m, p, s, z."""

ONE: tuple[int, ...] = tuple((1 << _DIGIT * (KIND[tile] % 9)) + ((tile != KIND[tile]) << _DIGIT * 9) for tile in TILES)
"""What a tile adds to its suit's number: one at its rank's digit, and a red five one at a tenth digit as well."""

_SHIFT: tuple[int, ...] = tuple(_DIGIT * (KIND[tile] % 9) for tile in TILES)

RANKS = (1 << _DIGIT * 9) - 1
"""The digits of the nine ranks, without the one of the red fives."""

_ONES = sum(1 << _DIGIT * rank for rank in range(9))
_ABOVE_FOUR, _OVERFLOW = _ONES * ((1 << _DIGIT - 1) - 5), _ONES << _DIGIT - 1

Suits = list[int]
"""The numbers of the four suits."""


class Tally(NamedTuple):
    """The tiles of a win, counted."""

    concealed: Suits
    """The hand with the winning tile."""
    whole: Suits
    """The melds too."""


def add_tiles(suits: Suits, tiles: Iterable[Tile]) -> Suits:
    """The numbers with these tiles added, in place."""
    for tile in tiles:
        suits[SUIT[tile]] += ONE[tile]
    return suits


def parse_counted(text: str) -> tuple[tuple[Tile, ...], Suits]:
    """The tiles of mpsz text, and the same counted. Raises NotationError as ``parse_tiles`` does."""
    tiles: tuple[Tile, ...] = ()
    suits = [0, 0, 0, 0]
    for segment in segments_of(text):
        more, suit, number = _counted_segment(segment)
        tiles += more
        suits[suit] += number
    return tiles, suits


@lru_cache(maxsize=32768)
def _counted_segment(segment: str) -> tuple[tuple[Tile, ...], int, int]:
    tiles = parse_segment(segment)
    return tiles, SUIT[tiles[0]], sum(ONE[tile] for tile in tiles)


def copies(suits: Suits, kind: Tile) -> int:
    """How many of a kind there are, red ones included."""
    return suits[SUIT[kind]] >> _SHIFT[kind] & 127


def reds(suits: Suits) -> list[int]:
    """How many red fives of m, p and s there are."""
    return [number >> _DIGIT * 9 for number in suits[:3]]


def any_fifth(suits: Suits) -> bool:
    """True when there are more than four of any kind."""
    m, p, s, z = suits
    return bool(
        ((m & RANKS) + _ABOVE_FOUR | (p & RANKS) + _ABOVE_FOUR | (s & RANKS) + _ABOVE_FOUR | z + _ABOVE_FOUR)
        & _OVERFLOW
    )


def rank_counts(number: int) -> list[int]:
    """How many of each rank a suit's number holds."""
    return [number >> _DIGIT * rank & 127 for rank in range(9)]
