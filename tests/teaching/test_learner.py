"""What is known about a learner: what he is told of it, and what one more answer leaves."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from types import MappingProxyType

import pytest

from tests.teaching.hands import CLOSED_34, SHANPON_38, TSUMO_34, Json, scored
from tests.teaching.people import ASKS, answer_of, places
from trainer.teaching.belief import NO_BELIEF, PRIOR_MEAN, Belief
from trainer.teaching.cards import Card, rated
from trainer.teaching.cards import Rating as Memory
from trainer.teaching.diagnose import visible
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.learner import UNEXPLAINED, Learner, Shown, after_answer, shown_by
from trainer.teaching.outcomes import Outcomes, outcomes
from trainer.teaching.posterior import Posterior, numbers_of
from trainer.teaching.ratings import HandClass, Rating
from trainer.teaching.rule_types import RuleType

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

HABIT = "ron_triplet_closed"
"""In SHANPON_38 the only mistake that gives its answer alone: 50 fu."""
(HELD,) = places(HABIT)


def asked_about(hand: Json, asks: tuple[Ask, ...] = ASKS) -> Outcomes:
    return once(json.dumps(hand), asks)


@cache
def once(hand: str, asks: tuple[Ask, ...]) -> Outcomes:
    """The few hands of these tests come again and again."""
    return outcomes(scored(json.loads(hand)), asks)


def answers(*given: tuple[Json, frozenset[int] | str | None]) -> Posterior:
    """After answers to hands: of somebody who makes a mistake, right ones (None), or what fits these numbers."""
    posterior = Posterior()
    for hand, answer in given:
        found = asked_about(hand)
        if not isinstance(answer, frozenset):
            answer = found.fitting(answer_of(found.score, *[answer] if answer else []))
        posterior = posterior.after(numbers_of(found), answer)
    return posterior


UNKNOWN = (SHANPON_38, frozenset[int]())
"""A wrong answer that nothing leads to."""
OFTEN = (SHANPON_38, HABIT)
RIGHT = (SHANPON_38, None)
THIRTY = (CLOSED_34, "no_menzen_ron")
"""30 for 34, which rounding down gives too."""


# --- what he is told of ----------------------------------------------------------------------------------------------

PROVEN = Belief(6.0, 2.0, 3.0)


def known(belief: Belief, posterior: Posterior, name: str = HABIT) -> Learner:
    return Learner(beliefs={name: belief}, posterior=posterior)


def test_a_mistake_is_named_that_is_made_often_in_hands_enough_and_explains_the_answers_alone() -> None:
    posterior = answers(*[OFTEN] * 4)
    assert known(PROVEN, posterior).named == {HABIT}
    assert known(Belief(1.01, 1.0, 3.0), posterior).named == {HABIT}


@pytest.mark.parametrize(
    "learner",
    [
        lambda: known(Belief(2.0, 2.0, 9.0), answers(*[OFTEN] * 4)),
        lambda: known(Belief(6.0, 2.0, 2.99), answers(*[OFTEN] * 4)),
        lambda: known(PROVEN, answers(*[THIRTY] * 4), "no_menzen_ron"),
        lambda: known(PROVEN, answers(*[OFTEN] * 6, *[UNKNOWN] * 2)),
    ],
    ids=["made half the time", "made in too few hands", "others explain it as well", "much is left unexplained"],
)
def test_a_mistake_that_lacks_one_of_these_is_not_named(learner: Callable[[], Learner]) -> None:
    assert learner().named == frozenset()


def test_little_left_unexplained_does_not_hide_what_the_rest_proves() -> None:
    posterior = answers(*[OFTEN] * 12, UNKNOWN)
    assert 0.05 < posterior.unexplained < UNEXPLAINED
    assert known(PROVEN, posterior).named == {HABIT}


def told_after(hand: Json, name: str, most: int = 8) -> int | None:
    """After how many answers of somebody who always makes this mistake it is named."""
    found, learner = asked_about(hand), Learner()
    for number in range(1, most + 1):
        learner = after_answer(learner, shown_by(learner, found, answer_of(found.score, name)), NOON)
        if learner.named:
            assert learner.named == {name}
            return number
    return None


def test_it_takes_several_answers_to_accuse_and_ambiguous_ones_never_do() -> None:
    assert told_after(SHANPON_38, HABIT) == 4
    assert told_after(CLOSED_34, "no_menzen_ron") is None


def test_unproven_is_what_explains_the_answers_but_was_made_in_too_few_hands() -> None:
    likely, unsure = answers(OFTEN), answers(*[THIRTY] * 4)
    assert known(Belief(0.9, 0.9, 0.9), likely).unproven == {HELD}
    assert known(PROVEN, likely).unproven == set()
    assert known(Belief(6.0, 2.0, 0.9), unsure, "no_menzen_ron").unproven == set()


@pytest.mark.parametrize(
    ("given", "puzzling"),
    [
        ([UNKNOWN] * 3, False),
        ([UNKNOWN] * 3 + [RIGHT] * 2, False),
        ([UNKNOWN] * 5, True),
        ([OFTEN] * 6, False),
        ([OFTEN] * 5 + [UNKNOWN] * 2, False),
        ([OFTEN] * 5 + [UNKNOWN] * 4, True),
        ([RIGHT] * 6, False),
    ],
    ids=["three", "and right ones", "five", "all explained", "most explained", "half explained", "none wrong"],
)
def test_a_habit_is_unknown_when_many_wrong_answers_are_left_unexplained(
    given: list[tuple[Json, frozenset[int] | str | None]], puzzling: bool
) -> None:
    assert Learner(posterior=answers(*given)).puzzling is puzzling


# --- what is believed of him -----------------------------------------------------------------------------------------

BELIEVED = Learner(
    beliefs={
        "round_down": Belief(3.0, 1.0),
        "round_nearest": Belief(1.0, 3.0),
        "no_honba": Belief(9.0, 1.0),
        "no_tsumo": Belief(1.0, 1.0),
        "no_menzen_ron": Belief(3.0, 2.0),
    }
)


def test_the_likeliest_mistake_about_a_rule_type_is_that_of_no_other() -> None:
    assert BELIEVED.likeliest(RuleType.ROUNDING) == 0.75
    assert BELIEVED.likeliest(RuleType.HONBA) == 0.9
    assert BELIEVED.likeliest(RuleType.KAN) == NO_BELIEF.probability == PRIOR_MEAN


def test_held_are_the_mistakes_about_these_rule_types_that_are_rather_made_than_not() -> None:
    wanted = (RuleType.ROUNDING, RuleType.TSUMO, RuleType.KAN, RuleType.MENZEN_RON)
    assert [mistake.name for mistake in BELIEVED.held(wanted)] == ["no_menzen_ron", "round_down"]
    assert BELIEVED.held(()) == Learner().held(RuleType) == ()


def test_a_class_never_met_is_expected_to_go_as_the_others_do() -> None:
    learner = Learner(ratings={HandClass.KAN: Rating(2.0, 5), HandClass.LIMIT: Rating(-1.0, 3)})
    assert learner.success(HandClass.KAN) == Rating(2.0).success
    assert learner.success(HandClass.RUNS) == Rating(0.5).success
    assert Learner().success(HandClass.RUNS) == 0.5


# --- after an answer -------------------------------------------------------------------------------------------------


def after(hand: Json, answer: Answer, *, asks: tuple[Ask, ...] = ASKS, pace: float | None = None) -> Learner:
    """A newcomer after this answer."""
    found = asked_about(hand, asks)
    return after_answer(Learner(), shown_by(Learner(), found, answer), NOON, pace)


def first(memory: Memory) -> Card:
    return rated(None, memory, NOON)


@pytest.mark.parametrize(
    ("pace", "memory"),
    [
        (None, Memory.Good),
        (0.59, Memory.Easy),
        (0.6, Memory.Good),
        (1.0, Memory.Good),
        (2.0, Memory.Good),
        (2.01, Memory.Hard),
    ],
)
def test_a_right_answer_rates_each_rule_that_it_could_show_by_its_pace(pace: float | None, memory: Memory) -> None:
    cards = after(CLOSED_34, answer_of(scored(CLOSED_34)), pace=pace).cards
    assert cards == dict.fromkeys(visible(scored(CLOSED_34), ASKS), first(memory))


def test_a_rule_that_the_question_could_not_show_gets_no_card() -> None:
    """34 fu and 32 without those of tsumo are both 40; item by item they are not alike."""
    one = scored(TSUMO_34)
    assert RuleType.TSUMO not in after(TSUMO_34, answer_of(one)).cards
    assert RuleType.TSUMO in after(TSUMO_34, answer_of(one), asks=(Ask.ITEMS,)).cards
    # Not even when it must have been broken, beside another.
    found = asked_about(TSUMO_34)
    both = Shown(found, frozenset(), {"no_tsumo": 1.0, "round_down": 1.0})
    assert after_answer(Learner(), both, NOON).cards == {RuleType.ROUNDING: first(Memory.Again)}


def test_a_rule_that_a_wrong_answer_shows_broken_is_forgotten_and_no_other_is_rated() -> None:
    one = scored(SHANPON_38)
    learner = after(SHANPON_38, answer_of(one, HABIT), pace=0.5)
    assert learner.cards == {RuleType.SHANPON: first(Memory.Again)}


def test_item_by_item_the_other_rules_were_followed() -> None:
    one, asks = scored(TSUMO_34), (Ask.ITEMS, Ask.FU)
    cards = after(TSUMO_34, answer_of(one, "no_tsumo"), asks=asks).cards
    assert cards[RuleType.TSUMO] == first(Memory.Again)
    assert {RuleType.OPEN_CLOSED, RuleType.TERMINAL_HONOUR} <= set(cards)
    assert set(cards) <= set(visible(one, asks))
    assert [card for rule_type, card in cards.items() if rule_type is not RuleType.TSUMO] == (
        [first(Memory.Good)] * (len(cards) - 1)
    )


def test_of_two_rules_that_may_be_broken_neither_is_rated() -> None:
    cards = after(CLOSED_34, answer_of(scored(CLOSED_34), "no_menzen_ron")).cards
    assert RuleType.MENZEN_RON not in cards
    assert RuleType.ROUNDING not in cards


@pytest.mark.parametrize(
    ("suspected", "memory", "by_item"),
    [
        ({"round_down": 0.6}, Memory.Again, Memory.Again),
        ({"round_down": 0.59}, None, None),
        # Either of them: 1 - 0.6 × 0.6.
        ({"round_down": 0.4, "round_nearest": 0.4}, Memory.Again, Memory.Again),
        ({"round_down": 0.4, "no_menzen_ron": 0.4}, None, None),
        ({"round_down": 0.11}, None, None),
        ({"round_down": 0.09}, None, Memory.Good),
    ],
    ids=str,
)
def test_a_wrong_answer_rates_a_rule_by_how_surely_it_was_broken(
    suspected: dict[str, float], memory: Memory | None, by_item: Memory | None
) -> None:
    for asks, wanted in ((ASKS, memory), ((Ask.ITEMS, *ASKS), by_item)):
        shown = Shown(asked_about(CLOSED_34, asks), frozenset(), suspected)
        cards = after_answer(Learner(), shown, NOON, 0.1).cards
        assert cards.get(RuleType.ROUNDING) == (None if wanted is None else first(wanted))


def test_an_answer_adds_to_what_was_known_and_leaves_the_rest() -> None:
    yesterday = NOON - timedelta(days=1)
    cards = {
        RuleType.SHANPON: rated(None, Memory.Good, yesterday),
        RuleType.KAN: rated(None, Memory.Easy, yesterday),
    }
    before = Learner(
        {"no_tanki": Belief(3.0, 1.0, 2.0)},
        MappingProxyType(cards),
        {HandClass.TRIPLETS: Rating(1.0, 4), HandClass.KAN: Rating(-1.0, 2)},
        answers(OFTEN),
    )
    found = asked_about(SHANPON_38)
    shown = shown_by(before, found, answer_of(found.score, HABIT))
    assert not shown.right
    learner = after_answer(before, shown, NOON)
    assert learner.beliefs == {
        "no_tanki": Belief(3.0, 1.0, 2.0),
        **{name: NO_BELIEF.after(share) for name, share in shown.suspicions.items()},
    }
    assert HABIT in shown.suspicions
    assert learner.cards == {**cards, RuleType.SHANPON: rated(cards[RuleType.SHANPON], Memory.Again, NOON)}
    assert learner.ratings == {HandClass.TRIPLETS: Rating(1.0, 4).after(False), HandClass.KAN: Rating(-1.0, 2)}
    assert learner.posterior.of_mistakes == pytest.approx(answers(OFTEN, OFTEN).of_mistakes)
