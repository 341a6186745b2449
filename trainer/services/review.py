"""Review: how well a learner knows each rule type, from the questions that could show it.

What was answered in a sprint, or when a hand was tried again, is kept apart and counted nowhere here.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import median

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.orm import Session

from trainer.models import Attempt, Card, Evidence
from trainer.services.held import TOLD
from trainer.teaching.accuracy import ENOUGH, Interval, Trend, error_bound, interval, trend
from trainer.teaching.cards import retrievability
from trainer.teaching.history import Answered, Batch, batches, hands_a_day
from trainer.teaching.rule_types import RuleType

WEAKEST = 3
"""Rule types to be practised first."""


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """A learner's record for one rule type."""

    rule_type: RuleType
    chances: int = 0
    """Questions in which getting the rule wrong would have changed what was asked."""
    right: int = 0
    """Those whose answer shows that the rule was followed."""
    median_ms: int | None = None
    """How long the answers to them took; None where no browser measured it."""
    trend: Trend | None = None
    """Whether it goes clearly better or worse of late."""
    due: datetime | None = None
    """When the rule is to be asked again; None before it was rated."""
    retrievability: float | None = None
    """How likely it is remembered now."""

    @property
    def interval(self) -> Interval | None:
        """Where the share of right ones lies; None without a chance."""
        return interval(self.right, self.chances)

    @property
    def is_known(self) -> bool:
        """True when there were enough chances to say how well it goes."""
        return self.chances >= ENOUGH

    @property
    def error_bound(self) -> float:
        """How often it goes wrong at the very least."""
        return error_bound(self.right, self.chances)


def records(db: Session, learner: uuid.UUID, now: datetime) -> list[RuleRecord]:
    """The record for every rule type, in their order, those never met included."""
    rows = db.execute(
        select(Evidence.rule_type, Evidence.right, Attempt.elapsed_ms)
        .join(Attempt)
        .where(Attempt.user_id == learner, Attempt.apart.is_(False), TOLD)
        .order_by(Attempt.answered_at, Attempt.id)
    )
    shown: dict[str, list[tuple[bool, int | None]]] = {}
    for rule_type, right, elapsed_ms in rows:
        shown.setdefault(rule_type, []).append((right, elapsed_ms))
    cards = {card.rule_type: card for card in db.scalars(select(Card).where(Card.user_id == learner))}
    return [_record(rule_type, shown.get(rule_type, ()), cards.get(rule_type), now) for rule_type in RuleType]


def _record(
    rule_type: RuleType, shown: Sequence[tuple[bool, int | None]], card: Card | None, now: datetime
) -> RuleRecord:
    answers = [right for right, _ in shown]
    times = [elapsed_ms for _, elapsed_ms in shown if elapsed_ms is not None]
    return RuleRecord(
        rule_type,
        len(answers),
        sum(answers),
        round(median(times)) if times else None,
        trend(answers),
        None if card is None else card.due,
        None if card is None else retrievability(card.stability, card.reviewed_at, now),
    )


def ranked(found: list[RuleRecord]) -> list[RuleRecord]:
    """The weakest first, then those with too few chances, then those never met; otherwise in their own order."""
    return sorted(found, key=_rank)


def _rank(record: RuleRecord) -> tuple[bool, float, int]:
    if record.is_known:
        return False, -record.error_bound, 0
    return True, 0.0, -record.chances


def weakest(found: list[RuleRecord], most: int = WEAKEST) -> list[RuleRecord]:
    """The rule types to work on first: those that surely go wrong at times, the weakest first."""
    return [record for record in ranked(found) if record.is_known and record.error_bound > 0][:most]


@dataclass(frozen=True, slots=True)
class History:
    """A learner's answers over time; days are those of UTC."""

    count: int
    """Questions answered, sprints and second tries apart."""
    right: int
    batches: tuple[Batch, ...]
    """The same, some at a time."""
    days: tuple[tuple[date, int], ...]
    """How many hands were answered on each of the last days, sprints and second tries included."""


def history(db: Session, learner: uuid.UUID, now: datetime) -> History:
    """How much a learner practised, and how it went."""
    rows = (
        select(Attempt.answered_at, Attempt.right, Attempt.apart)
        .where(Attempt.user_id == learner, TOLD)
        .order_by(Attempt.answered_at, Attempt.id)
    )
    found = [(at.date(), right, apart) for at, right, apart in db.execute(rows)]
    own = [Answered(day, right) for day, right, apart in found if not apart]
    days = hands_a_day((day for day, _, _ in found), now.date())
    return History(len(own), sum(answer.right for answer in own), batches(own), days)


def answered(db: Session, learner: uuid.UUID) -> tuple[int, int]:
    """How many questions a learner has answered, and how many of them all right; sprints and second tries apart."""
    count, right = db.execute(
        select(func.count(), func.coalesce(func.sum(cast(Attempt.right, Integer)), 0)).where(
            Attempt.user_id == learner, Attempt.apart.is_(False), TOLD
        )
    ).one()
    return count, right
