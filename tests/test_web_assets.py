"""Static files have an address that changes with their content."""

import os
from pathlib import Path

import pytest
from flask import Flask, url_for
from flask.testing import FlaskClient


@pytest.fixture
def static_file(app: Flask, tmp_path: Path) -> Path:
    app.static_folder = str(tmp_path)
    path = tmp_path / "some.css"
    path.write_text("a {}")
    return path


def address(app: Flask, filename: str) -> str:
    with app.test_request_context():
        return url_for("static", filename=filename)


def test_address_changes_with_the_content(app: Flask, static_file: Path) -> None:
    before = address(app, "some.css")
    assert before.startswith("/static/some.css?v=")
    os.utime(static_file, ns=(1, 1))
    assert address(app, "some.css") == before
    static_file.write_text("a { color: red }")
    assert address(app, "some.css") != before


@pytest.mark.usefixtures("static_file")
def test_file_asked_for_with_its_hash_is_kept_for_ever(app: Flask, client: FlaskClient) -> None:
    with client.get(address(app, "some.css")) as answer:
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")


@pytest.mark.parametrize("query", ["", "?v=000000000000"])
@pytest.mark.usefixtures("static_file")
def test_file_asked_for_otherwise_is_asked_for_again(client: FlaskClient, query: str) -> None:
    with client.get(f"/static/some.css{query}") as answer:
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "no-cache"


def test_missing_file_has_a_plain_address(app: Flask, client: FlaskClient) -> None:
    assert address(app, "missing.css") == "/static/missing.css"
    assert client.get("/static/missing.css").status_code == 404
