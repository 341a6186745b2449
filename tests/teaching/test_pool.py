"""The hands that are ready to be asked, and which of them is asked next."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from tests.teaching.people import ASKS, answer_of, places
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.teaching import pool as pools
from trainer.teaching.belief import Belief
from trainer.teaching.cards import Card
from trainer.teaching.diagnose import visible
from trainer.teaching.learner import Learner, after_answer, shown_by
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.next_hand import Why, choose_next, due, focused
from trainer.teaching.order import Level, Mode, Order, possible_rule_types
from trainer.teaching.outcomes import outcomes
from trainer.teaching.pool import MUCH, NEARLY, Pool
from trainer.teaching.posterior import Posterior, surprises
from trainer.teaching.rule_types import RuleType

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
LEVEL = Level.STANDARD
POSSIBLE = possible_rule_types(Order(level=LEVEL), TENHOU)
(HELD,) = places("ron_triplet_closed")


@pytest.fixture
def pool() -> Pool:
    return Pool(TENHOU, ASKS, LEVEL)


def scored(win: Win) -> Score:
    found = score(win, TENHOU)
    assert isinstance(found, Score)
    return found


def test_the_hand_that_tells_most_is_found_and_leaves_when_it_is_asked(pool: Pool) -> None:
    random = Random(1)
    first, told = pool.most_telling(Posterior(), random)
    assert told == max(surprises(Posterior(), [hand.numbers for hand in pool._hands]))
    size = len(pool)
    pool.take(first)
    assert len(pool) == size - 1
    second, _ = pool.most_telling(Posterior(), random)
    assert second is not first
    pool.take(first)  # somebody else took it meanwhile
    assert all(shown == sum(place in hand.visible for hand in pool._hands) for place, shown in enumerate(pool._shown))


def test_a_pool_grows_while_it_is_used_and_no_further(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "SIZE", 52)
    random = Random(2)
    sizes = []
    for _ in range(30):
        pool.most_telling(Posterior(), random)
        sizes.append(len(pool))
    assert sizes == [24, 26, *range(27, 53), 52, 52]


def test_what_is_looked_for_is_shown_where_that_costs_little(pool: Pool) -> None:
    random = Random(3)
    for place in range(0, len(CATALOGUE), 4):
        candidate, told = pool.most_telling(Posterior(), random, frozenset({place}))
        most = max(surprises(Posterior(), [hand.numbers for hand in pool._hands]))
        assert most >= MUCH
        assert told == most or (told >= NEARLY * most and place in candidate.visible)


def test_where_nothing_tells_much_what_is_looked_for_is_shown_at_any_cost(pool: Pool) -> None:
    random, learner = Random(4), Learner()
    # Somebody who answers everything right leaves nothing to be found out.
    while True:
        candidate, told = pool.most_telling(learner.posterior, random)
        if told < MUCH:
            break
        pool.take(candidate)
        found = outcomes(scored(candidate.win), ASKS)
        learner = after_answer(learner, shown_by(learner, found, answer_of(found.score)), NOW)
    candidate, _ = pool.most_telling(learner.posterior, random, frozenset({HELD}))
    assert HELD in candidate.visible


def test_a_mistake_that_seems_to_be_held_is_asked_for_until_it_is_proven_or_refuted(pool: Pool) -> None:
    """Once it is likely, it is not left alone for long before it is named."""
    random, learner, now = Random(5), Learner(), NOW
    suspected = named = 0
    for number in range(1, 25):
        choice = choose_next(learner, pool, POSSIBLE, now, random, TENHOU, LEVEL)
        found = outcomes(scored(choice.win), ASKS)
        learner = after_answer(learner, shown_by(learner, found, answer_of(found.score, "ron_triplet_closed")), now)
        now += timedelta(seconds=30)
        if HELD in learner.unproven and not suspected:
            suspected = number
        if learner.named:
            named = number
            break
    assert learner.named == {"ron_triplet_closed"}
    assert suspected < named <= suspected + 7


def known(*, cards: dict[RuleType, Card] | None = None, beliefs: dict[str, Belief] | None = None) -> Learner:
    """Somebody about whom nothing is left to be found out."""
    return Learner(beliefs=beliefs or {}, cards=cards or {}, posterior=Certain())


class Certain(Posterior):
    """Every hand leads to one answer alone."""

    def __init__(self) -> None:
        super().__init__()
        self._logs = self._logs.copy()
        self._logs[0] += 1000


def card(due_in_days: float, stability: float = 10.0) -> Card:
    reviewed = NOW - timedelta(days=5)
    return Card(stability, 5.0, NOW + timedelta(days=due_in_days), reviewed, reviewed)


def choices(learner: Learner, pool: Pool, count: int = 12) -> list[tuple[Why, tuple[RuleType, ...]]]:
    random = Random(6)
    chosen = [choose_next(learner, pool, POSSIBLE, NOW, random, TENHOU, LEVEL) for _ in range(count)]
    return [(choice.why, choice.rule_types) for choice in chosen]


def test_the_first_hands_tell_most(pool: Pool) -> None:
    assert {why for why, _ in choices(Learner(), pool, 4)} == {Why.TELLING}


def test_what_is_due_comes_before_what_is_new_and_some_hands_are_as_in_real_play(pool: Pool) -> None:
    first = next(iter(POSSIBLE))
    learner = known(cards={first: card(-1)})
    found = choices(learner, pool)
    assert {why for why, _ in found} == {Why.DUE, Why.NATURAL}
    assert all(first in rule_types for why, rule_types in found if why is Why.DUE)


def test_what_was_never_met_comes_when_nothing_is_due(pool: Pool) -> None:
    new = list(POSSIBLE)[3]
    learner = known(cards={rule_type: card(3) for rule_type in POSSIBLE if rule_type is not new})
    found = choices(learner, pool)
    assert {why for why, _ in found} == {Why.NEW, Why.NATURAL}
    assert all(rule_types == (new,) for why, rule_types in found if why is Why.NEW)


def test_hands_are_as_in_real_play_when_everything_is_remembered(pool: Pool) -> None:
    learner = known(cards={rule_type: card(3) for rule_type in POSSIBLE})
    assert {why for why, _ in choices(learner, pool, 4)} == {Why.NATURAL}


def test_what_is_known_least_is_brought_back_first() -> None:
    possible = list(POSSIBLE)[:4]
    learner = known(
        cards={possible[0]: card(-1, 20.0), possible[1]: card(-1, 2.0), possible[2]: card(1)},
        beliefs={next(m.name for m in CATALOGUE if m.rule_type is possible[3]): Belief(99.0, 1.0)},
    )
    assert due(learner, possible, NOW) == [possible[3], possible[1], possible[0]]


def test_practising_a_rule_brings_the_hands_in_which_the_mistake_about_it_shows() -> None:
    (mistake,) = [mistake for mistake in CATALOGUE if mistake.name == "ron_triplet_closed"]
    order = Order(Mode.EDGE, LEVEL, (mistake.rule_type,))
    random = Random(7)

    def shown(learner: Learner) -> int:
        return sum(
            bool(visible(scored(focused(learner, order, TENHOU, ASKS, random)), ASKS, (mistake,))) for _ in range(30)
        )

    without, held = shown(Learner()), shown(known(beliefs={mistake.name: Belief(9.0, 1.0)}))
    assert held > without
    assert held < 30  # its neighbours come, too
