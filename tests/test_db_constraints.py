"""Each constraint of the tables, violated once on each kind of database."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, ForeignKeyConstraint, UniqueConstraint, delete, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session

from trainer.models import Attempt, Base, Evidence, Flag, User

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def user(**changed: Any) -> User:
    return User(**({"id": uuid.uuid4(), "created_at": NOON} | changed))


def attempt(learner: uuid.UUID, **changed: Any) -> Attempt:
    values: dict[str, Any] = {
        "user_id": learner,
        "nonce": uuid.uuid4().hex,
        "hand": "{}",
        "rules": "tenhou",
        "ask": ["fu"],
        "answer": {"fu": 30},
        "right": True,
        "apart": False,
        "elapsed_ms": 1200,
        "asked_at": NOON,
        "answered_at": NOON + timedelta(seconds=2),
    }
    return Attempt(**(values | changed))


@pytest.fixture
def learner(session: Session) -> uuid.UUID:
    guest = user(name="Aki")
    session.add(guest)
    session.flush()
    return guest.id


def kept(session: Session, learner: uuid.UUID, **changed: Any) -> Attempt:
    row = attempt(learner, **changed)
    session.add(row)
    session.flush()
    return row


VIOLATIONS: dict[str, Callable[[Session, uuid.UUID], Base]] = {
    "pk_users": lambda _, learner: user(id=learner),
    "uq_users_name": lambda _, __: user(name="Aki"),
    "uq_attempts_nonce": lambda session, learner: attempt(learner, nonce=kept(session, learner).nonce),
    "fk_attempts_user_id_users": lambda _, __: attempt(uuid.uuid4()),
    "ck_attempts_elapsed_ms_not_negative": lambda _, learner: attempt(learner, elapsed_ms=-1),
    "ck_attempts_answered_after_asked": lambda _, learner: attempt(
        learner, answered_at=NOON - timedelta(microseconds=1)
    ),
    "fk_evidence_attempt_id_attempts": lambda _, __: Evidence(attempt_id=999, rule_type="tsumo", right=True),
    "fk_flags_attempt_id_attempts": lambda _, __: Flag(attempt_id=999, note="", flagged_at=NOON),
    "ck_evidence_rule_type_not_empty": lambda session, learner: Evidence(
        attempt_id=kept(session, learner).id, rule_type="", right=True
    ),
}


def constraint_names() -> set[str]:
    kinds = (CheckConstraint, ForeignKeyConstraint, UniqueConstraint)
    found = {
        str(constraint.name)
        for table in Base.metadata.sorted_tables
        for constraint in table.constraints
        if isinstance(constraint, kinds)
    }
    return found | {"pk_users"}


def test_no_constraint_is_forgotten_here() -> None:
    assert set(VIOLATIONS) == constraint_names()


@pytest.mark.parametrize("name", VIOLATIONS)
# A row with a key that is there already is noticed by SQLAlchemy before the database refuses it.
@pytest.mark.filterwarnings("ignore:New instance .* with identity key:sqlalchemy.exc.SAWarning")
def test_constraint_refuses(session: Session, learner: uuid.UUID, name: str) -> None:
    session.add(VIOLATIONS[name](session, learner))
    with pytest.raises(IntegrityError) as caught:
        session.flush()
    # SQLite names its checks, and for a unique column only the column.
    said = str(caught.value.orig)
    assert (
        name in said
        or "FOREIGN KEY" in said
        or name.removeprefix("uq_").replace("_", ".", 1) in said
        or (name == "pk_users" and "users.id" in said)
    )


def test_evidence_for_a_rule_type_is_kept_once_per_attempt(session: Session, learner: uuid.UUID) -> None:
    row = kept(session, learner)
    session.add(Evidence(attempt_id=row.id, rule_type="tsumo", right=True))
    session.flush()
    session.expunge_all()
    session.add(Evidence(attempt_id=row.id, rule_type="tsumo", right=False))
    with pytest.raises(IntegrityError):
        session.flush()


REQUIRED = [
    (table.name, column.name)
    for table in Base.metadata.sorted_tables
    for column in table.columns
    if not column.nullable and not column.primary_key
]


@pytest.mark.parametrize(("table", "column"), REQUIRED)
def test_required_column_refuses_null(session: Session, learner: uuid.UUID, table: str, column: str) -> None:
    rows: dict[str, Callable[[], Base]] = {
        "users": lambda: user(**{column: None}),
        "attempts": lambda: attempt(learner, **{column: None}),
        "evidence": lambda: Evidence(
            **{"attempt_id": kept(session, learner).id, "rule_type": "tsumo", "right": True, column: None}
        ),
        "flags": lambda: Flag(
            **{"attempt_id": kept(session, learner).id, "note": "odd", "flagged_at": NOON, column: None}
        ),
    }
    session.add(rows[table]())
    with pytest.raises(IntegrityError, match=rf"(?i){column}"):
        session.flush()


def test_guests_need_no_name_and_no_language(session: Session) -> None:
    session.add_all([user(), user()])
    session.flush()
    assert session.scalars(select(User.name)).all() == [None, None]


def test_deleting_a_user_deletes_the_answers(session: Session, learner: uuid.UUID) -> None:
    kept(session, learner, evidence=[Evidence(rule_type="tsumo", right=True)])
    session.execute(delete(User).where(User.id == learner))
    assert session.scalars(select(Attempt.id)).all() == []
    assert session.scalars(select(Evidence.rule_type)).all() == []


def test_an_attempt_comes_back_as_it_was_stored(session: Session, learner: uuid.UUID) -> None:
    tokyo = timezone(timedelta(hours=9))
    key = kept(
        session, learner, asked_at=NOON.astimezone(tokyo), evidence=[Evidence(rule_type="tsumo", right=False)]
    ).id
    session.expunge_all()
    row = session.get_one(Attempt, key)
    assert (row.user_id, row.ask, row.answer, row.elapsed_ms) == (learner, ["fu"], {"fu": 30}, 1200)
    assert [(fact.rule_type, fact.right) for fact in row.evidence] == [("tsumo", False)]
    assert row.asked_at == NOON
    assert row.asked_at.tzinfo is UTC


def test_a_moment_without_a_time_zone_is_refused(session: Session) -> None:
    session.add(user(created_at=datetime(2026, 1, 1)))  # noqa: DTZ001  (the point of this test)
    with pytest.raises(StatementError, match="without a time zone"):
        session.flush()
