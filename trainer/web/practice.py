"""Practice: one hand after the other, each answered once and then explained."""

from contextlib import suppress
from datetime import UTC, datetime
from random import SystemRandom

from flask import Blueprint, abort, redirect, render_template, request, session, url_for
from flask.blueprints import BlueprintSetupState
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from werkzeug.wrappers import Response

from trainer.mahjong.errors import RulesError
from trainer.mahjong.rules import parse_rules
from trainer.services.practice import Question, answer_question, deal, verdict_of
from trainer.services.review import answered
from trainer.web import explain, house, table
from trainer.web.forms import Field, answer_in, blank_fields, elapsed_ms, filled_fields
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.session import db_session, learner_id
from trainer.web.tokens import TokenError, question_of, token_of

CURRENT = "question"
"""Where the session keeps the token of the question that waits for its answer."""

LONGEST_RULES = 1000
"""More characters than the text of any rule set has."""

TOO_OLD = _(
    "This hand was dealt too long ago, or was changed on the way. Nothing was counted; here is a hand to go on with."
)
NOT_YOURS = _("This hand was dealt to somebody else, so it was not counted. Here is one of your own.")

blueprint = Blueprint("practice", __name__, url_prefix="/practice")


@blueprint.record_once
def _init(state: BlueprintSetupState) -> None:
    table.add_to(state.app.jinja_env)


@blueprint.get("")
def question() -> Response | str | tuple[str, int]:
    """Show the question that waits for its answer; deal one when there is none. A link may name the rules."""
    if "rules" in request.args:
        return _by_rules(request.args["rules"])
    current, token = _current()
    return _page(current, token, blank_fields(current.win, current.asks))


@blueprint.post("")
def answer() -> Response | tuple[str, int]:
    """Take an answer and lead on to its verdict; ask again when a field holds no number."""
    learner, token = learner_id(), request.form.get("token", "")
    try:
        asked = question_of(token)
    except TokenError:
        return _fresh(TOO_OLD)
    if asked.learner != learner:
        return _fresh(NOT_YOURS)
    fields = filled_fields(asked.win, asked.asks, request.form)
    given = answer_in(fields)
    if given is None and verdict_of(db_session(), learner, asked.nonce) is None:
        return _page(asked, token, fields), 422
    if given is not None:
        answer_question(db_session(), asked, given, elapsed_ms(request.form), datetime.now(UTC))
    _forget(asked)
    return redirect(url_for(".verdict", nonce=asked.nonce), 303)


@blueprint.get("/answers/<nonce>")
def verdict(nonce: str) -> str:
    """Show what an answer was worth, to the learner who gave it."""
    found = verdict_of(db_session(), learner_id(), nonce)
    if found is None:
        abort(404)
    count, right = answered(db_session(), learner_id())
    return render_template(
        "practice/verdict.html",
        verdict=found,
        house=house_name(found.question.rules),
        changes=changes_in_words(found.question.rules),
        score=found.score,
        best=found.score.best,
        groups=explain.shown_groups(found.score),
        others=explain.other_readings(found.score),
        steps=explain.payment_steps(found.score),
        limit_reason=explain.limit_reason(found.score),
        worth=explain.worth(found.score.best),
        count=count,
        right=right,
    )


def _by_rules(text: str) -> Response | tuple[str, int]:
    """Practise by the rules that a link names, such as "m_league,kiriage=false", from the next hand on."""
    try:
        if len(text) > LONGEST_RULES:
            raise RulesError(f"{len(text)} characters are too many for rules")
        house.choose(parse_rules(text))
    except RulesError:
        return _fresh(house.UNKNOWN)
    return redirect(url_for(".question"), 303)


def _page(asked: Question, token: str, fields: tuple[Field, ...], notice: LazyString | None = None) -> str:
    count, _right = answered(db_session(), asked.learner)
    chosen = house.chosen_rules()
    return render_template(
        "practice/question.html",
        win=asked.win,
        house=house_name(asked.rules),
        changes=changes_in_words(asked.rules),
        # Rules chosen while this hand waits count from the next one on, and that is said.
        coming=None if chosen == asked.rules else [house_name(chosen), *changes_in_words(chosen)],
        token=token,
        fields=fields,
        notice=notice,
        number=count + 1,
        # The field to start with: the first that is wrong, or else simply the first.
        first=next((field.name for field in fields if field.error), fields[0].name),
    )


def _fresh(notice: LazyString) -> tuple[str, int]:
    """Say why an answer was not taken, above a question that can be answered."""
    current, token = _current()
    return _page(current, token, blank_fields(current.win, current.asks), notice), 400


def _current() -> tuple[Question, str]:
    """The question that waits for this learner's answer, and its token; a new one when there is none.

    One that waits keeps the rules it was dealt by, so that choosing others is no way around a hard hand.
    """
    learner, token = learner_id(), session.get(CURRENT, "")
    with suppress(TokenError):
        kept = question_of(token)
        if kept.learner == learner and verdict_of(db_session(), learner, kept.nonce) is None:
            return kept, token
    dealt = deal(learner, datetime.now(UTC), SystemRandom(), house.chosen_rules())
    session[CURRENT] = token_of(dealt)
    return dealt, session[CURRENT]


def _forget(asked: Question) -> None:
    """Let the next visit deal a new question, unless another one waits already."""
    with suppress(TokenError):
        if question_of(session.get(CURRENT, "")).nonce == asked.nonce:
            session.pop(CURRENT)
