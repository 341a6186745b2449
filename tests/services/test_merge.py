"""What a guest answered becomes part of the account that he signs in to."""

import uuid
from datetime import timedelta
from threading import Thread

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from tests.services.answers import NOON, keep
from tests.services.questions import NO_TEN, RIGHT, question
from tests.services.school import School, person
from tests.services.test_accounts import account
from trainer.models import Attempt, Base, Belief, Card, Flag, Membership, Note, Rating, Suspicion, User
from trainer.services import classes, learning, runs
from trainer.services.classes import Role, State
from trainer.services.learning import learner_of
from trainer.services.merge import take_over
from trainer.services.practice import answer_question
from trainer.teaching import belief
from trainer.teaching.learner import beliefs_after
from trainer.teaching.rule_types import RuleType


def answer(session: Session, learner: uuid.UUID, minute: int, right: bool) -> None:
    answer_question(session, question(learner), RIGHT if right else NO_TEN, 8000, NOON + timedelta(minutes=minute))


def of(session: Session, table: type[Base], learner: uuid.UUID) -> dict[str, tuple[object, ...]]:
    """The rows of a learner, by the key they have beside him."""
    columns = [column for column in table.__table__.columns if column.name != "user_id"]
    rows = session.execute(select(*columns).where(table.__table__.c.user_id == learner))
    return {row[0]: tuple(row[1:]) for row in rows}


def test_everything_of_the_guest_is_the_accounts_and_the_guest_is_gone(session: Session, learner: uuid.UUID) -> None:
    mine = account(session)
    keep(session, mine, {RuleType.WAIT: True})
    attempt = keep(session, learner, {RuleType.WAIT: False})[0]
    session.add_all(
        [
            Suspicion(attempt_id=attempt.id, mistake="no_tanki", probability=0.9),
            Note(attempt_id=attempt.id, text="the wait!"),
            Flag(attempt_id=attempt.id, note="odd", flagged_at=NOON),
        ]
    )
    session.flush()
    assert take_over(session, learner, mine) == 1
    assert session.scalars(select(User.id)).all() == [mine]
    assert set(session.scalars(select(Attempt.user_id))) == {mine}
    assert [note.text for note in session.scalars(select(Note))] == ["the wait!"]
    assert [flag.note for flag in session.scalars(select(Flag))] == ["odd"]
    assert of(session, Belief, mine)["no_tanki"]


def test_beliefs_are_folded_of_the_suspicions_of_both_in_their_order(session: Session, learner: uuid.UUID) -> None:
    mine = account(session)
    for minute, right in enumerate((False, True, False, False, True, False)):
        answer(session, mine if minute % 2 else learner, minute, right)
    take_over(session, learner, mine)
    expected: dict[str, belief.Belief] = {}
    for attempt in session.scalars(select(Attempt).order_by(Attempt.answered_at)):
        expected = beliefs_after(expected, {row.mistake: row.probability for row in attempt.suspicions})
    assert len(expected) > 1
    folded = {name: (row[0], row[1], row[2]) for name, row in of(session, Belief, mine).items()}
    assert folded == {name: (one.made, one.avoided, one.evidence) for name, one in expected.items()}


def test_the_likelihoods_in_memory_notice_answers_that_came_in_between(session: Session, learner: uuid.UUID) -> None:
    mine = account(session)
    answer(session, learner, 1, False)
    answer(session, mine, 2, False)
    before = learner_of(session, mine).posterior
    take_over(session, learner, mine)
    merged = learner_of(session, mine).posterior
    assert (round(before.wrong), round(merged.wrong)) == (1, 2)
    learning._folded._values.clear()
    assert learner_of(session, mine).posterior.of_mistakes == pytest.approx(merged.of_mistakes)


def test_the_card_reviewed_last_and_the_rating_of_more_answers_stay(session: Session, learner: uuid.UUID) -> None:
    mine = account(session)
    session.add(User(id=learner, created_at=NOON))
    session.flush()

    def card(owner: uuid.UUID, rule_type: str, minute: int, stability: float) -> Card:
        at = NOON + timedelta(minutes=minute)
        return Card(user_id=owner, rule_type=rule_type, stability=stability, difficulty=5.0, due=at, reviewed_at=at)

    session.add_all([card(mine, "wait", 1, 1.0), card(learner, "wait", 2, 2.0), card(learner, "kan", 1, 2.0)])
    session.add_all([card(mine, "dora", 2, 1.0), card(learner, "dora", 1, 2.0)])
    for owner, hand_class, answers in ((mine, "runs", 5), (learner, "runs", 9), (mine, "kan", 3), (learner, "kan", 2)):
        session.add(Rating(user_id=owner, hand_class=hand_class, rating=0.1, answers=answers))
    session.flush()
    take_over(session, learner, mine)
    assert {name: row[0] for name, row in of(session, Card, mine).items()} == {"wait": 2.0, "kan": 2.0, "dora": 1.0}
    assert {name: row[1] for name, row in of(session, Rating, mine).items()} == {"runs": 9, "kan": 3}


def test_nothing_is_taken_from_whoever_has_a_name(session: Session) -> None:
    mine, other = account(session), account(session, "Bo")
    keep(session, other, {RuleType.WAIT: True})
    assert take_over(session, other, mine) == 0
    assert take_over(session, mine, mine) == 0
    assert session.scalars(select(Attempt.user_id)).all() == [other]


def test_a_guest_without_an_answer_brings_nothing(session: Session, learner: uuid.UUID) -> None:
    assert take_over(session, learner, account(session)) == 0


def test_a_merge_that_fails_leaves_both_as_they_were(
    session: Session, learner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = account(session)
    answer(session, learner, 1, False)
    session.commit()

    def fail(*_: object) -> None:
        raise RuntimeError("the power went out")

    with monkeypatch.context() as patch:
        patch.setattr(learning, "fold_anew", fail)
        with pytest.raises(RuntimeError, match="power"):
            take_over(session, learner, mine)
    session.rollback()
    assert session.scalars(select(Attempt.user_id)).all() == [learner]
    assert take_over(session, learner, mine) == 1


@pytest.mark.postgres
def test_two_sign_ins_of_one_guest_at_once_move_his_answers_once(migrated_postgres: Engine) -> None:
    guest = uuid.uuid4()
    with Session(migrated_postgres) as session:
        mine = account(session, f"Aki {guest.hex[:8]}")
        for minute in range(3):
            answer(session, guest, minute, minute > 0)
        session.commit()
    moved: list[int] = []

    def sign_in() -> None:
        with Session(migrated_postgres) as session:
            moved.append(take_over(session, guest, mine))
            session.commit()

    threads = [Thread(target=sign_in) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(moved) == [0, 0, 0, 3]
    with Session(migrated_postgres) as session:
        assert session.get(User, guest) is None
        assert len(session.scalars(select(Attempt).where(Attempt.user_id == mine)).all()) == 3
        session.delete(session.get_one(User, mine))
        session.commit()


# --- classes ---


def test_classes_and_runs_of_the_guest_are_the_accounts(session: Session) -> None:
    school = School(session, tries=None)
    mine, guest = person(session, "Aki"), school.learner("A guest")
    of = school.assign()
    run = school.answer(school.begin(of, guest), NO_TEN)
    assert take_over(session, guest, mine) == 1
    assert classes.role_in(session, school.room, mine) is Role.LEARNER
    assert [one.called for one in classes.members(session, school.room)] == ["Sensei", "A guest"]
    kept = school.run(run.id)
    assert (kept.learner, kept.done[0].right) == (mine, False)
    assert school.answer(kept, NO_TEN, RIGHT).done[1].right


def test_runs_of_the_guest_count_as_further_tries(session: Session) -> None:
    school = School(session, tries=2)
    mine, guest = person(session, "Aki"), school.learner("A guest")
    classes.join(session, mine, school.code, "Aki", NOON)
    of = school.assign()
    own, his = school.begin(of, mine), school.begin(of, guest)
    take_over(session, guest, mine)
    assert [(run.id, run.number) for run in runs.runs_by(session, mine, of.id)] == [(own.id, 1), (his.id, 2)]
    assert {one.called for one in classes.members(session, school.room)} == {"Sensei", "Aki"}


@pytest.mark.parametrize(
    ("account_is", "guest_is", "then"),
    [
        (State.REMOVED, State.ACTIVE, State.REMOVED),
        (State.LEFT, State.ACTIVE, State.ACTIVE),
        (State.ACTIVE, State.REMOVED, State.ACTIVE),
        (State.ACTIVE, State.LEFT, State.ACTIVE),
        (None, State.REMOVED, State.REMOVED),
    ],
)
def test_nobody_gets_around_a_removal_by_signing_in(
    session: Session, account_is: State | None, guest_is: State, then: State
) -> None:
    school = School(session)
    mine, guest = person(session, "Aki"), school.learner("A guest")
    session.get_one(Membership, (school.room, guest)).state = guest_is
    if account_is is not None:
        classes.join(session, mine, school.code, "Aki", NOON)
        session.get_one(Membership, (school.room, mine)).state = account_is
    session.flush()
    take_over(session, guest, mine)
    assert session.get_one(Membership, (school.room, mine)).state == then


def test_every_table_of_a_guest_is_thought_of() -> None:
    """Whatever hangs on a user is moved, folded anew, or is of accounts only; a new table must be one of these."""
    moved = {"attempts", "cards", "ratings", "beliefs", "memberships", "runs"}
    of_accounts_only = {"sessions", "recovery_codes", "jobs", "drill_sets"}
    hanging = {
        table.name
        for table in Base.metadata.sorted_tables
        if any(key.column.table.name == "users" for key in table.foreign_keys)
    }
    assert hanging == moved | of_accounts_only
