"""The projector: one hand large on a wall, for a class, revealed stage by stage.

The address holds the hand, the rules and how much of it is revealed; the page holds nothing that is not revealed yet.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import SystemRandom

from flask import Blueprint, redirect, render_template, request, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import Rules, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import ImpossibleOrder, Mode, NoHand, Order, generate
from trainer.web import explain
from trainer.web.calculator import EXAMPLES
from trainer.web.hand_form import plain, told
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.labels import MODES
from trainer.web.linked_rules import LinkedRules, linked_rules
from trainer.web.stages import Kind, Stage, stages, yaku_worth

ALL = 99
"""A step that reveals everything: more than any hand has. Addresses with it do not tell how many there are."""

blueprint = Blueprint("projector", __name__, url_prefix="/projector")


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What is around a projected hand: where it comes from, and its neighbours in a list."""

    address: Callable[[int], str]
    """The address of this hand with so many stages revealed; ``ALL`` stands for the end."""
    back: str
    """The address to go back to."""
    previous: str | None = None
    """The address of the hand before; None for the first."""
    next: str | None = None
    """The address of the hand behind; None for the last."""
    number: int = 1
    """The place in the list, from 1."""
    count: int = 1
    """How many hands the list has."""
    note: str | None = None
    """How others answered, say; revealed at the very end."""


@blueprint.get("")
def show() -> Response | str | tuple[str, int]:
    """Project the hand of the address; deal one where it says so, and ask for one where there is none.

    ``hand`` is the one-line form, ``step`` how many stages are revealed. ``deal`` leads to the address of a new hand,
    which keeps in ``dealt`` how it came, so that it can go on with another.
    """
    by = linked_rules()
    if "hand" not in request.args:
        return _dealt(request.args["deal"], by) if "deal" in request.args else _choice(by)
    line = plain(request.args["hand"])
    if by.error is not None:
        return _choice(by, line)
    try:
        win = parse_win(line)
        return shown(win, by.rules, request.args.get("step", 0, type=int), _alone(win, by))
    except HandError as error:
        return _choice(by, line, told(error))


def shown(win: Win, rules: Rules, step: int, around: Around | None = None) -> str:
    """The page of a hand with so many of its stages revealed; steps beyond the last show all of it.

    Raises HandError for a hand that cannot be, or that has no yaku.
    """
    scored = score(win, rules)
    if not isinstance(scored, Score):
        raise HandError(ErrorCode.NO_YAKU, None, "the hand has no yaku")
    around = around or _by_itself(win, rules_name(rules))
    all_stages = stages(scored)
    if around.note is not None:
        all_stages += (Stage(Kind.NOTE, _("How was it answered?"), around.note),)
    step = min(max(step, 0), len(all_stages))
    revealed = all_stages[:step]
    return render_template(
        "projector/hand.html",
        win=win,
        score=scored,
        rules_name=" · ".join((str(house_name(rules)), *changes_in_words(rules))),
        kinds=Kind,
        revealed=revealed,
        told=revealed[-1] if revealed else None,
        asked=all_stages[step] if step < len(all_stages) else None,
        step=step,
        around=around,
        all=ALL,
        explain=explain,
        yaku_worth=yaku_worth,
    )


def _by_itself(win: Win, rules: str) -> Around:
    """A hand that is in no list comes from the calculator."""

    def address(step: int) -> str:
        return url_for("projector.show", hand=win_name(win), rules=rules, step=step)

    return Around(address=address, back=url_for("calculator.show", hand=win_name(win), rules=rules))


def _alone(win: Win, by: LinkedRules) -> Around:
    """The same for the hand of the address: behind a dealt one comes another."""
    around, dealt = _by_itself(win, by.text), request.args.get("dealt")
    if dealt not in set(Mode):
        return around

    def address(step: int) -> str:
        return url_for("projector.show", hand=win_name(win), rules=by.text, dealt=dealt, step=step)

    another = url_for("projector.show", deal=dealt, rules=by.text)
    return replace(around, address=address, back=url_for("projector.show", rules=by.text), next=another)


def _dealt(mode: str, by: LinkedRules) -> Response | tuple[str, int] | str:
    """Lead to a hand dealt in a mode."""
    if mode not in set(Mode):
        return _choice(by, error=_("There are no hands of that kind. Please choose some here."))
    if by.error is not None:
        return _choice(by)
    try:
        win = generate(SystemRandom(), by.rules, Order(mode=Mode(mode)))
    except (NoHand, ImpossibleOrder):
        return _choice(by, error=_("No hand came up by these rules. Please try again, or by others."))
    return redirect(url_for("projector.show", hand=win_name(win), rules=by.text, dealt=mode))


def _choice(by: LinkedRules, line: str = "", error: str | LazyString | None = None) -> str | tuple[str, int]:
    """Ask for a hand, and say what is wrong with the one that was given."""
    wrong = by.error or error
    page = render_template(
        "projector/choose.html", line=line, error=error, wrong=wrong, by=by, examples=EXAMPLES, modes=MODES
    )
    return (page, 422) if wrong else page
