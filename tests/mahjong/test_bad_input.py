"""Values of the wrong kind, in every field: an error object each time, never an exception."""

import json
from copy import deepcopy
from typing import Any

import pytest

from trainer.mahjong.errors import ErrorCode
from trainer.mahjong.exchange import score_json

Json = dict[str, Any]

GOOD: Json = {
    "concealed": "34m55p678s",
    "melds": [
        {"kind": "chi", "tiles": "234p", "called": "2p", "from": "left"},
        {"kind": "ankan", "tiles": "2222s", "called": None, "from": None},
    ],
    "win_tile": "5m",
    "win": "ron",
    "round_wind": "E",
    "seat_wind": "S",
    "riichi": None,
    "ippatsu": False,
    "last_tile": False,
    "after_kan": False,
    "robbing_kan": False,
    "first_turn": False,
    "dora_indicators": "1z",
    "ura_indicators": "",
    "honba": 0,
    "riichi_sticks": 0,
    "consecutive_wins": 0,
}

LONG = 200_000
WRONG: dict[str, Any] = {
    "null": None,
    "true": True,
    "1": 1,
    "-1": -1,
    "2.5": 2.5,
    "infinity": float("inf"),
    "10^400": 10**400,
    "empty text": "",
    "word": "tsumogiri",
    "long word": "x" * LONG,
    "many tiles": "1m" * LONG,
    "many digits": "1" * LONG + "m",
    "lone surrogate": "\ud800",
    "nul": "1m\0",
    "newline": "1m\n",
    "list": [],
    "list of null": [None],
    "list of text": ["1m"],
    "long list": [{}] * LONG,
    "object": {},
    "object of objects": {"kind": {"kind": {}}},
}

FITS = {
    *((name, "null") for name in ("riichi", "called", "from")),
    *((name, "1") for name in ("honba", "riichi_sticks", "consecutive_wins")),
    *((name, "true") for name in ("last_tile", "robbing_kan")),
    ("dora_indicators", "empty text"),
    ("ura_indicators", "empty text"),
    ("melds", "list"),
}
"""What is no mistake: the value fits the field."""

IN_A_WIN = [(field, kind) for field in GOOD for kind in WRONG if (field, kind) not in FITS]
IN_A_MELD = [(field, kind) for field in GOOD["melds"][0] for kind in WRONG if (field, kind) not in FITS]


def test_the_hand_that_is_spoilt_here_is_good() -> None:
    assert score_json(GOOD)["yaku"] == [{"name": "tanyao", "han": 1}]


@pytest.mark.parametrize("kind", WRONG)
def test_a_win_that_is_no_win_is_answered_by_an_error(kind: str) -> None:
    assert _error(WRONG[kind])["code"] in (ErrorCode.BAD_VALUE, ErrorCode.MISSING_FIELD, ErrorCode.UNKNOWN_FIELD)


@pytest.mark.parametrize(("field", "kind"), IN_A_WIN)
def test_a_wrong_value_is_answered_by_an_error_that_names_its_field(field: str, kind: str) -> None:
    error = _error({**GOOD, field: WRONG[kind]})
    assert error["field"] in (field, "kind") if field == "melds" else error["field"] == field


@pytest.mark.parametrize(("field", "kind"), IN_A_MELD)
@pytest.mark.parametrize("meld", [0, 1], ids=["chi", "ankan"])
def test_a_wrong_value_in_a_meld_is_answered_by_an_error(meld: int, field: str, kind: str) -> None:
    hand = deepcopy(GOOD)
    hand["melds"][meld][field] = WRONG[kind]
    assert _error(hand)["field"] == "melds"


@pytest.mark.parametrize("field", ["concealed", "win_tile", "win", "round_wind", "seat_wind"])
def test_a_field_that_is_needed_and_missing_is_named(field: str) -> None:
    hand = {name: value for name, value in GOOD.items() if name != field}
    assert _error(hand) == {"code": "missing_field", "field": field, "message": f"{field} is missing"}


def test_the_name_of_an_unknown_field_is_not_repeated_at_any_length() -> None:
    error = _error({**GOOD, "x" * LONG: 1})
    assert error["code"] == "unknown_field"
    assert len(json.dumps(error)) < 300


def _error(hand: object) -> Json:
    result = score_json(hand)
    assert set(result) == {"error"}, result
    error = result["error"]
    assert set(error) == {"code", "field", "message"}
    assert error["code"] in set(ErrorCode)
    assert error["message"]
    # it can be sent, and a long value is not sent back
    assert len(json.dumps(result)) < 1000
    assert isinstance(error, dict)
    return error
