"""Practice: one hand after the other, each answered once and then explained."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from random import SystemRandom
from typing import NamedTuple

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.blueprints import BlueprintSetupState
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.errors import RulesError
from trainer.mahjong.rules import parse_rules
from trainer.mahjong.scoring import Score
from trainer.services import flags
from trainer.services.practice import (
    Question,
    TooLateError,
    answer_question,
    ask_again,
    ask_twin,
    deal,
    is_answered,
    tell,
    verdict_of,
)
from trainer.services.review import answered
from trainer.services.sittings import latest
from trainer.services.wishes import NAMES, Length, WishError, Wishes, asking_enough, obstacles, with_words
from trainer.teaching.steps import SLIP, Told, step_from_json
from trainer.teaching.twins import Change, change_between, twins
from trainer.web import explain, house, sitting, table, wishes
from trainer.web.forms import FU_KEYS, Sheet, answer_in, blank_sheet, elapsed_ms, filled_sheet
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.session import db_session, learner_id
from trainer.web.sitting import QUESTION, Sitting
from trainer.web.tokens import TokenError, question_of, token_of
from trainer.web.verdicts import shown_verdict

LONGEST_RULES = 1000
"""More characters than the text of any rule set has."""

LONGEST_NUMBER = 50
"""More digits than any step of counting has."""

TOO_OLD = _(
    "This hand was dealt too long ago, or was changed on the way. Nothing was counted; here is a hand to go on with."
)
NOT_YOURS = _("This hand was dealt to somebody else, so it was not counted. Here is one of your own.")
FLAGGED_ENOUGH = _("You have flagged many hands today. Please flag this one tomorrow.")

blueprint = Blueprint("practice", __name__, url_prefix="/practice")


@blueprint.record_once
def _init(state: BlueprintSetupState) -> None:
    table.add_to(state.app.jinja_env)
    state.app.jinja_env.globals.update(tiles_on=explain.tiles_on, off_by=explain.off_by)


@blueprint.get("")
def question() -> Response | str | tuple[str, int]:
    """Show the question that waits for its answer; deal one when there is none. A link may say how to practise."""
    if not request.args.keys().isdisjoint(("rules", *NAMES)):
        return _by_link()
    running = sitting.current()
    if running is not None and running.until is not None and sitting.shown(running).is_over:
        return redirect(url_for("sitting.show", sitting=running.id))
    if running is None and wishes.chosen_wishes().length is Length.SPRINT:
        return render_template("practice/sprint.html", asked=wishes.asked_in_words(wishes.chosen_wishes()))
    current, token = _current()
    return _page(current, token, blank_sheet(current.win, current.rules, current.asks))


@blueprint.post("")
def answer() -> Response | tuple[str, int]:
    """Take an answer and lead on to its verdict; ask again when something is missing or no number."""
    learner, token = learner_id(), request.form.get("token", "")
    try:
        asked = question_of(token)
    except TokenError:
        return _fresh(TOO_OLD)
    if asked.learner != learner:
        return _fresh(NOT_YOURS)
    sheet = filled_sheet(asked.win, asked.rules, asked.asks, request.form)
    given = answer_in(sheet)
    if given is None and not is_answered(db_session(), learner, asked.nonce):
        return _page(asked, token, sheet), 422
    if given is not None:
        try:
            answer_question(db_session(), asked, given, elapsed_ms(request.form), datetime.now(UTC))
        except TooLateError:
            _forget(asked)
            return redirect(url_for(".question"), 303)
    _forget(asked)
    if asked.until is not None:
        # In a sprint the next hand comes at once; the missed ones are explained at its end.
        return redirect(url_for(".question"), 303)
    return redirect(url_for(".verdict", nonce=asked.nonce), 303)


@blueprint.get("/answers/<nonce>")
def verdict(nonce: str) -> Response | str:
    """Show what an answer was worth, to the learner who gave it; of a drill set it is shown there."""
    found = verdict_of(db_session(), learner_id(), nonce)
    if found is not None and found.question.run is not None:
        # What he says about his answer leads here with its place on the page, which a browser keeps.
        return redirect(url_for("runs.verdict", run=found.question.run, place=found.question.place), 303)
    return _verdict_page(nonce)


@blueprint.post("/answers/<nonce>/flag")
def flag(nonce: str) -> Response | tuple[str, int]:
    """Tell the owner of the site that something is wrong with this question."""
    try:
        known = flags.flag(db_session(), learner_id(), nonce, request.form.get("note", ""), datetime.now(UTC))
    except flags.TooManyFlagsError:
        return _verdict_page(nonce, FLAGGED_ENOUGH, request.form.get("note", "")[: flags.LONGEST_NOTE]), 429
    if not known:
        abort(404)
    return redirect(url_for(".verdict", nonce=nonce, _anchor="flag"), 303)


@blueprint.post("/answers/<nonce>/told")
def told(nonce: str) -> Response:
    """Take what a learner says about a wrong answer: what was counted at one step, that it was a slip, or neither."""
    said = None if "back" in request.form else SLIP if "slip" in request.form else _counted(request.form)
    if tell(db_session(), learner_id(), nonce, said) is None:
        abort(404)
    return redirect(url_for(".verdict", nonce=nonce, _anchor="diagnosis"), 303)


def _counted(form: Mapping[str, str]) -> Told:
    """What was counted at a step; only our own buttons name one, so what is none is not explained."""
    try:
        return Told(step_from_json(form), int(form["counted"][:LONGEST_NUMBER]))
    except (KeyError, ValueError):
        abort(400)


@blueprint.post("/answers/<nonce>/twin")
def twin(nonce: str) -> Response:
    """Ask what changes in a twin of this hand, unless another hand waits for its answer."""
    running = sitting.current()
    waits = _waiting()
    if waits is None and running is not None and not sitting.shown(running).is_over:
        asked = ask_twin(db_session(), learner_id(), nonce, SystemRandom(), datetime.now(UTC), running.id)
        if asked is not None:
            _keep(asked, token_of(asked))
    return redirect(url_for(".question"), 303)


def _waiting() -> Question | None:
    """The question that waits for this learner's answer, whatever sitting it is part of."""
    with suppress(TokenError):
        kept = question_of(session.get(QUESTION, ""))
        if kept.learner == learner_id() and not is_answered(db_session(), kept.learner, kept.nonce):
            return kept
    return None


def _verdict_page(nonce: str, notice: LazyString | None = None, note: str | None = None) -> str:
    learner = learner_id()
    found = verdict_of(db_session(), learner, nonce)
    if found is None:
        abort(404)
    count, right = answered(db_session(), learner)
    running = sitting.current()
    own = running is not None and running.id == found.question.sitting
    return render_template(
        "practice/verdict.html",
        **shown_verdict(found),
        notice=notice,
        count=count,
        right=right,
        sitting=sitting.shown(running) if running is not None and own else None,
        has_twin=own and not found.question.twin_of and bool(twins(found.score.win, found.score.rules)),
        flagged=flags.note_of(db_session(), learner, nonce),
        note=note,
        longest_note=flags.LONGEST_NOTE,
    )


def _by_link() -> Response | tuple[str, int]:
    """Practise as a link says, such as ?rules=m_league,kiriage=false&ask=fu_sum,fu, from the next hand on."""
    text = request.args.get("rules")
    try:
        rules = None if text is None else parse_rules(_short(text))
    except RulesError:
        return _fresh(house.UNKNOWN)
    try:
        # A list may be one word, or the same name several times.
        words = {name: ",".join(found)[:LONGEST_RULES] for name, found in request.args.lists()}
        wished = with_words(wishes.chosen_wishes(), words)
    except WishError as error:
        return _fresh(wishes.refusal(error))
    if "ask" not in request.args:
        wished = asking_enough(wished)
    hindered = obstacles(wished, house.chosen_rules() if rules is None else rules) if "focus" in request.args else ()
    if hindered:
        return _fresh(wishes.hindrance(hindered[0]))
    if rules is not None:
        house.choose(rules)
    wishes.choose(wished)
    return redirect(url_for(".question"), 303)


def _short(text: str) -> str:
    if len(text) > LONGEST_RULES:
        raise RulesError(f"{len(text)} characters are too many for rules")
    return text


def _page(asked: Question, token: str, sheet: Sheet, notice: LazyString | None = None) -> str:
    count, _right = answered(db_session(), asked.learner)
    chosen = house.chosen_rules()
    running = sitting.current()
    shown = sitting.shown(running) if running is not None and running.id == asked.sitting else None
    last = latest(db_session(), asked.learner, asked.sitting) if asked.until is not None else None
    return render_template(
        "practice/question.html",
        win=asked.win,
        look=wishes.chosen_wishes(),
        house=house_name(asked.rules),
        changes=changes_in_words(asked.rules),
        # Rules chosen while this hand waits count from the next one on, and that is said.
        coming=None if chosen == asked.rules else [house_name(chosen), *changes_in_words(chosen)],
        token=token,
        sheet=sheet,
        fu_keys=FU_KEYS,
        notice=notice,
        before=_before(asked),
        missed=asked.likeness_of,
        why=asked.why,
        number=(len(shown.marks) if asked.apart and shown else count) + 1,
        sitting=shown,
        last=None if last is None else verdict_of(db_session(), asked.learner, last),
        worth=explain.worth,
    )


class Before(NamedTuple):
    """A hand whose twin is asked about: what they differ in, and what the first one was worth."""

    change: Change
    score: Score


def _before(asked: Question) -> Before | None:
    """The hand whose twin this is; None for a hand like any other."""
    first = verdict_of(db_session(), asked.learner, asked.twin_of) if asked.twin_of else None
    return None if first is None else Before(change_between(first.score.win, asked.win), first.score)


def _fresh(notice: LazyString) -> tuple[str, int]:
    """Say why an answer was not taken, above a question that can be answered."""
    current, token = _current()
    return _page(current, token, blank_sheet(current.win, current.rules, current.asks), notice), 400


def _current() -> tuple[Question, str]:
    """The question that waits for this learner's answer, and its token; a new one when there is none.

    One that waits keeps its hand and the rules it was dealt by, so that choosing others is no way around a hard hand;
    what is asked about it may change.
    """
    learner, token = learner_id(), session.get(QUESTION, "")
    wished = wishes.chosen_wishes()
    running = sitting.current()
    if running is None or sitting.shown(running).is_over:
        # A sprint is started by hand, not by whatever else leads here.
        running = sitting.begin(Length.ENDLESS if wished.length is Length.SPRINT else wished.length)
    with suppress(TokenError):
        kept = question_of(token)
        # What is kept apart belongs to its own sitting and goes with it.
        belongs = not kept.apart or kept.sitting == running.id
        if belongs and kept.learner == learner and not is_answered(db_session(), learner, kept.nonce):
            now = kept if kept.apart else _in_sitting(kept, running, wished)
            return _keep(now, token if now == kept else token_of(now))
    dealt = (
        _again(running)
        or _next_twin(running, wished)
        or deal(
            *(db_session(), learner, datetime.now(UTC), SystemRandom()),
            *(house.chosen_rules(), wished, running.id, running.ends),
        )
    )
    return _keep(dealt, token_of(dealt))


def _in_sitting(kept: Question, running: Sitting, wished: Wishes) -> Question:
    """A hand that waits, as part of this sitting; only what is tried again is asked as it was asked first."""
    return replace(kept, asks=kept.asks if kept.likeness_of else wished.ask, sitting=running.id)


def _keep(asked: Question, token: str) -> tuple[Question, str]:
    session[QUESTION] = token
    return asked, token


def _again(running: Sitting) -> Question | None:
    """The next missed hand of a sitting that is made of them."""
    if not running.again:
        return None
    first, *others = running.again
    sitting.keep(replace(running, again=tuple(others)))
    return ask_again(db_session(), learner_id(), first, datetime.now(UTC), running.id)


def _next_twin(running: Sitting, wished: Wishes) -> Question | None:
    """The twin of the hand just answered, for whoever wishes to be asked what changes."""
    if not wished.twins or running.until is not None:
        return None
    last = latest(db_session(), learner_id(), running.id)
    if last is None:
        return None
    return ask_twin(db_session(), learner_id(), last, SystemRandom(), datetime.now(UTC), running.id)


def _forget(asked: Question) -> None:
    """Let the next visit deal a new question, unless another one waits already."""
    with suppress(TokenError):
        if question_of(session.get(QUESTION, "")).nonce == asked.nonce:
            session.pop(QUESTION)
