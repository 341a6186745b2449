"""Whatever is wrong is said in one shape of JSON, with a status and a code."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.mahjong.fuzz import STRANGE
from tests.teaching.hands import CLOSED_34
from tests.web.api.program import Program, refusal
from trainer.mahjong.exchange import win_to_json
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask
from trainer.web.api import routes

BODIES = ("/score", "/questions", "/answers")
FOR_LEARNERS = (("POST", "/questions"), ("POST", "/answers"), ("GET", "/me/rule-types"), ("GET", "/me/mistakes"))


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"{} {}",
        b"\xff\xfe{}",
        "\ufeff{}".encode(),
        b"{'a': 1}",
        b'{"elapsed_ms": NaN}',
        b'{"elapsed_ms": Infinity}',
        b'{"elapsed_ms": 1e999}',
        b'{"elapsed_ms": 1%s}' % (b"0" * 5000),
        b'{"token": "\\ud800"}',
        b'{"hand": {"\\ud800": 1}}',
        b"[" * 30_000 + b"]" * 30_000,
        b'{"hand":' * 5000 + b"1" + b"}" * 5000,
    ],
    ids=lambda text: repr(text[:20]),
)
def test_what_is_no_json_is_malformed(guest: Program, path: str, text: bytes) -> None:
    assert refusal(guest.post(path, data=text, content_type="application/json")) == (400, "bad_json", None)


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("value", [None, 0, True, "text", [], [{}], 1.5, [[[]]] * 100], ids=str)
def test_what_is_no_object_is_impossible(guest: Program, path: str, value: Any) -> None:
    text = json.dumps(value)
    assert refusal(guest.post(path, data=text, content_type="application/json")) == (422, "bad_value", None)


@pytest.mark.parametrize("path", BODIES)
def test_a_field_that_nobody_knows_is_named(guest: Program, path: str) -> None:
    body = {"hand": {}, "token": "", "answer": {}} if path != "/questions" else {}
    known = {"/score": ["hand"], "/questions": [], "/answers": ["token", "answer"]}[path]
    sent = {name: body[name] for name in known}
    assert refusal(guest.post(path, {**sent, "hat": 1})) == (422, "unknown_field", "hat")


@pytest.mark.parametrize("name", ["x" * 60_000, "a` - at `$.b`", "\n", "", "$", "符"])
def test_strange_names_are_answered_and_never_at_length(guest: Program, name: str) -> None:
    for body in ({name: 1}, {"rules": {name: 1}}, {"hand": {name: 1}}):
        for path in BODIES:
            answer = guest.post(path, body)
            assert answer.status_code == 422
            assert len(answer.data) < 2000


def places_in(value: object, place: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where each part of a body stands."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inner:
        yield (*place, name)
        yield from places_in(part, (*place, name))


@pytest.mark.parametrize("path", BODIES)
def test_a_strange_value_in_any_place_is_taken_or_refused(program: Program, path: str) -> None:
    items = [{"item": "group", "tile": "8s", "fu": 4, "terminal_or_honour": False}]
    answer = {"items": items, "fu_sum": 34, "fu": 40, "han": 1, "payment": {"discarder": 1300}, "received": 2300}
    whole: Any = {
        "/score": {"hand": win_to_json(generate(Random(4))), "rules": {"preset": "m_league", "multiple_yakuman": [1]}},
        "/questions": {"mode": "edge", "focus": ["kan"], "rules": "rmu", "ask": ["fu", "han"], "level": "advanced"},
        "/answers": {"token": program.token_about(CLOSED_34, asks=tuple(Ask)), "answer": answer, "elapsed_ms": 8},
    }[path]
    assert program.post(path, whole).status_code == 200
    for *before, last in places_in(whole):
        for value in STRANGE:
            body = json.loads(json.dumps(whole))
            part = body
            for name in before:
                part = part[name]
            part[last] = value
            text = json.dumps(body)
            status = program.post(path, data=text, content_type="application/json").status_code
            assert status in ({413} if len(text) > 64 * 1024 else {400} if "\\ud800" in text else {200, 422})


@pytest.mark.parametrize("path", BODIES)
@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "json", ""])
def test_another_type_of_content_is_refused(guest: Program, path: str, kind: str) -> None:
    answer = guest.post(path, data=b"{}", content_type=kind)
    assert refusal(answer) == (415, "unsupported_media_type", None)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "APPLICATION/JSON", "application/problem+json"])
def test_json_goes_by_several_names(guest: Program, kind: str) -> None:
    assert guest.post("/questions", data=b"{}", content_type=kind).status_code == 200


@pytest.mark.parametrize("path", BODIES)
def test_too_much_is_refused(guest: Program, path: str) -> None:
    for size, status in ((64 * 1024, 422), (64 * 1024 + 1, 413)):
        text = json.dumps({"hat": ""}).replace('""', f'"{"x" * (size - 11)}"').encode()
        assert len(text) == size
        answer = guest.post(path, data=text, content_type="application/json")
        assert answer.status_code == status
    assert refusal(answer) == (413, "request_entity_too_large", None)


@pytest.mark.parametrize("path", ["", "/", "/nothing", "/score/", "/me", "/answers/1"])
def test_an_unknown_path_is_not_found(guest: Program, path: str) -> None:
    for method in ("GET", "POST", "DELETE"):
        assert refusal(guest(method, path)) == (404, "not_found", None)


def test_every_path_below_api_is_the_apis(client: FlaskClient) -> None:
    for path in ("/api", "/api/", "/api/v2/score"):
        assert client.get(path).mimetype == "application/json"
    assert client.get("/apiary").mimetype == "text/html"


@pytest.mark.parametrize("path", ["/guests", "/score", "/questions", "/answers", "/me/rule-types", "/openapi.json"])
def test_another_method_is_told_which_is_allowed(guest: Program, path: str) -> None:
    allowed = "GET" if path in ("/me/rule-types", "/openapi.json") else "POST"
    for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - {allowed}:
        answer = guest(method, path)
        assert refusal(answer) == (405, "method_not_allowed", None)
        assert allowed in answer.headers["Allow"]


@pytest.mark.parametrize(("method", "path"), FOR_LEARNERS)
@pytest.mark.parametrize(
    ("header", "code"),
    [
        (None, "unauthenticated"),
        ("", "unauthenticated"),
        ("Bearer", "unauthenticated"),
        ("Bearer ", "unauthenticated"),
        ("Basic dTpw", "unauthenticated"),
        ("Bearer a=b, c=d", "unauthenticated"),
        ("Bearer nonsense", "unknown_guest"),
        ("Bearer a.b.c", "unknown_guest"),
        ("Bearer \u00e9\u00ff", "unknown_guest"),
        ("Bearer " + "x" * 10_000, "unknown_guest"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_a_call_for_learners_needs_a_token_of_ours(
    stranger: Program, method: str, path: str, header: str | None, code: str
) -> None:
    headers = {} if header is None else {"Authorization": header}
    answer = stranger(method, path, {} if method == "POST" else None, headers=headers)
    assert refusal(answer) == (401, code, None)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_changed_token_is_nobodys(guest: Program) -> None:
    assert guest.token
    body, signature = guest.token.split(".")
    changed = ("J" if body[5] != "J" else "K").join((body[:5], body[6:]))
    for token in (f"{changed}.{signature}", f"{body}.{signature[:-2]}", f"{body}.", body):
        assert refusal(replace(guest, token=token).get("/me/mistakes")) == (401, "unknown_guest", None)


def test_a_question_is_no_guest_and_a_guest_no_question(guest: Program) -> None:
    question = guest.post("/questions", {}).get_json()["token"]
    assert refusal(replace(guest, token=question).get("/me/mistakes")) == (401, "unknown_guest", None)
    body = {"token": guest.token, "answer": {"fu": 30, "payment": {"each": 1}}}
    assert refusal(guest.post("/answers", body)) == (422, "bad_question", "token")


def test_a_fault_in_the_program_shows_nothing_of_it(
    app: Flask, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: object) -> None:
        raise RuntimeError("secret")

    app.testing = False
    monkeypatch.setattr(routes, "win_from_json", fail)
    answer = program.post("/score", {"hand": {}})
    assert refusal(answer) == (500, "internal_server_error", None)
    assert "secret" not in answer.text


def test_errors_are_english_whatever_the_reader_speaks(guest: Program) -> None:
    chinese = {"Accept-Language": "zh-CN"}
    assert guest.get("/nothing", headers=chinese).get_json()["error"]["message"] == "Not Found"
    assert guest.post("/score", {"hand": {}}, headers=chinese).get_json()["error"]["message"] == "concealed is missing"


def test_a_cookie_is_neither_needed_nor_looked_at(program: Program) -> None:
    program.client.get("/practice")
    assert refusal(replace(program, token=None).get("/me/mistakes")) == (401, "unauthenticated", None)
