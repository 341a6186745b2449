"""The engine: what it accepts, and what SQLite is made to do."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from sqlalchemy import Engine, inspect, text
from sqlalchemy.exc import ArgumentError, OperationalError

from trainer.db import database_url, for_writing, make_engine, upgrade


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("sqlite:///file.sqlite3", "sqlite"),
        ("postgresql://me@here/base", "postgresql+psycopg"),
        ("postgres://me@here/base", "postgresql+psycopg"),
        ("postgresql+psycopg://me@here/base", "postgresql+psycopg"),
    ],
)
def test_url_names_the_driver(given: str, driver: str) -> None:
    assert database_url(given).drivername == driver


def test_other_databases_are_refused() -> None:
    with pytest.raises(ValueError, match="only SQLite and PostgreSQL"):
        make_engine("mysql://me@here/base")


def test_text_that_is_no_url_is_refused() -> None:
    with pytest.raises(ArgumentError):
        make_engine("nonsense")


def test_folder_of_a_new_sqlite_file_is_made(tmp_path: Path) -> None:
    engine = make_engine(f"sqlite:///{tmp_path}/a/b/new.sqlite3")
    upgrade(engine)
    assert (tmp_path / "a" / "b" / "new.sqlite3").exists()
    engine.dispose()


@pytest.fixture
def sqlite(sqlite_url: str) -> Iterator[Engine]:
    engine = make_engine(sqlite_url)
    yield engine
    engine.dispose()


@pytest.mark.parametrize(("pragma", "value"), [("foreign_keys", 1), ("journal_mode", "wal"), ("busy_timeout", 5000)])
def test_every_sqlite_connection_is_prepared(sqlite: Engine, pragma: str, value: object) -> None:
    with sqlite.connect() as first, sqlite.connect() as second:
        for connection in (first, second):
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value


def test_creating_a_table_can_be_undone(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE passing (id INTEGER)"))
        connection.rollback()
    assert not inspect(engine).has_table("passing")


def test_a_transaction_sees_one_state_of_sqlite(sqlite: Engine) -> None:
    count = text("SELECT count(*) FROM users")
    with sqlite.connect() as reader, sqlite.connect() as writer:
        assert reader.scalar(count) == 0
        writer.execute(text("INSERT INTO users (id, created_at) VALUES ('a', '2026-01-01')"))
        writer.commit()
        assert reader.scalar(count) == 0
        reader.rollback()
        assert reader.scalar(count) == 1


def test_sqlite_writers_that_read_first_wait_for_each_other(sqlite: Engine) -> None:
    """Begun as readers, one of them would fail: what it read is no longer true when it writes."""
    read = text("SELECT count(*) FROM users")
    write = text("INSERT INTO users (id, created_at) VALUES (:id, '2026-01-01')")
    failures: list[OperationalError] = []

    def work(name: str) -> None:
        for turn in range(20):
            try:
                with for_writing(sqlite).begin() as connection:
                    connection.execute(read)
                    connection.execute(write, {"id": f"{name}{turn}"})
            except OperationalError as error:
                failures.append(error)

    threads = [Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with sqlite.connect() as connection:
        assert connection.scalar(read) == 80
