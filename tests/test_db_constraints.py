"""Each constraint of the tables, violated once on each kind of database."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from sqlalchemy import CheckConstraint, ForeignKeyConstraint, UniqueConstraint, delete, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.orm import Session

from trainer.models import (
    Attempt,
    Base,
    Belief,
    Card,
    Evidence,
    Flag,
    Note,
    Rating,
    RecoveryCode,
    SignIn,
    Suspicion,
    User,
)

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
    owner = user(**ACCOUNT)
    session.add(owner)
    session.flush()
    return owner.id


def kept(session: Session, learner: uuid.UUID, **changed: Any) -> Attempt:
    row = attempt(learner, **changed)
    session.add(row)
    session.flush()
    return row


ACCOUNT = {"name": "Aki", "name_key": "aki", "password": "hash"}
MOMENTS = {"due": NOON, "reviewed_at": NOON}

ROWS: dict[str, Callable[..., Base]] = {
    "evidence": lambda owner, **changed: Evidence(
        **({"attempt_id": owner, "rule_type": "tsumo", "right": True} | changed)
    ),
    "suspicions": lambda owner, **changed: Suspicion(
        **({"attempt_id": owner, "mistake": "no_tsumo", "probability": 0.5} | changed)
    ),
    "flags": lambda owner, **changed: Flag(**({"attempt_id": owner, "note": "odd", "flagged_at": NOON} | changed)),
    "notes": lambda owner, **changed: Note(**({"attempt_id": owner, "text": "the wait!"} | changed)),
    "beliefs": lambda owner, **changed: Belief(
        **(
            {"user_id": owner, "mistake": "no_tsumo", "made": 0.06, "avoided": 0.94, "evidence": 0.0, "named": False}
            | changed
        )
    ),
    "cards": lambda owner, **changed: Card(
        **({"user_id": owner, "rule_type": "kan", "stability": 2.3, "difficulty": 5.0} | MOMENTS | changed)
    ),
    "ratings": lambda owner, **changed: Rating(
        **({"user_id": owner, "hand_class": "runs", "rating": 0.2, "answers": 1} | changed)
    ),
    "sessions": lambda owner, **changed: SignIn(
        **({"id": "digest", "user_id": owner, "created_at": NOON, "seen_at": NOON} | changed)
    ),
    "recovery_codes": lambda owner: RecoveryCode(user_id=owner, code="digest"),
}
"""A row of every other table, of an attempt or of a learner."""


VIOLATIONS: dict[str, Callable[[Session, uuid.UUID], Base]] = {
    "pk_users": lambda _, learner: user(id=learner),
    "uq_users_name_key": lambda _, __: user(**ACCOUNT),
    "ck_users_account_is_whole": lambda _, __: user(name="Bo", name_key="bo"),
    "ck_users_guests_have_no_email": lambda _, __: user(email="bo@example.org"),
    "fk_sessions_user_id_users": lambda _, __: ROWS["sessions"](uuid.uuid4()),
    "fk_recovery_codes_user_id_users": lambda _, __: ROWS["recovery_codes"](uuid.uuid4()),
    "uq_attempts_nonce": lambda session, learner: attempt(learner, nonce=kept(session, learner).nonce),
    "fk_attempts_user_id_users": lambda _, __: attempt(uuid.uuid4()),
    "ck_attempts_elapsed_ms_not_negative": lambda _, learner: attempt(learner, elapsed_ms=-1),
    "ck_attempts_answered_after_asked": lambda _, learner: attempt(
        learner, answered_at=NOON - timedelta(microseconds=1)
    ),
    "fk_evidence_attempt_id_attempts": lambda _, __: ROWS["evidence"](999),
    "fk_suspicions_attempt_id_attempts": lambda _, __: ROWS["suspicions"](999),
    "fk_flags_attempt_id_attempts": lambda _, __: ROWS["flags"](999),
    "fk_notes_attempt_id_attempts": lambda _, __: ROWS["notes"](999),
    "fk_beliefs_user_id_users": lambda _, __: ROWS["beliefs"](uuid.uuid4()),
    "fk_cards_user_id_users": lambda _, __: ROWS["cards"](uuid.uuid4()),
    "fk_ratings_user_id_users": lambda _, __: ROWS["ratings"](uuid.uuid4()),
    "ck_evidence_rule_type_not_empty": lambda session, learner: ROWS["evidence"](
        kept(session, learner).id, rule_type=""
    ),
    "ck_suspicions_probability_is_one": lambda session, learner: ROWS["suspicions"](
        kept(session, learner).id, probability=1.01
    ),
    "ck_beliefs_beta_is_proper": lambda _, learner: ROWS["beliefs"](learner, made=0.0),
    "ck_ratings_answers_positive": lambda _, learner: ROWS["ratings"](learner, answers=0),
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
    if table == "users":
        row: Base = user(**{column: None})
    elif table == "attempts":
        row = attempt(learner, **{column: None})
    else:
        owner = learner if "user_id" in Base.metadata.tables[table].columns else kept(session, learner).id
        row = ROWS[table](owner, **{column: None})
    session.add(row)
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
