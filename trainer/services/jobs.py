"""Long work beside the site: what was asked for, how far it is, and the file that comes of it.

Nobody waits for it: every transaction that writes is short, and while something is made none is open but to read.
"""

import json
import logging
import traceback
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from threading import Event, Thread
from typing import Any

from sqlalchemy import Engine, delete, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from trainer.db import for_writing
from trainer.models import Job
from trainer.services.learning import one_at_a_time

MOST_UNFINISHED = 3
"""Of one user, so that one cannot keep all others waiting."""
KEPT = timedelta(days=1)
MOST_BYTES = 20 * 1024 * 1024
STALE_AFTER = timedelta(minutes=2)
NOTED_EVERY = 0.3
"""Seconds between two looks at how far it is; a learner sees no more of it, and others want to write too."""
ALIVE_EVERY = timedelta(seconds=30)
"""How often is written that it still goes on, however long a single step takes."""
LONGEST_NAME = 120
LOG = logging.getLogger(__name__)


class State(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class File:
    """What is made."""

    name: str
    content_type: str
    content: bytes


Progress = Callable[[int, int], None]
"""Told how many steps are done, of how many; it writes nothing itself, so it may be told as often as one likes."""
Make = Callable[[Session, dict[str, Any], Progress], File]
"""Makes what was asked for; its session is there to read."""


@dataclass(frozen=True, slots=True)
class Status:
    """What its owner sees of a job."""

    id: uuid.UUID
    kind: str
    state: State
    done: int
    total: int
    """0 while nobody knows how many steps there are."""
    file_name: str | None
    created_at: datetime
    is_stale: bool
    """True when it does not get on any more, because the process that worked at it is gone."""

    @property
    def is_unfinished(self) -> bool:
        """True while there is something to wait for."""
        return self.state in {State.WAITING, State.WORKING} and not self.is_stale

    @property
    def is_broken(self) -> bool:
        """True when it can only be tried again."""
        return self.state is State.FAILED or self.is_stale


class TooManyJobsError(Exception):
    """Somebody has to wait for one of his jobs first."""


class TooBigError(Exception):
    """What was made is more than the database should keep."""


class GoneError(Exception):
    """The job was deleted, with its user or without, or begun anew elsewhere: nobody wants what is made."""


def begin(db: Session, user: uuid.UUID, kind: str, asked: dict[str, Any], now: datetime) -> uuid.UUID:
    """Ask for something to be made; what was asked for already is not asked for twice. The user's row must be there.

    Raises TooManyJobsError.
    """
    one_at_a_time(db, user)
    db.execute(delete(Job).where(Job.user_id == user, Job.created_at < now - KEPT))
    job = _unfinished(db, user, kind, asked, now)
    if job is None:
        job = uuid.uuid4()
        times = {"created_at": now, "changed_at": now}
        db.add(Job(id=job, user_id=user, kind=kind, asked=asked, state=State.WAITING, done=0, total=0, **times))
        db.flush()
    return job


def again(db: Session, user: uuid.UUID, job: uuid.UUID, now: datetime) -> uuid.UUID | None:
    """Let a broken job wait anew, unless the same is being made already; which job to look at. None: it is not his.

    Raises TooManyJobsError.
    """
    one_at_a_time(db, user)
    known = status(db, user, job, now)
    if known is None or not known.is_broken:
        return None if known is None else job
    row = db.get_one(Job, job, populate_existing=True)
    same = _unfinished(db, user, row.kind, row.asked, now)
    if same is not None:
        return same
    # Whoever is still at it, too slow to be believed in, sees by the time that this is another round.
    row.state, row.done, row.total, row.created_at, row.changed_at = State.WAITING, 0, 0, now, now
    db.flush()
    return job


def _unfinished(db: Session, user: uuid.UUID, kind: str, asked: dict[str, Any], now: datetime) -> uuid.UUID | None:
    """The job that makes the same; None when there is none. Raises TooManyJobsError when there may be no other."""
    unfinished = [one.id for one in listed(db, user, now) if one.is_unfinished]
    # As it comes back from the database, which knows no tuples.
    same = (kind, json.loads(json.dumps(asked)))
    for job, *asked_before in db.execute(select(Job.id, Job.kind, Job.asked).where(Job.id.in_(unfinished))):
        if tuple(asked_before) == same:
            return job
    if len(unfinished) >= MOST_UNFINISHED:
        raise TooManyJobsError
    return None


_SHOWN = (Job.id, Job.kind, Job.state, Job.done, Job.total, Job.file_name, Job.created_at, Job.changed_at)


def listed(db: Session, user: uuid.UUID, now: datetime) -> list[Status]:
    """What a user asked for, the latest first."""
    rows = db.execute(select(*_SHOWN).where(Job.user_id == user).order_by(Job.created_at.desc(), Job.id))
    return [_status(row, now) for row in rows]


def status(db: Session, user: uuid.UUID, job: uuid.UUID, now: datetime) -> Status | None:
    """How far a job is; None when this user has no such job."""
    row = db.execute(select(*_SHOWN).where(Job.id == job, Job.user_id == user)).one_or_none()
    return None if row is None else _status(row, now)


def _status(row: Any, now: datetime) -> Status:
    state = State(row.state)
    is_stale = state is State.WORKING and row.changed_at < now - STALE_AFTER
    return Status(row.id, row.kind, state, row.done, row.total, row.file_name, row.created_at, is_stale)


def result(db: Session, user: uuid.UUID, job: uuid.UUID) -> File | None:
    """The file that came of a job; None while there is none, or when this user has no such job."""
    row = db.execute(
        select(Job.file_name, Job.content_type, Job.result).where(
            Job.id == job, Job.user_id == user, Job.state == State.DONE
        )
    ).one_or_none()
    return None if row is None else File(row.file_name, row.content_type, row.result)


def _now() -> datetime:
    return datetime.now(UTC)


def work(engine: Engine, job: uuid.UUID, make: Make, clock: Callable[[], datetime] = _now) -> None:
    """Do a job that waits, and keep what comes of it. Nothing is done when it does not wait (any more)."""
    begun = _take(engine, job, clock())
    if begun is None:
        return
    kind, asked, created_at = begun
    current = _Round(engine, job, created_at, clock)
    try:
        with current.noting(), Session(engine) as db:
            made = make(db, asked, current.progress)
        if len(made.content) > MOST_BYTES:
            raise TooBigError
        current.end_with(made)
    except GoneError:
        return
    except Exception as error:
        with suppress(GoneError):
            current.write(state=State.FAILED)
            # Where it broke, but not what with: messages of exceptions may hold what somebody typed.
            places = "".join(traceback.format_tb(error.__traceback__))
            LOG.error("job %s (%s) failed: %s\n%s", job, kind, type(error).__name__, places)


def _take(engine: Engine, job: uuid.UUID, now: datetime) -> tuple[str, dict[str, Any], datetime] | None:
    """Make a job that waits one's own: of several processes that try, the database lets one change the row."""
    with for_writing(engine).begin() as connection:
        taken = connection.execute(
            update(Job)
            .where(Job.id == job, Job.state == State.WAITING)
            .values(state=State.WORKING, done=0, total=0, changed_at=now)
        )
        if taken.rowcount == 0:
            return None
        row = connection.execute(select(Job.kind, Job.asked, Job.created_at).where(Job.id == job)).one()
        return row.kind, row.asked, row.created_at


class _Round:
    """One time that a job is worked at, told from the next by when it was asked for."""

    def __init__(self, engine: Engine, job: uuid.UUID, created_at: datetime, clock: Callable[[], datetime]) -> None:
        self.engine = for_writing(engine)
        self.job = job
        self.created_at = created_at
        self.clock = clock
        self.steps = self.noted = (0, 0)
        self.noted_at = clock()
        self.is_gone = False

    def progress(self, done: int, total: int) -> None:
        """Say how far it is. Raises GoneError where it need not go on."""
        if self.is_gone:
            raise GoneError
        self.steps = (done, total)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Write how far it is while it goes on, from a thread of its own: one long step is no reason to look dead."""
        ended = Event()

        def note_until_ended() -> None:
            while not ended.wait(NOTED_EVERY) and not self.is_gone:
                # Who writes at the moment is more important; the next look is soon.
                with suppress(OperationalError):
                    self.note()

        thread = Thread(target=note_until_ended, name="job-progress", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def note(self) -> None:
        """Write how far it is, if there is something new to say."""
        steps = self.steps
        if steps != self.noted or self.clock() - self.noted_at >= ALIVE_EVERY:
            with suppress(GoneError):
                self.write(done=steps[0], total=steps[1])
                self.noted = steps

    def write(self, **values: Any) -> None:
        """Change the row in a transaction of its own. Raises GoneError when it is not this round's any more."""
        self.noted_at = self.clock()
        mine = update(Job).where(Job.id == self.job, Job.state == State.WORKING, Job.created_at == self.created_at)
        with self.engine.begin() as connection:
            if connection.execute(mine.values(changed_at=self.noted_at, **values)).rowcount == 0:
                self.is_gone = True
                raise GoneError

    def end_with(self, made: File) -> None:
        """Keep the file; all steps are done then, whatever was said of them last."""
        total = max(*self.steps, 1)
        kept = {"file_name": plain_name(made.name), "content_type": made.content_type, "result": made.content}
        self.write(state=State.DONE, done=total, total=total, **kept)


def plain_name(name: str) -> str:
    """A file name that every system takes, of one that may hold what a teacher called something."""
    letters = ("_" if letter in '/\\:*?"<>|' or not letter.isprintable() else letter for letter in name.strip())
    stem, dot, ending = "".join(letters).lstrip(".").rpartition(".")
    longest = LONGEST_NAME - len(dot + ending)
    return f"{stem[:longest]}{dot}{ending}"[:LONGEST_NAME] or "file"
