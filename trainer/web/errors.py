"""Pages for what went wrong, in the reader's language; what exactly broke goes to the log only."""

from flask import Flask, Response, g, make_response, render_template
from flask_babel import LazyString, lazy_gettext
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

from trainer.web import api

# status: title and what the reader can do about it
PAGES: dict[int, tuple[LazyString, LazyString]] = {
    400: (lazy_gettext("Bad request"), lazy_gettext("Something in what was sent could not be understood.")),
    403: (lazy_gettext("Not allowed"), lazy_gettext("This page is not open to you.")),
    404: (lazy_gettext("Page not found"), lazy_gettext("There is no page at this address.")),
    405: (lazy_gettext("Not possible here"), lazy_gettext("This address cannot be used in that way.")),
    413: (lazy_gettext("Too much at once"), lazy_gettext("More was sent than can be taken in one go.")),
    500: (
        lazy_gettext("Something broke"),
        lazy_gettext("The fault is ours and was noted. Please try again."),
    ),
}
STALE_FORM = (
    lazy_gettext("This page was too old"),
    lazy_gettext("Nothing was changed. Go back, load the page again, and send it once more."),
)


def init_app(app: Flask) -> None:
    """Show these pages for every HTTP error, and for every exception nobody handled."""
    app.register_error_handler(HTTPException, show)


def show(error: HTTPException) -> Response:
    """Return the page for ``error``, in JSON below ``/api``, with its headers (``Allow``, ``Retry-After``)."""
    if api.errors.is_of_api():
        return api.errors.answer(error)
    status = error.code or 500
    title, advice = PAGES.get(status) or PAGES[400 if status < 500 else 500]
    if isinstance(error, CSRFError):
        title, advice = STALE_FORM
    if status >= 500:
        # The database may be what broke, so that it is not asked again who is here.
        g.setdefault("signed_in", None)
    page = render_template("errors/error.html", status=status, title=title, advice=advice)
    response = make_response(page, status)
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value
    return response
