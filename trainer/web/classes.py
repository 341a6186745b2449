"""Classes: opening one, who is in it, and what is assigned to it."""

import uuid
from datetime import UTC, datetime

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.services import assignments, classes
from trainer.services.classes import LONGEST_TITLE, ClassError, ClassFault, OfClass, Role, shown_code
from trainer.web.account_forms import Field, typed
from trainer.web.class_labels import CLASS_FAULTS, PHASES, ROLES
from trainer.web.dates import zones
from trainer.web.entrance import owner
from trainer.web.qr import qr
from trainer.web.session import db_session, learner_id, signed_in

NOT_SURE = _("Please tick the box first.")

blueprint = Blueprint("classes", __name__, url_prefix="/classes")


def seen_class(class_id: uuid.UUID) -> OfClass:
    """The class as whoever asks sees it; for nobody else is there such a page."""
    found = classes.class_of(db_session(), class_id, learner_id())
    return found if found is not None else abort(404)


def taught_class(class_id: uuid.UUID) -> OfClass:
    """The class of a teacher who is signed in; for nobody else is there such a page."""
    owner()
    found = seen_class(class_id)
    return found if found.is_taught else abort(404)


def title_field(form: str, value: str = "", error: LazyString | None = None) -> Field:
    """The name of a class or of a drill set."""
    return Field(form, "title", _("Name"), most=LONGEST_TITLE, value=value[:LONGEST_TITLE], error=error)


@blueprint.get("")
def overview() -> str:
    """Show the classes one is in, and what is to be done in them."""
    return _overview()


def _overview(open_error: ClassFault | None = None) -> str:
    db, learner, now = db_session(), learner_id(), datetime.now(UTC)
    due = [one for one in assignments.of_learner(db, learner) if one.phase(now) is not assignments.Phase.CLOSED]
    begun = assignments.runs_of(db, [one.id for one in due], learner)
    return render_template(
        "classes/overview.html",
        mine=classes.classes_of(db, learner),
        due=[(one, one.phase(now), begun.get(one.id, 0)) for one in due],
        phases=PHASES,
        me_signed_in=signed_in() is not None,
        fields=(title_field("open", typed("title"), CLASS_FAULTS[open_error] if open_error else None),),
        zones=zones(),
        zone=typed("time_zone") or "UTC",
    )


@blueprint.post("")
def open_class() -> ResponseReturnValue:
    """Open a class; whoever opens it teaches it."""
    found = owner()
    try:
        made = classes.open_class(
            db_session(), found.account, typed("title"), typed("time_zone") or "UTC", datetime.now(UTC)
        )
    except ClassError as error:
        return _overview(error.fault), 422
    return redirect(url_for(".show", class_id=made), 303)


@blueprint.get("/<uuid:class_id>")
def show(class_id: uuid.UUID) -> str:
    """Show a class to one of its members: the teachers see who is in it, the others what they have to do."""
    return _page(seen_class(class_id))


def _page(found: OfClass, notice: LazyString | None = None) -> str:
    db, now = db_session(), datetime.now(UTC)
    given = assignments.of_class(db, found.id)
    keys = [one.id for one in given]
    shared = {
        "found": found,
        "notice": notice,
        "phases": PHASES,
        "assigned": [(one, one.phase(now)) for one in given],
    }
    if not found.is_taught:
        begun = assignments.runs_of(db, keys, learner_id())
        return render_template("classes/learner.html", **shared, begun=begun)
    return render_template(
        "classes/teacher.html",
        **shared,
        members=classes.members(db, found.id),
        handed_in=assignments.handed_in(db, keys),
        roles=ROLES,
        code=shown_code(found.code),
        address=url_for("joining.join", code=found.code, _external=True),
        fields=(title_field("settings", found.title),),
        zones=zones(),
        me_id=learner_id(),
    )


@blueprint.get("/<uuid:class_id>/invite")
def invite(class_id: uuid.UUID) -> str:
    """Show the code and its QR code as large as the wall is."""
    found = taught_class(class_id)
    address = url_for("joining.join", code=found.code, _external=True)
    return render_template(
        "classes/invite.html", found=found, code=shown_code(found.code), address=address, drawn=qr(address)
    )


@blueprint.post("/<uuid:class_id>/settings")
def change(class_id: uuid.UUID) -> ResponseReturnValue:
    """Call a class otherwise, or move it to another time zone."""
    found = taught_class(class_id)
    try:
        classes.change(db_session(), class_id, typed("title"), typed("time_zone"))
    except ClassError as error:
        return _page(found, CLASS_FAULTS[error.fault]), 422
    return redirect(url_for(".show", class_id=class_id), 303)


@blueprint.post("/<uuid:class_id>/code")
def renew_code(class_id: uuid.UUID) -> ResponseReturnValue:
    """Let nobody join by the old code any more."""
    taught_class(class_id)
    classes.renew_code(db_session(), class_id)
    return redirect(url_for(".show", class_id=class_id, _anchor="join"), 303)


@blueprint.post("/<uuid:class_id>/archive")
def archive(class_id: uuid.UUID) -> ResponseReturnValue:
    """Archive a class, or open it again."""
    taught_class(class_id)
    classes.archive(db_session(), class_id, datetime.now(UTC) if "archived" in request.form else None)
    return redirect(url_for(".show", class_id=class_id), 303)


@blueprint.post("/<uuid:class_id>/delete")
def delete(class_id: uuid.UUID) -> ResponseReturnValue:
    """Delete a class with its results."""
    found = taught_class(class_id)
    if "sure" not in request.form:
        return _page(found, NOT_SURE), 422
    classes.delete_class(db_session(), class_id)
    return redirect(url_for(".overview"), 303)


@blueprint.post("/<uuid:class_id>/leave")
def leave(class_id: uuid.UUID) -> ResponseReturnValue:
    """Leave a class."""
    found = seen_class(class_id)
    try:
        classes.leave(db_session(), class_id, learner_id())
    except ClassError as error:
        return _page(found, CLASS_FAULTS[error.fault]), 422
    return redirect(url_for(".overview"), 303)


@blueprint.post("/<uuid:class_id>/members/<uuid:user>")
def member(class_id: uuid.UUID, user: uuid.UUID) -> ResponseReturnValue:
    """Remove a member, let him in again, or make him a teacher or a learner, as the button says."""
    found, db = taught_class(class_id), db_session()
    if user not in {one.user for one in classes.members(db, class_id)}:
        abort(404)
    try:
        match request.form.get("do"):
            case "remove":
                classes.remove(db, class_id, user)
            case "readmit":
                classes.readmit(db, class_id, user)
            case "teacher":
                classes.appoint(db, class_id, user, Role.TEACHER)
            case "learner":
                classes.appoint(db, class_id, user, Role.LEARNER)
            case _:
                abort(400)
    except ClassError as error:
        return _page(found, CLASS_FAULTS[error.fault]), 422
    # A teacher who made himself a learner sees the class as one.
    return redirect(url_for(".show", class_id=class_id, _anchor="members"), 303)
