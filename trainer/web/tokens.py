"""The question on its way to the learner and back: signed, dated, and without a trace of the answer."""

from datetime import timedelta

from flask import current_app
from itsdangerous import BadData, URLSafeTimedSerializer

from trainer.services.practice import Question, question_from_json

AGE_LIMIT = timedelta(days=30)


class TokenError(ValueError):
    """A token that is too old, was changed on the way, or was never ours."""


def _serializer() -> URLSafeTimedSerializer:
    # The salt keeps tokens and session cookies, both signed with the secret key, from standing in for each other.
    return URLSafeTimedSerializer(current_app.config["SECRET_KEY"], salt="question")


def token_of(question: Question) -> str:
    """The token that holds a question."""
    return _serializer().dumps(question.to_json())


def question_of(token: str) -> Question:
    """The question that a token holds. Raises TokenError unless the token is ours and young enough."""
    try:
        return question_from_json(_serializer().loads(token, max_age=int(AGE_LIMIT.total_seconds())))
    except (BadData, ValueError, KeyError, TypeError) as error:
        raise TokenError("no question can be read from this token") from error
