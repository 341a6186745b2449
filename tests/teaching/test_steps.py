"""Which step of counting tells explanations apart, and what the learner's word about it leaves of them."""

import json
from random import Random

import pytest

from tests.teaching.hands import CLOSED_34, DOUBLE_WIND_32, SHANPON_38, TSUMO_34, Json, scored
from tests.teaching.people import ASKS, answer_of, dealt, places, worked
from trainer.mahjong.scoring import Score
from trainer.mahjong.tiles import parse_tile
from trainer.teaching.grade import Ask
from trainer.teaching.ledger import Place, ledger_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import Outcomes, Set, outcomes
from trainer.teaching.steps import (
    LIKELY,
    MOST_ASKED,
    SLIP,
    Difference,
    FollowUp,
    Step,
    StepName,
    Told,
    differences,
    follow_up,
    narrowed,
    steps_of,
    told_from_json,
    told_to_json,
)

WON = Step(StepName.ITEM, Place.WIN)
FORGOTTEN, DOWN, NEAREST = places("no_menzen_ron"), places("round_down"), places("round_nearest")
"""What makes 30 of the 34 fu of CLOSED_34."""


def counted(one: Score, mistakes: Set, step: Step) -> int:
    """What somebody with these mistakes counts at a step."""
    count = worked(one, mistakes).counted
    if step.name is StepName.ITEM:
        written = ledger_of(count.fu_items)
        return sum(entry.fu for entry in written if (entry.place, entry.tile) == (step.place, step.tile))
    return {
        StepName.FU_SUM: count.fu_sum,
        StepName.FU: count.fu,
        StepName.HAN: count.han,
        StepName.BASE: count.base_points,
    }[step.name]


def alike(found: Outcomes, explained: list[Set]) -> FollowUp | None:
    """What is asked where all of these are as likely."""
    return follow_up(found, explained, [1.0] * len(explained))


# --- what is asked ---------------------------------------------------------------------------------------------------


def test_where_forgetting_and_rounding_give_the_same_the_item_is_asked_about() -> None:
    """24 and 34 both become 30. The sum tells as much, but follows from the ten of the closed ron."""
    found = outcomes(scored(CLOSED_34), ASKS)
    assert alike(found, [FORGOTTEN, DOWN, NEAREST]) == FollowUp(WON, (0, 10))


def test_the_step_is_asked_about_that_tells_most() -> None:
    """20 + 2 + 4 (888s) + 8 (111z) as 30: 8 or 4 for the winds tells two kinds apart, the sum three: 28, 30 and 34."""
    explained = [places("round_down"), places("closed_as_open"), places("never_doubled")]
    assert alike(outcomes(scored(TSUMO_34), ASKS), explained) == FollowUp(Step(StepName.FU_SUM), (28, 30, 34))


def test_the_step_is_asked_about_that_halves_what_is_likely() -> None:
    """32 fu as 30: the pair, the tsumo or the wait forgotten, and the first is as likely as both others."""
    found = outcomes(scored(DOUBLE_WIND_32), ASKS)
    explained = [places("no_wind_pair"), places("no_tsumo"), places("no_kanchan_penchan")]
    assert follow_up(found, explained, [2.0, 1.0, 1.0]) == FollowUp(Step(StepName.ITEM, Place.PAIR), (0, 4))


def test_han_and_base_points_are_asked_about_where_the_fu_are_alike() -> None:
    """Half the points of TSUMO_34: a yaku missed, or 1 less in the exponent.

    1300 with a counter is 320 × 4 without it, or 160 × 6 and 300, as a dealer gets with 1 less in the exponent.
    """
    half, one_less = places("yaku_missed"), places("exponent_off_by_one")
    assert alike(outcomes(scored(TSUMO_34), ASKS), [half, one_less]) == FollowUp(Step(StepName.HAN), (1, 2))
    as_dealer = places("non_dealer_as_dealer", "exponent_off_by_one")
    with_honba = outcomes(scored(CLOSED_34, honba=1), ASKS)
    assert alike(with_honba, [places("no_honba"), as_dealer]) == FollowUp(Step(StepName.BASE), (160, 320))


def test_what_was_asked_already_is_not_asked_again() -> None:
    asked: list[Step | None] = []
    for asks in ((Ask.FU,), (Ask.ITEMS, Ask.FU), (Ask.ITEMS, Ask.FU_SUM, Ask.FU)):
        found = alike(outcomes(scored(CLOSED_34), asks), [FORGOTTEN, DOWN])
        asked.append(None if found is None else found.step)
    assert asked == [WON, Step(StepName.FU_SUM), None]


def test_nothing_is_asked_where_no_step_tells_the_explanations_apart() -> None:
    found = outcomes(scored(CLOSED_34), ASKS)
    assert alike(found, [DOWN, NEAREST]) is None
    assert alike(found, [DOWN]) is None
    assert alike(found, []) is None


def test_nothing_is_asked_about_what_is_far_less_likely() -> None:
    found = outcomes(scored(CLOSED_34), ASKS)
    assert follow_up(found, [FORGOTTEN, DOWN], [2.0, 2.0 * LIKELY]) is not None
    assert follow_up(found, [FORGOTTEN, DOWN], [2.0, 1.99 * LIKELY]) is None
    # The others then tell as much as if it were not there.
    assert follow_up(found, [DOWN, NEAREST, FORGOTTEN], [2.0, 2.0, 0.1]) is None


def test_the_likeliest_explanations_are_compared_and_not_all_of_hundreds() -> None:
    found = outcomes(scored(CLOSED_34), ASKS)
    assert alike(found, [DOWN] * (MOST_ASKED - 1) + [FORGOTTEN]) is not None
    assert alike(found, [DOWN] * MOST_ASKED + [FORGOTTEN]) is None


# --- what is said ----------------------------------------------------------------------------------------------------


def explained_by(found: Outcomes, step: Step, fu: int) -> set[frozenset[str]]:
    """The single mistakes that explain 30 fu once this was said."""
    fitting = found.fitting(answer_of(found.score, "round_down"))
    left = narrowed(found, fitting, step, fu).explanations(fitting)
    return {frozenset(CATALOGUE[place].name for place in mistakes) for mistakes in left if len(mistakes) == 1}


def test_what_was_counted_leaves_the_explanations_that_agree() -> None:
    found = outcomes(scored(CLOSED_34), ASKS)
    assert explained_by(found, WON, 0) == {frozenset({"no_menzen_ron"})}
    assert explained_by(found, WON, 10) == {frozenset({"round_down"}), frozenset({"round_nearest"})}
    # Who counts what is not there says the same as who counts 0 elsewhere.
    assert explained_by(found, Step(StepName.ITEM, Place.WAIT), 0) == explained_by(found, WON, 0) | explained_by(
        found, WON, 10
    )
    assert explained_by(found, WON, 7) == set()


def test_whatever_is_said_leaves_what_agrees_and_nothing_else() -> None:
    random = Random(71)
    asked, agreeing, contradicted = 0, 0, 0
    for one in dealt(71, 16):
        found = outcomes(one, ASKS)
        answers = range(1, len(found.answers))
        for number in random.sample(answers, min(4, len(answers))):
            fitting = frozenset({number})
            explained = found.explanations(fitting)
            question = alike(found, explained)
            if question is None:
                continue
            asked += 1
            step = question.step
            compared = [counted(one, mistakes, step) for mistakes in explained[:MOST_ASKED]]
            assert list(question.choices) == sorted(set(compared))
            assert len(question.choices) > 1
            for choice in question.choices:
                left = narrowed(found, fitting, step, choice)
                assert left.numbers.keys() == found.numbers.keys()
                remaining = left.explanations(fitting)
                assert {counted(one, mistakes, step) for mistakes in remaining} == {choice}
                for mistakes in explained:
                    agrees = counted(one, mistakes, step) == choice
                    assert (mistakes in remaining) is agrees
                    agreeing, contradicted = agreeing + agrees, contradicted + (not agrees)
                # Nothing was said about any other answer, nor is any of them right now.
                assert left.visible == found.visible
                assert all(left.numbers[mistakes] == kept for mistakes, kept in found.numbers.items() if kept != number)
    assert asked > 20
    assert min(agreeing, contradicted) > 50


@pytest.mark.parametrize(
    ("told", "stored"),
    [
        (SLIP, {"slip": True}),
        (Told(WON, 0), {"step": "item", "place": "win", "counted": 0}),
        (
            Told(Step(StepName.ITEM, Place.GROUP, parse_tile("9m")), 8),
            {"step": "item", "place": "group", "tile": "9m", "counted": 8},
        ),
        (Told(Step(StepName.BASE), 2000), {"step": "base", "counted": 2000}),
    ],
    ids=["slip", "nothing counted", "a group", "base points"],
)
def test_what_was_said_is_stored_like_this(told: Told, stored: Json) -> None:
    assert told_to_json(told) == stored
    assert told_from_json(stored) == told


def test_what_is_said_about_any_step_survives_storing() -> None:
    steps = {step for one in dealt(72, 30) for step in steps_of(worked(one, ()))}
    assert {step.place for step in steps} == {None, *Place} - {Place.RUN}
    for step in steps:
        told = Told(step, 30)
        assert told_from_json(json.loads(json.dumps(told_to_json(told)))) == told


# --- where a mistake shows -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "mistakes", "found"),
    [
        # Not the sum and the fu that follow from it.
        (SHANPON_38, ("ron_triplet_closed",), [Difference(Step(StepName.ITEM, Place.GROUP, parse_tile("9m")), 8, 4)]),
        (
            TSUMO_34,
            ("closed_as_open",),
            [
                Difference(Step(StepName.ITEM, Place.GROUP, parse_tile("8s")), 2, 4),
                Difference(Step(StepName.ITEM, Place.GROUP, parse_tile("1z")), 4, 8),
            ],
        ),
        (CLOSED_34, ("no_menzen_ron", "round_down"), [Difference(WON, 0, 10)]),
        (CLOSED_34, ("round_down",), [Difference(Step(StepName.FU), 30, 40)]),
        (TSUMO_34, ("yaku_missed",), [Difference(Step(StepName.HAN), 1, 2)]),
        (CLOSED_34, ("exponent_off_by_one",), [Difference(Step(StepName.BASE), 160, 320)]),
        (CLOSED_34, ("non_dealer_as_dealer",), []),
    ],
    ids=str,
)
def test_a_mistake_shows_at_its_items_or_at_the_first_step_that_it_changes(
    hand: Json, mistakes: tuple[str, ...], found: list[Difference]
) -> None:
    assert differences(outcomes(scored(hand), ASKS), places(*mistakes)) == found
