"""What every set of mistakes leads to, beside the hand worked out with that set."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

import pytest

from tests.teaching.hands import CLOSED_34, SHANPON_38, scored
from tests.teaching.people import ASKS, alike, answer_of, dealt, is_right, places, worked
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import TENHOU, Rules, preset
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import PLACE, Outcomes, Set, outcomes, sets_of

CONTRADICTIONS = {frozenset((mistake.name, other)) for mistake in CATALOGUE for other in mistake.against}


def contradicts_itself(mistakes: Set) -> bool:
    names = {CATALOGUE[place].name for place in mistakes}
    return any(pair <= names for pair in CONTRADICTIONS)


def random_sets(random: Random, found: Outcomes, count: int) -> Iterator[Set]:
    """Sets of one to three mistakes without contradictions; in half of them every one matters in this hand."""
    made = 0
    while made < count:
        among = found.places if made % 2 and len(found.places) > 2 else range(len(CATALOGUE))
        mistakes = tuple(sorted(random.sample(among, random.choice((1, 2, 3)))))
        if not contradicts_itself(mistakes):
            made += 1
            yield mistakes


@pytest.mark.parametrize(
    ("rules", "asks"),
    [
        (TENHOU, ASKS),
        (TENHOU, tuple(Ask)),
        (preset("m_league"), (Ask.FU_SUM, Ask.HAN, Ask.RECEIVED)),
        (Rules(pinfu_tsumo=False, open_pinfu=20, chiitoitsu="50x1", kiriage=True, double_wind_pair=2), ASKS),
        (Rules(aotenjou=True), (Ask.FU, Ask.HAN, Ask.PAYMENT)),
    ],
    ids=["tenhou", "everything asked", "m_league", "options", "aotenjou"],
)
def test_every_set_leads_to_what_working_the_hand_out_with_it_gives(rules: Rules, asks: tuple[Ask, ...]) -> None:
    """Also one with mistakes that are left out because they are said not to matter here."""
    random = Random(41)
    wrong = 0
    for one in dealt(41, 9, rules):
        found = outcomes(one, asks)
        for mistakes in random_sets(random, found, 80):
            number = found.numbers[tuple(place for place in mistakes if place in found.places)]
            really = worked(one, mistakes)
            assert alike(one, found.answers[number], really, asks), [CATALOGUE[place].name for place in mistakes]
            assert (number == 0) == is_right(one, really, asks)
            wrong += number != 0
    # Or all of it might be about right answers.
    assert wrong > 150


def test_no_mistake_gives_the_right_answer_and_every_number_another_one() -> None:
    for one in dealt(42, 6):
        found = outcomes(one, ASKS)
        assert found.numbers[()] == 0
        assert found.answers[0].counted == one.best
        assert set(found.numbers.values()) == set(range(len(found.answers)))
        assert not any(alike(one, *two, ASKS) for two in combinations(found.answers, 2))


def test_mistakes_that_contradict_each_other_are_never_made_together() -> None:
    assert all(pair <= set(PLACE) for pair in CONTRADICTIONS)
    everything = range(len(CATALOGUE))
    pairs = {frozenset(CATALOGUE[place].name for place in two) for two in sets_of(everything, 2) if len(two) == 2}
    assert pairs == {frozenset((one.name, two.name)) for one, two in combinations(CATALOGUE, 2)} - CONTRADICTIONS
    for one in dealt(43, 4):
        found = outcomes(one, ASKS)
        assert not any(contradicts_itself(mistakes) for mistakes in found.numbers)
        # No other set of those that matter is missing.
        assert set(found.numbers) == set(sets_of(found.places))


def test_an_explanation_gives_the_answer_and_nothing_less_of_it_does() -> None:
    random = Random(44)
    seen = 0
    for one in dealt(44, 12):
        found = outcomes(one, ASKS)
        for mistakes in random_sets(random, found, 6):
            answer = worked(one, mistakes)
            given = answer_of(one, *[CATALOGUE[place].name for place in mistakes])
            explained = found.explanations(found.fitting(given))
            if is_right(one, answer, ASKS):
                assert not explained
                continue
            # Whoever gave it is among the explanations, but for what he need not have got wrong.
            assert any(set(less) <= set(mistakes) for less in explained)
            assert [len(less) for less in explained] == sorted(map(len, explained))
            for less in explained[:40]:
                assert alike(one, worked(one, less), answer, ASKS)
                parts = [part for size in range(len(less)) for part in combinations(less, size)]
                assert not any(alike(one, worked(one, part), answer, ASKS) for part in parts)
                seen += 1
    assert seen > 100


def test_rounding_down_what_is_forty_anyway_matters_only_beside_another_mistake() -> None:
    """38, so 40, and 30 when rounded down; with 2 fu more for the wait it is 40 either way."""
    found = outcomes(scored(SHANPON_38), (Ask.FU,))
    assert found.numbers[places("round_down")] != 0
    assert found.numbers[places("wait_for_shanpon")] == 0
    assert found.numbers[places("round_down", "wait_for_shanpon")] == 0
    assert set(places("round_down", "wait_for_shanpon")) <= set(found.places)
    assert set(places("round_down", "wait_for_shanpon")) & found.visible == set(places("round_down"))


def test_fu_left_out_fit_every_answer_that_pays_the_same_by_its_han() -> None:
    """Five han: a mangan whatever the fu, so nobody can tell which fu were counted."""
    one = scored(CLOSED_34, ippatsu=True, dora_indicators="7s")
    found = outcomes(one, ASKS)
    fitting = found.fitting(Answer(None, {Payer.DISCARDER: 8000}))
    assert {0, found.numbers[places("no_menzen_ron")]} <= fitting
    assert found.numbers[places("non_dealer_as_dealer")] not in fitting
    assert found.fitting(answer_of(one, "no_menzen_ron")) == {found.numbers[places("no_menzen_ron")]}
    assert found.fitting(Answer(999, {Payer.DISCARDER: 8000})) == frozenset()
