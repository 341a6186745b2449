"""The catalogue of mistakes: each a named change of one step of the working.

Whether a mistake can be made in a hand, and whether the answer shows it, is never written down: it is made, and what
comes out is compared. The catalogue follows what players ask and get wrong in forums and in other trainers.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from trainer.mahjong.fu import FuItem, FuName, set_fu
from trainer.mahjong.groups import Shape
from trainer.mahjong.hand import Win
from trainer.mahjong.points import MANGAN, Limit, Multiple, Payer, Share, base_points, multiples, uncapped_base
from trainer.mahjong.readings import Form, Reading, Wait
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import HONOURS, WINDS
from trainer.mahjong.yaku import BONUS, CLOSED_HAN, REDUCED_WHEN_OPEN, Claim
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Change, Working

Items = tuple[FuItem, ...]
Situation = Callable[[Reading, Win, Rules], bool]


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that a learner may get wrong."""

    name: str
    rule_type: RuleType
    change: Change


# --- changes of the fu items ----------------------------------------------------------------------------------------


def _items(edit: Callable[[Items, Reading, Win, Rules], Items]) -> Change:
    """Let the items be edited after they were counted."""

    def change(working: Working) -> Working:
        before = working.stages.fu_items

        def fu_items(reading: Reading, win: Win, rules: Rules) -> Items:
            return edit(before(reading, win, rules), reading, win, rules)

        return replace(working, stages=replace(working.stages, fu_items=fu_items))

    return change


def _forget(*names: FuName, when: Situation = lambda _reading, _win, _rules: True) -> Change:
    """Leave items of these names out."""

    def edit(items: Items, reading: Reading, win: Win, rules: Rules) -> Items:
        return tuple(item for item in items if item.item not in names) if when(reading, win, rules) else items

    return _items(edit)


def _add(name: FuName, fu: int, when: Situation) -> Change:
    """Count an item that is not there; the ten of open pinfu is only for hands that earn nothing, so it goes."""

    def edit(items: Items, reading: Reading, win: Win, rules: Rules) -> Items:
        if not when(reading, win, rules):
            return items
        return (*(item for item in items if item.item is not FuName.OPEN_PINFU), FuItem(name, fu))

    return _items(edit)


def _value(edit: Callable[[FuItem, Reading, Win], FuItem | None]) -> Change:
    """Let single items be valued otherwise, or forgotten where None comes back."""

    def edit_all(items: Items, reading: Reading, win: Win, _rules: Rules) -> Items:
        edited = (edit(item, reading, win) for item in items)
        return tuple(item for item in edited if item is not None)

    return _items(edit_all)


def _is_won_triplet(item: FuItem, reading: Reading) -> bool:
    """True for the item of the triplet that the winning tile completes."""
    return reading.wait is Wait.SHANPON and reading.completed is not None and item.tiles == reading.completed.tiles


def _set_as(item: FuItem, *, is_open: bool) -> FuItem:
    is_kan = item.item in (FuName.KAN_OPEN, FuName.KAN_CLOSED)
    shape = Shape.KAN if is_kan else Shape.TRIPLET
    fu = set_fu(shape, is_open=is_open, terminal_or_honour=item.is_terminal_or_honour)
    if is_kan:
        return FuItem(FuName.KAN_OPEN if is_open else FuName.KAN_CLOSED, fu, item.tiles)
    return FuItem(FuName.TRIPLET_OPEN if is_open else FuName.TRIPLET_CLOSED, fu, item.tiles)


def _ron_triplet_closed(item: FuItem, reading: Reading, win: Win) -> FuItem:
    return _set_as(item, is_open=False) if not win.tsumo and _is_won_triplet(item, reading) else item


def _shanpon_triplet_forgotten(item: FuItem, reading: Reading, _win: Win) -> FuItem | None:
    return None if _is_won_triplet(item, reading) else item


def _closed_as_open(item: FuItem, _reading: Reading, _win: Win) -> FuItem:
    return _set_as(item, is_open=True) if item.item is FuName.TRIPLET_CLOSED else item


def _open_as_closed(item: FuItem, reading: Reading, _win: Win) -> FuItem:
    called = item.item in (FuName.TRIPLET_OPEN, FuName.KAN_OPEN) and not _is_won_triplet(item, reading)
    return _set_as(item, is_open=False) if called else item


def _never_doubled(item: FuItem, _reading: Reading, _win: Win) -> FuItem:
    return replace(item, fu=item.fu // 2) if item.is_set and item.is_terminal_or_honour else item


def _only_honours_doubled(item: FuItem, reading: Reading, win: Win) -> FuItem:
    return item if item.is_set and item.tiles[0] in HONOURS else _never_doubled(item, reading, win)


def _kan_as_triplet(item: FuItem, _reading: Reading, _win: Win) -> FuItem:
    return replace(item, fu=item.fu // 4) if item.item in (FuName.KAN_OPEN, FuName.KAN_CLOSED) else item


def _ankan_as_open(item: FuItem, _reading: Reading, _win: Win) -> FuItem:
    return _set_as(item, is_open=True) if item.item is FuName.KAN_CLOSED else item


def _double_wind(fu: int) -> Change:
    return _value(lambda item, _reading, _win: replace(item, fu=fu) if item.item is FuName.PAIR_DOUBLE_WIND else item)


def _is_pinfu_shape(reading: Reading, win: Win, rules: Rules) -> bool:
    """True for a closed hand by tsumo whose tsumo earns no fu because it is pinfu."""
    items = Working().stages.fu_items(reading, win, rules)
    return win.tsumo and win.is_closed and reading.wait is Wait.RYANMEN and len(items) == 1


def _guest_wind(reading: Reading, win: Win, _rules: Rules) -> bool:
    return reading.pair in WINDS and reading.pair not in (win.seat_wind, win.round_wind) and _counted(reading)


def _counted(reading: Reading) -> bool:
    """True for hands whose fu are added up item by item."""
    return reading.form is Form.STANDARD


# --- changes of rounding, limit and payment -------------------------------------------------------------------------


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


def _chiitoitsu_added(items: Items, reading: Reading, win: Win, _rules: Rules) -> Items:
    if reading.form is not Form.CHIITOITSU:
        return items
    return (*items, FuItem(FuName.TSUMO, 2) if win.tsumo else FuItem(FuName.MENZEN_RON, 10))


def _base(edit: Callable[[int, int, int, Rules], tuple[int, Limit | None]]) -> Change:
    return lambda working: replace(working, stages=replace(working.stages, base_points=edit))


def _no_cap(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
    if yakuman:
        return base_points(han, fu, yakuman, rules)
    return uncapped_base(han, fu, rules), None


def _kiriage(assumed: bool) -> Callable[[int, int, int, Rules], tuple[int, Limit | None]]:
    def edit(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
        if rules.aotenjou or han >= 5 or uncapped_base(han, fu, rules) != 1920:
            return base_points(han, fu, yakuman, rules)
        return (MANGAN, Limit.MANGAN) if assumed else (1920, None)

    return edit


def _exponent_off_by_one(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
    base, limit = base_points(han, fu, yakuman, rules)
    if yakuman or han >= 5:
        return base, limit
    halved = uncapped_base(han, fu, rules) // 2
    return (MANGAN, Limit.MANGAN) if halved > MANGAN and not rules.aotenjou else (halved, None)


def _multiples(edit: Callable[[Win], tuple[Multiple, ...]]) -> Change:
    return lambda working: replace(working, stages=replace(working.stages, multiples=edit))


def _dealer_as_non_dealer(win: Win) -> tuple[Multiple, ...]:
    if not win.is_dealer:
        return multiples(win)
    return (Multiple(Payer.EACH, 1, 3),) if win.tsumo else (Multiple(Payer.DISCARDER, 4, 1),)


def _non_dealer_as_dealer(win: Win) -> tuple[Multiple, ...]:
    if win.is_dealer:
        return multiples(win)
    if win.tsumo:
        return tuple(owed._replace(times=2) for owed in multiples(win))
    return (Multiple(Payer.DISCARDER, 6, 1),)


def _equal_split(win: Win) -> tuple[Multiple, ...]:
    return tuple(owed._replace(times=1) if owed.payer is Payer.DEALER else owed for owed in multiples(win))


def _round_points(rounding: Callable[[int], int]) -> Change:
    return lambda working: replace(working, stages=replace(working.stages, round_points=rounding))


def _round_total_once(working: Working) -> Working:
    """Round what all pay together, then divide it."""

    def shares(base: int, owed: tuple[Multiple, ...], rounding: Callable[[int], int], honba: int) -> tuple[Share, ...]:
        times = sum(part.times * part.players for part in owed)
        whole = rounding(base * times)
        return tuple(Share(part.payer, whole * part.times // times + honba, part.players) for part in owed)

    return replace(working, stages=replace(working.stages, shares=shares))


def _honba(points: Callable[[Win, Rules], int]) -> Change:
    return lambda working: replace(working, stages=replace(working.stages, honba_points=points))


# --- changes of the reading and of what is claimed ------------------------------------------------------------------


def _reading(choose: Callable[[Score], Count]) -> Change:
    return lambda working: replace(working, choose=choose)


def _lower_reading(score: Score) -> Count:
    """The dearest of those readings that differ in fu or in han."""
    best = score.best
    return next((count for count in score.counts if (count.fu, count.han) != (best.fu, best.han)), best)


def _chiitoitsu_over_ryanpeikou(score: Score) -> Count:
    return next((count for count in score.counts if count.reading.form is Form.CHIITOITSU), score.best)


def _claim(edit: Callable[[Claim, Score], Claim]) -> Change:
    """See other yaku than there are; a yakuman is seen by everybody."""

    def change(working: Working) -> Working:
        before = working.claim

        def claim(claimed: Claim, score: Score) -> Claim:
            seen = before(claimed, score)
            return seen if seen.yakuman else edit(seen, score)

        return replace(working, claim=claim)

    return change


def _yaku_missed(claim: Claim, _score: Score) -> Claim:
    """Overlook the least yaku, the last listed of equals, unless it is the only one."""
    real = [item for item in claim.yaku if item.yaku not in BONUS]
    if len(real) < 2:
        return claim
    missed = min(reversed(real), key=lambda item: item.han)
    return claim._replace(yaku=tuple(item for item in claim.yaku if item is not missed), han=claim.han - missed.han)


def _open_not_reduced(claim: Claim, _score: Score) -> Claim:
    """Give an open hand the han of a closed one."""
    raised = tuple(
        item._replace(han=CLOSED_HAN[item.yaku]) if item.yaku in REDUCED_WHEN_OPEN else item for item in claim.yaku
    )
    return claim._replace(yaku=raised, han=sum(item.han for item in raised))


def _dora_forgotten(claim: Claim, _score: Score) -> Claim:
    real = tuple(item for item in claim.yaku if item.yaku not in BONUS)
    return claim._replace(yaku=real, han=sum(item.han for item in real))


CATALOGUE = (
    Mistake("no_menzen_ron", RuleType.MENZEN_RON, _forget(FuName.MENZEN_RON)),
    Mistake(
        "menzen_ten_on_tsumo",
        RuleType.MENZEN_RON,
        _add(FuName.MENZEN_RON, 10, lambda reading, win, _: win.tsumo and win.is_closed and _counted(reading)),
    ),
    Mistake(
        "menzen_ten_open",
        RuleType.MENZEN_RON,
        _add(FuName.MENZEN_RON, 10, lambda reading, win, _: not win.tsumo and not win.is_closed and _counted(reading)),
    ),
    Mistake("no_tsumo", RuleType.TSUMO, _forget(FuName.TSUMO)),
    Mistake("no_open_tsumo", RuleType.TSUMO, _forget(FuName.TSUMO, when=lambda _reading, win, _: not win.is_closed)),
    Mistake("tsumo_with_pinfu", RuleType.PINFU_TSUMO, _add(FuName.TSUMO, 2, _is_pinfu_shape)),
    Mistake("open_pinfu_20", RuleType.OPEN_PINFU, _forget(FuName.OPEN_PINFU)),
    Mistake("chiitoitsu_30", RuleType.CHIITOITSU, _chiitoitsu_30),
    Mistake("chiitoitsu_added", RuleType.CHIITOITSU, _items(_chiitoitsu_added)),
    Mistake("no_kanchan_penchan", RuleType.WAIT, _forget(FuName.WAIT_KANCHAN, FuName.WAIT_PENCHAN)),
    Mistake("no_tanki", RuleType.WAIT, _forget(FuName.WAIT_TANKI)),
    Mistake(
        "wait_for_shanpon",
        RuleType.WAIT,
        _add(FuName.WAIT_TANKI, 2, lambda reading, _win, _rules: reading.wait is Wait.SHANPON),
    ),
    Mistake(
        "wait_for_ryanmen",
        RuleType.WAIT,
        _add(FuName.WAIT_KANCHAN, 2, lambda reading, _win, _rules: reading.wait is Wait.RYANMEN),
    ),
    Mistake("ron_triplet_closed", RuleType.SHANPON, _value(_ron_triplet_closed)),
    Mistake("shanpon_triplet_forgotten", RuleType.SHANPON, _value(_shanpon_triplet_forgotten)),
    Mistake("closed_as_open", RuleType.OPEN_CLOSED, _value(_closed_as_open)),
    Mistake("open_as_closed", RuleType.OPEN_CLOSED, _value(_open_as_closed)),
    Mistake("never_doubled", RuleType.TERMINAL_HONOUR, _value(_never_doubled)),
    Mistake("only_honours_doubled", RuleType.TERMINAL_HONOUR, _value(_only_honours_doubled)),
    Mistake("kan_as_triplet", RuleType.KAN, _value(_kan_as_triplet)),
    Mistake("ankan_as_open", RuleType.KAN, _value(_ankan_as_open)),
    Mistake(
        "ankan_opens_hand", RuleType.KAN, _forget(FuName.MENZEN_RON, when=lambda _reading, win, _: bool(win.melds))
    ),
    Mistake("no_dragon_pair", RuleType.PAIR_VALUE, _forget(FuName.PAIR_DRAGON)),
    Mistake(
        "no_wind_pair",
        RuleType.PAIR_VALUE,
        _forget(FuName.PAIR_SEAT_WIND, FuName.PAIR_ROUND_WIND, FuName.PAIR_DOUBLE_WIND),
    ),
    Mistake("guest_wind_pair", RuleType.PAIR_VALUE, _add(FuName.PAIR_SEAT_WIND, 2, _guest_wind)),
    Mistake("double_wind_2", RuleType.DOUBLE_WIND, _double_wind(2)),
    Mistake("double_wind_4", RuleType.DOUBLE_WIND, _double_wind(4)),
    Mistake("lower_reading", RuleType.READING, _reading(_lower_reading)),
    Mistake("chiitoitsu_over_ryanpeikou", RuleType.READING, _reading(_chiitoitsu_over_ryanpeikou)),
    Mistake("no_round", RuleType.ROUNDING, _round_fu(lambda fu_sum: fu_sum)),
    Mistake("round_nearest", RuleType.ROUNDING, _round_fu(lambda fu_sum: (fu_sum + 5) // 10 * 10)),
    Mistake("round_down", RuleType.ROUNDING, _round_fu(lambda fu_sum: fu_sum // 10 * 10)),
    Mistake("no_mangan_cap", RuleType.LIMIT, _base(_no_cap)),
    Mistake("kiriage_assumed", RuleType.LIMIT, _base(_kiriage(assumed=True))),
    Mistake("kiriage_missed", RuleType.LIMIT, _base(_kiriage(assumed=False))),
    Mistake("equal_split", RuleType.PAYMENT_SPLIT, _multiples(_equal_split)),
    Mistake("round_total_once", RuleType.PAYMENT_ROUNDING, _round_total_once),
    Mistake("no_round_100", RuleType.PAYMENT_ROUNDING, _round_points(lambda points: points)),
    Mistake("round_nearest_100", RuleType.PAYMENT_ROUNDING, _round_points(lambda points: (points + 50) // 100 * 100)),
    Mistake("dealer_as_non_dealer", RuleType.DEALER, _multiples(_dealer_as_non_dealer)),
    Mistake("non_dealer_as_dealer", RuleType.DEALER, _multiples(_non_dealer_as_dealer)),
    Mistake("no_honba", RuleType.HONBA, _honba(lambda _win, _rules: 0)),
    Mistake("honba_300_each", RuleType.HONBA, _honba(lambda win, rules: win.honba * rules.honba)),
    Mistake("honba_100_on_ron", RuleType.HONBA, _honba(lambda win, rules: win.honba * (rules.honba // 3))),
    Mistake("exponent_off_by_one", RuleType.FORMULA, _base(_exponent_off_by_one)),
    Mistake("yaku_missed", RuleType.HAN_YAKU, _claim(_yaku_missed)),
    Mistake("open_not_reduced", RuleType.HAN_YAKU, _claim(_open_not_reduced)),
    Mistake("dora_forgotten", RuleType.DORA, _claim(_dora_forgotten)),
)
"""Every mistake known; ``sticks`` has none while no question asks for the total received."""
