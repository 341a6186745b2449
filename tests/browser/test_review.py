"""The review page and the notebook of mistakes in a real Chromium: with and without JavaScript, in either theme."""

import re
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from tests.browser.test_journey import VERDICT, question_on
from tests.services.answers import keep
from tests.web.pages import right_answer
from trainer.models import Attempt, Belief, Card, Note, Suspicion, User
from trainer.teaching.rule_types import RuleType

NOTE = "The wait on the pair!"


def miss(page: Page, live_server: LiveServer) -> str:
    """Answer a hand wrong; its nonce."""
    page.goto(f"{live_server.url}/practice")
    nonce = question_on(page).nonce
    for name in right_answer(question_on(page)):
        page.locator(f"#{name}").fill("13")
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_url(VERDICT)
    return nonce


@pytest.mark.parametrize("scripts", [True, False], ids=["with JavaScript", "without JavaScript"])
def test_a_missed_hand_is_found_noted_tried_again_and_understood(
    browser: Browser, live_server: LiveServer, scripts: bool
) -> None:
    context = browser.new_context(java_script_enabled=scripts, locale="en-US")
    page = context.new_page()
    nonces = [miss(page, live_server) for _ in range(2)]
    page.get_by_role("link", name="Mistake notebook").click()
    hands = page.locator("[data-missed]")
    expect(hands).to_have_count(2)
    assert [hand.get_attribute("data-missed") for hand in hands.all()] == nonces[::-1]

    rule = page.get_by_label("Rule").locator("option").nth(1).inner_text()
    page.get_by_label("Rule").select_option(label=rule)
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(r"\?show=open&rule=\w+"))
    expect(hands.first).to_contain_text(rule)

    page.goto(f"{live_server.url}/review/notebook")
    first = page.locator(f"[data-missed='{nonces[0]}']")
    first.locator("summary").click()
    first.get_by_label("Note").fill(NOTE)
    first.get_by_role("button", name="Save").click()
    expect(first.locator("summary")).to_have_text(f"Note: {NOTE}")

    first.get_by_role("button", name="Try one like it").click()
    expect(page.get_by_text("Counted just like a hand that you missed")).to_be_visible()
    assert question_on(page).likeness_of == nonces[0]
    for name, number in right_answer(question_on(page)).items():
        page.locator(f"#{name}").fill(number)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Right")
    page.get_by_role("link", name="The hand you missed before").click()
    expect(page).to_have_url(re.compile(nonces[0]))

    page.get_by_role("link", name="Mistake notebook").click()
    expect(first.locator(".retries")).to_contain_text("right")
    first.get_by_role("button", name="I understand it").click()
    expect(hands).to_have_count(1)
    page.get_by_label("Show").select_option("understood")
    page.get_by_role("button", name="Filter").click()
    expect(hands).to_have_count(1)
    expect(first.get_by_role("button", name="I understand it")).to_have_attribute("aria-pressed", "true")
    context.close()
    with Session(live_server.engine) as database:
        (note,) = database.scalars(select(Note))
        assert note.text == NOTE
        assert note.understood_at is not None


def fill(live_server: LiveServer) -> None:
    """Give the only learner a past: answers, mistakes, memories and a note."""
    with Session(live_server.engine) as database:
        learner = database.scalars(select(User.id)).one()
        for left_by_answers in (Suspicion, Belief, Card):
            database.execute(delete(left_by_answers))
        now = datetime.now(UTC)
        for day in range(6):
            evidence = [{RuleType.WAIT: day > 2, RuleType.KAN: number % 3 > 0} for number in range(5)]
            keep(database, learner, *evidence, answered_at=now - timedelta(days=6 - day))
        for missed in database.scalars(select(Attempt).where(Attempt.right.is_(False)).limit(3)):
            database.add(Suspicion(attempt_id=missed.id, mistake="no_tanki", probability=0.9))
            database.add(Note(attempt_id=missed.id, text=NOTE, understood_at=None))
        database.add(Belief(user_id=learner, mistake="no_tanki", made=6.0, avoided=3.0, evidence=3.0, named=True))
        moments = {"due": now - timedelta(hours=1), "reviewed_at": now - timedelta(days=4)}
        for rule_type in (RuleType.WAIT, RuleType.HONBA):
            database.add(Card(user_id=learner, rule_type=rule_type, stability=4.0, difficulty=5.0, **moments))
        database.commit()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("language", "width"), [("en-US", 1280), ("zh-CN", 320)])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    browser: Browser, live_server: LiveServer, scheme: Literal["light", "dark"], language: str, width: int
) -> None:
    context = browser.new_context(color_scheme=scheme, locale=language, viewport={"width": width, "height": 844})
    page = context.new_page()
    seen: dict[str, list[str]] = {}

    def look(name: str) -> None:
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        seen[name] = violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name

    page.goto(f"{live_server.url}/review/notebook")
    look("empty notebook")
    page.goto(f"{live_server.url}/practice")
    for name in right_answer(question_on(page)):
        page.locator(f"#{name}").fill("13")
    page.locator("form.answer > .primary").click()
    expect(page).to_have_url(VERDICT)
    fill(live_server)
    page.goto(f"{live_server.url}/review")
    expect(page.locator("figure")).to_have_count(2)
    look("review")
    page.goto(f"{live_server.url}/review/notebook?show=all&mistake=no_tanki&mixup=fu-40-30")
    look("filtered notebook")
    page.goto(f"{live_server.url}/review/notebook")
    look("notebook")
    page.locator("[data-missed] form").first.get_by_role("button").click()
    look("retry")
    context.close()
    assert {name: faults for name, faults in seen.items() if faults} == {}


def test_a_card_says_what_its_cells_are_on_a_phone_and_a_table_does_not(page: Page, live_server: LiveServer) -> None:
    miss(page, live_server)
    fill(live_server)
    page.goto(f"{live_server.url}/review")
    name = page.locator("[data-rule=wait] .cell-name").first
    for width, on_a_phone in ((390, True), (1280, False)):
        page.set_viewport_size({"width": width, "height": 844})
        expect(name).to_be_visible(visible=on_a_phone)
        boxes = [page.locator(f"[data-rule=wait] {cell}").bounding_box() for cell in ("th", ".chances")]
        assert boxes[0]
        assert boxes[1]
        assert (boxes[0]["x"] == boxes[1]["x"]) is on_a_phone
