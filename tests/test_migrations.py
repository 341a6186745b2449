"""Migrations and models say the same, and every migration goes both ways."""

from collections.abc import Iterator
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Engine, Inspector, inspect, text

from trainer.db import alembic_config, downgrade, make_engine, upgrade
from trainer.models import Base
from trainer.places import shipped_folder

VERSION_TABLE = "alembic_version"


@pytest.fixture
def empty(empty_url: str) -> Iterator[Engine]:
    engine = make_engine(empty_url)
    yield engine
    engine.dispose()


def described(engine: Engine) -> dict[str, Any]:
    """What the database itself says about its tables."""
    inspector: Inspector = inspect(engine)
    return {
        table: {
            "columns": [(c["name"], str(c["type"]), c["nullable"]) for c in inspector.get_columns(table)],
            "pk": inspector.get_pk_constraint(table)["name"],
            "unique": sorted(str(found["name"]) for found in inspector.get_unique_constraints(table)),
            "checks": sorted((str(c["name"]), c["sqltext"]) for c in inspector.get_check_constraints(table)),
            "foreign": sorted((str(k["name"]), str(k["options"])) for k in inspector.get_foreign_keys(table)),
            "indexes": sorted((str(i["name"]), str(i["column_names"])) for i in inspector.get_indexes(table)),
        }
        for table in inspector.get_table_names()
        if table != VERSION_TABLE
    }


def test_alembic_finds_no_difference_between_models_and_migrations(engine: Engine) -> None:
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_migrations_make_the_same_tables_as_the_models(empty: Engine) -> None:
    """Alembic's own comparison does not look at checks, names of keys and what a deletion does."""
    upgrade(empty)
    migrated = described(empty)
    downgrade(empty, "base")
    Base.metadata.create_all(empty)
    assert described(empty) == migrated


def test_each_migration_can_be_undone(empty: Engine) -> None:
    revisions = [script.revision for script in ScriptDirectory.from_config(alembic_config()).walk_revisions()]
    states = []
    for revision in reversed(revisions):
        states.append(described(empty))
        upgrade(empty, revision)
    for revision, before in zip(revisions, reversed(states), strict=True):
        downgrade(empty, f"{revision}-1" if revision != revisions[-1] else "base")
        assert described(empty) == before


def test_upgrading_twice_changes_nothing(engine: Engine) -> None:
    before = described(engine)
    upgrade(engine)
    assert described(engine) == before


def test_there_is_one_line_of_migrations() -> None:
    assert len(ScriptDirectory.from_config(alembic_config()).get_heads()) == 1


def test_file_names_of_migrations_start_with_the_date() -> None:
    for file in shipped_folder("migrations").glob("versions/*.py"):
        year, month, day, *_ = file.name.split("_")
        assert (len(year), len(month), len(day)) == (4, 2, 2)
        assert (year + month + day).isdecimal()


def test_database_of_a_newer_version_is_refused(engine: Engine) -> None:
    with engine.begin() as connection:
        known = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = 'from_tomorrow'"))
    with pytest.raises(CommandError, match="from_tomorrow"):
        upgrade(engine)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = :known"), {"known": known})


def test_rebuilding_a_table_keeps_the_rows_that_point_at_it(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite rebuilds a table by dropping it, and with foreign keys on that would delete every answer."""
    engine = make_engine(sqlite_url)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO users (id, created_at) VALUES ('a', '2026-01-01')"))
        connection.execute(
            text(
                "INSERT INTO attempts "
                "(id, user_id, nonce, hand, rules, ask, answer, right, apart, elapsed_ms, asked_at, answered_at) "
                "VALUES (1, 'a', 'n', '{}', 'tenhou', '[]', '{}', 1, 0, NULL, '2026-01-01', '2026-01-01')"
            )
        )

    def rebuild(config: Any, _revision: str) -> None:
        context = MigrationContext.configure(config.attributes["connection"])
        with Operations(context).batch_alter_table("users", recreate="always") as table:
            table.alter_column("language", nullable=True)

    monkeypatch.setattr(command, "upgrade", rebuild)
    upgrade(engine)
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM attempts")) == 1
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    engine.dispose()


def test_a_migration_that_fails_leaves_everything_as_it_was(empty: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    real = command.upgrade

    def fail(config: Any, revision: str) -> None:
        real(config, revision)
        raise RuntimeError("the power went out")

    monkeypatch.setattr(command, "upgrade", fail)
    with pytest.raises(RuntimeError, match="power"):
        upgrade(empty)
    assert inspect(empty).get_table_names() == []
