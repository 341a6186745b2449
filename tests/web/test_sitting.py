"""Settings, links, sittings and flags, as the pages have them."""

import html
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.pages import fields, hidden, post, question_on, right_answer
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import TENHOU, parse_rules
from trainer.models import Attempt, Flag
from trainer.services.flags import LONGEST_NOTE, MOST_A_DAY
from trainer.services.practice import Question, deal
from trainer.services.wishes import NAMES, Length, MeldLook
from trainer.teaching.grade import Ask
from trainer.teaching.order import Level
from trainer.web import practice, sitting
from trainer.web.labels import LEVELS
from trainer.web.session import engine_of
from trainer.web.wishes import LENGTHS, MELDS, NAMES_SHOWN


def asked(app: Flask, client: FlaskClient) -> Question:
    return question_on(app, client.get("/practice").text)


def answer(app: Flask, client: FlaskClient, right: bool = True) -> TestResponse:
    page = client.get("/practice").text
    typed = right_answer(question_on(app, page)) if right else dict.fromkeys(fields(page), "13")
    return post(client, page, {name: number for name, number in typed.items() if name in fields(page)})


def send(client: FlaskClient, path: str, **form: object) -> TestResponse:
    token = hidden(client.get("/practice/settings").text, "csrf_token")
    return client.post(path, data={"csrf_token": token, **form})


def attempts(app: Flask) -> list[Attempt]:
    with Session(engine_of(app)) as session:
        return list(session.scalars(select(Attempt).order_by(Attempt.id)))


def sitting_of(client: FlaskClient) -> str:
    with client.session_transaction() as session:
        found: str = session[sitting.KEPT]["id"]
        return found


# --- what to ask -----------------------------------------------------------------------------------------------------


def test_a_link_says_how_to_practise_and_it_is_kept(app: Flask, client: FlaskClient) -> None:
    link = "/practice?rules=m_league&ask=han,items&level=advanced&focus=kan&length=endless&honba=off&labels=on"
    assert client.get(link).status_code == 303
    question = asked(app, client)
    assert (question.asks, question.rules, question.win.honba) == ((Ask.ITEMS, Ask.HAN), parse_rules("m_league"), 0)
    settings = client.get("/practice/settings").text
    chosen = set(re.findall(r'name="(\w+)" value="(\w+)" checked', settings))
    assert chosen == {
        ("ask", "items"), ("ask", "han"), ("level", "advanced"), ("focus", "kan"), ("length", "endless"),
        ("labels", "on"), ("apart", "on"), ("melds", "sideways"), ("mode", "next"),
    }  # fmt: skip


def test_the_link_on_the_settings_page_gives_somebody_else_the_same(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?rules=tenhou,honba=1500&ask=fu_sum,received&length=endless&melds=upright&apart=off")
    link = re.findall(r'class="link" href="([^"]+)"', client.get("/practice/settings").text)
    other = app.test_client()
    assert other.get(html.unescape(link[0])).status_code == 303
    again = re.findall(r'class="link" href="([^"]+)"', other.get("/practice/settings").text)
    assert again == link
    assert asked(app, other).rules == parse_rules("tenhou,honba=1500")


def test_a_link_may_name_several_rules_in_either_way(client: FlaskClient) -> None:
    for query in ("focus=tsumo,kan", "focus=kan&focus=tsumo"):
        client.get(f"/practice?{query}")
        settings = client.get("/practice/settings").text
        assert re.findall(r'name="focus" value="(\w+)" checked', settings) == ["tsumo", "kan"]
        client.get("/practice?focus=")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("ask=weather", "“weather” is not known under “What to ask”."),
        ("ask=", "Choose at least one thing to be asked."),
        ("length=11", "“11” is not known under “Length”."),
        ("honba=%3Cb%3E", "“<b>” is not known under “Honba”."),
        ("ask=fu&rules=nowhere", "No rules are called that"),
        ("focus=kan&level=beginner", "Kans: This level has no such hands."),
        ("focus=honba&rules=tenhou,honba=0", "These rules leave no question about it."),
        ("focus=sticks&ask=fu", "Nothing that is asked changes by it."),
    ],
)
def test_a_link_with_what_nobody_knows_changes_nothing_and_says_so(
    app: Flask, client: FlaskClient, query: str, said: str
) -> None:
    page = client.get(f"/practice?{query}")
    assert page.status_code == 400
    assert said in html.unescape(page.text)
    question = asked(app, client)
    assert (question.asks, question.rules) == ((Ask.FU, Ask.PAYMENT), TENHOU)


def test_a_link_to_practise_a_rule_asks_for_what_shows_it(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?focus=sticks")
    assert asked(app, client).asks == (Ask.FU, Ask.PAYMENT, Ask.RECEIVED)
    assert asked(app, client).win.riichi_sticks
    client.get("/practice?focus=kan")
    assert asked(app, client).asks == (Ask.FU, Ask.PAYMENT, Ask.RECEIVED)


def test_settings_decide_and_nothing_sent_is_lost_when_nothing_is_asked(app: Flask, client: FlaskClient) -> None:
    page = send(client, "/practice/settings", length="endless", level="beginner", melds="upright", labels="on")
    assert page.status_code == 422
    assert "Choose at least one thing" in page.text
    assert set(re.findall(r'name="(\w+)" value="(\w+)" checked', page.text)) == {
        ("length", "endless"), ("level", "beginner"), ("melds", "upright"), ("labels", "on"), ("mode", "next")
    }  # fmt: skip
    sent = {"ask": ["payment", "fu_sum"], "length": "10", "level": "standard", "melds": "sideways", "honba": "on"}
    assert send(client, "/practice/settings", **sent).status_code == 303
    assert asked(app, client).asks == (Ask.FU_SUM, Ask.PAYMENT)


@pytest.mark.parametrize("mode", ["mixed", "natural", "edge"])
def test_another_way_to_choose_hands_is_kept_and_begins_a_new_sitting(
    app: Flask, client: FlaskClient, mode: str
) -> None:
    answer(app, client)
    before = sitting_of(client)
    sent = {"ask": ["fu", "payment"], "length": "10", "level": "standard", "melds": "sideways", "honba": "on"}
    assert send(client, "/practice/settings", **sent, mode="next").status_code == 303
    asked(app, client)
    assert sitting_of(client) == before
    assert send(client, "/practice/settings", **sent, mode=mode).status_code == 303
    settings = client.get("/practice/settings").text
    assert re.findall(r'name="mode" value="(\w+)" checked', settings) == [mode]
    asked(app, client)
    assert sitting_of(client) != before


def test_a_hand_that_waits_stays_but_may_be_asked_about_otherwise(app: Flask, client: FlaskClient) -> None:
    waiting = asked(app, client)
    client.get("/practice?ask=received")
    now = asked(app, client)
    assert (now.win, now.nonce, now.asks) == (waiting.win, waiting.nonce, (Ask.RECEIVED,))


@pytest.mark.parametrize("part", Ask)
def test_each_part_can_be_asked_alone(app: Flask, client: FlaskClient, part: Ask) -> None:
    client.get(f"/practice?ask={part}")
    page = client.get("/practice").text
    rows = set(re.findall(r'name="(line_\d+)"', page))
    given = dict.fromkeys([*fields(page), *rows], "0")
    verdict = client.get(post(client, page, {**given, "line_0": "20"} if rows else given).location)
    assert verdict.status_code == 200
    assert [row.ask for row in attempts(app)] == [[part]]


def test_labels_and_the_place_of_the_winning_tile_can_be_chosen(client: FlaskClient) -> None:
    page = client.get("/practice").text
    assert 'class="corner"' not in page
    closed = re.search(r'class="concealed".*?</div>', page, re.DOTALL)
    assert closed
    assert 'data-place="w"' not in closed[0]
    client.get("/practice?labels=on&apart=off&melds=upside_down")
    page = client.get("/practice").text
    assert 'class="corner"' in page
    closed = re.search(r'class="concealed".*?</svg>\s*</div>', page, re.DOTALL)
    assert closed
    assert 'data-place="w"' in closed[0]


def test_every_setting_has_a_name() -> None:
    assert set(NAMES_SHOWN) == set(NAMES)
    assert (set(LENGTHS), set(LEVELS), set(MELDS)) == (set(Length), set(Level), set(MeldLook))


def test_nothing_before_the_answer_shows_that_a_hand_is_paid_by_a_limit(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands with the same lines, one of 1 han and one of thirteen: the forms are the same."""
    client.get(f"/practice?ask={','.join(Ask)}")
    forms = []
    for more in ("riichi sticks 1 dora 1z ura 2z", "riichi ippatsu sticks 1 dora 8m8m7s7s ura 7s4z4z4z"):
        win = parse_win(f"234m99m567p34888s ron 5s E/S {more}")
        monkeypatch.setattr(practice, "deal", lambda *given, win=win: replace(deal(*given), win=win))
        with client.session_transaction() as session:
            session.pop(sitting.QUESTION, None)
        form = re.search(r"<form class=\"answer.*?</form>", client.get("/practice").text, re.DOTALL)
        assert form
        forms.append(re.sub(r'name="(token|csrf_token)" value="[^"]*"', "", form[0]))
    assert forms[0] == forms[1]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"fu": "30", "payment_discarder": "1000"}, True),
        ({"fu": "50", "payment_discarder": "1600"}, True),
        ({"fu": "30", "payment_discarder": "1100"}, False),
        ({"fu": "40", "payment_discarder": "1000"}, False),
        ({"fu": "30", "payment_discarder": "1300"}, False),
    ],
)
def test_a_payment_that_follows_from_wrong_fu_is_told_apart(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, typed: dict[str, str], said: bool
) -> None:
    """20 + 10 + 4 = 34, so 40, and riichi: 40 × 8 × 4 = 1280, so 1300."""
    win = parse_win("234m99m567p34888s ron 5s E/S riichi sticks 1 dora 1z ura 2z")
    monkeypatch.setattr(practice, "deal", lambda *given: replace(deal(*given), win=win))
    page = client.get("/practice").text
    verdict = client.get(post(client, page, typed).location).text
    assert ("only those were off" in verdict) == said
    assert ("10 too little" in verdict) == (typed["fu"] == "30")


# --- sittings --------------------------------------------------------------------------------------------------------


def test_ten_hands_are_a_sitting_that_ends_with_how_it_went(app: Flask, client: FlaskClient) -> None:
    for number in range(10):
        page = client.get("/practice").text
        assert f"{number} / 10" in page
        verdict = client.get(answer(app, client, right=number != 3).location).text
        assert ("How it went" in verdict) == (number == 9)
    first = sitting_of(client)
    summary = client.get(f"/practice/sittings/{first}").text
    assert '<dd data-result="right">9 / 10</dd>' in summary
    assert "To fix next: " in summary
    assert summary.count('class="played-right"') == 9
    assert "0 / 10" in client.get("/practice").text
    assert sitting_of(client) != first
    assert {row.sitting for row in attempts(app)} == {first}


def test_an_endless_sitting_is_ended_by_hand(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?length=endless")
    for _ in range(2):
        answer(app, client)
    ended = sitting_of(client)
    page = send(client, "/practice/sittings/end")
    assert (page.status_code, page.location) == (303, f"/practice/sittings/{ended}")
    assert "2 / 2" in client.get(page.location).text
    assert client.get("/practice").status_code == 200
    assert send(client, "/practice/sittings/end").location == "/practice"


def test_missed_hands_are_tried_again_and_kept_apart(app: Flask, client: FlaskClient) -> None:
    for right in (False, True, False):
        answer(app, client, right)
    missed = [row.hand for row in attempts(app) if not row.right]
    first = sitting_of(client)
    assert send(client, f"/practice/sittings/{first}/again").status_code == 303
    for _ in missed:
        answer(app, client)
    again = attempts(app)[3:]
    assert [row.hand for row in again] == missed
    assert [(row.apart, row.right) for row in again] == [(True, True)] * 2
    assert "2 / 2" in client.get(f"/practice/sittings/{sitting_of(client)}").text
    assert 'data-total="answered">3<' in client.get("/review").text
    assert not asked(app, client).apart


def test_nobody_elses_sitting_is_shown(app: Flask, client: FlaskClient) -> None:
    answer(app, client)
    other = app.test_client()
    other.get("/practice")
    for path in (f"/practice/sittings/{sitting_of(client)}", "/practice/sittings/unknown"):
        assert other.get(path).status_code == 404
        assert send(other, f"{path}/again").status_code == 404


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let so many seconds go by."""

    def pass_by(seconds: float) -> None:
        class Clock(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> "Clock":
                assert tz is UTC
                return cls.fromtimestamp((datetime.now(UTC) + timedelta(seconds=seconds)).timestamp(), UTC)

        monkeypatch.setattr(sitting, "datetime", Clock)
        monkeypatch.setattr("trainer.web.practice.datetime", Clock)

    return pass_by


def test_a_sprint_is_started_by_hand_goes_on_at_once_and_ends_with_the_time(
    app: Flask, client: FlaskClient, later: Callable[[float], None]
) -> None:
    client.get("/practice?length=sprint")
    assert "Start the clock" in client.get("/practice").text
    assert send(client, "/practice/sittings").status_code == 303
    for right in (True, False):
        assert answer(app, client, right).location == "/practice"
    page = client.get("/practice").text
    assert "1 of 2 right" in page
    assert 'class="last last--wrong"' in page
    running = sitting_of(client)
    later(64)
    late = post(client, page, dict.fromkeys(fields(page), "30"))
    assert late.location == "/practice"
    assert client.get("/practice").location == f"/practice/sittings/{running}"
    summary = client.get(f"/practice/sittings/{running}").text
    assert "1 / 2" in summary
    assert "kept apart from your accuracy" in summary
    assert [row.apart for row in attempts(app)] == [True, True]
    assert "data-total" not in client.get("/review").text
    assert "Start the clock" in client.get("/practice").text


def test_a_sprint_that_is_left_takes_its_question_along(
    app: Flask, client: FlaskClient, later: Callable[[float], None]
) -> None:
    client.get("/practice?length=sprint")
    send(client, "/practice/sittings")
    page = client.get("/practice").text
    client.get("/practice?length=10")
    assert not asked(app, client).apart
    later(70)
    assert post(client, page, dict.fromkeys(fields(page), "30")).location == "/practice"
    assert answer(app, client).location.startswith("/practice/answers/")
    assert [row.apart for row in attempts(app)] == [False]


def test_a_sprint_without_an_answer_says_so(client: FlaskClient, later: Callable[[float], None]) -> None:
    client.get("/practice?length=sprint")
    send(client, "/practice/sittings")
    client.get("/practice")
    later(61)
    assert "Time is up before the first answer" in client.get(client.get("/practice").location).text


# --- flags -----------------------------------------------------------------------------------------------------------


def test_a_question_is_flagged_with_a_note(app: Flask, client: FlaskClient) -> None:
    verdict = answer(app, client).location
    assert send(client, f"{verdict}/flag", note=" <b>odd</b> " + "x" * 2000).location == f"{verdict}#flag"
    page = client.get(verdict).text
    assert "You have flagged this hand" in page
    assert "&lt;b&gt;odd" in page
    with Session(engine_of(app)) as session:
        assert [len(note) for note in session.scalars(select(Flag.note))] == [LONGEST_NOTE]


def test_flagging_too_much_is_refused_and_keeps_the_note(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trainer.services.flags.MOST_A_DAY", 1)
    assert MOST_A_DAY > 1
    send(client, f"{answer(app, client).location}/flag", note="one")
    page = send(client, f"{answer(app, client).location}/flag", note="two")
    assert page.status_code == 429
    assert "flagged many hands today" in page.text
    assert ">two</textarea>" in page.text


def test_only_ones_own_answers_can_be_flagged(app: Flask, client: FlaskClient) -> None:
    verdict = answer(app, client).location
    other = app.test_client()
    assert send(other, f"{verdict}/flag", note="mine?").status_code == 404
    assert client.post(f"{verdict}/flag", data={"note": "no token"}).status_code == 400


# --- twins -----------------------------------------------------------------------------------------------------------


def test_twin_is_asked_from_the_verdict_beside_what_the_hand_before_was_worth(app: Flask, client: FlaskClient) -> None:
    path = answer(app, client).headers["Location"]
    assert f'action="{path}/twin"' in client.get(path).text
    assert send(client, f"{path}/twin").location == "/practice"
    page = client.get("/practice").text
    twin = question_on(app, page)
    assert "What changes?" in page
    assert attempts(app)[0].nonce == twin.twin_of
    assert re.search(r'<p class="twin">.*?Before:.*?</p>', page, re.DOTALL)
    # It waits as any question does, and no other twin takes its place.
    send(client, f"{path}/twin")
    assert asked(app, client).nonce == twin.nonce
    second = answer(app, client).headers["Location"]
    assert "/twin" not in client.get(second).text
    assert not asked(app, client).twin_of


def test_whoever_wishes_gets_a_twin_after_each_hand(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?twins=on")
    found = []
    for _ in range(4):
        found.append(bool(asked(app, client).twin_of))
        answer(app, client)
    assert found == [False, True, False, True]
