"""The notebook of mistakes: every hand that a learner missed, what he notes beside it, and whether he understands it.

Each hand stands in it once, as it was answered first: one that was only tried again is no other hand. Those missed in
a sprint are in it too.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session, joinedload, selectinload

from trainer.models import Attempt, Evidence, Note, Suspicion
from trainer.services.graded import Graded, graded
from trainer.services.held import TOLD
from trainer.services.mixups import with_mixup
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.mixups import MixUp
from trainer.teaching.rule_types import RuleType

ON_A_PAGE = 20
LONGEST_NOTE = 1000
SUSPECTED = 0.6
"""From this probability on a mistake is told to have been made in a hand."""

_KNOWN = frozenset(mistake.name for mistake in CATALOGUE)


class Show(StrEnum):
    """Which hands are shown: those not yet understood, the others, or both."""

    OPEN = "open"
    UNDERSTOOD = "understood"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which hands of the notebook are wanted."""

    show: Show = Show.OPEN
    rule_type: RuleType | None = None
    """Only those in which this rule was broken."""
    mistake: str | None = None
    """Only those in which this mistake seems to have been made."""
    mixup: MixUp | None = None
    """Only those in which this number was given for that."""


@dataclass(frozen=True, slots=True)
class Missed:
    """A missed hand."""

    nonce: str
    answered_at: datetime
    apart: bool
    graded: Graded
    broken: tuple[RuleType, ...]
    """The rule types that the answer shows to have been broken."""
    suspected: tuple[str, ...]
    """The mistakes that seem to have been made, the likeliest first."""
    note: str
    understood: bool
    retries: tuple[bool, ...]
    """For each likeness of it that was answered whether it was right."""


@dataclass(frozen=True, slots=True)
class Page:
    """Some of the hands that were wanted, the latest first."""

    hands: tuple[Missed, ...]
    number: int
    """From 1."""
    pages: int
    count: int
    """How many hands there are on all pages."""


def page(db: Session, learner: uuid.UUID, wanted: Wanted, number: int = 1) -> Page:
    """A page of a learner's notebook; the last one for a number too great."""
    chosen = _chosen(db, learner, wanted)
    count = db.scalar(select(func.count()).select_from(chosen.subquery())) or 0
    pages = max(1, -(-count // ON_A_PAGE))
    number = min(max(number, 1), pages)
    rows = (
        chosen.order_by(Attempt.answered_at.desc(), Attempt.id.desc())
        .limit(ON_A_PAGE)
        .offset((number - 1) * ON_A_PAGE)
        .options(joinedload(Attempt.note), selectinload(Attempt.evidence), selectinload(Attempt.suspicions))
    )
    attempts = db.scalars(rows).all()
    retries = _retries(db, learner, [attempt.nonce for attempt in attempts])
    hands = tuple(_missed(attempt, retries.get(attempt.nonce, ())) for attempt in attempts)
    return Page(hands, number, pages, count)


def _chosen(db: Session, learner: uuid.UUID, wanted: Wanted) -> Select[Attempt]:
    chosen = select(Attempt).where(*_missed_by(learner))
    if wanted.show is not Show.ALL:
        understood = Attempt.note.has(Note.understood_at.is_not(None))
        chosen = chosen.where(understood if wanted.show is Show.UNDERSTOOD else ~understood)
    if wanted.rule_type is not None:
        chosen = chosen.where(Attempt.evidence.any(_broken() & (Evidence.rule_type == wanted.rule_type)))
    if wanted.mistake is not None:
        chosen = chosen.where(Attempt.suspicions.any(_suspected() & (Suspicion.mistake == wanted.mistake)))
    if wanted.mixup is not None:
        chosen = chosen.where(Attempt.nonce.in_(with_mixup(db, learner, wanted.mixup)))
    return chosen


def _missed_by(learner: uuid.UUID) -> tuple[ColumnElement[bool], ...]:
    """Missed hands, none of them tried before."""
    firsts = select(func.min(Attempt.id)).where(Attempt.user_id == learner).group_by(Attempt.hand, Attempt.rules)
    return Attempt.user_id == learner, Attempt.right.is_(False), Attempt.id.in_(firsts), TOLD


def _broken() -> ColumnElement[bool]:
    return Evidence.right.is_(False)


def _suspected() -> ColumnElement[bool]:
    return Suspicion.probability >= SUSPECTED


def _retries(db: Session, learner: uuid.UUID, nonces: list[str]) -> dict[str | None, tuple[bool, ...]]:
    rows = (
        select(Attempt.likeness_of, Attempt.right)
        .where(Attempt.user_id == learner, Attempt.likeness_of.in_(nonces))
        .order_by(Attempt.answered_at, Attempt.id)
    )
    found: dict[str | None, tuple[bool, ...]] = {}
    for nonce, right in db.execute(rows):
        found[nonce] = (*found.get(nonce, ()), right)
    return found


def _missed(attempt: Attempt, retries: tuple[bool, ...]) -> Missed:
    note = attempt.note
    broken = {shown.rule_type for shown in attempt.evidence if not shown.right}
    suspected = [one for one in attempt.suspicions if one.probability >= SUSPECTED and one.mistake in _KNOWN]
    return Missed(
        attempt.nonce,
        attempt.answered_at,
        attempt.apart,
        graded(attempt),
        tuple(rule_type for rule_type in RuleType if rule_type in broken),
        tuple(one.mistake for one in sorted(suspected, key=lambda one: -one.probability)),
        "" if note is None else note.text,
        note is not None and note.understood_at is not None,
        retries,
    )


@dataclass(frozen=True, slots=True)
class Choices:
    """What the notebook can be filtered by, each with the number of hands that there are for it."""

    rules: dict[RuleType, int]
    mistakes: dict[str, int]


def choices(db: Session, learner: uuid.UUID) -> Choices:
    """The rule types and the mistakes that a learner's missed hands show, in their own order."""
    missed = select(Attempt.id).where(*_missed_by(learner))
    rules = db.execute(
        select(Evidence.rule_type, func.count())
        .where(_broken(), Evidence.attempt_id.in_(missed))
        .group_by(Evidence.rule_type)
    )
    mistakes = db.execute(
        select(Suspicion.mistake, func.count())
        .where(_suspected(), Suspicion.attempt_id.in_(missed))
        .group_by(Suspicion.mistake)
    )
    broken, made = dict[str, int](row for row in rules), dict[str, int](row for row in mistakes)
    return Choices(
        {rule_type: broken[rule_type] for rule_type in RuleType if rule_type in broken},
        {mistake.name: made[mistake.name] for mistake in CATALOGUE if mistake.name in made},
    )


def write_note(db: Session, learner: uuid.UUID, nonce: str, text: str) -> bool:
    """Note something beside a missed hand, in place of what stood there; False when this learner missed none such.

    A note that is too long is cut.
    """
    note = _note(db, learner, nonce)
    if note is not None:
        note.text = text.strip()[:LONGEST_NOTE]
        db.flush()
    return note is not None


def understand(db: Session, learner: uuid.UUID, nonce: str, understood: bool, now: datetime) -> bool:
    """Mark a missed hand as understood, or as open again; False when this learner missed none such."""
    note = _note(db, learner, nonce)
    if note is not None:
        note.understood_at = now if understood else None
        db.flush()
    return note is not None


def _note(db: Session, learner: uuid.UUID, nonce: str) -> Note | None:
    """What stands beside a missed hand, an empty note at first."""
    mine = (Attempt.nonce == nonce, Attempt.user_id == learner, Attempt.right.is_(False), TOLD)
    attempt = db.scalar(select(Attempt).where(*mine).options(joinedload(Attempt.note)))
    if attempt is None:
        return None
    if attempt.note is None:
        attempt.note = Note(text="", understood_at=None)
    return attempt.note
