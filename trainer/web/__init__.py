"""The web application: the only part of the program that knows Flask. One module is one blueprint."""

from flask import Blueprint, Flask, Response, redirect, request
from flask_wtf import CSRFProtect
from werkzeug.wrappers import Response as BaseResponse

from trainer.db import make_engine
from trainer.places import shipped_folder
from trainer.settings import Settings
from trainer.web import (
    account,
    api,
    assets,
    assignments,
    calculator,
    classes,
    dates,
    drills,
    entrance,
    errors,
    house,
    jobs,
    joining,
    language,
    learn,
    limits,
    notebook,
    patterns,
    practice,
    projector,
    recovery,
    results,
    review,
    runs,
    session,
    showing,
    sitting,
    wishes,
)

YEAR_SECONDS = 365 * 24 * 3600

SECURITY_HEADERS = {
    # No inline script and no inline style anywhere, so text from a learner can never become code.
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    # The CSRF check under https reads the Referer of our own pages; other sites get none.
    "Referrer-Policy": "same-origin",
}

csrf = CSRFProtect()


def blueprints() -> tuple[Blueprint, ...]:
    """Return every page of the application; a new blueprint is imported above and listed here."""
    return (
        *(language.blueprint, practice.blueprint, house.blueprint, wishes.blueprint, sitting.blueprint),
        *(review.blueprint, notebook.blueprint, calculator.blueprint, projector.blueprint, learn.blueprint),
        *(entrance.blueprint, recovery.blueprint, account.blueprint, jobs.blueprint, patterns.blueprint),
        *(classes.blueprint, joining.blueprint, drills.blueprint, assignments.blueprint, runs.blueprint),
        *(results.blueprint, showing.blueprint, api.blueprint),
    )


def create_app(settings: Settings | None = None) -> Flask:
    """Make the application; without ``settings`` the environment decides. The database must be up to date.

    Raises what ``Settings.from_environment`` and ``make_engine`` raise.
    """
    settings = settings or Settings.from_environment()
    app = Flask(
        "trainer.web",
        template_folder=str(shipped_folder("templates")),
        static_folder=str(shipped_folder("static")),
        static_url_path="/static",
    )
    app.config.update(
        SECRET_KEY=settings.secret_key,
        MAX_CONTENT_LENGTH=64 * 1024,
        PERMANENT_SESSION_LIFETIME=YEAR_SECONDS,
        SESSION_COOKIE_NAME="fu_trainer",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        # Otherwise a style sheet fetched beside a page sends its older cookie back over the page's new one.
        SESSION_REFRESH_EACH_REQUEST=False,
        # A tab left open overnight must not lose the answer in it; the token ends with the session anyway.
        WTF_CSRF_TIME_LIMIT=None,
        BABEL_DEFAULT_LOCALE=language.DEFAULT,
        BABEL_DEFAULT_TIMEZONE="UTC",
    )
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}

    session.init_app(app, make_engine(settings.database_url))
    csrf.init_app(app)
    csrf.exempt(api.blueprint)
    language.init_app(app)
    entrance.init_app(app)
    limits.init_app(app, settings)
    recovery.init_app(app, settings)
    jobs.init_app(app)
    assets.init_app(app)
    dates.init_app(app)
    errors.init_app(app)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    app.add_url_rule("/", "home", _home)
    app.after_request(_add_headers)
    return app


def _home() -> BaseResponse:
    return redirect(f"{request.script_root}/practice")


def _add_headers(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    # Pages show one learner's own results; a shared cache must not keep them, and "back" must ask again.
    response.headers.setdefault("Cache-Control", "private, no-cache")
    if request.endpoint != "static":
        response.vary.add("Accept-Language")
    return response
