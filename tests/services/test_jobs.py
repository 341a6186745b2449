"""Long work: who may ask for how much, who does it, and what comes of it, whatever happens meanwhile."""

import logging
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from sqlalchemy import Engine, delete, select, update
from sqlalchemy.orm import Session

from trainer.db import for_writing
from trainer.models import Job, User
from trainer.services import jobs
from trainer.services.accounts import delete_learner
from trainer.services.jobs import File, Progress, State, Status, TooManyJobsError

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=3)
PATIENCE = 20
"""Seconds after which a test gives up; none takes a hundredth of it."""


@pytest.fixture
def owner(session: Session) -> uuid.UUID:
    """Somebody with a row, so that jobs can be his."""
    return somebody(session)


def somebody(session: Session) -> uuid.UUID:
    row = User(id=uuid.uuid4(), created_at=NOON)
    session.add(row)
    session.commit()
    return row.id


def begun(session: Session, owner: uuid.UUID, now: datetime = NOON, **asked: Any) -> uuid.UUID:
    job = jobs.begin(session, owner, "worksheet", asked, now)
    session.commit()
    return job


def seen(session: Session, owner: uuid.UUID, job: uuid.UUID, now: datetime = NOON) -> Status:
    session.rollback()
    found = jobs.status(session, owner, job, now)
    assert found
    return found


def done_by(content: bytes = b"made", name: str = "a.pdf") -> jobs.Make:
    return lambda _db, _asked, _progress: File(name, "application/pdf", content)


def broken(_db: Session, asked: dict[str, Any], _progress: Progress) -> File:
    raise RuntimeError(f"cannot make {asked}")


def until(check: Callable[[], bool]) -> None:
    """Wait for what another thread does."""
    end = time.monotonic() + PATIENCE
    while not check():
        assert time.monotonic() < end
        time.sleep(0.01)


def taken(engine: Engine, job: uuid.UUID, now: datetime = NOON) -> None:
    """Let a process work at it that never comes back."""
    with engine.begin() as connection:
        connection.execute(update(Job).where(Job.id == job).values(state=State.WORKING, changed_at=now))


def test_a_job_waits_is_done_and_gives_its_file(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner, hands=3)
    assert seen(session, owner, job).state is State.WAITING
    assert jobs.result(session, owner, job) is None
    asked: list[dict[str, Any]] = []

    def make(db: Session, given: dict[str, Any], progress: Progress) -> File:
        assert db.scalar(select(Job.state)) == State.WORKING
        asked.append(given)
        progress(3, 3)
        return File("符計算 3.pdf", "application/pdf", b"%PDF")

    jobs.work(engine, job, make)
    found = seen(session, owner, job)
    assert (found.state, found.done, found.total, found.file_name) == (State.DONE, 3, 3, "符計算 3.pdf")
    assert asked == [{"hands": 3}]
    assert jobs.result(session, owner, job) == File("符計算 3.pdf", "application/pdf", b"%PDF")


def test_progress_is_seen_while_it_works_and_nobody_waits_to_write(
    session: Session, engine: Engine, owner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "NOTED_EVERY", 0.01)
    job, go_on = begun(session, owner), Event()

    def make(_db: Session, _asked: dict[str, Any], progress: Progress) -> File:
        progress(1, 4)
        assert go_on.wait(PATIENCE)
        return File("a.pdf", "application/pdf", b"made")

    thread = Thread(target=jobs.work, args=(engine, job, make))
    thread.start()
    until(lambda: seen(session, owner, job).done == 1)
    assert seen(session, owner, job).state is State.WORKING
    session.close()
    with Session(for_writing(engine)) as other:
        somebody(other)
    go_on.set()
    thread.join()
    assert seen(session, owner, job).state is State.DONE


def test_one_long_step_is_no_reason_to_look_dead(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job, times = begun(session, owner), iter(NOON + timedelta(seconds=31 * count) for count in range(100))
    taken(engine, job)
    session.close()
    current = jobs._Round(engine, job, NOON, lambda: next(times))
    for _ in range(10):
        current.note()
    assert not seen(session, owner, job, NOON + timedelta(minutes=5)).is_stale


def test_what_was_said_is_written_once(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner)
    taken(engine, job)
    session.close()
    current = jobs._Round(engine, job, NOON, lambda: NOON + timedelta(seconds=1))
    current.progress(1, 4)
    current.note()
    taken(engine, job, NOON)
    current.note()
    session.rollback()
    assert session.scalar(select(Job.changed_at)) == NOON


def test_the_same_is_not_made_twice_at_once(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner, hands=[1, 2])
    assert begun(session, owner, hands=(1, 2)) == job
    taken(engine, job)
    assert begun(session, owner, hands=[1, 2]) == job
    assert begun(session, owner, hands=[2, 1]) != job
    assert begun(session, somebody(session), hands=[1, 2]) != job


def test_what_is_done_is_made_anew(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner)
    session.close()
    jobs.work(engine, job, done_by())
    assert begun(session, owner) != job


def test_a_fourth_job_has_to_wait_until_one_is_done(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    first, *_ = (begun(session, owner, hands=count) for count in range(jobs.MOST_UNFINISHED))
    with pytest.raises(TooManyJobsError):
        begun(session, owner, hands=9)
    session.rollback()
    assert begun(session, owner, hands=0) == first
    begun(session, somebody(session), hands=9)
    session.close()
    jobs.work(engine, first, done_by())
    begun(session, owner, hands=9)


def test_jobs_of_the_day_before_are_deleted_with_the_next(session: Session, owner: uuid.UUID) -> None:
    old = begun(session, owner, hands=1)
    others = begun(session, other := somebody(session), hands=1)
    new = begun(session, owner, NOON + timedelta(hours=25), hands=2)
    assert [one.id for one in jobs.listed(session, owner, NOON)] == [new]
    assert jobs.status(session, owner, old, NOON) is None
    assert seen(session, other, others).state is State.WAITING


def test_of_two_processes_one_does_it(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job, made, together = begun(session, owner), [], Barrier(2)
    session.close()

    def make(_db: Session, _asked: dict[str, Any], _progress: Progress) -> File:
        made.append(1)
        return File("a.pdf", "application/pdf", b"made")

    def process() -> None:
        together.wait(PATIENCE)
        jobs.work(engine, job, make)

    threads = [Thread(target=process) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]
    assert seen(session, owner, job).state is State.DONE


def test_a_failure_is_noted_without_what_was_asked(
    session: Session, engine: Engine, owner: uuid.UUID, caplog: pytest.LogCaptureFixture
) -> None:
    job = begun(session, owner, called="a secret")
    session.close()
    with caplog.at_level(logging.ERROR):
        jobs.work(engine, job, broken)
    assert seen(session, owner, job).state is State.FAILED
    assert jobs.result(session, owner, job) is None
    assert "RuntimeError" in caplog.text
    assert "in broken" in caplog.text
    assert "a secret" not in caplog.text


def test_a_file_that_is_too_big_is_not_kept(
    session: Session, engine: Engine, owner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_BYTES", 4)
    fits, big = begun(session, owner, hands=1), begun(session, owner, hands=2)
    session.close()
    jobs.work(engine, fits, done_by(b"1234"))
    jobs.work(engine, big, done_by(b"12345"))
    assert seen(session, owner, fits).state is State.DONE
    assert seen(session, owner, big).state is State.FAILED


def test_what_broke_can_be_tried_again(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner)
    session.close()
    jobs.work(engine, job, broken)
    assert jobs.again(session, owner, job, LATER) == job
    session.commit()
    jobs.work(engine, job, done_by())
    assert seen(session, owner, job).state is State.DONE


def test_what_is_not_broken_is_left_alone(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner)
    assert jobs.again(session, owner, job, LATER) == job
    assert jobs.again(session, owner, uuid.uuid4(), LATER) is None
    assert jobs.again(session, somebody(session), job, LATER) is None
    session.close()
    jobs.work(engine, job, done_by())
    assert jobs.again(session, owner, job, LATER) == job
    assert jobs.result(session, owner, job)


def test_trying_again_what_is_being_made_by_now_leads_there(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    broke = begun(session, owner)
    session.close()
    jobs.work(engine, broke, broken)
    second = begun(session, owner)
    assert jobs.again(session, owner, broke, LATER) == second


def test_what_does_not_get_on_is_stale_and_counts_no_more(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    stale = [begun(session, owner, hands=count) for count in range(jobs.MOST_UNFINISHED)]
    for job in stale:
        taken(engine, job)
    assert not seen(session, owner, stale[0], NOON + timedelta(minutes=1)).is_broken
    assert seen(session, owner, stale[0], LATER).is_broken
    assert begun(session, owner, LATER, hands=0) not in stale


def test_a_process_too_slow_to_be_believed_in_does_not_spoil_the_next_round(
    session: Session, engine: Engine, owner: uuid.UUID
) -> None:
    job = begun(session, owner)

    def make(_db: Session, _asked: dict[str, Any], _progress: Progress) -> File:
        taken(engine, job)
        with Session(for_writing(engine)) as other:
            assert jobs.again(other, owner, job, LATER) == job
            other.commit()
        jobs.work(engine, job, done_by(b"second"))
        return File("a.pdf", "application/pdf", b"first")

    session.close()
    jobs.work(engine, job, make)
    kept = jobs.result(session, owner, job)
    assert kept
    assert kept.content == b"second"


@pytest.mark.parametrize("ending", [done_by(), broken])
def test_deleting_the_user_meanwhile_ends_it_without_a_word(
    session: Session, engine: Engine, owner: uuid.UUID, ending: jobs.Make, caplog: pytest.LogCaptureFixture
) -> None:
    job = begun(session, owner)

    def make(db: Session, asked: dict[str, Any], progress: Progress) -> File:
        with Session(for_writing(engine)) as other:
            delete_learner(other, owner)
            other.commit()
        return ending(db, asked, progress)

    session.close()
    jobs.work(engine, job, make)
    assert jobs.status(session, owner, job, NOON) is None
    assert caplog.text == ""


def test_nobody_goes_on_with_what_was_deleted(session: Session, engine: Engine, owner: uuid.UUID) -> None:
    job = begun(session, owner)
    taken(engine, job)
    session.close()
    current = jobs._Round(engine, job, NOON, lambda: NOON)
    with engine.begin() as connection:
        connection.execute(delete(Job))
    current.progress(1, 4)
    current.note()
    with pytest.raises(jobs.GoneError):
        current.progress(2, 4)


def test_a_job_that_is_not_there_is_not_done(engine: Engine) -> None:
    jobs.work(engine, uuid.uuid4(), broken)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("符計算 3.pdf", "符計算 3.pdf"),
        ("../a/b\\c:d.csv", "_a_b_c_d.csv"),
        ("two\nlines\t.xlsx", "two_lines_.xlsx"),
        (".pdf", "pdf"),
        ("", "file"),
        ("x" * 300 + ".pdf", "x" * 116 + ".pdf"),
    ],
)
def test_a_file_name_is_one_that_every_system_takes(given: str, kept: str) -> None:
    assert jobs.plain_name(given) == kept
