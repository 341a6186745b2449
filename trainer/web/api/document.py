"""The OpenAPI document, made of the calls and of the types that check what is sent and write what is answered."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

import msgspec
from flask import request
from werkzeug.exceptions import default_exceptions

from trainer import __version__
from trainer.json_lines import WinObject
from trainer.mahjong.errors import ErrorCode
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import OPTIONS, PRESETS
from trainer.web.api.calls import PREFIX, Call
from trainer.web.api.errors import Code, code_of
from trainer.web.api.shapes import SCHEMAS, ErrorAnswer, Result
from trainer.web.calculator import EXAMPLES

Json = dict[str, Any]

ABOUT = """\
Riichi mahjong: score hands, be asked what hands are worth, answer, and see what you know.

POST /guests gives a token; send it as `Authorization: Bearer TOKEN`. Bodies are JSON of at most 64 KiB. Every error is
answered as an ErrorAnswer, also for unknown paths (404), other methods (405) and too many requests (429). Its `code` is
for programs, its `message` for people and in English.
"""

BY_STATUS = {
    400: "What was sent is no JSON.",
    401: "The token is missing, or was never given out.",
    403: "The question was put to somebody else.",
    409: "The time for the answer has run out.",
    413: "More was sent than can be taken in one go.",
    415: "What was sent does not say that it is application/json.",
    422: "What was sent is understood, but impossible.",
}


def document(calls: Iterable[Call]) -> Json:
    """The document about these calls."""
    _schemas, components = _described(ErrorAnswer, Result, WinObject)
    paths: dict[str, Json] = {}
    for call in calls:
        schemas, found = _described(call.answer, *((call.body,) if call.body else ()))
        components |= found
        paths.setdefault(call.path, {})[call.method.lower()] = _operation(call, *schemas)
    components["ErrorObject"]["properties"]["code"]["examples"] = [
        *ErrorCode,
        *Code,
        *(code_of(default_exceptions[status]()) for status in (404, 405, 413, 415, 429, 500)),
    ]
    components["WinObject"]["examples"] = [win_to_json(parse_win(line)) for _name, line in EXAMPLES]
    components["RulesObject"] = _rules_object()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Fu Trainer",
            "version": __version__,
            "summary": "Count the fu and the points of riichi mahjong hands",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": f"{request.script_root}{PREFIX}"}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"guest": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(*kinds: Any) -> tuple[tuple[Json, ...], Json]:
    """The schema of each type, and those of the types that these refer to, by name."""
    return msgspec.json.schema_components(kinds, ref_template=SCHEMAS)


def _operation(call: Call, answer: Json, body: Json | None = None) -> Json:
    statuses = [*call.errors, *((400, 413, 415, 422) if body else ()), *((401,) if call.needs_learner else ())]
    error = _json_content({"$ref": SCHEMAS.format(name="ErrorAnswer")})
    operation: Json = {
        "operationId": call.name,
        "summary": call.says,
        "security": [{"guest": []}] if call.needs_learner else [],
        "responses": {
            str(call.status): {"description": HTTPStatus(call.status).phrase, **_json_content(answer)},
            **{str(status): {"description": BY_STATUS[status], **error} for status in sorted(statuses)},
            "default": {"description": "Every other error.", **error},
        },
    }
    if body:
        operation["requestBody"] = {"required": call.needs_body, **_json_content(body)}
    return operation


def _json_content(schema: Json) -> Json:
    return {"content": {"application/json": {"schema": schema}}}


def _rules_object() -> Json:
    """Rules as an object of options; the first value of each is Tenhou's."""
    options: Json = {name: {"enum": list(values)} for name, values in OPTIONS.items()}
    steps = {"type": "number", "minimum": 1, "maximum": 12}
    options["multiple_yakuman"] = {
        "anyOf": [options["multiple_yakuman"], {"type": "array", "items": steps, "minItems": 1, "maxItems": 12}]
    }
    return {
        "type": "object",
        "description": "A preset, and the options that differ from it.",
        "properties": {"preset": {"enum": list(PRESETS), "default": "tenhou"}, **options},
        "additionalProperties": False,
    }
