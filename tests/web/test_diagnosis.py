"""What the page after a wrong answer says about it, what it asks back, and what its learner can say."""

import html
import re
from collections.abc import Callable

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tests.teaching.hands import CLOSED_34, SHANPON_38, scored
from tests.web.pages import hidden, post, question_on, right_answer
from trainer.mahjong.hand import Win
from trainer.models import Attempt, Belief, Suspicion
from trainer.web.session import engine_of

DealHand = Callable[[Win], None]

BACK, SLIP = {"back": "on"}, {"slip": "on"}
COUNTED_10 = {"step": "item", "place": "win", "counted": "10"}


def answered(client: FlaskClient, fu: int, payment: int) -> str:
    """The page after this answer to the next hand."""
    page = client.get("/practice").text
    location = post(client, page, {"fu": str(fu), "payment_discarder": str(payment)}).location
    return client.get(location).text


def said(client: FlaskClient, page: str, form: dict[str, str]) -> str:
    """The page after this was said about the answer that a page is about."""
    sent = client.post(told_url(page), data={"csrf_token": hidden(page, "csrf_token"), **form})
    assert sent.status_code == 303
    return client.get(sent.location.partition("#")[0]).text


def told_url(page: str) -> str:
    found = re.search(r'action="(/practice/answers/\w+/told)"', page)
    assert found
    return found[1]


def section(page: str) -> str:
    """What is said about the answer, as plain text."""
    found = re.search(r'<section class="panel diagnosis".*?</section>', page, re.DOTALL)
    return "" if found is None else re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", found[0])))


@pytest.fixture
def thirty(client: FlaskClient, deal_hand: DealHand) -> str:
    """The page after 34 fu were answered as 30: rounded down or to the nearest ten, or ten fu for the ron forgotten."""
    deal_hand(scored(CLOSED_34).win)
    return answered(client, 30, 1000)


def test_one_mistake_that_fits_is_told_with_where_it_shows(client: FlaskClient, deal_hand: DealHand) -> None:
    deal_hand(scored(SHANPON_38).win)
    told = section(answered(client, 50, 1600))
    assert "Your answer is what comes out like this:" in told
    assert "given: 8 → right: 4" in told
    assert "What did you count here?" not in told


def test_where_several_fit_one_step_is_asked_about_and_the_answer_leaves_those_that_agree(
    client: FlaskClient, thirty: str
) -> None:
    assert "one of these ways" in section(thirty)
    assert re.findall(r'name="counted" value="(\d+)"', thirty) == ["0", "10"]
    posted = {name: hidden(thirty, name) for name in ("step", "place")}
    after = said(client, thirty, {**posted, "counted": "0"})
    assert "Your answer is what comes out like this:" in section(after)
    assert "You said that you counted 0 here:" in section(after)
    assert 'name="counted"' not in after
    assert section(said(client, after, BACK)) == section(thirty)


def test_a_slip_speaks_against_no_rule_until_it_is_taken_back(app: Flask, client: FlaskClient, thirty: str) -> None:
    def kept() -> tuple[int | None, set[str], float, float]:
        with Session(engine_of(app)) as session:
            attempt = session.scalars(select(Attempt)).one()
            wrong = {fact.rule_type for fact in attempt.evidence if not fact.right}
            suspected = sum(session.scalars(select(Suspicion.probability)))
            believed = sum(session.scalars(select(Belief.evidence)))
            return attempt.mistakes, wrong, round(suspected, 9), round(believed, 9)

    before = kept()
    after = said(client, thirty, SLIP)
    assert "You said that this was a slip" in section(after)
    assert kept() == (None, set(), 0, 0)
    said(client, after, BACK)
    assert kept() == before
    assert before[0] == 1
    assert before[2] > 0


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"step": "item"},
        {"step": "nothing", "counted": "1"},
        {**COUNTED_10, "place": "nowhere"},
        {**COUNTED_10, "tile": "10z"},
        {**COUNTED_10, "counted": ""},
        {**COUNTED_10, "counted": "ten"},
    ],
    ids=str,
)
def test_nonsense_is_refused_and_changes_nothing(client: FlaskClient, thirty: str, form: dict[str, str]) -> None:
    sent = client.post(told_url(thirty), data={"csrf_token": hidden(thirty, "csrf_token"), **form})
    assert sent.status_code == 400
    assert section(client.get(told_url(thirty).removesuffix("/told")).text) == section(thirty)


def test_a_number_that_no_way_leads_to_leaves_nothing_to_explain_it_with(client: FlaskClient, thirty: str) -> None:
    after = section(said(client, thirty, {**COUNTED_10, "counted": "9999999999"}))
    assert "No mistake that is known here leads to this answer." in after


def test_nobody_else_and_nothing_right_can_be_spoken_about(app: Flask, client: FlaskClient, thirty: str) -> None:
    other = app.test_client()
    token = hidden(other.get("/practice").text, "csrf_token")
    assert other.post(told_url(thirty), data={"csrf_token": token, **SLIP}).status_code == 404
    page = client.get("/practice").text
    location = post(client, page, right_answer(question_on(app, page))).location
    assert section(client.get(location).text) == ""
    assert client.post(f"{location}/told", data={"csrf_token": token, **SLIP}).status_code in (400, 404)
    with Session(engine_of(app)) as session:
        assert set(session.scalars(select(Attempt.told))) == {None}


def test_what_is_made_again_and_again_is_told_beside_hands_that_show_it(
    app: Flask, client: FlaskClient, deal_hand: DealHand
) -> None:
    deal_hand(scored(SHANPON_38).win)
    page = client.get("/practice").text
    location = post(client, page, right_answer(question_on(app, page))).location
    assert "data-mistake" not in client.get(location).text
    with Session(engine_of(app)) as session:
        learner = session.scalars(select(Attempt.user_id)).one()
        session.execute(delete(Belief))
        for mistake in ("ron_triplet_closed", "no_tanki"):
            session.add(Belief(user_id=learner, mistake=mistake, made=6.0, avoided=2.0, evidence=4.0, named=True))
        session.commit()
    page = client.get(location).text
    assert re.findall(r'data-mistake="(\w+)"', page) == ["ron_triplet_closed"]
    assert "It went right this time" in page
    assert "Practise this rule" in page
