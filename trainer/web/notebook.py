"""The notebook of mistakes: the hands that a learner missed, to be filtered, noted beside, and tried again."""

from datetime import UTC, datetime
from random import SystemRandom

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.services import notebook
from trainer.services.notebook import LONGEST_NOTE, Show, Wanted
from trainer.services.practice import ask_likeness
from trainer.services.wishes import Length
from trainer.teaching.mixups import parse_mixup
from trainer.teaching.rule_types import RuleType
from trainer.web import explain, sitting, wishes
from trainer.web.language import local_path
from trainer.web.mistake_labels import MISTAKES
from trainer.web.rule_labels import RULES
from trainer.web.session import db_session, learner_id
from trainer.web.sitting import QUESTION
from trainer.web.tokens import token_of

SHOWN = {
    Show.OPEN: _("not yet understood"),
    Show.UNDERSTOOD: _("understood"),
    Show.ALL: _("all of them"),
}

blueprint = Blueprint("notebook", __name__, url_prefix="/review/notebook")


@blueprint.get("")
def overview() -> str:
    """Show the missed hands that a link asks for."""
    words = {name: request.args[name] for name in ("show", "rule", "mistake", "mixup") if request.args.get(name)}
    try:
        wanted, number = _wanted(words), int(request.args.get("page", "1")[:6])
    except ValueError:
        abort(404)
    choices = notebook.choices(db_session(), learner_id())
    return render_template(
        "notebook/overview.html",
        page=notebook.page(db_session(), learner_id(), wanted, number),
        wanted=wanted,
        words=words,
        shown=SHOWN,
        # What is filtered by can be seen and taken back also where no hand is left for it.
        rules={rule: RULES[rule].name for rule in RuleType if rule in (*choices.rules, wanted.rule_type)},
        mistakes={name: MISTAKES[name] for name in MISTAKES if name in (*choices.mistakes, wanted.mistake)},
        all_rules=RULES,
        all_mistakes=MISTAKES,
        checked_lines=explain.checked_lines,
        longest_note=LONGEST_NOTE,
    )


def _wanted(words: dict[str, str]) -> Wanted:
    """What a link asks for. Raises ValueError for what is not known."""
    mistake = words.get("mistake")
    if mistake is not None and mistake not in MISTAKES:
        raise ValueError(f"no mistake is called {mistake!r}")
    return Wanted(
        Show(words.get("show", Show.OPEN)),
        RuleType(words["rule"]) if "rule" in words else None,
        mistake,
        parse_mixup(words["mixup"]) if "mixup" in words else None,
    )


@blueprint.post("/<nonce>/note")
def note(nonce: str) -> Response:
    """Keep what the learner notes beside a hand."""
    if not notebook.write_note(db_session(), learner_id(), nonce, request.form.get("note", "")):
        abort(404)
    return _back()


@blueprint.post("/<nonce>/understood")
def understood(nonce: str) -> Response:
    """Mark a hand as understood, or as open again."""
    is_understood = request.form.get("understood") == "on"
    if not notebook.understand(db_session(), learner_id(), nonce, is_understood, datetime.now(UTC)):
        abort(404)
    return _back()


def _back() -> Response:
    return redirect(local_path(request.form.get("next", "")), 303)


@blueprint.post("/<nonce>/retry")
def retry(nonce: str) -> Response:
    """Ask a hand that is counted just like a missed one; the hand that waits is laid aside."""
    running = sitting.current()
    # A sprint and a sitting of hands tried again hold no others.
    if running is None or running.until is not None or running.again or sitting.shown(running).is_over:
        length = wishes.chosen_wishes().length
        running = sitting.begin(Length.ENDLESS if length is Length.SPRINT else length)
    asked = ask_likeness(db_session(), learner_id(), nonce, SystemRandom(), datetime.now(UTC), running.id)
    if asked is None:
        abort(404)
    session[QUESTION] = token_of(asked)
    return redirect(url_for("practice.question"), 303)
