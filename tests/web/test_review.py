"""The review page: what it counts, and in which order."""

import re
import uuid

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from tests.services.answers import keep
from tests.web.pages import fields, post
from trainer.teaching.rule_types import RuleType
from trainer.web.session import LEARNER, engine_of


def store(app: Flask, learner: uuid.UUID, *answers: dict[RuleType, bool]) -> None:
    """Store answered questions, each with what it shows."""
    with Session(engine_of(app)) as session:
        keep(session, learner, *answers)
        session.commit()


def learner_of(client: FlaskClient) -> uuid.UUID:
    client.get("/practice")
    with client.session_transaction() as session:
        return uuid.UUID(session[LEARNER])


def rows(page: str) -> dict[str, str]:
    """The words of each row, by rule type, in the order shown."""
    found = re.findall(r'<tr data-rule="(\w+)".*?<td>(.*?)</td>', page, re.DOTALL)
    return {name: " ".join(re.sub(r"<[^>]+>", " ", cell).split()) for name, cell in found}


def test_newcomer_is_led_to_practice(client: FlaskClient) -> None:
    page = client.get("/review").text
    assert "Nothing to review yet" in page
    assert 'class="primary" href="/practice"' in page
    assert list(rows(page)) == list(RuleType)
    assert set(rows(page).values()) == {"not met yet"}


def test_counts_are_those_of_this_learner(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True, RuleType.KAN: False}] * 7, {RuleType.WAIT: False})
    store(app, uuid.uuid4(), *[{RuleType.WAIT: False, RuleType.DORA: True}] * 9)
    page = client.get("/review").text
    assert re.findall(r'data-total="\w+">(\d+)<', page) == ["8", "0"]
    assert rows(page)["wait"] == "7 of 8 88%"
    assert rows(page)["kan"] == "0 of 7 0%"
    assert rows(page)["dora"] == "not met yet"
    assert list(rows(page))[:2] == ["kan", "wait"]


def test_few_chances_say_nothing_yet(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True}] * 4)
    assert rows(client.get("/review").text)["wait"] == "4 of 4 not enough yet"


def test_an_answer_is_counted_on_the_page(client: FlaskClient) -> None:
    page = client.get("/practice").text
    post(client, page, dict.fromkeys(fields(page), "1"))
    assert re.findall(r'data-total="\w+">(\d+)<', client.get("/review").text) == ["1", "0"]
