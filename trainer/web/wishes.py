"""What to practise, and how it looks: the page to choose it, the link that carries it, and where it is kept."""

from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import LazyString, lazy_pgettext
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.rules import rules_name
from trainer.services.wishes import (
    NAMES,
    Dealing,
    Length,
    MeldLook,
    WishError,
    Wishes,
    asking_enough,
    obstacles,
    wishes_to_words,
    with_words,
)
from trainer.teaching.grade import Ask
from trainer.teaching.order import ImpossibleOrder, Mode
from trainer.teaching.rule_types import RuleType
from trainer.web import house, sitting
from trainer.web.house_labels import house_name
from trainer.web.labels import LEVELS, label
from trainer.web.rule_labels import RULES

KEPT = "wishes"
LONGEST = 1000
"""More characters than any wish has."""

DEALINGS = {
    Dealing.NEXT: lazy_pgettext("hands", "What I need: chosen by my answers"),
    Dealing.MIXED: label(Mode.MIXED),
    Dealing.NATURAL: label(Mode.NATURAL),
    Dealing.EDGE: label(Mode.EDGE),
}
LENGTHS = {
    Length.TEN: _("Ten hands"),
    Length.ENDLESS: _("Endless"),
    Length.SPRINT: _("Sprint: 60 seconds, kept apart from your accuracy"),
}
MELDS = {
    MeldLook.SIDEWAYS: _("Called tile sideways"),
    MeldLook.UPSIDE_DOWN: _("Upside down, as across the table"),
    MeldLook.UPRIGHT: _("All tiles upright"),
}
NAMES_SHOWN = {
    "ask": _("What to ask"),
    "mode": _("Hands"),
    "level": _("Level"),
    "focus": _("Focus"),
    "length": _("Length"),
    "honba": lazy_pgettext("setting", "Honba"),
    "labels": _("Numbers on the tiles"),
    "apart": _("Winning tile apart"),
    "melds": _("Melds"),
    "twins": _("After each hand its twin: what changes?"),
}
NOTHING_ASKED = _("Choose at least one thing to be asked.")

blueprint = Blueprint("wishes", __name__, url_prefix="/practice/settings")


def chosen_wishes() -> Wishes:
    """What this learner wishes; the defaults until something else is chosen."""
    kept = session.get(KEPT)
    try:
        return with_words(Wishes(), kept if isinstance(kept, dict) else {})
    except WishError:
        return Wishes()


def choose(wishes: Wishes) -> None:
    """Practise so from the next hand on; what is played and how it is asked begins a new sitting."""
    before = chosen_wishes()
    session[KEPT] = {
        name: word for name, word in wishes_to_words(wishes).items() if word != wishes_to_words(Wishes())[name]
    }
    if _played(before) != _played(wishes):
        sitting.forget()


def _played(wishes: Wishes) -> tuple[object, ...]:
    return wishes.ask, wishes.mode, wishes.level, wishes.focus, wishes.length, wishes.honba


def refusal(error: WishError) -> LazyString:
    """Why a wish cannot be granted, in words."""
    if error.name == "ask" and not error.value.strip(", "):
        return NOTHING_ASKED
    return _("“%(value)s” is not known under “%(name)s”.", value=error.value[:40], name=NAMES_SHOWN[error.name])


def hindrance(impossible: ImpossibleOrder) -> LazyString:
    """Why a rule cannot be in focus, in words."""
    return _("%(rule)s: %(why)s", rule=RULES[impossible.rule_type].name, why=label(impossible.obstacle))


def practicable(rule_types: list[RuleType]) -> str:
    """Those of the rule types that hands can show as this learner practises, for a link; "" for none."""
    wished = asking_enough(replace(chosen_wishes(), focus=tuple(rule_types)))
    hindered = {impossible.rule_type for impossible in obstacles(wished, house.chosen_rules())}
    return ",".join(rule_type for rule_type in rule_types if rule_type not in hindered)


def asked_in_words(wishes: Wishes) -> str:
    """What is asked for, as a list."""
    return str(_(", ")).join(str(label(ask)) for ask in wishes.ask)


@blueprint.get("")
def show() -> str:
    """Show what can be chosen."""
    return _page(wishes_to_words(chosen_wishes()))


@blueprint.post("")
def take() -> Response | tuple[str, int]:
    """Take what was chosen; what cannot be is shown again as it was sent."""
    sent = {name: ",".join(request.form.getlist(name))[:LONGEST] for name in ("ask", "focus")}
    sent |= {name: "on" if name in request.form else "off" for name in ("honba", "labels", "apart", "twins")}
    sent |= {name: request.form[name] for name in ("mode", "level", "length", "melds") if name in request.form}
    try:
        wishes = with_words(chosen_wishes(), sent)
    except WishError as error:
        return _page({**wishes_to_words(chosen_wishes()), **sent}, [refusal(error)]), 422
    hindered = obstacles(wishes, house.chosen_rules())
    if hindered:
        return _page(wishes_to_words(wishes), [hindrance(impossible) for impossible in hindered]), 422
    choose(wishes)
    return redirect(url_for("practice.question"), 303)


def _page(words: dict[str, str], notices: list[LazyString] | None = None) -> str:
    listed = {name: set(words[name].split(",")) for name in ("ask", "focus")}
    rules = house.chosen_rules()
    query = urlencode({"rules": rules_name(rules), **{name: words[name] for name in NAMES}}, safe=",=/")
    return render_template(
        "practice/settings.html",
        notices=notices or [],
        words=words,
        names=NAMES_SHOWN,
        asks=[(ask, label(ask), ask in listed["ask"]) for ask in Ask],
        focus=[(rule, RULES[rule].name, rule in listed["focus"]) for rule in RuleType],
        choices={"mode": DEALINGS, "length": LENGTHS, "level": LEVELS, "melds": MELDS},
        house=house_name(rules),
        link=f"{url_for('practice.question', _external=True)}?{query}",
    )
