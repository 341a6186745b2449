"""Showing a drill set: to its teacher as a learner sees it, to a class on the wall, and on paper."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import get_locale
from flask_babel import lazy_gettext as _
from sqlalchemy.orm import Session

from trainer.services import drills
from trainer.services.drills import Version
from trainer.services.jobs import File, Progress
from trainer.services.practice import Question, judge
from trainer.web import jobs, projector
from trainer.web.drills import seen_set
from trainer.web.forms import FU_KEYS, answer_in, blank_sheet, filled_sheet
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.paper import MOST_VERSIONS, Paper, PaperSize, page
from trainer.web.pdf import pdf
from trainer.web.session import db_session, learner_id
from trainer.web.verdicts import shown_verdict
from trainer.web.wishes import chosen_wishes

SIZES = {PaperSize.A4: "A4", PaperSize.LETTER: "Letter"}

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


# --- on paper ---------------------------------------------------------------------------------------------------------


@blueprint.route("/paper", methods=["GET", "POST"])
def paper(set_id: uuid.UUID) -> ResponseReturnValue:
    """Ask how a drill set is to be printed, and lead to the page to print, or make a PDF of it.

    A PDF is made beside the site, for it takes a second for every ten hands.
    """
    kept = seen_set(set_id)
    if request.method == "GET":
        has_pdf = find_spec("weasyprint") is not None
        return render_template(
            "showing/paper.html", kept=kept, sizes=SIZES, has_pdf=has_pdf, most_versions=MOST_VERSIONS
        )
    sent: dict[str, Any] = {name: request.form[name] for name in ("size", "versions", "key") if name in request.form}
    if request.form.get("do") == "pdf":
        asked = {"version": kept.id.hex, "address": _way_back(kept), "sent": sent}
        return jobs.start("worksheet", asked, str(get_locale() or "en"))
    return redirect(url_for(".print_page", set_id=set_id, **sent), 303)


def _wanted(version: Version, address: str, sent: Mapping[str, str]) -> Paper:
    """What is to be printed; what is sent badly counts as not sent."""
    number = sent.get("versions", "1")
    return Paper(
        version.title,
        version.hands,
        version.drill.rules,
        version.drill.asks,
        address,
        next((size for size in PaperSize if size == sent.get("size")), PaperSize.A4),
        min(max(int(number), 1), MOST_VERSIONS) if number.isascii() and number.isdigit() and len(number) < 3 else 1,
        "key" in sent,
    )


def _way_back(version: Version) -> str:
    return request.host_url.rstrip("/") + request.script_root + drills.print_of(db_session(), version).address_path


@blueprint.get("/paper/print")
def print_page(set_id: uuid.UUID) -> str:
    """Show a page to be printed with the browser."""
    kept = seen_set(set_id)
    return page(_wanted(kept, _way_back(kept), request.args), back=url_for(".paper", set_id=set_id))


def _worksheet(db: Session, asked: dict[str, Any], progress: Progress) -> File:
    version = drills.version(db, uuid.UUID(asked["version"]))
    made = pdf(_wanted(version, asked["address"], asked["sent"]), progress)
    return File(f"{version.title}.pdf", "application/pdf", made)


jobs.register("worksheet", _("Worksheet"), _worksheet)
