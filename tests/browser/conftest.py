"""A real Chromium and the real application for it to look at."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import ConsoleMessage, Page
from sqlalchemy import Engine
from werkzeug.serving import make_server

from trainer.settings import Settings
from trainer.web import create_app
from trainer.web.session import engine_of

HERE = Path(__file__).parent
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
REQUIRED = os.environ.get("FU_TRAINER_BROWSER_REQUIRED") == "1"
NO_CHROMIUM = "no Chromium on this machine (Debian: apt-get install chromium fonts-noto-cjk)"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; without Chromium skip them, unless they must not be skipped."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            if CHROMIUM is None and not REQUIRED:
                item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, without its sandbox (root in a container) and without calls home."""
    if CHROMIUM is None:
        pytest.fail(f"FU_TRAINER_BROWSER_REQUIRED=1, but there is {NO_CHROMIUM}")
    return browser_type_launch_args | {
        "executable_path": CHROMIUM,
        "args": [
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
        ],
    }


@pytest.fixture(scope="session")
def base_url() -> None:
    """No address is common to all tests; pytest-playwright's own fixture of this name warns on pytest 9."""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """The language a test sees does not depend on the machine it runs on."""
    return browser_context_args | {"locale": "en-US", "timezone_id": "UTC"}


@dataclass(frozen=True, slots=True)
class LiveServer:
    """A running application."""

    url: str
    """Its address without a slash at the end."""
    engine: Engine
    """Its database, to compare with what the pages say."""


@pytest.fixture
def live_server(sqlite_url: str) -> Iterator[LiveServer]:
    """The application, serving over HTTP on a free port, with an SQLite file of its own."""
    app = create_app(Settings(database_url=sqlite_url, secret_key="only for tests"))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield LiveServer(url=f"http://127.0.0.1:{server.server_port}", engine=engine_of(app))
    server.shutdown()
    thread.join()
    server.server_close()
    engine_of(app).dispose()


@pytest.fixture
def console_errors(page: Page) -> list[str]:
    """What Chromium complained about so far; a journey ends with ``assert console_errors == []``."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            found.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    page.on("console", note)
    page.on("pageerror", lambda error: found.append(f"exception: {error}"))
    return found
