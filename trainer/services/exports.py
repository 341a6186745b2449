"""Everything that is kept of a learner, to take along."""

import uuid
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session, joinedload, selectinload

from trainer.models import (
    Assignment,
    Attempt,
    Base,
    Belief,
    Card,
    DrillSet,
    Flag,
    Job,
    Membership,
    Rating,
    Run,
    SetVersion,
    SignIn,
    User,
)
from trainer.services.recovery import left

FORMAT = "fu-trainer-export-1"

WITHHELD = {
    "users": {"password", "name_key"},
    "sessions": {"id"},
    "recovery_codes": {"code"},
    "jobs": {"id", "result"},
}
"""What opens an account, or only follows from what is shown, as a file does from the data that it was made of."""
_KEYS = {"user_id", "attempt_id", "owner_id"}
HELD = {"right", "mistakes"}
"""What a learner is not told of an answer whose drill set is not over."""


def export(db: Session, learner: uuid.UUID, now: datetime) -> bytes:
    """Everything about a learner as JSON, the oldest answer first; a newcomer's holds nothing."""
    user = db.get(User, learner)
    flags = {flag.attempt_id: flag for flag in db.scalars(select(Flag).join(Attempt).where(_mine(learner)))}
    attempts = db.scalars(
        select(Attempt)
        .where(_mine(learner))
        .order_by(Attempt.answered_at, Attempt.id)
        .options(selectinload(Attempt.evidence), selectinload(Attempt.suspicions), joinedload(Attempt.note))
    )
    return msgspec.json.encode(
        {
            "format": FORMAT,
            "profile": None if user is None else _shown(user),
            "attempts": [_attempt(attempt, flags.get(attempt.id), now) for attempt in attempts],
            **{
                table.__tablename__: [_shown(row) for row in db.scalars(select(table).where(table.user_id == learner))]
                for table in (Belief, Card, Job, Rating, SignIn, Membership, Run)
            },
            "drill_sets": [
                _drill_set(db, row) for row in db.scalars(select(DrillSet).where(DrillSet.owner_id == learner))
            ],
            "recovery_codes": {"left": left(db, learner)},
        }
    )


def _mine(learner: uuid.UUID) -> Any:
    return Attempt.user_id == learner


def _drill_set(db: Session, row: DrillSet) -> dict[str, Any]:
    versions = db.scalars(select(SetVersion).where(SetVersion.set_id == row.id).order_by(SetVersion.number)).all()
    return {**_shown(row), "set_versions": [_version(db, version) for version in versions]}


def _version(db: Session, version: SetVersion) -> dict[str, Any]:
    assigned = db.scalars(select(Assignment).where(Assignment.version_id == version.id))
    return {**_shown(version), "assignments": [_shown(row) for row in assigned]}


def _attempt(attempt: Attempt, flag: Flag | None, now: datetime) -> dict[str, Any]:
    shown = _shown(attempt)
    if attempt.held_until is not None and attempt.held_until > now:
        shown |= dict.fromkeys(HELD)
        return {**shown, "hand": msgspec.Raw(attempt.hand.encode()), "evidence": [], "suspicions": []}
    # It is kept as text; whoever reads the file need not parse it twice.
    shown["hand"] = msgspec.Raw(attempt.hand.encode())
    return {
        **shown,
        "evidence": [_shown(row) for row in attempt.evidence],
        "suspicions": [_shown(row) for row in attempt.suspicions],
        "note": None if attempt.note is None else _shown(attempt.note),
        "flag": None if flag is None else _shown(flag),
    }


def _shown(row: Base) -> dict[str, Any]:
    hidden = _KEYS | WITHHELD.get(row.__tablename__, set())
    return {
        column.key: getattr(row, column.key) for column in inspect(type(row)).column_attrs if column.key not in hidden
    }
