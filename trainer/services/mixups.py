"""Which wrong numbers a learner gives most often, and for which; sprints and second tries apart."""

import uuid
from collections import Counter
from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.models import Attempt
from trainer.services.graded import graded
from trainer.services.held import TOLD
from trainer.teaching.mixups import MixUp, mixups

MOST_HANDS = 200
"""Missed hands looked at, the latest ones: what somebody mixed up long ago says little."""
MOST = 10
"""Mix-ups that are told."""


def most_common(db: Session, learner: uuid.UUID) -> list[tuple[MixUp, int]]:
    """The mix-ups that came more than once and how often, the most frequent first."""
    times = Counter(mixup for _, mixup in _of_latest(db, learner))
    return [(mixup, count) for mixup, count in times.most_common(MOST) if count > 1]


def with_mixup(db: Session, learner: uuid.UUID, mixup: MixUp) -> list[str]:
    """The questions in which this one was made."""
    return [nonce for nonce, made in _of_latest(db, learner) if made == mixup]


def _of_latest(db: Session, learner: uuid.UUID) -> Iterator[tuple[str, MixUp]]:
    missed = select(Attempt).where(Attempt.user_id == learner, Attempt.right.is_(False), Attempt.apart.is_(False), TOLD)
    latest = missed.order_by(Attempt.answered_at.desc(), Attempt.id.desc()).limit(MOST_HANDS)
    for attempt in db.scalars(latest):
        for mixup in mixups(graded(attempt).parts):
            yield attempt.nonce, mixup
