"""The database itself: an engine for SQLite or PostgreSQL, and bringing its tables up to date."""

import sqlite3
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL

from trainer.places import shipped_folder

BUSY_TIMEOUT_MS = 5000
MIGRATION_LOCK = 0x6675  # "fu": any number will do, as long as every process of this program takes the same


def database_url(url: str) -> URL:
    """Return ``url`` with its driver named: ``postgresql://`` and ``postgres://`` mean psycopg 3.

    Raises sqlalchemy.exc.ArgumentError for text that is no URL, ValueError for another kind of database.
    """
    parsed = make_url(url)
    if parsed.drivername in {"postgresql", "postgres"}:
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername in {"sqlite", "sqlite+pysqlite", "postgresql+psycopg"}:
        return parsed
    raise ValueError(f"only SQLite and PostgreSQL are supported, not {parsed.drivername!r}")


def make_engine(url: str) -> Engine:
    """Return an engine for ``url``, making the folder of an SQLite file. Raises as ``database_url`` does."""
    parsed = database_url(url)
    if parsed.get_backend_name() == "postgresql":
        # A server may have restarted since the connection went back to the pool.
        return create_engine(parsed, pool_pre_ping=True)
    if parsed.database and parsed.database != ":memory:":
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, connect_args={"timeout": BUSY_TIMEOUT_MS / 1000})
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def for_writing(engine: Engine) -> Engine:
    """Return ``engine`` with transactions that take SQLite's write lock when they begin.

    A transaction that reads first and then writes fails at once, without waiting, when somebody wrote in
    between; one that begins as a writer waits for its turn. PostgreSQL is not affected.
    """
    return engine.execution_options(sqlite_begin="IMMEDIATE")


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    # Python's driver must not open transactions of its own: it opens none before SELECT or DDL, so that reads
    # would not be of one state, nor could a migration be undone. _begin_sqlite opens them all.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")


def _begin_sqlite(connection: Connection) -> None:
    mode = connection.get_execution_options().get("sqlite_begin", "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {mode}")


def alembic_config(connection: Connection | None = None) -> Config:
    """Return the settings for Alembic's commands, which then work on ``connection``."""
    config = Config()
    # Alembic expands "%(name)s" in its options, so a percent sign in a folder name must be doubled.
    config.set_main_option("script_location", str(shipped_folder("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring the tables up to ``revision``, all or nothing; processes that start together take turns.

    Raises alembic.util.CommandError when the database was made by a newer version of the program.
    """
    _migrate(engine, command.upgrade, revision)


def downgrade(engine: Engine, revision: str) -> None:
    """Take the tables back to ``revision`` (``base``: none at all)."""
    _migrate(engine, command.downgrade, revision)


def _migrate(engine: Engine, run: Any, revision: str) -> None:
    sqlite = engine.dialect.name == "sqlite"
    with for_writing(engine).connect() as connection:
        if sqlite:
            # SQLite alters a table by copying it and dropping the old one, and dropping deletes the rows that
            # point at it. The switch does nothing inside a transaction, hence the driver's own connection.
            _foreign_keys(connection, "OFF")
        try:
            with connection.begin():
                if not sqlite:
                    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK})
                run(alembic_config(connection), revision)
                if sqlite and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                    raise RuntimeError("the migration left rows that point at nothing; it was undone")
        finally:
            if sqlite:
                _foreign_keys(connection, "ON")


def _foreign_keys(connection: Connection, switch: str) -> None:
    driver_connection = connection.connection.driver_connection
    assert isinstance(driver_connection, sqlite3.Connection)
    driver_connection.execute(f"PRAGMA foreign_keys = {switch}")
