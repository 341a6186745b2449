"""What one suit of the hand, or one meld, brings to a reading: the tables that readings are put together from."""

from functools import cache, lru_cache
from typing import TypeAlias

from trainer.mahjong.fu import FuItem, set_items
from trainer.mahjong.groups import Group, Shape, group
from trainer.mahjong.tally import ONE, SHIFT, Tally, copies, lowest, tiles_in
from trainer.mahjong.tiles import Tile

Part: TypeAlias = tuple[Tile | None, tuple[Group, ...], int, int, int, int, tuple[FuItem, ...]]
"""One way to read the tiles of a suit, or a meld: the pair; the groups without it; the kinds, runs, triplets and counts
of both together (see ``Group``); the fu of triplets and kans.

A plain tuple, since several are taken apart for every reading.
"""

_NOTHING: Part = (None, (), 0, 0, 0, 0, ())


def _before(first: Group, rest: Part) -> Part:
    """A group or the pair, and a part of the same suit."""
    pair, groups, kinds, runs, triplets, counts, items = rest
    if first.shape is _PAIR:
        pair = first.tile
    else:
        groups = (first, *groups)
    return (
        pair,
        groups,
        first.kinds | kinds,
        first.runs | runs,
        first.triplets | triplets,
        first.counts + counts,
        set_items(first) + items,
    )


@cache
def meld_parts(meld: Group) -> tuple[Part]:
    """The only way to read a meld."""
    return (_before(meld, _NOTHING),)


@lru_cache(maxsize=65536)
def parts(suit: Tally) -> tuple[Part, ...]:
    """Every way to read the tiles of a suit taken out: with a pair where two are over, none where one is over."""
    if not suit:
        return (_NOTHING,)
    over = tiles_in(suit) % 3
    if over == 1:
        return ()
    kind = lowest(suit)
    found: list[Part] = []
    if over == 2:
        for pair in range(kind, kind // 9 * 9 + 9):
            if suit >> SHIFT[pair] & 126:
                found += [_before(group(_PAIR, pair), rest) for rest in parts(suit - 2 * ONE[pair])]
        return tuple(found)
    # The lowest tile is of a triplet or of a run, and the rest is read in every way.
    if copies(suit, kind) >= 3:
        found += [_before(group(_TRIPLET, kind), rest) for rest in parts(suit - 3 * ONE[kind])]
    if kind in _RUN_STARTS and copies(suit, kind + 1) and copies(suit, kind + 2):
        rests = parts(suit - ONE[kind] - ONE[kind + 1] - ONE[kind + 2])
        found += [_before(group(_RUN, kind), rest) for rest in rests]
    return tuple(found)


_PAIR, _RUN, _TRIPLET = Shape.PAIR, Shape.RUN, Shape.TRIPLET
_RUN_STARTS = frozenset(suit * 9 + rank for suit in range(3) for rank in range(7))
