"""The tables of teaching: classes, drill sets, what is assigned, and who works through it."""

import uuid

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from trainer.models.base import Base, JsonList, JsonObject, LongText, Moment, Name, OwnerKey, UserKey


class Classroom(Base):
    """A class: learners and their teachers."""

    __tablename__ = "classes"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    title: Mapped[LongText]
    code: Mapped[Name] = mapped_column(unique=True)
    """What is typed to join it."""
    time_zone: Mapped[LongText]
    """Where its evenings are, such as ``Asia/Shanghai``: due dates are meant and shown so."""
    created_at: Mapped[Moment]
    archived_at: Mapped[Moment | None]
    """Since when nobody joins and nothing is answered in it."""


class Membership(Base):
    """A learner or a teacher in a class, or one that was: who left or was removed sees nothing of it any more."""

    __tablename__ = "memberships"
    __table_args__ = (
        CheckConstraint("role IN ('learner', 'teacher')", name="role_known"),
        CheckConstraint("state IN ('active', 'left', 'removed')", name="state_known"),
        Index(None, "user_id"),
    )

    class_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[OwnerKey]
    role: Mapped[Name]
    state: Mapped[Name]
    called: Mapped[LongText]
    """How he is called in this class; a guest has no other name."""
    joined_at: Mapped[Moment]


class DrillSet(Base):
    """A drill set: what a teacher made to be worked through, in one or more versions."""

    __tablename__ = "drill_sets"
    __table_args__ = (Index(None, "owner_id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    owner_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"))
    """Who may change it; None when he is gone and a class of others still works with it."""
    title: Mapped[LongText]
    created_at: Mapped[Moment]
    changed_at: Mapped[Moment]
    deleted_at: Mapped[Moment | None]
    """Since when its owner does not see it any more; what was assigned of it stays."""


class SetVersion(Base):
    """A drill set as it was assigned: once somebody has begun with it, it does not change."""

    __tablename__ = "set_versions"
    __table_args__ = (UniqueConstraint("set_id", "number"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    set_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("drill_sets.id", ondelete="CASCADE"))
    number: Mapped[int]
    """From 1."""
    drill: Mapped[JsonObject]
    """Everything that is chosen about it, as ``trainer.teaching.drills`` writes it."""
    hands: Mapped[JsonList]
    """The hands in their order, in the one-line form: as dealt once, for all or as an example."""
    created_at: Mapped[Moment]


class Assignment(Base):
    """A version of a drill set that a class is to work through, or whoever has the link."""

    __tablename__ = "assignments"
    __table_args__ = (
        CheckConstraint("(class_id IS NULL) <> (link IS NULL)", name="for_a_class_or_by_link"),
        CheckConstraint("due_at IS NULL OR due_at > opens_at", name="due_after_opening"),
        Index(None, "class_id"),
        Index(None, "version_id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    version_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("set_versions.id", ondelete="CASCADE"))
    class_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("classes.id", ondelete="CASCADE"))
    link: Mapped[Name | None] = mapped_column(unique=True)
    """The code in the public address, for people outside any class."""
    opens_at: Mapped[Moment]
    due_at: Mapped[Moment | None]
    late_allowed: Mapped[bool]
    """True when it may still be begun and answered after it was due."""
    time_zone: Mapped[LongText]
    """In which its dates were meant."""
    created_at: Mapped[Moment]
    ended_at: Mapped[Moment | None]
    """Since when nothing is answered any more, because a teacher ended it."""


class Run(Base):
    """One time that a learner works through what is assigned."""

    __tablename__ = "runs"
    __table_args__ = (
        UniqueConstraint("assignment_id", "user_id", "number"),
        CheckConstraint("number > 0", name="number_positive"),
        Index(None, "user_id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    assignment_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("assignments.id", ondelete="CASCADE"))
    user_id: Mapped[UserKey]
    number: Mapped[int]
    """Which of his tries it is, from 1."""
    called: Mapped[LongText]
    """How he wants to be called where there is no class that knows him; empty for nothing."""
    hands: Mapped[JsonList | None]
    """His own hands in the one-line form; None where all have the same."""
    started_at: Mapped[Moment]
    until: Mapped[Moment | None]
    """When the time for the whole set runs out, where there is a limit."""
    place: Mapped[int]
    """The question that is open, from 0, where each has its own time."""
    shown_at: Mapped[Moment | None]
    """When that question was first shown."""
    finished_at: Mapped[Moment | None]
    late: Mapped[bool]
    """True when it was begun after it was due."""

    assignment: Mapped[Assignment] = relationship()


class Job(Base):
    """Long work that goes on beside the site, such as a big worksheet, and what came of it."""

    __tablename__ = "jobs"
    __table_args__ = (
        CheckConstraint("state IN ('waiting', 'working', 'done', 'failed')", name="state_known"),
        Index(None, "user_id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey]
    kind: Mapped[Name]
    asked: Mapped[JsonObject]
    """What is to be made."""
    state: Mapped[Name]
    done: Mapped[int]
    total: Mapped[int]
    """How many steps there are, and how many of them are done."""
    file_name: Mapped[LongText | None]
    content_type: Mapped[LongText | None]
    result: Mapped[bytes | None] = mapped_column(LargeBinary, deferred=True)
    """Megabytes, which nobody needs who looks at the rest of the row."""
    created_at: Mapped[Moment]
    changed_at: Mapped[Moment]
    """When it last got on; long ago means that it was broken off."""
