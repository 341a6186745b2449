"""What is known about a learner: kept in the database, moved by each answer, and used to choose what comes next.

The likelihoods of all sets of mistakes are too many to store. They follow from the answers, so they are kept in memory
for as many learners as were here last, and worked out again from the latest answers where they are not.
"""

import json
import uuid
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from statistics import median
from threading import Lock
from typing import Generic, TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer import models
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules, parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Suspicion
from trainer.services.wishes import Wishes, order_of, showable
from trainer.teaching.belief import Belief
from trainer.teaching.cards import Card
from trainer.teaching.diagnose import Explanation
from trainer.teaching.grade import Answer, Ask, answer_from_json
from trainer.teaching.learner import RULE_TYPE, Learner, Shown, after_answer, beliefs_after, shown_by
from trainer.teaching.next_hand import Choice, choose_next, focused
from trainer.teaching.outcomes import Outcomes, outcomes
from trainer.teaching.pool import Pool
from trainer.teaching.posterior import Posterior, numbers_of
from trainer.teaching.ratings import HandClass, Rating
from trainer.teaching.rule_types import RuleType
from trainer.teaching.steps import SLIP, narrowed, told_from_json

HISTORY = 60
"""Answers that are looked back on when a learner was not here for long; older ones count for little."""
LEARNERS = 150
"""How many learners' likelihoods are kept in memory, 0.5 MB each."""
POOLS = 8
"""How many kinds of questions have hands ready, 8 MB each."""
PACE = 30
"""Answers whose median time is a learner's pace."""

_Key = TypeVar("_Key", bound=Hashable)
_Value = TypeVar("_Value")


class _Kept(Generic[_Key, _Value]):
    """So many values, those used last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[_Key, _Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: _Key) -> _Value | None:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: _Key, value: _Value) -> _Value:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value


@dataclass(frozen=True, slots=True, eq=False)
class _Folded:
    """The likelihoods after some answers."""

    answers: tuple[tuple[str, Mapping[str, object] | None], ...]
    """The nonce of each, and what was said about it since."""
    posterior: Posterior


_folded: _Kept[uuid.UUID, _Folded] = _Kept(LEARNERS)
_pools: _Kept[tuple[Rules, tuple[Ask, ...], Wishes], Pool] = _Kept(POOLS)


# --- what is known ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the database holds about a learner."""

    beliefs: dict[str, models.Belief]
    cards: dict[str, models.Card]
    ratings: dict[str, models.Rating]


def _rows(db: Session, learner: uuid.UUID) -> _Rows:
    beliefs, cards, ratings = models.Belief, models.Card, models.Rating
    # What an earlier version named and this one does not know says nothing any more.
    mistakes, rule_types, classes = list(RULE_TYPE), list(RuleType), list(HandClass)
    return _Rows(
        {
            row.mistake: row
            for row in db.scalars(select(beliefs).where(beliefs.user_id == learner, beliefs.mistake.in_(mistakes)))
        },
        {
            row.rule_type: row
            for row in db.scalars(select(cards).where(cards.user_id == learner, cards.rule_type.in_(rule_types)))
        },
        {
            row.hand_class: row
            for row in db.scalars(select(ratings).where(ratings.user_id == learner, ratings.hand_class.in_(classes)))
        },
    )


def _known(rows: _Rows, posterior: Posterior) -> Learner:
    return Learner(
        {name: Belief(row.made, row.avoided, row.evidence) for name, row in rows.beliefs.items()},
        {
            RuleType(name): Card(row.stability, row.difficulty, row.due, row.reviewed_at, row.succeeded_at)
            for name, row in rows.cards.items()
        },
        {HandClass(name): Rating(row.rating, row.answers) for name, row in rows.ratings.items()},
        posterior,
    )


def learner_of(db: Session, learner: uuid.UUID) -> Learner:
    """What is known about a learner."""
    return _known(_rows(db, learner), _posterior(db, learner))


def beliefs_of(db: Session, learner: uuid.UUID) -> dict[str, Belief]:
    """What is believed about each mistake of a learner."""
    rows = db.scalars(select(models.Belief).where(models.Belief.user_id == learner))
    return {row.mistake: Belief(row.made, row.avoided, row.evidence) for row in rows}


@dataclass(frozen=True, slots=True)
class HeldMistake:
    """A mistake that a learner may hold."""

    mistake: str
    rule_type: RuleType
    probability: float
    """That it is made where it can be."""
    evidence: float
    """In how many hands it seems to have been made."""
    named: bool
    """True while the learner is told of it."""


def mistakes_of(db: Session, learner: uuid.UUID) -> list[HeldMistake]:
    """Every mistake that the answers of a learner said anything about, the likeliest first."""
    rows = db.scalars(select(models.Belief).where(models.Belief.user_id == learner))
    found = [
        HeldMistake(
            row.mistake,
            RULE_TYPE[row.mistake],
            Belief(row.made, row.avoided).probability,
            row.evidence,
            row.named,
        )
        for row in rows
        if row.mistake in RULE_TYPE
    ]
    return sorted(found, key=lambda held: (-held.probability, held.mistake))


def _posterior(db: Session, learner: uuid.UUID) -> Posterior:
    mine = select(Attempt).where(Attempt.user_id == learner, Attempt.apart.is_(False))
    latest = mine.order_by(Attempt.answered_at.desc(), Attempt.id.desc()).limit(HISTORY)
    rows = db.execute(latest.with_only_columns(Attempt.nonce, Attempt.told)).all()[::-1]
    answers = tuple((nonce, said) for nonce, said in rows)
    nonces = [nonce for nonce, _ in answers]
    known = _folded.get(learner)
    start, posterior = 0, Posterior()
    if known is not None and known.answers and known.answers[-1][0] in nonces:
        folded = nonces.index(known.answers[-1][0]) + 1
        # Something else may have been said of one, answers given as a guest may have come in between, in this process
        # or another, and by another clock a later answer may be the earlier one.
        later = not {nonce for nonce, _ in known.answers}.isdisjoint(nonces[folded:])
        if known.answers[-folded:] == answers[:folded] and not later:
            start, posterior = folded, known.posterior
    if start < len(nonces):
        attempts = db.scalars(mine.where(Attempt.nonce.in_(nonces[start:])))
        by_nonce = {attempt.nonce: attempt for attempt in attempts}
        for nonce in nonces[start:]:
            posterior = _after(posterior, by_nonce[nonce])
    _folded.put(learner, _Folded(answers, posterior))
    return posterior


def _after(posterior: Posterior, attempt: Attempt) -> Posterior:
    if attempt.told is not None and told_from_json(attempt.told).step is None:
        return posterior
    found, answer = outcomes_of(attempt), answer_from_json(attempt.answer)
    return posterior.after(numbers_of(found), found.fitting(answer))


def outcomes_of(attempt: Attempt) -> Outcomes:
    """What all sets of mistakes lead to in the hand of an attempt, as far as they agree with what was said about it."""
    scored = score(win_from_json(json.loads(attempt.hand)), parse_rules(attempt.rules))
    assert isinstance(scored, Score)
    found = outcomes(scored, tuple(map(Ask, attempt.ask)))
    return told_outcomes(found, answer_from_json(attempt.answer), attempt.told)


def told_outcomes(found: Outcomes, answer: Answer, told: Mapping[str, object] | None) -> Outcomes:
    """Outcomes without the sets that contradict what the learner said about his answer."""
    said = None if told is None else told_from_json(told)
    if said is None or said.step is None:
        return found
    return narrowed(found, found.fitting(answer), said.step, said.counted)


# --- what an answer adds ----------------------------------------------------------------------------------------------


def one_at_a_time(db: Session, learner: uuid.UUID) -> None:
    """Wait until no other answer of this learner is being counted; until the end of the transaction none will be."""
    db.scalar(select(models.User.id).where(models.User.id == learner).with_for_update())


def learn(
    db: Session, attempt: Attempt, found: Outcomes, answer: Answer, explained: Sequence[Explanation], now: datetime
) -> None:
    """Let an answer move what is known about its learner, and add what it shows to the attempt, before that is stored.

    The learner's row must be there, and held (see ``one_at_a_time``).
    """
    rows = _rows(db, attempt.user_id)
    learner = _known(rows, _posterior(db, attempt.user_id))
    shown = shown_by(learner, found, answer)
    after = after_answer(learner, shown, now, _pace(db, attempt))
    _add(attempt, shown, explained)
    _save(db, attempt.user_id, rows, after)
    known = _folded.get(attempt.user_id)
    if known is not None:
        answers = (*known.answers[-HISTORY + 1 :], (attempt.nonce, None))
        _folded.put(attempt.user_id, _Folded(answers, after.posterior))


def _add(attempt: Attempt, shown: Shown, explained: Sequence[Explanation]) -> None:
    attempt.mistakes = min(map(len, explained), default=None)
    attempt.suspicions = [
        Suspicion(mistake=mistake, probability=probability) for mistake, probability in shown.suspicions.items()
    ]


def _pace(db: Session, attempt: Attempt) -> float | None:
    """The time of an answer in medians of the learner's own, where enough is known."""
    times = db.scalars(
        select(Attempt.elapsed_ms)
        .where(Attempt.user_id == attempt.user_id, Attempt.elapsed_ms.is_not(None), Attempt.apart.is_(False))
        .order_by(Attempt.answered_at.desc())
        .limit(PACE)
    ).all()
    usual = median([time for time in times if time is not None]) if len(times) >= PACE // 3 else 0
    return attempt.elapsed_ms / usual if attempt.elapsed_ms is not None and usual else None


def _save(db: Session, learner: uuid.UUID, rows: _Rows, known: Learner) -> None:
    """Write what is known into the rows that are there, and into new ones."""
    named = known.named
    for mistake, belief in known.beliefs.items():
        held = rows.beliefs.get(mistake) or models.Belief(user_id=learner, mistake=mistake)
        held.made, held.avoided, held.evidence = belief.made, belief.avoided, belief.evidence
        held.named = mistake in named
        db.add(held)
    for rule_type, card in known.cards.items():
        kept = rows.cards.get(rule_type) or models.Card(user_id=learner, rule_type=rule_type)
        kept.stability, kept.difficulty, kept.due = card.stability, card.difficulty, card.due
        kept.reviewed_at, kept.succeeded_at = card.reviewed_at, card.succeeded_at
        db.add(kept)
    for hand_class, rating in known.ratings.items():
        rated = rows.ratings.get(hand_class) or models.Rating(user_id=learner, hand_class=hand_class)
        rated.rating, rated.answers = rating.rating, rating.answers
        db.add(rated)


def revise(db: Session, attempt: Attempt, found: Outcomes, answer: Answer, explained: Sequence[Explanation]) -> None:
    """Let what was said about a stored answer change what it shows, and fold the learner's beliefs anew.

    What he remembers is left as it is: a slip, too, is a reason to ask again soon.
    """
    one_at_a_time(db, attempt.user_id)
    before = {row.mistake: row for row in attempt.suspicions}
    told = None if attempt.told is None else told_from_json(attempt.told)
    shown = shown_by(Learner(), found, answer)
    attempt.mistakes = min(map(len, explained), default=None)
    for mistake, row in before.items():
        row.probability = 0.0 if told == SLIP else shown.suspicions.get(mistake, 0.0)
    db.flush()
    fold_anew(db, attempt.user_id)


def fold_anew(db: Session, learner: uuid.UUID) -> None:
    """Fold a learner's beliefs of all his suspicions, in their order: some were changed, or came from elsewhere.

    His row must be held (see ``one_at_a_time``).
    """
    suspected = db.execute(
        select(Suspicion.mistake, Suspicion.probability)
        .join(Attempt)
        .where(Attempt.user_id == learner, Suspicion.mistake.in_(list(RULE_TYPE)))
        .order_by(Attempt.answered_at, Attempt.id)
    )
    beliefs: dict[str, Belief] = {}
    for mistake, probability in suspected:
        beliefs = beliefs_after(beliefs, {mistake: probability})
    rows = _rows(db, learner)
    known = _known(rows, _posterior(db, learner))
    _save(db, learner, rows, replace(known, beliefs={**known.beliefs, **beliefs}))
    db.flush()


# --- what comes next --------------------------------------------------------------------------------------------------


def choose(db: Session, learner: uuid.UUID, now: datetime, random: Random, rules: Rules, wishes: Wishes) -> Choice:
    """The hand that this learner should be asked now, of those that he wishes for."""
    return choose_next(
        learner_of(db, learner),
        _pool(rules, wishes),
        showable(wishes, rules),
        now,
        random,
        rules,
        wishes.level,
        wishes.honba,
    )


def choose_for(db: Session, learner: uuid.UUID, random: Random, rules: Rules, wishes: Wishes) -> Win:
    """A hand for what this learner has put into focus, and of those hands one for him (see ``focused``)."""
    known = _known(_rows(db, learner), Posterior())
    return focused(known, order_of(wishes, rules), rules, wishes.ask, random)


def _pool(rules: Rules, wishes: Wishes) -> Pool:
    key = (rules, wishes.ask, Wishes(level=wishes.level, honba=wishes.honba))
    known = _pools.get(key)
    return _pools.put(key, Pool(rules, wishes.ask, wishes.level, wishes.honba)) if known is None else known
