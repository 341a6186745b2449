"""Working through what is assigned: on time, late, again, by the clock, and who is told when."""

import uuid
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.services.school import IN_A_WEEK, MINUTE, NO_TEN, NOON, RIGHT, WIN, School
from trainer.models import Attempt
from trainer.services import assignments, classes, drills, review, runs
from trainer.services.assignments import Assigned, Dates, Phase
from trainer.services.practice import TooLateError
from trainer.services.runs import RunError, RunFault
from trainer.teaching.drills import Chosen, Drill, Feedback, Recipe

SECOND = timedelta(seconds=1)
LATE = IN_A_WEEK + MINUTE


def school_of(session: Session, **drill: Any) -> School:
    return School(session, **drill)


def refused(fault: RunFault) -> "pytest.RaisesExc[RunError]":
    return pytest.raises(RunError, match=f"^{fault}$")


# --- when ---


@pytest.mark.parametrize(
    ("moment", "late_allowed", "phase"),
    [
        (NOON - SECOND, True, Phase.UPCOMING),
        (NOON, True, Phase.OPEN),
        (IN_A_WEEK - SECOND, False, Phase.OPEN),
        (IN_A_WEEK, True, Phase.LATE),
        (IN_A_WEEK, False, Phase.CLOSED),
    ],
)
def test_dates_decide_what_can_be_done(session: Session, moment: Any, late_allowed: bool, phase: Phase) -> None:
    school = school_of(session)
    of, learner = school.assign(late_allowed=late_allowed), school.learner()
    assert of.phase(moment) is phase
    if phase in (Phase.OPEN, Phase.LATE):
        assert school.begin(of, learner, moment).late is (phase is Phase.LATE)
    else:
        with refused(RunFault(phase)):
            school.begin(of, learner, moment)


def test_what_is_due_before_it_opens_is_refused(session: Session) -> None:
    school = school_of(session)
    with pytest.raises(ValueError, match="due before"):
        school.assign(due_at=NOON)
    of = school.assign()
    with pytest.raises(ValueError, match="due before"):
        assignments.change_dates(session, of.id, Dates(IN_A_WEEK, NOON, True, "UTC"))


def test_an_answer_after_the_due_date_makes_the_run_late(session: Session) -> None:
    school = school_of(session)
    run = school.begin(school.assign(), school.learner())
    assert not school.answer(run, RIGHT, at=IN_A_WEEK - SECOND).late
    runs.answer(session, school.run(run.id), 1, RIGHT, 8000, LATE)
    assert school.run(run.id).late


def test_where_late_is_not_allowed_the_due_date_ends_a_run(session: Session) -> None:
    school = school_of(session)
    run = school.begin(school.assign(late_allowed=False), school.learner())
    assert run.is_over(IN_A_WEEK)
    with pytest.raises(TooLateError):
        school.answer(run, RIGHT, at=LATE)
    # What was on its way in time counts.
    assert school.answer(run, RIGHT, at=IN_A_WEEK + SECOND).done[0].right


def test_when_it_was_ended_nothing_is_begun_or_answered_until_it_is_opened_again(session: Session) -> None:
    school = school_of(session)
    of, learner = school.assign(), school.learner()
    run = school.begin(of, learner)
    assignments.end(session, of.id, NOON)
    assert school.run(run.id).is_over(NOON)
    with pytest.raises(TooLateError):
        school.answer(run, RIGHT, at=NOON + MINUTE)
    with refused(RunFault.CLOSED):
        school.begin(school.found(of.id), school.learner("Bo"))
    assignments.end(session, of.id, None)
    assert school.answer(run, RIGHT).done[0].right


def test_nothing_goes_on_in_an_archived_class(session: Session) -> None:
    school = school_of(session)
    of, learner = school.assign(), school.learner()
    run = school.begin(of, learner)
    classes.archive(session, school.room, NOON)
    assert school.run(run.id).is_over(NOON)
    with refused(RunFault.CLOSED):
        school.begin(school.found(of.id), learner)


# --- who ---


def test_only_learners_of_the_class_begin(session: Session) -> None:
    school = school_of(session)
    of, gone = school.assign(), school.learner("Gone")
    classes.remove(session, school.room, gone)
    for somebody in (gone, school.teacher, uuid.uuid4()):
        with refused(RunFault.NOT_FOR_YOU):
            school.begin(of, somebody)


def test_whoever_has_the_link_begins_and_is_called_as_he_says(session: Session) -> None:
    school = school_of(session)
    of = school.assign(by_link=True)
    assert assignments.by_link(session, of.link or "") == of
    key = runs.begin(session, uuid.uuid4(), of, " Mio ", Random(1), NOON)
    run = school.answer(school.run(key), RIGHT)
    assert run.done[0].right


# --- how often ---


def test_a_run_goes_on_until_it_is_over_and_the_tries_are_counted(session: Session) -> None:
    school = school_of(session, tries=2)
    of, learner = school.assign(), school.learner()
    first = school.begin(of, learner)
    assert school.begin(of, learner).id == first.id
    runs.finish(session, first, NOON)
    second = school.begin(of, learner)
    assert (second.number, second.done) == (2, {})
    runs.finish(session, second, NOON)
    with refused(RunFault.NO_TRIES_LEFT):
        school.begin(of, learner)
    assert [run.number for run in runs.runs_by(session, learner, of.id)] == [1, 2]


def test_the_same_hands_again_say_nothing_about_what_is_known(session: Session) -> None:
    school = school_of(session, tries=None)
    of, learner = school.assign(), school.learner()
    runs.finish(session, school.answer(school.begin(of, learner), NO_TEN, NO_TEN), NOON)
    school.answer(school.begin(of, learner), RIGHT, RIGHT)
    assert review.answered(session, learner) == (2, 0)


def test_each_learner_and_each_try_has_hands_of_his_own_where_that_is_chosen(session: Session) -> None:
    school = school_of(session)
    drill = Drill((Recipe(count=3), Chosen(WIN)), own_hands=True, tries=None)
    drills.save(session, school.set, "Own", drill, Random(1), NOON)
    of, hands = school.assign(), []
    for seed, learner in enumerate((school.learner("Aki"), school.learner("Bo"))):
        run = school.run(runs.begin(session, learner, of, "", Random(seed), NOON))
        hands.append(run.hands)
        runs.finish(session, run, NOON)
        hands.append(school.run(runs.begin(session, learner, of, "", Random(seed + 5), NOON)).hands)
    assert len({dealt[:3] for dealt in hands}) == 4
    assert {dealt[3] for dealt in hands} == {WIN}
    assert school.run(run.id).hands == hands[2]


def test_answering_twice_counts_once(session: Session) -> None:
    school = school_of(session)
    run = school.begin(school.assign(), school.learner())
    school.answer(run, NO_TEN)
    verdict = runs.answer(session, school.run(run.id), 0, RIGHT, 8000, NOON)
    assert not verdict.right
    assert len(session.scalars(select(Attempt.id)).all()) == 1


def test_questions_may_be_left_for_later_where_each_has_no_time_of_its_own(session: Session) -> None:
    school = school_of(session)
    run = school.begin(school.assign(), school.learner())
    assert (run.open_places(), run.next_place(), run.next_place(after=0), run.next_place(after=1)) == ((0, 1), 0, 1, 0)
    runs.answer(session, run, 1, RIGHT, 8000, NOON)
    run = school.run(run.id)
    assert (run.open_places(), run.next_place(after=1)) == ((0,), 0)
    run = school.answer(run, RIGHT)
    assert run.next_place() is None


# --- by the clock ---


def test_time_for_the_whole_set_ends_the_run(session: Session) -> None:
    school = school_of(session, seconds_whole=60)
    run = school.begin(school.assign(), school.learner())
    assert run.ends_at == NOON + MINUTE
    school.answer(run, RIGHT, at=NOON + 30 * SECOND)
    with pytest.raises(TooLateError):
        runs.answer(session, school.run(run.id), 1, RIGHT, 8000, NOON + 64 * SECOND)
    assert school.run(run.id).is_over(NOON + MINUTE)


def test_each_question_has_its_own_time_which_begins_when_it_is_asked_for(session: Session) -> None:
    school = school_of(session, seconds_each=20)
    run = school.begin(school.assign(), school.learner())
    with pytest.raises(TooLateError):  # its turn has not come
        runs.answer(session, run, 1, RIGHT, 8000, NOON + SECOND)
    run = school.answer(run, RIGHT, at=NOON + 20 * SECOND)
    assert run.place == 0
    runs.go_on(session, run, NOON + MINUTE)
    run = school.run(run.id)
    assert (run.place, run.turn_ends()) == (1, NOON + MINUTE + 20 * SECOND)
    with pytest.raises(TooLateError):
        runs.answer(session, run, 1, RIGHT, 8000, NOON + MINUTE + 24 * SECOND)


def test_no_question_is_passed_before_its_time_is_up_and_no_clock_begins_anew(session: Session) -> None:
    school = school_of(session, seconds_each=20)
    run = school.begin(school.assign(), school.learner())
    runs.go_on(session, run, NOON + 19 * SECOND)
    assert school.run(run.id).place == 0
    runs.go_on(session, school.run(run.id), NOON + 20 * SECOND)
    runs.go_on(session, school.run(run.id), NOON + 25 * SECOND)
    run = school.run(run.id)
    assert (run.place, run.shown_at, run.open_places()) == (1, NOON + 20 * SECOND, (1,))


def test_without_feedback_in_between_the_next_question_follows_at_once(session: Session) -> None:
    school = school_of(session, seconds_each=20, feedback=Feedback.AT_END)
    run = school.answer(school.begin(school.assign(), school.learner()), RIGHT, at=NOON + 5 * SECOND)
    assert (run.place, run.shown_at) == (1, NOON + 5 * SECOND)


# --- who is told when ---


def told(school: School, run: runs.Running, now: Any) -> bool:
    return school.run(run.id).is_told(now)


def known(school: School, learner: uuid.UUID) -> int:
    """How many answers the learner sees in his review; the database's clock is far behind these dates' end."""
    return review.answered(school.db, learner)[0]


def run_of(school: School, of: Assigned, learner: uuid.UUID) -> runs.Running:
    return school.answer(school.begin(of, learner), RIGHT, NO_TEN)


@pytest.fixture
def far() -> dict[str, Any]:
    """Dates that are still to come by any clock, for what the database itself compares."""
    return {"opens_at": NOON, "due_at": NOON.replace(year=2900)}


def test_at_once_every_answer_is_told(session: Session, far: dict[str, Any]) -> None:
    school = school_of(session)
    learner = school.learner()
    run = run_of(school, school.assign(**far), learner)
    assert told(school, run, NOON)
    assert known(school, learner) == 2
    assert runs.verdict_at(session, run, 0) is not None


def test_at_the_end_means_when_it_is_handed_in(session: Session, far: dict[str, Any]) -> None:
    school = school_of(session, feedback=Feedback.AT_END)
    learner = school.learner()
    run = run_of(school, school.assign(**far), learner)
    assert not told(school, run, NOON)
    assert known(school, learner) == 0
    assert runs.verdict_at(session, run, 0) is None
    runs.finish(session, run, NOON)
    assert told(school, run, NOON)
    assert known(school, learner) == 2
    assert runs.verdict_at(session, school.run(run.id), 1) is not None


def test_after_the_due_date_means_that_handing_in_tells_nothing_yet(session: Session, far: dict[str, Any]) -> None:
    school = school_of(session, feedback=Feedback.AFTER_DUE)
    learner = school.learner()
    of = school.assign(**far)
    run = run_of(school, of, learner)
    runs.finish(session, run, NOON)
    assert not told(school, run, NOON)
    assert known(school, learner) == 0
    assert told(school, run, far["due_at"])
    # Due earlier, and that is past.
    assignments.change_dates(session, of.id, Dates(NOON, NOON + MINUTE, True, "UTC"))
    assert known(school, learner) == 2


def test_late_answers_are_told_when_they_are_handed_in(session: Session) -> None:
    school = school_of(session, feedback=Feedback.AFTER_DUE)
    learner = school.learner()
    run = school.begin(school.assign(), learner, LATE)
    run = school.answer(run, RIGHT, at=LATE)
    assert known(school, learner) == 0
    runs.finish(session, run, LATE)
    assert told(school, run, LATE)
    assert known(school, learner) == 1


@pytest.mark.parametrize("way", ["ended", "archived", "deleted", "class deleted"])
def test_whatever_ends_it_everybody_is_told(session: Session, far: dict[str, Any], way: str) -> None:
    school = school_of(session, feedback=Feedback.AFTER_DUE)
    learner = school.learner()
    of = school.assign(**far)
    run_of(school, of, learner)
    assert known(school, learner) == 0
    match way:
        case "ended":
            assignments.end(session, of.id, NOON)
        case "archived":
            classes.archive(session, school.room, NOON)
        case "deleted":
            assignments.delete_assignment(session, of.id)
        case _:
            classes.delete_class(session, school.room)
    assert known(school, learner) == 2
