"""The export holds everything that is kept of a learner, whatever tables there are."""

import json
import uuid
from typing import Any

from sqlalchemy import Table
from sqlalchemy.orm import Session

from tests.services.answers import NOON, keep
from tests.test_db_constraints import ROWS, assigned, run
from trainer.models import Base, User
from trainer.services.exports import WITHHELD, export
from trainer.teaching.rule_types import RuleType

PLACES = {
    "users": lambda found: found["profile"],
    "attempts": lambda found: found["attempts"][0],
    "evidence": lambda found: found["attempts"][0]["evidence"][0],
    "suspicions": lambda found: found["attempts"][0]["suspicions"][0],
    "notes": lambda found: found["attempts"][0]["note"],
    "flags": lambda found: found["attempts"][0]["flag"],
    "beliefs": lambda found: found["beliefs"][0],
    "cards": lambda found: found["cards"][0],
    "ratings": lambda found: found["ratings"][0],
    "sessions": lambda found: found["sessions"][0],
    "recovery_codes": lambda found: found["recovery_codes"],
    "jobs": lambda found: found["jobs"][0],
    "memberships": lambda found: found["memberships"][0],
    "runs": lambda found: found["runs"][0],
    "drill_sets": lambda found: found["drill_sets"][0],
    "set_versions": lambda found: found["drill_sets"][0]["set_versions"][0],
    "assignments": lambda found: found["drill_sets"][0]["set_versions"][0]["assignments"][0],
}
"""Where in an export a row of each table is."""


def is_of_a_learner(table: Table) -> bool:
    """True when its rows hang on a user, directly or by way of another table."""
    above = {key.column.table for key in table.foreign_keys}
    return table.name == "users" or any(is_of_a_learner(parent) for parent in above)


def whole(session: Session, learner: uuid.UUID) -> Any:
    """The export of a learner of whom there is a row in every table."""
    attempt = keep(session, learner, {RuleType.WAIT: False})[0]
    user = session.get_one(User, learner)
    user.name, user.name_key, user.password, user.email = "Aki", "aki-key", "the-hash", "aki@example.org"
    for table, made in ROWS.items():
        if table != "evidence":
            of_user = "user_id" in Base.metadata.tables[table].columns
            session.add(made(learner if of_user else attempt.id))
    session.flush()
    session.add(run(assigned(session, learner)))
    session.flush()
    return json.loads(export(session, learner, NOON))


def test_every_column_of_every_table_about_a_learner_is_in_it_but_secrets(session: Session, learner: uuid.UUID) -> None:
    found = whole(session, learner)
    for table in Base.metadata.sorted_tables:
        if is_of_a_learner(table):
            held = PLACES[table.name](found)
            left_out = WITHHELD.get(table.name, set()) | {"user_id", "attempt_id", "owner_id"}
            missing = {column.name for column in table.columns} - left_out - set(held)
            assert missing == set(), table.name
            assert not WITHHELD.get(table.name, set()) & set(held), table.name


def test_no_secret_is_in_it(session: Session, learner: uuid.UUID) -> None:
    text = json.dumps(whole(session, learner))
    assert "the-hash" not in text
    assert "digest" not in text
    assert json.loads(text)["recovery_codes"] == {"left": 1}


def test_hands_are_objects_and_moments_have_a_zone(session: Session, learner: uuid.UUID) -> None:
    attempt = whole(session, learner)["attempts"][0]
    assert attempt["hand"]["seat_wind"] == "S"
    assert attempt["asked_at"] == NOON.isoformat().replace("+00:00", "Z")


def test_only_ones_own_is_in_it_and_a_newcomer_has_nothing(session: Session, learner: uuid.UUID) -> None:
    whole(session, learner)
    assert json.loads(export(session, uuid.uuid4(), NOON)) == {
        "format": "fu-trainer-export-1",
        "profile": None,
        "attempts": [],
        **{name: [] for name in ("beliefs", "cards", "jobs", "ratings", "sessions")},
        **{name: [] for name in ("memberships", "runs", "drill_sets")},
        "recovery_codes": {"left": 0},
    }
