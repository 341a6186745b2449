"""What is assigned: where a learner begins, and where a teacher moves its dates or ends it."""

import uuid
from datetime import UTC, datetime
from random import SystemRandom

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.services import assignments, drills, runs
from trainer.services.accounts import profile
from trainer.services.assignments import Assigned
from trainer.services.runs import RunError
from trainer.teaching.generate import NoHand
from trainer.web.account_forms import Field, typed
from trainer.web.class_labels import FEEDBACKS, PHASES, RUN_FAULTS
from trainer.web.dates import DatesForm, dates_form, read_dates, zones
from trainer.web.entrance import owner
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.labels import label
from trainer.web.qr import qr
from trainer.web.session import db_session, learner_id, signed_in

NO_HANDS = _("No hands could be dealt for this set. Please tell your teacher.")
NOT_SURE = _("Please tick the box first.")

blueprint = Blueprint("assignments", __name__)


def worked_on(assignment: uuid.UUID) -> Assigned:
    """What is assigned, to one of those who are to work through it; for nobody else is there such a page."""
    found = assignments.assigned(db_session(), assignment)
    # A link is found by its code alone, which nobody can guess.
    if found is None or found.class_id is None or not assignments.may_work(db_session(), found, learner_id()):
        abort(404)
    return found


def taught(assignment: uuid.UUID) -> Assigned:
    """What is assigned, to a teacher who sees its results; for nobody else is there such a page."""
    account = owner().account
    found = assignments.assigned(db_session(), assignment)
    if found is None or not assignments.may_teach(db_session(), found, account):
        abort(404)
    return found


@blueprint.get("/assignments/<uuid:assignment>")
def show(assignment: uuid.UUID) -> str:
    """Show what is assigned: to a learner how he begins, to a teacher what he can do with it."""
    found = assignments.assigned(db_session(), assignment)
    if found is not None and signed_in() is not None and assignments.may_teach(db_session(), found, learner_id()):
        return _teacher_page(found, dates_form(found.dates))
    return _learner_page(worked_on(assignment))


@blueprint.get("/open/<link>")
def by_link(link: str) -> str:
    """Show a learner outside of any class what the public link leads to."""
    return _learner_page(_linked(link))


def _linked(link: str) -> Assigned:
    found = assignments.by_link(db_session(), link)
    return found if found is not None else abort(404)


def _learner_page(of: Assigned, notice: LazyString | None = None) -> str:
    db, learner, now = db_session(), learner_id(), datetime.now(UTC)
    mine = runs.runs_by(db, learner, of.id)
    me = signed_in()
    hint = _("So whoever made this set sees you in the list. You may leave it empty.")
    name = Field("begin", "called", _("Your name"), most=32, hint=hint, required=False, value=me.name if me else "")
    drill = drills.version(db, of.version_id).drill
    return render_template(
        "assignments/learner.html",
        of=of,
        drill=drill,
        notice=notice,
        phase=of.phase(now),
        phases=PHASES,
        house=" · ".join((str(house_name(drill.rules)), *changes_in_words(drill.rules))),
        asked=str(_(", ")).join(str(label(ask)) for ask in drill.asks),
        feedback=FEEDBACKS[drill.feedback],
        mine=[(run, run.is_over(now), run.is_told(now)) for run in mine],
        going_on=next((run for run in mine if not run.is_over(now)), None),
        tries_left=None if of.tries is None else of.tries - len(mine),
        fields=() if of.link is None or mine else (name,),
        knows=profile(db, learner) is not None,
    )


@blueprint.post("/assignments/<uuid:assignment>/begin")
def begin(assignment: uuid.UUID) -> ResponseReturnValue:
    """Begin to work through what is assigned to one's class, or go on."""
    return _begin(worked_on(assignment))


@blueprint.post("/open/<link>/begin")
def begin_by_link(link: str) -> ResponseReturnValue:
    """Begin to work through what a public link leads to, or go on."""
    return _begin(_linked(link))


def _begin(of: Assigned) -> ResponseReturnValue:
    called = "".join(letter for letter in typed("called") if letter.isprintable())
    try:
        made = runs.begin(db_session(), learner_id(), of, called, SystemRandom(), datetime.now(UTC))
    except RunError as error:
        return _learner_page(of, RUN_FAULTS[error.fault]), 422
    except NoHand:
        return _learner_page(of, NO_HANDS), 422
    return redirect(url_for("runs.question", run=made), 303)


def _teacher_page(of: Assigned, dates: DatesForm, notice: LazyString | None = None) -> str:
    address = None if of.link is None else url_for(".by_link", link=of.link, _external=True)
    now = datetime.now(UTC)
    return render_template(
        "assignments/teacher.html",
        of=of,
        dates=dates,
        notice=notice,
        phase=of.phase(now),
        phases=PHASES,
        feedback=FEEDBACKS[of.feedback],
        address=address,
        drawn=None if address is None else qr(address),
        zones=zones(),
        handed_in=assignments.handed_in(db_session(), [of.id]).get(of.id, 0),
    )


@blueprint.post("/assignments/<uuid:assignment>/dates")
def change_dates(assignment: uuid.UUID) -> ResponseReturnValue:
    """Move the dates of what is assigned."""
    of, dates = taught(assignment), read_dates(request.form)
    if dates.dates is None:
        return _teacher_page(of, dates), 422
    assignments.change_dates(db_session(), of.id, dates.dates)
    return redirect(url_for(".show", assignment=assignment), 303)


@blueprint.post("/assignments/<uuid:assignment>/end")
def end(assignment: uuid.UUID) -> ResponseReturnValue:
    """End it now, or open it again."""
    of = taught(assignment)
    assignments.end(db_session(), of.id, datetime.now(UTC) if "ended" in request.form else None)
    return redirect(url_for(".show", assignment=assignment), 303)


@blueprint.post("/assignments/<uuid:assignment>/delete")
def delete(assignment: uuid.UUID) -> ResponseReturnValue:
    """Delete it with its results."""
    of = taught(assignment)
    if "sure" not in request.form:
        return _teacher_page(of, dates_form(of.dates), NOT_SURE), 422
    assignments.delete_assignment(db_session(), of.id)
    if of.class_id is not None:
        return redirect(url_for("classes.show", class_id=of.class_id), 303)
    return redirect(url_for("drills.show", set_id=of.set_id), 303)
