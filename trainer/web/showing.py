"""Showing a drill set: to its teacher as a learner sees it, and to a class on the wall."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from trainer.services.practice import Question, judge
from trainer.web import projector
from trainer.web.drills import seen_set
from trainer.web.forms import FU_KEYS, answer_in, blank_sheet, filled_sheet
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.session import learner_id
from trainer.web.verdicts import shown_verdict
from trainer.web.wishes import chosen_wishes

blueprint = Blueprint("showing", __name__, url_prefix="/sets/<uuid:set_id>")


@blueprint.route("/preview/<int:place>", methods=["GET", "POST"])
def preview(set_id: uuid.UUID, place: int) -> ResponseReturnValue:
    """Show a teacher a question of a drill set as its learners see it, and what an answer is worth; nothing is kept."""
    kept, now = seen_set(set_id), datetime.now(UTC)
    if place >= len(kept.hands):
        abort(404)
    win, drill = kept.hands[place], kept.drill
    shared: Mapping[str, object] = {
        "kept": kept,
        "place": place,
        "look": chosen_wishes(),
        "house": house_name(drill.rules),
        "changes": changes_in_words(drill.rules),
    }
    sheet = blank_sheet(win, drill.rules, drill.asks)
    if request.method == "POST":
        sheet = filled_sheet(win, drill.rules, drill.asks, request.form)
        given = answer_in(sheet)
        if given is not None:
            asked = Question(learner_id(), "", win, drill.rules, drill.asks, now)
            judged = shown_verdict(judge(asked, given), by_learner=False)
            return render_template("showing/previewed.html", **{**judged, **shared})
    page = render_template("showing/preview.html", **shared, win=win, sheet=sheet, fu_keys=FU_KEYS)
    return (page, 422) if request.method == "POST" else page


@blueprint.get("/project/<int:place>")
def project(set_id: uuid.UUID, place: int) -> str:
    """Show a hand of a drill set on the wall, one stage after the other."""
    kept = seen_set(set_id)
    if place >= len(kept.hands):
        abort(404)

    def address(of: int) -> str | None:
        return url_for(".project", set_id=set_id, place=of) if 0 <= of < len(kept.hands) else None

    around = projector.Around(
        address=lambda step: url_for(".project", set_id=set_id, place=place, step=step),
        back=url_for("drills.show", set_id=set_id),
        previous=address(place - 1),
        next=address(place + 1),
        number=place + 1,
        count=len(kept.hands),
    )
    return projector.shown(kept.hands[place], kept.drill.rules, request.args.get("step", 0, type=int), around)
