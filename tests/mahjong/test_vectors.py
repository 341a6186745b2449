from collections.abc import Callable
from enum import StrEnum
from typing import Any

import pytest

from tests.mahjong.vectors import ALL, Vector, differences, load
from trainer.mahjong.errors import ErrorCode
from trainer.mahjong.exchange import score_json
from trainer.mahjong.fu import FuName
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import OPTIONS
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import Yaku


@pytest.mark.parametrize("vector", ALL, ids=lambda vector: f"{vector.file}: {vector.name}")
def test_the_hand_gets_the_answer_worked_out_by_hand(vector: Vector) -> None:
    result = score_json(vector.hand, vector.rules)
    if vector.expect is None:
        assert vector.error is not None
        assert set(result) == {"error"}
        assert {key: result["error"][key] for key in ("code", "field")} == {"field": None, **vector.error}
    else:
        assert "error" not in result
        assert differences(result, vector.expect) == {}


def test_every_vector_has_a_name_of_its_own() -> None:
    names = [(vector.file, vector.name) for vector in ALL]
    assert len(set(names)) == len(names)


def _expected(pick: Callable[[dict[str, Any]], Any]) -> set[str]:
    return {value for vector in ALL if vector.expect for value in pick(vector.expect)}


NOT_OF_A_HAND = ErrorCode.BAD_JSON
"""The one code for text that is not even an object; the command line's tests have it."""

COVERED: dict[type[StrEnum], Callable[[], set[str]]] = {
    Yaku: lambda: _expected(lambda expect: expect.get("yaku", ())),
    FuName: lambda: _expected(lambda expect: (item.split()[0] for item in expect.get("items", ()))),
    Limit: lambda: _expected(lambda expect: [expect.get("limit")]),
    Payer: lambda: _expected(lambda expect: expect.get("payment", ())),
    Wait: lambda: _expected(lambda expect: [expect.get("wait")]),
    ErrorCode: lambda: {vector.error["code"] for vector in ALL if vector.error} | {NOT_OF_A_HAND},
}


@pytest.mark.parametrize("members", COVERED, ids=lambda members: members.__name__)
def test_every_member_has_a_vector(members: type[StrEnum]) -> None:
    assert set(members) - COVERED[members]() == set()


def test_every_value_of_every_option_has_a_vector() -> None:
    used = {(name, repr(value)) for vector in load("options") for name, value in vector.options.items()}
    assert {(name, repr(value)) for name, values in OPTIONS.items() for value in values} - used == set()


def test_a_value_of_an_option_decides_its_vector() -> None:
    """No vector of an option would pass as well whatever the option says."""
    for name, values in OPTIONS.items():
        vectors = [vector for vector in load("options") if name in vector.options]
        for value in values:
            others = [vector for vector in vectors if vector.options[name] != value]
            assert any(_answer(vector) != _answer(vector, **{name: value}) for vector in others), (
                f"{name}: nothing tells {value!r} from the rest"
            )


def _answer(vector: Vector, **options: Any) -> tuple[Any, ...]:
    changed = Vector(vector.file, vector.name, vector.hand, {**vector.options, **options}, None, None)
    result = score_json(vector.hand, changed.rules)
    return result.get("han"), result.get("fu"), result.get("points"), result.get("error", {}).get("code")
