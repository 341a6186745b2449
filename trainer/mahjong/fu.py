"""Fu: the items that tiles and the way of winning earn, each tied to the tiles that earn it.

The table is the same in every house; what differs is an option of the rules. Source: the Chinese wiki page 符 and
riichi.wiki "Fu", checked against recorded wins.
"""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DRAGONS, TERMINALS_AND_HONOURS, Tile
from trainer.mahjong.waits import Wait


class FuName(StrEnum):
    """What fu are given for, in the order it is listed to people."""

    BASE = "base"
    MENZEN_RON = "menzen_ron"
    TSUMO = "tsumo"
    WAIT_KANCHAN = "wait_kanchan"
    WAIT_PENCHAN = "wait_penchan"
    WAIT_TANKI = "wait_tanki"
    TRIPLET_OPEN = "triplet_open"
    TRIPLET_CLOSED = "triplet_closed"
    KAN_OPEN = "kan_open"
    KAN_CLOSED = "kan_closed"
    PAIR_DRAGON = "pair_dragon"
    PAIR_SEAT_WIND = "pair_seat_wind"
    PAIR_ROUND_WIND = "pair_round_wind"
    PAIR_DOUBLE_WIND = "pair_double_wind"
    OPEN_PINFU = "open_pinfu"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


class FuItem(NamedTuple):
    """One line of the fu count."""

    item: FuName
    fu: int
    tiles: tuple[Tile, ...] = ()
    """The kinds that earn it: the triplet, the pair, or the group whose wait it was; none for base and win."""

    @property
    def is_set(self) -> bool:
        """True for a triplet or kan, whose worth doubles with terminals and honours."""
        return self.item in SET_ITEMS

    @property
    def is_terminal_or_honour(self) -> bool:
        """True when its first tile is a terminal or an honour."""
        return bool(self.tiles) and self.tiles[0] in TERMINALS_AND_HONOURS


SET_ITEMS = frozenset({FuName.TRIPLET_OPEN, FuName.TRIPLET_CLOSED, FuName.KAN_OPEN, FuName.KAN_CLOSED})

_SET_NAMES = {
    (Shape.TRIPLET, True): FuName.TRIPLET_OPEN,
    (Shape.TRIPLET, False): FuName.TRIPLET_CLOSED,
    (Shape.KAN, True): FuName.KAN_OPEN,
    (Shape.KAN, False): FuName.KAN_CLOSED,
}

_WAIT_NAMES = {Wait.KANCHAN: FuName.WAIT_KANCHAN, Wait.PENCHAN: FuName.WAIT_PENCHAN, Wait.TANKI: FuName.WAIT_TANKI}

BASE = FuItem(FuName.BASE, 20)
MENZEN_RON = FuItem(FuName.MENZEN_RON, 10)
TSUMO = FuItem(FuName.TSUMO, 2)
OPEN_PINFU = FuItem(FuName.OPEN_PINFU, 10)
KOKUSHI = FuItem(FuName.KOKUSHI, 25)
"""Kokushi needs no fu but has the 25 of seven pairs where limits are off."""


def set_fu(shape: Shape, *, is_open: bool, terminal_or_honour: bool) -> int:
    """Fu of a triplet or kan.

    An open triplet of simples is 2. Closed doubles it, terminals and honours double it, and a kan is four triplets.
    """
    return 2 * (4 if shape is Shape.KAN else 1) * (1 if is_open else 2) * (2 if terminal_or_honour else 1)


@cache
def set_items(group: Group) -> tuple[FuItem, ...]:
    """The item of a triplet or kan; none for runs and pairs."""
    if not group.is_set:
        return ()
    fu = set_fu(group.shape, is_open=group.is_open, terminal_or_honour=group.tile in TERMINALS_AND_HONOURS)
    return (FuItem(_SET_NAMES[group.shape, group.is_open], fu, group.tiles),)


def pair_items(pair: Tile, seat_wind: Tile, round_wind: Tile, rules: Rules) -> tuple[FuItem, ...]:
    """The item of a pair: 2 for dragons, seat or round wind, the rules' fu for both; none for other pairs."""
    tiles = (pair, pair)
    if pair in DRAGONS:
        return (FuItem(FuName.PAIR_DRAGON, 2, tiles),)
    if pair == seat_wind == round_wind:
        return (FuItem(FuName.PAIR_DOUBLE_WIND, rules.double_wind_pair, tiles),)
    if pair == seat_wind:
        return (FuItem(FuName.PAIR_SEAT_WIND, 2, tiles),)
    return (FuItem(FuName.PAIR_ROUND_WIND, 2, tiles),) if pair == round_wind else ()


def wait_items(wait: Wait, tiles: tuple[Tile, ...]) -> tuple[FuItem, ...]:
    """The item of a wait on one kind of tile, which completed these tiles; none for ryanmen and shanpon."""
    return (FuItem(_WAIT_NAMES[wait], 2, tiles),) if wait in _WAIT_NAMES else ()


def chiitoitsu_item(rules: Rules) -> FuItem:
    """Seven pairs are one item by themselves."""
    return FuItem(FuName.CHIITOITSU, 25 if rules.chiitoitsu == "25x2" else 50)
