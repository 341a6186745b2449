"""A guest becomes somebody, on a phone, and comes back from another browser, with the password and without."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_journey import VERDICT, question_on
from tests.web.pages import right_answer
from trainer.models import Attempt, User

GOOD, OTHER = "seven stolen geese", "eight honest ducks"


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"viewport": {"width": 390, "height": 844}}


def answer(page: Page, url: str) -> None:
    page.goto(f"{url}/practice")
    for name, number in right_answer(question_on(page)).items():
        page.locator(f"#{name}").fill(number)
    page.keyboard.press("Enter")
    expect(page).to_have_url(VERDICT)


def answered(page: Page, url: str) -> int:
    page.goto(f"{url}/review")
    return int(page.locator("[data-total=answered]").inner_text())


def test_a_guest_signs_up_and_comes_back_from_elsewhere(
    page: Page, live_server: LiveServer, browser: Browser, console_errors: list[str]
) -> None:
    url = live_server.url
    answer(page, url)
    page.get_by_role("link", name="Sign in").click()
    page.get_by_role("link", name="Sign up").first.click()
    expect(page.get_by_label("Name")).to_be_focused()
    page.keyboard.type("Aki")
    page.keyboard.press("Tab")
    page.keyboard.type(GOOD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    codes = page.locator("[data-codes] code").all_inner_texts()
    with page.expect_download() as started:
        page.get_by_role("link", name="Save as a file").click()
    assert all(code in started.value.path().read_text() for code in codes)
    expect(page.get_by_role("button", name="Print")).to_be_visible()
    page.get_by_role("link", name="I have kept them").click()
    expect(page).to_have_url(VERDICT)
    assert answered(page, url) == 1
    page.get_by_role("link", name="Account: Aki").click()
    page.get_by_role("banner").locator("..").get_by_role("button", name="Sign out", exact=True).first.click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.goto(f"{url}/review")
    expect(page.locator("[data-total=answered]")).to_have_count(0)

    context = browser.new_context(locale="en-US", viewport={"width": 390, "height": 844}, java_script_enabled=False)
    other = context.new_page()
    answer(other, url)
    other.goto(f"{url}/account/sign-in")
    other.get_by_label("Name").fill("AKI")
    other.get_by_label("Password").fill(OTHER)
    other.get_by_role("button", name="Sign in").click()
    expect(other.locator("#sign-in-password-error")).to_be_visible()
    expect(other.get_by_label("Name")).to_have_value("AKI")
    other.get_by_label("Password").fill(GOOD)
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("status")).to_contain_text("1 hand that you answered as a guest")
    assert answered(other, url) == 2

    page.goto(f"{url}/account/forgot")
    page.get_by_label("Name").fill("Aki")
    page.get_by_label("Recovery code").fill(codes[3].lower())
    page.get_by_label("New password").fill(OTHER)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("Your password was changed.")
    expect(page.get_by_text("9 codes can still be used.")).to_be_visible()
    other.goto(f"{url}/account")
    expect(other.get_by_text("You practise as a guest")).to_be_visible()
    context.close()

    with page.expect_download() as started:
        page.get_by_role("link", name="Save all of it as a file").click()
    assert len(json.loads(started.value.path().read_text())["attempts"]) == 2
    page.get_by_role("link", name="Delete all of it").click()
    page.get_by_label("Your password as it is").fill(OTHER)
    page.get_by_role("button", name="Delete everything").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Everything was deleted")
    with Session(live_server.engine) as database:
        assert database.scalars(select(Attempt)).all() == []
        assert [user.name for user in database.scalars(select(User))] == []
    assert console_errors == []
