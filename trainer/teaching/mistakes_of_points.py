"""Mistakes on the way from han and fu to the payments: formula, limits, who pays, rounding, honba, sticks."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from trainer.mahjong.points import MANGAN, Limit, Multiple, Payer, Share, base_points, uncapped_base
from trainer.mahjong.rules import Rules
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Change, Mistake, Working


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


def _exponent_off_by_one(working: Working) -> Working:
    """Halve every base that the formula gives, whatever is believed about limits."""
    before = working.stages.base_points

    def edit(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
        return before(han, fu, yakuman, _one_less(rules))

    return replace(working, stages=replace(working.stages, base_points=edit))


@lru_cache(maxsize=64)
def _one_less(rules: Rules) -> Rules:
    return replace(rules, base_exponent=max(rules.base_exponent - 1, 0))


def _multiples(edit: Callable[[tuple[Multiple, ...], bool, bool], tuple[Multiple, ...]]) -> Change:
    """Let others pay, or other multiples; what the edit leaves alone stays as it was believed before."""

    def change(working: Working) -> Working:
        before = working.stages.multiples

        def owed(tsumo: bool, dealer: bool) -> tuple[Multiple, ...]:
            return edit(before(tsumo, dealer), tsumo, dealer)

        return replace(working, stages=replace(working.stages, multiples=owed))

    return change


def _dealer_as_non_dealer(owed: tuple[Multiple, ...], tsumo: bool, dealer: bool) -> tuple[Multiple, ...]:
    if not dealer:
        return owed
    return (Multiple(Payer.EACH, 1, 3),) if tsumo else (Multiple(Payer.DISCARDER, 4, 1),)


def _non_dealer_as_dealer(owed: tuple[Multiple, ...], tsumo: bool, dealer: bool) -> tuple[Multiple, ...]:
    if dealer:
        return owed
    return tuple(part._replace(times=2) for part in owed) if tsumo else (Multiple(Payer.DISCARDER, 6, 1),)


def _equal_split(owed: tuple[Multiple, ...], _tsumo: bool, _dealer: bool) -> tuple[Multiple, ...]:
    return tuple(part._replace(times=1) if part.payer is Payer.DEALER else part for part in owed)


def _round_points(rounding: Callable[[int], int]) -> Change:
    return lambda working: replace(working, stages=replace(working.stages, round_points=rounding))


def _round_total_once(working: Working) -> Working:
    """Round what all pay together, then divide it."""

    def shares(base: int, owed: tuple[Multiple, ...], rounding: Callable[[int], int], honba: int) -> tuple[Share, ...]:
        times = sum(part.times * part.players for part in owed)
        whole = rounding(base * times)
        return tuple(Share(part.payer, whole * part.times // times + honba, part.players) for part in owed)

    return replace(working, stages=replace(working.stages, shares=shares))


def _honba(points: Callable[[int, Rules], int], *ways: bool) -> Change:
    """Pay other points for the counters by tsumo (True), by ron (False), or both."""

    def change(working: Working) -> Working:
        before = working.stages.honba_points

        def paid(honba: int, tsumo: bool, rules: Rules) -> int:
            return points(honba, rules) if tsumo in ways else before(honba, tsumo, rules)

        return replace(working, stages=replace(working.stages, honba_points=paid))

    return change


def _no_sticks(working: Working) -> Working:
    return replace(working, deposits=lambda _win: 0)


MISTAKES = (
    Mistake("no_mangan_cap", RuleType.LIMIT, _base(_no_cap), frozenset({"kiriage_assumed", "kiriage_missed"})),
    Mistake("kiriage_assumed", RuleType.LIMIT, _base(_kiriage(assumed=True)), frozenset({"kiriage_missed"})),
    Mistake("kiriage_missed", RuleType.LIMIT, _base(_kiriage(assumed=False))),
    Mistake("equal_split", RuleType.PAYMENT_SPLIT, _multiples(_equal_split), frozenset({"non_dealer_as_dealer"})),
    Mistake("round_total_once", RuleType.PAYMENT_ROUNDING, _round_total_once),
    Mistake(
        "no_round_100",
        RuleType.PAYMENT_ROUNDING,
        _round_points(lambda points: points),
        frozenset({"round_nearest_100"}),
    ),
    Mistake("round_nearest_100", RuleType.PAYMENT_ROUNDING, _round_points(lambda points: (points + 50) // 100 * 100)),
    Mistake("dealer_as_non_dealer", RuleType.DEALER, _multiples(_dealer_as_non_dealer)),
    Mistake("non_dealer_as_dealer", RuleType.DEALER, _multiples(_non_dealer_as_dealer)),
    Mistake(
        "no_honba",
        RuleType.HONBA,
        _honba(lambda _honba, _rules: 0, True, False),
        frozenset({"honba_300_each", "honba_100_on_ron"}),
    ),
    Mistake("honba_300_each", RuleType.HONBA, _honba(lambda honba, rules: honba * rules.honba, True)),
    Mistake("honba_100_on_ron", RuleType.HONBA, _honba(lambda honba, rules: honba * (rules.honba // 3), False)),
    Mistake("no_sticks", RuleType.STICKS, _no_sticks),
    Mistake("exponent_off_by_one", RuleType.FORMULA, _exponent_off_by_one),
)
"""Every mistake of this kind, in the order of the rule types."""
