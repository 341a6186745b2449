"""Review: how often a learner got each rule type right when the question could show it.

What was answered in a sprint, or when a hand was tried again, is kept apart and counted nowhere here.
"""

import uuid
from dataclasses import dataclass

from sqlalchemy import Integer, cast, func, select
from sqlalchemy.orm import Session

from trainer.models import Attempt, Evidence
from trainer.teaching.rule_types import RuleType


@dataclass(frozen=True, slots=True)
class Accuracy:
    """A learner's record for one rule type."""

    rule_type: RuleType
    chances: int
    """Questions in which getting the rule wrong would have changed what was asked."""
    right: int
    """Those whose answer shows that the rule was followed."""


def accuracy(db: Session, learner: uuid.UUID) -> list[Accuracy]:
    """The record for every rule type, in their order, those without a chance included."""
    rows = db.execute(
        select(Evidence.rule_type, func.count(), func.sum(cast(Evidence.right, Integer)))
        .join(Attempt)
        .where(Attempt.user_id == learner, Attempt.apart.is_(False))
        .group_by(Evidence.rule_type)
    )
    found = {rule_type: (chances, right) for rule_type, chances, right in rows}
    return [Accuracy(rule_type, *found.get(rule_type, (0, 0))) for rule_type in RuleType]


def answered(db: Session, learner: uuid.UUID) -> tuple[int, int]:
    """How many questions a learner has answered, and how many of them all right; sprints and second tries apart."""
    count, right = db.execute(
        select(func.count(), func.coalesce(func.sum(cast(Attempt.right, Integer)), 0)).where(
            Attempt.user_id == learner, Attempt.apart.is_(False)
        )
    ).one()
    return count, right
