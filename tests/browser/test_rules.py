"""Choosing the rules to practise by, in a real Chromium: by keyboard, and without JavaScript."""

from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from tests.browser.test_journey import VERDICT, question_on
from tests.web.pages import right_answer
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import parse_rules
from trainer.services.practice import deal
from trainer.web import practice

CONTRADICTING = {"aotenjou": "true", "kiriage": "true"}
SEVERAL_READINGS = parse_win("444m34456p777s88s tsumo 5p E/S riichi honba 1 sticks 2 dora 3s ura 9m")


def test_a_house_and_an_option_are_chosen_by_keyboard(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(f"{live_server.url}/practice/rules")
    page.get_by_role("button", name="M.League").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Rules: M.League")).to_be_visible()
    assert question_on(page).rules == parse_rules("m_league")

    page.get_by_role("link", name="Rules: M.League").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="M.League")).to_have_attribute("aria-pressed", "true")
    page.get_by_label("Kiriage mangan").focus()
    page.keyboard.press("ArrowUp")
    page.get_by_role("button", name="Practise by these rules").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("From the next hand on: M.League · Kiriage mangan: no")).to_be_visible()
    page.locator("#fu").focus()
    for name, number in right_answer(question_on(page)).items():
        page.locator(f"#{name}").fill(number)
    page.keyboard.press("Enter")
    expect(page).to_have_url(VERDICT)
    page.keyboard.press("Enter")
    assert question_on(page).rules == parse_rules("m_league,kiriage=false")
    assert console_errors == []


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_contradicting_options_are_refused_without_javascript_and_all_stays(
    browser: Browser, live_server: LiveServer, width: int
) -> None:
    context = browser.new_context(
        java_script_enabled=False, locale="en-US", viewport={"width": width, "height": 844}, color_scheme="dark"
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/practice/rules")
    for name, value in CONTRADICTING.items():
        page.locator(f"#{name}").select_option(value)
    page.locator("#honba").select_option("1500")
    page.get_by_role("button", name="Practise by these rules").click()
    expect(page.get_by_role("alert")).to_contain_text("contradict each other")
    for name, value in {**CONTRADICTING, "honba": "1500"}.items():
        expect(page.locator(f"#{name}")).to_have_value(value)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator("#kiriage").select_option("false")
    page.get_by_role("button", name="Practise by these rules").click()
    expect(page.get_by_text("No limits (aotenjou): yes")).to_be_visible()
    assert question_on(page).rules == parse_rules("tenhou,aotenjou=true,honba=1500")
    context.close()


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desktop"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_where_rules_and_readings_are_shown(
    browser: Browser,
    live_server: LiveServer,
    monkeypatch: pytest.MonkeyPatch,
    scheme: str,
    size: tuple[int, int],
    language: str,
) -> None:
    context = browser.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
        viewport={"width": size[0], "height": size[1]},
    )
    page = context.new_page()
    seen: dict[str, list[str]] = {}
    page.goto(f"{live_server.url}/practice?rules=m_league,kiriage=false,honba=1500")
    seen["question by other rules"] = violations(page)
    page.goto(f"{live_server.url}/practice?rules=rmu")
    seen["question that waits"] = violations(page)
    page.goto(f"{live_server.url}/practice?rules=nowhere")
    seen["unknown rules"] = violations(page)
    page.goto(f"{live_server.url}/practice/rules")
    for name, value in CONTRADICTING.items():
        page.locator(f"#{name}").select_option(value)
    page.locator("form .primary").click()
    expect(page.get_by_role("alert")).to_be_visible()
    seen["contradicting options"] = violations(page)
    # The hand that waits is answered, and the next one is of several readings.
    monkeypatch.setattr(practice, "deal", lambda *given: replace(deal(*given), win=SEVERAL_READINGS))
    for _ in range(2):
        page.goto(f"{live_server.url}/practice")
        for name, number in right_answer(question_on(page)).items():
            page.locator(f"#{name}").fill(number)
        page.keyboard.press("Enter")
        expect(page).to_have_url(VERDICT)
    page.locator(".ways summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".ways details").first).to_have_attribute("open", "")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    seen["another reading"] = violations(page)
    context.close()
    assert {name: found for name, found in seen.items() if found} == {}
