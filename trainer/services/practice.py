"""Practice: deal a question, take its answer once, and say what the answer was worth."""

import json
import uuid
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.mahjong.exchange import win_from_json, win_to_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules, parse_rules, rules_name
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.models import Attempt, User
from trainer.models import Evidence as EvidenceRow
from trainer.services import wishes as wished
from trainer.services.wishes import Wishes
from trainer.teaching import diagnose
from trainer.teaching.diagnose import Evidence
from trainer.teaching.grade import Answer, Ask, Part, answer_from_json, answer_to_json, grade
from trainer.teaching.order import Mode
from trainer.teaching.rule_types import RuleType
from trainer.teaching.twins import one_of, twins

GRACE = timedelta(seconds=3)
"""How long an answer given in time may be on its way."""


class TooLateError(Exception):
    """An answer that came after the time for it had run out."""


@dataclass(frozen=True, slots=True)
class Question:
    """A win that a learner is asked about. Nothing of it is stored before it is answered."""

    learner: uuid.UUID
    nonce: str
    """Names the question, so that its answer counts once."""
    win: Win
    rules: Rules
    asks: tuple[Ask, ...]
    asked_at: datetime
    sitting: str = ""
    """Names the sitting that it is part of."""
    apart: bool = False
    """True when the answer is kept apart from the learner's accuracy: in a sprint, or of a hand tried again."""
    until: datetime | None = field(default=None, compare=False)
    """When the time for an answer runs out, where it does."""
    twin_of: str = ""
    """Names the answered question whose twin it is: its learner is asked what changes."""

    def to_json(self) -> dict[str, Any]:
        """The question as an object that ``question_from_json`` reads; nothing of the answer is in it."""
        return {
            "learner": self.learner.hex,
            "nonce": self.nonce,
            "hand": win_to_json(self.win),
            "rules": rules_name(self.rules),
            "ask": list(self.asks),
            "asked_at": self.asked_at.timestamp(),
            "sitting": self.sitting,
            "apart": self.apart,
            "until": None if self.until is None else self.until.timestamp(),
            "twin_of": self.twin_of,
        }


def question_from_json(value: dict[str, Any]) -> Question:
    """The question that ``Question.to_json`` wrote. Raises ValueError or KeyError for anything else."""
    return Question(
        uuid.UUID(value["learner"]),
        value["nonce"],
        win_from_json(value["hand"]),
        parse_rules(value["rules"]),
        tuple(map(Ask, value["ask"])),
        datetime.fromtimestamp(float(value["asked_at"]), UTC),
        value["sitting"],
        value["apart"],
        None if value["until"] is None else datetime.fromtimestamp(float(value["until"]), UTC),
        value["twin_of"],
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer was worth, computed from the hand and the answer as they were."""

    question: Question
    answer: Answer
    parts: tuple[Part, ...]
    score: Score
    explanations: tuple[tuple[str, ...], ...]
    """The smallest sets of mistakes, by name, that give this answer."""
    evidence: tuple[Evidence, ...]

    @property
    def right(self) -> bool:
        """True when every part is right."""
        return all(part.right for part in self.parts)


def deal(
    learner: uuid.UUID,
    now: datetime,
    random: Random,
    rules: Rules = TENHOU,
    wishes: Wishes = Wishes(),  # noqa: B008 - it never changes
    sitting: str = "",
    until: datetime | None = None,
    mode: Mode = Mode.MIXED,
) -> Question:
    """A new question for a learner; one with a time limit is part of a sprint."""
    win = wished.deal(random, rules, wishes, mode)
    return Question(learner, uuid.uuid4().hex, win, rules, wishes.ask, now, sitting, until is not None, until)


def ask_again(db: Session, learner: uuid.UUID, nonce: str, now: datetime, sitting: str) -> Question | None:
    """A question about a hand that this learner has answered before; None when there is no such answer."""
    attempt = _attempt(db, learner, nonce)
    if attempt is None:
        return None
    before = _question(attempt)
    return Question(learner, uuid.uuid4().hex, before.win, before.rules, before.asks, now, sitting, apart=True)


def ask_twin(
    db: Session, learner: uuid.UUID, nonce: str, random: Random, now: datetime, sitting: str
) -> Question | None:
    """What changes: a question about a twin of a hand that this learner has answered; None where there is none.

    First come twins that are about a rule which the answer got wrong. The twin of a twin is a hand like any other, so
    none is asked for.
    """
    attempt = _attempt(db, learner, nonce)
    if attempt is None or attempt.twin_of is not None:
        return None
    before = _question(attempt)
    found = twins(before.win, before.rules)
    missed = {RuleType(shown.rule_type) for shown in attempt.evidence if not shown.right}
    found = tuple(twin for twin in found if missed & set(twin.rule_types)) or found
    if not found:
        return None
    twin = one_of(random, found)
    return Question(
        learner, uuid.uuid4().hex, twin.win, before.rules, before.asks, now, sitting, before.apart, twin_of=nonce
    )


def answer_question(db: Session, question: Question, answer: Answer, elapsed_ms: int | None, now: datetime) -> Verdict:
    """Take the answer to a question; the first one counts, and every later one gets the first one's verdict.

    The learner's row is made with his first answer. Raises TooLateError for an answer after its time.
    """
    first = _attempt(db, question.learner, question.nonce)
    if first is not None:
        return _verdict(first)
    if question.until is not None and now > question.until + GRACE:
        raise TooLateError
    verdict = judge(question, answer)
    try:
        with db.begin_nested():
            _know_learner(db, question.learner, now)
            db.add(_row(verdict, elapsed_ms, max(now, question.asked_at)))
    except IntegrityError:
        # The same answer was posted at the same moment, on a database where writers do not wait for each other.
        first = _attempt(db, question.learner, question.nonce)
        if first is None:
            raise
        return _verdict(first)
    return verdict


def _know_learner(db: Session, learner: uuid.UUID, now: datetime) -> None:
    """Make the learner's row unless it is there, or another first answer makes it at this moment."""
    if db.get(User, learner) is None:
        with suppress(IntegrityError), db.begin_nested():
            db.add(User(id=learner, created_at=now))


def verdict_of(db: Session, learner: uuid.UUID, nonce: str) -> Verdict | None:
    """The verdict on a question that this learner has answered; None when he has not."""
    attempt = _attempt(db, learner, nonce)
    return None if attempt is None else _verdict(attempt)


def judge(question: Question, answer: Answer) -> Verdict:
    """Grade an answer and say what it shows."""
    scored = score(question.win, question.rules)
    if isinstance(scored, NoYaku):
        raise ValueError("a question needs a hand that can win")
    explained = diagnose.explanations(scored, question.asks, answer)
    return Verdict(
        question,
        answer,
        grade(scored, question.asks, answer),
        scored,
        tuple(tuple(mistake.name for mistake in mistakes) for mistakes in explained),
        diagnose.evidence(scored, question.asks, answer, explained),
    )


def _attempt(db: Session, learner: uuid.UUID, nonce: str) -> Attempt | None:
    return db.scalar(select(Attempt).where(Attempt.nonce == nonce, Attempt.user_id == learner))


def _row(verdict: Verdict, elapsed_ms: int | None, now: datetime) -> Attempt:
    question = verdict.question
    return Attempt(
        user_id=question.learner,
        nonce=question.nonce,
        hand=json.dumps(win_to_json(question.win), separators=(",", ":")),
        rules=rules_name(question.rules),
        ask=list(question.asks),
        answer=answer_to_json(verdict.answer),
        right=verdict.right,
        elapsed_ms=elapsed_ms,
        asked_at=question.asked_at,
        answered_at=now,
        sitting=question.sitting or None,
        apart=question.apart,
        twin_of=question.twin_of or None,
        evidence=[EvidenceRow(rule_type=shown.rule_type, right=shown.right) for shown in verdict.evidence],
    )


def _verdict(attempt: Attempt) -> Verdict:
    return judge(_question(attempt), answer_from_json(attempt.answer))


def _question(attempt: Attempt) -> Question:
    return Question(
        attempt.user_id,
        attempt.nonce,
        win_from_json(json.loads(attempt.hand)),
        parse_rules(attempt.rules),
        tuple(map(Ask, attempt.ask)),
        attempt.asked_at,
        attempt.sitting or "",
        attempt.apart,
        twin_of=attempt.twin_of or "",
    )
