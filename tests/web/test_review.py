"""The review page: what it counts, in which order, and where it leads."""

import html
import json
import re
import uuid
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy.orm import Session

from tests.services.answers import keep, queries
from tests.web.pages import fields, post
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.rules import TENHOU
from trainer.models import Belief, Card, Suspicion
from trainer.teaching.generate import generate
from trainer.teaching.history import DAYS
from trainer.teaching.order import Level, Order
from trainer.teaching.rule_types import RuleType
from trainer.web.session import LEARNER, engine_of


def store(app: Flask, learner: uuid.UUID, *answers: dict[RuleType, bool], **changed: Any) -> None:
    """Store answered questions, each with what it shows."""
    with Session(engine_of(app)) as session:
        keep(session, learner, *answers, **changed)
        session.commit()


def learner_of(client: FlaskClient) -> uuid.UUID:
    client.get("/practice")
    with client.session_transaction() as session:
        return uuid.UUID(session[LEARNER])


def words(cell: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split())


def rows(page: str, cell: str = "chances") -> dict[str, str]:
    """The words of a cell of each row, by rule type, in the order shown."""
    found = re.findall(rf'<tr data-rule="(\w+)".*?<td class="{cell}">(.*?)</td>', page, re.DOTALL)
    return {name: words(text) for name, text in found}


def test_newcomer_is_led_to_practice(client: FlaskClient) -> None:
    page = client.get("/review").text
    assert "Nothing to review yet" in page
    assert 'class="primary" href="/practice"' in page
    assert list(rows(page)) == list(RuleType)
    assert set(rows(page).values()) == {"not met yet"}
    assert not re.search(r"\d%<|\d% ", words(page)), "no share of nothing"
    assert "chart" not in page


def test_counts_are_those_of_this_learner(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True, RuleType.KAN: False}] * 7, {RuleType.WAIT: False})
    store(app, uuid.uuid4(), *[{RuleType.WAIT: False, RuleType.DORA: True}] * 9)
    page = client.get("/review").text
    assert re.findall(r'data-total="\w+">(\d+)<', page) == ["8", "0"]
    assert rows(page)["wait"] == "7 of 8 88% 59% to 97%"
    assert rows(page)["kan"] == "0 of 7 0% 0% to 28%"
    assert rows(page)["dora"] == "not met yet"
    assert list(rows(page))[:2] == ["kan", "wait"]
    assert rows(page, "time")["wait"] == "Median time 8.0 s"
    assert rows(page, "time")["dora"] == "Median time –"


def test_few_chances_say_nothing_yet(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True}] * 4)
    assert rows(client.get("/review").text)["wait"] == "4 of 4 not enough yet"


def test_a_clear_trend_is_told(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: False, RuleType.KAN: True}] * 10, *[{RuleType.WAIT: True}] * 5)
    page = client.get("/review").text
    assert rows(page)["wait"].endswith("better of late")
    assert not rows(page)["kan"].endswith("late")


def test_what_is_remembered_is_told_and_when_it_is_due(app: Flask, client: FlaskClient) -> None:
    learner, now = learner_of(client), datetime.now(UTC)
    dues = {RuleType.WAIT: timedelta(days=3), RuleType.KAN: -timedelta(hours=1), RuleType.DORA: timedelta(days=1)}
    store(app, learner, dict.fromkeys(dues, True))
    with Session(engine_of(app)) as session:
        for rule_type, left in dues.items():
            moments = {"due": now + left + timedelta(minutes=1), "reviewed_at": now - timedelta(days=5)}
            session.add(Card(user_id=learner, rule_type=rule_type, stability=5.0, difficulty=5.0, **moments))
        session.commit()
    found = rows(client.get("/review").text, "memory")
    assert found["wait"] == "Memory 90% in 3 days"
    assert found["kan"] == "Memory 90% due"
    assert found["dora"] == "Memory 90% in 1 day"
    assert found["honba"] == "Memory –"


def test_the_three_weakest_come_first_and_can_be_practised(app: Flask, client: FlaskClient) -> None:
    learner = learner_of(client)
    store(app, learner, *[{RuleType.WAIT: False, RuleType.KAN: False, RuleType.DORA: True}] * 6)
    store(app, learner, *[{RuleType.WAIT: True, RuleType.HONBA: False, RuleType.LIMIT: False}] * 2)
    page = client.get("/review").text
    assert re.findall(r'data-weak="(\w+)"', page) == ["kan", "wait"]
    assert 'href="/practice?mode=next&amp;focus="' in page
    assert 'href="/practice?focus=kan,wait"' in page
    assert client.get("/practice?focus=kan,wait").status_code == 303
    assert client.get("/practice?mode=next&focus=", follow_redirects=True).status_code == 200


def test_what_no_hand_can_show_is_no_part_of_the_link(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?level=beginner&honba=off")
    store(app, learner_of(client), *[{RuleType.KAN: False, RuleType.HONBA: False, RuleType.WAIT: False}] * 6)
    page = client.get("/review").text
    assert re.findall(r'data-weak="(\w+)"', page) == ["wait", "kan", "honba"]
    assert 'href="/practice?focus=wait"' in page


def test_named_mistakes_are_told_with_the_hands_that_show_them(app: Flask, client: FlaskClient) -> None:
    learner = learner_of(client)
    with Session(engine_of(app)) as session:
        (missed,) = keep(session, learner, {RuleType.WAIT: False})
        session.add(Suspicion(attempt_id=missed.id, mistake="no_tanki", probability=0.6))
        session.add(Belief(user_id=learner, mistake="no_tanki", made=3.0, avoided=2.0, evidence=2.0, named=True))
        session.add(Belief(user_id=learner, mistake="no_sticks", made=3.0, avoided=2.0, evidence=1.0, named=False))
        session.commit()
    page = client.get("/review").text
    assert re.findall(r'data-mistake="(\w+)"', page) == ["no_tanki"]
    assert "happens about 60% of the time" in page
    link = "/review/notebook?mistake=no_tanki&show=all"
    assert f'<a href="{html.escape(link)}">1 hand that shows it</a>' in page
    assert "data-missed" in client.get(link).text
    assert 'href="/practice?focus=wait"' in page


def test_wrong_numbers_that_come_again_lead_to_their_hands(app: Flask, client: FlaskClient) -> None:
    learner = learner_of(client)
    hands = [json.dumps(win_to_json(generate(Random(seed), TENHOU, Order(level=Level.BEGINNER)))) for seed in range(2)]
    for hand in hands:
        store(app, learner, {RuleType.WAIT: False}, hand=hand, ask=["fu_sum"], answer={"fu_sum": 1})
    store(app, learner, *[{RuleType.WAIT: False}] * 2, ask=["fu"], answer={"fu": 110})
    page = client.get("/review").text
    (link,) = re.findall(r'href="(/review/notebook\?mixup=fu-40-110[^"]*)"', page)
    assert "2 times" in page
    assert client.get(html.unescape(link)).text.count("data-missed") == 1, "the same hand stands there once"


def test_answers_over_time_are_drawn_and_stand_in_tables(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True}] * 9, {RuleType.WAIT: False}, *[{RuleType.WAIT: True}] * 10)
    page = client.get("/review", headers={"Accept-Language": "de"}).text
    assert page.count("<figure") == 2
    assert page.count('class="chart-point"') == 2
    tables = re.findall(r'<th scope="row">([^<]*)</th><td class="number">([^<]*)</td>', page)
    assert tables[:2] == [("1/1/26", "9 of 10"), ("1/1/26", "10 of 10")]
    assert len(tables) == 2 + DAYS
    chinese = client.get("/review", headers={"Accept-Language": "zh-CN"}).text
    assert '<th scope="row">2026/1/1</th>' in chinese


def test_few_answers_are_not_drawn(app: Flask, client: FlaskClient) -> None:
    store(app, learner_of(client), *[{RuleType.WAIT: True}] * 9)
    page = client.get("/review").text
    assert "From ten hands on" in page
    assert page.count("<figure") == 1


def test_many_answers_ask_the_database_no_more_often_than_few(app: Flask, client: FlaskClient) -> None:
    learner = learner_of(client)
    store(app, learner, {RuleType.WAIT: False})
    with queries(engine_of(app)) as few:
        client.get("/review")
    store(app, learner, *[dict.fromkeys(RuleType, False)] * 30)
    with queries(engine_of(app)) as many:
        client.get("/review")
    assert len(few) == len(many) <= 9


def test_an_answer_is_counted_on_the_page(client: FlaskClient) -> None:
    page = client.get("/practice").text
    post(client, page, dict.fromkeys(fields(page), "1"))
    assert re.findall(r'data-total="\w+">(\d+)<', client.get("/review").text) == ["1", "0"]
