"""Long work as the pages have it: whoever asked sees how far it is, and the site answers meanwhile."""

import threading
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import Any

import pytest
from flask import Flask, current_app, render_template, url_for
from flask.testing import FlaskClient
from flask_babel import gettext
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from tests.web.pages import hidden
from tests.web.test_account import sign_up
from trainer.models import Job
from trainer.services import jobs as service
from trainer.services.jobs import File, Progress, State
from trainer.web import csrf, jobs
from trainer.web.jobs import KINDS, Kind
from trainer.web.session import engine_of

PATIENCE = 20
"""Seconds after which a test gives up; none takes a hundredth of it."""


class Slow:
    """Something that is made as slowly as a test wants."""

    path = "/slow"

    def __init__(self) -> None:
        self.began, self.go_on = Event(), Event()
        self.asked: list[dict[str, Any]] = []
        self.fails = False

    def make(self, _db: Session, asked: dict[str, Any], progress: Progress) -> File:
        self.asked.append(asked)
        progress(1, 4)
        self.began.set()
        assert self.go_on.wait(PATIENCE)
        if self.fails:
            raise RuntimeError("no paper left")
        text = f"{gettext('Practice')} {current_app.name} {url_for('static', filename='icon.svg')}"
        return File("符 <1>.txt", "text/plain; charset=utf-8", text.encode())


@pytest.fixture
def slow(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    """A kind of work that waits for a word, and a path that starts it."""
    made = Slow()
    monkeypatch.setitem(KINDS, "slow", Kind("Slow work", made.make))

    @app.post(f"{made.path}/<language>/<int:number>")
    @csrf.exempt  # type: ignore[untyped-decorator]
    def slowly(language: str, number: int) -> Response:
        return jobs.start("slow", {"number": number}, language)

    yield made
    made.go_on.set()
    jobs.worker_of(app).wait()


@pytest.fixture
def started(client: FlaskClient, slow: Slow) -> Callable[..., str]:
    """Start it for somebody who is signed in; the path of the page that it leads to."""
    sign_up(client)

    def start(language: str = "en", number: int = 1) -> str:
        answer = client.post(f"{slow.path}/{language}/{number}")
        assert answer.status_code == 303
        return answer.location

    return start


def finished(app: Flask, slow: Slow) -> None:
    slow.go_on.set()
    jobs.worker_of(app).wait()


def change(app: Flask, **values: Any) -> None:
    with engine_of(app).begin() as connection:
        connection.execute(update(Job).values(**values))


def again(client: FlaskClient, path: str) -> TestResponse:
    token = hidden(client.get("/account").text, "csrf_token")
    return client.post(f"{path}/again", data={"csrf_token": token})


def test_the_site_answers_while_a_job_works(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    path = started()
    assert slow.began.wait(PATIENCE)
    assert client.get("/learn").status_code == 200
    assert sign_up(app.test_client(), "Ben")
    with engine_of(app).connect() as connection:
        assert connection.scalar(select(Job.state)) == "working"
    page = client.get(path).text
    assert "<progress" in page
    assert 'data-job="working"' in page
    assert client.get(f"{path}/file").status_code == 404


def test_how_far_it_is_is_a_bar_and_words(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    path = started()
    assert slow.began.wait(PATIENCE)
    change(app, done=12, total=40)
    page = client.get(path).text
    assert 'max="40" value="12"' in page
    assert ">12 of 40<" in page
    assert '<noscript><meta http-equiv="refresh" content="2"></noscript>' in page


def test_the_file_comes_with_its_name_and_is_kept_nowhere(
    app: Flask, client: FlaskClient, slow: Slow, started: Any
) -> None:
    path = started()
    finished(app, slow)
    page = client.get(path).text
    assert f'href="{path}/file"' in page
    assert "refresh" not in page
    file = client.get(f"{path}/file")
    assert file.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert "filename*=UTF-8''%E7%AC%A6%20_1_.txt" in file.headers["Content-Disposition"]
    assert file.headers["Content-Disposition"].startswith("attachment")
    assert file.headers["Cache-Control"] == "no-store"
    assert file.headers["X-Content-Type-Options"] == "nosniff"


def test_it_is_made_in_the_language_it_was_asked_for(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    chinese, japanese = started("zh_Hans"), started("ja")
    finished(app, slow)
    assert client.get(f"{chinese}/file").text.startswith("练习 trainer.web /static/icon.svg?v=")
    assert client.get(f"{japanese}/file").text.startswith("練習 ")


def test_a_whole_page_can_be_rendered_in_it(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    def make(_db: Session, _asked: dict[str, Any], _progress: Progress) -> File:
        return File("a.html", "text/html", render_template("account/deleted.html").encode())

    jobs.register("slow", "A page", make)
    path = started()
    finished(app, slow)
    assert client.get(f"{path}/file").status_code == 200


def test_what_is_asked_for_twice_is_made_once(app: Flask, slow: Slow, started: Any) -> None:
    path = started()
    assert started() == path
    assert started("ja") != path
    finished(app, slow)
    assert slow.asked == [{"number": 1, "language": "en"}, {"number": 1, "language": "ja"}]


def test_whoever_has_three_waits_for_one(client: FlaskClient, started: Any) -> None:
    paths = [started(number=number) for number in range(3)]
    answer = client.post("/slow/en/9")
    assert answer.status_code == 429
    assert "Please wait for one of these" in answer.text
    assert all(f'href="{path}"' in answer.text for path in paths)


def test_nobody_else_sees_it(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    path = started()
    finished(app, slow)
    other = app.test_client()
    sign_up(other, "Ben")
    assert other.get(path).status_code == 404
    assert other.get(f"{path}/file").status_code == 404
    assert again(other, path).status_code == 404
    assert path not in other.get("/jobs").text
    assert path in client.get("/jobs").text


def test_a_guest_is_led_to_sign_in(app: Flask, started: Any) -> None:
    path = started()
    guest = app.test_client()
    for answer in (guest.get(path), guest.get(f"{path}/file"), guest.get("/jobs"), guest.post("/slow/en/1")):
        assert answer.status_code == 303
        assert answer.location.startswith("/account/sign-in?next=")


def test_what_failed_is_said_and_can_be_tried_again(app: Flask, client: FlaskClient, slow: Slow, started: Any) -> None:
    slow.fails = True
    path = started()
    finished(app, slow)
    page = client.get(path).text
    assert 'data-job="failed"' in page
    assert "no paper left" not in page
    assert "refresh" not in page
    slow.fails = False
    answer = again(client, path)
    assert (answer.status_code, answer.location) == (303, path)
    jobs.worker_of(app).wait()
    assert client.get(f"{path}/file").status_code == 200


def test_what_was_broken_off_is_said_and_can_be_tried_again(
    app: Flask, client: FlaskClient, slow: Slow, started: Any
) -> None:
    path = started()
    finished(app, slow)
    change(app, state=State.WORKING, changed_at=datetime.now(UTC) - timedelta(minutes=5), result=None)
    page = client.get(path).text
    assert "This was broken off" in page
    assert 'data-job="failed"' in page
    assert again(client, path).location == path
    jobs.worker_of(app).wait()
    assert client.get(f"{path}/file").status_code == 200


def test_a_job_forgotten_by_its_process_is_done_when_somebody_looks(
    app: Flask, client: FlaskClient, slow: Slow, started: Any
) -> None:
    path = started()
    finished(app, slow)
    change(app, state=State.WAITING)
    assert 'data-job="waiting"' in client.get(path).text
    jobs.worker_of(app).wait()
    assert 'data-job="done"' in client.get(path).text
    assert len(slow.asked) == 2


def test_what_this_version_cannot_make_waits_for_one_that_can(
    app: Flask, client: FlaskClient, slow: Slow, started: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = started()
    finished(app, slow)
    change(app, state=State.WAITING)
    monkeypatch.delitem(KINDS, "slow")
    assert client.get(path).status_code == 200
    jobs.worker_of(app).wait()
    assert 'data-job="waiting"' in client.get(path).text


def test_deleting_the_account_meanwhile_ends_it(app: Flask, slow: Slow, started: Any) -> None:
    started()
    assert slow.began.wait(PATIENCE)
    with engine_of(app).begin() as connection:
        connection.execute(delete(Job))
    finished(app, slow)
    with Session(engine_of(app)) as session:
        assert session.scalars(select(Job.id)).all() == []


def test_work_keeps_no_program_from_ending_and_leaves_no_thread(app: Flask, slow: Slow, started: Any) -> None:
    def running() -> list[threading.Thread]:
        return [thread for thread in threading.enumerate() if thread.name in {"jobs", "job-progress"}]

    assert running() == []
    started()
    assert slow.began.wait(PATIENCE)
    assert sorted(thread.name for thread in running()) == ["job-progress", "jobs"]
    assert all(thread.daemon for thread in running())
    finished(app, slow)
    assert running() == []


def test_a_task_that_breaks_does_not_stop_the_next(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    done = Event()

    def break_down() -> None:
        raise RuntimeError("the database is away")

    worker = jobs.worker_of(app)
    worker.give(uuid.uuid4(), break_down)
    worker.give(uuid.uuid4(), done.set)
    worker.wait()
    assert done.is_set()
    assert "RuntimeError" in caplog.text


def test_the_name_of_a_kind_fits_into_its_column() -> None:
    length = Job.__table__.columns["kind"].type.length  # type: ignore[attr-defined]
    assert all(len(kind) <= length for kind in KINDS)
    assert service.LONGEST_NAME < 255
