"""The calculator: any hand explained. The address holds the whole hand and the rules, so it can be kept and shared."""

from dataclasses import dataclass, replace

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.errors import HandError
from trainer.mahjong.notation import MOST_MELDS, parse_win, win_name
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.services.wishes import ASKED
from trainer.teaching.diagnose import visible
from trainer.web import explain, hand_form
from trainer.web.hand_form import BLANK, HandForm, field_of, plain, read_form, told, typed_win
from trainer.web.linked_rules import LinkedRules, linked_rules
from trainer.web.rule_labels import RULES

EXAMPLES: tuple[tuple[LazyString, str], ...] = (
    (_("A closed ron"), "345m456p88p23456s ron 4s E/S riichi dora 9m"),
    (_("Calls and an added kan"), "3406788m (777p^7p) (5505s>5s+) ron 8m S/E dora 1z2p"),
    (_("Two closed kans"), "234p11z77z [1111m] [2222z] ron 7z E/E dora 5s"),
    (_("Several readings"), "1122233344s222z ron 1s E/S riichi dora 9m"),
)
"""Hands to start from."""

blueprint = Blueprint("calculator", __name__, url_prefix="/calculator")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a hand in the form comes to: nothing while it cannot be read or cannot be."""

    form: HandForm
    scored: Score | NoYaku | None = None


@blueprint.get("")
def show() -> Response | str | tuple[str, int]:
    """Explain the hand of the address; ask for one where there is none, and say what is wrong with one that cannot be.

    ``hand`` is the one-line form. The single fields of the form lead to the address that has it.
    """
    by = linked_rules()
    if "hand" in request.args:
        outcome = _of_line(request.args["hand"], by.rules)
    elif "concealed" in request.args:
        outcome = _judged(read_form(request.args.to_dict()), by.rules)
    else:
        outcome = Outcome(HandForm(BLANK))
    if by.error is not None:
        outcome = Outcome(replace(outcome.form, errors={"rules": str(by.error), **outcome.form.errors}))
    if outcome.scored is not None and "hand" not in request.args:
        return redirect(url_for(".show", hand=win_name(outcome.scored.win), rules=by.text))
    page = _page(outcome, by)
    return (page, 422) if outcome.form.errors else page


def _of_line(text: str, rules: Rules) -> Outcome:
    """Read the one-line form; one that cannot be read stays in its field."""
    line = plain(text)
    try:
        win = parse_win(line)
    except HandError as error:
        return Outcome(HandForm({**BLANK, "line": line}, {"line": told(error)}))
    return _judged(HandForm({**typed_win(win), "line": line}, win=win), rules)


def _judged(form: HandForm, rules: Rules) -> Outcome:
    """Score the win of a form; one that cannot be is an error at its field."""
    if form.win is None:
        return Outcome(form)
    try:
        return Outcome(form, score(form.win, rules))
    except HandError as error:
        return Outcome(replace(form, errors={field_of(error): told(error)}))


def _page(outcome: Outcome, by: LinkedRules) -> str:
    scored = outcome.scored
    line = outcome.form.typed.get("line", "") if scored is None else win_name(scored.win)
    focus = list(visible(scored, ASKED)) if isinstance(scored, Score) else []
    return render_template(
        "calculator/calculator.html",
        form=outcome.form,
        fields=hand_form,
        scored=scored if isinstance(scored, Score) else None,
        win_without_yaku=scored.win if isinstance(scored, NoYaku) else None,
        line=line,
        address=url_for(".show", hand=line, rules=by.text, _external=True),
        focus=focus,
        rule_labels=RULES,
        explain=explain,
        examples=EXAMPLES,
        by=by,
        most_melds=MOST_MELDS,
    )
