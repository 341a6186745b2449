"""What holds on every page: languages, weight, own origin, dark and print."""

import gzip
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import LiveServer
from trainer.web.language import LANGUAGES

PAGES = (
    "/practice",
    "/practice/settings",
    "/practice/rules",
    "/review",
    "/review/notebook",
    "/calculator",
    "/calculator?hand=340m567p2255s+(666z^6z)+tsumo+2s+E/S&rules=tenhou",
    "/learn",
    "/learn/fu",
    "/projector",
    "/learn/points",
    "/learn/double_wind?example=2",
    "/account",
    "/account/sign-up",
    "/account/sign-in",
    "/account/forgot",
    "/account/delete",
    "/no-such-page",
)
MOST_BYTES = 100_000
"""Of a first visit, compressed."""


@pytest.mark.parametrize("path", PAGES)
def test_every_language_is_a_press_away_on_every_page(
    page: Page, live_server: LiveServer, path: str, console_errors: list[str]
) -> None:
    page.goto(f"{live_server.url}{path}")
    here = page.url
    for locale, name in (*LANGUAGES.items(), ("en", LANGUAGES["en"])):
        page.get_by_role("banner").get_by_role("button", name=name).click()
        expect(page.locator("html")).to_have_attribute("lang", locale.replace("_", "-"))
        assert unquote(page.url) == unquote(here)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    # The page that is not there says so to the console too.
    assert [error for error in console_errors if "404" not in error] == []


@pytest.mark.parametrize("path", ["/practice", "/review", "/calculator", "/learn/points"])
def test_a_first_visit_is_light_and_all_from_here(page: Page, live_server: LiveServer, path: str) -> None:
    found: list[Response] = []
    page.on("response", lambda response: found.append(response))
    page.goto(f"{live_server.url}{path}", wait_until="networkidle")
    assert {urlsplit(response.url).netloc for response in found} == {urlsplit(live_server.url).netloc}
    bodies = [gzip.compress(response.body()) for response in found if response.status == 200]
    assert len(bodies) >= 3
    assert sum(map(len, bodies)) < MOST_BYTES


def _lightness(page: Page, selector: str) -> float:
    colour = page.locator(selector).first.evaluate(
        "element => getComputedStyle(element).backgroundColor.match(/[0-9.]+/g).map(Number)"
    )
    return float(sum(colour[:3])) / (3 * 255)


@pytest.mark.parametrize("path", PAGES)
def test_the_dark_page_is_dark_and_the_light_one_light(page: Page, live_server: LiveServer, path: str) -> None:
    for scheme, is_dark in (("dark", True), ("light", False)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(f"{live_server.url}{path}")
        assert (_lightness(page, "body") < 0.2) is is_dark


@pytest.mark.parametrize("path", ["/practice", "/review/notebook", "/learn/points", "/learn/kan", PAGES[6]])
def test_paper_gets_the_matter_and_nothing_to_press(page: Page, live_server: LiveServer, path: str) -> None:
    page.goto(f"{live_server.url}{path}")
    page.emulate_media(media="print")
    expect(page.get_by_role("banner").get_by_role("navigation")).to_be_hidden()
    expect(page.locator(".languages")).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator("button.primary").filter(visible=True).count() == 0
