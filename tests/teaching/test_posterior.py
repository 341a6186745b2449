"""What answers make likely."""

from itertools import combinations
from math import isclose, log
from random import Random

import numpy as np
import pytest

from tests.teaching.hands import SHANPON_38, scored
from tests.teaching.people import ASKS, answer_of, dealt, places
from trainer.teaching.outcomes import Outcomes, Set, outcomes
from trainer.teaching.posterior import (
    ANSWERS,
    KEPT,
    MADE,
    PRIOR,
    SLIP,
    Posterior,
    hypotheses,
    numbers_of,
    surprises,
)


def likelihood(found: Outcomes, mistakes: Set, fitting: frozenset[int]) -> float:
    """How likely an answer is for somebody who holds these mistakes and makes each of them or not."""
    whole = 0.0
    for size in range(len(mistakes) + 1):
        for made in combinations(mistakes, size):
            mattering = tuple(place for place in made if place in found.places)
            if found.numbers[mattering] in fitting:
                whole += MADE**size * (1 - MADE) ** (len(mistakes) - size)
    return (1 - SLIP) * whole + SLIP / ANSWERS


def test_after_one_answer_each_set_is_as_likely_as_bayes_has_it() -> None:
    random = Random(51)
    sets = hypotheses().sets
    for one in dealt(51, 5):
        found = outcomes(one, ASKS)
        mistakes = random.choice([held for held, number in found.numbers.items() if number])
        fitting = frozenset({found.numbers[mistakes]})
        after = Posterior().after(numbers_of(found), fitting).probabilities
        assert after.sum() == pytest.approx(1)
        none = likelihood(found, (), fitting)
        # Those that give the answer, and others.
        for row in [sets.index(mistakes), *random.sample(range(len(sets)), 150)]:
            odds = (PRIOR / (1 - PRIOR)) ** len(sets[row]) * likelihood(found, sets[row], fitting) / none
            assert isclose(after[row] / after[sets.index(())], odds, rel_tol=1e-9)


def test_an_answer_that_one_mistake_gives_makes_it_likely() -> None:
    """50 fu for SHANPON_38 (see the tests of diagnosis) is the triplet taken as closed, or far more mistakes."""
    one = scored(SHANPON_38)
    found = outcomes(one, ASKS)
    (held,) = places("ron_triplet_closed")
    after = Posterior().after(numbers_of(found), found.fitting(answer_of(one, "ron_triplet_closed")))
    assert after.of_mistakes[held] > 0.5 > Posterior().of_mistakes[held]
    assert after.best_set == (held,)
    assert (after.wrong, after.unexplained) == (1.0, 0.0)


def test_what_was_answered_long_ago_fades() -> None:
    """Answers that say nothing take the same share of what is left away each time."""
    one = scored(SHANPON_38)
    found = outcomes(one, ASKS)
    held = hypotheses().sets.index(places("ron_triplet_closed"))
    nothing = np.zeros(len(hypotheses().sets), dtype=np.int16)

    def gained(posterior: Posterior) -> float:
        """How much likelier it is than at first, beside nothing held."""
        shares = posterior.probabilities
        return log(shares[held] / shares[0]) - float(hypotheses().prior[held] - hypotheses().prior[0])

    posterior = Posterior().after(numbers_of(found), found.fitting(answer_of(one, "ron_triplet_closed")))
    at_first, wrong = gained(posterior), posterior.wrong
    assert at_first > 3
    for _ in range(50):
        posterior = posterior.after(nothing, frozenset({0}))
    assert gained(posterior) == pytest.approx(at_first * KEPT**50)
    assert posterior.wrong == pytest.approx(wrong * KEPT**50)


def test_wrong_answers_that_nothing_gives_stay_unexplained() -> None:
    posterior = Posterior()
    for one in dealt(52, 10):
        posterior = posterior.after(numbers_of(outcomes(one, ASKS)), frozenset())
    assert posterior.unexplained == pytest.approx(1)
    assert posterior.probabilities == pytest.approx(Posterior().probabilities)


def test_right_answers_leave_nothing_likelier_than_no_mistake() -> None:
    posterior = Posterior()
    shown: set[int] = set()
    for one in dealt(53, 40):
        found = outcomes(one, ASKS)
        posterior = posterior.after(numbers_of(found), frozenset({0}))
        shown |= found.visible
    assert posterior.best_set == ()
    assert posterior.wrong == posterior.unexplained == 0
    assert len(shown) > 20
    assert all(posterior.of_mistakes[place] < Posterior().of_mistakes[place] for place in shown)


def test_a_hand_tells_as_much_as_its_answers_are_unsure() -> None:
    """The entropy of the shares of its answers: nothing where everybody gives the same, log 2 for a half each."""
    posterior = Posterior()
    same = np.zeros(len(hypotheses().sets), dtype=np.int16)
    order = np.argsort(posterior.probabilities)[::-1]
    halves = same.copy()
    # No set is likelier than all others together, so they can be shared out nearly evenly.
    heavy, light = 0.0, 0.0
    for row in order:
        if heavy <= light:
            heavy += posterior.probabilities[row]
        else:
            light += posterior.probabilities[row]
            halves[row] = 7
    assert surprises(posterior, [same, halves]) == pytest.approx([0, log(2)], abs=1e-3)
