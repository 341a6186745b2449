"""Hands on the edge: whatever is in focus shows in the answer, and what cannot show is refused at once."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.teaching.table import problems
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.fu_count import fu_items
from trainer.mahjong.readings import Reading
from trainer.mahjong.rules import OPTIONS, PRESETS, TENHOU, Rules
from trainer.mahjong.scoring import Count, Score, count, score
from trainer.mahjong.yaku import Claim
from trainer.teaching import generate as dealing
from trainer.teaching.generate import ImpossibleOrder, Level, Mode, NoHand, Obstacle, Order, generate, shows
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import possible_rule_types
from trainer.teaching.rule_types import RuleType
from trainer.teaching.wishes import together
from trainer.teaching.working import RIGHT, Items, Mistake

OF_EACH_FOCUS = 60
ASKED = tuple(RuleType)
FU_TYPES = ASKED[: ASKED.index(RuleType.LIMIT)]

RULE_SETS: dict[str, Rules] = {
    **{name: preset.rules for name, preset in PRESETS.items()},
    **{f"{name}={value}": replace(TENHOU, **{name: value}) for name in OPTIONS for value in OPTIONS[name][1:]},
    "multipliers": Rules(multiple_yakuman=(1, 1.25, 1.5)),
}
"""Every preset, and every single option changed."""


def edge(*focus: RuleType, level: Level = Level.ADVANCED) -> Order:
    return Order(Mode.EDGE, level, focus)


def deal(random: Random, order: Order, rules: Rules = TENHOU) -> Score:
    scored = score(generate(random, rules, order), rules)
    assert isinstance(scored, Score)
    return scored


def mistaken(one: Score, mistake: Mistake) -> Count:
    """The hand counted anew from its reading with the mistake made, without any short cut."""
    working = mistake.change(RIGHT)
    chosen = working.choose(one)

    def items(reading: Reading) -> Items:
        return working.items(fu_items(reading), reading)

    claim = working.claim(Claim(chosen.yaku, chosen.han, chosen.yakuman), one)
    return count(chosen.reading, claim, one.win.honba, replace(working.stages, fu_items=items))


def changes_the_answer(one: Score, rule_type: RuleType) -> bool:
    """True when a mistake about the rule type makes the rounded fu wrong, or the payment or total if about those."""
    if rule_type is RuleType.STICKS:
        return one.received != one.best.points
    made = [mistaken(one, mistake) for mistake in CATALOGUE if mistake.rule_type is rule_type]
    right = [found for found in one.counts if found.points == one.best.points]
    if rule_type in FU_TYPES:
        no_fu = one.best.yakuman and not one.rules.aotenjou
        return not no_fu and any(wrong.fu not in [found.fu for found in right] for wrong in made)
    return any(wrong.payment not in [found.payment for found in right] for wrong in made)


# --- one rule type ---------------------------------------------------------------------------------------------------


@pytest.mark.statistics
@pytest.mark.parametrize("rule_type", ASKED)
def test_a_mistake_about_the_focus_changes_the_answer_of_all_60_hands(rule_type: RuleType) -> None:
    random = Random(60)
    scores = [deal(random, edge(rule_type)) for _ in range(OF_EACH_FOCUS)]
    assert sum(changes_the_answer(one, rule_type) for one in scores) == OF_EACH_FOCUS
    assert [found for one in scores if (found := problems(win_to_json(one.win)))] == []
    assert len({one.win for one in scores}) == OF_EACH_FOCUS


@pytest.mark.parametrize("level", [Level.BEGINNER, Level.STANDARD])
def test_every_focus_of_a_level_shows_in_hands_of_that_level(level: Level) -> None:
    random = Random(61)
    for rule_type in possible_rule_types(edge(level=level), TENHOU):
        for one in (deal(random, edge(rule_type, level=level)) for _ in range(10)):
            assert changes_the_answer(one, rule_type)
            assert too_hard(one, level) == []


def test_without_a_focus_every_hand_is_on_the_edge_of_one_rule_type_or_another() -> None:
    random = Random(62)
    shown = Counter(
        rule_type
        for one in (deal(random, edge()) for _ in range(200))
        for rule_type in ASKED
        if changes_the_answer(one, rule_type)
    )
    assert set(shown) == set(ASKED)


def test_a_hand_that_shows_nothing_is_not_taken_for_one_that_does() -> None:
    """The check itself can fail: chance alone deals hands that hide most rules."""
    random = Random(63)
    for rule_type in set(ASKED) - {RuleType.DEALER}:
        assert not all(shows(deal(random, Order()), rule_type) for _ in range(30))


def test_what_shows_is_what_counting_anew_with_the_mistake_shows() -> None:
    random = Random(64)
    for one in (deal(random, Order()) for _ in range(60)):
        for rule_type in ASKED:
            assert shows(one, rule_type) == changes_the_answer(one, rule_type)


# --- several ---------------------------------------------------------------------------------------------------------


def test_every_two_rule_types_that_one_hand_can_show_are_both_shown() -> None:
    random = Random(65)
    for pair in combinations(ASKED, 2):
        if len(together(pair)[1]) == 2:
            one = deal(random, edge(*pair))
            assert [changes_the_answer(one, rule_type) for rule_type in pair] == [True, True], pair


@pytest.mark.parametrize(
    "three",
    [
        (RuleType.KAN, RuleType.DOUBLE_WIND, RuleType.HONBA),
        (RuleType.READING, RuleType.SHANPON, RuleType.DOUBLE_WIND),
        (RuleType.PINFU_TSUMO, RuleType.PAYMENT_SPLIT, RuleType.DORA),
    ],
    ids=", ".join,
)
def test_three_rule_types_are_all_shown(three: tuple[RuleType, ...]) -> None:
    random = Random(66)
    for one in (deal(random, edge(*three)) for _ in range(20)):
        assert all(changes_the_answer(one, rule_type) for rule_type in three)


def test_no_dealt_hand_shows_two_rule_types_that_are_taken_for_contradictory() -> None:
    random = Random(67)
    for one in (deal(random, Order()) for _ in range(400)):
        shown = [rule_type for rule_type in ASKED if shows(one, rule_type)]
        for pair in combinations(shown, 2):
            assert len(together(pair)[1]) == 2, pair


def test_rule_types_that_no_hand_shows_together_take_turns() -> None:
    random = Random(68)
    pair = (RuleType.CHIITOITSU, RuleType.KAN)
    shown = Counter(
        rule_type
        for _ in range(40)
        for one in [deal(random, edge(*pair))]
        for rule_type in pair
        if shows(one, rule_type)
    )
    assert shown.total() == 40
    assert min(shown.values()) > 8


def test_a_combination_that_hardly_any_hand_shows_is_given_up_for_the_best_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dealing, "shows", lambda _scored, rule_type: rule_type is RuleType.WAIT)
    monkeypatch.setattr(dealing, "MOST_WINS_FOR_ALL", 20)
    assert generate(Random(1), TENHOU, edge(RuleType.WAIT, RuleType.DORA))
    with pytest.raises(NoHand):
        generate(Random(1), TENHOU, edge(RuleType.DORA))


# --- levels ----------------------------------------------------------------------------------------------------------


def too_hard(one: Score, level: Level) -> list[str]:
    """What a hand has that its level should not."""
    win, best = one.win, one.best
    kans = sum(meld.is_kan for meld in win.melds)
    found = []
    if level is not Level.ADVANCED:
        found += ["kans"] * (kans > 1)
        found += ["limit"] * (best.yakuman > 0 or best.han > 7)
        found += ["rare"] * (win.after_kan or win.robbing_kan or win.last_tile or win.first_turn)
    if level is Level.BEGINNER:
        found += ["kan"] * (kans > 0 or len(win.dora_indicators) > 1)
        found += ["readings"] * (len(one.counts) > 1)
        found += ["counters"] * (win.honba > 0)
        found += ["limit"] * (best.base_points >= 2000)
    return found


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("mode", Mode)
def test_hands_are_no_harder_than_their_level(mode: Mode, level: Level) -> None:
    random = Random(70)
    scores = [deal(random, Order(mode, level)) for _ in range(100)]
    assert {problem for one in scores for problem in too_hard(one, level)} == set()


@pytest.mark.parametrize("mode", Mode)
def test_what_is_advanced_comes_up_at_that_level(mode: Mode) -> None:
    random = Random(71)
    scores = [deal(random, Order(mode)) for _ in range(300)]
    found = {problem for one in scores for problem in too_hard(one, Level.BEGINNER)}
    assert {"kan", "readings", "counters", "limit"} <= found


@pytest.mark.parametrize("mode", Mode)
def test_no_counters_are_on_the_table_where_none_are_wanted(mode: Mode) -> None:
    random = Random(72)
    assert {deal(random, Order(mode, honba=False)).win.honba for _ in range(60)} == {0}


# --- rules and impossible orders -------------------------------------------------------------------------------------


@pytest.mark.statistics
@pytest.mark.parametrize("name", RULE_SETS)
def test_under_every_rule_set_all_modes_deal_legal_hands_and_the_focuses_left_are_just_those_that_can_show(
    name: str,
) -> None:
    rules = RULE_SETS[name]
    random = Random(80)
    possible = possible_rule_types(edge(), rules)
    scores = [deal(random, order, rules) for order in map(Order, Mode) for _ in range(25)]
    scores += [deal(random, edge(rule_type), rules) for rule_type in possible]
    assert [found for one in scores if (found := problems(win_to_json(one.win), rules.red_fives))] == []
    assert {rule_type for one in scores for rule_type in RuleType if changes_the_answer(one, rule_type)} == set(
        possible
    )


@pytest.mark.parametrize(
    ("rule_type", "option", "value"),
    [
        (RuleType.PINFU_TSUMO, "pinfu_tsumo", False),
        (RuleType.OPEN_PINFU, "open_pinfu", 20),
        (RuleType.LIMIT, "aotenjou", True),
        (RuleType.HONBA, "honba", 0),
        (RuleType.FORMULA, "base_exponent", 0),
    ],
)
def test_an_option_that_leaves_no_question_is_named_before_anything_is_dealt(
    rule_type: RuleType, option: str, value: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dealing, "deal", None)
    with pytest.raises(ImpossibleOrder, match=f"no hand can show {rule_type}: .*{option}") as raised:
        generate(Random(0), replace(TENHOU, **{option: value}), edge(RuleType.ROUNDING, rule_type))
    error = raised.value
    assert (error.rule_type, error.obstacle, error.option, error.value) == (rule_type, Obstacle.RULES, option, value)


@pytest.mark.parametrize("rule_type", [RuleType.KAN, RuleType.READING, RuleType.HONBA, RuleType.LIMIT])
def test_what_beginners_are_spared_is_refused_for_beginners(rule_type: RuleType) -> None:
    with pytest.raises(ImpossibleOrder, match="the level beginner") as raised:
        generate(Random(0), TENHOU, edge(rule_type, level=Level.BEGINNER))
    assert (raised.value.obstacle, raised.value.value) == (Obstacle.LEVEL, Level.BEGINNER)


def test_counters_cannot_be_in_focus_where_none_are_wanted() -> None:
    with pytest.raises(ImpossibleOrder) as raised:
        generate(Random(0), TENHOU, Order(Mode.EDGE, focus=(RuleType.HONBA,), honba=False))
    assert raised.value.obstacle is Obstacle.NO_HONBA


def test_hands_for_sticks_have_some_on_the_table() -> None:
    random = Random(0)
    assert all(generate(random, TENHOU, edge(RuleType.STICKS)).riichi_sticks for _ in range(OF_EACH_FOCUS))


@pytest.mark.parametrize("mode", [Mode.MIXED, Mode.NATURAL])
def test_only_hands_on_the_edge_have_a_focus(mode: Mode) -> None:
    with pytest.raises(ValueError, match="on the edge"):
        Order(mode, focus=(RuleType.KAN,))
