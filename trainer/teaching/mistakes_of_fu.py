"""Mistakes in counting fu: items forgotten, invented or valued wrongly, and the rounding of their sum."""

from collections.abc import Callable
from dataclasses import replace

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.fu_count import is_pinfu
from trainer.mahjong.groups import Shape
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.tiles import HONOURS, WINDS
from trainer.mahjong.waits import Wait
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Change, Items, Mistake, Working

When = Callable[[Reading], bool]


def _items(edit: Callable[[Items, Reading], Items]) -> Change:
    """Let the items be edited after they were counted."""

    def change(working: Working) -> Working:
        before = working.items

        def items(counted: Items, reading: Reading) -> Items:
            return edit(before(counted, reading), reading)

        return replace(working, items=items)

    return change


def _forget(*names: FuName, when: When = lambda _reading: True) -> Change:
    """Leave items of these names out."""

    def edit(items: Items, reading: Reading) -> Items:
        return tuple(item for item in items if item.item not in names) if when(reading) else items

    return _items(edit)


def _add(name: FuName, fu: int, when: When) -> Change:
    """Count an item that is not there."""

    def edit(items: Items, reading: Reading) -> Items:
        if not when(reading):
            return items
        return (*items, FuItem(name, fu))

    return _items(edit)


def _value(edit: Callable[[FuItem, Reading], FuItem | None]) -> Change:
    """Let single items be valued otherwise, or forgotten where None comes back."""

    def edit_all(items: Items, reading: Reading) -> Items:
        edited = (edit(item, reading) for item in items)
        return tuple(item for item in edited if item is not None)

    return _items(edit_all)


def _is_won_triplet(item: FuItem, reading: Reading) -> bool:
    """True for the item of the triplet that the winning tile completes."""
    return reading.wait is Wait.SHANPON and reading.completed is not None and item.tiles == reading.completed.tiles


_OPENED = {FuName.TRIPLET_CLOSED: FuName.TRIPLET_OPEN, FuName.KAN_CLOSED: FuName.KAN_OPEN}
_CLOSED = {is_open: closed for closed, is_open in _OPENED.items()}


def _as_open(item: FuItem) -> FuItem:
    """Halve a closed set as it stands, so that another mistake made about it stays made."""
    return item._replace(item=_OPENED[item.item], fu=item.fu // 2) if item.item in _OPENED else item


def _as_closed(item: FuItem) -> FuItem:
    return item._replace(item=_CLOSED[item.item], fu=item.fu * 2) if item.item in _CLOSED else item


def _ron_triplet_closed(item: FuItem, reading: Reading) -> FuItem:
    return _as_closed(item) if not reading.situation.tsumo and _is_won_triplet(item, reading) else item


def _shanpon_triplet_forgotten(item: FuItem, reading: Reading) -> FuItem | None:
    return None if _is_won_triplet(item, reading) else item


def _closed_as_open(item: FuItem, _reading: Reading) -> FuItem:
    return _as_open(item) if item.item is FuName.TRIPLET_CLOSED else item


def _open_as_closed(item: FuItem, reading: Reading) -> FuItem:
    called = item.item in (FuName.TRIPLET_OPEN, FuName.KAN_OPEN) and not _is_won_triplet(item, reading)
    return _as_closed(item) if called else item


def _never_doubled(item: FuItem, _reading: Reading) -> FuItem:
    return item._replace(fu=item.fu // 2) if item.is_set and item.is_terminal_or_honour else item


def _only_honours_doubled(item: FuItem, reading: Reading) -> FuItem:
    return item if item.is_set and item.tiles[0] in HONOURS else _never_doubled(item, reading)


def _kan_as_triplet(item: FuItem, _reading: Reading) -> FuItem:
    return item._replace(fu=item.fu // 4) if item.item in (FuName.KAN_OPEN, FuName.KAN_CLOSED) else item


def _ankan_as_open(item: FuItem, _reading: Reading) -> FuItem:
    return _as_open(item) if item.item is FuName.KAN_CLOSED else item


def _open_pinfu_20(working: Working) -> Working:
    return replace(working, stages=replace(working.stages, open_pinfu=lambda items, _reading: items))


def _double_wind(fu: int) -> Change:
    return _value(lambda item, _reading: item._replace(fu=fu) if item.item is FuName.PAIR_DOUBLE_WIND else item)


def _pinfu_by_tsumo(reading: Reading) -> bool:
    return reading.situation.tsumo and is_pinfu(reading)


def _closed_ron_with_kan(reading: Reading) -> bool:
    return _won(reading, tsumo=False, closed=True) and any(group.shape is Shape.KAN for group in reading.groups)


def _guest_wind(reading: Reading) -> bool:
    guest = reading.pair in WINDS and reading.pair not in (reading.situation.seat_wind, reading.situation.round_wind)
    return guest and _counted(reading)


def _counted(reading: Reading) -> bool:
    """True for hands whose fu are added up item by item."""
    return reading.form is Form.STANDARD


def _won(reading: Reading, *, tsumo: bool, closed: bool) -> bool:
    situation = reading.situation
    return situation.tsumo is tsumo and situation.closed is closed and _counted(reading)


def _round_fu(rounding: Callable[[int], int]) -> Change:
    """Round the sum of the items otherwise; the 25 of seven pairs is not a matter of rounding."""

    def round_fu(fu_sum: int) -> int:
        return fu_sum if fu_sum == 25 else rounding(fu_sum)

    return lambda working: replace(working, stages=replace(working.stages, round_fu=round_fu))


def _chiitoitsu_30(working: Working) -> Working:
    before = working.stages.round_fu
    return replace(
        working, stages=replace(working.stages, round_fu=lambda fu_sum: 30 if fu_sum == 25 else before(fu_sum))
    )


def _chiitoitsu_added(items: Items, reading: Reading) -> Items:
    if reading.form is not Form.CHIITOITSU:
        return items
    return (*items, FuItem(FuName.TSUMO, 2) if reading.situation.tsumo else FuItem(FuName.MENZEN_RON, 10))


MISTAKES = (
    Mistake("no_menzen_ron", RuleType.MENZEN_RON, _forget(FuName.MENZEN_RON)),
    Mistake(
        "menzen_ten_on_tsumo",
        RuleType.MENZEN_RON,
        _add(
            FuName.MENZEN_RON,
            10,
            lambda reading: _won(reading, tsumo=True, closed=True),
        ),
    ),
    Mistake(
        "menzen_ten_open",
        RuleType.MENZEN_RON,
        _add(
            FuName.MENZEN_RON,
            10,
            lambda reading: _won(reading, tsumo=False, closed=False),
        ),
    ),
    Mistake("no_tsumo", RuleType.TSUMO, _forget(FuName.TSUMO), frozenset({"no_open_tsumo", "tsumo_with_pinfu"})),
    Mistake("no_open_tsumo", RuleType.TSUMO, _forget(FuName.TSUMO, when=lambda reading: not reading.situation.closed)),
    Mistake("tsumo_with_pinfu", RuleType.PINFU_TSUMO, _add(FuName.TSUMO, 2, _pinfu_by_tsumo)),
    Mistake("open_pinfu_20", RuleType.OPEN_PINFU, _open_pinfu_20),
    Mistake("chiitoitsu_30", RuleType.CHIITOITSU, _chiitoitsu_30, frozenset({"chiitoitsu_added"})),
    Mistake("chiitoitsu_added", RuleType.CHIITOITSU, _items(_chiitoitsu_added)),
    Mistake("no_kanchan_penchan", RuleType.WAIT, _forget(FuName.WAIT_KANCHAN, FuName.WAIT_PENCHAN)),
    Mistake("no_tanki", RuleType.WAIT, _forget(FuName.WAIT_TANKI)),
    Mistake(
        "wait_for_shanpon",
        RuleType.WAIT,
        _add(FuName.WAIT_TANKI, 2, lambda reading: reading.wait is Wait.SHANPON),
    ),
    Mistake(
        "wait_for_ryanmen",
        RuleType.WAIT,
        _add(FuName.WAIT_KANCHAN, 2, lambda reading: reading.wait is Wait.RYANMEN),
    ),
    Mistake(
        "ron_triplet_closed",
        RuleType.SHANPON,
        _value(_ron_triplet_closed),
        frozenset({"shanpon_triplet_forgotten", "closed_as_open"}),
    ),
    Mistake("shanpon_triplet_forgotten", RuleType.SHANPON, _value(_shanpon_triplet_forgotten)),
    Mistake("closed_as_open", RuleType.OPEN_CLOSED, _value(_closed_as_open), frozenset({"open_as_closed"})),
    Mistake("open_as_closed", RuleType.OPEN_CLOSED, _value(_open_as_closed)),
    Mistake("never_doubled", RuleType.TERMINAL_HONOUR, _value(_never_doubled), frozenset({"only_honours_doubled"})),
    Mistake("only_honours_doubled", RuleType.TERMINAL_HONOUR, _value(_only_honours_doubled)),
    Mistake("kan_as_triplet", RuleType.KAN, _value(_kan_as_triplet)),
    Mistake("ankan_as_open", RuleType.KAN, _value(_ankan_as_open), frozenset({"open_as_closed"})),
    Mistake("ankan_opens_hand", RuleType.KAN, _forget(FuName.MENZEN_RON, when=_closed_ron_with_kan)),
    Mistake("no_dragon_pair", RuleType.PAIR_VALUE, _forget(FuName.PAIR_DRAGON)),
    Mistake(
        "no_wind_pair",
        RuleType.PAIR_VALUE,
        _forget(FuName.PAIR_SEAT_WIND, FuName.PAIR_ROUND_WIND, FuName.PAIR_DOUBLE_WIND),
        frozenset({"guest_wind_pair"}),
    ),
    Mistake("guest_wind_pair", RuleType.PAIR_VALUE, _add(FuName.PAIR_SEAT_WIND, 2, _guest_wind)),
    Mistake("double_wind_2", RuleType.DOUBLE_WIND, _double_wind(2), frozenset({"double_wind_4"})),
    Mistake("double_wind_4", RuleType.DOUBLE_WIND, _double_wind(4)),
    Mistake(
        "no_round", RuleType.ROUNDING, _round_fu(lambda fu_sum: fu_sum), frozenset({"round_nearest", "round_down"})
    ),
    Mistake(
        "round_nearest",
        RuleType.ROUNDING,
        _round_fu(lambda fu_sum: (fu_sum + 5) // 10 * 10),
        frozenset({"round_down"}),
    ),
    Mistake("round_down", RuleType.ROUNDING, _round_fu(lambda fu_sum: fu_sum // 10 * 10)),
)
"""Every mistake of this kind, in the order of the rule types."""
