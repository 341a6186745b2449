"""A guest practises in a real Chromium, and nothing is lost or counted twice on the way."""

import re

import pytest
from itsdangerous import URLSafeTimedSerializer
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.web.pages import right_answer
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Evidence, User
from trainer.services.practice import Question, question_from_json

QUESTIONS = 20
QUESTION = re.compile(r"/practice$")
VERDICT = re.compile(r"/practice/answers/\w+$")
NO_FU_OF_ANY_HAND = "13"


def question_on(page: Page) -> Question:
    """The question in the page's token."""
    token = page.locator("input[name=token]").input_value()
    return question_from_json(URLSafeTimedSerializer("").loads_unsafe(token)[1])


def answer_for(question: Question, number: int) -> tuple[dict[str, str], bool]:
    """What to type for the question of that number, and whether it is right: some are wrong on purpose."""
    typed = right_answer(question)
    if number % 4 == 1:
        last = list(typed)[-1]
        return {**typed, last: str(int(typed[last]) + 100)}, False
    if number % 4 == 2:
        scored = score(question.win, question.rules)
        assert isinstance(scored, Score)
        return {**typed, "fu": NO_FU_OF_ANY_HAND}, bool(scored.best.yakuman)
    return typed, True


def type_answer(page: Page, typed: dict[str, str]) -> None:
    """Fill the fields from the first on, with Enter between them, and stay in the last one."""
    for place, (name, number) in enumerate(typed.items()):
        if place:
            page.keyboard.press("Enter")
        expect(page.locator(f"#{name}")).to_be_focused()
        page.keyboard.type(number)


def expect_verdict(page: Page, right: bool) -> None:
    expect(page).to_have_url(VERDICT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Right" if right else "Not right")
    expect(page.get_by_role("link", name="Next hand")).to_be_focused()


def test_twenty_questions_by_keyboard_count_twenty(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(f"{live_server.url}/")
    expected: dict[str, bool] = {}
    for number in range(QUESTIONS):
        expect(page).to_have_url(QUESTION)
        expect(page.get_by_text(f"Hand {number + 1}", exact=True)).to_be_visible()
        question = question_on(page)
        typed, right = answer_for(question, number)
        expected[question.nonce] = right
        if number == 3:
            type_answer(page, typed)
            page.reload()
            assert question_on(page) == question
            # Chromium may keep what was typed over a reload.
            page.locator("form.answer").evaluate("form => form.reset()")
            page.locator("#fu").focus()
        other = page.context.new_page() if number == 11 else None
        if other:
            other.goto(f"{live_server.url}/practice")
        type_answer(page, typed)
        if number == 7:
            page.get_by_role("button", name="Check").dblclick()
        else:
            page.keyboard.press("Enter")
        expect_verdict(page, right)
        verdict = page.url
        if number in (7, 15):
            page.reload()
            expect_verdict(page, right)
        if number in (5, 9):
            # Back from the verdict: either the old form, which leads to the first verdict, or the next question.
            page.go_back()
            expect(page).to_have_url(QUESTION)
            if question_on(page) == question:
                page.locator("#fu").fill("20")
                page.locator("#fu").press("Enter")
                expect(page).to_have_url(verdict)
            continue_at = question_on(page) if QUESTION.search(page.url) else None
            assert continue_at is None or continue_at.nonce not in expected
            if continue_at:
                page.goto(verdict)
            expect_verdict(page, right)
        if other:
            # The same question in a second tab, answered otherwise: the first verdict stands.
            for name in typed:
                other.locator(f"#{name}").fill("1")
            other.keyboard.press("Enter")
            expect(other).to_have_url(verdict)
            expect(other.get_by_role("heading", level=1)).to_have_text("Right" if right else "Not right")
            other.close()
        page.keyboard.press("Enter")
    expect(page.get_by_text(f"Hand {QUESTIONS + 1}", exact=True)).to_be_visible()

    page.get_by_role("link", name="Review").click()
    expect(page.locator("[data-total=answered]")).to_have_text(str(QUESTIONS))
    expect(page.locator("[data-total=right]")).to_have_text(str(sum(expected.values())))
    cells = page.locator("tr[data-rule]").all()
    shown = {cell.get_attribute("data-rule"): cell.locator("td.chances").inner_text() for cell in cells}
    with Session(live_server.engine) as database:
        stored = database.scalars(select(Attempt)).all()
        assert {attempt.nonce: attempt.right for attempt in stored} == expected
        assert len(stored) == QUESTIONS
        assert all(attempt.elapsed_ms for attempt in stored)
        assert database.scalar(select(func.count()).select_from(User)) == 1
        rows = database.scalars(select(Evidence)).all()
    counted = {rule: [row.right for row in rows if row.rule_type == rule] for rule in shown}
    assert sum(map(len, counted.values())) == len(rows) > QUESTIONS
    for rule, answers in counted.items():
        if answers:
            assert shown[rule].startswith(f"{sum(answers)} of {len(answers)}\n") or shown[rule].startswith(
                f"{sum(answers)} of {len(answers)} "
            )
            assert ("not enough yet" in shown[rule]) == (len(answers) < 5)
        else:
            assert shown[rule] == "not met yet"
    assert console_errors == []


def test_enter_in_an_empty_field_says_what_is_missing(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/practice")
    page.keyboard.press("Enter")
    expect(page.locator("#fu-error")).to_have_text("Please enter a number.")
    expect(page.locator("#fu")).to_be_focused()


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_the_whole_hand_is_seen_without_scrolling_sideways(page: Page, live_server: LiveServer, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    for _ in range(12):
        page.context.clear_cookies()
        page.goto(f"{live_server.url}/practice")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        boxes = [tile.bounding_box() for tile in page.locator(".hand .tile").all()]
        assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= width for box in boxes)
        closed = [tile.bounding_box() for tile in page.locator(".closed .tile").all()]
        assert len({round(box["y"]) for box in closed if box}) == 1


def test_nothing_jumps_when_the_verdict_comes(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/practice")
    asked = page.locator(".felt").bounding_box()
    type_answer(page, right_answer(question_on(page)))
    page.keyboard.press("Enter")
    expect_verdict(page, right=True)
    assert page.locator(".felt").bounding_box() == asked


def test_practice_works_without_javascript(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(f"{live_server.url}/practice")
    question = question_on(page)
    page.locator("#fu").fill("30")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Please enter a number.").first).to_be_visible()
    expect(page.locator("#fu")).to_have_value("30")
    for name, number in right_answer(question).items():
        page.locator(f"#{name}").fill(number)
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_url(VERDICT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Right")
    page.get_by_role("link", name="Next hand").click()
    assert question_on(page).nonce != question.nonce
    context.close()
