"""POST /questions and POST /answers: what is asked, what is taken for an answer, and what is said of it."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from sqlalchemy import inspect, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.services.questions import question, rows
from tests.teaching.hands import CLOSED_34, TSUMO_34
from tests.web.api.program import Program, refusal
from tests.web.pages import post as post_page
from tests.web.pages import question_on
from trainer.mahjong.exchange import score_json, win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.points import STICK
from trainer.mahjong.rules import PRESETS, TENHOU, Rules, parse_rules, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Base
from trainer.services import practice, wishes
from trainer.services.sittings import SPRINT_SECONDS
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import NoHand, generate, shows
from trainer.teaching.grade import Ask, value_of, value_to_json
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import BOUNDS, Level, Mode, Order
from trainer.teaching.rule_types import RuleType
from trainer.web import tokens
from trainer.web.forms import MOST_ELAPSED_MS
from trainer.web.session import engine_of
from trainer.web.tokens import token_of

Json = dict[str, Any]

RIGHT: Json = {"fu": 40, "payment": {"discarder": 1300}}
"""The answer about CLOSED_34."""
NO_TEN: Json = {"fu": 30, "payment": {"discarder": 1000}}
"""A wrong one: without the ten of a closed ron, or rounded down."""
SPLIT: Json = {"fu": 40, "payment": {"dealer": 1300, "non_dealer": 700}}
"""The answer about TSUMO_34."""


def scored(asked: Json) -> Score:
    """The score of the hand of a question."""
    found = score(win_from_json(asked["hand"]), parse_rules(asked["rules"]))
    assert isinstance(found, Score)
    return found


def right_answer(asked: Json) -> Json:
    """The right answer to a question, as the exchange format has it."""
    found = scored(asked)
    sticks = STICK * found.win.riichi_sticks
    return {ask: value_to_json(value_of(found.best, Ask(ask), sticks)) for ask in asked["ask"]}


def stored(app: Flask) -> tuple[int, int, int]:
    """How many users, attempts and facts there are."""
    with Session(engine_of(app)) as session:
        return rows(session)


# --- the question ---


def test_a_question_is_a_hand_under_rules_and_what_is_asked(guest: Program) -> None:
    asked = guest.post("/questions", {}).get_json()
    assert list(asked) == ["token", "hand", "rules", "ask"]
    assert (asked["rules"], asked["ask"]) == ("tenhou", ["fu", "payment"])
    assert scored(asked).win == win_from_json(asked["hand"])


def test_all_of_an_order_may_be_left_out(guest: Program) -> None:
    assert guest.post("/questions").status_code == 200


def test_nothing_is_stored_before_the_first_answer(app: Flask, program: Program) -> None:
    for mode in ("mixed", "next"):
        assert program.post("/questions", {"mode": mode}).status_code == 200
    assert program.get("/me/rule-types").status_code == 200
    assert stored(app) == (0, 0, 0)


def test_a_token_holds_the_question_and_nothing_of_its_answer(guest: Program) -> None:
    for _ in range(20):
        asked = guest.post("/questions", {"ask": list(Ask)}).get_json()
        _signed, held = URLSafeTimedSerializer("another key", salt="question").loads_unsafe(asked["token"])
        assert held["hand"] == asked["hand"]
        assert held.keys() == question(guest.learner).to_json().keys()
        assert (held["learner"], held["rules"], held["ask"]) == (guest.learner.hex, asked["rules"], asked["ask"])
        given_away = {"fu", "fu_sum", "han", "items", "fu_items", "payment", "points", "received", "yaku", "limit"}
        assert not given_away & (held.keys() | held["hand"].keys() | asked.keys() | asked["hand"].keys())


@pytest.mark.parametrize("name", PRESETS)
def test_a_hand_is_dealt_and_answered_by_the_rules_ordered(program: Program, name: str) -> None:
    house = {"preset": name, "open_tanyao": False}
    asked = program.post("/questions", {"rules": house}).get_json()
    assert asked["rules"] == rules_name(replace(PRESETS[name].rules, open_tanyao=False))
    answered = program.post("/answers", {"token": asked["token"], "answer": right_answer(asked)}).get_json()
    assert answered["result"] == score_json(asked["hand"], parse_rules(asked["rules"]))


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("level", list(Level))
def test_hands_are_dealt_as_ordered(guest: Program, monkeypatch: pytest.MonkeyPatch, mode: Mode, level: Level) -> None:
    orders: list[Order] = []

    def watched(random: Random, rules: Rules, order: Order) -> Win:
        orders.append(order)
        return generate(random, rules, order)

    monkeypatch.setattr(wishes, "generate", watched)
    asked = guest.post("/questions", {"mode": mode, "level": level}).get_json()
    assert [(order.mode, order.level, order.focus, order.honba) for order in orders] == [(mode, level, (), True)]
    assert BOUNDS[level].allow(scored(asked))


def test_without_a_level_hands_are_as_hard_as_in_practice(guest: Program) -> None:
    for _ in range(30):
        assert BOUNDS[wishes.Wishes().level].allow(scored(guest.post("/questions", {}).get_json()))


@pytest.mark.parametrize("mode", ["mixed", "edge"])
@pytest.mark.parametrize("rule_type", list(RuleType))
def test_a_focus_shows_in_what_is_asked(guest: Program, mode: str, rule_type: RuleType) -> None:
    asked = guest.post("/questions", {"mode": mode, "focus": [rule_type], "level": "advanced"}).get_json()
    assert shows(scored(asked), rule_type)
    assert rule_type in visible(scored(asked), tuple(map(Ask, asked["ask"])))


def test_what_is_asked_comes_once_and_in_the_order_of_counting(guest: Program) -> None:
    asked = guest.post("/questions", {"ask": ["payment", "items", "payment", "han"]}).get_json()
    assert asked["ask"] == ["items", "han", "payment"]


def test_what_shows_the_focus_is_asked_too_unless_the_order_says_what_to_ask(guest: Program) -> None:
    assert guest.post("/questions", {"focus": ["sticks"]}).get_json()["ask"] == ["fu", "payment", "received"]
    assert guest.post("/questions", {"focus": ["sticks"], "ask": ["received"]}).get_json()["ask"] == ["received"]


@pytest.mark.parametrize(
    ("order", "code", "field"),
    [
        ({"mode": "hard"}, "bad_value", "mode"),
        ({"mode": None}, "bad_value", "mode"),
        ({"focus": ["hats"]}, "bad_value", "focus[0]"),
        ({"focus": ["kan", 3]}, "bad_value", "focus[1]"),
        ({"focus": "kan"}, "bad_value", "focus"),
        ({"ask": []}, "bad_value", "ask"),
        ({"ask": ["fu", "hats"]}, "bad_value", "ask[1]"),
        ({"level": "expert"}, "bad_value", "level"),
        ({"mode": "natural", "focus": ["kan"]}, "bad_value", "focus"),
        ({"focus": ["kan"], "level": "beginner"}, "impossible_focus", "focus"),
        ({"focus": ["dora", "kan"], "level": "beginner", "mode": "next"}, "impossible_focus", "focus"),
        ({"focus": ["pinfu_tsumo"], "rules": "tenhou,pinfu_tsumo=false"}, "impossible_focus", "focus"),
        ({"focus": ["rounding"], "ask": ["fu_sum"]}, "impossible_focus", "focus"),
    ],
    ids=str,
)
def test_an_order_that_nobody_can_serve_is_refused(guest: Program, order: Json, code: str, field: str) -> None:
    assert refusal(guest.post("/questions", order)) == (422, code, field)


def test_an_order_that_finds_no_hand_says_so(guest: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_given: object) -> Win:
        raise NoHand("no standard hand (mixed) in 3000 tries under these rules")

    monkeypatch.setattr(wishes, "generate", none)
    assert refusal(guest.post("/questions", {})) == (422, "no_hand", None)


def test_every_mode_of_dealing_can_be_ordered(guest: Program) -> None:
    for mode in (*Mode, "next"):
        asked = guest.post("/questions", {"mode": mode}).get_json()
        assert right_answer(asked)


# --- the answer ---


def test_right_answers_to_everything_are_right(program: Program) -> None:
    for name in (*PRESETS, "tenhou,aotenjou=true", "tenhou,chiitoitsu=50x1") * 3:
        order = {"ask": list(Ask), "rules": name, "level": "advanced"}
        asked = program.post("/questions", order).get_json()
        answer = {"token": asked["token"], "answer": right_answer(asked), "elapsed_ms": 8200}
        verdict = program.post("/answers", answer).get_json()
        assert verdict["right"] is True
        assert list(verdict["parts"]) == asked["ask"]
        for ask, part in verdict["parts"].items():
            assert part == {"right": True, "given": right_answer(asked)[ask], "want": right_answer(asked)[ask]}
        assert verdict["result"] == score_json(asked["hand"], parse_rules(asked["rules"]))
        shown = visible(scored(asked), tuple(Ask))
        assert verdict["rule_types"] == [
            {"rule_type": rule_type, "visible": rule_type in shown, "right": True if rule_type in shown else None}
            for rule_type in RuleType
        ]
        assert verdict["explanations"] == []


def test_a_wrong_answer_is_told_what_is_right_what_it_shows_and_what_explains_it(program: Program) -> None:
    token = program.token_about(CLOSED_34)
    verdict = program.post("/answers", {"token": token, "answer": NO_TEN, "elapsed_ms": 9000}).get_json()
    assert list(verdict) == ["right", "parts", "result", "rule_types", "explanations"]
    assert verdict["right"] is False
    assert verdict["parts"] == {
        "fu": {"right": False, "given": 30, "want": 40},
        "payment": {"right": False, "given": {"discarder": 1000}, "want": {"discarder": 1300}},
    }
    assert {"no_menzen_ron"} in map(set, verdict["explanations"])
    assert {"round_down"} in map(set, verdict["explanations"])
    shown = {one["rule_type"]: (one["visible"], one["right"]) for one in verdict["rule_types"]}
    assert list(shown) == list(RuleType)
    assert shown["menzen_ron"] == shown["rounding"] == (True, False)
    assert shown["formula"] == (True, True)
    assert shown["honba"] == shown["kan"] == (False, None)
    names = {mistake.name for mistake in CATALOGUE}
    assert all(names.issuperset(together) for together in verdict["explanations"])


def in_any_order(verdict: TestResponse) -> Json:
    """A verdict; its explanations may stand in another order, for the answer itself has moved what is likely."""
    found: Json = verdict.get_json()
    return {**found, "explanations": sorted(map(sorted, found["explanations"]))}


def test_the_same_token_gets_the_first_verdict_and_counts_once(app: Flask, program: Program) -> None:
    token = program.token_about(CLOSED_34)
    first = program.post("/answers", {"token": token, "answer": NO_TEN, "elapsed_ms": 9000})
    counted = stored(app)
    for answer in (NO_TEN, RIGHT):
        again = program.post("/answers", {"token": token, "answer": answer, "elapsed_ms": 1})
        assert (again.status_code, in_any_order(again)) == (first.status_code, in_any_order(first))
    assert stored(app) == counted
    assert counted[:2] == (1, 1)
    with Session(engine_of(app)) as session:
        assert session.scalars(select(Attempt.elapsed_ms)).all() == [9000]


def test_what_is_stored_is_what_the_pages_store(app: Flask, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wishes, "generate", lambda *_given: question(uuid.uuid4()).win)
    asked = program.post("/questions", {}).get_json()
    assert program.post("/answers", {"token": asked["token"], "answer": NO_TEN, "elapsed_ms": 8200}).status_code == 200
    assert program.client.get("/practice?mode=mixed").status_code == 303
    page = program.client.get("/practice").text
    assert question_on(app, page).win == win_from_json(asked["hand"])
    typed = {"fu": "30", "payment_discarder": "1000"}
    assert post_page(program.client, page, typed, elapsed_ms="8200").status_code == 303

    own = {"id", "user_id", "nonce", "asked_at", "answered_at", "sitting", "attempt_id"}

    def told(row: Base) -> Json:
        return {column.key: getattr(row, column.key) for column in inspect(row).mapper.columns if column.key not in own}

    with Session(engine_of(app)) as session:
        by_api, by_page = session.scalars(select(Attempt).order_by(Attempt.id))
        assert by_api.user_id == program.learner
        assert told(by_api) == told(by_page)
        assert by_api.evidence
        for facts in ("evidence", "suspicions"):
            assert list(map(told, getattr(by_api, facts))) == list(map(told, getattr(by_page, facts)))
        assert by_api.suspicions


@pytest.mark.parametrize(
    ("hand", "answer", "code", "field"),
    [
        (CLOSED_34, {}, "missing_field", "answer.fu"),
        (CLOSED_34, {"fu": 40}, "missing_field", "answer.payment"),
        (CLOSED_34, {"payment": {"discarder": 1300}}, "missing_field", "answer.fu"),
        (CLOSED_34, {**RIGHT, "han": 1}, "not_asked", "answer.han"),
        (CLOSED_34, {**RIGHT, "received": 2300}, "not_asked", "answer.received"),
        (CLOSED_34, {**RIGHT, "items": None}, "not_asked", "answer.items"),
        (CLOSED_34, {**RIGHT, "points": 1300}, "unknown_field", "answer.points"),
        (CLOSED_34, {**RIGHT, "fu": "40"}, "bad_value", "answer.fu"),
        (CLOSED_34, {**RIGHT, "fu": 40.5}, "bad_value", "answer.fu"),
        (CLOSED_34, {**RIGHT, "fu": True}, "bad_value", "answer.fu"),
        (CLOSED_34, {**RIGHT, "fu": -40}, "bad_value", "answer.fu"),
        (CLOSED_34, {**RIGHT, "fu": "mangan"}, "bad_value", "answer.fu"),
        (CLOSED_34, {**RIGHT, "payment": None}, "bad_value", "answer.payment"),
        (CLOSED_34, {**RIGHT, "payment": 1300}, "bad_value", "answer.payment"),
        (CLOSED_34, {**RIGHT, "payment": {}}, "missing_field", "answer.payment.discarder"),
        (CLOSED_34, {**RIGHT, "payment": {"discarder": None}}, "bad_value", "answer.payment.discarder"),
        (CLOSED_34, {**RIGHT, "payment": {"everybody": 1}}, "unknown_field", "answer.payment.everybody"),
        (CLOSED_34, SPLIT, "no_such_payer", "answer.payment.dealer"),
        (CLOSED_34, {"fu": 40, "payment": {"discarder": 1300, "each": 1}}, "no_such_payer", "answer.payment.each"),
        (TSUMO_34, RIGHT, "no_such_payer", "answer.payment.discarder"),
        (TSUMO_34, {"fu": 40, "payment": {"dealer": 1300}}, "missing_field", "answer.payment.non_dealer"),
        (TSUMO_34, {"fu": 40, "payment": {"non_dealer": 700}}, "missing_field", "answer.payment.dealer"),
        ({**TSUMO_34, "seat_wind": "E"}, SPLIT, "no_such_payer", "answer.payment.dealer"),
    ],
    ids=str,
)
def test_just_what_was_asked_must_be_answered(guest: Program, hand: Json, answer: Json, code: str, field: str) -> None:
    token = guest.token_about(hand)
    assert refusal(guest.post("/answers", {"token": token, "answer": answer})) == (422, code, field)


def test_an_answer_that_was_refused_counts_nothing_and_can_be_given_anew(app: Flask, program: Program) -> None:
    token = program.token_about(CLOSED_34)
    assert program.post("/answers", {"token": token, "answer": {"fu": 40}}).status_code == 422
    assert stored(app) == (0, 0, 0)
    assert program.post("/answers", {"token": token, "answer": RIGHT}).get_json()["right"] is True
    assert stored(app)[:2] == (1, 1)


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"token": None}, "bad_value", "token"),
        ({"token": 7}, "bad_value", "token"),
        ({"token": ""}, "bad_question", "token"),
        ({"token": "x.y.z"}, "bad_question", "token"),
        ({"answer": None}, "bad_value", "answer"),
        ({"answer": []}, "bad_value", "answer"),
        ({"elapsed_ms": -1}, "bad_value", "elapsed_ms"),
        ({"elapsed_ms": 1.5}, "bad_value", "elapsed_ms"),
        ({"elapsed_ms": "8200"}, "bad_value", "elapsed_ms"),
    ],
    ids=str,
)
def test_an_answer_has_its_question_and_its_time(guest: Program, changes: Json, code: str, field: str) -> None:
    sent = {"token": guest.token_about(CLOSED_34), "answer": RIGHT, **changes}
    assert refusal(guest.post("/answers", sent)) == (422, code, field)


@pytest.mark.parametrize("name", ["token", "answer"])
def test_what_an_answer_cannot_do_without_is_named(guest: Program, name: str) -> None:
    sent = {"token": guest.token_about(CLOSED_34), "answer": RIGHT}
    del sent[name]
    assert refusal(guest.post("/answers", sent)) == (422, "missing_field", name)


@pytest.mark.parametrize(("sent", "kept"), [(None, None), (0, 0), (8200, 8200), (10**30, MOST_ELAPSED_MS)])
def test_the_time_is_kept_as_far_as_it_is_believable(
    app: Flask, program: Program, sent: int | None, kept: int | None
) -> None:
    answer = {"token": program.token_about(CLOSED_34), "answer": RIGHT, "elapsed_ms": sent}
    assert program.post("/answers", answer).status_code == 200
    with Session(engine_of(app)) as session:
        assert session.scalars(select(Attempt.elapsed_ms)).all() == [kept]


def test_a_number_of_any_length_is_merely_wrong(program: Program) -> None:
    answer = {"fu": 10**4000, "payment": {"discarder": 0}}
    for _ in range(2):
        verdict = program.post("/answers", {"token": program.token_about(CLOSED_34), "answer": answer}).get_json()
        assert verdict["parts"]["fu"] == {"right": False, "given": 10**4000, "want": 40}


@pytest.mark.parametrize(
    "items",
    [
        [("base", None, 20), ("menzen_ron", None, 10), ("triplet_closed", "8s", 4)],
        [("base", None, 20), ("win", None, 10), ("group", "8s", 4)],
        [("group", "8s", 4), ("pair", None, 0), ("base", None, 20), ("wait", None, 0), ("win", None, 10)],
        [("triplet_open", "8s", 4), ("base", None, 25), ("win", "3m", 5)],
    ],
    ids=str,
)
def test_items_go_by_their_names_and_by_the_lines_they_stand_on(
    program: Program, items: list[tuple[str, str | None, int]]
) -> None:
    token = program.token_about(CLOSED_34, (Ask.ITEMS,))
    given = [{"item": item, "fu": fu, **({"tile": tile} if tile else {})} for item, tile, fu in items]
    verdict = program.post("/answers", {"token": token, "answer": {"items": given}}).get_json()
    part = verdict["parts"]["items"]
    assert part["right"] == verdict["right"] == (len(items) != 3 or items[1][2] == 10)
    assert part["want"] == [
        {"item": "base", "fu": 20},
        {"item": "win", "fu": 10},
        {"item": "group", "fu": 4, "tile": "8s"},
    ]
    assert sum(item["fu"] for item in part["given"]) == 34


def test_the_items_of_a_result_are_an_answer(program: Program) -> None:
    for _ in range(20):
        asked = program.post("/questions", {"ask": ["items"], "level": "advanced"}).get_json()
        items = program.post("/score", {"hand": asked["hand"]}).get_json()["fu_items"]
        verdict = program.post("/answers", {"token": asked["token"], "answer": {"items": items}}).get_json()
        assert verdict["right"] is True


@pytest.mark.parametrize(
    ("item", "code", "field"),
    [
        ({"fu": 2}, "missing_field", "answer.items[1].item"),
        ({"item": "base"}, "missing_field", "answer.items[1].fu"),
        ({"item": "hat", "fu": 2}, "bad_value", "answer.items[1].item"),
        ({"item": "base\n", "fu": 2}, "bad_value", "answer.items[1].item"),
        ({"item": 1, "fu": 2}, "bad_value", "answer.items[1].item"),
        ({"item": "base", "fu": None}, "bad_value", "answer.items[1].fu"),
        ({"item": "base", "fu": -2}, "bad_value", "answer.items[1].fu"),
        ({"item": "group", "fu": 2}, "missing_field", "answer.items[1].tile"),
        ({"item": "kan_open", "fu": 8, "tile": None}, "missing_field", "answer.items[1].tile"),
        ({"item": "group", "fu": 2, "tile": "8z"}, "bad_notation", "answer.items[1].tile"),
        ({"item": "base", "fu": 2, "tile": "888s"}, "bad_notation", "answer.items[1].tile"),
        ({"item": "base", "fu": 2, "hat": 1}, "unknown_field", "answer.items[1].hat"),
        ([], "bad_value", "answer.items[1]"),
    ],
    ids=str,
)
def test_an_item_that_does_not_exist_is_named(guest: Program, item: Any, code: str, field: str) -> None:
    token = guest.token_about(CLOSED_34, (Ask.ITEMS,))
    sent = {"token": token, "answer": {"items": [{"item": "base", "fu": 20}, item]}}
    assert refusal(guest.post("/answers", sent)) == (422, code, field)


def test_more_items_than_a_hand_has_are_refused(guest: Program) -> None:
    token = guest.token_about(CLOSED_34, (Ask.ITEMS,))
    sent = {"token": token, "answer": {"items": [{"item": "base", "fu": 1}] * 31}}
    assert refusal(guest.post("/answers", sent)) == (422, "bad_value", "answer.items")


MANGAN: Json = {**CLOSED_34, "dora_indicators": "7s", "ura_indicators": "1m"}
"""Riichi, 8s three times as dora, and 2m as ura dora: 5 han."""


@pytest.mark.parametrize("han", [5, "mangan"])
def test_from_five_han_the_limit_stands_for_the_han_and_no_fu_are_needed(program: Program, han: int | str) -> None:
    token = program.token_about(MANGAN, (Ask.ITEMS, Ask.FU_SUM, Ask.FU, Ask.HAN))
    answer = {"items": None, "fu_sum": None, "fu": None, "han": han}
    verdict = program.post("/answers", {"token": token, "answer": answer}).get_json()
    assert verdict["right"] is True
    assert verdict["parts"]["fu"] == {"right": True, "given": None, "want": 40}
    assert verdict["parts"]["han"]["given"] == han


def test_fu_that_are_needed_are_not_right_when_left_out(program: Program) -> None:
    token = program.token_about(CLOSED_34, (Ask.FU, Ask.HAN))
    verdict = program.post("/answers", {"token": token, "answer": {"fu": None, "han": "mangan"}}).get_json()
    assert [part["right"] for part in verdict["parts"].values()] == [False, False]


# --- whose question it is ---


def test_a_question_belongs_to_the_learner_it_was_put_to(app: Flask, newcomer: Callable[[], Program]) -> None:
    mine, other = newcomer(), newcomer()
    assert mine.learner != other.learner
    sent = {"token": mine.token_about(CLOSED_34), "answer": RIGHT}
    assert refusal(other.post("/answers", sent)) == (403, "not_your_question", "token")
    assert stored(app) == (0, 0, 0)
    assert mine.post("/answers", sent).status_code == 200
    assert refusal(other.post("/answers", sent)) == (403, "not_your_question", "token")


def test_a_question_of_the_pages_is_not_the_programs(app: Flask, program: Program) -> None:
    page = program.client.get("/practice").text
    token = page.split('name="token" value="')[1].split('"')[0]
    assert question_on(app, page).learner != program.learner
    sent = {"token": token, "answer": {"fu": 30}}
    assert refusal(program.post("/answers", sent)) == (403, "not_your_question", "token")


def test_a_question_that_is_too_old_or_was_changed_is_no_question(
    app: Flask, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = program.token_about(CLOSED_34)
    other = "A" if token[40] != "A" else "B"
    for changed in (token[:40] + other + token[41:], token[1:], token[:-2], "." + token):
        sent = {"token": changed, "answer": RIGHT}
        assert refusal(program.post("/answers", sent)) == (422, "bad_question", "token")
    monkeypatch.setattr(tokens, "AGE_LIMIT", timedelta(seconds=-1))
    assert refusal(program.post("/answers", {"token": token, "answer": RIGHT})) == (422, "bad_question", "token")
    assert stored(app) == (0, 0, 0)
    monkeypatch.undo()
    assert program.post("/answers", {"token": token, "answer": RIGHT}).status_code == 200


def test_an_answer_after_its_time_is_in_conflict_with_it(app: Flask, program: Program) -> None:
    now = datetime.now(UTC)
    with Session(engine_of(app)) as session, app.app_context():
        until = now - timedelta(seconds=SPRINT_SECONDS)
        late = practice.deal(session, program.learner, now, Random(1), TENHOU, until=until)
        token = token_of(late)
    answer = right_answer({**late.to_json()})
    assert refusal(program.post("/answers", {"token": token, "answer": answer})) == (409, "too_late", "token")
    assert stored(app) == (0, 0, 0)
