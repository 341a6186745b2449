"""What lives as long as a request or a visit: the database session, and who is asking.

A guest is a random id in the signed cookie. Whoever is signed in is a random token in it, good for as long as its row
is there.
"""

import uuid
from contextlib import suppress
from datetime import UTC, datetime
from typing import cast

from flask import Flask, Response, current_app, g, request, session
from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from trainer.db import for_writing
from trainer.services import sign_ins
from trainer.services.accounts import is_account
from trainer.services.sign_ins import Found

LEARNER = "learner"
SIGN_IN = "sign_in"
LANGUAGE = "language"
SEEN = "seen"
EXTENSION = "trainer.engine"


def init_app(app: Flask, engine: Engine) -> None:
    """Give each request of ``app`` its own database session on ``engine``."""
    app.extensions[EXTENSION] = engine
    app.after_request(_commit)
    app.teardown_appcontext(_close)


def engine_of(app: Flask) -> Engine:
    """Return the engine that ``init_app`` was given."""
    return cast(Engine, app.extensions[EXTENSION])


def db_session() -> Session:
    """Return the database session of this request, opened at the first call.

    It is committed when the answer's status is below 400, and rolled back otherwise: services flush, the
    request commits.
    """
    if "db_session" not in g:
        engine = engine_of(current_app)
        reads = request.method in {"GET", "HEAD", "OPTIONS"}
        g.db_session = Session(engine if reads else for_writing(engine))
    return cast(Session, g.db_session)


def _commit(response: Response) -> Response:
    opened: Session | None = g.get("db_session")
    if opened is not None:
        if response.status_code < 400:
            opened.commit()
        else:
            opened.rollback()
    return response


def _close(_error: BaseException | None) -> None:
    opened: Session | None = g.pop("db_session", None)
    if opened is not None:
        opened.close()


def reading_session() -> Session:
    """Return a database session of its own, to read without holding up those who write; close it."""
    return Session(engine_of(current_app))


def learner_id() -> uuid.UUID:
    """Return who is asking: the owner of the account, or else the guest, a random id made at the first call of a visit.

    There may be no row for a guest in the database yet: that is made with the first answer.
    """
    if "learner" not in g:
        # The browser keeps the cookie for a year from the day it was last sent, so it is sent again once a day.
        today = datetime.now(UTC).date().isoformat()
        if session.get(SEEN) != today:
            session[SEEN] = today
            session.permanent = True
        found = signed_in()
        g.learner = _guest() if found is None else found.account
    return cast(uuid.UUID, g.learner)


def _guest() -> uuid.UUID:
    # A cookie from before its guest signed up opens no account.
    if LEARNER not in session or is_account(db_session(), uuid.UUID(session[LEARNER])):
        session[LEARNER] = uuid.uuid4().hex
    return uuid.UUID(session[LEARNER])


def signed_in() -> Found | None:
    """Return whose account this visit is in; None for a guest."""
    if "signed_in" not in g:
        token = session.get(SIGN_IN)
        found = None if token is None else _found(token)
        if token is not None and found is None:
            # Revoked elsewhere: what else the cookie holds is the account's, such as the hand that waits.
            renew(LANGUAGE)
        g.signed_in = found
    return cast(Found | None, g.signed_in)


def _found(token: str) -> Found | None:
    now = datetime.now(UTC)
    with reading_session() as own:
        found = sign_ins.find(own, token, now)
    # A page that only reads must not wait for who writes, and has no transaction to write in.
    if found is not None and found.is_stale and "db_session" not in g:
        with suppress(OperationalError), Session(for_writing(engine_of(current_app))) as own:
            sign_ins.note_seen(own, found.sign_in, now)
            own.commit()
    return found


def enter(account: uuid.UUID, name: str, browser: str | None, system: str | None, *keep: str) -> None:
    """Sign this browser in, with a new cookie, in which only ``keep`` is left of the old one.

    Whoever knows the old cookie, and may even have put it there, does not know the new one.
    """
    token = sign_ins.begin(db_session(), account, browser, system, datetime.now(UTC))
    renew(*keep)
    session[SIGN_IN] = token
    g.learner, g.signed_in = account, Found(account, name, sign_ins.digest(token), False)


def renew(*keep: str) -> None:
    """Begin a new visit, of a guest who is not known yet, with nothing but ``keep`` of the old one."""
    kept = {name: session[name] for name in keep if name in session}
    session.clear()
    session.update(kept)
    # The token of the forms is of the old visit too.
    for name in ("csrf_token", "learner", "signed_in"):
        g.pop(name, None)
    session.permanent = True
