"""Working through what is assigned: a run is begun, its questions are answered freely or by the clock, and it ends.

Nothing runs beside the requests: what a clock has ended is seen when somebody looks.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from random import Random

from sqlalchemy import func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.mahjong.hand import Win
from trainer.models import Attempt, Run
from trainer.services import drills
from trainer.services.assignments import Assigned, Phase, assigned, may_work
from trainer.services.drills import Version, hands_from_lines, hands_to_lines
from trainer.services.practice import GRACE, Question, TooLateError, Verdict, answer_question, know_learner, verdict_of
from trainer.teaching.drills import Drill, Feedback, hands_of
from trainer.teaching.grade import Answer

NEVER = datetime(9999, 12, 31, tzinfo=UTC)
"""Until when an answer is held whose run nobody may ever hand in."""
LONGEST_CALLED = 32


class RunFault(StrEnum):
    """Why a run cannot be begun, or nothing answered in it."""

    UPCOMING = "upcoming"
    CLOSED = "closed"
    NO_TRIES_LEFT = "no_tries_left"
    NOT_FOR_YOU = "not_for_you"


class RunError(Exception):
    """A run that cannot be begun, and why."""

    def __init__(self, fault: RunFault) -> None:
        super().__init__(fault.value)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Done:
    """One question of a run that was answered."""

    nonce: str
    right: bool
    elapsed_ms: int | None


@dataclass(frozen=True, slots=True)
class Running:
    """A run with all that is known of it."""

    id: uuid.UUID
    learner: uuid.UUID
    number: int
    assigned: Assigned
    version: Version
    hands: tuple[Win, ...]
    started_at: datetime
    until: datetime | None
    """When the time for the whole set runs out."""
    place: int
    shown_at: datetime | None
    finished_at: datetime | None
    late: bool
    done: Mapping[int, Done]
    """What was answered, by its place."""

    @property
    def drill(self) -> Drill:
        """What was chosen about the set."""
        return self.version.drill

    @property
    def ends_at(self) -> datetime | None:
        """When nothing more is answered in it, whatever its learner does; None: no such moment is known."""
        return min((at for at in (self.until, self.assigned.closes_at) if at is not None), default=None)

    def is_over(self, now: datetime) -> bool:
        """True when nothing more is answered in it."""
        ran_out = self.ends_at is not None and now >= self.ends_at
        return self.finished_at is not None or ran_out or self.assigned.archived

    @property
    def in_turn(self) -> bool:
        """True where each question has its own time, so that they are answered one after the other."""
        return self.drill.seconds_each is not None

    def turn_ends(self) -> datetime | None:
        """When the time for the open question runs out."""
        if self.drill.seconds_each is None or self.shown_at is None:
            return None
        return self.shown_at + timedelta(seconds=self.drill.seconds_each)

    def is_told(self, now: datetime) -> bool:
        """True when its learner may see how it went."""
        if self.drill.feedback is Feedback.AT_ONCE:
            return True
        due = self.assigned.dates.due_at
        waits = self.drill.feedback is Feedback.AFTER_DUE and due is not None and now < due
        return self.is_over(now) and (not waits or self.assigned.ended_at is not None)

    def open_places(self) -> tuple[int, ...]:
        """The questions that can still be answered, in their order."""
        first = self.place if self.in_turn else 0
        return tuple(place for place in range(first, len(self.hands)) if place not in self.done)

    def next_place(self, after: int = -1) -> int | None:
        """The question to go on with: the next open one behind ``after``, or else the first; None: all are done."""
        places = self.open_places()
        return next((place for place in places if place > after), places[0] if places else None)


# --- beginning and ending ---------------------------------------------------------------------------------------------


def begin(db: Session, learner: uuid.UUID, of: Assigned, called: str, random: Random, now: datetime) -> uuid.UUID:
    """Begin a run, or go on with the one that is not over; its key. Raises RunError, and NoHand like ``hands_of``."""
    if not may_work(db, of, learner):
        raise RunError(RunFault.NOT_FOR_YOU)
    going_on = current(db, learner, of, now)
    if going_on is not None:
        return going_on.id
    phase = of.phase(now)
    if phase in (Phase.UPCOMING, Phase.CLOSED):
        raise RunError(RunFault.UPCOMING if phase is Phase.UPCOMING else RunFault.CLOSED)
    number = _count(db, learner, of.id) + 1
    if of.tries is not None and number > of.tries:
        raise RunError(RunFault.NO_TRIES_LEFT)
    drill = drills.version(db, of.version_id).drill
    know_learner(db, learner, now)
    key = uuid.uuid4()
    whole = None if drill.seconds_whole is None else now + timedelta(seconds=drill.seconds_whole)
    try:
        with db.begin_nested():
            db.add(
                Run(
                    id=key,
                    assignment_id=of.id,
                    user_id=learner,
                    number=number,
                    called=called.strip()[:LONGEST_CALLED],
                    hands=hands_to_lines(hands_of(drill, random)) if drill.own_hands else None,
                    started_at=now,
                    until=whole,
                    place=0,
                    shown_at=now,
                    late=phase is Phase.LATE,
                )
            )
            db.flush()
    except IntegrityError:  # begun twice at the same moment
        same = select(Run.id).where(Run.assignment_id == of.id, Run.user_id == learner, Run.number == number)
        return db.scalars(same).one()
    return key


def _count(db: Session, learner: uuid.UUID, assignment: uuid.UUID) -> int:
    rows = select(func.count()).where(Run.assignment_id == assignment, Run.user_id == learner)
    return db.scalar(rows) or 0


def finish(db: Session, run: Running, now: datetime) -> None:
    """Hand a run in; from then on its learner may be told how it went, unless that waits for the due date."""
    if run.finished_at is None:
        db.get_one(Run, run.id).finished_at = now
    held = update(Attempt).where(Attempt.run_id == run.id, Attempt.held_until.is_not(None))
    db.execute(held.values(held_until=_told_at(run, now)), execution_options={"synchronize_session": False})
    db.flush()


def _told_at(run: Running, now: datetime) -> datetime | None:
    due = run.assigned.dates.due_at
    return due if run.drill.feedback is Feedback.AFTER_DUE and due is not None and now < due else None


# --- answering --------------------------------------------------------------------------------------------------------


def question(run: Running, place: int, now: datetime) -> Question:
    """The question at a place of a run. Its nonce is the same however often it is shown."""
    asked_at = (run.shown_at if run.in_turn else None) or now
    held = None
    if run.drill.feedback is not Feedback.AT_ONCE:
        held = _told_at(run, now) or run.ends_at or NEVER
    return Question(
        run.learner,
        uuid.uuid5(run.id, str(place)).hex,
        run.hands[place],
        run.drill.rules,
        run.drill.asks,
        asked_at,
        # The same hands again show what was remembered of them.
        apart=run.number > 1 and not run.drill.own_hands,
        run=run.id,
        place=place,
        held_until=held,
    )


def answer(db: Session, run: Running, place: int, given: Answer, elapsed_ms: int | None, now: datetime) -> Verdict:
    """Take the answer to one question of a run; the first one counts. Raises TooLateError after its time."""
    if place not in run.done:
        turn = run.turn_ends()
        if run.finished_at is not None or (run.ends_at is not None and now > run.ends_at + GRACE):
            raise TooLateError
        if run.in_turn and (place != run.place or (turn is not None and now > turn + GRACE)):
            raise TooLateError
    verdict = answer_question(db, question(run, place, now), given, elapsed_ms, now)
    row = db.get_one(Run, run.id)
    due = run.assigned.dates.due_at
    row.late = row.late or (due is not None and now > due + GRACE)
    if run.in_turn and run.drill.feedback is not Feedback.AT_ONCE:
        _turn_to(row, place + 1, now)
    db.flush()
    return verdict


def go_on(db: Session, run: Running, now: datetime) -> None:
    """Show the next question where each has its own time: the open one is answered, or its time has run out."""
    turn = run.turn_ends()
    if run.in_turn and (run.place in run.done or (turn is not None and now >= turn)):
        _turn_to(db.get_one(Run, run.id), run.place + 1, now)
        db.flush()


def _turn_to(row: Run, place: int, now: datetime) -> None:
    """The clock of a question begins when it is asked for, and never anew."""
    if place > row.place:
        row.place, row.shown_at = place, now


# --- reading ----------------------------------------------------------------------------------------------------------


def find(db: Session, run_id: uuid.UUID) -> Running | None:
    """The run of that key; None for an unknown one."""
    row = db.get(Run, run_id)
    return None if row is None else _running(db, row)


def current(db: Session, learner: uuid.UUID, of: Assigned, now: datetime) -> Running | None:
    """The run of a learner that is not over; None when there is none."""
    latest = select(Run).where(Run.assignment_id == of.id, Run.user_id == learner).order_by(Run.number.desc()).limit(1)
    row = db.scalar(latest)
    found = None if row is None else _running(db, row)
    return None if found is None or found.is_over(now) else found


def runs_by(db: Session, learner: uuid.UUID, assignment: uuid.UUID) -> list[Running]:
    """The runs of a learner through what is assigned, in their order."""
    rows = select(Run).where(Run.assignment_id == assignment, Run.user_id == learner).order_by(Run.number)
    return [_running(db, row) for row in db.scalars(rows)]


def _running(db: Session, row: Run) -> Running:
    of = assigned(db, row.assignment_id)
    assert of is not None
    version = drills.version(db, of.version_id)
    answers = db.execute(
        select(Attempt.place, Attempt.nonce, Attempt.right, Attempt.elapsed_ms).where(Attempt.run_id == row.id)
    )
    return Running(
        row.id,
        row.user_id,
        row.number,
        of,
        version,
        version.hands if row.hands is None else hands_from_lines(row.hands),
        row.started_at,
        row.until,
        row.place,
        row.shown_at,
        row.finished_at,
        row.late,
        {place: Done(nonce, right, elapsed) for place, nonce, right, elapsed in answers if place is not None},
    )


def verdict_at(db: Session, run: Running, place: int) -> Verdict | None:
    """How the answer at a place was, once its learner may know; None before, and where nothing was answered."""
    done = run.done.get(place)
    return None if done is None else verdict_of(db, run.learner, done.nonce)
