"""A reader of pages that only show something and few hands to choose from, for the sake of speed; and a chosen hand."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jinja2 import BytecodeCache

from tests.web.school import School, open_school
from trainer.mahjong.hand import Win
from trainer.services.practice import Question, deal
from trainer.settings import Settings
from trainer.teaching import pool
from trainer.web import create_app, practice
from trainer.web.session import engine_of


@pytest.fixture(scope="session")
def reader(migrated_sqlite: Path) -> Iterator[FlaskClient]:
    """A browser without Chromium and without cookies, for pages that write nothing."""
    app = create_app(Settings(database_url=f"sqlite:///{migrated_sqlite}", secret_key="only for tests"))
    app.testing = True
    yield app.test_client(use_cookies=False)
    engine_of(app).dispose()


@pytest.fixture(autouse=True)
def few_hands_to_choose_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages and calls show whatever hand was chosen; how well it was is tested with the pool."""
    monkeypatch.setattr(pool, "FIRST", 4)
    monkeypatch.setattr(pool, "EACH_TIME", 1)


@pytest.fixture
def deal_hand(monkeypatch: pytest.MonkeyPatch) -> Callable[[Win], None]:
    """Let every question from now on be about this hand."""

    def choose(win: Win) -> None:
        def dealt(*given: object) -> Question:
            made = deal(*given)  # type: ignore[arg-type]
            return Question(made.learner, made.nonce, win, made.rules, made.asks, made.asked_at)

        monkeypatch.setattr(practice, "deal", dealt)

    return choose


@pytest.fixture(scope="session")
def built_school(
    migrated_sqlite: Path, tmp_path_factory: pytest.TempPathFactory, compiled_templates: BytecodeCache
) -> Iterator[School]:
    """The school, built once."""
    made = open_school(migrated_sqlite, tmp_path_factory.mktemp("school"), compiled_templates)
    yield made
    made.close()


@pytest.fixture
def school(built_school: School) -> Iterator[School]:
    """The school as it was at first, whatever was done in it before."""
    yield built_school
    built_school.restore()
