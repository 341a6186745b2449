"""The account itself: its name, its password, where it is open, what is kept in it; for guests what is kept of them."""

from datetime import UTC, datetime

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString, ngettext
from flask_babel import lazy_gettext as _

from trainer.services import accounts, farewell, passwords, recovery, sign_ins
from trainer.services.accounts import NameFault, NameTakenError
from trainer.services.exports import export
from trainer.web import limits
from trainer.web.account_forms import (
    NAME_FAULTS,
    WRONG_PASSWORD,
    email_error,
    email_field,
    name_error,
    name_field,
    new_password_field,
    password_error,
    password_field,
    typed,
)
from trainer.web.entrance import owner
from trainer.web.language import LANGUAGES, choose_for_visit
from trainer.web.limits import Trying
from trainer.web.session import LANGUAGE, db_session, learner_id, renew, signed_in

DONE = {
    "name": _("Your name was changed."),
    "password": _("Your password was changed. You are signed in here and nowhere else."),
    "email": _("Your e-mail address was changed."),
    "language": _("Your language was changed."),
    "signed-out": _("You were signed out there."),
}
NOT_SURE = _("Please tick the box first.")

blueprint = Blueprint("account", __name__, url_prefix="/account")


@blueprint.get("")
def overview() -> str:
    """Show the account; a guest sees what he would have of one."""
    return _page()


def _page(section: str = "", errors: dict[str, LazyString | None] | None = None) -> str:
    """The page, with what is wrong in one of its forms."""
    found, db = signed_in(), db_session()
    known = accounts.profile(db, learner_id())
    if found is None or known is None:
        return render_template("account/guest.html", answers=0 if known is None else known.attempts)
    errors = errors or {}

    def error(of: str, field: str) -> LazyString | None:
        return errors.get(field) if of == section else None

    return render_template(
        "account/overview.html",
        known=known,
        section=section,
        # Right after signing in the page says what came with it.
        notice=DONE.get(request.args.get("done", "")) or _moved(request.args.get("moved", "")),
        name=(name_field("name", typed("name") if section == "name" else known.name or "", error("name", "name")),),
        email=(
            email_field("email", typed("email") if section == "email" else known.email or "", error("email", "email")),
            password_field("email", error("email", "password")),
        ),
        password=(
            password_field("password", error("password", "password")),
            new_password_field("password", error("password", "new_password")),
        ),
        browsers=sign_ins.listed(db, found.account),
        here_now=found.sign_in,
        codes_left=recovery.left(db, found.account),
    )


def _moved(count: str) -> str | None:
    if not count.isdecimal() or len(count) > 6:
        return None
    said = ngettext(
        "%(num)s hand that you answered as a guest is now in your account.",
        "%(num)s hands that you answered as a guest are now in your account.",
        int(count),
    )
    return str(said)


def _done(what: str) -> ResponseReturnValue:
    return redirect(url_for(".overview", done=what), 303)


@blueprint.post("/name")
def rename() -> ResponseReturnValue:
    """Change the name."""
    found, name = owner(), typed("name")
    error = name_error(name)
    if error is None:
        try:
            accounts.rename(db_session(), found.account, name)
        except NameTakenError:
            error = NAME_FAULTS[NameFault.TAKEN]
    return (_page("name", {"name": error}), 422) if error is not None else _done("name")


@blueprint.post("/language")
def speak() -> ResponseReturnValue:
    """Change the language, here and wherever the owner signs in; none of them: as the browser says."""
    found, chosen = owner(), typed("language") or None
    if chosen is not None and chosen not in LANGUAGES:
        abort(400)
    accounts.set_language(db_session(), found.account, chosen)
    choose_for_visit(chosen)
    return _done("language")


@blueprint.post("/email")
def change_email() -> ResponseReturnValue:
    """Change the e-mail address: a way into the account, so it takes the password."""
    found, email = owner(), typed("email")
    error = email_error(email)
    if error is not None:
        return _page("email", {"email": error}), 422
    refused = _refused(found.account.hex, "email")
    if refused is not None:
        return refused
    accounts.set_email(db_session(), found.account, email)
    return _done("email")


@blueprint.post("/password")
def change_password() -> ResponseReturnValue:
    """Change the password; whoever is signed in elsewhere is no more."""
    found, password = owner(), typed("new_password")
    error = password_error(password, found.name)
    if error is not None:
        return _page("password", {"new_password": error}), 422
    refused = _refused(found.account.hex, "password")
    if refused is not None:
        return refused
    accounts.set_password(db_session(), found.account, passwords.hashed(password))
    sign_ins.revoke_others(db_session(), found.account, but=found.sign_in)
    return _done("password")


def _refused(account: str, section: str) -> ResponseReturnValue | None:
    """What to answer where the password is asked for again and was not given, or too often not."""
    too_often = limits.count(Trying.PASSWORD, account)
    if too_often is not None:
        return _page(section, {"password": too_often.message}), 429, too_often.headers
    if not accounts.is_password_of(db_session(), owner().account, typed("password")):
        return _page(section, {"password": WRONG_PASSWORD}), 422
    limits.forget(Trying.PASSWORD, account)
    return None


@blueprint.post("/sessions/<sign_in>")
def revoke(sign_in: str) -> ResponseReturnValue:
    """Sign out one browser."""
    found = owner()
    if not sign_ins.revoke(db_session(), found.account, sign_in):
        abort(404)
    if sign_in == found.sign_in:
        renew(LANGUAGE)
        return redirect(url_for("practice.question"), 303)
    return _done("signed-out")


@blueprint.post("/sessions")
def revoke_all() -> ResponseReturnValue:
    """Sign out everywhere, here too."""
    sign_ins.revoke_others(db_session(), owner().account)
    renew(LANGUAGE)
    return redirect(url_for("practice.question"), 303)


@blueprint.get("/export")
def take_along() -> Response:
    """Everything that is kept of whoever asks, guest or not, as a file."""
    now = datetime.now(UTC)
    name = f"fu-trainer-{now:%Y-%m-%d}.json"
    return Response(
        export(db_session(), learner_id(), now),
        content_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"},
    )


@blueprint.route("/delete", methods=["GET", "POST"])
def delete() -> ResponseReturnValue:
    """Delete everything, after the password, or a guest's own word for it."""
    if request.method == "GET":
        return _delete_page()
    found = signed_in()
    if found is None:
        if "sure" not in request.form:
            return _delete_page(NOT_SURE), 422
    else:
        too_often = limits.count(Trying.PASSWORD, found.account.hex)
        if too_often is not None:
            return _delete_page(too_often.message), 429, too_often.headers
        if not accounts.is_password_of(db_session(), found.account, typed("password")):
            return _delete_page(WRONG_PASSWORD), 422
    farewell.go(db_session(), learner_id())
    renew(LANGUAGE)
    return render_template("account/deleted.html")


def _delete_page(error: LazyString | None = None) -> str:
    known = accounts.profile(db_session(), learner_id())
    fields = (password_field("delete", error),) if signed_in() is not None else ()
    return render_template(
        "account/delete.html",
        answers=0 if known is None else known.attempts,
        fields=fields,
        error=error,
        alone=[title for _class_id, title in farewell.alone_in(db_session(), learner_id())],
    )
