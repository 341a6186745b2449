"""Joining a class: by its code, or by the QR code that leads here; a guest gives a name to be called by."""

from datetime import UTC, datetime

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.models import Classroom
from trainer.services import classes
from trainer.services.classes import ClassError, Role, State, plain_code
from trainer.web import limits
from trainer.web.account_forms import NAME_FAULTS, Field, typed
from trainer.web.class_labels import CLASS_FAULTS
from trainer.web.limits import Trying
from trainer.web.session import db_session, learner_id, signed_in

blueprint = Blueprint("joining", __name__, url_prefix="/join")


@blueprint.route("", methods=["GET", "POST"])
def ask() -> ResponseReturnValue:
    """Ask for the code of a class; it leads to the class's own page to join."""
    code = plain_code(typed("code"))
    if not code:
        return _ask_page()
    too_often = limits.count(Trying.JOIN, learner_id().hex)
    if too_often is not None:
        return _ask_page(too_often.message), 429, too_often.headers
    try:
        found = classes.by_code(db_session(), code)
    except ClassError as error:
        return _ask_page(CLASS_FAULTS[error.fault]), 422
    return redirect(url_for(".join", code=found.code), 303)


def _ask_page(error: LazyString | None = None) -> str:
    field = Field("join", "code", _("Code of the class"), most=20, value=typed("code")[:20], error=error)
    return render_template("classes/ask_code.html", fields=(field,))


@blueprint.route("/<code>", methods=["GET", "POST"])
def join(code: str) -> ResponseReturnValue:
    """Join the class of that code."""
    db, learner = db_session(), learner_id()
    too_often = limits.count(Trying.JOIN, learner.hex)
    if too_often is not None:
        return _ask_page(too_often.message), 429, too_often.headers
    try:
        found = classes.by_code(db, code)
    except ClassError as error:
        return _ask_page(CLASS_FAULTS[error.fault]), 404
    if classes.role_in(db, found.id, learner) is not None:
        return redirect(url_for("classes.show", class_id=found.id), 303)
    if "called" not in request.form:
        me = signed_in()
        return _join_page(found, "" if me is None else me.name)
    called = typed("called")
    fault = classes.call_fault(called)
    if fault is not None:
        return _join_page(found, called, NAME_FAULTS[fault]), 422
    try:
        classes.join(db, learner, code, called, datetime.now(UTC))
    except ClassError as error:
        return _join_page(found, called, CLASS_FAULTS[error.fault]), 422
    return redirect(url_for("classes.show", class_id=found.id), 303)


def _join_page(found: Classroom, called: str, error: LazyString | None = None) -> str:
    hint = _("So your teacher sees you in the list.")
    field = Field("join", "called", _("Your name"), "text", "name", 32, 0, hint, True, called[:32], error)
    members = classes.members(db_session(), found.id)
    teachers = [one.called for one in members if one.role is Role.TEACHER and one.state is State.ACTIVE]
    return render_template(
        "classes/join.html", found=found, fields=(field,), teachers=teachers, me_signed_in=signed_in() is not None
    )
