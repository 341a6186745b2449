"""The rules that a learner practises by: a house's, or with single options changed."""

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.errors import RulesError
from trainer.mahjong.rules import (
    OPTIONS,
    PRESETS,
    TENHOU,
    Rules,
    changed,
    parse_change,
    parse_rules,
    rules_name,
    value_word,
)
from trainer.web.house_labels import HOUSES, OPTION_LABELS, SOURCES, house_name, value_label

CHOSEN = "rules"
"""Where the session keeps the short text of the learner's rule set."""

CONTRADICTION = _(
    "These options contradict each other: aotenjou has no limits, so kiriage, kazoe and several yakuman stay as they "
    "are with it; and a double yakuman cannot pay as one."
)
UNKNOWN = _("No rules are called that. Choose a house or single options here.")

blueprint = Blueprint("house", __name__, url_prefix="/practice/rules")


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option."""

    word: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Option:
    """One option with what can be chosen."""

    name: str
    label: LazyString
    choices: tuple[Choice, ...]


def chosen_rules() -> Rules:
    """The rules that this learner practises by; Tenhou's until others are chosen."""
    try:
        return parse_rules(session.get(CHOSEN, "tenhou"))
    except RulesError:
        return TENHOU


def choose(rules: Rules) -> None:
    """Practise by these rules from the next hand on."""
    session[CHOSEN] = rules_name(rules)


@blueprint.get("")
def show() -> str:
    """Show the houses and every option."""
    return _page(chosen_rules())


@blueprint.post("")
def take() -> Response | tuple[str, int]:
    """Take a house, or the options of the form; contradictory ones are shown again."""
    house = request.form.get("house")
    sent = {name: request.form[name] for name in OPTIONS if name in request.form}
    try:
        if house is not None:
            choose(parse_rules(house))
            return redirect(url_for("practice.question"), 303)
        changes = dict(parse_change(f"{name}={word}") for name, word in sent.items())
    except RulesError:
        return _page(chosen_rules(), UNKNOWN), 422
    try:
        choose(changed(TENHOU, changes))
    except RulesError:
        # Each value is one of its option's, so it is their combination.
        return _page(chosen_rules(), CONTRADICTION, sent), 422
    return redirect(url_for("practice.question"), 303)


def _words(name: str) -> list[str]:
    """The values that the page offers, the default first."""
    return list(OPTION_LABELS[name][1]) or [value_word(value) for value in OPTIONS[name]]


def _page(rules: Rules, notice: LazyString | None = None, sent: dict[str, str] | None = None) -> str:
    options = []
    for name in OPTIONS:
        current = (sent or {}).get(name, value_word(getattr(rules, name)))
        words = _words(name)
        if current not in words:
            words.append(current)
        choices = tuple(Choice(word, value_label(name, word), word == current) for word in words)
        options.append(Option(name, OPTION_LABELS[name][0], choices))
    houses = [(name, HOUSES[name], SOURCES[name], known.rules == rules) for name, known in PRESETS.items()]
    return render_template(
        "practice/rules.html", houses=houses, options=options, notice=notice, house=house_name(rules), rules=rules
    )
