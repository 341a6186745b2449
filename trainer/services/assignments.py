"""Assignments: a drill set that a class works through between two dates, or whoever has the link."""

import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import Select, delete, func, select, update
from sqlalchemy.orm import Session

from trainer.models import Assignment, Attempt, Classroom, DrillSet, Membership, Run, SetVersion
from trainer.services.classes import Role, State, role_in
from trainer.services.held import tell_orphans
from trainer.teaching.drills import Feedback

LINK_BYTES = 9
"""72 random bits: a link is found by nobody who was not given it."""


class Phase(StrEnum):
    """What can be done with an assignment at a moment."""

    UPCOMING = "upcoming"
    OPEN = "open"
    LATE = "late"
    """It was due, and may be worked through still."""
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Dates:
    """Between which moments something is to be worked through."""

    opens_at: datetime
    due_at: datetime | None
    late_allowed: bool
    time_zone: str
    """In which they were meant, such as ``Asia/Shanghai``."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A version of a drill set with those who are to work through it."""

    id: uuid.UUID
    set_id: uuid.UUID
    version_id: uuid.UUID
    title: str
    number: int
    """Which version of the set it is."""
    count: int
    """How many hands it has."""
    class_id: uuid.UUID | None
    class_title: str | None
    link: str | None
    dates: Dates
    feedback: Feedback
    tries: int | None
    ended_at: datetime | None
    archived: bool

    def phase(self, now: datetime) -> Phase:
        """What can be done with it now."""
        closes = self.closes_at
        if now < self.dates.opens_at:
            return Phase.CLOSED if self.ended_at is not None or self.archived else Phase.UPCOMING
        if self.archived or (closes is not None and now >= closes):
            return Phase.CLOSED
        due = self.dates.due_at
        return Phase.LATE if due is not None and now >= due else Phase.OPEN

    @property
    def closes_at(self) -> datetime | None:
        """From when on nothing is answered any more; None: no such moment is known."""
        due = None if self.dates.late_allowed else self.dates.due_at
        ends = [moment for moment in (due, self.ended_at) if moment is not None]
        return min(ends, default=None)


def assign(db: Session, version_id: uuid.UUID, class_id: uuid.UUID | None, dates: Dates, now: datetime) -> uuid.UUID:
    """Assign a version of a drill set to a class, or without one to whoever has the link that is made; its key.

    Raises ValueError for one that is due before it opens.
    """
    _check(dates)
    key = uuid.uuid4()
    db.add(
        Assignment(
            id=key,
            version_id=version_id,
            class_id=class_id,
            link=secrets.token_urlsafe(LINK_BYTES) if class_id is None else None,
            opens_at=dates.opens_at,
            due_at=dates.due_at,
            late_allowed=dates.late_allowed,
            time_zone=dates.time_zone,
            created_at=now,
        )
    )
    db.flush()
    return key


def _check(dates: Dates) -> None:
    if dates.due_at is not None and dates.due_at <= dates.opens_at:
        raise ValueError("due before it opens")


def change_dates(db: Session, assignment: uuid.UUID, dates: Dates) -> None:
    """Move the dates; what learners are told later is then told by the new ones. Raises ValueError (see ``assign``)."""
    _check(dates)
    row = db.get_one(Assignment, assignment)
    before = row.due_at
    row.opens_at, row.due_at, row.late_allowed = dates.opens_at, dates.due_at, dates.late_allowed
    row.time_zone = dates.time_zone
    db.flush()
    if before is not None and dates.due_at is not None and before != dates.due_at:
        held = update(Attempt).where(Attempt.run_id.in_(_runs(assignment)), Attempt.held_until == before)
        db.execute(held.values(held_until=dates.due_at), execution_options={"synchronize_session": False})


def end(db: Session, assignment: uuid.UUID, now: datetime | None) -> None:
    """End it now: nothing is answered any more, and everybody is told how it went; None opens it again."""
    db.get_one(Assignment, assignment).ended_at = now
    if now is not None:
        _tell(db, assignment)
    db.flush()


def delete_assignment(db: Session, assignment: uuid.UUID) -> None:
    """Delete it with its results; what learners answered stays theirs, and they are told how it went."""
    db.execute(delete(Assignment).where(Assignment.id == assignment))
    tell_orphans(db)
    db.expire_all()


def _runs(assignment: uuid.UUID) -> Select[uuid.UUID]:
    return select(Run.id).where(Run.assignment_id == assignment)


def _tell(db: Session, assignment: uuid.UUID) -> None:
    held = update(Attempt).where(Attempt.run_id.in_(_runs(assignment)), Attempt.held_until.is_not(None))
    db.execute(held.values(held_until=None), execution_options={"synchronize_session": False})


# --- reading ----------------------------------------------------------------------------------------------------------


def assigned(db: Session, assignment: uuid.UUID) -> Assigned | None:
    """What is assigned under that key; None for an unknown one."""
    return next(iter(_found(db, _select().where(Assignment.id == assignment))), None)


def by_link(db: Session, link: str) -> Assigned | None:
    """What the public link of that code leads to; None for an unknown one."""
    return next(iter(_found(db, _select().where(Assignment.link == link))), None)


def of_class(db: Session, class_id: uuid.UUID) -> list[Assigned]:
    """What is assigned to a class, the latest first."""
    return _found(db, _select().where(Assignment.class_id == class_id).order_by(Assignment.opens_at.desc()))


def of_set(db: Session, set_id: uuid.UUID) -> list[Assigned]:
    """Where a drill set is assigned, the latest first."""
    return _found(db, _select().where(SetVersion.set_id == set_id).order_by(Assignment.created_at.desc()))


def of_learner(db: Session, learner: uuid.UUID) -> list[Assigned]:
    """What is assigned to the classes that a learner is in, what is due first at the top."""
    mine = select(Membership.class_id).where(
        Membership.user_id == learner, Membership.role == Role.LEARNER, Membership.state == State.ACTIVE
    )
    found = _select().where(Assignment.class_id.in_(mine), Classroom.archived_at.is_(None))
    return _found(db, found.order_by(Assignment.due_at.is_(None), Assignment.due_at, Assignment.opens_at))


def _select() -> Select[Assignment, SetVersion, DrillSet, Classroom]:
    return (
        select(Assignment, SetVersion, DrillSet, Classroom)
        .join(SetVersion, SetVersion.id == Assignment.version_id)
        .join(DrillSet, DrillSet.id == SetVersion.set_id)
        .outerjoin(Classroom, Classroom.id == Assignment.class_id)
    )


def _found(db: Session, rows: Select[Assignment, SetVersion, DrillSet, Classroom]) -> list[Assigned]:
    return [_assigned(*row) for row in db.execute(rows)]


def _assigned(row: Assignment, kept: SetVersion, drill_set: DrillSet, room: Classroom | None) -> Assigned:
    return Assigned(
        row.id,
        drill_set.id,
        kept.id,
        drill_set.title,
        kept.number,
        len(kept.hands),
        row.class_id,
        None if room is None else room.title,
        row.link,
        Dates(row.opens_at, row.due_at, row.late_allowed, row.time_zone),
        Feedback(kept.drill["feedback"]),
        kept.drill["tries"],
        row.ended_at,
        room is not None and room.archived_at is not None,
    )


def may_teach(db: Session, of: Assigned, user: uuid.UUID) -> bool:
    """True for those who see the results: the class's teachers; of a link, the owner of the set."""
    if of.class_id is None:
        owner = select(DrillSet.owner_id).where(DrillSet.id == of.set_id)
        return db.scalar(owner) == user
    return role_in(db, of.class_id, user) is Role.TEACHER


def may_work(db: Session, of: Assigned, user: uuid.UUID) -> bool:
    """True for those who are to work through it: the class's learners, and whoever has the link."""
    return of.class_id is None or role_in(db, of.class_id, user) is Role.LEARNER


def runs_of(db: Session, assignments: list[uuid.UUID], learner: uuid.UUID) -> dict[uuid.UUID, int]:
    """For each assignment how often this learner has begun it."""
    rows = db.execute(
        select(Run.assignment_id, func.count())
        .where(Run.assignment_id.in_(assignments), Run.user_id == learner)
        .group_by(Run.assignment_id)
    )
    return dict[uuid.UUID, int](row for row in rows)


def handed_in(db: Session, assignments: list[uuid.UUID]) -> dict[uuid.UUID, int]:
    """For each assignment how many learners have handed it in at least once; of a class those who are in it."""
    rows = db.execute(
        select(Run.assignment_id, func.count(func.distinct(Run.user_id)))
        .join(Assignment)
        .outerjoin(Membership, (Membership.class_id == Assignment.class_id) & (Membership.user_id == Run.user_id))
        .where(
            Run.assignment_id.in_(assignments),
            Run.finished_at.is_not(None),
            Assignment.class_id.is_(None) | ((Membership.state == State.ACTIVE) & (Membership.role == Role.LEARNER)),
        )
        .group_by(Run.assignment_id)
    )
    return dict[uuid.UUID, int](row for row in rows)
