"""Who is calling: a guest's random id, signed, in the header ``Authorization: Bearer TOKEN``."""

import uuid

from flask import current_app, request
from itsdangerous import BadData, URLSafeSerializer

from trainer.web.api.errors import Code, Refusal


def _serializer() -> URLSafeSerializer:
    # The salt keeps these tokens, those of questions and the cookies from standing in for each other.
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="guest")


def new_token() -> str:
    """A token for somebody new, who gets a row in the database with the first answer."""
    return _serializer().dumps(uuid.uuid4().hex)


def caller() -> uuid.UUID:
    """The learner whose token came with this request. Raises Refusal where there is none."""
    sent = request.authorization
    if sent is None or sent.type != "bearer" or not sent.token:
        raise Refusal(
            401, Code.UNAUTHENTICATED, None, "send the header Authorization: Bearer TOKEN, with a token of /guests"
        )
    try:
        return uuid.UUID(_serializer().loads(sent.token))
    except BadData as error:
        raise Refusal(401, Code.UNKNOWN_GUEST, None, "this token was never given out by this server") from error
