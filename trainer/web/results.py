"""Results, for teachers: who answered what, how the questions went, and what to teach again; as files too."""

import uuid
from datetime import UTC, datetime
from enum import Enum
from typing import TypeVar

from flask import Blueprint, Response, abort, render_template, request
from flask.typing import ResponseReturnValue

from trainer.mahjong.notation import win_name
from trainer.mahjong.rules import rules_name
from trainer.services import assignments, classes
from trainer.services.assignments import Assigned
from trainer.services.class_mistakes import mistakes_of, mistakes_of_class
from trainer.services.heat import Known, heat_of, heat_of_class
from trainer.services.looked_at import look_at
from trainer.services.question_results import questions
from trainer.services.results import Grid, Sort, Standing, Which, grid, stamp
from trainer.services.spreadsheets import (
    grid_table,
    mistakes_table,
    questions_table,
    rules_table,
    to_csv,
    to_xlsx,
)
from trainer.teaching.accuracy import ENOUGH
from trainer.web import explain, wishes
from trainer.web.diagnosis import said_of
from trainer.web.entrance import owner
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.mistake_labels import MISTAKES
from trainer.web.result_cells import GridCells, heat_cell, heat_rows, look_of
from trainer.web.result_words import (
    SORTS,
    STANDINGS,
    WHICH,
    answer_in_words,
    called,
    correlation,
    percent,
    seconds,
    words,
    worth_in_words,
)
from trainer.web.rule_labels import RULES
from trainer.web.session import db_session

AT_A_GLANCE = 3
"""Rules, mistakes, questions and learners that are told first."""
MOST_EXAMPLES = 10
"""Mistakes that are shown with their best example; to those of the others there is a link."""
LITTLE_DISCRIMINATION = 0.2
"""Below this a question hardly tells who knows the rest."""
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

_Chosen = TypeVar("_Chosen", bound=Enum)

blueprint = Blueprint("results", __name__)


def _taught(assignment: uuid.UUID) -> Assigned:
    """What was assigned, for those who see its results; for nobody else is there such a page."""
    me = owner()
    found = assignments.assigned(db_session(), assignment)
    if found is None or not assignments.may_teach(db_session(), found, me.account):
        abort(404)
    return found


def _chosen(kind: type[_Chosen], name: str, default: _Chosen) -> _Chosen:
    try:
        return kind(request.args.get(name, default.value))
    except ValueError:
        abort(404)


@blueprint.get("/assignments/<uuid:assignment>/results")
def show(assignment: uuid.UUID) -> ResponseReturnValue:
    """Show the results of one assignment, or nothing to a page that has seen all of them."""
    of, db, now = _taught(assignment), db_session(), datetime.now(UTC)
    which, sort = _chosen(Which, "which", Which.FIRST), _chosen(Sort, "sort", Sort.NAME)
    state = stamp(db, of, now)
    if request.args.get("seen") == state:
        return "", 204
    found = grid(db, of, which, sort, now)
    learners = [row.learner for row in found.rows]
    asked = questions(db, of, found)
    return render_template(
        "results/assignment.html",
        **_tools(),
        of=of,
        grid=found,
        rows=GridCells(found).rows(),
        standings=[(words, len(found.standing(standing))) for standing, words in STANDINGS.items()],
        not_begun=found.standing(Standing.NOT_BEGUN),
        lowest=found.lowest(AT_A_GLANCE),
        questions=asked,
        hardest=asked.hardest(AT_A_GLANCE),
        heat=heat_of(db, of, learners),
        mistakes=mistakes_of(db, of, learners),
        which=which,
        sort=sort,
        whiches=WHICH if of.tries != 1 else {},
        sorts=SORTS,
        stamp=state,
    )


@blueprint.get("/classes/<uuid:class_id>/results")
def of_class(class_id: uuid.UUID) -> str:
    """Show what a class knows and gets wrong, over all that was assigned to it."""
    me, db = owner(), db_session()
    found = classes.class_of(db, class_id, me.account)
    if found is None or not found.is_taught:
        abort(404)
    return render_template(
        "results/class.html",
        **_tools(),
        found=found,
        assigned=assignments.of_class(db, class_id),
        heat=heat_of_class(db, class_id),
        mistakes=mistakes_of_class(db, class_id),
    )


@blueprint.get("/assignments/<uuid:assignment>/answers/<nonce>")
def answer(assignment: uuid.UUID, nonce: str) -> str:
    """Show one learner's answer."""
    of = _taught(assignment)
    found = look_at(db_session(), of, nonce)
    if found is None:
        abort(404)
    verdict = found.verdict
    score, best = verdict.score, verdict.score.best
    return render_template(
        "results/answer.html",
        **_tools(),
        of=of,
        looked_at=found,
        verdict=verdict,
        found=said_of(verdict, (), False),
        look=wishes.chosen_wishes(),
        lines=explain.checked_lines(score, verdict.answer),
        remarks=explain.remarks(score, verdict.parts),
        house=house_name(verdict.question.rules),
        changes=changes_in_words(verdict.question.rules),
        score=score,
        best=best,
        groups=explain.shown_groups(score),
        lights=explain.lights(score, best),
        others=explain.other_readings(score),
        steps=explain.payment_steps(score),
        limit_reason=explain.limit_reason(score),
        worth=explain.worth(best),
    )


def _tools() -> dict[str, object]:
    """What every page about results writes with."""
    return {
        "rules": RULES,
        "mistake_names": MISTAKES,
        "called": called,
        "seconds": seconds,
        "percent": percent,
        "correlation": correlation,
        "answer_in_words": answer_in_words,
        "worth_in_words": worth_in_words,
        "checked_lines": explain.checked_lines,
        "hand_line": win_name,
        "rules_text": rules_name,
        "heat_cell": heat_cell,
        "heat_rows": heat_rows,
        "look_of": lambda right, chances: look_of(Known(right, chances)),
        "at_a_glance": AT_A_GLANCE,
        "most_examples": MOST_EXAMPLES,
        "little_discrimination": LITTLE_DISCRIMINATION,
        "enough": ENOUGH,
    }


# --- files ------------------------------------------------------------------------------------------------------------


@blueprint.get("/assignments/<uuid:assignment>/results.csv")
def as_csv(assignment: uuid.UUID) -> Response:
    """Give the grid as CSV."""
    of = _taught(assignment)
    return _file(of, to_csv(grid_table(_grid(of), words())), "csv", "text/csv; charset=utf-8")


@blueprint.get("/assignments/<uuid:assignment>/results.xlsx")
def as_xlsx(assignment: uuid.UUID) -> Response:
    """Give everything as a workbook for Excel."""
    of, db = _taught(assignment), db_session()
    found, said = _grid(of), words()
    learners = [row.learner for row in found.rows]
    tables = (
        grid_table(found, said),
        questions_table(questions(db, of, found), said),
        rules_table(heat_of(db, of, learners), said),
        mistakes_table(mistakes_of(db, of, learners), said),
    )
    return _file(of, to_xlsx(tables), "xlsx", XLSX)


def _grid(of: Assigned) -> Grid:
    which, sort = _chosen(Which, "which", Which.FIRST), _chosen(Sort, "sort", Sort.NAME)
    return grid(db_session(), of, which, sort, datetime.now(UTC))


def _file(of: Assigned, content: bytes, ending: str, kind: str) -> Response:
    response = Response(content, content_type=kind)
    name = "".join(letter for letter in of.title if letter not in '/\\:*?"<>|')
    response.headers.set("Content-Disposition", "attachment", filename=f"{name}.{ending}")
    return response
