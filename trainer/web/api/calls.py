"""A call of the API: a function whose parameters say what it needs and whose result says what it answers.

The same signature checks what is sent and makes the document. A parameter ``learner`` is the caller, ``body`` what was
sent; the docstring is what the document says of the call.
"""

import inspect
import re
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar, get_type_hints

import msgspec
from flask import Blueprint, Response, request
from werkzeug.exceptions import UnsupportedMediaType

from trainer.mahjong.errors import ErrorCode
from trainer.web.api.bearer import caller
from trainer.web.api.errors import Refusal

PREFIX = "/api/v1"

Body = TypeVar("Body")


@dataclass(frozen=True, slots=True)
class Call:
    """One call."""

    method: str
    path: str
    function: Callable[..., Any]
    status: int = 200
    errors: tuple[int, ...] = ()
    """Statuses of errors that are this call's own."""

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.function.__name__

    @property
    def says(self) -> str:
        """What it does, for the document."""
        return inspect.getdoc(self.function) or ""

    @property
    def body(self) -> Any:
        """The type of what is sent; None where nothing is."""
        return self._types.get("body")

    @property
    def answer(self) -> Any:
        """The type of what is answered."""
        return self._types["return"]

    @property
    def needs_learner(self) -> bool:
        """True when it is about the caller, who must send his token."""
        return "learner" in self._types

    @property
    def needs_body(self) -> bool:
        """True when there is something that must be sent."""
        fields = () if self.body is None else msgspec.structs.fields(self.body)
        return any(field.required for field in fields)

    @property
    def _types(self) -> dict[str, Any]:
        return get_type_hints(self.function, include_extras=True)

    def add_to(self, blueprint: Blueprint) -> None:
        """Answer this call in a blueprint."""
        body, needs_learner = self.body, self.needs_learner

        def view() -> Response:
            given: dict[str, uuid.UUID | object] = {}
            if needs_learner:
                given["learner"] = caller()
            if body is not None:
                given["body"] = sent(body)
            answer = msgspec.json.encode(self.function(**given))
            return Response(answer, self.status, content_type="application/json")

        blueprint.add_url_rule(self.path, self.name, view, methods=[self.method])


def sent(shape: type[Body]) -> Body:
    """What was sent with this request, as that type; no body at all is an empty object.

    Raises Refusal for what is no JSON (400) or does not fit (422), and HTTPException for another type of content.
    """
    text = request.get_data()
    if not text and not request.content_type:
        text = b"{}"
    elif not request.is_json:
        raise UnsupportedMediaType
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal(400, ErrorCode.BAD_JSON, None, f"this is not JSON: {error}") from error
    try:
        return msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise _misfit(str(error)) from error


def _misfit(message: str) -> Refusal:
    """A refusal with the field, which msgspec tells in words only."""
    said, _at, place = message.partition(" - at `")
    path = place.removesuffix("`").removeprefix("$").removeprefix(".")
    named = re.fullmatch(r"Object (missing required|contains unknown) field `(.*)`", said, re.DOTALL)
    if named is None:
        return Refusal(422, ErrorCode.BAD_VALUE, path or None, said)
    code = ErrorCode.MISSING_FIELD if named[1].startswith("missing") else ErrorCode.UNKNOWN_FIELD
    return Refusal(422, code, f"{path}.{named[2]}" if path else named[2], said)
