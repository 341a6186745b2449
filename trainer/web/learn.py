"""The reference: the tables of fu and points, and a page about each rule with hands that show it."""

from typing import NamedTuple

from flask import Blueprint, abort, render_template, request
from flask.blueprints import BlueprintSetupState
from flask_babel import LazyString

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import OPTIONS, PRESETS, Rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.examples import NoExampleError, example, telling
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import work_out
from trainer.web import explain, fu_table, reference
from trainer.web.house_labels import HOUSES, OPTION_LABELS, value_label
from trainer.web.lessons import CHAPTERS, IN_ORDER, LESSONS
from trainer.web.linked_rules import linked_rules
from trainer.web.mistake_labels import MISTAKES
from trainer.web.points_table import points_table
from trainer.web.rule_labels import RULES

MOST_EXAMPLES = 99
"""Examples can be stepped through up to this one."""

blueprint = Blueprint("learn", __name__, url_prefix="/learn")


class Difference(NamedTuple):
    """An option and who plays it how."""

    option: LazyString
    values: tuple[tuple[str, tuple[tuple[str, LazyString], ...]], ...]
    """Each value in words with the houses, by name and label, that have it."""


class Wrong(NamedTuple):
    """What a mistake makes of a hand."""

    mistake: LazyString
    worth: str
    payment: tuple[int, ...]


@blueprint.record_once
def _init(state: BlueprintSetupState) -> None:
    state.app.jinja_env.globals.update(reference_of=reference.reference_of, rule_types=RuleType)


@blueprint.get("")
def overview() -> str:
    """Show what there is to learn."""
    return render_template("learn/overview.html", chapters=CHAPTERS, rules=RULES)


@blueprint.get("/fu")
def fu() -> str:
    """Show what gets how many fu."""
    by = linked_rules()
    return render_template("learn/fu.html", table=fu_table, by=by, rules=by.rules)


@blueprint.get("/points")
def points() -> str:
    """Show the points for fu and han, of the dealer and of the others."""
    by = linked_rules()
    tables = [points_table(is_dealer, by.rules) for is_dealer in (False, True)]
    return render_template("learn/points.html", tables=tables, by=by, rules=by.rules)


@blueprint.get("/<rule_type>")
def rule(rule_type: str) -> str:
    """Explain a rule, and show a hand that it decides."""
    if rule_type not in set(RuleType):
        abort(404)
    by, about = linked_rules(), RuleType(rule_type)
    number = min(max(request.args.get("example", 1, type=int), 1), MOST_EXAMPLES)
    place = IN_ORDER.index(about)
    return render_template(
        "learn/rule.html",
        about=about,
        label=RULES[about],
        lesson=LESSONS[about],
        mistakes=[MISTAKES[mistake.name] for mistake in CATALOGUE if mistake.rule_type is about],
        differences=[_difference(option) for option in LESSONS[about].options],
        number=number,
        most=MOST_EXAMPLES,
        example=example_of(about, number, by.rules),
        explain=explain,
        before=IN_ORDER[place - 1] if place else None,
        after=IN_ORDER[place + 1] if place + 1 < len(IN_ORDER) else None,
        labels=RULES,
        by=by,
    )


class Example(NamedTuple):
    """A hand that shows a rule."""

    win: Win
    scored: Score
    wrong: tuple[Wrong, ...]
    """What the mistakes about the rule would make of it."""


def example_of(about: RuleType, number: int, rules: Rules) -> Example | None:
    """The example of that number; None where these rules have none."""
    try:
        win = example(about, number, rules)
    except NoExampleError:
        return None
    scored = score(win, rules)
    assert isinstance(scored, Score)
    counts = [(mistake, work_out(scored, (mistake.change,))) for mistake in telling(scored, about)]
    wrong = tuple(
        Wrong(MISTAKES[mistake.name], explain.worth(count), tuple(share.points for share in count.payment))
        for mistake, count in counts
    )
    return Example(win, scored, wrong)


def _difference(name: str) -> Difference:
    """Who plays an option how; values that no house has are left out unless they are the only other one."""
    values = []
    for value in OPTIONS[name]:
        houses = tuple((h, HOUSES[h]) for h, known in PRESETS.items() if getattr(known.rules, name) == value)
        values.append((value_label(name, value), houses))
    return Difference(OPTION_LABELS[name][0], tuple(values))
