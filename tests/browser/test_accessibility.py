"""axe finds nothing on any page, in either theme and either language."""

from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LiveServer
from tests.browser.test_journey import VERDICT, question_on
from tests.web.pages import right_answer

SIZES = {"phone": (390, 844), "desktop": (1280, 800)}


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {node['html']}" for fault in found for node in fault["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing(
    browser: Browser, live_server: LiveServer, scheme: Literal["light", "dark"], language: str, size: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(color_scheme=scheme, locale=language, viewport={"width": width, "height": height})
    page = context.new_page()
    seen: dict[str, list[str]] = {}

    page.goto(f"{live_server.url}/review")
    seen["review of a newcomer"] = violations(page)

    page.goto(f"{live_server.url}/practice")
    seen["question"] = violations(page)
    page.keyboard.press("Enter")
    expect(page.locator(".error").first).to_be_visible()
    seen["question with errors"] = violations(page)

    for wrong in (0, 100):
        page.goto(f"{live_server.url}/practice")
        for name, number in right_answer(question_on(page)).items():
            page.locator(f"#{name}").fill(str(int(number) + wrong))
        page.keyboard.press("Enter")
        expect(page).to_have_url(VERDICT)
        seen[f"verdict, {wrong} too much"] = violations(page)

    page.goto(f"{live_server.url}/practice/rules")
    seen["rules"] = violations(page)
    page.goto(f"{live_server.url}/review")
    seen["review"] = violations(page)
    for path in ("", "/sign-in", "/forgot", "/delete", "/sign-up"):
        page.goto(f"{live_server.url}/account{path}")
        seen[f"account{path} of a guest"] = violations(page)
    page.locator("#sign-up-name").fill("Aki")
    page.locator("#sign-up-new_password").fill("12345678")
    page.keyboard.press("Enter")
    expect(page.locator(".error")).to_be_visible()
    seen["signing up with errors"] = violations(page)
    page.locator("#sign-up-new_password").fill("seven stolen geese")
    page.keyboard.press("Enter")
    expect(page.locator("[data-codes]")).to_be_visible()
    seen["recovery codes"] = violations(page)
    page.goto(f"{live_server.url}/account")
    for summary in page.locator(".change summary").all():
        summary.click()
    seen["account"] = violations(page)
    for path in ("/codes", "/delete"):
        page.goto(f"{live_server.url}/account{path}")
        seen[f"account{path}"] = violations(page)

    page.goto(f"{live_server.url}/no-such-page")
    seen["not found"] = violations(page)
    context.close()
    assert {name: faults for name, faults in seen.items() if faults} == {}
