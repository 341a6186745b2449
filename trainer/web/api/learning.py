"""What is known of a learner, as far as the tables hold it."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from random import Random

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.mahjong.rules import Rules
from trainer.models import Belief, Card
from trainer.services.practice import Question, deal
from trainer.services.review import accuracy
from trainer.services.wishes import Wishes
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType

_RULE_TYPES = {mistake.name: mistake.rule_type for mistake in CATALOGUE}


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """A learner's record for one rule type."""

    rule_type: RuleType
    chances: int
    right: int
    interval: tuple[float, float] | None
    median_ms: int | None
    due: datetime | None
    retrievability: float | None


@dataclass(frozen=True, slots=True)
class HeldMistake:
    """A mistake that a learner may be making."""

    mistake: str
    rule_type: RuleType
    probability: float
    evidence: float
    named: bool


def records(db: Session, learner: uuid.UUID, _now: datetime) -> list[RuleRecord]:
    """The record for every rule type, in their order."""
    due = {card.rule_type: card.due for card in db.scalars(select(Card).where(Card.user_id == learner))}
    return [
        RuleRecord(known.rule_type, known.chances, known.right, None, None, due.get(known.rule_type), None)
        for known in accuracy(db, learner)
    ]


def mistakes_of(db: Session, learner: uuid.UUID) -> list[HeldMistake]:
    """The mistakes that a learner may be making, likeliest first."""
    found = []
    for belief in db.scalars(select(Belief).where(Belief.user_id == learner)):
        probability = belief.made / (belief.made + belief.avoided)
        named = probability > 0.5 and belief.evidence >= 2
        found.append(HeldMistake(belief.mistake, _RULE_TYPES[belief.mistake], probability, belief.evidence, named))
    return sorted(found, key=lambda held: -held.probability)


def next_question(
    _db: Session, learner: uuid.UUID, now: datetime, random: Random, rules: Rules, wishes: Wishes
) -> Question:
    """What this learner should practise now."""
    return deal(learner, now, random, rules, wishes)
