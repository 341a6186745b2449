"""The calculator and the reference in a real Chromium: by keys, by touch, without JavaScript, and for everybody."""

from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import SIZES, violations
from trainer.mahjong.notation import parse_win
from trainer.mahjong.tiles import tile_name

HAND = "23567m34599p678s ron 4m E/S riichi"
WORTH = "2 han 30 fu"
"""Riichi and pinfu."""
SMALLEST = 44
"""Pixels of a side that a finger hits."""


def key(page: Page, tile: str) -> Locator:
    return page.locator(f'[data-tile="{tile}"] button')


def tap_tile(page: Page, tile: str) -> None:
    """On a phone the suit is chosen first."""
    if not key(page, tile).is_visible():
        page.locator(f'[data-suits] button[value="{tile[1]}"]').tap()
    key(page, tile).tap()


def too_small(page: Page) -> list[str]:
    """What can be tapped but is smaller than a finger; boxes and radios are as big as their labels."""
    found: list[str] = page.evaluate(
        """smallest => [...document.querySelectorAll("a, button, select, summary, input:not([type=hidden])")]
            .map(part => ["radio", "checkbox"].includes(part.type) ? part.closest("label") : part)
            .filter(part => part.checkVisibility() && !part.matches(".skip"))
            .map(part => [part, part.getBoundingClientRect()])
            .filter(([, box]) => box.width < smallest - 0.5 || box.height < smallest - 0.5)
            .map(([part, box]) => `${part.outerHTML.slice(0, 90)} ${box.width} x ${box.height}`)""",
        SMALLEST,
    )
    return found


def test_hand_is_entered_with_the_tile_keys_by_keyboard(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(f"{live_server.url}/calculator")
    page.locator("#concealed").focus()
    page.keyboard.type("23567m34599p67s")
    page.keyboard.press("ArrowDown")
    expect(key(page, "1m")).to_be_focused()
    for press in ("ArrowDown", "ArrowDown", *("ArrowRight",) * 7):
        page.keyboard.press(press)
    expect(key(page, "8s")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#concealed")).to_have_value("23567m34599p678s")
    expect(page.locator('[data-preview="concealed"] svg')).to_have_count(13)
    # The hand is full: the next tile is the one it waits for, and a second one takes its place.
    for press in ("ArrowUp", "ArrowUp", *("ArrowLeft",) * 3, "Enter", "ArrowLeft", "Space"):
        page.keyboard.press(press)
    expect(page.locator("#win_tile")).to_have_value("4m")
    expect(page.locator("[data-target]")).to_contain_text("Winning tile 4m")
    expect(page.locator("[data-said]")).to_have_text("Winning tile: 4 of characters")
    page.keyboard.press("Escape")
    expect(page.locator("#win_tile")).to_be_focused()
    page.locator("input[name=riichi][value='']").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(WORTH)
    expect(page.locator("#written")).to_have_value(HAND)
    page.get_by_role("button", name="Copy").last.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert console_errors == []


def test_hand_is_entered_by_touch_on_a_phone(browser: Browser, live_server: LiveServer) -> None:
    width, height = SIZES["phone"]
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en-US"
    )
    page = context.new_page()
    page.goto(f"{live_server.url}/calculator")
    win = parse_win(HAND)
    for tile in (*win.concealed, win.win_tile):
        tap_tile(page, tile_name(tile))
    expect(page.locator("#concealed")).to_have_value("23567m34599p678s")
    expect(page.locator("#win_tile")).to_have_value("4m")
    page.locator("#dora_indicators").tap()
    for indicator in ("9s", "1z"):
        tap_tile(page, indicator)
    page.locator("[data-suits] button").last.tap()
    expect(page.locator("#dora_indicators")).to_have_value("9s")
    # The tiles are the keyboard: the field in use stays in use and in sight above them.
    expect(page.locator("#dora_indicators")).to_be_focused()
    expect(page.locator("#dora_indicators")).to_have_attribute("inputmode", "none")
    field, keys = page.locator("#dora_indicators").bounding_box(), page.locator("[data-keys]").bounding_box()
    assert field is not None
    assert keys is not None
    assert field["y"] + field["height"] <= keys["y"]
    page.locator(".choices label", has_text="Riichi").first.tap()
    assert too_small(page) == []
    page.get_by_role("button", name="Count it").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text(WORTH)
    for path in ("/learn", "/learn/fu", "/learn/points", "/learn/wait", f"/calculator?hand={HAND} honba 1 sticks 1"):
        page.goto(f"{live_server.url}{path}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
        assert too_small(page) == [], path
    context.close()


def test_melds_and_everything_else_work_without_javascript(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(f"{live_server.url}/calculator")
    expect(page.locator("[data-tile]")).to_have_count(37)
    expect(page.locator("[data-tile='0p']")).to_have_text("0p")
    page.locator("#concealed").fill("3406788m")
    page.locator("#win_tile").fill("8m")
    page.locator(".more > summary").first.click()
    page.locator("summary", has_text="Meld 1").click()
    page.locator("#meld1_kind").select_option("pon")
    page.locator("#meld1_tiles").fill("777z")
    page.locator("#honba").fill("one")
    page.get_by_role("button", name="Count it").click()
    expect(page.locator("#honba-error")).to_be_visible()
    expect(page.locator("#meld1_tiles")).to_have_value("777z")
    page.locator("#honba").fill("1")
    page.get_by_role("button", name="Count it").click()
    # A group is missing beside the one pon.
    expect(page.locator("#concealed-error")).to_contain_text("10")
    page.locator("#concealed").fill("3406788m055s")
    page.get_by_role("button", name="Count it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 han 30 fu")
    expect(page.locator("#fu-count")).to_be_visible()
    page.locator("#line").fill("234p11z77z [1111m] [2222z] ron 7z E/E")
    page.get_by_role("button", name="Count this line").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 han 110 fu")
    page.get_by_role("link", name="Closed ron").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Closed ron")
    page.get_by_role("link", name="Next example").first.click()
    expect(page.get_by_role("heading", name="Example 2")).to_be_visible()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-US", "zh-CN"])
@pytest.mark.parametrize("size", SIZES)
def test_axe_finds_nothing_in_the_calculator_and_the_reference(
    browser: Browser, live_server: LiveServer, scheme: Literal["light", "dark"], language: str, size: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(color_scheme=scheme, locale=language, viewport={"width": width, "height": height})
    page = context.new_page()
    seen: dict[str, list[str]] = {}
    for path in (
        "/learn",
        "/learn/fu",
        "/learn/points?rules=m_league",
        "/learn/double_wind",
        "/learn/honba?rules=tenhou,honba=0",
        "/calculator",
        "/calculator?concealed=12q&meld1_kind=pon&win=kan&honba=x&rules=none&after_kan=true",
        "/calculator?hand=nonsense",
        "/calculator?hand=1122233344s222z ron 1s E/S riichi dora 9m honba 1 sticks 1",
    ):
        page.goto(f"{live_server.url}{path}")
        for summary in page.locator("details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        seen[path] = violations(page)
    context.close()
    assert {path: faults for path, faults in seen.items() if faults} == {}
