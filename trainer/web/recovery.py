"""Coming back without the password: recovery codes, and mail where a server for it is configured."""

import uuid
from datetime import timedelta

from flask import Blueprint, Flask, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import LazyString, gettext
from flask_babel import lazy_gettext as _
from itsdangerous import BadData, URLSafeTimedSerializer

from trainer.models import User
from trainer.services import accounts, passwords, recovery, sign_ins
from trainer.services.accounts import name_key
from trainer.services.mail import Mailer
from trainer.settings import Settings
from trainer.web import limits
from trainer.web.account_forms import (
    NO_ADDRESS,
    WRONG_CODE,
    WRONG_PASSWORD,
    code_field,
    email_field,
    name_field,
    new_password_field,
    password_error,
    password_field,
    typed,
)
from trainer.web.entrance import let_in, owner
from trainer.web.limits import Trying
from trainer.web.session import db_session, reading_session

EXTENSION = "trainer.mail"
LINK_LASTS = timedelta(hours=1)
SENT = _("If an account has this address, a mail with a link is on its way. The link is good for an hour.")

blueprint = Blueprint("recovery", __name__, url_prefix="/account")


def init_app(app: Flask, settings: Settings) -> None:
    """Send mail through the server of the settings, if there is one. Raises ValueError for a URL that is none."""
    mailer = Mailer.from_url(settings.smtp_url, settings.mail_from) if settings.smtp_url else None
    app.extensions[EXTENSION] = (mailer, settings.base_url)


def _mailer() -> Mailer | None:
    mailer: Mailer | None = current_app.extensions[EXTENSION][0]
    return mailer


@blueprint.route("/codes", methods=["GET", "POST"])
def codes() -> ResponseReturnValue:
    """Say how many codes are left; make new ones for whoever knows the password, and show them once."""
    found = owner()
    if request.method == "GET":
        return _codes_page()
    too_often = limits.count(Trying.PASSWORD, found.account.hex)
    if too_often is not None:
        return _codes_page(too_often.message), 429, too_often.headers
    if not accounts.is_password_of(db_session(), found.account, typed("password")):
        return _codes_page(WRONG_PASSWORD), 422
    limits.forget(Trying.PASSWORD, found.account.hex)
    made = recovery.new_codes(db_session(), found.account)
    page = render_template("recovery/codes.html", codes=made, name=found.name, onward=url_for("account.overview"))
    return page, 200, {"Cache-Control": "no-store"}


def _codes_page(error: LazyString | None = None) -> str:
    left = recovery.left(db_session(), owner().account)
    return render_template("recovery/new_codes.html", left=left, fields=(password_field("codes", error),))


@blueprint.route("/forgot", methods=["GET", "POST"])
def forgot() -> ResponseReturnValue:
    """Set a new password by a recovery code."""
    if request.method == "GET":
        return _forgot_page()
    name, code, password = typed("name"), typed("code"), typed("new_password")
    weak = password_error(password, name)
    if weak is not None:
        return _forgot_page({"new_password": weak}), 422
    too_often = limits.count(Trying.RECOVER, name_key(name))
    if too_often is not None:
        return _forgot_page({"code": too_often.message}), 429, too_often.headers
    account = recovery.use_code(db_session(), name, code)
    if account is None:
        return _forgot_page({"code": WRONG_CODE}), 422
    limits.forget(Trying.RECOVER, name_key(name))
    return _set(account, password)


def _set(account: uuid.UUID, password: str) -> ResponseReturnValue:
    """Take a new password, and sign in with it: here, and nowhere else any more."""
    accounts.set_password(db_session(), account, passwords.hashed(password))
    sign_ins.revoke_others(db_session(), account)
    let_in(db_session().get_one(User, account))
    return redirect(url_for("account.overview", done="password"), 303)


def _forgot_page(errors: dict[str, LazyString] | None = None, notice: LazyString | None = None) -> str:
    errors = errors or {}
    by_code = (
        name_field("forgot", typed("name")),
        code_field("forgot", typed("code"), errors.get("code")),
        new_password_field("forgot", errors.get("new_password")),
    )
    by_mail = (email_field("mail", typed("email"), errors.get("email"), required=True),) if _mailer() else ()
    return render_template("recovery/forgot.html", by_code=by_code, by_mail=by_mail, notice=notice)


@blueprint.post("/forgot/mail")
def send_link() -> ResponseReturnValue:
    """Send a link to set a new password; the answer is the same whether there is an account or not."""
    mailer, email = _mailer(), typed("email")
    if mailer is None:
        return redirect(url_for(".forgot"), 303)
    if not accounts.is_address(email):
        return _forgot_page({"email": NO_ADDRESS}), 422
    too_often = limits.count(Trying.MAIL, email.strip().lower())
    if too_often is not None:
        return _forgot_page({"email": too_often.message}), 429, too_often.headers
    with reading_session() as own:
        for account, name in recovery.by_email(own, email):
            token = _serializer().dumps([account.hex, recovery.state_of(own, account)])
            link = current_app.extensions[EXTENSION][1] + url_for(".reset", token=token)
            text = gettext(
                "Somebody asked for a new password for the account “%(name)s” at Fu Trainer. This link sets one, once "
                "and within an hour:\n\n%(link)s\n\nIf it was not you, nothing needs to be done.",
                name=name,
                link=link,
            )
            mailer.send_later(email.strip(), gettext("A new password for Fu Trainer"), text)
    return _forgot_page(notice=SENT)


@blueprint.route("/reset/<token>", methods=["GET", "POST"])
def reset(token: str) -> ResponseReturnValue:
    """Set a new password by a link that was sent."""
    account = _account_of(token)
    if account is None:
        return render_template("recovery/stale.html"), 404
    if request.method == "GET":
        return _reset_page(account)
    weak = password_error(typed("new_password"), account.name or "")
    return (_reset_page(account, weak), 422) if weak is not None else _set(account.id, typed("new_password"))


def _reset_page(account: User, error: LazyString | None = None) -> str:
    return render_template("recovery/reset.html", name=account.name, fields=(new_password_field("reset", error),))


def _account_of(token: str) -> User | None:
    """The account that a link is for, unless it is too old, was used, or the account has changed since."""
    try:
        account, state = _serializer().loads(token, max_age=int(LINK_LASTS.total_seconds()))
        row = db_session().get(User, uuid.UUID(account))
    except (BadData, ValueError, TypeError):
        return None
    return row if row is not None and state == recovery.state_of(db_session(), row.id) else None


def _serializer() -> URLSafeTimedSerializer:
    # The salt keeps links, questions and cookies, all signed with the secret key, from standing in for each other.
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="new password")
