"""The language switch, pressed in a real browser."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import LiveServer


def test_reader_switches_to_chinese_and_back(page: Page, live_server: LiveServer) -> None:
    page.goto(f"{live_server.url}/no-such-page")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="简体中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hans")
    expect(page.get_by_role("heading", level=1)).to_have_text("页面不存在")
    assert page.url == f"{live_server.url}/no-such-page"
    page.get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
