"""Working through a drill set: its questions, what the answers were worth when that may be told, and handing it in."""

import uuid
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.services import assignments, runs
from trainer.services.practice import TooLateError
from trainer.services.runs import Running
from trainer.teaching.drills import Feedback
from trainer.web.forms import FU_KEYS, Sheet, answer_in, blank_sheet, elapsed_ms, filled_sheet
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.session import db_session, learner_id
from trainer.web.verdicts import shown_verdict
from trainer.web.wishes import chosen_wishes

TIME_IS_UP = _("The time for this hand is up.")
OPEN_LEFT = _("Some hands are not answered yet. Tick the box to hand it in all the same.")

blueprint = Blueprint("runs", __name__)


def own_run(run: uuid.UUID) -> Running:
    """A run, to its learner, as long as he is to work through what is assigned; nobody else has such a page."""
    found = runs.find(db_session(), run)
    if found is None or found.learner != learner_id():
        abort(404)
    if not assignments.may_work(db_session(), found.assigned, found.learner):
        abort(404)
    return found


@blueprint.get("/runs/<uuid:run>")
def question(run: uuid.UUID) -> ResponseReturnValue:
    """Show the question to go on with, or the one that is asked for; after the last one how to hand it in."""
    found, now = own_run(run), datetime.now(UTC)
    if found.is_over(now):
        return redirect(url_for(".over", run=run), 303)
    if found.in_turn:
        return _in_turn(found, now)
    wanted = request.args.get("place", type=int)
    place = wanted if wanted in found.open_places() else found.next_place()
    return _last_page(found, now) if place is None else _question_page(found, place, now)


def _in_turn(run: Running, now: datetime) -> str:
    """The question whose clock runs; when it is answered or its time is up, the way on to the next one."""
    if run.place >= len(run.hands):
        return _last_page(run, now)
    ends = run.turn_ends()
    if run.place in run.done or (ends is not None and now >= ends):
        return render_template("runs/next.html", **_around(run, now), ran_out=run.place not in run.done)
    return _question_page(run, run.place, now)


def _around(run: Running, now: datetime) -> dict[str, object]:
    """What stands around every page of a run."""
    told = run.is_told(now)
    marks = [
        "open" if (done := run.done.get(place)) is None else "done" if not told else "right" if done.right else "wrong"
        for place in range(len(run.hands))
    ]
    ends = min((at for at in (run.turn_ends(), run.ends_at) if at is not None), default=None)
    return {
        "run": run,
        "marks": marks,
        "open_places": run.open_places(),
        "seconds_left": None if ends is None else max(0, round((ends - now).total_seconds())),
        "look": chosen_wishes(),
        "house": house_name(run.drill.rules),
        "changes": changes_in_words(run.drill.rules),
    }


def _question_page(run: Running, place: int, now: datetime, sheet: Sheet | None = None) -> str:
    win, drill = run.hands[place], run.drill
    return render_template(
        "runs/question.html",
        **_around(run, now),
        win=win,
        place=place,
        sheet=sheet or blank_sheet(win, drill.rules, drill.asks),
        fu_keys=FU_KEYS,
    )


def _last_page(run: Running, now: datetime, notice: LazyString | None = None) -> str:
    return render_template("runs/last.html", **_around(run, now), notice=notice)


@blueprint.post("/runs/<uuid:run>/questions/<int:place>")
def answer(run: uuid.UUID, place: int) -> ResponseReturnValue:
    """Take the answer to one question, and lead on: to what it was worth, or to the next question."""
    found, now = own_run(run), datetime.now(UTC)
    if place >= len(found.hands):
        abort(404)
    win, drill = found.hands[place], found.drill
    sheet = filled_sheet(win, drill.rules, drill.asks, request.form)
    given = answer_in(sheet)
    if given is None and place not in found.done and not found.is_over(now):
        return _question_page(found, place, now, sheet), 422
    if given is not None:
        try:
            runs.answer(db_session(), found, place, given, elapsed_ms(request.form), now)
        except TooLateError:
            return redirect(url_for(".question", run=run), 303)
    if drill.feedback is Feedback.AT_ONCE:
        return redirect(url_for(".verdict", run=run, place=place), 303)
    after = found.next_place(after=place) if not found.in_turn else None
    return redirect(url_for(".question", run=run, place=after if after != place else None), 303)


@blueprint.post("/runs/<uuid:run>/next")
def go_on(run: uuid.UUID) -> ResponseReturnValue:
    """Ask for the next question where each has its own time: its clock begins now."""
    runs.go_on(db_session(), own_run(run), datetime.now(UTC))
    return redirect(url_for(".question", run=run), 303)


@blueprint.post("/runs/<uuid:run>/finish")
def finish(run: uuid.UUID) -> ResponseReturnValue:
    """Hand it in; with open questions only when the box is ticked."""
    found, now = own_run(run), datetime.now(UTC)
    if found.open_places() and not found.is_over(now) and "sure" not in request.form:
        return _last_page(found, now, OPEN_LEFT), 422
    runs.finish(db_session(), found, now)
    return redirect(url_for(".over", run=run), 303)


@blueprint.get("/runs/<uuid:run>/questions/<int:place>")
def verdict(run: uuid.UUID, place: int) -> ResponseReturnValue:
    """Show what an answer was worth, once its learner may know."""
    found, now = own_run(run), datetime.now(UTC)
    judged = runs.verdict_at(db_session(), found, place)
    if judged is None:
        # A question that is open, or whose answer is not told yet.
        return redirect(url_for(".question", run=run, place=place), 303)
    return render_template(
        "runs/verdict.html",
        **_around(found, now),
        **{name: value for name, value in shown_verdict(judged).items() if name not in ("look", "house", "changes")},
        place=place,
        ended=found.is_over(now),
        next_place=found.next_place(after=place),
    )


@blueprint.get("/runs/<uuid:run>/over")
def over(run: uuid.UUID) -> ResponseReturnValue:
    """Show how it went, or from when on that is told."""
    found, now = own_run(run), datetime.now(UTC)
    if not found.is_over(now):
        return redirect(url_for(".question", run=run), 303)
    return render_template(
        "runs/over.html",
        **_around(found, now),
        told=found.is_told(now),
        done=len(found.done),
        right=sum(one.right for one in found.done.values()),
    )
