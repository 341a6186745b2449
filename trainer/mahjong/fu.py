"""Fu: the items that a reading earns, each tied to the tiles that earn it.

The table is the same in every house; what differs is an option of the rules. Source: the Chinese wiki page 符 and
riichi.wiki "Fu", checked against recorded wins.
"""

from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong.groups import Shape, group
from trainer.mahjong.hand import Win
from trainer.mahjong.readings import Form, Reading, Wait
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DRAGONS, HONOURS, KINDS, TERMINALS_AND_HONOURS, Tile


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


def set_fu(shape: Shape, *, is_open: bool, terminal_or_honour: bool) -> int:
    """Fu of a triplet or kan.

    An open triplet of simples is 2. Closed doubles it, terminals and honours double it, and a kan is four triplets.
    """
    return 2 * (4 if shape is Shape.KAN else 1) * (1 if is_open else 2) * (2 if terminal_or_honour else 1)


def _set_item(shape: Shape, tile: Tile, is_open: bool) -> FuItem:
    fu = set_fu(shape, is_open=is_open, terminal_or_honour=tile in TERMINALS_AND_HONOURS)
    return FuItem(_SET_NAMES[shape, is_open], fu, (tile,) * (4 if shape is Shape.KAN else 3))


_SET_ITEMS = {
    group(shape, tile, is_open=is_open): _set_item(shape, tile, is_open)
    for shape, is_open in _SET_NAMES
    for tile in KINDS
}

_BASE = FuItem(FuName.BASE, 20)
_MENZEN_RON = FuItem(FuName.MENZEN_RON, 10)
_TSUMO = FuItem(FuName.TSUMO, 2)
_OPEN_PINFU = FuItem(FuName.OPEN_PINFU, 10)
_KOKUSHI = FuItem(FuName.KOKUSHI, 25)
_WAIT_NAMES = {Wait.KANCHAN: FuName.WAIT_KANCHAN, Wait.PENCHAN: FuName.WAIT_PENCHAN, Wait.TANKI: FuName.WAIT_TANKI}


_PAIR_ITEMS = {
    (tile, name): FuItem(name, 2, (tile, tile))
    for name in (FuName.PAIR_DRAGON, FuName.PAIR_SEAT_WIND, FuName.PAIR_ROUND_WIND)
    for tile in HONOURS
}


def is_pinfu(reading: Reading, win: Win, rules: Rules) -> bool:
    """True when a closed hand earns fu for nothing but the win: four runs, a worthless pair, a ryanmen wait.

    Where the rules give no pinfu by tsumo, a tsumo is none.
    """
    return (
        reading.wait is Wait.RYANMEN
        and win.is_closed
        and (rules.pinfu_tsumo or not win.tsumo)
        and not reading.blocks.triplet_bits
        and pair_item(reading, win, rules) is None
    )


def pair_item(reading: Reading, win: Win, rules: Rules) -> FuItem | None:
    """The item of the pair: 2 for dragons, seat or round wind, the rules' fu for both; None for other pairs."""
    pair = reading.pair
    if pair is None or pair < 27:
        return None
    if pair in DRAGONS:
        return _PAIR_ITEMS[pair, FuName.PAIR_DRAGON]
    if pair == win.seat_wind:
        if pair == win.round_wind:
            return FuItem(FuName.PAIR_DOUBLE_WIND, rules.double_wind_pair, (pair, pair))
        return _PAIR_ITEMS[pair, FuName.PAIR_SEAT_WIND]
    return _PAIR_ITEMS[pair, FuName.PAIR_ROUND_WIND] if pair == win.round_wind else None


def fu_items(reading: Reading, win: Win, rules: Rules) -> tuple[FuItem, ...]:
    """Every item of a reading that is worth fu by itself (see ``with_open_pinfu``).

    Seven pairs and kokushi are one item by themselves. Kokushi needs no fu but has the 25 of seven pairs where limits
    are off.
    """
    if reading.form is Form.CHIITOITSU:
        return (FuItem(FuName.CHIITOITSU, 25 if rules.chiitoitsu == "25x2" else 50),)
    if reading.form is Form.KOKUSHI:
        return (_KOKUSHI,)
    items = [_BASE]
    if not win.tsumo:
        if win.is_closed:
            items.append(_MENZEN_RON)
    elif (rules.rinshan_tsumo_fu or not win.after_kan) and not is_pinfu(reading, win, rules):
        items.append(_TSUMO)
    if reading.blocks.triplet_bits:
        items += [_SET_ITEMS[group] for group in reading.groups if group.triplet_bit]
    pair = pair_item(reading, win, rules)
    if pair is not None:
        items.append(pair)
    wait, kind = _WAIT_NAMES.get(reading.wait), reading.pair
    if wait is not None and kind is not None and reading.form is Form.STANDARD:
        items.append(FuItem(wait, 2, (kind, kind) if reading.completed is None else reading.completed.tiles))
    return tuple(items)


def with_open_pinfu(items: tuple[FuItem, ...], win: Win, rules: Rules) -> tuple[FuItem, ...]:
    """The items, and ten more where an open ron has none but the base and the rules count it 30 (open pinfu shape)."""
    if len(items) == 1 and items[0] is _BASE and not win.tsumo and not win.is_closed and rules.open_pinfu == 30:
        return (_BASE, _OPEN_PINFU)
    return items
