"""Flags: what learners tell the owner of the site about questions that look wrong to them."""

import json
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Win
from trainer.models import Attempt, Flag

LONGEST_NOTE = 1000
MOST_A_DAY = 10
"""Questions that one learner can flag in a day."""


class TooManyFlagsError(Exception):
    """A learner has flagged enough for a day."""


@dataclass(frozen=True, slots=True)
class Flagged:
    """A flagged question, for the owner."""

    at: datetime
    note: str
    nonce: str
    win: Win
    rules: str
    answer: dict[str, object]


def flag(db: Session, learner: uuid.UUID, nonce: str, note: str, now: datetime) -> bool:
    """Flag a question that this learner has answered; False when there is none.

    Flagging again replaces the note, which is cut where it is too long. Raises TooManyFlagsError.
    """
    attempt = db.scalar(select(Attempt.id).where(Attempt.nonce == nonce, Attempt.user_id == learner))
    if attempt is None:
        return False
    known = db.get(Flag, attempt)
    if known is None and _of_the_day(db, learner, now) >= MOST_A_DAY:
        raise TooManyFlagsError
    db.merge(Flag(attempt_id=attempt, note=note.strip()[:LONGEST_NOTE], flagged_at=now))
    db.flush()
    return True


def _of_the_day(db: Session, learner: uuid.UUID, now: datetime) -> int:
    since = now - timedelta(days=1)
    mine = select(func.count()).select_from(Flag).join(Attempt).where(Attempt.user_id == learner)
    return db.scalar(mine.where(Flag.flagged_at > since)) or 0


def note_of(db: Session, learner: uuid.UUID, nonce: str) -> str | None:
    """What this learner wrote about a question; None when he did not flag it."""
    return db.scalar(select(Flag.note).join(Attempt).where(Attempt.nonce == nonce, Attempt.user_id == learner))


def flagged(db: Session) -> list[Flagged]:
    """Every flagged question, the latest first."""
    rows = db.execute(select(Flag, Attempt).join(Attempt).order_by(Flag.flagged_at.desc()))
    return [
        Flagged(
            row.flagged_at,
            row.note,
            attempt.nonce,
            win_from_json(json.loads(attempt.hand)),
            attempt.rules,
            attempt.answer,
        )
        for row, attempt in rows
    ]
