"""A whole assignment: two teachers and three learners, each with a browser of his own, on time, late and twice."""

import csv
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Evidence, Membership, Run, SetVersion, User

PASSWORD = "seven stolen geese"
CHOSEN = "345m456p88p23456s ron 4s E/S riichi dora 9m"
"""The hand that the teacher types."""
CLICKED = "3406788m (777p^7p) (5505s>5s+) ron 8m S/E dora 1z2p"
"""The one that comes from the calculator."""

NewPage = Callable[[str], Page]


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """A browser of somebody's own; at the end none of them may have complained of anything."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_one(who: str) -> Page:
        context = browser.new_context(
            locale="en-US", timezone_id="Asia/Shanghai", viewport={"width": 390, "height": 844}
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(f"{who}: {error}"))
        page.on("response", lambda found: complaints.append(f"{who}: {found.url}") if found.status >= 500 else None)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert complaints == []


def sign_up(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/account/sign-up")
    page.locator("#sign-up-name").fill(name)
    page.locator("#sign-up-new_password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("[data-codes]")).to_be_visible()


def join(page: Page, url: str, code: str, called: str) -> None:
    page.goto(f"{url}/classes")
    page.get_by_label("Code of the class").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name").fill(called)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Tuesday club")


def typed_for(win: Win, right: bool) -> dict[str, str]:
    scored = score(win, TENHOU)
    assert isinstance(scored, Score)
    best = scored.best
    return {
        "fu": str(best.fu if right else best.fu + 10),
        **{f"payment_{share.payer}": str(share.points) for share in best.payment},
    }


def work_through(page: Page, hands: list[Win], right: list[bool]) -> None:
    """Answer every hand of a run that has begun, those wrong that are to be, and hand it in."""
    for place, (win, is_right) in enumerate(zip(hands, right, strict=True), 1):
        expect(page.get_by_text(f"Hand {place} / {len(hands)}")).to_be_visible()
        for name, number in typed_for(win, is_right).items():
            page.locator(f"#{name}").fill(number)
        page.get_by_role("button", name="Answer", exact=True).click()
    page.get_by_role("button", name="Hand in").click()
    expect(page.locator("[data-result=right]")).to_have_text(f"{sum(right)} / {len(hands)}")


def grid_on(page: Page) -> dict[str, list[str]]:
    """For each learner the marks in his row: r right, w wrong, open."""
    rows: dict[str, list[str]] = page.locator("table.grid tbody tr:not(.whole)").evaluate_all(
        """rows => Object.fromEntries(rows.map(row => [
            row.querySelector("bdi").textContent,
            [...row.querySelectorAll("td:not(.score, .time)")].map(cell => cell.className),
        ]))"""
    )
    return rows


def heat_on(page: Page) -> dict[tuple[str, str], str]:
    """For each learner and rule type what stands in the heat map, such as "3/4"; empty cells left out."""
    found: list[list[str]] = page.locator("table.heat-map").evaluate(
        """table => {
            const rules = [...table.querySelectorAll("thead a")].map(link => link.pathname.split("/").pop());
            return [...table.querySelectorAll("tbody tr:not(.whole)")].flatMap(row =>
                [...row.querySelectorAll("td")].map((cell, place) =>
                    [row.querySelector("bdi").textContent, rules[place], cell.textContent.trim()]));
        }"""
    )
    return {(name, rule): text for name, rule, text in found if text}


def first_runs(session: Session, hands: int) -> dict[str, list[str]]:
    """What the database says of each learner's first try, in the words of the grid."""
    rows = session.execute(
        select(Membership.called, Attempt.place, Attempt.right)
        .join(Run, Run.user_id == Membership.user_id)
        .outerjoin(Attempt, Attempt.run_id == Run.id)
        .where(Run.number == 1)
    )
    found: dict[str, list[str]] = {}
    for called, place, right in rows:
        marks = found.setdefault(called, ["open"] * hands)
        if place is not None:
            marks[place] = "r" if right else "w"
    return found


def shown_chances(session: Session) -> dict[tuple[str, str], str]:
    """What the database says of each learner and rule type, over all that counts for his accuracy."""
    rows = session.execute(
        select(
            Membership.called,
            Evidence.rule_type,
            func.sum(func.iif(Evidence.right, 1, 0)),
            func.count(),
        )
        .select_from(Evidence)
        .join(Attempt)
        .join(Run, Run.id == Attempt.run_id)
        .join(Membership, Membership.user_id == Run.user_id)
        .where(Attempt.apart.is_(False))
        .group_by(Membership.called, Evidence.rule_type)
    )
    return {(called, rule): f"{right}/{count}" for called, rule, right, count in rows}


def test_a_class_works_through_a_set_on_time_late_and_twice(live_server: LiveServer, new_page: NewPage) -> None:
    url = live_server.url
    sensei, hana = new_page("sensei"), new_page("hana")
    sign_up(sensei, url, "Sensei")
    sign_up(hana, url, "Hana")

    # The class, in the time zone of the browser.
    sensei.goto(f"{url}/classes")
    sensei.get_by_label("Name").fill("Tuesday club")
    expect(sensei.get_by_label("Time zone")).to_have_value("Asia/Shanghai")
    sensei.get_by_role("button", name="Open a class").click()
    code = sensei.locator(".join-code code").inner_text()

    # A second teacher.
    join(hana, url, code, "Hana")
    sensei.reload()
    sensei.get_by_role("button", name=re.compile("Make a teacher")).click()
    hana.reload()
    expect(hana.get_by_role("heading", name="Members")).to_be_visible()

    # A set of dealt hands, one that is typed and one from the calculator.
    sensei.goto(f"{url}/sets/new")
    sensei.get_by_label("Name", exact=True).fill("Waits and kans")
    sensei.locator("#part0_count").fill("3")
    sensei.get_by_text("Rules to practise").click()
    sensei.locator("[name=part0_wait]").fill("2")
    sensei.locator("[name=part0_kan]").fill("1")
    sensei.get_by_role("button", name="+ A hand of your own").click()
    sensei.locator("#part1_hand").fill(CHOSEN)
    sensei.get_by_label("How it went is told").select_option("at_end")
    sensei.get_by_label("Tries").select_option("2")
    assert violations(sensei) == []
    sensei.get_by_role("button", name="Save").last.click()
    expect(sensei.get_by_role("heading", level=1)).to_have_text("Waits and kans")
    set_url = sensei.url
    sensei.goto(f"{url}/calculator?hand={CLICKED.replace(' ', '+').replace('s+)', 's%2B)')}&rules=tenhou")
    sensei.get_by_role("link", name="Add to a drill set").click()
    sensei.get_by_role("button", name="Add").click()
    expect(sensei.locator(".set-hands li")).to_have_count(5)

    with Session(live_server.engine) as session:
        lines = session.scalars(select(SetVersion.hands)).one()
    hands = [parse_win(line) for line in lines]
    assert hands[3:] == [parse_win(CHOSEN), parse_win(CLICKED)]

    # Assigned for a week.
    sensei.goto(set_url)
    sensei.get_by_role("link", name="Assign", exact=True).click()
    sensei.get_by_role("button", name="Assign", exact=True).click()
    expect(sensei.get_by_text("open", exact=True)).to_be_visible()
    assignment_url = sensei.url

    # Aki is on time, Bo tries twice, and Chie is late.
    learners = {name: new_page(name) for name in ("Aki", "Bo", "Chie")}
    for name, page in learners.items():
        join(page, url, code, name)

    def begin(name: str, button: str = "Begin") -> Page:
        page = learners[name]
        page.goto(assignment_url)
        page.get_by_role("button", name=button).click()
        return page

    work_through(begin("Aki"), hands, [True, False, True, True, False])
    work_through(begin("Bo"), hands, [False, False, True, False, False])
    work_through(begin("Bo", "Once more"), hands, [True, True, True, False, True])
    learners["Bo"].goto(assignment_url)
    expect(learners["Bo"].get_by_role("button", name="Once more")).to_have_count(0)

    sensei.goto(assignment_url)
    minute = timedelta(minutes=1)
    shanghai = datetime.now(UTC) + timedelta(hours=8)
    sensei.get_by_label("Opens").fill(f"{shanghai - 9 * minute:%Y-%m-%dT%H:%M}")
    sensei.get_by_label("Due").fill(f"{shanghai - 2 * minute:%Y-%m-%dT%H:%M}")
    sensei.get_by_role("button", name="Move the dates").click()
    expect(sensei.get_by_text("was due, still open")).to_be_visible()
    chie = begin("Chie")
    for name, number in typed_for(hands[0], True).items():
        chie.locator(f"#{name}").fill(number)
    chie.get_by_role("button", name="Answer", exact=True).click()
    expect(chie.get_by_text("Hand 2 / 5")).to_be_visible()

    # Both teachers see the same, while Chie is still at it, and see her go on without loading the page again.
    expected = {
        "Aki": ["r", "w", "r", "r", "w"],
        "Bo": ["w", "w", "r", "w", "w"],
        "Chie": ["r", "open", "open", "open", "open"],
    }
    for teacher in (sensei, hana):
        teacher.goto(f"{assignment_url}/results")
        assert grid_on(teacher) == expected
    for name, number in typed_for(hands[1], True).items():
        chie.locator(f"#{name}").fill(number)
    chie.get_by_role("button", name="Answer", exact=True).click()
    expected["Chie"][1] = "r"
    expect(hana.locator("tr", has_text="Chie").first.locator("td.r")).to_have_count(2, timeout=30_000)
    assert grid_on(hana) == expected
    assert violations(hana) == []

    # The pages say what the database says, and so do the files.
    with Session(live_server.engine) as session:
        assert first_runs(session, len(hands)) == expected
        assert heat_on(hana) == shown_chances(session)
        assert session.scalar(select(Run.late).join(User).join(Membership).where(Membership.called == "Chie"))
        assert {win_name(win_from_json(json.loads(hand))) for hand in session.scalars(select(Attempt.hand))} <= set(
            lines
        )
    hana.goto(f"{assignment_url}/results?which=best")
    assert grid_on(hana)["Bo"] == ["r", "r", "r", "w", "r"]
    hana.goto(f"{assignment_url}/results")
    compare_files(hana, expected)

    # The wall: a hand of the set, step by step.
    sensei.goto(f"{set_url.split('#')[0]}/project/0")
    sensei.keyboard.press("PageDown")
    expect(sensei).to_have_url(re.compile("step=1"))


def compare_files(page: Page, expected: dict[str, list[str]]) -> None:
    """Open both exports of the results page, and compare each cell with the page's own."""
    marks = {"r": "1", "w": "0", "open": ""}
    with page.expect_download() as started:
        page.get_by_role("link", name="CSV").click()
    with started.value.path().open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    with page.expect_download() as started:
        page.get_by_role("link", name="Excel").click()
    book = load_workbook(BytesIO(started.value.path().read_bytes()))
    sheet = [list(row) for row in book.worksheets[0].iter_rows(values_only=True)]
    assert [[_plain(cell) for cell in row] for row in sheet] == rows
    by_name = {row[0]: row for row in rows[1:]}
    for name, wanted in expected.items():
        assert [by_name[name][rows[0].index(f"Question {place}")] for place in range(1, 6)] == [
            marks[mark] for mark in wanted
        ]


def _plain(value: Any) -> str:
    """A cell of a workbook as CSV writes it."""
    return "" if value is None else str(value)
