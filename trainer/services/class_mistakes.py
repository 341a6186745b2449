"""The mistakes of a class: what its learners seem to do wrong, each with the answer that shows it best.

A learner's own second tries of the same hands are not looked at: nothing was suspected in them.
"""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, String, Text, cast, select, type_coerce
from sqlalchemy.orm import Session

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.rules import parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Run, Suspicion
from trainer.services.assignments import Assigned
from trainer.services.graded import Graded
from trainer.services.heat import in_class
from trainer.services.notebook import SUSPECTED
from trainer.services.results import Learner, keys_of, learners_of, learners_of_class
from trainer.teaching.grade import Ask, answer_from_json, grade
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.steps import SLIP, told_from_json

MOST_UNEXPLAINED = 12
"""Answers that fit no mistake and are shown; the others are counted."""


@dataclass(frozen=True, slots=True)
class Example:
    """A wrong answer that can be looked at."""

    nonce: str
    assignment: uuid.UUID
    graded: Graded


@dataclass(frozen=True, slots=True)
class MadeMistake:
    """A mistake of the catalogue that was made."""

    mistake: str
    learners: int
    answers: int
    example: Example
    """The answer that shows it most clearly."""


@dataclass(frozen=True, slots=True)
class Unexplained:
    """A wrong answer that no mistake of the catalogue leads to."""

    example: Example
    count: int
    """How many gave it to this hand."""


@dataclass(frozen=True, slots=True)
class ClassMistakes:
    """What goes wrong in a class."""

    made: tuple[MadeMistake, ...]
    """What most learners do first."""
    unexplained: tuple[Unexplained, ...]
    """What was given most often first, at most so many."""
    more: int
    """How many other answers fit no mistake."""


def mistakes_of(db: Session, of: Assigned, learners: Sequence[Learner] | None = None) -> ClassMistakes:
    """The mistakes made in one assignment; ``learners``: whose, where that is known already."""
    return _mistakes(db, Run.assignment_id == of.id, learners_of(db, of) if learners is None else learners)


def mistakes_of_class(db: Session, class_id: uuid.UUID) -> ClassMistakes:
    """The mistakes made by a class in all that was assigned to it."""
    return _mistakes(db, in_class(class_id), learners_of_class(db, class_id))


def _mistakes(db: Session, runs: ColumnElement[bool], learners: Iterable[Learner]) -> ClassMistakes:
    users = keys_of(learners)
    suspected = _suspected(db, runs, users)
    unexplained = _unexplained(db, runs, users)
    shown = unexplained[:MOST_UNEXPLAINED]
    best = {mistake: min(found, key=lambda one: one.rank) for mistake, found in suspected.items()}
    examples = _examples(db, [*(one.attempt for one in best.values()), *(attempt for attempt, _ in shown)])
    made = [
        MadeMistake(
            mistake.name,
            len({one.user for one in suspected[mistake.name]}),
            len(suspected[mistake.name]),
            examples[best[mistake.name].attempt],
        )
        for mistake in CATALOGUE
        if mistake.name in suspected
    ]
    return ClassMistakes(
        tuple(sorted(made, key=lambda one: (-one.learners, -one.answers))),
        tuple(Unexplained(examples[attempt], count) for attempt, count in shown),
        sum(count for _, count in unexplained[MOST_UNEXPLAINED:]),
    )


class _Suspected(NamedTuple):
    """An answer in which a mistake seems to have been made."""

    attempt: int
    user: uuid.UUID
    probability: float
    mistakes: int | None
    """How many mistakes it takes at least to give it."""

    @property
    def rank(self) -> tuple[int, float, int]:
        """An answer that one mistake alone leads to shows it best, then the surest one, then the first."""
        return self.mistakes or len(CATALOGUE), -self.probability, self.attempt


def _wrong(runs: ColumnElement[bool]) -> tuple[ColumnElement[bool], ...]:
    return runs, Attempt.right.is_(False), Attempt.apart.is_(False)


def _suspected(
    db: Session, runs: ColumnElement[bool], users: Mapping[object, uuid.UUID]
) -> dict[str, list[_Suspected]]:
    rows = db.execute(
        select(
            *(Suspicion.mistake, Attempt.id, type_coerce(Run.user_id, String)),
            *(Suspicion.probability, Attempt.mistakes),
        )
        .join(Attempt, Attempt.id == Suspicion.attempt_id)
        .join(Run, Run.id == Attempt.run_id)
        .where(*_wrong(runs), Suspicion.probability >= SUSPECTED)
    )
    found: dict[str, list[_Suspected]] = {}
    for mistake, attempt, key, probability, least in rows:
        if key in users:
            found.setdefault(mistake, []).append(_Suspected(attempt, users[key], probability, least))
    return found


def _unexplained(db: Session, runs: ColumnElement[bool], users: Mapping[object, uuid.UUID]) -> list[tuple[int, int]]:
    """The first of each answer that fits no mistake, and how many gave it to this hand; the most frequent first.

    What its learner calls a slip needs no explanation.
    """
    rows = db.execute(
        select(Attempt.id, Run.user_id, Attempt.told, Attempt.hand, Attempt.rules, cast(Attempt.answer, Text))
        .join(Run, Run.id == Attempt.run_id)
        .where(*_wrong(runs), Attempt.mistakes.is_(None))
        .order_by(Attempt.id)
    )
    found: dict[tuple[str, ...], list[int]] = {}
    for attempt, user, told, *given in rows:
        if user in users and not _is_slip(told):
            found.setdefault(tuple(given), []).append(attempt)
    return [(attempts[0], len(attempts)) for attempts in sorted(found.values(), key=len, reverse=True)]


def _is_slip(told: Mapping[str, object] | None) -> bool:
    return told is not None and told_from_json(told) == SLIP


def _examples(db: Session, attempts: Iterable[int]) -> dict[int, Example]:
    columns = (Attempt.id, Attempt.nonce, Run.assignment_id, Attempt.hand, Attempt.rules, Attempt.ask, Attempt.answer)
    rows = select(*columns).join(Run, Run.id == Attempt.run_id).where(Attempt.id.in_(set(attempts)))
    found = {}
    for key, nonce, assignment, hand, rules, asks, given in db.execute(rows):
        scored = score(win_from_json(json.loads(hand)), parse_rules(rules))
        assert isinstance(scored, Score)
        answer = answer_from_json(given)
        parts = grade(scored, tuple(map(Ask, asks)), answer)
        found[key] = Example(nonce, assignment, Graded(scored, answer, parts))
    return found
