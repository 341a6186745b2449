"""Drill sets: a teacher makes them of dealt hands and of hands of his own, looks at them, and gives them out."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime
from random import SystemRandom

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.errors import HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import LONGEST_LINE, parse_win
from trainer.mahjong.rules import PRESETS, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.services import assignments, classes, drills
from trainer.services.classes import OfClass
from trainer.services.drills import Listed, TooManySetsError, Version
from trainer.teaching.drills import Chosen, Drill, Recipe, faults
from trainer.teaching.generate import NoHand
from trainer.teaching.grade import Ask
from trainer.teaching.order import Mode
from trainer.teaching.rule_types import RuleType
from trainer.web import explain, house
from trainer.web.account_forms import typed
from trainer.web.class_labels import FEEDBACKS, PHASES
from trainer.web.dates import DatesForm, new_dates, read_dates, zones
from trainer.web.drill_form import DrillForm, edited, form_of, in_words, read_form, sent_form
from trainer.web.entrance import owner
from trainer.web.house_labels import HOUSES, house_name
from trainer.web.labels import LEVELS, label
from trainer.web.rule_labels import RULES
from trainer.web.session import db_session

TOO_MANY_SETS = _("You have as many drill sets as there may be. Please delete some first.")
NO_HAND = _("By these rules and at this level hardly any such hand can be dealt. Please change the part.")
DEALT_MODES = (Mode.MIXED, Mode.NATURAL, Mode.EDGE)
TRIES = (1, 2, 3, 5)

blueprint = Blueprint("drills", __name__, url_prefix="/sets")


def own_set(set_id: uuid.UUID) -> Version:
    """The latest version of a drill set of whoever asks; for nobody else is there such a page."""
    found = owner()
    if not drills.owns(db_session(), set_id, found.account):
        abort(404)
    return drills.latest_version(db_session(), set_id)


def seen_set(set_id: uuid.UUID) -> Version:
    """The latest version of a drill set that whoever asks may look at: his own, or one of a class that he teaches."""
    found = owner()
    if not drills.may_see(db_session(), set_id, found.account):
        abort(404)
    return drills.latest_version(db_session(), set_id)


@blueprint.get("")
def overview() -> str:
    """Show the drill sets of a teacher; ``class_id`` is the class that one of them is wanted for."""
    found = owner()
    return render_template(
        "drills/overview.html",
        sets=drills.sets_of(db_session(), found.account),
        class_id=request.args.get("class_id", type=uuid.UUID),
    )


@blueprint.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    """Make a drill set. A link may name a rule type to begin with."""
    found = owner()
    if request.method == "GET":
        focus = request.args.get("focus", "")
        weights = tuple((rule_type, 1) for rule_type in RuleType if rule_type == focus)
        drill = Drill((Recipe(weights=weights),), house.chosen_rules())
        return _editor(form_of("", drill))
    form, drill_or_none, answer = _sent()
    if drill_or_none is None:
        return answer if answer is not None else (_editor(form), 422)
    try:
        made = drills.create(db_session(), found.account, form.title, drill_or_none, SystemRandom(), datetime.now(UTC))
    except TooManySetsError:
        return _editor(replace(form, errors={"parts": str(TOO_MANY_SETS)})), 422
    except NoHand:
        return _editor(replace(form, errors={"parts": str(NO_HAND)})), 422
    return redirect(url_for(".show", set_id=made, class_id=request.args.get("class_id")), 303)


@blueprint.route("/<uuid:set_id>/edit", methods=["GET", "POST"])
def edit(set_id: uuid.UUID) -> ResponseReturnValue:
    """Change a drill set; what somebody has begun with stays as it was."""
    kept = own_set(set_id)
    if request.method == "GET":
        return _editor(form_of(kept.title, kept.drill), kept)
    form, drill, answer = _sent(kept)
    if drill is None:
        return answer if answer is not None else (_editor(form, kept), 422)
    try:
        drills.save(db_session(), set_id, form.title, drill, SystemRandom(), datetime.now(UTC))
    except NoHand:
        return _editor(replace(form, errors={"parts": str(NO_HAND)}), kept), 422
    return redirect(url_for(".show", set_id=set_id), 303)


def _sent(kept: Version | None = None) -> tuple[DrillForm, Drill | None, ResponseReturnValue | None]:
    """What was sent: the form, and the drill set in it, or the page to answer a button of the editor with."""
    form = sent_form(request.form, request.form.getlist("ask"))
    after = edited(form, request.form.get("do", "save"))
    if after is not None:
        return after, None, _editor(after, kept)
    checked, drill = read_form(form)
    return checked, drill, None


def _editor(form: DrillForm, kept: Version | None = None) -> str:
    own = rules_name(house.chosen_rules())
    chosen = form.typed.get("rules", "")
    houses = {name: str(HOUSES[name]) for name in PRESETS}
    houses |= {text: _("as you practise: %(rules)s", rules=text) for text in (own, chosen) if text not in houses}
    return render_template(
        "drills/edit.html",
        form=form,
        kept=kept,
        houses=houses,
        modes=[(mode, label(mode)) for mode in DEALT_MODES],
        levels=LEVELS,
        rule_types=[(rule_type, RULES[rule_type].name) for rule_type in RuleType],
        asks=[(ask, label(ask)) for ask in Ask],
        feedbacks=FEEDBACKS,
        tries=TRIES,
        drawn=_drawn,
    )


def _drawn(line: str) -> Win | None:
    """The win of a line, to be drawn beside it; None while it cannot be read."""
    try:
        return parse_win(line) if line else None
    except HandError:
        return None


@blueprint.get("/<uuid:set_id>")
def show(set_id: uuid.UUID) -> str:
    """Show a drill set with its hands and their worth, and what can be done with it."""
    return _page(seen_set(set_id))


def _page(kept: Version, notice: LazyString | str | None = None) -> str:
    db, user, now = db_session(), owner().account, datetime.now(UTC)
    scored = [score(win, kept.drill.rules) for win in kept.hands]
    given = [one for one in assignments.of_set(db, kept.set_id) if assignments.may_teach(db, one, user)]
    return render_template(
        "drills/set.html",
        kept=kept,
        notice=notice,
        hands=[(one, explain.worth(one.best)) for one in scored if isinstance(one, Score)],
        is_own=drills.owns(db, kept.set_id, user),
        assigned=[(one, one.phase(now)) for one in given],
        phases=PHASES,
        feedback=FEEDBACKS[kept.drill.feedback],
        house=house_name(kept.drill.rules),
        asked=str(_(", ")).join(str(label(ask)) for ask in kept.drill.asks),
        class_id=request.args.get("class_id", type=uuid.UUID),
    )


@blueprint.post("/<uuid:set_id>/deal")
def deal_anew(set_id: uuid.UUID) -> ResponseReturnValue:
    """Deal other hands by the same recipes."""
    kept = own_set(set_id)
    try:
        drills.save(db_session(), set_id, kept.title, kept.drill, SystemRandom(), datetime.now(UTC), deal_anew=True)
    except NoHand:
        return _page(kept, NO_HAND), 422
    return redirect(url_for(".show", set_id=set_id, _anchor="hands"), 303)


@blueprint.post("/<uuid:set_id>/copy")
def copy(set_id: uuid.UUID) -> ResponseReturnValue:
    """Copy a drill set, one's own or one of a class that one teaches."""
    kept = seen_set(set_id)
    title = str(_("%(title)s (copy)", title=kept.title))
    made = drills.copy(db_session(), set_id, owner().account, title, datetime.now(UTC))
    return redirect(url_for(".edit", set_id=made), 303)


@blueprint.post("/<uuid:set_id>/delete")
def delete(set_id: uuid.UUID) -> ResponseReturnValue:
    """Delete a drill set; what was assigned of it stays."""
    kept = own_set(set_id)
    if "sure" not in request.form:
        return _page(kept, _("Please tick the box first.")), 422
    drills.delete_set(db_session(), set_id, datetime.now(UTC))
    return redirect(url_for(".overview"), 303)


@blueprint.route("/hands", methods=["GET", "POST"])
def add_hand() -> ResponseReturnValue:
    """Add a hand, from the calculator or from results, to a drill set, or begin one with it; ask which one first."""
    found, line = owner(), request.values.get("hand", "")[:LONGEST_LINE]
    try:
        win = parse_win(line)
    except HandError as error:
        abort(400, str(error))
    mine = drills.sets_of(db_session(), found.account)
    if request.method == "GET" or "into" not in request.form:
        return _choose_set(line, mine)
    if typed("into") == "new":
        return _with_hand(line, mine, None, Drill((Chosen(win),), house.chosen_rules()))
    chosen = next((one for one in mine if one.id.hex == typed("into")), None)
    if chosen is None:
        abort(404)
    kept = drills.latest_version(db_session(), chosen.id)
    return _with_hand(line, mine, kept, replace(kept.drill, parts=(*kept.drill.parts, Chosen(win))))


def _with_hand(line: str, mine: list[Listed], kept: Version | None, drill: Drill) -> ResponseReturnValue:
    """Keep a drill set to which a hand was added, unless its rules do not let that hand win."""
    wrong = faults(drill)
    if wrong:
        return _choose_set(line, mine, in_words(wrong[-1])), 422
    db, now = db_session(), datetime.now(UTC)
    try:
        if kept is None:
            title = typed("title") or str(_("Chosen hands"))
            set_id = drills.create(db, owner().account, title, drill, SystemRandom(), now)
        else:
            set_id = drills.save(db, kept.set_id, kept.title, drill, SystemRandom(), now).set_id
    except TooManySetsError:
        return _choose_set(line, mine, TOO_MANY_SETS), 422
    return redirect(url_for(".show", set_id=set_id, _anchor="hands"), 303)


def _choose_set(line: str, mine: list[Listed], error: LazyString | str | None = None) -> str:
    return render_template("drills/add_hand.html", line=line, win=parse_win(line), sets=mine, error=error)


@blueprint.route("/<uuid:set_id>/assign", methods=["GET", "POST"])
def assign(set_id: uuid.UUID) -> ResponseReturnValue:
    """Give a drill set to a class, or make a public link to it."""
    kept, db, now = seen_set(set_id), db_session(), datetime.now(UTC)
    taught = [one for one in classes.classes_of(db, owner().account) if one.is_taught and not one.archived]
    if request.method == "GET":
        wanted = request.args.get("class_id", type=uuid.UUID)
        first = next((one for one in taught if one.id == wanted), taught[0] if taught else None)
        zone = first.time_zone if first is not None else "UTC"
        return _assign_page(kept, taught, new_dates(now, zone), first.id.hex if first is not None else "link")
    dates = read_dates(request.form)
    to = typed("to")
    class_id = next((one.id for one in taught if one.id.hex == to), None)
    if class_id is None and to != "link":
        abort(404)
    if class_id is None and not drills.owns(db, set_id, owner().account):
        abort(404)
    if dates.dates is None:
        return _assign_page(kept, taught, dates, to), 422
    made = assignments.assign(db, kept.id, class_id, dates.dates, now)
    return redirect(url_for("assignments.show", assignment=made), 303)


def _assign_page(kept: Version, taught: list[OfClass], dates: DatesForm, to: str) -> str:
    return render_template("drills/assign.html", kept=kept, taught=taught, dates=dates, to=to, zones=zones())
