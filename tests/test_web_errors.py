"""Pages for what went wrong, and the headers every answer carries."""

from collections.abc import Iterator

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient
from sqlalchemy.exc import OperationalError

from trainer.settings import Settings
from trainer.web import create_app
from trainer.web.session import engine_of


@pytest.fixture
def app(sqlite_url: str) -> Iterator[Flask]:
    """The application as it is served, with pages that fail."""
    app = create_app(Settings(database_url=sqlite_url, secret_key="only for tests"))

    @app.get("/fail/<int:status>")
    def fail(status: int) -> str:
        abort(status)

    @app.get("/break")
    def break_down() -> str:
        raise OperationalError("SELECT secret", {}, Exception("secret"))

    yield app
    engine_of(app).dispose()


@pytest.mark.parametrize(
    ("status", "english", "chinese"),
    [
        (400, "Bad request", "请求有误"),
        (403, "Not allowed", "没有权限"),
        (404, "Page not found", "页面不存在"),
        (405, "Not possible here", "此处不支持该操作"),
        (413, "Too much at once", "内容过大"),
        (418, "Bad request", "请求有误"),
        (500, "Something broke", "程序出错了"),
        (503, "Something broke", "程序出错了"),
    ],
)
def test_error_has_a_page_in_the_readers_language(client: FlaskClient, status: int, english: str, chinese: str) -> None:
    for language, title in (("en", english), ("zh-CN", chinese)):
        page = client.get(f"/fail/{status}", headers={"Accept-Language": language})
        assert page.status_code == status
        assert page.mimetype == "text/html"
        assert f"<h1>{title}</h1>" in page.text


def test_fault_in_the_program_shows_no_traceback(client: FlaskClient) -> None:
    page = client.get("/break")
    assert page.status_code == 500
    assert "Something broke" in page.text
    assert "secret" not in page.text
    assert "Traceback" not in page.text


def test_wrong_method_says_which_are_allowed(client: FlaskClient) -> None:
    page = client.get("/language")
    assert page.status_code == 405
    assert "POST" in page.headers["Allow"]


def test_too_large_a_form_is_refused(client: FlaskClient) -> None:
    page = client.post("/language", data={"language": "x" * 70_000})
    assert page.status_code == 413
    assert "Too much at once" in page.text


def test_form_without_its_token_says_what_to_do(client: FlaskClient) -> None:
    page = client.post("/language", data={"language": "en"})
    assert page.status_code == 400
    assert "This page was too old" in page.text


@pytest.mark.parametrize("path", ["/", "/no-such-page", "/break", "/static/tiles.svg"])
def test_every_answer_carries_the_security_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_pages_are_not_kept_by_caches(client: FlaskClient) -> None:
    page = client.get("/no-such-page")
    assert page.headers["Cache-Control"] == "private, no-cache"
    assert "Accept-Language" in page.headers["Vary"]


def test_start_page_leads_to_practice(client: FlaskClient) -> None:
    assert client.get("/").location == "/practice"
