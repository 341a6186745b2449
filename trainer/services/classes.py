"""Classes: teachers open them, learners join by a code, with an account or as a guest."""

import secrets
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from zoneinfo import available_timezones

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.models import Assignment, Attempt, Classroom, Membership, Run, User
from trainer.services.accounts import NameFault, name_fault
from trainer.services.held import tell_orphans
from trainer.services.practice import know_learner

LONGEST_TITLE = 60
MOST_MEMBERS = 1000
"""Learners and teachers in a class, those who left included."""
CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Of those that look alike one is left out, so that a code can be read from the blackboard."""
CODE_LENGTH = 6


class Role(StrEnum):
    """What somebody is in a class."""

    TEACHER = "teacher"
    LEARNER = "learner"


class State(StrEnum):
    """Whether somebody is in a class still."""

    ACTIVE = "active"
    LEFT = "left"
    REMOVED = "removed"


class ClassFault(StrEnum):
    """Why something cannot be done with a class."""

    UNKNOWN_CODE = "unknown_code"
    ARCHIVED = "archived"
    REMOVED = "removed"
    FULL = "full"
    LAST_TEACHER = "last_teacher"
    GUEST = "guest"
    """A teacher needs an account: whoever finds his cookie would see the class."""
    NO_TITLE = "no_title"
    NO_ZONE = "no_zone"


class ClassError(Exception):
    """What cannot be done, and why."""

    def __init__(self, fault: ClassFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody in a class."""

    user: uuid.UUID
    called: str
    role: Role
    state: State
    joined_at: datetime
    is_guest: bool


@dataclass(frozen=True, slots=True)
class OfClass:
    """A class as one of its members sees it."""

    id: uuid.UUID
    title: str
    code: str
    time_zone: str
    role: Role
    called: str
    """How he himself is called in it."""
    learners: int
    teachers: tuple[str, ...]
    archived: bool

    @property
    def is_taught(self) -> bool:
        """True for one of its teachers."""
        return self.role is Role.TEACHER


def plain_code(text: str) -> str:
    """A code as it is kept, however it was typed: "abc-def" and "ABC DEF" are "ABCDEF"."""
    return "".join(letter for letter in text.upper() if letter.isalnum())[:32]


def shown_code(code: str) -> str:
    """A code as it is written on the blackboard: "ABC DEF"."""
    return f"{code[: CODE_LENGTH // 2]} {code[CODE_LENGTH // 2 :]}"


def _new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def _title(title: str) -> str:
    title = " ".join(title.split())[:LONGEST_TITLE]
    if not title or not title.isprintable():
        raise ClassError(ClassFault.NO_TITLE)
    return title


def _zone(time_zone: str) -> str:
    if time_zone not in available_timezones():
        raise ClassError(ClassFault.NO_ZONE)
    return time_zone


# --- opening and changing ---------------------------------------------------------------------------------------------


def open_class(db: Session, teacher: uuid.UUID, title: str, time_zone: str, now: datetime) -> uuid.UUID:
    """Open a class; its key. Raises ClassError for a title or a time zone that is none, or for a guest."""
    owner = db.get(User, teacher)
    if owner is None or owner.name is None:
        raise ClassError(ClassFault.GUEST)
    title, time_zone, key = _title(title), _zone(time_zone), uuid.uuid4()
    while True:
        try:
            with db.begin_nested():
                db.add(Classroom(id=key, title=title, code=_new_code(), time_zone=time_zone, created_at=now))
                db.flush()
            break
        except IntegrityError:
            continue  # one in a billion: another class has this code
    db.add(
        Membership(
            class_id=key, user_id=teacher, role=Role.TEACHER, state=State.ACTIVE, called=owner.name, joined_at=now
        )
    )
    db.flush()
    return key


def change(db: Session, class_id: uuid.UUID, title: str, time_zone: str) -> None:
    """Call a class otherwise, or move it to another time zone. Raises ClassError."""
    values = {"title": _title(title), "time_zone": _zone(time_zone)}
    db.execute(update(Classroom).where(Classroom.id == class_id).values(values))


def renew_code(db: Session, class_id: uuid.UUID) -> None:
    """Let nobody join by the old code any more."""
    db.get_one(Classroom, class_id).code = _new_code()
    db.flush()


def archive(db: Session, class_id: uuid.UUID, now: datetime | None) -> None:
    """Close a class: all stays to be looked at, nothing is answered in it, and everybody is told how it went.

    None opens it again.
    """
    db.get_one(Classroom, class_id).archived_at = now
    if now is not None:
        runs = select(Run.id).join(Assignment).where(Assignment.class_id == class_id)
        held = update(Attempt).where(Attempt.run_id.in_(runs), Attempt.held_until.is_not(None))
        db.execute(held.values(held_until=None), execution_options={"synchronize_session": False})
    db.flush()


def delete_class(db: Session, class_id: uuid.UUID) -> None:
    """Delete a class with all that was assigned in it; what its learners answered stays theirs."""
    db.execute(delete(Classroom).where(Classroom.id == class_id), execution_options={"synchronize_session": False})
    tell_orphans(db)
    db.expire_all()


# --- joining and leaving ----------------------------------------------------------------------------------------------


def by_code(db: Session, code: str) -> Classroom:
    """The class of a code. Raises ClassError for an unknown one and for a class that is archived."""
    found = db.scalar(select(Classroom).where(Classroom.code == plain_code(code)))
    if found is None:
        raise ClassError(ClassFault.UNKNOWN_CODE)
    if found.archived_at is not None:
        raise ClassError(ClassFault.ARCHIVED)
    return found


def call_fault(called: str) -> NameFault | None:
    """Why nobody can be called so in a class; two may be called the same."""
    return name_fault(called)


def join(db: Session, learner: uuid.UUID, code: str, called: str, now: datetime) -> uuid.UUID:
    """Join a class by its code; whoever is in it stays what he is, and whoever left comes back.

    ``called`` must have no ``call_fault``. Raises ClassError.
    """
    found = by_code(db, code)
    know_learner(db, learner, now)
    known = db.get(Membership, (found.id, learner))
    if known is not None:
        if known.state == State.REMOVED:
            raise ClassError(ClassFault.REMOVED)
        known.state = State.ACTIVE
        if known.role == Role.LEARNER:
            known.called = called.strip()
        db.flush()
        return found.id
    count = db.scalar(select(func.count()).select_from(Membership).where(Membership.class_id == found.id)) or 0
    if count >= MOST_MEMBERS:
        raise ClassError(ClassFault.FULL)
    db.merge(
        Membership(
            class_id=found.id,
            user_id=learner,
            role=Role.LEARNER,
            state=State.ACTIVE,
            called=called.strip(),
            joined_at=now,
        )
    )
    db.flush()
    return found.id


def leave(db: Session, class_id: uuid.UUID, user: uuid.UUID) -> None:
    """Leave a class. Raises ClassError for its last teacher."""
    _end(db, class_id, user, State.LEFT)


def remove(db: Session, class_id: uuid.UUID, user: uuid.UUID) -> None:
    """Remove somebody, who cannot join again by the code. Raises ClassError for the last teacher."""
    _end(db, class_id, user, State.REMOVED)


def _end(db: Session, class_id: uuid.UUID, user: uuid.UUID, state: State) -> None:
    member = db.get_one(Membership, (class_id, user))
    if member.role == Role.TEACHER and len(_teachers(db, class_id)) == 1:
        raise ClassError(ClassFault.LAST_TEACHER)
    member.state = state
    db.flush()


def readmit(db: Session, class_id: uuid.UUID, user: uuid.UUID) -> None:
    """Let somebody who was removed, or left, back in."""
    db.get_one(Membership, (class_id, user)).state = State.ACTIVE
    db.flush()


def appoint(db: Session, class_id: uuid.UUID, user: uuid.UUID, role: Role) -> None:
    """Make a member a teacher too, or a learner again. Raises ClassError for a guest, and for the last teacher."""
    member = db.get_one(Membership, (class_id, user))
    if role is Role.TEACHER and db.get_one(User, user).name is None:
        raise ClassError(ClassFault.GUEST)
    if role is Role.LEARNER and member.role == Role.TEACHER and len(_teachers(db, class_id)) == 1:
        raise ClassError(ClassFault.LAST_TEACHER)
    member.role = role
    db.flush()


def _teachers(db: Session, class_id: uuid.UUID) -> list[Membership]:
    rows = select(Membership).where(
        Membership.class_id == class_id, Membership.role == Role.TEACHER, Membership.state == State.ACTIVE
    )
    # Two teachers who leave at the same moment wait for each other, so that one of them is the last.
    return list(db.scalars(rows.order_by(Membership.user_id).with_for_update()))


# --- who sees what ----------------------------------------------------------------------------------------------------


def role_in(db: Session, class_id: uuid.UUID, user: uuid.UUID) -> Role | None:
    """What somebody is in a class now; None for whoever is not, or no longer, in it."""
    found = db.execute(
        select(Membership.role).where(
            Membership.class_id == class_id, Membership.user_id == user, Membership.state == State.ACTIVE
        )
    ).scalar_one_or_none()
    return None if found is None else Role(found)


def classes_of(db: Session, user: uuid.UUID) -> list[OfClass]:
    """The classes that somebody is in, those he teaches first, the archived ones last."""
    rows = select(Membership.class_id).where(Membership.user_id == user, Membership.state == State.ACTIVE)
    found = _seen(db, list(db.scalars(rows)), user)
    return sorted(found, key=lambda one: (one.archived, not one.is_taught, one.title.casefold()))


def class_of(db: Session, class_id: uuid.UUID, user: uuid.UUID) -> OfClass | None:
    """A class as this member sees it; None for whoever is not in it."""
    return next(iter(_seen(db, [class_id], user)), None)


def _seen(db: Session, keys: list[uuid.UUID], user: uuid.UUID) -> list[OfClass]:
    rows = db.execute(
        select(Classroom, Membership)
        .join(Membership, Membership.class_id == Classroom.id)
        .where(Classroom.id.in_(keys), Membership.state == State.ACTIVE)
        .order_by(Membership.joined_at, Membership.called)
    ).all()
    found: dict[uuid.UUID, tuple[Classroom, list[Membership]]] = {}
    for room, member in rows:
        found.setdefault(room.id, (room, []))[1].append(member)
    return [_of(room, members, own) for room, members in found.values() for own in members if own.user_id == user]


def _of(room: Classroom, members: Iterable[Membership], own: Membership) -> OfClass:
    teachers = tuple(member.called for member in members if member.role == Role.TEACHER)
    learners = sum(member.role == Role.LEARNER for member in members)
    return OfClass(
        *(room.id, room.title, room.code, room.time_zone, Role(own.role), own.called),
        *(learners, teachers, room.archived_at is not None),
    )


def members(db: Session, class_id: uuid.UUID) -> list[Member]:
    """Everybody who is or was in a class: teachers first, then by what they are called."""
    rows = db.execute(
        select(Membership, User.name).join(User, User.id == Membership.user_id).where(Membership.class_id == class_id)
    )
    found = [
        Member(row.user_id, row.called, Role(row.role), State(row.state), row.joined_at, name is None)
        for row, name in rows
    ]
    return sorted(found, key=lambda one: (one.role is Role.LEARNER, one.called.casefold(), one.joined_at))
