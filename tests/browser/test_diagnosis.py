"""Somebody with one wrong idea is told of it in a real Chromium, practises the rule, and sees the belief go."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_journey import VERDICT, question_on
from tests.teaching.people import answer_of
from trainer.mahjong.scoring import Score, score
from trainer.models import Belief
from trainer.services import learning
from trainer.services.learning import POOLS
from trainer.services.practice import Question
from trainer.web import practice

HELD = "ron_triplet_closed"
QUESTIONS = 12
SEED = 1


@pytest.fixture
def same_hands_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands follow from a seed and the answers alone."""
    random = Random(SEED)
    monkeypatch.setattr(practice, "SystemRandom", lambda: random)
    monkeypatch.setattr(learning, "_pools", type(learning._pools)(POOLS))


def answer(page: Page, *mistakes: str) -> Question:
    """Answer the question on the page as somebody who makes these mistakes."""
    asked = question_on(page)
    scored = score(asked.win, asked.rules)
    assert isinstance(scored, Score)
    given = answer_of(scored, *mistakes)
    page.locator("#fu").fill(str(given.fu))
    for payer, points in (given.payment or {}).items():
        page.locator(f"#payment_{payer}").fill(str(points))
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_url(VERDICT)
    return asked


def believed(live_server: LiveServer) -> float:
    with Session(live_server.engine) as database:
        belief = database.scalars(select(Belief).where(Belief.mistake == HELD)).one()
        return belief.made / (belief.made + belief.avoided)


def percent(page: Page) -> int:
    found = re.search(r"happens about (\d+)% of the time", page.locator(f"[data-mistake={HELD}]").inner_text())
    assert found
    return int(found[1])


@pytest.mark.usefixtures("same_hands_each_time")
def test_a_wrong_idea_is_told_in_words_practised_and_seen_to_go(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/practice?length=endless")
    habit = page.locator(f"[data-mistake={HELD}]")
    for _ in range(QUESTIONS):
        answer(page, HELD)
        if habit.is_visible():
            break
        page.get_by_role("link", name="Next hand").click()
    expect(page.get_by_role("heading", name="What you seem to do often")).to_be_visible()
    expect(habit).to_contain_text("The triplet that the ron completes is counted as closed.")
    at_first = percent(page)
    assert at_first == pytest.approx(100 * believed(live_server), abs=0.5)

    habit.get_by_role("link", name="Practise this rule").click()
    seen = [at_first]
    for _ in range(6):
        answer(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Right")
        if habit.is_visible():
            expect(page.get_by_role("heading", name="It went right this time")).to_be_visible()
            seen.append(percent(page))
        page.get_by_role("link", name="Next hand").click()
    assert len(seen) > 1
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] < at_first
    assert believed(live_server) < 0.5
