"""Which language the reader sees: the one chosen, else the browser's, else English.

What is chosen while signed in is kept with the account, and so chosen wherever its owner signs in.
"""

from flask import Blueprint, Flask, abort, redirect, request, session
from flask_babel import Babel, get_locale
from werkzeug.wrappers import Response

from trainer.services import accounts
from trainer.web.session import LANGUAGE, db_session, signed_in

DEFAULT = "en"
# Each language by its own name, which is the same for every reader and so is not translated.
LANGUAGES = {"en": "English", "zh_Hans": "简体中文", "zh_Hant": "繁體中文", "ja": "日本語"}

# Browsers mostly send regions; what decides how Chinese is written there is the script.
TRADITIONAL_REGIONS = {"tw", "hk", "mo"}

blueprint = Blueprint("language", __name__)


def init_app(app: Flask) -> None:
    """Set up translation and give every template ``languages``, ``language_tag`` and ``here``."""
    Babel(app, locale_selector=choose)
    app.context_processor(_for_templates)


def choose() -> str:
    """Return the locale for this request."""
    chosen = session.get(LANGUAGE)
    if chosen in LANGUAGES:
        return str(chosen)
    for tag, quality in request.accept_languages:
        if quality > 0 and (locale := match(tag)):
            return locale
    return DEFAULT


def choose_for_visit(locale: str | None) -> None:
    """Show this language from now on; None: as the browser says."""
    session.pop(LANGUAGE, None)
    if locale in LANGUAGES:
        session[LANGUAGE] = locale
        session.permanent = True


def match(tag: str) -> str | None:
    """Return the locale we have for a language tag such as ``zh-TW``, or None."""
    language, *subtags = tag.lower().replace("_", "-").split("-")
    if language != "zh":
        return language if language in LANGUAGES else None
    traditional = "hant" in subtags or ("hans" not in subtags and not TRADITIONAL_REGIONS.isdisjoint(subtags))
    # A reader of the one script reads the other far better than English.
    wanted = ("zh_Hant", "zh_Hans") if traditional else ("zh_Hans", "zh_Hant")
    return next((locale for locale in wanted if locale in LANGUAGES), None)


def local_path(target: str) -> str:
    """Return ``target`` when it is a path on this site, else the start page."""
    # "//host" and "/\host" lead elsewhere, and browsers drop tabs and newlines before they look.
    local = target.startswith("/") and not target.startswith("//")
    safe = local and target.isprintable() and "\\" not in target
    return target if safe else f"{request.script_root}/"


@blueprint.post("/language")
def switch() -> Response:
    """Remember the chosen language for a year and go back to the page it was chosen on."""
    chosen = request.form.get("language", "")
    if chosen not in LANGUAGES:
        abort(400)
    choose_for_visit(chosen)
    found = signed_in()
    if found is not None:
        accounts.set_language(db_session(), found.account, chosen)
    return redirect(local_path(request.form.get("next", "")), 303)


def _for_templates() -> dict[str, object]:
    # Changing the language leads back with GET, so a page that only answers POST is no place to come back to.
    reachable = request.url_rule is None or "GET" in (request.url_rule.methods or ())
    return {
        "languages": LANGUAGES,
        "language_tag": str(get_locale() or DEFAULT).replace("_", "-"),
        "here": request.script_root + (request.full_path.removesuffix("?") if reachable else "/"),
    }
