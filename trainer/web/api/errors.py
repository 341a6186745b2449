"""Every error of the API in one shape: ``{"error": {"code", "field", "message"}}``, in English."""

from collections.abc import Iterable
from enum import StrEnum

import msgspec
from flask import Response, request
from werkzeug.exceptions import HTTPException

from trainer.mahjong.errors import HandError
from trainer.services.practice import TooLateError
from trainer.teaching.generate import NoHand
from trainer.teaching.order import ImpossibleOrder
from trainer.web.api.shapes import ErrorAnswer, ErrorObject

LONGEST = 200
"""Characters of a field or a message, which may repeat a name that was sent."""


class Code(StrEnum):
    """What can be wrong with a request, besides what can be wrong with a hand or with rules."""

    UNAUTHENTICATED = "unauthenticated"
    UNKNOWN_GUEST = "unknown_guest"
    BAD_QUESTION = "bad_question"
    NOT_YOUR_QUESTION = "not_your_question"
    TOO_LATE = "too_late"
    NOT_ASKED = "not_asked"
    NO_SUCH_PAYER = "no_such_payer"
    IMPOSSIBLE_FOCUS = "impossible_focus"
    NO_HAND = "no_hand"


class Refusal(Exception):  # noqa: N818 - an answer like any other
    """A request that is not granted: the status of its answer, and the error object."""

    def __init__(self, status: int, code: str, field: str | None, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.field = field


def is_of_api() -> bool:
    """True for a request below ``/api``, where every error is JSON."""
    return f"{request.path}/".startswith("/api/")


def answer(error: Exception) -> Response:
    """The answer that says what was wrong. Raises what is no refusal."""
    match error:
        case Refusal():
            return _answer(error.status, error.code, error.field, str(error))
        case HandError():
            return _answer(422, error.code, error.field, str(error))
        case ImpossibleOrder():
            return _answer(422, Code.IMPOSSIBLE_FOCUS, "focus", str(error))
        case NoHand():
            return _answer(422, Code.NO_HAND, None, str(error))
        case TooLateError():
            return _answer(409, Code.TOO_LATE, "token", "the time for this answer has run out")
        case HTTPException():
            # Not its own description, which speaks of browsers and URLs.
            return _answer(error.code or 500, code_of(error), None, error.name, error.get_headers())
    raise error


def code_of(error: HTTPException) -> str:
    """The code of an error that is known by its status, such as ``not_found``."""
    return error.name.lower().replace(" ", "_")


REFUSALS = (Refusal, HandError, ImpossibleOrder, NoHand, TooLateError)
"""What a call may raise."""


def _answer(
    status: int, code: str, field: str | None, message: str, headers: Iterable[tuple[str, str]] = ()
) -> Response:
    said = ErrorObject(code, None if field is None else field[:LONGEST], message[:LONGEST])
    response = Response(msgspec.json.encode(ErrorAnswer(said)), status)
    for name, value in headers:
        response.headers[name] = value
    response.content_type = "application/json"
    if status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
