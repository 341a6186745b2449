"""What lives as long as a request or a visit."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from trainer.models import User
from trainer.settings import Settings
from trainer.web import create_app, csrf
from trainer.web.session import db_session, engine_of, learner_id


@pytest.fixture
def app(engine: Engine) -> Iterator[Flask]:
    """The application on both kinds of database, with pages that write and then end in some way."""
    url = engine.url.render_as_string(hide_password=False)
    app = create_app(Settings(database_url=url, secret_key="only for tests"))

    @app.post("/write/<int:status>")
    @csrf.exempt  # type: ignore[untyped-decorator]
    def write(status: int) -> tuple[str, int]:
        db_session().add(User(id=uuid.uuid4(), created_at=datetime.now(UTC)))
        db_session().flush()
        if status == 404:
            abort(404)
        if status == 500:
            raise RuntimeError("a fault in the program")
        return "", status

    @app.get("/who")
    def who() -> str:
        assert learner_id() == learner_id()
        return str(learner_id())

    @app.get("/nobody")
    def nobody() -> str:
        return ""

    yield app
    engine_of(app).dispose()


@pytest.mark.parametrize(("status", "kept"), [(200, 1), (201, 1), (303, 1), (400, 0), (404, 0), (422, 0), (500, 0)])
def test_request_commits_below_400_only(client: FlaskClient, engine: Engine, status: int, kept: int) -> None:
    assert client.post(f"/write/{status}").status_code == status
    with Session(engine) as session:
        assert session.scalar(select(func.count()).select_from(User)) == kept


def test_learner_stays_the_same_from_page_to_page(client: FlaskClient) -> None:
    first = client.get("/who").text
    assert uuid.UUID(first).version == 4
    assert client.get("/who").text == first


def test_another_browser_is_another_learner(app: Flask) -> None:
    assert app.test_client().get("/who").text != app.test_client().get("/who").text


def test_cookie_is_kept_for_a_year_and_out_of_reach(client: FlaskClient) -> None:
    cookie = client.get("/who").headers["Set-Cookie"]
    assert cookie.startswith("fu_trainer=")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    cookies = client.get_cookie("fu_trainer")
    assert cookies
    assert isinstance(cookies.expires, datetime)
    assert 364 <= (cookies.expires - datetime.now(UTC)).days <= 365


def test_cookie_is_sent_again_once_a_day_only(client: FlaskClient) -> None:
    learner = client.get("/who").text
    assert "Set-Cookie" not in client.get("/who").headers
    with client.session_transaction() as visit:
        visit["seen"] = "2026-01-01"
    again = client.get("/who")
    assert "Set-Cookie" in again.headers
    assert again.text == learner


def test_forged_cookie_is_ignored(client: FlaskClient) -> None:
    learner = client.get("/who").text
    cookie = client.get_cookie("fu_trainer")
    assert cookie
    client.set_cookie("fu_trainer", cookie.value[:-3] + "abc")
    assert client.get("/who").text != learner


def test_page_that_needs_no_learner_sets_no_cookie(client: FlaskClient) -> None:
    assert "Set-Cookie" not in client.get("/nobody").headers
