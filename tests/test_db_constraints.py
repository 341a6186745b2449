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
    Assignment,
    Attempt,
    Base,
    Belief,
    Card,
    Classroom,
    DrillSet,
    Evidence,
    Flag,
    Job,
    Membership,
    Note,
    Rating,
    RecoveryCode,
    Run,
    SetVersion,
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
    "jobs": lambda owner, **changed: Job(
        **(
            {"id": uuid.uuid4(), "user_id": owner, "kind": "worksheet", "asked": {}, "state": "waiting"}
            | {"done": 0, "total": 1, "created_at": NOON, "changed_at": NOON}
            | changed
        )
    ),
}
"""A row of every other table, of an attempt or of a learner."""

KEY = {name: uuid.uuid5(uuid.NAMESPACE_OID, name) for name in ("classes", "drill_sets", "set_versions", "assignments")}


def classroom(**changed: Any) -> Classroom:
    return Classroom(
        **({"id": KEY["classes"], "title": "Tuesday", "code": "ABCD", "time_zone": "UTC", "created_at": NOON} | changed)
    )


def drill_set(owner: uuid.UUID | None, **changed: Any) -> DrillSet:
    values: dict[str, Any] = {
        "id": KEY["drill_sets"],
        "owner_id": owner,
        "title": "Waits",
        "created_at": NOON,
        "changed_at": NOON,
    }
    return DrillSet(**(values | changed))


def set_version(**changed: Any) -> SetVersion:
    values: dict[str, Any] = {
        "id": KEY["set_versions"],
        "set_id": KEY["drill_sets"],
        "number": 1,
        "drill": {},
        "hands": [],
    }
    return SetVersion(**(values | {"created_at": NOON} | changed))


def assignment(**changed: Any) -> Assignment:
    values: dict[str, Any] = {"id": KEY["assignments"], "version_id": KEY["set_versions"], "class_id": KEY["classes"]}
    values |= {"opens_at": NOON, "late_allowed": True, "time_zone": "UTC", "created_at": NOON}
    return Assignment(**(values | changed))


def run(learner: uuid.UUID, **changed: Any) -> Run:
    values: dict[str, Any] = {
        "id": uuid.uuid4(),
        "assignment_id": KEY["assignments"],
        "user_id": learner,
        "number": 1,
        "called": "",
    }
    return Run(**(values | {"started_at": NOON, "place": 0, "late": False} | changed))


def membership(learner: uuid.UUID, **changed: Any) -> Membership:
    values: dict[str, Any] = {
        "class_id": KEY["classes"],
        "user_id": learner,
        "role": "learner",
        "state": "active",
        "called": "Aki",
    }
    return Membership(**(values | {"joined_at": NOON} | changed))


def assigned(session: Session, learner: uuid.UUID) -> uuid.UUID:
    """A class with a drill set that is assigned to it, and the learner in it; his key again."""
    for row in (classroom(), drill_set(learner), set_version(), assignment(), membership(learner)):
        session.add(row)
        session.flush()
    return learner


TEACHING: dict[str, Callable[..., Base]] = {
    "classes": lambda _, **changed: classroom(**({"id": uuid.uuid4(), "code": "EFGH"} | changed)),
    "memberships": membership,
    "drill_sets": lambda owner, **changed: drill_set(owner, **({"id": uuid.uuid4()} | changed)),
    "set_versions": lambda _, **changed: set_version(**({"id": uuid.uuid4(), "number": 2} | changed)),
    "assignments": lambda _, **changed: assignment(**({"id": uuid.uuid4()} | changed)),
    "runs": run,
}
"""A row of every table about teaching, beside those of ``assigned``."""


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
    "fk_jobs_user_id_users": lambda _, __: ROWS["jobs"](uuid.uuid4()),
    "ck_jobs_state_known": lambda _, learner: ROWS["jobs"](learner, state="lost"),
    "uq_classes_code": lambda session, learner: classroom(id=assigned(session, learner)),
    "fk_memberships_class_id_classes": lambda _, learner: membership(learner),
    "fk_memberships_user_id_users": lambda session, learner: membership(
        uuid.uuid5(assigned(session, learner), "another")
    ),
    "ck_memberships_role_known": lambda session, learner: second(session, learner, role="owner"),
    "ck_memberships_state_known": lambda session, learner: second(session, learner, state="asleep"),
    "fk_drill_sets_owner_id_users": lambda _, __: drill_set(uuid.uuid4()),
    "fk_set_versions_set_id_drill_sets": lambda _, __: set_version(),
    "uq_set_versions_set_id_number": lambda session, learner: set_version(id=assigned(session, learner)),
    "fk_assignments_version_id_set_versions": lambda session, learner: assignment(
        id=assigned(session, learner), version_id=uuid.uuid4()
    ),
    "fk_assignments_class_id_classes": lambda session, learner: assignment(
        id=assigned(session, learner), class_id=uuid.uuid4()
    ),
    "uq_assignments_link": lambda session, learner: linked_twice(session, assigned(session, learner)),
    "ck_assignments_for_a_class_or_by_link": lambda session, learner: assignment(
        id=assigned(session, learner), link="both"
    ),
    "ck_assignments_due_after_opening": lambda session, learner: assignment(id=assigned(session, learner), due_at=NOON),
    "fk_runs_assignment_id_assignments": lambda _, learner: run(learner),
    "fk_runs_user_id_users": lambda session, learner: run(uuid.uuid5(assigned(session, learner), "another")),
    "uq_runs_assignment_id_user_id_number": lambda session, learner: run(ran(session, assigned(session, learner))),
    "ck_runs_number_positive": lambda session, learner: run(assigned(session, learner), number=0),
    "fk_attempts_run_id_runs": lambda _, learner: attempt(learner, run_id=uuid.uuid4(), place=0),
    "ck_attempts_has_its_place_in_a_run": lambda session, learner: attempt(learner, run_id=run_of(session, learner)),
    "uq_attempts_run_id_place": lambda session, learner: answered_twice(session, learner),
}


def second(session: Session, learner: uuid.UUID, **changed: Any) -> Membership:
    assigned(session, learner)
    another = user()
    session.add(another)
    session.flush()
    return membership(another.id, **changed)


def linked_twice(session: Session, version_of: uuid.UUID) -> Assignment:
    session.add(assignment(id=version_of, class_id=None, link="open"))
    session.flush()
    return assignment(id=uuid.uuid4(), class_id=None, link="open")


def run_of(session: Session, learner: uuid.UUID) -> uuid.UUID:
    begun = run(assigned(session, learner))
    session.add(begun)
    session.flush()
    return begun.id


def ran(session: Session, learner: uuid.UUID) -> uuid.UUID:
    session.add(run(learner))
    session.flush()
    return learner


def answered_twice(session: Session, learner: uuid.UUID) -> Attempt:
    begun = run_of(session, learner)
    kept(session, learner, run_id=begun, place=0)
    return attempt(learner, run_id=begun, place=0)


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


UNIQUE = {
    "uq_set_versions_set_id_number": ("set_versions.set_id", "set_versions.number"),
    "uq_runs_assignment_id_user_id_number": ("runs.assignment_id", "runs.user_id", "runs.number"),
    "uq_attempts_run_id_place": ("attempts.run_id", "attempts.place"),
}


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
        or all(part in said for part in UNIQUE.get(name, (name,)))
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
    elif table in TEACHING:
        row = TEACHING[table](assigned(session, learner), **{column: None})
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
