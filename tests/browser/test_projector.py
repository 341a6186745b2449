"""The projector in a real Chromium: stepped by a presenter's keys, in sight at once, and readable by everybody."""

import re
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from trainer.web.projector import ALL

HANDS = (
    "3456788m (777p^7p) (5555s>5s+) ron 8m S/E last_tile dora 1z2p",
    "4p (7777z^7z) (5505s>5s+) [1111m] (222s<2s) tsumo 4p S/E dora 1p2p3p4m honba 3",
    "1133m5588p2299s6z tsumo 6z E/W dora 7m",
    "19m19p19s1234567z ron 1z E/E dora 7m",
    "345m456p88p23456s ron 4s E/S riichi dora 9m ura 2z honba 1 sticks 2",
    "1122233344s222z ron 1s E/S riichi dora 9m ura 9m honba 1 sticks 1",
)
WALLS = ((1280, 800), (1920, 1080))


def address(server: LiveServer, hand: str, step: int = 0, **query: str) -> str:
    return f"{server.url}/projector?{urlencode({'hand': hand, 'rules': 'tenhou', 'step': step, **query})}"


def test_a_presenter_steps_and_a_reload_keeps_the_step(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(address(live_server, HANDS[0]))
    asked, told = page.locator(".asked"), page.locator(".told")
    expect(asked).to_have_text("How is it read?")
    page.evaluate("window.stayed = true")
    for key in ("PageDown", " ", "ArrowRight", "PageDown"):
        page.keyboard.press(key)
    expect(told).to_contain_text("Open triplet (simples): 2 fu")
    expect(asked).to_have_text("What does this kan earn?")
    expect(page).to_have_url(re.compile("step=4$"))
    raised, lying = page.locator("[data-place=m1]"), page.locator("[data-place=m0]")
    expect(raised).not_to_have_css("transform", "none")
    expect(lying).to_have_css("transform", "none")
    page.keyboard.press("PageUp")
    expect(asked).to_have_text("What does this triplet earn?")
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("step=2$"))
    assert page.evaluate("window.stayed")
    page.reload()
    expect(told).to_contain_text("Base fu: 20 fu")
    page.keyboard.press("End")
    expect(page.get_by_text("The end")).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("Home")
    expect(asked).to_have_text("How is it read?")
    assert console_errors == []


def test_focus_and_full_screen_stay_from_step_to_step_and_from_hand_to_hand(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(address(live_server, HANDS[0], dealt="natural"))
    # Headless Chromium fills no screen; that the page is not left is what keeps it.
    page.evaluate("window.stayed = true")
    onward = page.get_by_role("link", name="Reveal", exact=True)
    onward.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_be_visible()
    expect(onward).to_be_focused()
    page.keyboard.press("End")
    following = page.locator("[data-piece=next]")
    expect(following).to_have_text("Next hand")
    expect(following).to_be_focused()
    page.keyboard.press("PageDown")
    expect(page.locator(".asked")).to_have_text("How is it read?")
    assert "dealt=natural" in page.url
    assert HANDS[0].split()[0] not in page.url
    page.go_back()
    expect(following).to_have_text("Next hand")
    assert page.evaluate("window.stayed")
    assert console_errors == []


def test_steps_are_links_without_javascript(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(f"{live_server.url}/projector")
    page.locator("#line").fill("nonsense")
    page.get_by_role("button", name="Project it").click()
    expect(page.locator("#line-error")).to_be_visible()
    page.locator("#line").fill(HANDS[0])
    page.get_by_role("button", name="Project it").click()
    for _ in range(3):
        page.get_by_role("link", name="Reveal", exact=True).click()
    expect(page.locator(".told")).to_contain_text("Ron with an open hand: 0 fu")
    expect(page.locator("[data-place=m0]")).not_to_have_css("transform", "none")
    page.get_by_role("link", name="Previous step").click()
    expect(page.locator(".told")).to_contain_text("Base fu: 20 fu")
    context.close()


@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("wall", WALLS)
def test_a_wall_shows_everything_without_scrolling(
    browser: Browser, live_server: LiveServer, wall: tuple[int, int], language: str
) -> None:
    context = browser.new_context(locale=language, viewport={"width": wall[0], "height": wall[1]})
    page = context.new_page()
    for hand in HANDS:
        for step in (0, 1, 8, ALL):
            page.goto(address(live_server, hand, step))
            assert page.evaluate("document.documentElement.scrollHeight") <= wall[1], (hand, step)
            assert page.evaluate("document.documentElement.scrollWidth") <= wall[0], (hand, step)
            if step == 0:
                felt = page.locator(".felt").bounding_box()
                assert felt
                assert felt["height"] > 0.7 * wall[1]
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_axe_finds_nothing_at_any_kind_of_stage(
    browser: Browser, live_server: LiveServer, scheme: Literal["light", "dark"], size: tuple[int, int]
) -> None:
    context = browser.new_context(color_scheme=scheme, locale="zh-CN", viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    seen: dict[str, list[str]] = {}
    addresses = [address(live_server, HANDS[0], step) for step in (0, 1, 5, ALL)]
    addresses += [address(live_server, HANDS[4], ALL), f"{live_server.url}/projector?hand=nonsense"]
    for here in addresses:
        page.goto(here)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], here
        seen[here] = violations(page)
    context.close()
    assert {here: faults for here, faults in seen.items() if faults} == {}
