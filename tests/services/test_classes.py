"""Classes: who gets in, who stays, and who may teach."""

import uuid

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.services.school import IN_A_WEEK, NOON, RIGHT, School, person
from trainer.models import Attempt, Classroom, DrillSet, Membership
from trainer.services import classes, drills, farewell
from trainer.services.classes import CODE_LETTERS, ClassError, ClassFault, Role, State


@pytest.fixture
def school(session: Session) -> School:
    return School(session)


def refused(fault: ClassFault) -> "pytest.RaisesExc[ClassError]":
    return pytest.raises(ClassError, match=f"^{fault}$")


def test_a_code_is_found_however_it_is_typed(school: School) -> None:
    code = school.code
    assert len(code) == 6
    assert set(code) <= set(CODE_LETTERS)
    for typed in (code.lower(), f" {code[:3]} {code[3:]} ", f"{code[:3]}-{code[3:].lower()}"):
        assert classes.by_code(school.db, typed).id == school.room


def test_a_guest_joins_and_is_called_as_he_says(school: School) -> None:
    learner = school.learner(" Aki ")
    seen = classes.class_of(school.db, school.room, learner)
    assert seen is not None
    assert (seen.role, seen.called, seen.learners, seen.teachers) == (Role.LEARNER, "Aki", 1, ("Sensei",))
    member = classes.members(school.db, school.room)[1]
    assert (member.user, member.is_guest, member.state) == (learner, True, State.ACTIVE)


def test_joining_again_only_changes_what_one_is_called(school: School) -> None:
    learner = school.learner("Aki")
    classes.join(school.db, learner, school.code, "Akiko", NOON)
    classes.join(school.db, school.teacher, school.code, "Somebody", NOON)
    assert [(one.called, one.role) for one in classes.members(school.db, school.room)] == [
        ("Sensei", Role.TEACHER),
        ("Akiko", Role.LEARNER),
    ]


def test_a_learner_belongs_to_several_classes(school: School) -> None:
    learner = school.learner()
    other = classes.open_class(school.db, school.teacher, "Friday", "UTC", NOON)
    found = classes.class_of(school.db, other, school.teacher)
    assert found is not None
    classes.join(school.db, learner, found.code, "A.", NOON)
    assert [(one.title, one.called) for one in classes.classes_of(school.db, learner)] == [
        ("Friday", "A."),
        ("Tuesday", "Aki"),
    ]


def test_nobody_joins_by_an_unknown_or_an_old_code(school: School) -> None:
    old = school.code
    classes.renew_code(school.db, school.room)
    for code in (old, "", "ABC"):
        with refused(ClassFault.UNKNOWN_CODE):
            classes.join(school.db, uuid.uuid4(), code, "Aki", NOON)


def test_nobody_joins_an_archived_class_until_it_is_opened_again(school: School) -> None:
    classes.archive(school.db, school.room, NOON)
    with refused(ClassFault.ARCHIVED):
        classes.join(school.db, uuid.uuid4(), school.code, "Aki", NOON)
    classes.archive(school.db, school.room, None)
    assert classes.role_in(school.db, school.room, school.learner()) is Role.LEARNER


def test_who_left_may_come_back_and_who_was_removed_may_not(school: School) -> None:
    left, removed = school.learner("Left"), school.learner("Removed")
    classes.leave(school.db, school.room, left)
    classes.remove(school.db, school.room, removed)
    assert classes.role_in(school.db, school.room, left) is None
    assert classes.class_of(school.db, school.room, removed) is None
    classes.join(school.db, left, school.code, "Back", NOON)
    with refused(ClassFault.REMOVED):
        classes.join(school.db, removed, school.code, "Back", NOON)
    classes.readmit(school.db, school.room, removed)
    assert classes.role_in(school.db, school.room, removed) is Role.LEARNER


def test_a_class_is_full_at_some_point(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_MEMBERS", 2)
    school.learner()
    with refused(ClassFault.FULL):
        school.learner("Bo")


def test_a_teacher_needs_an_account(school: School) -> None:
    with refused(ClassFault.GUEST):
        classes.open_class(school.db, person(school.db), "Mine", "UTC", NOON)
    with refused(ClassFault.GUEST):
        classes.appoint(school.db, school.room, school.learner(), Role.TEACHER)


def test_a_class_always_has_a_teacher(school: School) -> None:
    for change in (classes.leave, classes.remove):
        with refused(ClassFault.LAST_TEACHER):
            change(school.db, school.room, school.teacher)
    with refused(ClassFault.LAST_TEACHER):
        classes.appoint(school.db, school.room, school.teacher, Role.LEARNER)
    second = person(school.db, "Second")
    classes.join(school.db, second, school.code, "Second", NOON)
    classes.appoint(school.db, school.room, second, Role.TEACHER)
    classes.leave(school.db, school.room, school.teacher)
    assert classes.role_in(school.db, school.room, second) is Role.TEACHER


@pytest.mark.parametrize(
    ("title", "zone", "fault"),
    [
        ("  ", "UTC", ClassFault.NO_TITLE),
        ("a\x00b", "UTC", ClassFault.NO_TITLE),
        ("A", "Mars/Olympus", ClassFault.NO_ZONE),
    ],
)
def test_a_class_needs_a_title_and_a_time_zone(school: School, title: str, zone: str, fault: ClassFault) -> None:
    with refused(fault):
        classes.open_class(school.db, school.teacher, title, zone, NOON)
    with refused(fault):
        classes.change(school.db, school.room, title, zone)


def test_deleting_a_class_leaves_the_answers_to_those_who_gave_them(school: School) -> None:
    learner = school.learner()
    school.answer(school.begin(school.assign(), learner), RIGHT)
    classes.delete_class(school.db, school.room)
    assert school.db.scalars(select(Membership.user_id)).all() == []
    kept = school.db.scalars(select(Attempt)).one()
    assert (kept.user_id, kept.run_id, kept.held_until) == (learner, None, None)


# --- when a teacher goes ---


def test_with_its_only_teacher_a_class_goes_and_so_do_his_sets(school: School) -> None:
    learner = school.learner()
    school.answer(school.begin(school.assign(), learner), RIGHT)
    farewell.go(school.db, school.teacher)
    assert school.db.scalars(select(Classroom.id)).all() == []
    assert school.db.scalars(select(DrillSet.id)).all() == []
    assert school.db.scalars(select(Attempt.held_until)).all() == [None]


def test_where_somebody_else_teaches_the_class_and_what_is_assigned_stay(school: School) -> None:
    second = person(school.db, "Second")
    classes.join(school.db, second, school.code, "Second", NOON)
    classes.appoint(school.db, school.room, second, Role.TEACHER)
    of, unused = school.assign(due_at=IN_A_WEEK), school.assign(by_link=True)
    other = drills.copy(school.db, school.set, school.teacher, "Nowhere", NOON)
    farewell.go(school.db, school.teacher)
    assert school.found(of.id).title == "Waits"
    assert school.found(unused.id).set_id == school.set
    assert school.db.get(DrillSet, other) is None
    assert school.db.get_one(DrillSet, school.set).owner_id is None
