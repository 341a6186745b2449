"""Fixtures for every test: an up-to-date database of each kind, and the application on top of one."""

import importlib.util
import os
import shutil
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, FileSystemBytecodeCache
from sqlalchemy import Engine, make_url, text
from sqlalchemy.orm import Session

from trainer.db import make_engine, upgrade
from trainer.models import Base
from trainer.services import passwords
from trainer.settings import Settings
from trainer.web import create_app
from trainer.web.session import engine_of

ROOT = Path(__file__).resolve().parent.parent
POSTGRES_VARIABLE = "FU_TRAINER_TEST_POSTGRES_URL"

BOTH_DATABASES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def pytest_sessionstart() -> None:
    """Compile the translations, which an editable install does only once."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.compile_catalogues(ROOT)


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time, of the same kind."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


def _new_postgres_schema() -> Iterator[str]:
    """The URL of a schema of its own: test runs side by side on one server never see each other's tables."""
    server = os.environ.get(POSTGRES_VARIABLE)
    if not server:
        pytest.skip(f"{POSTGRES_VARIABLE} names no PostgreSQL server")
    schema = f"fu_trainer_{uuid.uuid4().hex}"
    admin = make_engine(server)
    with admin.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    own = make_url(server).update_query_dict({"options": f"-csearch_path={schema}"})
    yield own.render_as_string(hide_password=False)
    with admin.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    admin.dispose()


@pytest.fixture(params=BOTH_DATABASES)
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database without any table, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/empty.sqlite3"
    else:
        yield from _new_postgres_schema()


@pytest.fixture(scope="session")
def migrated_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An up-to-date SQLite file without rows, to be copied: migrating once is enough."""
    path = tmp_path_factory.mktemp("migrated") / "migrated.sqlite3"
    engine = make_engine(f"sqlite:///{path}")
    upgrade(engine)
    engine.dispose()
    return path


@pytest.fixture
def sqlite_url(migrated_sqlite: Path, tmp_path: Path) -> str:
    """The URL of an up-to-date SQLite file of this test's own."""
    return f"sqlite:///{shutil.copy(migrated_sqlite, tmp_path / 'test.sqlite3')}"


@pytest.fixture(scope="session")
def migrated_postgres() -> Iterator[Engine]:
    """An up-to-date PostgreSQL schema of this test run's own."""
    urls = _new_postgres_schema()
    engine = make_engine(next(urls))
    upgrade(engine)
    yield engine
    engine.dispose()
    next(urls, None)


@pytest.fixture(params=BOTH_DATABASES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """An up-to-date database without rows, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        engine = make_engine(request.getfixturevalue("sqlite_url"))
        yield engine
        engine.dispose()
    else:
        engine = request.getfixturevalue("migrated_postgres")
        yield engine
        tables = ", ".join(table.name for table in Base.metadata.sorted_tables)
        with engine.begin() as connection:
            connection.execute(text(f"TRUNCATE {tables} RESTART IDENTITY"))


@pytest.fixture
def session(engine: Engine) -> Iterator[Session]:
    """A database session on either kind of database."""
    with Session(engine) as session:
        yield session


@pytest.fixture(scope="session")
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> BytecodeCache:
    """Templates compiled once for the applications of all tests, each of which would compile its own anew."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(sqlite_url: str, compiled_templates: BytecodeCache) -> Iterator[Flask]:
    """The application on an SQLite file of its own."""
    app = create_app(Settings(database_url=sqlite_url, secret_key="only for tests"))
    app.testing = True
    app.jinja_env.bytecode_cache = compiled_templates
    yield app
    engine_of(app).dispose()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without Chromium: keeps cookies; a form it posts needs the page's CSRF token."""
    return app.test_client()
