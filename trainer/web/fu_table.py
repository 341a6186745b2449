"""The table of fu for a rule set: every figure is what the scorer gives to a hand that shows it."""

from typing import NamedTuple

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.fu import FuName, set_fu
from trainer.mahjong.groups import Shape
from trainer.mahjong.hand import Meld, MeldKind, Source
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Score, score
from trainer.mahjong.tiles import Tile, parse_tile, parse_tiles
from trainer.teaching.rule_types import RuleType
from trainer.web.labels import OPEN_SHAPES, label


class FuRow(NamedTuple):
    """One line: what it is, its tiles, and its fu."""

    name: LazyString
    tiles: tuple[Tile, ...]
    fu: int
    rule_type: RuleType | None
    won: int | None = None
    """The place of the winning tile among the tiles."""


class SetRow(NamedTuple):
    """A triplet or kan with its fu for simples and for terminals and honours."""

    name: LazyString
    shape: Shape
    is_open: bool
    simples: int
    terminal_or_honour: int
    melds: tuple[Meld, ...]
    """How it lies on the table, once for each of the two columns; a closed triplet does not."""
    tiles: tuple[tuple[Tile, ...], ...]


_HANDS: dict[FuName, tuple[str, RuleType]] = {
    FuName.MENZEN_RON: ("24567m34599p678s ron 3m E/S riichi", RuleType.MENZEN_RON),
    FuName.TSUMO: ("24567m34599p678s tsumo 3m E/S", RuleType.TSUMO),
    FuName.WAIT_KANCHAN: ("24567m34599p678s ron 3m E/S riichi", RuleType.WAIT),
    FuName.WAIT_PENCHAN: ("12567m34599p678s ron 3m E/S riichi", RuleType.WAIT),
    FuName.WAIT_TANKI: ("234567m345p9p678s ron 9p E/S riichi", RuleType.WAIT),
    FuName.PAIR_DRAGON: ("23567m345p678s77z ron 4m E/S riichi", RuleType.PAIR_VALUE),
    FuName.PAIR_SEAT_WIND: ("23567m345p678s22z ron 4m E/S riichi", RuleType.PAIR_VALUE),
    FuName.PAIR_ROUND_WIND: ("23567m345p678s11z ron 4m E/S riichi", RuleType.PAIR_VALUE),
    FuName.PAIR_DOUBLE_WIND: ("23567m345p678s11z ron 4m E/E riichi", RuleType.DOUBLE_WIND),
}
"""A hand with each item, and the rule behind it."""

_PLACES = {"kanchan": 1, "penchan": 2, "tanki": 1}

WHOLE_HANDS: tuple[tuple[LazyString, str, RuleType], ...] = (
    (_("Pinfu by tsumo"), "23567m34599p678s tsumo 4m E/S", RuleType.PINFU_TSUMO),
    (_("Open ron without fu"), "123456m45p99s (789m<7m) ron 3p E/S", RuleType.OPEN_PINFU),
    (_("Seven pairs"), "1133m5588p2299s6z ron 6z E/S", RuleType.CHIITOITSU),
)
"""Hands whose fu are settled as a whole."""


def _scored(line: str, rules: Rules) -> Score:
    scored = score(parse_win(line), rules)
    assert isinstance(scored, Score)
    return scored


def _row(name: FuName, rules: Rules) -> FuRow:
    line, rule_type = _HANDS[name]
    item = next(item for item in _scored(line, rules).best.fu_items if item.item is name)
    place = _PLACES.get(name.removeprefix("wait_"))
    return FuRow(label(name), item.tiles, item.fu, rule_type, place)


def win_rows(rules: Rules) -> tuple[FuRow, ...]:
    """What the win itself gets; the base comes first."""
    base = _scored(_HANDS[FuName.TSUMO][0], rules).best.fu_items[0]
    return (FuRow(label(base.item), (), base.fu, None), _row(FuName.MENZEN_RON, rules), _row(FuName.TSUMO, rules))


def wait_rows(rules: Rules) -> tuple[FuRow, ...]:
    """Waits that get fu; all others get none."""
    return tuple(_row(name, rules) for name in (FuName.WAIT_KANCHAN, FuName.WAIT_PENCHAN, FuName.WAIT_TANKI))


def pair_rows(rules: Rules) -> tuple[FuRow, ...]:
    """Pairs that get fu; all others get none."""
    names = (FuName.PAIR_DRAGON, FuName.PAIR_SEAT_WIND, FuName.PAIR_ROUND_WIND, FuName.PAIR_DOUBLE_WIND)
    return tuple(_row(name, rules) for name in names)


def set_rows() -> tuple[SetRow, ...]:
    """Triplets and kans, the cheapest first."""
    rows = []
    for shape, is_open in ((Shape.TRIPLET, True), (Shape.TRIPLET, False), (Shape.KAN, True), (Shape.KAN, False)):
        tiles = tuple(parse_tiles(text * (4 if shape is Shape.KAN else 3)) for text in ("6s", "9m"))
        melds = tuple(_meld(shape, is_open, some) for some in tiles) if is_open or shape is Shape.KAN else ()
        simples, dear = (set_fu(shape, is_open=is_open, terminal_or_honour=dear) for dear in (False, True))
        rows.append(SetRow(OPEN_SHAPES[shape, is_open], shape, is_open, simples, dear, melds, tiles))
    return tuple(rows)


def _meld(shape: Shape, is_open: bool, tiles: tuple[Tile, ...]) -> Meld:
    if not is_open:
        return Meld(MeldKind.ANKAN, tiles)
    return Meld(MeldKind.DAIMINKAN if shape is Shape.KAN else MeldKind.PON, tiles, tiles[0], Source.LEFT)


def whole_rows(rules: Rules) -> tuple[FuRow, ...]:
    """The exceptions, with the fu of the whole hand."""
    return tuple(FuRow(name, (), _scored(line, rules).best.fu, rule_type) for name, line, rule_type in WHOLE_HANDS)


NOTHING: tuple[tuple[LazyString, tuple[Tile, ...], int | None], ...] = (
    (_("Sequence"), parse_tiles("123m"), None),
    (_("Ryanmen (two-sided)"), parse_tiles("456p"), 2),
    (_("Shanpon (two pairs)"), (parse_tile("6z"),) * 3, 2),
    (_("Pair of number tiles or of a guest wind"), parse_tiles("88s"), None),
)
"""What gets no fu, with the place of the winning tile. The triplet of a shanpon has its own, the wait has not."""
