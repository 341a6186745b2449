"""The calls of the API: each reads, asks a service, and writes."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any

import msgspec
from msgspec import UnsetType

from trainer.mahjong.errors import ErrorCode, RulesError
from trainer.mahjong.exchange import no_yaku, score_text, win_from_json, win_to_json
from trainer.mahjong.rules import Rules, rules_from_json, rules_name
from trainer.mahjong.scoring import NoYaku
from trainer.mahjong.scoring import score as score_win
from trainer.services.learning import mistakes_of
from trainer.services.practice import Question, Verdict, answer_question, deal
from trainer.services.review import records
from trainer.services.wishes import Dealing, Wishes, asking_enough, obstacles
from trainer.teaching.grade import Ask, value_to_json
from trainer.teaching.rule_types import RuleType
from trainer.web.api.bearer import new_token
from trainer.web.api.calls import Call
from trainer.web.api.document import document
from trainer.web.api.errors import Code, Refusal
from trainer.web.api.given import answer_given
from trainer.web.api.shapes import (
    Guest,
    MistakeHeld,
    PartChecked,
    QuestionAnswer,
    QuestionOrder,
    ResultText,
    RuleTypeRecord,
    RuleTypeShown,
    Submission,
    ToScore,
    VerdictAnswer,
)
from trainer.web.forms import MOST_ELAPSED_MS
from trainer.web.session import db_session
from trainer.web.tokens import TokenError, question_of, token_of


def guests() -> Guest:
    """Become somebody new. Nothing is stored before the first answer."""
    return Guest(new_token())


def score(body: ToScore) -> ResultText:
    """Score a win."""
    scored = score_win(win_from_json(body.hand), _rules(body.rules))
    if isinstance(scored, NoYaku):
        raise no_yaku()
    return msgspec.Raw(score_text(scored).encode())


def questions(learner: uuid.UUID, body: QuestionOrder) -> QuestionAnswer:
    """Be dealt a hand and asked about it."""
    rules, now, random = _rules(body.rules), datetime.now(UTC), SystemRandom()
    wishes = _wishes(body, rules)
    asked = deal(db_session(), learner, now, random, rules, wishes)
    return QuestionAnswer(token_of(asked), win_to_json(asked.win), rules_name(asked.rules), asked.asks)


def answers(learner: uuid.UUID, body: Submission) -> VerdictAnswer:
    """Answer a question. The first answer counts; whatever is sent after it gets the verdict on the first."""
    asked = _question(body.token, learner)
    elapsed_ms = None if body.elapsed_ms is None else min(body.elapsed_ms, MOST_ELAPSED_MS)
    given = answer_given(body.answer, asked)
    return _verdict(answer_question(db_session(), asked, given, elapsed_ms, datetime.now(UTC)))


def rule_types(learner: uuid.UUID) -> list[RuleTypeRecord]:
    """How well the caller knows each rule type, in the order of counting."""
    return msgspec.convert(
        records(db_session(), learner, datetime.now(UTC)), list[RuleTypeRecord], from_attributes=True
    )


def mistakes(learner: uuid.UUID) -> list[MistakeHeld]:
    """What mistakes the caller may be making, likeliest first."""
    return msgspec.convert(mistakes_of(db_session(), learner), list[MistakeHeld], from_attributes=True)


def openapi() -> dict[str, Any]:
    """The document about every call."""
    return document(CALLS)


CALLS = (
    Call("POST", "/guests", guests, 201),
    Call("POST", "/score", score),
    Call("POST", "/questions", questions),
    Call("POST", "/answers", answers, errors=(403, 409)),
    Call("GET", "/me/rule-types", rule_types),
    Call("GET", "/me/mistakes", mistakes),
    Call("GET", "/openapi.json", openapi),
)


def _rules(house: object) -> Rules:
    try:
        return rules_from_json(house)
    except RulesError as error:
        # A text has no fields.
        field = f"rules.{error.field}" if error.field and isinstance(house, dict) else "rules"
        raise Refusal(422, error.code, field, str(error)) from error


def _wishes(order: QuestionOrder, rules: Rules) -> Wishes:
    """What is ordered, each thing once and in the order of counting. Raises what hinders it."""
    focus = tuple(rule_type for rule_type in RuleType if rule_type in order.focus)
    wishes = Wishes(level=order.level, focus=focus, mode=Dealing(order.mode))
    if isinstance(order.ask, UnsetType):
        wishes = asking_enough(wishes)
    else:
        wishes = replace(wishes, ask=tuple(ask for ask in Ask if ask in order.ask))
    if wishes.focus and order.mode == "natural":
        raise Refusal(422, ErrorCode.BAD_VALUE, "focus", "hands as in real games are dealt without a focus")
    for impossible in obstacles(wishes, rules):
        raise impossible
    return wishes


def _question(token: str, learner: uuid.UUID) -> Question:
    try:
        asked = question_of(token)
    except TokenError as error:
        message = "no question can be read from this token: it is too old, or was changed on the way"
        raise Refusal(422, Code.BAD_QUESTION, "token", message) from error
    if asked.learner != learner:
        raise Refusal(403, Code.NOT_YOUR_QUESTION, "token", "this question was put to somebody else")
    return asked


def _verdict(verdict: Verdict) -> VerdictAnswer:
    shown = {evidence.rule_type: evidence.right for evidence in verdict.evidence}
    return VerdictAnswer(
        verdict.right,
        {
            part.ask: PartChecked(part.right, value_to_json(part.given), value_to_json(part.want))
            for part in verdict.parts
        },
        msgspec.Raw(score_text(verdict.score).encode()),
        tuple(RuleTypeShown(rule_type, rule_type in shown, shown.get(rule_type)) for rule_type in RuleType),
        verdict.explanations,
    )
