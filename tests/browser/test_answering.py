"""Every way to answer in a real Chromium: item by item by keyboard, by touch, and without JavaScript."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from tests.browser.test_journey import VERDICT, question_on
from tests.web.pages import right_answer
from trainer.mahjong.notation import parse_win
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt
from trainer.services.practice import Question, deal
from trainer.teaching.ledger import check, ledger_of
from trainer.web import practice

WHOLE = "items,fu_sum,fu,han,payment,received"


def ledger_for(question: Question) -> list[str]:
    """The fu for each line of a right ledger."""
    scored = score(question.win, question.rules)
    assert isinstance(scored, Score)
    return [str(line.want) for line in check(scored, ledger_of(scored.best.fu_items))]


def numbers_for(question: Question) -> dict[str, str]:
    """What to type besides for a right answer to everything."""
    scored = score(question.win, question.rules)
    assert isinstance(scored, Score)
    best = scored.best
    typed = right_answer(question)
    fu = typed.pop("fu")
    return {"fu_sum": str(best.fu_sum), "fu": fu, "han": str(best.han), **typed, "received": str(scored.received)}


def stored(live_server: LiveServer) -> list[Attempt]:
    with Session(live_server.engine) as session:
        return list(session.scalars(select(Attempt).order_by(Attempt.id)))


@pytest.fixture
def deal_hand(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let every question from now on be about this hand."""

    def choose(text: str) -> None:
        win = parse_win(text)
        monkeypatch.setattr(practice, "deal", lambda *given: replace(deal(*given), win=win))

    return choose


def digit(fu: str) -> str:
    """The key that chooses these fu."""
    return "5" if fu == "25" else fu[0]


def test_a_sitting_item_by_item_by_keyboard_alone(
    page: Page, live_server: LiveServer, console_errors: list[str]
) -> None:
    page.goto(f"{live_server.url}/practice?ask={WHOLE}")
    for number in range(3):
        question = question_on(page)
        rows = page.locator(".row").all()
        expect(rows[0].locator("input").first).to_be_focused()
        for fu in ledger_for(question):
            page.keyboard.press(digit(fu))
        expect(page.locator("#fu_sum")).to_be_focused()
        assert [row.locator("input:checked").get_attribute("value") for row in rows] == ledger_for(question)
        for place, (name, typed) in enumerate(numbers_for(question).items()):
            if place:
                page.keyboard.press("Enter")
            expect(page.locator(f"#{name}")).to_be_focused()
            page.keyboard.type(typed if number else "7" if name == "fu_sum" else typed)
        page.keyboard.press("Enter")
        expect(page).to_have_url(VERDICT)
        expect(page.get_by_role("heading", level=1)).to_have_text("Right" if number else "Not right")
        expect(page.locator(".parts--lines .part--right")).to_have_count(len(rows))
        expect(page.get_by_role("link", name="Next hand")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile(r"/practice$"))
    assert [(row.right, row.ask) for row in stored(live_server)] == [
        (number > 0, WHOLE.split(",")) for number in range(3)
    ]
    assert console_errors == []


def test_arrows_and_the_list_of_keys(page: Page, live_server: LiveServer, console_errors: list[str]) -> None:
    page.goto(f"{live_server.url}/practice?ask=items,fu")
    rows = page.locator(".row")
    page.keyboard.press("ArrowRight")
    expect(rows.first.locator("input:checked")).to_have_attribute("value", "25")
    page.keyboard.press("ArrowDown")
    expect(rows.nth(1).locator("input").first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(rows.first.locator("input:checked")).to_be_focused()
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(rows.first.locator("input:checked")).to_be_focused()
    page.locator("#fu").focus()
    for key, value in (("ArrowUp", "20"), ("ArrowUp", "25"), ("ArrowDown", "20")):
        page.keyboard.press(key)
        expect(page.locator("#fu")).to_have_value(value)
        expect(page.locator(".fu-keys input[type=radio]:checked")).to_have_attribute("value", value)
    page.keyboard.type("1")
    expect(page.locator(".fu-keys input[type=radio]:checked")).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    expect(keys).to_be_visible()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()
    assert console_errors == []


def test_a_tsumo_typed_as_it_is_called_goes_on_with_enter(
    page: Page, live_server: LiveServer, deal_hand: Callable[[str], None]
) -> None:
    deal_hand("234m99m567p34888s tsumo 5s E/S riichi sticks 1 dora 1z ura 2z")
    page.goto(f"{live_server.url}/practice?ask=payment")
    page.keyboard.type("500/1000")
    page.keyboard.press("Enter")
    expect(page).to_have_url(VERDICT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Right")


def small_targets(page: Page) -> list[str]:
    """What can be tapped on the page but is smaller than a finger."""
    found = []
    for target in page.locator("main :is(button, summary, a, .key span, .choice, .box input, textarea)").all():
        box = target.bounding_box()
        if box and box["width"] and (round(box["height"]) < 44 or round(box["width"]) < 44):
            found.append(f"{box['width']:.0f}x{box['height']:.0f} {target.inner_text()}")
    return found


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone with a finger on it."""
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="en-US", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


def fits(page: Page) -> bool:
    tiles = [tile.bounding_box() for tile in page.locator(".hand .tile").all()]
    within = all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in tiles)
    return within and int(page.evaluate("document.documentElement.scrollWidth")) <= 390


def test_a_sitting_by_touch(phone: Page, live_server: LiveServer, deal_hand: Callable[[str], None]) -> None:
    deal_hand("3406788m (777p^7p)(5505s>5s+) ron 8m S/E dora 1z2p")
    phone.goto(f"{live_server.url}/practice/settings")
    assert small_targets(phone) == []
    phone.get_by_text("Fu item by item").tap()
    phone.get_by_text("Endless").tap()
    phone.get_by_role("button", name="Practise").tap()
    question = question_on(phone)
    assert [ask.value for ask in question.asks] == ["items", "fu", "payment"]
    assert fits(phone)
    assert small_targets(phone) == []
    for row, fu in zip(phone.locator(".row").all(), ledger_for(question), strict=True):
        row.get_by_role("radio", name=fu, exact=True).tap()
    typed = right_answer(question)
    phone.locator(".fu-keys").get_by_role("radio", name=typed["fu"], exact=True).tap()
    expect(phone.locator("#fu")).to_have_value(typed["fu"])
    phone.locator("#payment_discarder").tap()
    phone.keyboard.type("1000")
    phone.get_by_role("button", name="Check").tap()
    expect(phone).to_have_url(VERDICT)
    expect(phone.locator(".part--wrong")).to_contain_text("too little")
    assert fits(phone)
    line = phone.locator("tr[data-lights]", has_text="Open triplet")
    line.tap()
    lit = phone.locator(".hand .lit")
    expect(lit).to_have_attribute("aria-label", re.compile("7 of circles"))
    expect(lit).to_have_css("transition-duration", "0s")
    line.tap()
    phone.get_by_text("Something wrong here?").tap()
    phone.get_by_label("What looks wrong").fill("The wait")
    phone.get_by_role("button", name="Send").tap()
    expect(phone.get_by_text("You have flagged this hand")).to_be_visible()
    phone.get_by_role("button", name="End here").tap()
    expect(phone.locator("[data-result=right]")).to_have_text("0 / 1")
    assert small_targets(phone) == []
    assert fits(phone)
    phone.get_by_role("button", name="Try the missed ones again").tap()
    assert question_on(phone).win == question.win
    expect(phone.get_by_text("0 / 1")).to_be_visible()


def test_the_tiles_stay_in_sight_beside_a_long_ledger(phone: Page, live_server: LiveServer) -> None:
    phone.goto(f"{live_server.url}/practice?ask={WHOLE}")
    phone.locator("#received").scroll_into_view_if_needed()
    for tile in phone.locator(".hand .tile").all():
        box = tile.bounding_box()
        assert box
        assert 0 <= box["y"] <= 250


def test_lines_of_the_count_raise_their_tiles(
    page: Page, live_server: LiveServer, deal_hand: Callable[[str], None]
) -> None:
    deal_hand("444m34456p777s88s tsumo 5p E/S riichi sticks 1 dora 3s ura 9m")
    page.goto(f"{live_server.url}/practice?ask=fu")
    page.locator("#fu").fill("40")
    page.keyboard.press("Enter")
    expect(page).to_have_url(VERDICT)
    lit = page.locator(".hand .lit")
    for words, tiles in (
        ("Closed triplet", ["4 of characters"] * 3),
        ("Kanchan", ["4 of circles", "6 of circles", "5 of circles"]),
    ):
        page.locator("tr[data-lights]", has_text=words).first.focus()
        assert [tile.get_attribute("aria-label") for tile in lit.all()] == tiles
    page.locator("tr[data-lights]", has_text="Closed triplet").nth(1).hover()
    assert [tile.get_attribute("aria-label") for tile in lit.all()] == ["7 of bamboo"] * 3
    page.keyboard.press("Tab")
    page.mouse.move(0, 0)
    expect(page.locator("[data-place=c0].lit")).to_have_count(0)


def test_all_of_it_works_without_javascript(browser: Browser, live_server: LiveServer) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-US")
    page = context.new_page()
    page.goto(f"{live_server.url}/practice/settings")
    for name in ("Fu item by item", "Sum of the fu", "Han"):
        page.get_by_label(name, exact=True).check()
    page.get_by_label("Endless").check()
    page.get_by_role("button", name="Practise").click()
    question = question_on(page)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Please choose the fu of this line.").first).to_be_visible()
    rows = page.locator(".row").all()
    for row, fu in zip(rows, ledger_for(question), strict=True):
        choose(row, fu)
    numbers = numbers_for(question)
    key = page.locator(f".fu-keys input[value='{numbers['fu']}']")
    if key.count():
        key.check(force=True)
        del numbers["fu"]
    del numbers["received"]
    for name, typed in list(numbers.items())[1:]:
        page.locator(f"#{name}").fill(typed)
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".error:visible")).to_have_text(["Please enter a number."])
    assert [row.locator("input:checked").get_attribute("value") for row in page.locator(".row").all()] == ledger_for(
        question
    )
    page.locator("#fu_sum").fill(numbers["fu_sum"])
    page.get_by_role("button", name="Check").click()
    expect(page).to_have_url(VERDICT)
    expect(page.get_by_role("heading", level=1)).to_have_text("Right")
    page.get_by_text("Something wrong here?").click()
    page.get_by_label("What looks wrong").fill("Nothing")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("You have flagged this hand")).to_be_visible()
    page.get_by_role("button", name="End here").click()
    expect(page.locator("[data-result=right]")).to_have_text("1 / 1")
    page.goto(f"{live_server.url}/practice?length=sprint&ask=fu")
    page.get_by_role("button", name="Start the clock").click()
    page.locator("#fu").fill("13")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".last")).to_contain_text(re.compile("Right|Not right"))
    page.get_by_role("button", name="End here").click()
    expect(page.get_by_text("This is kept apart from your accuracy.")).to_be_visible()
    context.close()


def choose(row: Locator, fu: str) -> None:
    row.locator(f"input[value='{fu}']").check(force=True)


def test_a_sprint_ends_by_itself(page: Page, live_server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.web.sitting.SPRINT_SECONDS", 3)
    page.goto(f"{live_server.url}/practice?length=sprint&ask=fu")
    expect(page.get_by_role("button", name="Start the clock")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("#fu").fill("13")
    page.keyboard.press("Enter")
    expect(page.locator("[data-result=right]")).to_be_visible()
    assert [row.apart for row in stored(live_server)] == [True]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("language", "width"), [("en-US", 1280), ("zh-CN", 390)])
def test_axe_finds_nothing_in_any_state(
    browser: Browser,
    live_server: LiveServer,
    deal_hand: Callable[[str], None],
    scheme: Literal["light", "dark"],
    language: str,
    width: int,
) -> None:
    deal_hand("3406788m (777p^7p)(5505s>5s+) ron 8m S/E dora 1z2p")
    context = browser.new_context(color_scheme=scheme, locale=language, viewport={"width": width, "height": 844})
    page = context.new_page()
    seen: dict[str, list[str]] = {}

    def look(name: str) -> None:
        seen[name] = violations(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name

    page.goto(f"{live_server.url}/practice/settings")
    page.locator(".focus summary").click()
    look("settings")
    page.goto(f"{live_server.url}/practice?ask={WHOLE}&labels=on&melds=upside_down&apart=off")
    look("ledger")
    page.keyboard.press("?")
    expect(page.locator("#shortcuts")).to_be_visible()
    look("keys")
    page.keyboard.press("Escape")
    page.locator("form.answer > .primary").click()
    expect(page.locator(".row--wrong").first).to_be_visible()
    look("ledger with errors")
    for row in page.locator(".row").all():
        choose(row, "2" if row.locator("input[value='2']").count() else "30")
    for name in ("fu_sum", "fu", "han", "payment_discarder", "received"):
        page.locator(f"#{name}").fill("20")
    page.keyboard.press("Enter")
    expect(page).to_have_url(VERDICT)
    page.locator("tr[data-lights]").first.focus()
    page.locator(".flag summary").click()
    look("verdict")
    page.locator(".around-answer button").click()
    expect(page.locator(".result")).to_be_visible()
    look("how it went")
    page.goto(f"{live_server.url}/practice?length=sprint&ask=fu")
    look("sprint")
    page.locator(".sprint .primary").click()
    page.locator("#fu").fill("20")
    page.keyboard.press("Enter")
    expect(page.locator(".last--wrong")).to_be_visible()
    look("in a sprint")
    context.close()
    assert {name: faults for name, faults in seen.items() if faults} == {}
