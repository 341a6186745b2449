"""Long work on its page: how far it is goes up, and the file arrives, without the page being loaded again."""

import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.browser.conftest import LiveServer
from tests.browser.test_accessibility import violations
from trainer.db import for_writing
from trainer.models import User
from trainer.services import jobs as service
from trainer.services.jobs import File, Progress
from trainer.web.jobs import KINDS, Kind

GOOD = "seven stolen geese"
STEPS = 4
Steps = SimpleQueue[bool]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> Iterator[Steps]:
    """A kind of work that does a step for each True that is put here, and breaks for False."""
    queue: Steps = SimpleQueue()

    def make(_db: Session, _asked: dict[str, Any], progress: Progress) -> File:
        for done in range(STEPS):
            progress(done, STEPS)
            if not queue.get(timeout=60):
                raise RuntimeError("no paper left")
        return File("符 1.txt", "text/plain; charset=utf-8", b"all of it")

    monkeypatch.setitem(KINDS, "slow", Kind("Slow work", make))
    yield queue
    for _ in range(STEPS):
        queue.put(False)


def begin(page: Page, live_server: LiveServer) -> str:
    """Sign up and ask for it; the address of its page."""
    page.goto(f"{live_server.url}/account/sign-up")
    page.locator("#sign-up-name").fill("Aki")
    page.locator("#sign-up-new_password").fill(GOOD)
    page.keyboard.press("Enter")
    expect(page.locator("[data-codes]")).to_be_visible()
    with Session(for_writing(live_server.engine)) as session:
        owner = session.scalars(select(User.id)).one()
        job: uuid.UUID = service.begin(session, owner, "slow", {"language": "en"}, datetime.now(UTC))
        session.commit()
    return f"{live_server.url}/jobs/{job}"


def test_progress_goes_up_and_the_file_arrives(
    page: Page, live_server: LiveServer, steps: Steps, console_errors: list[str]
) -> None:
    page.goto(begin(page, live_server))
    page.evaluate("window.isSamePage = true")
    bar, told = page.get_by_role("progressbar"), page.get_by_role("status")
    expect(bar).to_have_attribute("value", "0")
    steps.put(True)
    expect(page.get_by_text("1 of 4", exact=True).first).to_be_visible()
    expect(bar).to_have_attribute("value", "1")
    expect(told).to_have_text("1 of 4")
    assert violations(page) == []
    steps.put(True)
    expect(bar).to_have_attribute("value", "2")
    with page.expect_download() as arrived:
        steps.put(True)
        steps.put(True)
    assert arrived.value.suggested_filename == "符 1.txt"
    assert arrived.value.path().read_bytes() == b"all of it"
    expect(told).to_have_text("The file is ready.")
    expect(page.get_by_role("link", name="Save the file")).to_be_focused()
    assert violations(page) == []
    assert page.evaluate("window.isSamePage")
    assert console_errors == []


def test_what_breaks_is_said_and_tried_again(
    page: Page, live_server: LiveServer, steps: Steps, console_errors: list[str]
) -> None:
    page.goto(begin(page, live_server))
    page.get_by_role("link", name="Learn").focus()
    steps.put(False)
    expect(page.get_by_role("status")).to_contain_text("This could not be made.")
    # Whoever is elsewhere on the page stays there.
    expect(page.get_by_role("link", name="Learn")).to_be_focused()
    assert violations(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    with page.expect_download():
        for _ in range(STEPS):
            steps.put(True)
    assert console_errors == []


def test_without_script_the_page_loads_again_by_itself(browser: Browser, live_server: LiveServer, steps: Steps) -> None:
    context = browser.new_context(locale="en-US", java_script_enabled=False)
    page = context.new_page()
    page.goto(begin(page, live_server))
    for _ in range(STEPS):
        steps.put(True)
    link = page.get_by_role("link", name="Save the file")
    expect(link).to_be_visible()
    with page.expect_download() as arrived:
        link.click()
    assert arrived.value.path().read_bytes() == b"all of it"
    context.close()
