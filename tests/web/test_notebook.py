"""The notebook of mistakes, as the pages have it."""

import html
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.pages import fields, hidden, post, question_on, right_answer
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Note, Suspicion
from trainer.services.notebook import LONGEST_NOTE
from trainer.services.practice import Question
from trainer.web import sitting
from trainer.web.session import engine_of

NOTEBOOK = "/review/notebook"


def answer(app: Flask, client: FlaskClient, right: bool = False) -> Question:
    """Answer the hand that waits."""
    page = client.get("/practice").text
    asked = question_on(app, page)
    typed = right_answer(asked) if right else dict.fromkeys(fields(page), "13")
    assert (
        post(client, page, {name: number for name, number in typed.items() if name in fields(page)}).status_code == 303
    )
    return asked


def shown(client: FlaskClient, query: str = "") -> list[str]:
    """The hands on a page of the notebook."""
    return re.findall(r'data-missed="(\w+)"', client.get(f"{NOTEBOOK}{query}").text)


def send(client: FlaskClient, path: str, **form: str) -> TestResponse:
    token = hidden(client.get(NOTEBOOK).text, "csrf_token")
    return client.post(f"{NOTEBOOK}/{path}", data={"csrf_token": token, **form})


def test_an_empty_notebook_leads_to_practice(client: FlaskClient) -> None:
    page = client.get(NOTEBOOK).text
    assert "Nothing is open here." in page
    assert 'class="primary" href="/practice"' in page


def test_a_missed_hand_is_in_it_and_leads_to_its_verdict(app: Flask, client: FlaskClient) -> None:
    asked = answer(app, client)
    answer(app, client, right=True)
    page = client.get(NOTEBOOK).text
    assert shown(client) == [asked.nonce]
    assert f'href="/practice/answers/{asked.nonce}"' in page
    assert "1 missed hand<" in page or "1 missed hand ·" in page
    assert NOTEBOOK in client.get(f"/practice/answers/{asked.nonce}").text


def test_what_seems_to_have_gone_wrong_is_told_in_words_and_filtered_by(app: Flask, client: FlaskClient) -> None:
    asked, other = answer(app, client), answer(app, client)
    with Session(engine_of(app)) as session:
        attempt = session.scalars(select(Attempt).where(Attempt.nonce == asked.nonce)).one()
        session.execute(delete(Suspicion))
        session.add(Suspicion(attempt_id=attempt.id, mistake="no_tanki", probability=0.9))
        session.commit()
    page = client.get(f"{NOTEBOOK}?mistake=no_tanki").text
    assert re.findall(r'data-missed="(\w+)"', page) == [asked.nonce]
    assert '<option value="no_tanki" selected>' in page
    assert "<li>The 2 fu of a tanki are forgotten.</li>" in page
    assert shown(client, "?mistake=no_sticks") == []
    empty = client.get(f"{NOTEBOOK}?mistake=no_sticks").text
    assert "No missed hand fits this." in empty
    assert '<option value="no_sticks" selected>' in empty
    assert set(shown(client, "?mistake=&rule=&show=all")) == {asked.nonce, other.nonce}


@pytest.mark.parametrize("query", ["show=some", "rule=ruin", "mistake=none", "mixup=fu-40", "page=two"])
def test_a_link_for_what_there_is_not_is_not_found(client: FlaskClient, query: str) -> None:
    assert client.get(f"{NOTEBOOK}?{query}").status_code == 404


def test_a_mix_up_is_said_and_can_be_taken_back(app: Flask, client: FlaskClient) -> None:
    asked = answer(app, client)
    scored = score(asked.win, asked.rules)
    assert isinstance(scored, Score)
    page = client.get(f"{NOTEBOOK}?show=all&mixup=fu-{scored.best.fu}-13").text
    assert re.findall(r'data-missed="(\w+)"', page) == [asked.nonce]
    assert f'name="mixup" value="fu-{scored.best.fu}-13" checked' in page
    assert shown(client, "?mixup=fu-110-13") == []


def test_a_note_is_kept_and_is_no_code(app: Flask, client: FlaskClient) -> None:
    asked = answer(app, client)
    sent = send(client, f"{asked.nonce}/note", note="<script>tanki</script>" + "x" * 2000, next=f"{NOTEBOOK}?page=1")
    assert (sent.status_code, sent.location) == (303, f"{NOTEBOOK}?page=1")
    page = client.get(NOTEBOOK).text
    assert "&lt;script&gt;tanki" in page
    assert "<script>tanki" not in page
    found = re.search(r'<textarea id="note-[^>]*>([^<]*)</textarea>', page)
    assert found
    assert len(html.unescape(found[1])) == LONGEST_NOTE


def test_understood_hides_a_hand_and_shows_it_again(app: Flask, client: FlaskClient) -> None:
    asked = answer(app, client)
    assert send(client, f"{asked.nonce}/understood", understood="on", next=NOTEBOOK).location == NOTEBOOK
    assert shown(client) == []
    assert shown(client, "?show=understood") == [asked.nonce]
    assert 'aria-pressed="true">I understand it' in client.get(f"{NOTEBOOK}?show=all").text
    send(client, f"{asked.nonce}/understood", understood="off", next="https://elsewhere.example/")
    assert shown(client) == [asked.nonce]


def test_nothing_leads_to_another_site(app: Flask, client: FlaskClient) -> None:
    asked = answer(app, client)
    assert send(client, f"{asked.nonce}/understood", understood="on", next="//elsewhere.example/").location == "/"


@pytest.mark.parametrize("what", ["note", "understood", "retry"])
def test_of_a_hand_that_is_not_there_nothing_can_be_changed(app: Flask, client: FlaskClient, what: str) -> None:
    right = answer(app, client, right=True)
    assert send(client, f"unknown/{what}", note="x").status_code == 404
    if what != "retry":
        assert send(client, f"{right.nonce}/{what}", note="x").status_code == 404
    other = app.test_client()
    missed = answer(app, client)
    other.get("/practice")
    assert send(other, f"{missed.nonce}/{what}", note="x").status_code == 404
    with Session(engine_of(app)) as session:
        assert session.scalars(select(Note)).all() == []


def test_a_retry_is_another_hand_counted_alike_and_counts(app: Flask, client: FlaskClient) -> None:
    missed = answer(app, client)
    waiting = question_on(app, client.get("/practice").text)
    assert send(client, f"{missed.nonce}/retry").location == "/practice"
    page = client.get("/practice").text
    retry = question_on(app, page)
    assert "Counted just like a hand that you missed" in page
    assert retry.nonce not in (missed.nonce, waiting.nonce)
    assert (retry.likeness_of, retry.apart) == (missed.nonce, False)
    assert right_answer(retry) == right_answer(missed)
    assert retry.win != missed.win
    answer(app, client, right=True)
    verdict = client.get(f"/practice/answers/{retry.nonce}").text
    assert f'href="/practice/answers/{missed.nonce}"' in verdict
    assert "Tried again:" in client.get(NOTEBOOK).text
    assert not question_on(app, client.get("/practice").text).likeness_of
    with Session(engine_of(app)) as session:
        row = session.scalars(select(Attempt).where(Attempt.nonce == retry.nonce)).one()
        assert (row.apart, row.right, row.likeness_of) == (False, True, missed.nonce)


def test_a_retry_asks_what_was_asked_first(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?ask=fu_sum,fu")
    missed = answer(app, client)
    client.get("/practice?ask=payment")
    send(client, f"{missed.nonce}/retry")
    assert question_on(app, client.get("/practice").text).asks == missed.asks


def test_a_retry_in_a_sprint_ends_it(app: Flask, client: FlaskClient) -> None:
    missed = answer(app, client)
    client.get("/practice?length=sprint")
    client.post("/practice/sittings", data={"csrf_token": hidden(client.get(NOTEBOOK).text, "csrf_token")})
    sprint = question_on(app, client.get("/practice").text)
    assert sprint.until is not None
    send(client, f"{missed.nonce}/retry")
    retry = question_on(app, client.get("/practice").text)
    assert (retry.likeness_of, retry.until, retry.apart) == (missed.nonce, None, False)
    assert retry.sitting != sprint.sitting
    with client.session_transaction() as session:
        assert session[sitting.KEPT]["id"] == retry.sitting


def test_a_long_notebook_is_turned_over(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.services.notebook.ON_A_PAGE", 2)
    asked = [answer(app, client).nonce for _ in range(3)]
    assert shown(client) == asked[:0:-1]
    assert 'rel="next"' in client.get(NOTEBOOK).text
    assert shown(client, "?page=2") == asked[:1]
    assert 'rel="prev"' in client.get(f"{NOTEBOOK}?page=2").text
