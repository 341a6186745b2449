"""The tables. A hand is stored as it was asked, and its score computed anew: that never goes stale."""

from trainer.models.base import Base, UtcDateTime
from trainer.models.classes import Assignment, Classroom, DrillSet, Job, Membership, Run, SetVersion
from trainer.models.learners import (
    Attempt,
    Belief,
    Card,
    Evidence,
    Flag,
    Note,
    Rating,
    RecoveryCode,
    SignIn,
    Suspicion,
    User,
)

__all__ = [
    "Assignment",
    "Attempt",
    "Base",
    "Belief",
    "Card",
    "Classroom",
    "DrillSet",
    "Evidence",
    "Flag",
    "Job",
    "Membership",
    "Note",
    "Rating",
    "RecoveryCode",
    "Run",
    "SetVersion",
    "SignIn",
    "Suspicion",
    "User",
    "UtcDateTime",
]
