"""Signing up, in and out."""

from datetime import UTC, datetime

from flask import Blueprint, Flask, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString
from werkzeug.wrappers import Response

from trainer.models import User
from trainer.services import accounts, passwords, recovery, sign_ins
from trainer.services.accounts import NameFault, NameTakenError, name_key
from trainer.services.merge import take_over
from trainer.services.sign_ins import Found
from trainer.web import limits
from trainer.web.account_forms import (
    NAME_FAULTS,
    WRONG_PAIR,
    email_error,
    email_field,
    name_error,
    name_field,
    new_password_field,
    password_error,
    password_field,
    typed,
)
from trainer.web.language import choose_for_visit, local_path
from trainer.web.limits import Trying
from trainer.web.session import LANGUAGE, db_session, enter, learner_id, reading_session, renew, signed_in
from trainer.web.sitting import KEPT, QUESTION
from trainer.web.user_agent import summary

HABITS = (LANGUAGE, "rules", "wishes")
"""What is chosen in a visit and stays when it becomes that of an account."""

blueprint = Blueprint("entrance", __name__, url_prefix="/account")


def init_app(app: Flask) -> None:
    """Give every template ``me``: who is signed in."""
    app.context_processor(lambda: {"me": signed_in()})


def owner() -> Found:
    """Return who is signed in; a guest is led to the page to sign in, and from there to where he wanted to go."""
    found = signed_in()
    if found is None:
        target = request.path if request.method == "GET" else url_for("account.overview")
        abort(redirect(url_for("entrance.sign_in", next=target), 303))
    return found


def let_in(account: User, *keep: str) -> int:
    """Sign this browser in; what its guest answered becomes the account's. Return how many answers that were."""
    moved = take_over(db_session(), learner_id(), account.id)
    enter(account.id, account.name or "", *summary(request.user_agent.string), *HABITS, *keep)
    if account.language is not None:
        choose_for_visit(account.language)
    return moved


def _next() -> str:
    target = request.values.get("next", "")
    return local_path(target) if target else url_for("practice.question")


@blueprint.route("/sign-up", methods=["GET", "POST"])
def sign_up() -> ResponseReturnValue:
    """Make an account of a guest, and show its recovery codes once."""
    if signed_in() is not None:
        return redirect(url_for("account.overview"), 303)
    if request.method == "GET":
        return _sign_up_page()
    name, password, email = typed("name"), typed("new_password"), typed("email")
    errors = {"name": name_error(name), "new_password": password_error(password, name), "email": email_error(email)}
    if any(errors.values()):
        return _sign_up_page(errors), 422
    too_often = limits.count(Trying.SIGN_UP, name_key(name))
    if too_often is not None:
        return _sign_up_page({"name": too_often.message}), 429, too_often.headers
    # Hashing takes its time, so it is done before the database waits for this request.
    kept, guest = passwords.hashed(password), learner_id()
    db = db_session()
    try:
        accounts.sign_up(db, guest, name, kept, email, datetime.now(UTC))
    except NameTakenError:
        return _sign_up_page({"name": NAME_FAULTS[NameFault.TAKEN]}), 422
    codes = recovery.new_codes(db, guest)
    # He stays who he was, so the hand that waits is still his.
    enter(guest, name.strip(), *summary(request.user_agent.string), *HABITS, QUESTION, KEPT)
    page = render_template("recovery/codes.html", codes=codes, name=name.strip(), onward=_next(), is_new=True)
    return page, 200, {"Cache-Control": "no-store"}


def _sign_up_page(errors: dict[str, LazyString | None] | None = None) -> str:
    errors = errors or {}
    fields = (
        name_field("sign-up", typed("name"), errors.get("name"), is_new=True),
        new_password_field("sign-up", errors.get("new_password")),
        email_field("sign-up", typed("email"), errors.get("email")),
    )
    return render_template("entrance/sign_up.html", fields=fields, onward=_next(), answers=_answers())


def _answers() -> int:
    """How many hands this guest has answered."""
    known = accounts.profile(db_session(), learner_id())
    return 0 if known is None else known.attempts


@blueprint.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Enter an account, with all that was answered as a guest."""
    if signed_in() is not None:
        return redirect(_next(), 303)
    if request.method == "GET":
        return _sign_in_page()
    name, password = typed("name"), typed("password")
    too_often = limits.count(Trying.SIGN_IN, name_key(name))
    if too_often is not None:
        return _sign_in_page(too_often.message), 429, too_often.headers
    with reading_session() as own:
        found = accounts.checked(own, name, password)
    if found is None:
        return _sign_in_page(WRONG_PAIR), 422
    limits.forget(Trying.SIGN_IN, name_key(name))
    moved = let_in(found)
    accounts.renew_hash(db_session(), found.id, password)
    if moved and not request.values.get("next"):
        return redirect(url_for("account.overview", moved=moved), 303)
    return redirect(_next(), 303)


def _sign_in_page(error: LazyString | None = None) -> str:
    fields = (name_field("sign-in", typed("name")), password_field("sign-in", error))
    return render_template("entrance/sign_in.html", fields=fields, onward=_next(), answers=_answers())


@blueprint.post("/sign-out")
def sign_out() -> Response:
    """Leave the account in this browser; whoever uses it next is a new guest."""
    found = signed_in()
    if found is not None:
        sign_ins.revoke(db_session(), found.account, found.sign_in)
    renew(LANGUAGE)
    return redirect(url_for("practice.question"), 303)
