"""Drill sets as they are kept: versions, copies, and who may look at them."""

import uuid
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.services.school import NOON, RIGHT, WIN, School, person
from trainer.mahjong.notation import win_name
from trainer.models import SetVersion
from trainer.services import assignments, classes, drills, runs
from trainer.services.classes import Role
from trainer.teaching.drills import Chosen, Drill, Recipe


@pytest.fixture
def school(session: Session) -> School:
    return School(session)


def lines(school: School) -> list[str]:
    return [win_name(win) for win in drills.latest_version(school.db, school.set).hands]


def change(school: School, drill: Drill, seed: int = 7, **more: bool) -> drills.Version:
    return drills.save(school.db, school.set, "Waits", drill, Random(seed), NOON, **more)


def test_a_set_is_kept_with_its_hands(school: School) -> None:
    kept = drills.latest_version(school.db, school.set)
    assert (kept.title, kept.number, kept.owner) == ("Waits", 1, school.teacher)
    assert kept.drill == Drill((Chosen(WIN), Chosen(WIN)))
    assert kept.hands == (WIN, WIN)


def test_what_nobody_has_begun_with_is_changed_in_place(school: School) -> None:
    of = school.assign()
    changed = change(school, Drill((Chosen(WIN),), tries=3))
    assert (changed.number, changed.id) == (1, of.version_id)
    assert school.found(of.id).tries == 3


def test_what_somebody_has_begun_with_stays_and_the_change_is_a_new_version(school: School) -> None:
    of = school.assign()
    run = school.begin(of, school.learner())
    changed = change(school, Drill((Chosen(WIN),)))
    assert changed.number == 2
    assert school.db.scalars(select(SetVersion.number).order_by(SetVersion.number)).all() == [1, 2]
    assert (school.found(of.id).number, len(school.run(run.id).hands)) == (1, 2)
    assert school.found(school.assign().id).number == 2


def test_saving_without_a_change_makes_no_version(school: School) -> None:
    school.begin(school.assign(), school.learner())
    kept = drills.latest_version(school.db, school.set)
    saved = drills.save(school.db, school.set, " New  name ", kept.drill, Random(1), NOON)
    assert (saved.number, saved.title, saved.id) == (1, "New name", kept.id)


def test_hands_stay_unless_what_they_are_dealt_by_changes(school: School) -> None:
    dealt = Drill((Recipe(count=3), Chosen(WIN)))
    change(school, dealt)
    before = lines(school)
    assert len(set(before)) == 4
    change(school, replace(dealt, tries=None), seed=8)
    assert lines(school) == before
    change(school, replace(dealt, tries=None), seed=8, deal_anew=True)
    assert lines(school)[-1] == before[-1]
    assert lines(school) != before


def test_a_copy_has_the_same_hands_and_another_owner(school: School) -> None:
    other = person(school.db, "Other")
    made = drills.copy(school.db, school.set, other, "Copied", NOON)
    kept = drills.latest_version(school.db, made)
    assert (kept.title, kept.number, kept.owner, kept.hands) == ("Copied", 1, other, (WIN, WIN))
    assert [one.title for one in drills.sets_of(school.db, other)] == ["Copied"]


def test_a_deleted_set_is_gone_for_its_owner_and_stays_where_it_is_assigned(school: School) -> None:
    of = school.assign()
    drills.delete_set(school.db, school.set, NOON)
    assert drills.sets_of(school.db, school.teacher) == []
    assert not drills.owns(school.db, school.set, school.teacher)
    assert drills.may_see(school.db, school.set, school.teacher)
    assert school.found(of.id).title == "Waits"


def test_a_deleted_set_that_is_assigned_nowhere_is_deleted(school: School) -> None:
    drills.delete_set(school.db, school.set, NOON)
    assert school.db.scalars(select(SetVersion.id)).all() == []


def test_the_list_tells_the_latest_version_and_where_it_is_assigned(school: School) -> None:
    school.begin(school.assign(), school.learner())
    change(school, Drill((Chosen(WIN),)))
    school.assign(by_link=True)
    (listed,) = drills.sets_of(school.db, school.teacher)
    assert (listed.count, listed.number, listed.assigned) == (1, 2, 2)


def test_teachers_of_its_classes_see_a_set_and_nobody_else(school: School) -> None:
    other, learner = person(school.db, "Other"), school.learner()
    assert drills.may_see(school.db, school.set, school.teacher)
    assert not drills.may_see(school.db, school.set, other)
    school.assign()
    classes.join(school.db, other, school.code, "Other", NOON)
    assert not drills.may_see(school.db, school.set, other)
    classes.appoint(school.db, school.room, other, Role.TEACHER)
    assert drills.may_see(school.db, school.set, other)
    assert not drills.owns(school.db, school.set, other)
    assert not drills.may_see(school.db, school.set, learner)
    classes.remove(school.db, school.room, other)
    assert not drills.may_see(school.db, school.set, other)


def test_there_are_only_so_many_sets(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drills, "MOST_SETS", 1)
    with pytest.raises(drills.TooManySetsError):
        drills.create(school.db, school.teacher, "More", Drill((Chosen(WIN),)), Random(1), NOON)


def test_a_set_is_printed_by_its_key_its_address_or_its_link(school: School) -> None:
    of = school.assign(by_link=True)
    names = (str(school.set), f"http://localhost/sets/{school.set}", of.link or "", f"/open/{of.link}")
    for name in names:
        found = drills.printed(school.db, name)
        assert found is not None
        assert (found.title, found.wins, found.address_path) == ("Waits", (WIN, WIN), f"/open/{of.link}")
    assert drills.printed(school.db, "nothing") is None
    assert drills.printed(school.db, str(uuid.uuid4())) is None


def test_paper_leads_to_what_is_assigned_and_never_to_what_was_ended(school: School) -> None:
    def way() -> str:
        found = drills.printed(school.db, str(school.set))
        assert found is not None
        return found.address_path

    assert way() == f"/sets/{school.set}"
    of = school.assign()
    assert way() == f"/assignments/{of.id}"
    link = school.assign(by_link=True)
    assert way() == f"/open/{link.link}"
    assignments.end(school.db, link.id, NOON)
    assert way() == f"/assignments/{of.id}"


def test_the_handed_in_count_only_who_is_in_the_class(school: School) -> None:
    of = school.assign()
    kept = []
    for called in ("Aki", "Bo", "Chie"):
        learner = school.learner(called)
        kept.append(learner)
        run = school.answer(school.begin(of, learner), RIGHT, RIGHT)
        if called != "Chie":
            runs.finish(school.db, run, NOON)
    classes.remove(school.db, school.room, kept[0])
    assert assignments.handed_in(school.db, [of.id]) == {of.id: 1}
