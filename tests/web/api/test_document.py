"""The OpenAPI document: valid, whole, and true of what is answered, whatever is sent."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from tests.mahjong.vectors import ALL
from tests.web.api.program import Program
from trainer.mahjong.errors import ErrorCode
from trainer.mahjong.exchange import score_text, win_from_json, win_to_json
from trainer.mahjong.rules import PRESETS, rules_from_json
from trainer.mahjong.scoring import Score, score
from trainer.mahjong.yaku import Yaku
from trainer.teaching.generate import generate
from trainer.teaching.ledger import place_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Mode
from trainer.teaching.rule_types import RuleType
from trainer.web.api.errors import Code
from trainer.web.api.shapes import QuestionOrder, Result

Json = dict[str, Any]

CALLS = {
    ("POST", "/guests"),
    ("POST", "/score"),
    ("POST", "/questions"),
    ("POST", "/answers"),
    ("GET", "/me/rule-types"),
    ("GET", "/me/mistakes"),
    ("GET", "/openapi.json"),
}


@pytest.fixture(scope="module")
def said(stranger: Program) -> Json:
    """The document."""
    found: Json = stranger.get("/openapi.json").get_json()
    return found


def parts_of(value: Any) -> Iterator[Json]:
    """Every object in a document."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from parts_of(inner)


def test_the_document_is_valid_and_leads_nowhere(said: Json) -> None:
    assert said["openapi"] == "3.1.0"
    schemathesis.openapi.from_dict(said).validate()
    references = {part["$ref"] for part in parts_of(said) if "$ref" in part}
    assert references == {f"#/components/schemas/{name}" for name in said["components"]["schemas"]}


def test_the_document_names_every_call_and_no_other(app: Flask, said: Json) -> None:
    documented = {(method.upper(), path) for path, calls in said["paths"].items() for method in calls}
    routed = {
        (method, rule.rule.removeprefix(said["servers"][0]["url"]))
        for rule in app.url_map.iter_rules()
        if rule.endpoint.startswith("api.")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert documented == routed == CALLS


def test_every_call_says_what_it_does_and_how_it_is_answered(said: Json) -> None:
    for path, calls in said["paths"].items():
        for call in calls.values():
            assert call["summary"].endswith(".")
            good, *bad = call["responses"]
            assert good == ("201" if path == "/guests" else "200")
            for status in bad:
                schema = call["responses"][status]["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}
            needs_token = path in ("/questions", "/answers") or path.startswith("/me/")
            assert ("401" in bad) == (call["security"] == [{"guest": []}]) == needs_token
            assert {"400", "413", "415", "422"}.issubset(bad) == ("requestBody" in call)
            assert {"403", "409"}.issubset(bad) == (path == "/answers")
    assert said["components"]["securitySchemes"]["guest"] == {"type": "http", "scheme": "bearer"}


def test_the_document_lies_where_the_program_is_mounted(app: Flask) -> None:
    found = app.test_client().get("/api/v1/openapi.json", base_url="http://localhost/games").get_json()
    assert found["servers"] == [{"url": "/games/api/v1"}]


def test_every_name_that_a_field_can_have_is_told(said: Json) -> None:
    schemas = said["components"]["schemas"]
    assert set(schemas["RuleType"]["enum"]) == set(RuleType)
    assert set(schemas["Yaku"]["enum"]) == set(Yaku)
    assert schemas["MistakeHeld"]["properties"]["mistake"]["enum"] == [mistake.name for mistake in CATALOGUE]
    assert {*ErrorCode, *Code} < set(schemas["ErrorObject"]["properties"]["code"]["examples"])
    assert set(get_args(get_type_hints(QuestionOrder)["mode"])) == {*Mode, "next"}
    for name in schemas["ItemGiven"]["properties"]["item"]["enum"]:
        place_of(name)


def test_options_of_rules_are_those_that_there_are(said: Json) -> None:
    options = dict(said["components"]["schemas"]["RulesObject"]["properties"])
    assert set(options.pop("preset")["enum"]) == set(PRESETS)
    for name, schema in options.items():
        for value in schema.get("enum") or schema["anyOf"][0]["enum"]:
            assert getattr(rules_from_json({name: value}), name) == value
    assert rules_from_json({"multiple_yakuman": [1, 1.25, 12]}).multiple_yakuman == (1, 1.25, 12)


def test_the_hands_shown_can_be_scored(stranger: Program, said: Json) -> None:
    for hand in said["components"]["schemas"]["WinObject"]["examples"]:
        assert stranger.post("/score", {"hand": hand}).status_code == 200


def test_a_result_is_described_to_its_last_field() -> None:
    random = Random(8)
    dealt = [(generate(random, preset.rules), preset.rules) for preset in PRESETS.values() for _ in range(25)]
    known = [(win_from_json(vector.hand), vector.rules) for vector in ALL if vector.expect]
    for win, rules in (*dealt, *known):
        scored = score(win, rules)
        if isinstance(scored, Score):
            text = score_text(scored).encode()
            assert json.loads(msgspec.json.encode(msgspec.json.decode(text, type=Result))) == json.loads(text)


def test_a_hand_is_described_to_its_last_field(said: Json) -> None:
    win = win_from_json({"consecutive_wins": 1, **win_to_json(generate(Random(1)))})
    assert set(said["components"]["schemas"]["WinObject"]["properties"]) == win_to_json(win).keys()


EXCUSED: list[Any] = [positive_data_acceptance, ignored_auth]
"""A schema cannot say which hands can win, and a token is sent with every call."""


@pytest.mark.api_fuzz
@pytest.mark.parametrize(
    ("method", "path", "mode"),
    [
        (method, path, mode)
        for method, path in sorted(CALLS - {("GET", "/openapi.json")})
        for mode in GenerationMode
        # To become a guest nothing is sent that could be wrong.
        if path != "/guests" or mode is GenerationMode.POSITIVE
    ],
    ids=str,
)
def test_whatever_is_sent_is_answered_as_documented(
    guest: Program, method: str, path: str, mode: GenerationMode
) -> None:
    """By schemathesis: bodies that fit the document, and bodies, types and headers that do not."""
    operation = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", guest.app)[path][method]

    @settings(max_examples=100, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(operation.as_strategy(generation_mode=mode))
    def answered(case: schemathesis.Case[Any]) -> None:
        answer = case.call(headers={"Authorization": f"Bearer {guest.token}"})
        case.validate_response(answer, excluded_checks=EXCUSED)
        assert answer.headers["content-type"] == ["application/json"]

    answered()
