"""What is believed about single mistakes."""

import numpy as np
import pytest

from tests.teaching.hands import CLOSED_34, SHANPON_38, TSUMO_34, scored
from tests.teaching.people import ASKS, answer_of, dealt, places
from trainer.mahjong.points import Payer
from trainer.teaching.belief import KEPT, MOST_STRENGTH, NO_BELIEF, PRIOR_MEAN, Belief, suspicions
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import outcomes

Density = np.ndarray[tuple[int], np.dtype[np.float64]]

GRID = (np.arange(200_000) + 0.5) / 200_000


def moments(density: Density) -> tuple[float, float]:
    """Mean and variance of a distribution by summing it up; it need not be normed."""
    weights = density / density.sum()
    mean = float((weights * GRID).sum())
    return mean, float((weights * (GRID - mean) ** 2).sum())


@pytest.mark.parametrize("suspicion", [0.0, 0.3, 0.97, 1.0])
@pytest.mark.parametrize(("made", "avoided"), [(2.0, 3.0), (20.0, 4.0), (90.0, 60.0)])
def test_a_belief_has_mean_and_variance_of_both_cases_mixed(made: float, avoided: float, suspicion: float) -> None:
    strength = min(made + avoided, MOST_STRENGTH) * KEPT
    one, two = strength * made / (made + avoided), strength * avoided / (made + avoided)

    def beta(a: float, b: float) -> Density:
        density: Density = np.exp((a - 1) * np.log(GRID) + (b - 1) * np.log(1 - GRID))
        normed: Density = density / density.sum()
        return normed

    wanted = moments(suspicion * beta(one + 1, two) + (1 - suspicion) * beta(one, two + 1))
    after = Belief(made, avoided).after(suspicion)
    assert moments(beta(after.made, after.avoided)) == pytest.approx(wanted, rel=1e-4)
    assert after.probability == pytest.approx(wanted[0], rel=1e-4)


def test_the_first_chances_move_most_and_a_habit_given_up_is_believed() -> None:
    """Made in 300 hands: at 60 chances remembered, right answers halve the belief within 60 more."""
    belief, steps = NO_BELIEF, []
    assert belief.probability == pytest.approx(PRIOR_MEAN)
    for _ in range(300):
        before, belief = belief, belief.after(1.0)
        steps.append(belief.probability - before.probability)
    assert belief.probability > 0.95
    assert steps[:10] == sorted(steps[:10], reverse=True)
    for _ in range(60):
        belief = belief.after(0.0)
    assert belief.probability < 0.5
    assert belief.evidence < 10


def test_a_suspicion_is_a_probability_of_a_mistake_that_the_answer_says_something_about() -> None:
    for one in dealt(61, 12):
        found = outcomes(one, ASKS)
        for place in sorted(found.visible)[:3]:
            fitting = found.fitting(answer_of(one, CATALOGUE[place].name))
            suspected = suspicions(found, fitting, {})
            assert all(0 <= share <= 1 for share in suspected.values())
            telling = found.visible.union(*found.explanations(fitting))
            assert set(suspected) == {CATALOGUE[place].name for place in telling}
            # The mistake made explains the answer alone, so it is suspected more than before.
            assert suspected[CATALOGUE[place].name] > PRIOR_MEAN


def test_an_answer_says_nothing_about_a_mistake_that_it_could_not_show() -> None:
    """34 fu and 32 without those of tsumo are both 40, and nobody can forget the fu of tsumo in a ron."""
    one = scored(TSUMO_34)
    found = outcomes(one, ASKS)
    right = suspicions(found, frozenset({0}), {})
    assert set(places("no_tsumo")) <= set(found.places)
    assert "no_tsumo" not in right
    assert "round_down" in right
    by_item = outcomes(one, (Ask.ITEMS, Ask.FU))
    assert suspicions(by_item, frozenset({0}), {})["no_tsumo"] < PRIOR_MEAN
    by_ron = outcomes(scored(CLOSED_34), (Ask.ITEMS,))
    assert "no_tsumo" not in suspicions(by_ron, frozenset({0}), {})


def test_the_only_simple_explanation_is_suspected_and_what_the_answer_excludes_is_not() -> None:
    one = scored(SHANPON_38)
    found = outcomes(one, ASKS)
    suspected = suspicions(found, found.fitting(answer_of(one, "ron_triplet_closed")), {})
    assert suspected.pop("ron_triplet_closed") > 0.8
    assert max(suspected.values()) < 0.2


def test_of_two_explanations_the_one_that_is_believed_is_suspected() -> None:
    """30 for 34: the ten of the closed ron forgotten, or rounded down."""
    found = outcomes(scored(CLOSED_34), ASKS)
    fitting = found.fitting(Answer(30, {Payer.DISCARDER: 1000}))
    for believed, other in (("no_menzen_ron", "round_down"), ("round_down", "no_menzen_ron")):
        suspected = suspicions(found, fitting, {believed: Belief(4.0, 1.0)})
        assert suspected[believed] > 0.8
        assert suspected[other] < 0.2
