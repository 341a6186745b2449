"""What lives as long as a request or a visit: the database session and the learner's id."""

import uuid
from datetime import UTC, datetime
from typing import cast

from flask import Flask, Response, current_app, g, request, session
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from trainer.db import for_writing

LEARNER = "learner"
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


def learner_id() -> uuid.UUID:
    """Return who is asking: a random id in the signed session cookie, made at the first call of a visit.

    There may be no row for it in the database yet: that is made with the first answer.
    """
    # The browser keeps the cookie for a year from the day it was last sent, so it is sent again once a day.
    today = datetime.now(UTC).date().isoformat()
    if session.get(SEEN) != today:
        session[SEEN] = today
        session.permanent = True
    if LEARNER not in session:
        session[LEARNER] = uuid.uuid4().hex
    return uuid.UUID(session[LEARNER])
