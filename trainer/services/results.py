"""Results: who of a class, or of those with a link, answered which question of what was assigned, and how.

Teachers see what learners are not told yet; who left the class, or was removed, is not among them.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from statistics import median
from typing import NamedTuple

from sqlalchemy import Integer, String, Text, case, cast, func, literal, select, type_coerce
from sqlalchemy.orm import Session

from trainer.models import Attempt, Membership, Run, User
from trainer.services.assignments import Assigned
from trainer.services.classes import Role, State
from trainer.services.practice import GRACE
from trainer.teaching.accuracy import ENOUGH, error_bound


class Which(StrEnum):
    """Which try of each learner is looked at."""

    FIRST = "first"
    BEST = "best"
    """The one with most right answers; of equals the earlier."""


class Sort(StrEnum):
    """In which order learners stand."""

    NAME = "name"
    SCORE = "score"


class Standing(StrEnum):
    """How far a learner is."""

    NOT_BEGUN = "not_begun"
    WORKING = "working"
    HANDED_IN = "handed_in"
    RAN_OUT = "ran_out"
    """His time ran out, or it was closed, before he handed in."""


@dataclass(frozen=True, slots=True)
class Learner:
    """One of those whose results are shown."""

    user: uuid.UUID
    called: str
    """Empty for a guest who did not say."""
    guest: int | None = None
    """Which of those guests he is, from 1."""


class Cell(NamedTuple):
    """One answer of a learner."""

    right: bool
    elapsed_ms: int | None
    nonce: str
    late: bool
    """True when it was given after the due date."""
    wrong: str | None
    """A wrong answer as it is kept, as JSON text; None for a right one."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one learner did."""

    learner: Learner
    standing: Standing
    cells: tuple[Cell | None, ...]
    """His answer to each question; None where there is none."""
    tries: int = 0
    late: bool = False
    """True when the try was begun, or anything answered in it, after the due date."""

    @property
    def answered(self) -> int:
        """How many questions he answered."""
        return sum(cell is not None for cell in self.cells)

    @property
    def right(self) -> int:
        """How many of them right."""
        return sum(cell is not None and cell.right for cell in self.cells)

    @property
    def median_ms(self) -> int | None:
        """How long his answers took; None where no browser measured it."""
        return median_of(cell.elapsed_ms for cell in self.cells if cell is not None)


@dataclass(frozen=True, slots=True)
class Grid:
    """Learner by question."""

    rows: tuple[Row, ...]
    count: int
    """How many questions there are."""

    def standing(self, *which: Standing) -> tuple[Row, ...]:
        """The learners who are so far."""
        return tuple(row for row in self.rows if row.standing in which)

    def lowest(self, most: int) -> tuple[Row, ...]:
        """The learners to look after first: those who surely get most wrong; nobody with too few answers."""
        known = [row for row in self.rows if row.answered >= ENOUGH and row.right < row.answered]
        return tuple(sorted(known, key=lambda row: -error_bound(row.right, row.answered))[:most])


def median_of(times: Iterable[int | None]) -> int | None:
    """The median of the times that were measured, in milliseconds; None where there are none."""
    known = [time for time in times if time is not None]
    return round(median(known)) if known else None


# --- who is looked at -------------------------------------------------------------------------------------------------


class _Try(NamedTuple):
    """A run as it is needed here."""

    key: object
    """Its id as the database gives it: read so, ten thousand answers cost a fifth less."""
    user: uuid.UUID
    called: str
    name: str | None
    """That of his account."""
    until: datetime | None
    finished_at: datetime | None
    late: bool


def _tries(db: Session, of: Assigned) -> list[_Try]:
    """All runs through what is assigned, each learner's in their order."""
    rows = (
        select(
            *(type_coerce(Run.id, String), Run.user_id, Run.called, User.name),
            *(Run.until, Run.finished_at, Run.late),
        )
        .join(User, User.id == Run.user_id)
        .where(Run.assignment_id == of.id)
        .order_by(Run.number, Run.started_at, Run.id)
    )
    return [_Try(*row) for row in db.execute(rows)]


def learners_of_class(db: Session, class_id: uuid.UUID) -> list[Learner]:
    """The learners who are in a class now, by name."""
    rows = select(Membership.user_id, Membership.called).where(
        Membership.class_id == class_id, Membership.role == Role.LEARNER, Membership.state == State.ACTIVE
    )
    return sorted((Learner(user, called) for user, called in db.execute(rows)), key=_by_name)


def learners_of(db: Session, of: Assigned) -> list[Learner]:
    """Those whose results count, by name: the learners of the class; of a link whoever has begun."""
    return learners_of_class(db, of.class_id) if of.class_id is not None else _by_link(_tries(db, of))


def keys_of(learners: Iterable[Learner]) -> dict[object, uuid.UUID]:
    """Whose a key is, by that key as either database gives it when it is not made a UUID, which would take longer."""
    return {key: learner.user for learner in learners for key in (learner.user, learner.user.hex)}


def _by_link(tries: Iterable[_Try]) -> list[Learner]:
    """Those who followed a link: each as he wants to be called, or by the name of his account, or as a guest."""
    names: dict[uuid.UUID, str] = {}
    for one in tries:
        names[one.user] = names.get(one.user) or one.called or one.name or ""
    found, guests = [], 0
    for user, called in names.items():
        guests += not called
        found.append(Learner(user, called, None if called else guests))
    return sorted(found, key=_by_name)


def _by_name(learner: Learner) -> tuple[int, str, uuid.UUID]:
    """Guests without a name stand last."""
    return learner.guest or 0, learner.called.casefold(), learner.user


# --- the grid ---------------------------------------------------------------------------------------------------------


def grid(db: Session, of: Assigned, which: Which, sort: Sort, now: datetime) -> Grid:
    """What each learner answered in the chosen one of his tries, those who did not begin included."""
    tries = _tries(db, of)
    learners = _by_link(tries) if of.class_id is None else learners_of_class(db, of.class_id)
    runs: dict[uuid.UUID, list[_Try]] = {learner.user: [] for learner in learners}
    for one in tries:
        if one.user in runs:
            runs[one.user].append(one)
    scores = _scores(db, of) if which is Which.BEST else {}
    # Of equals ``max`` takes the first.
    chosen = {user: max(own, key=lambda one: scores.get(one.key, 0)) for user, own in runs.items() if own}
    cells = _cells(db, of, {one.key for one in chosen.values()})
    rows = []
    for learner in learners:
        looked_at = chosen.get(learner.user)
        if looked_at is None:
            rows.append(Row(learner, Standing.NOT_BEGUN, (None,) * of.count))
            continue
        found = cells.get(looked_at.key, {})
        own = tuple(found.get(place) for place in range(of.count))
        rows.append(Row(learner, _standing(of, looked_at, now), own, len(runs[learner.user]), looked_at.late))
    if sort is Sort.SCORE:
        rows.sort(key=_by_score)
    return Grid(tuple(rows), of.count)


def _by_score(row: Row) -> tuple[bool, int, float]:
    """The most right answers first, of equals the quicker; whoever did not begin last."""
    return row.standing is Standing.NOT_BEGUN, -row.right, float("inf") if row.median_ms is None else row.median_ms


def _standing(of: Assigned, one: _Try, now: datetime) -> Standing:
    if one.finished_at is not None:
        return Standing.HANDED_IN
    ends = [at for at in (one.until, of.closes_at) if at is not None]
    return Standing.RAN_OUT if of.archived or any(now >= at for at in ends) else Standing.WORKING


def _scores(db: Session, of: Assigned) -> dict[object, int]:
    """How many answers were right in each run."""
    rows = (
        select(type_coerce(Attempt.run_id, String), func.sum(cast(Attempt.right, Integer)))
        .join(Run, Run.id == Attempt.run_id)
        .where(Run.assignment_id == of.id)
        .group_by(Attempt.run_id)
    )
    return dict[object, int](row for row in db.execute(rows))


def _cells(db: Session, of: Assigned, keys: set[object]) -> dict[object, dict[int, Cell]]:
    """The answers of these runs, by their places."""
    due = of.dates.due_at
    late = literal(False) if due is None else Attempt.answered_at > due + GRACE
    rows = (
        select(
            *(type_coerce(Attempt.run_id, String), Attempt.place),
            *(Attempt.right, Attempt.elapsed_ms, Attempt.nonce, late),
            case((Attempt.right.is_(False), cast(Attempt.answer, Text))),
        )
        .join(Run, Run.id == Attempt.run_id)
        .where(Run.assignment_id == of.id)
    )
    found: dict[object, dict[int, Cell]] = {key: {} for key in keys}
    for key, place, *values in db.execute(rows):
        if key in found:
            found[key][place] = Cell(*values)
    return found


def stamp(db: Session, of: Assigned, now: datetime) -> str:
    """A text that changes when the results do, so that whoever waits for news need not have them made anew."""
    answers = select(func.count(Attempt.id), func.max(Attempt.id)).join(Run).where(Run.assignment_id == of.id)
    ran_out = case((Run.until <= now, 1), else_=0)
    runs = select(func.count(), func.count(Run.finished_at), func.sum(ran_out)).where(Run.assignment_id == of.id)
    members = select(func.count()).where(
        Membership.class_id == of.class_id, Membership.role == Role.LEARNER, Membership.state == State.ACTIVE
    )
    counts = (*db.execute(answers).one(), *db.execute(runs).one(), db.scalar(members), of.phase(now))
    return "-".join("" if count is None else str(count) for count in counts)
