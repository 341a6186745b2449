"""Tiles as small integers, and their text in mpsz notation.

A tile is 0-8 for 1-9 of characters (m), 9-17 of circles (p), 18-26 of bamboo (s), 27-33 for the honours East South
West North White Green Red (z), and 34-36 for the red fives 0m 0p 0s. A *kind* is a tile without its colour: 0-33.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from trainer.mahjong.errors import NotationError

Tile: TypeAlias = int
"""0-33 a plain tile (its own kind), 34-36 a red five."""

SUITS = "mpsz"
TILE_NAMES = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    "0m",
    "0p",
    "0s",
)
"""The text of each tile: TILE_NAMES[0] is "1m", TILE_NAMES[36] is "0s"."""

TILES = range(37)
KINDS = range(34)
RED_FIVES = range(34, 37)
HONOURS = range(27, 34)
WINDS = range(27, 31)
DRAGONS = range(31, 34)

KIND = (*KINDS, 4, 13, 22)
"""KIND[tile] is the tile's kind: a red five is a five."""

RED_OF = {4: 34, 13: 35, 22: 36}
"""The red five of a kind that has one."""

TERMINALS = frozenset({0, 8, 9, 17, 18, 26})
TERMINALS_AND_HONOURS = TERMINALS | frozenset(HONOURS)

_BY_NAME = {name: tile for tile, name in enumerate(TILE_NAMES)}
_NO_TILE = 255
_BY_DIGIT = {
    suit: bytes(_BY_NAME.get(chr(digit) + suit, _NO_TILE) for digit in range(ord("9") + 1)).ljust(256, b"\xff")
    for suit in SUITS
}
# A red five stands just before the plain five of its suit.
_ORDER = tuple(KIND[tile] * 2 - (tile in RED_FIVES) for tile in TILES)
_SEGMENT = re.compile(r"[0-9]+[mpsz]", re.ASCII)
# No field of a hand needs more than 14 tiles; a little room is left for clumsy but honest text such as "1m2m3m".
LONGEST_TEXT = 60


def _dora_of(kind: int) -> int:
    """The kind an indicator of this kind points to."""
    if kind < 27:
        return kind - 8 if kind % 9 == 8 else kind + 1
    return {30: 27, 33: 31}.get(kind, kind + 1)


DORA = tuple(_dora_of(KIND[tile]) for tile in TILES)
"""DORA[indicator] is the kind of dora that an indicator shows: after 9 comes 1, after North East, after Red White."""


def parse_tile(text: str) -> Tile:
    """The tile named by two characters of mpsz text, such as "5m" or "0p".

    Raises NotationError when the text names no tile.
    """
    tile = _BY_NAME.get(text)
    if tile is None:
        raise NotationError(f"{text[:LONGEST_TEXT]!r} is not a tile", text=text[:LONGEST_TEXT])
    return tile


def tile_name(tile: Tile) -> str:
    """The mpsz text of one tile."""
    return TILE_NAMES[tile]


def segments_of(text: str) -> list[str]:
    """Tile text cut after each suit letter: "123m40p" is "123m" and "40p".

    Raises NotationError for text that is not digits and suit letters, at once when it is longer than any hand.
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError(f"{len(text)} characters are too many for tiles", text=text[:LONGEST_TEXT])
    segments = _SEGMENT.findall(text)
    if "".join(segments) != text:
        raise NotationError(f"{text!r} is not tiles such as 123m40p77z", text=text)
    return segments


@lru_cache(maxsize=32768)
def parse_segment(segment: str) -> tuple[Tile, ...]:
    """The tiles of text with one suit letter, at its end. Raises NotationError as ``parse_tile`` does."""
    tiles = tuple(segment[:-1].encode("ascii").translate(_BY_DIGIT[segment[-1]]))
    if _NO_TILE in tiles:
        parse_tile(segment[tiles.index(_NO_TILE)] + segment[-1])
    return tiles


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of mpsz text in the order written: "340m" is 3, 4 and the red 5 of characters; "" is no tile.

    Raises NotationError for anything else, at once when the text is longer than any hand.
    """
    tiles: tuple[Tile, ...] = ()
    for segment in segments_of(text):
        tiles += parse_segment(segment)
    return tiles


def tiles_name(tiles: Iterable[Tile]) -> str:
    """The mpsz text of tiles in the order given, each suit letter written once per run of its tiles."""
    text = ""
    for name in map(tile_name, tiles):
        if text and text[-1] == name[1]:
            text = text[:-1]
        text += name
    return text


def sort_tiles(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Tiles in the usual order: m, p, s, z, by rank, a red five before the plain ones."""
    return tuple(sorted(tiles, key=_ORDER.__getitem__))
