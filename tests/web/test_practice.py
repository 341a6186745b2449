"""Practice without a browser: what the pages hold, what is counted, and what is refused."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.web.pages import fields, hidden, post, question_on, right_answer
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.fu import FuName
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win
from trainer.models import Attempt, User
from trainer.web import patterns, tokens
from trainer.web.forms import FU_KEYS
from trainer.web.labels import label
from trainer.web.session import engine_of


def attempts(app: Flask) -> list[Attempt]:
    with Session(engine_of(app)) as session:
        return list(session.scalars(select(Attempt)))


# --- the question ---


def test_reload_shows_the_same_question(app: Flask, client: FlaskClient) -> None:
    first, second = (client.get("/practice").text for _ in range(2))
    assert question_on(app, first) == question_on(app, second)


def test_switching_the_language_keeps_the_question(app: Flask, client: FlaskClient) -> None:
    page = client.get("/practice").text
    form = {"csrf_token": hidden(page, "csrf_token"), "language": "zh_Hans", "next": "/practice"}
    chinese = client.post("/language", data=form, follow_redirects=True).text
    assert "这手牌多少符" in chinese
    assert question_on(app, chinese) == question_on(app, page)


def test_looking_at_a_question_stores_nothing(app: Flask, client: FlaskClient) -> None:
    client.get("/practice")
    client.get("/review")
    with Session(engine_of(app)) as session:
        assert session.scalar(select(func.count()).select_from(User)) == 0


@pytest.mark.parametrize("hand", patterns.HANDS)
def test_page_holds_nothing_of_the_answer(
    app: Flask, client: FlaskClient, deal_hand: Callable[[Win], None], hand: patterns.Hand
) -> None:
    deal_hand(win_from_json(hand))
    page = client.get("/practice").text
    question = question_on(app, page)
    # The fu to tap are among the numbers, so they must be the same whatever the hand.
    (keys,) = re.findall(r"<fieldset.*?</fieldset>", page, re.DOTALL)
    assert re.findall(r"<span>(\d+)</span>", keys) == [str(fu) for fu in FU_KEYS]
    shown = re.sub(r'value="[^"]*"|\?v=\w+', "", page.replace(keys, "").replace("5 han or more", ""))
    assert not set(right_answer(question).values()) & set(re.findall(r"\d+", shown))
    with app.test_request_context():
        telling = {str(label(item)) for item in FuName} - {"Tsumo"}
    assert not [name for name in telling if name in shown]


@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        (patterns.HANDS[0], ["fu", "payment_dealer", "payment_non_dealer"]),
        (patterns.HANDS[1], ["fu", "payment_discarder"]),
        ({**patterns.HANDS[2], "seat_wind": "E"}, ["fu", "payment_each"]),
    ],
)
def test_fields_are_those_of_the_win(
    client: FlaskClient, deal_hand: Callable[[Win], None], hand: patterns.Hand, asked: list[str]
) -> None:
    deal_hand(win_from_json(hand))
    page = client.get("/practice").text
    assert list(fields(page)) == asked
    assert re.findall(r'<input id="(\w+)"[^>]* autofocus', page) == ["fu"]


# --- the answer ---


def test_right_answer_leads_to_its_verdict_and_then_to_a_new_question(app: Flask, client: FlaskClient) -> None:
    page = client.get("/practice").text
    question = question_on(app, page)
    answer = post(client, page, right_answer(question), elapsed_ms="8200")
    assert (answer.status_code, answer.location) == (303, f"/practice/answers/{question.nonce}")
    verdict = client.get(answer.location)
    assert verdict.status_code == 200
    assert '<h1 class="outcome outcome--right">Right</h1>' in verdict.text
    assert [(row.right, row.elapsed_ms) for row in attempts(app)] == [(True, 8200)]
    assert question_on(app, client.get("/practice").text).nonce != question.nonce


def test_wrong_answer_shows_what_was_given_and_what_is_right(
    client: FlaskClient, deal_hand: Callable[[Win], None]
) -> None:
    deal_hand(win_from_json(patterns.HANDS[1]))
    page = client.get("/practice").text
    verdict = client.get(post(client, page, {"fu": "20", "payment_discarder": "1000"}).location).text
    words = " ".join(re.sub(r"<[^>]+>", " ", verdict).split())
    assert "wrong Fu given: 20 → right: 40" in words
    assert "wrong Discarder pays given: 1000 → right: 12000" in words
    assert "20 + 2 + 8 + 2 = 32 32 → 40 rounded up to ten 40 fu" in words
    assert "The base would be 2560; more than 2000 is a mangan." in words
    assert "2000 × 6 = 12000" in words


def test_other_readings_are_shown_with_their_groups_their_fu_and_why_they_are_not_paid(
    client: FlaskClient, deal_hand: Callable[[Win], None]
) -> None:
    deal_hand(parse_win("1122233344s222z ron 1s E/S riichi sticks 1 dora 9m"))
    page = client.get("/practice").text
    verdict = client.get(post(client, page, {"fu": "50", "payment_discarder": "16000"}).location).text
    others = verdict[verdict.index('id="other-readings"') :]
    assert others.count("<details>") == others.count('class="groups"') == 3
    words = " ".join(re.sub(r"<[^>]+>", " ", others).split())
    assert words.startswith('id="other-readings">Other ways to read it')
    assert words.count("6 han · Haneman 12000 points It pays 4000 points less. Its fu") == 3
    assert "Base fu 20 Closed ron 10" in words


def test_a_hand_with_one_reading_has_no_section_for_others(
    client: FlaskClient, deal_hand: Callable[[Win], None]
) -> None:
    deal_hand(win_from_json(patterns.HANDS[2]))
    page = client.get("/practice").text
    verdict = client.get(post(client, page, dict.fromkeys(fields(page), "30")).location).text
    assert "other-readings" not in verdict


def test_later_answers_to_a_question_get_the_first_verdict_and_count_nothing(app: Flask, client: FlaskClient) -> None:
    page = client.get("/practice").text
    question = question_on(app, page)
    first = post(client, page, right_answer(question))
    following = question_on(app, client.get("/practice").text)
    for typed in (right_answer(question), dict.fromkeys(fields(page), "1"), {}):
        again = post(client, page, typed)
        assert again.location == first.location
    assert "outcome--right" in client.get(first.location).text
    assert [row.right for row in attempts(app)] == [True]
    assert question_on(app, client.get("/practice").text) == following


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("", "Please enter a number."),
        ("  ", "Please enter a number."),
        ("forty", "Only digits, please"),
        ("-40", "Only digits, please"),
        ("40.5", "Only digits, please"),
        ("٤٠", "Only digits, please"),
        ("1001", "That is more than any hand is worth."),
        ("9" * 400, "That is more than any hand is worth."),
        ('"><b>', "Only digits, please"),
    ],
)
def test_what_is_no_number_is_asked_for_again(app: Flask, client: FlaskClient, typed: str, message: str) -> None:
    page = client.get("/practice").text
    asked = question_on(app, page)
    given = right_answer(asked)
    answer = post(client, page, {**given, "fu": typed}, elapsed_ms="900")
    assert answer.status_code == 422
    assert message in answer.text
    kept = fields(answer.text)
    assert kept == {**given, "fu": typed.strip()[:50]}
    assert re.findall(r'<input id="(\w+)"[^>]*aria-invalid="true"', answer.text) == ["fu"]
    assert question_on(app, answer.text) == asked
    assert attempts(app) == []
    assert question_on(app, client.get("/practice").text) == asked


@pytest.mark.parametrize("written", ["{0}", " {0} ", "{0:,}", "{0:_}"])
def test_numbers_may_be_written_as_people_do(app: Flask, client: FlaskClient, written: str) -> None:
    page = client.get("/practice").text
    typed = {name: written.format(int(number)) for name, number in right_answer(question_on(app, page)).items()}
    fullwidth = str.maketrans("0123456789_", "０１２３４５６７８９ ")
    if "_" in written:
        typed = {name: number.translate(fullwidth) for name, number in typed.items()}
    assert post(client, page, typed).status_code == 303
    assert [row.right for row in attempts(app)] == [True]


@pytest.mark.parametrize(
    ("sent", "kept"), [("", None), ("-5", None), ("soon", None), ("1200", 1200), ("999999999", 24 * 3600 * 1000)]
)
def test_time_is_kept_only_where_it_makes_sense(app: Flask, client: FlaskClient, sent: str, kept: int | None) -> None:
    page = client.get("/practice").text
    post(client, page, dict.fromkeys(fields(page), "30"), elapsed_ms=sent)
    assert [row.elapsed_ms for row in attempts(app)] == [kept]


# --- tokens that are not taken ---


def test_question_of_another_learner_is_not_counted(app: Flask, client: FlaskClient) -> None:
    other = app.test_client()
    token = hidden(other.get("/practice").text, "token")
    page = client.get("/practice").text
    answer = post(client, page, dict.fromkeys(fields(page), "30"), token=token)
    assert answer.status_code == 400
    assert "dealt to somebody else" in answer.text
    assert question_on(app, answer.text) == question_on(app, page)
    assert attempts(app) == []


@pytest.mark.parametrize(
    "change", [lambda _: "", lambda _: "nonsense", lambda token: token[:-1], lambda token: "x" + token]
)
def test_changed_token_is_not_taken(app: Flask, client: FlaskClient, change: Callable[[str], str]) -> None:
    page = client.get("/practice").text
    answer = post(client, page, dict.fromkeys(fields(page), "30"), token=change(hidden(page, "token")))
    assert answer.status_code == 400
    assert "changed on the way" in answer.text
    assert question_on(app, answer.text) == question_on(app, page)
    assert attempts(app) == []


def test_old_question_is_replaced(app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    page = client.get("/practice").text
    old = question_on(app, page)
    monkeypatch.setattr(tokens, "AGE_LIMIT", timedelta(seconds=-1))
    answer = post(client, page, right_answer(old))
    assert answer.status_code == 400
    assert "dealt too long ago" in answer.text
    monkeypatch.undo()
    assert question_on(app, answer.text).nonce != old.nonce
    assert attempts(app) == []


def test_verdict_is_for_its_own_learner_only(app: Flask, client: FlaskClient) -> None:
    page = client.get("/practice").text
    location = post(client, page, dict.fromkeys(fields(page), "30")).location
    assert client.get(location).status_code == 200
    assert app.test_client().get(location).status_code == 404
    assert client.get("/practice/answers/unknown").status_code == 404


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_pattern_is_shown(client: FlaskClient, language: str) -> None:
    page = client.get("/patterns", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert len(re.findall(r'#t\dm"', page.text)) > 10


def test_patterns_are_not_for_visitors(app: Flask, client: FlaskClient) -> None:
    app.testing = False
    assert client.get("/patterns").status_code == 404
