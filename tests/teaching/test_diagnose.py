"""Diagnosis: what an answer was a chance for, which mistakes explain it, and what it shows."""

from collections.abc import Mapping
from itertools import permutations
from random import Random
from types import MappingProxyType
from typing import Any

import pytest

from tests.teaching.hands import (
    ALL_HONOURS,
    CLOSED_34,
    DOUBLE_WIND_32,
    DOUBLE_WIND_34,
    SEVEN_PAIRS,
    SHANPON_38,
    TSUMO_34,
    Json,
    scored,
)
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import TENHOU, Rules, preset
from trainer.mahjong.scoring import Count, Score, score
from trainer.teaching import diagnose
from trainer.teaching.belief import Belief
from trainer.teaching.diagnose import Explanation, evidence, visible
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask, Payment, accepts, grade, payment_of
from trainer.teaching.ledger import Place, ledger_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import free_of_contradictions, outcomes
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import work_out

FU = (Ask.FU,)
BOTH = (Ask.FU, Ask.PAYMENT)


def dealt(seed: int, count: int, rules: Rules = TENHOU) -> list[Score]:
    random = Random(seed)
    found = (score(generate(random, rules), rules) for _ in range(count))
    return [one for one in found if isinstance(one, Score)]


def explanations(
    one: Score, asks: tuple[Ask, ...], answer: Answer, beliefs: Mapping[str, Belief] = MappingProxyType({})
) -> tuple[Explanation, ...]:
    found = outcomes(one, asks)
    return diagnose.explanations(found, found.fitting(answer), beliefs)


def by_discarder(points: int) -> Payment:
    return {Payer.DISCARDER: points}


def answer_of(count: Count) -> Answer:
    return Answer(count.fu, payment_of(count.payment))


# --- working ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    [TENHOU, preset("m_league"), Rules(aotenjou=True), Rules(pinfu_tsumo=False, open_pinfu=20, chiitoitsu="50x1")],
    ids=["tenhou", "m_league", "aotenjou", "options"],
)
def test_working_without_a_mistake_gives_the_right_count(rules: Rules) -> None:
    count = 500 if rules is TENHOU else 50
    for one in dealt(11, count, rules):
        assert work_out(one) == one.best


@pytest.mark.parametrize("names", list(permutations(("never_doubled", "ankan_as_open"))), ids=" then ".join)
def test_two_mistakes_about_the_same_kan_are_both_made(names: tuple[str, ...]) -> None:
    """An open kan of simples is 8: 20 + 10 + 8 + 2 = 40; either mistake alone makes 16 of the 32."""
    hand: Json = {"concealed": "234567m3458s", "win_tile": "8s", "win": "ron"}
    one = scored(hand, melds=[{"kind": "ankan", "tiles": "1111z"}])
    changes = {mistake.name: mistake.change for mistake in CATALOGUE}
    assert [work_out(one, (changes[name],)).fu_sum for name in names] == [48, 48]
    assert work_out(one, (changes[name] for name in names)).fu_sum == 40


# --- visible ---------------------------------------------------------------------------------------------------------


def test_a_rule_is_visible_in_the_parts_that_getting_it_wrong_would_change() -> None:
    """Seven pairs by ron, South, one yaku, no dora, no counters; 25 × 16 × 4 = 1600 needs no rounding."""
    assert visible(scored(SEVEN_PAIRS), BOTH) == {
        RuleType.CHIITOITSU: {Ask.FU, Ask.PAYMENT},
        RuleType.DEALER: {Ask.PAYMENT},
        RuleType.FORMULA: {Ask.PAYMENT},
    }
    assert visible(scored(SEVEN_PAIRS), FU) == {RuleType.CHIITOITSU: {Ask.FU}}


def test_the_fu_of_a_tsumo_are_invisible_where_rounding_hides_them() -> None:
    assert RuleType.TSUMO not in visible(scored(TSUMO_34), BOTH)
    assert RuleType.TSUMO in visible(scored(DOUBLE_WIND_32), BOTH)


def test_the_pair_of_both_winds_is_invisible_where_rounding_hides_it() -> None:
    assert RuleType.DOUBLE_WIND not in visible(scored(DOUBLE_WIND_34), BOTH)
    assert RuleType.DOUBLE_WIND in visible(scored(DOUBLE_WIND_32), BOTH)


def test_what_belongs_to_the_payment_is_invisible_when_only_fu_are_asked() -> None:
    one = scored(CLOSED_34, honba=2, dora_indicators="7s")
    of_the_payment = {RuleType.LIMIT, RuleType.DEALER, RuleType.HONBA, RuleType.DORA}
    assert of_the_payment <= set(visible(one, BOTH))
    assert of_the_payment & set(visible(one, FU)) == set()


def test_there_is_no_rule_to_show_about_counters_that_are_not_there() -> None:
    assert RuleType.HONBA not in visible(scored(CLOSED_34), BOTH)


def test_fu_are_invisible_in_a_payment_that_the_han_alone_decide() -> None:
    five_han = scored(CLOSED_34, ippatsu=True, dora_indicators="7s")
    assert visible(five_han, BOTH)[RuleType.MENZEN_RON] == {Ask.FU}
    assert visible(scored(CLOSED_34), BOTH)[RuleType.MENZEN_RON] == {Ask.FU, Ask.PAYMENT}


def test_a_yakuman_is_no_chance_to_show_anything_about_fu() -> None:
    assert visible(scored(ALL_HONOURS), FU) == {}
    assert set(visible(scored(ALL_HONOURS), BOTH)) == {RuleType.DEALER}


def test_forgetting_the_only_item_of_an_open_ron_is_invisible() -> None:
    """20 + 2 for the dragons is 22, so 30; without them an open hand of 20, which counts 30 too."""
    melds = [{"kind": "chi", "tiles": tiles} for tiles in ("123m", "456m", "789m")]
    hand = {"concealed": "34p66z", "melds": melds, "win_tile": "5p", "win": "ron"}
    assert RuleType.PAIR_VALUE not in visible(scored(hand), BOTH)


def test_rule_types_are_listed_in_the_order_of_counting() -> None:
    for one in dealt(12, 30):
        found = list(visible(one, BOTH))
        assert found == sorted(found, key=list(RuleType).index)


def test_every_rule_type_is_visible_in_some_dealt_hand() -> None:
    """What is never visible would never be practised."""
    asks = (*BOTH, Ask.RECEIVED)
    shown = {rule_type for one in dealt(13, 300) for rule_type in visible(one, asks)}
    assert set(RuleType) == shown


# --- explanations ----------------------------------------------------------------------------------------------------


def explained(
    hand: Json, fu: int | None, payment: Payment | None, asks: tuple[Ask, ...] = BOTH, **changes: Any
) -> set[frozenset[str]]:
    found = explanations(scored(hand, **changes), asks, Answer(fu, payment))
    return {frozenset(mistake.name for mistake in mistakes) for mistakes in found}


def one_each(*names: str) -> set[frozenset[str]]:
    return {frozenset({name}) for name in names}


def test_a_right_answer_needs_no_explanation() -> None:
    assert explained(CLOSED_34, 40, by_discarder(1300)) == set()


def test_a_triplet_won_by_ron_and_taken_as_closed_is_found() -> None:
    """20 + 10 + 4 + 8 = 42, so 50: 50 × 8 × 4 = 1600."""
    assert explained(SHANPON_38, 50, by_discarder(1600)) == one_each("ron_triplet_closed")


def test_every_single_mistake_that_gives_the_answer_is_found() -> None:
    """34 becomes 30 without the ten of the closed ron (24), and by rounding down or to the nearest ten."""
    assert explained(CLOSED_34, 30, by_discarder(1000)) == one_each("no_menzen_ron", "round_nearest", "round_down")


def test_two_mistakes_at_once_are_found_and_no_larger_set() -> None:
    """30 fu as above, and no counters in the 1000."""
    assert explained(CLOSED_34, 30, by_discarder(1000), honba=2) == {
        frozenset({fu, "no_honba"}) for fu in ("no_menzen_ron", "round_nearest", "round_down")
    }


def test_three_mistakes_at_once_are_found() -> None:
    """A triplet too many closed (50 fu), as the dealer (50 × 8 × 6 = 2400), without the counter."""
    assert explained(SHANPON_38, 50, by_discarder(2400), honba=1) == {
        frozenset({"ron_triplet_closed", "non_dealer_as_dealer", "no_honba"})
    }


def test_a_mistake_in_the_payment_alone_is_found_beside_right_fu() -> None:
    """1300 without the counter, or 40 × 4 × 6 = 960 with its 300."""
    as_dealer_with_an_exponent_less = frozenset({"exponent_off_by_one", "non_dealer_as_dealer"})
    assert explained(CLOSED_34, 40, by_discarder(1300), honba=1) == {
        frozenset({"no_honba"}),
        as_dealer_with_an_exponent_less,
    }
    assert explained(CLOSED_34, 40, by_discarder(1400), honba=1) == one_each("honba_100_on_ron")


@pytest.mark.parametrize("payment", [None, {Payer.DISCARDER: 1300}, {Payer.DISCARDER: 999}], ids=repr)
def test_a_nonsense_answer_has_no_explanation(payment: Payment | None) -> None:
    assert explained(CLOSED_34, 999, payment) == set()


def test_an_answer_left_empty_has_no_explanation() -> None:
    assert explained(CLOSED_34, None, None) == set()
    assert explained(CLOSED_34, 40, None) == set()


def test_only_what_was_asked_needs_to_be_explained() -> None:
    assert explained(SHANPON_38, 50, None, FU) == one_each("ron_triplet_closed")


def test_every_visible_mistake_in_dealt_hands_is_among_the_explanations_of_its_answer() -> None:
    for one in dealt(14, 30):
        of_all_sets = outcomes(one, BOTH)
        for mistake in CATALOGUE:
            answer = answer_of(work_out(one, (mistake.change,)))
            if not all(accepts(one, ask, answer.value(ask)) for ask in BOTH):
                found = diagnose.explanations(of_all_sets, of_all_sets.fitting(answer))
                assert (mistake,) in found
                assert not any(mistake in mistakes for mistakes in found if len(mistakes) > 1)


def test_every_explanation_gives_the_answer_and_needs_each_of_its_mistakes() -> None:
    random = Random(15)
    places = {mistake.name: place for place, mistake in enumerate(CATALOGUE)}
    seen = 0
    for one in dealt(15, 25):
        answer = answer_of(work_out(one, (mistake.change for mistake in random.sample(CATALOGUE, 2))))
        graded = {part.ask: part.right for part in grade(one, BOTH, answer)}
        found = explanations(one, BOTH, answer)
        for mistakes in found:
            given = answer_of(work_out(one, (mistake.change for mistake in mistakes)))
            assert all(
                given.value(ask) == answer.value(ask) or (graded[ask] and accepts(one, ask, given.value(ask)))
                for ask in BOTH
            )
            assert len(mistakes) <= 3
            assert free_of_contradictions(tuple(sorted(places[mistake.name] for mistake in mistakes)))
            assert not any(set(less) < set(mistakes) for less in found)
            seen += 1
    assert seen > 25


def test_the_explanation_that_fits_the_learner_best_comes_first() -> None:
    """30 for 34: the ten of the closed ron forgotten, or rounded down."""
    one, answer = scored(CLOSED_34), Answer(30, by_discarder(1000))
    first = [explanations(one, BOTH, answer, {name: Belief(3.0, 1.0)})[0] for name in ("no_menzen_ron", "round_down")]
    assert [[mistake.name for mistake in mistakes] for mistakes in first] == [["no_menzen_ron"], ["round_down"]]


# --- evidence --------------------------------------------------------------------------------------------------------


def shown(hand: Json, fu: int | None, payment: Payment | None, **changes: Any) -> dict[RuleType, bool]:
    one, answer = scored(hand, **changes), Answer(fu, payment)
    found = evidence(one, BOTH, answer, explanations(one, BOTH, answer))
    assert [fact.rule_type for fact in found] == list(visible(one, BOTH))
    return {fact.rule_type: fact.right for fact in found}


def test_a_right_answer_shows_every_visible_rule_followed() -> None:
    found = shown(CLOSED_34, 40, by_discarder(1300))
    assert {RuleType.MENZEN_RON, RuleType.ROUNDING, RuleType.FORMULA} <= set(found)
    assert set(found.values()) == {True}


def test_a_wrong_answer_that_one_mistake_explains_shows_that_rule_broken_and_all_others_followed() -> None:
    found = shown(SHANPON_38, 50, by_discarder(1600))
    assert {RuleType.MENZEN_RON, RuleType.ROUNDING, RuleType.FORMULA} <= set(found)
    assert {rule_type for rule_type, right in found.items() if not right} == {RuleType.SHANPON}


def test_a_wrong_answer_with_several_explanations_shows_none_of_their_rules_followed() -> None:
    found = shown(CLOSED_34, 30, by_discarder(1000))
    assert {rule_type for rule_type, right in found.items() if not right} == {RuleType.MENZEN_RON, RuleType.ROUNDING}


def test_right_fu_beside_a_payment_that_nothing_explains_show_the_rules_of_fu_followed() -> None:
    found = shown(CLOSED_34, 40, by_discarder(1234), honba=2)
    assert found[RuleType.MENZEN_RON]
    assert found[RuleType.ROUNDING]
    assert not found[RuleType.HONBA]
    assert not found[RuleType.FORMULA]


def test_a_right_payment_beside_fu_that_nothing_explains_shows_the_rules_of_the_payment_followed() -> None:
    """Five han are a mangan whatever the fu, so the payment says nothing about them."""
    found = shown(CLOSED_34, 999, by_discarder(8000), ippatsu=True, dora_indicators="7s")
    assert found[RuleType.DEALER]
    assert found[RuleType.DORA]
    assert not found[RuleType.MENZEN_RON]
    assert not found[RuleType.ROUNDING]


def test_a_wrong_answer_that_nothing_explains_shows_no_rule_followed() -> None:
    assert set(shown(CLOSED_34, 999, by_discarder(1234)).values()) == {False}


# --- parts beside fu and payment -------------------------------------------------------------------------------------


def test_sticks_are_visible_only_in_the_total() -> None:
    one = scored(CLOSED_34, riichi_sticks=2)
    assert RuleType.STICKS not in visible(one, BOTH)
    assert visible(one, (Ask.PAYMENT, Ask.RECEIVED))[RuleType.STICKS] == {Ask.RECEIVED}
    (mistake,) = explanations(one, (Ask.RECEIVED,), Answer(received=1300))[0]
    assert mistake.name == "no_sticks"


def test_what_rounding_hides_is_visible_item_by_item() -> None:
    one = scored(TSUMO_34)
    assert RuleType.TSUMO not in visible(one, FU)
    assert visible(one, (Ask.ITEMS, Ask.FU))[RuleType.TSUMO] == {Ask.ITEMS}


def test_a_wrong_line_of_the_ledger_names_its_mistake() -> None:
    one = scored(TSUMO_34)
    items = tuple(entry for entry in ledger_of(one.best.fu_items) if entry.place is not Place.WIN)
    assert explanations(one, (Ask.ITEMS,), Answer(items=items))[0] == tuple(
        mistake for mistake in CATALOGUE if mistake.name == "no_tsumo"
    )


def test_fu_left_out_and_a_limit_called_show_nothing_about_their_rules() -> None:
    one = scored(CLOSED_34, ippatsu=True, dora_indicators="7s")
    asks = (Ask.FU, Ask.HAN, Ask.PAYMENT)
    answer = Answer(None, by_discarder(8000), Limit.MANGAN)
    facts = evidence(one, asks, answer, explanations(one, asks, answer))
    assert [fact.rule_type for fact in facts] == list(visible(one, (Ask.PAYMENT,)))
    assert all(fact.right for fact in facts)
