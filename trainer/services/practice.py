"""Practice: deal a question, take its answer once, and say what the answer was worth."""

import json
import uuid
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from types import MappingProxyType
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
from trainer.services import learning
from trainer.services import wishes as wished
from trainer.services.held import TOLD
from trainer.services.wishes import Dealing, Wishes
from trainer.teaching import diagnose
from trainer.teaching.belief import Belief
from trainer.teaching.diagnose import Evidence, Explanation
from trainer.teaching.grade import Answer, Ask, Part, answer_from_json, answer_to_json, grade
from trainer.teaching.likeness import like
from trainer.teaching.next_hand import Why
from trainer.teaching.outcomes import Outcomes, outcomes
from trainer.teaching.rule_types import RuleType
from trainer.teaching.steps import (
    SLIP,
    FollowUp,
    Told,
    follow_up,
    narrowed,
    places_of,
    told_from_json,
    told_to_json,
)
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
    why: Why | None = field(default=None, compare=False)
    """Why this hand was chosen, where it was chosen for its learner."""
    likeness_of: str = ""
    """Names the missed question that is tried again in other tiles."""
    run: uuid.UUID | None = None
    """The run through a drill set that it is part of; such a question never travels as a token."""
    place: int | None = None
    """Its place in that set, from 0."""
    held_until: datetime | None = field(default=None, compare=False)
    """Until when its learner is not told how he answered it."""

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
            "why": self.why,
            "likeness_of": self.likeness_of,
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
        None if value["why"] is None else Why(value["why"]),
        value["likeness_of"],
    )


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer was worth, computed from the hand and the answer as they were."""

    question: Question
    answer: Answer
    parts: tuple[Part, ...]
    outcomes: Outcomes
    """What every set of mistakes leads to in this hand, as far as the learner has not said otherwise."""
    explained: tuple[Explanation, ...]
    """The sets of mistakes that give this answer, the likeliest for its learner first."""
    evidence: tuple[Evidence, ...]
    told: Told | None = None
    """What the learner said about it afterwards."""
    beliefs: Mapping[str, Belief] = field(default_factory=lambda: MappingProxyType({}))
    """What was believed of the learner; the likelier explanations go first."""

    @property
    def score(self) -> Score:
        """The hand as it is paid."""
        return self.outcomes.score

    @property
    def right(self) -> bool:
        """True when every part is right."""
        return all(part.right for part in self.parts)

    @property
    def explanations(self) -> tuple[tuple[str, ...], ...]:
        """The sets of mistakes that give this answer, by name."""
        return tuple(tuple(mistake.name for mistake in mistakes) for mistakes in self.explained)

    @property
    def follow_up(self) -> FollowUp | None:
        """What to ask about the answer, where several explanations are likely and nothing was said yet."""
        if self.told is not None:
            return None
        weights = [diagnose.likelihood(mistakes, self.beliefs) for mistakes in self.explained]
        return follow_up(self.outcomes, [places_of(mistakes) for mistakes in self.explained], weights)


def deal(
    db: Session,
    learner: uuid.UUID,
    now: datetime,
    random: Random,
    rules: Rules = TENHOU,
    wishes: Wishes = Wishes(),  # noqa: B008 - it never changes
    sitting: str = "",
    until: datetime | None = None,
) -> Question:
    """A new question for a learner; one with a time limit is part of a sprint, where nobody chooses for him."""
    if until is None and wishes.focus:
        win = learning.choose_for(db, learner, random, rules, wishes)
        return Question(learner, uuid.uuid4().hex, win, rules, wishes.ask, now, sitting)
    if until is None and wishes.mode is Dealing.NEXT:
        chosen = learning.choose(db, learner, now, random, rules, wishes)
        return Question(learner, uuid.uuid4().hex, chosen.win, rules, wishes.ask, now, sitting, why=chosen.why)
    win = wished.deal(random, rules, wishes)
    return Question(learner, uuid.uuid4().hex, win, rules, wishes.ask, now, sitting, until is not None, until)


def ask_again(db: Session, learner: uuid.UUID, nonce: str, now: datetime, sitting: str) -> Question | None:
    """A question about a hand that this learner has answered before; None when there is no such answer."""
    attempt = _told_attempt(db, learner, nonce)
    if attempt is None:
        return None
    before = asked_in(attempt)
    return Question(learner, uuid.uuid4().hex, before.win, before.rules, before.asks, now, sitting, apart=True)


def ask_twin(
    db: Session, learner: uuid.UUID, nonce: str, random: Random, now: datetime, sitting: str
) -> Question | None:
    """What changes: a question about a twin of a hand that this learner has answered; None where there is none.

    First come twins that are about a rule which the answer got wrong. The twin of a twin is a hand like any other, so
    none is asked for.
    """
    attempt = _told_attempt(db, learner, nonce)
    if attempt is None or attempt.twin_of is not None:
        return None
    before = asked_in(attempt)
    found = twins(before.win, before.rules)
    missed = {RuleType(shown.rule_type) for shown in attempt.evidence if not shown.right}
    found = tuple(twin for twin in found if missed & set(twin.rule_types)) or found
    if not found:
        return None
    twin = one_of(random, found)
    return Question(
        learner, uuid.uuid4().hex, twin.win, before.rules, before.asks, now, sitting, before.apart, twin_of=nonce
    )


def ask_likeness(
    db: Session, learner: uuid.UUID, nonce: str, random: Random, now: datetime, sitting: str
) -> Question | None:
    """A new hand that is counted just like one that this learner has answered; None when there is no such answer."""
    attempt = _told_attempt(db, learner, nonce)
    if attempt is None:
        return None
    before = asked_in(attempt)
    win = like(random, before.win, before.rules)
    return Question(learner, uuid.uuid4().hex, win, before.rules, before.asks, now, sitting, likeness_of=nonce)


def answer_question(db: Session, question: Question, answer: Answer, elapsed_ms: int | None, now: datetime) -> Verdict:
    """Take the answer to a question; the first one counts, and every later one gets the first one's verdict.

    The learner's row is made with his first answer. Raises TooLateError for an answer after its time.
    """
    first = _attempt(db, question.learner, question.nonce)
    if first is not None:
        return _verdict(db, first)
    if question.until is not None and now > question.until + GRACE:
        raise TooLateError
    with db.begin_nested():
        know_learner(db, question.learner, now)
        learning.one_at_a_time(db, question.learner)
        # The same answer may have been posted at the same moment, on a database where writers do not wait.
        first = _attempt(db, question.learner, question.nonce)
        if first is not None:
            return _verdict(db, first)
        verdict = judge(question, answer, learning.beliefs_of(db, question.learner))
        attempt = _row(verdict, elapsed_ms, max(now, question.asked_at))
        if not question.apart:
            learning.learn(db, attempt, verdict.outcomes, answer, verdict.explained, now)
        db.add(attempt)
    return verdict


def know_learner(db: Session, learner: uuid.UUID, now: datetime) -> None:
    """Make the learner's row unless it is there, or another first step of his makes it at this moment."""
    if db.get(User, learner) is None:
        with suppress(IntegrityError), db.begin_nested():
            db.add(User(id=learner, created_at=now))


def verdict_of(db: Session, learner: uuid.UUID, nonce: str) -> Verdict | None:
    """The verdict on a question that this learner has answered; None when he has not, or is not told yet."""
    attempt = _told_attempt(db, learner, nonce)
    return None if attempt is None else _verdict(db, attempt)


def is_answered(db: Session, learner: uuid.UUID, nonce: str) -> bool:
    """True when this learner has answered that question."""
    mine = select(Attempt.id).where(Attempt.nonce == nonce, Attempt.user_id == learner)
    return db.scalar(mine) is not None


def tell(db: Session, learner: uuid.UUID, nonce: str, told: Told | None) -> Verdict | None:
    """Take what a learner says about a wrong answer of his, or takes back; None when there is no such answer.

    It changes which mistakes explain the answer, and what it shows about the rule types: of a slip only those count
    that it shows followed.
    """
    attempt = _told_attempt(db, learner, nonce)
    if attempt is None or attempt.right:
        return None
    attempt.told = None if told is None else told_to_json(told)
    verdict = _verdict(db, attempt)
    attempt.evidence = [EvidenceRow(rule_type=shown.rule_type, right=shown.right) for shown in verdict.evidence]
    if not attempt.apart:
        learning.revise(db, attempt, verdict.outcomes, verdict.answer, verdict.explained)
    return verdict


def judge(
    question: Question,
    answer: Answer,
    beliefs: Mapping[str, Belief] = MappingProxyType({}),
    told: Told | None = None,
) -> Verdict:
    """Grade an answer and say what it shows; ``beliefs`` put the likelier explanations first."""
    scored = score(question.win, question.rules)
    if isinstance(scored, NoYaku):
        raise ValueError("a question needs a hand that can win")
    found = outcomes(scored, question.asks)
    fitting = found.fitting(answer)
    if told is not None and told.step is not None:
        found = narrowed(found, fitting, told.step, told.counted)
    explained = () if told == SLIP else diagnose.explanations(found, fitting, beliefs)
    shown = diagnose.evidence(scored, question.asks, answer, explained)
    if told == SLIP:
        shown = tuple(fact for fact in shown if fact.right)
    return Verdict(question, answer, grade(scored, question.asks, answer), found, explained, shown, told, beliefs)


def _attempt(db: Session, learner: uuid.UUID, nonce: str) -> Attempt | None:
    return db.scalar(select(Attempt).where(Attempt.nonce == nonce, Attempt.user_id == learner))


def _told_attempt(db: Session, learner: uuid.UUID, nonce: str) -> Attempt | None:
    """The answer to a question, once its learner is told how it went."""
    return db.scalar(select(Attempt).where(Attempt.nonce == nonce, Attempt.user_id == learner, TOLD))


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
        likeness_of=question.likeness_of or None,
        run_id=question.run,
        place=question.place,
        held_until=question.held_until,
        evidence=[EvidenceRow(rule_type=shown.rule_type, right=shown.right) for shown in verdict.evidence],
    )


def _verdict(db: Session, attempt: Attempt) -> Verdict:
    told = None if attempt.told is None else told_from_json(attempt.told)
    beliefs = {} if attempt.right else learning.beliefs_of(db, attempt.user_id)
    return judge(asked_in(attempt), answer_from_json(attempt.answer), beliefs, told)


def asked_in(attempt: Attempt) -> Question:
    """The question that an attempt answers."""
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
        likeness_of=attempt.likeness_of or "",
        run=attempt.run_id,
        place=attempt.place,
        held_until=attempt.held_until,
    )
