"""Points without limit, as they are typed: nothing stops the doubling, so nearly any number may be right."""

from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.teaching.hands import Json, scored
from tests.web.pages import fields, post, question_on, right_answer
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import parse_rules
from trainer.models import Attempt
from trainer.web.forms import MOST_POINTS, MOST_POINTS_OF_AOTENJOU
from trainer.web.session import engine_of

RULES = "tenhou,aotenjou=true,double_yakuman=true"
WINDS: Json = {
    "concealed": "5z",
    "melds": [{"kind": "ankan", "tiles": tiles} for tiles in ("1111z", "2222z", "3333z", "4444z")],
    "win_tile": "5z",
    "win": "tsumo",
    "dora_indicators": "66677z",
}
"""Four closed kans of winds beside dragons: six yakuman and more, 87 han, with 160 fu: a base of 160 × 2^89."""
TOO_MUCH = "That is more than any hand is worth."


@pytest.fixture
def asked(client: FlaskClient, deal_hand: Callable[[Win], None]) -> str:
    """The page that asks what the winds are worth."""
    deal_hand(scored(WINDS, parse_rules(RULES)).win)
    client.get("/practice", query_string={"rules": RULES})
    return client.get("/practice").text


def graded(app: Flask) -> list[bool]:
    with Session(engine_of(app)) as session:
        return list(session.scalars(select(Attempt.right)))


@pytest.mark.parametrize("written", ["{0}", "{0:,}"])
def test_points_of_thirty_digits_are_taken_and_right(app: Flask, client: FlaskClient, asked: str, written: str) -> None:
    right = right_answer(question_on(app, asked))
    assert right == {
        "fu": "160",
        "payment_dealer": "198070406285660843983859875900",
        "payment_non_dealer": "99035203142830421991929938000",
    }
    typed = {name: written.format(int(number)) for name, number in right.items()}
    verdict = client.get(post(client, asked, typed).location).text
    assert '<h1 class="outcome outcome--right">Right</h1>' in verdict
    assert right["payment_dealer"] in verdict
    assert graded(app) == [True]


def test_points_of_thirty_digits_are_wrong_by_one(app: Flask, client: FlaskClient, asked: str) -> None:
    """As they would not be once taken for a floating-point number."""
    right = right_answer(question_on(app, asked))
    one_more = {**right, "payment_dealer": str(int(right["payment_dealer"]) + 1)}
    verdict = client.get(post(client, asked, one_more).location).text
    assert "outcome--wrong" in verdict
    assert one_more["payment_dealer"] in verdict
    assert graded(app) == [False]


@pytest.mark.parametrize(
    ("points", "taken"),
    [(MOST_POINTS_OF_AOTENJOU, True), (MOST_POINTS_OF_AOTENJOU + 1, False), (10**400, False)],
    ids=["the most", "one more", "400 digits"],
)
def test_points_that_no_han_lead_to_are_refused_in_words(
    app: Flask, client: FlaskClient, asked: str, points: int, taken: bool
) -> None:
    sent = post(client, asked, {**right_answer(question_on(app, asked)), "payment_dealer": str(points)})
    assert (sent.status_code, TOO_MUCH in sent.text) == ((303, False) if taken else (422, True))
    assert graded(app) == ([False] if taken else [])
    if not taken:
        assert fields(sent.text)["payment_dealer"] == str(points)[:50]


def test_where_there_are_limits_a_million_is_the_most(
    app: Flask, client: FlaskClient, deal_hand: Callable[[Win], None]
) -> None:
    deal_hand(scored(WINDS).win)
    page = client.get("/practice").text
    right = right_answer(question_on(app, page))
    for points, status in ((MOST_POINTS + 1, 422), (MOST_POINTS, 303)):
        assert post(client, page, {**right, "payment_dealer": str(points)}).status_code == status
