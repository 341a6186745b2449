"""Long work: a page that shows how far it is, and the file that comes of it. Other pages register what can be made."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from typing import Any, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    send_file,
    url_for,
)
from flask.typing import ResponseReturnValue
from flask_babel import LazyString, force_locale
from flask_babel import lazy_gettext as _
from sqlalchemy.orm import Session

from trainer.services import jobs
from trainer.services.jobs import File, Make, Progress, State, Status, TooManyJobsError
from trainer.web.entrance import owner
from trainer.web.session import db_session, engine_of
from trainer.web.worker import Worker

EXTENSION = "trainer.worker"
LANGUAGE = "language"
"""Where the language stands in what is asked: the same in another language is something else."""

blueprint = Blueprint("jobs", __name__, url_prefix="/jobs")


@dataclass(frozen=True, slots=True)
class Kind:
    """Something that takes long to make."""

    label: LazyString | str
    make: Make


KINDS: dict[str, Kind] = {}
"""Everything that can be made, by the name that is kept with each job."""

STATES: dict[State, LazyString] = {
    State.WAITING: _("Waiting for its turn."),
    State.WORKING: _("Working on it."),
    State.DONE: _("The file is ready."),
    State.FAILED: _("This could not be made. The fault is ours and was noted."),
}
BROKEN_OFF = _("This was broken off before it was done.")
TOO_MANY = _("So many files cannot be made for you at once. Please wait for one of these.")


def register(kind: str, label: LazyString | str, make: Make) -> None:
    """Let something be made beside the requests; ``kind`` is kept in the database and must not change.

    ``make`` runs in another thread, in a request of its own that nobody sent: texts are in the language of whoever
    asked, templates can be rendered, but nobody is signed in. So who asks, if that matters, and an address with the
    site's name in it must be part of what is asked; whether he may have it is to be checked before ``start``.
    """
    KINDS[kind] = Kind(label, make)


def init_app(app: Flask) -> None:
    """Give ``app`` a worker, which does nothing before there is something to do."""
    app.extensions[EXTENSION] = Worker()


def worker_of(app: Flask) -> Worker:
    """Return the worker that ``init_app`` made."""
    return cast(Worker, app.extensions[EXTENSION])


def start(kind: str, asked: dict[str, Any], language: str) -> Response:
    """Let something be made for whoever is signed in, and lead him to the page that shows how far it is."""
    found = owner()
    whole = {**asked, LANGUAGE: language}
    return _waits(lambda now: jobs.begin(db_session(), found.account, kind, whole, now))


@blueprint.post("/<uuid:job>/again")
def again(job: uuid.UUID) -> ResponseReturnValue:
    """Try once more what failed or was broken off."""
    found = owner()
    return _waits(lambda now: jobs.again(db_session(), found.account, job, now))


def _waits(ask: Callable[[datetime], uuid.UUID | None]) -> Response:
    """Lead to the job that was asked for. Its page hands it over, but who leaves before that has it made as well."""
    try:
        job = ask(datetime.now(UTC))
    except TooManyJobsError:
        return make_response(_overview(TOO_MANY), 429)
    if job is None:
        abort(404)
    # The worker must find the row.
    db_session().commit()
    _hand_over(_status(job))
    return make_response(redirect(url_for("jobs.show", job=job), 303))


@blueprint.get("")
def overview() -> str:
    """List the files of the last day."""
    return _overview()


def _overview(error: LazyString | None = None) -> str:
    now = datetime.now(UTC)
    found = [one for one in jobs.listed(db_session(), owner().account, now) if one.created_at > now - jobs.KEPT]
    return render_template("jobs/overview.html", jobs=[(one, _label(one), _said(one)) for one in found], error=error)


@blueprint.get("/<uuid:job>")
def show(job: uuid.UUID) -> str:
    """Show how far a job is; when one waits that a process which is gone has forgotten, this one does it."""
    found = _status(job)
    _hand_over(found)
    return render_template("jobs/job.html", job=found, label=_label(found), said=_said(found))


@blueprint.get("/<uuid:job>/file")
def file(job: uuid.UUID) -> Response:
    """The file that came of a job."""
    made = jobs.result(db_session(), owner().account, job)
    if made is None:
        abort(404)
    answer = send_file(BytesIO(made.content), made.content_type, as_attachment=True, download_name=made.name)
    answer.content_type = made.content_type
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _status(job: uuid.UUID) -> Status:
    found = jobs.status(db_session(), owner().account, job, datetime.now(UTC))
    if found is None:
        abort(404)
    return found


def _label(job: Status) -> LazyString | str:
    return KINDS[job.kind].label if job.kind in KINDS else _("File")


def _said(job: Status) -> LazyString:
    return BROKEN_OFF if job.is_stale else STATES[job.state]


def _hand_over(job: Status) -> None:
    """Let this process do a job that waits. What it does not know waits for a process of a newer version."""
    if job.state is State.WAITING and job.kind in KINDS:
        app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
        task = partial(_made_by, app, KINDS[job.kind].make)
        worker_of(app).give(job.id, partial(jobs.work, engine_of(app), job.id, task))


def _made_by(app: Flask, make: Make, db: Session, asked: dict[str, Any], progress: Progress) -> File:
    """Make a file in the language in which it was asked for."""
    with app.test_request_context(), force_locale(asked[LANGUAGE]):
        return make(db, asked, progress)
