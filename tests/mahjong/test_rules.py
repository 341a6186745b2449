from typing import Any

import pytest

from trainer.mahjong.errors import ErrorCode, RulesError
from trainer.mahjong.rules import (
    OPTIONS,
    PRESETS,
    TENHOU,
    Rules,
    changed,
    parse_rules,
    preset,
    rules_from_json,
    rules_name,
)

# What each house changes of Tenhou's rules.
DIFFERENCES: dict[str, dict[str, Any]] = {
    "tenhou": {},
    "mahjong_soul": {"double_yakuman": True},
    "que_ji": {},
    "m_league": {"double_wind_pair": 2, "kiriage": True, "kazoe": "sanbaiman"},
    "jpml": {"double_wind_pair": 2, "red_fives": 0, "ippatsu": False, "ura_dora": False, "kan_dora": False},
    "saikouisen": {"double_wind_pair": 2, "red_fives": 0, "kiriage": True, "kazoe": "sanbaiman"},
    "kyokai": {"double_wind_pair": 2, "red_fives": 0, "kiriage": True, "kazoe": "sanbaiman"},
    "rmu": {"double_wind_pair": 2, "red_fives": 0, "kiriage": True},
}


def test_each_preset_differs_from_tenhou_as_its_house_does() -> None:
    found = {
        name: {
            option: getattr(known.rules, option)
            for option in OPTIONS
            if getattr(known.rules, option) != getattr(TENHOU, option)
        }
        for name, known in PRESETS.items()
    }
    assert found == DIFFERENCES


def test_each_preset_says_where_its_facts_come_from() -> None:
    assert [name for name, known in PRESETS.items() if len(known.source.split()) < 4] == []


@pytest.mark.parametrize(
    "options",
    [
        {"aotenjou": True, "kiriage": True},
        {"aotenjou": True, "kazoe": "sanbaiman"},
        {"aotenjou": True, "multiple_yakuman": "single"},
        {"aotenjou": True, "multiple_yakuman": [1, 2]},
        {"double_yakuman": True, "multiple_yakuman": "single"},
    ],
    ids=str,
)
def test_options_that_contradict_each_other_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        rules_from_json(options)
    for name in options:  # the fault lies in the combination alone
        rules_from_json({name: options[name]})


@pytest.mark.parametrize(
    "value",
    [
        "wild_west",
        "",
        None,
        7,
        [],
        {"preset": "wild_west"},
        {"preset": 7},
        {"no_such_option": 1},
        {"kiriage": 1},
        {"kiriage": "true"},
        {"kiriage": None},
        {"double_wind_pair": 3},
        {"double_wind_pair": 4.0},
        {"double_wind_pair": True},
        {"honba": 301},
        {"chiitoitsu": "25x3"},
        {"multiple_yakuman": []},
        {"multiple_yakuman": [0]},
        {"multiple_yakuman": [1, "2"]},
        {"multiple_yakuman": [1, float("nan")]},
        {"multiple_yakuman": [1] * 13},
        {"multiple_yakuman": {}},
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused(value: object) -> None:
    with pytest.raises(RulesError):
        rules_from_json(value)


@pytest.mark.parametrize("text", ["", "wild_west", "tenhou,", "tenhou,kiriage", "tenhou,kiriage=yes", "tenhou,x=1"])
def test_text_that_names_no_rules_is_refused(text: str) -> None:
    with pytest.raises(RulesError):
        parse_rules(text)


@pytest.mark.parametrize(
    ("value", "field", "code"),
    [
        ("wild_west", "preset", ErrorCode.BAD_VALUE),
        ("tenhou,x=1", "x", ErrorCode.UNKNOWN_FIELD),
        ("tenhou,x", "x", ErrorCode.UNKNOWN_FIELD),
        ("tenhou,kiriage", "kiriage", ErrorCode.BAD_VALUE),
        ("tenhou,kiriage=yes", "kiriage", ErrorCode.BAD_VALUE),
        ({"preset": 1}, "preset", ErrorCode.BAD_VALUE),
        ({"x": 1}, "x", ErrorCode.UNKNOWN_FIELD),
        ({"honba": 100}, "honba", ErrorCode.BAD_VALUE),
        ({"multiple_yakuman": [0]}, "multiple_yakuman", ErrorCode.BAD_VALUE),
        ({"aotenjou": True, "kiriage": True}, None, ErrorCode.BAD_VALUE),
        (3, None, ErrorCode.BAD_VALUE),
    ],
    ids=str,
)
def test_an_error_names_what_is_to_blame(value: object, field: str | None, code: ErrorCode) -> None:
    with pytest.raises(RulesError) as refused:
        rules_from_json(value)
    assert (refused.value.field, refused.value.code) == (field, code)


def test_rules_are_named_by_a_preset_and_what_differs() -> None:
    rules = Rules(kiriage=True, multiple_yakuman=(1, 1.25, 1.5))
    assert rules_name(rules) == "tenhou,kiriage=true,multiple_yakuman=1/1.25/1.5"
    assert parse_rules("m_league,kiriage=false") == changed(preset("m_league"), {"kiriage": False})
    assert rules_from_json({"preset": "m_league", "kiriage": False}) == parse_rules("m_league,kiriage=false")
    assert rules_from_json("m_league,kiriage=false") == parse_rules("m_league,kiriage=false")


def test_changing_options_leaves_the_preset_as_it_is() -> None:
    changed(TENHOU, {"kiriage": True})
    assert preset("tenhou") == Rules()


@pytest.mark.parametrize("rules", [TENHOU, preset("m_league"), Rules(multiple_yakuman=(1, 1.5))], ids=rules_name)
def test_the_repr_of_rules_is_the_call_that_makes_them(rules: Rules) -> None:
    assert eval(repr(rules), {"Rules": Rules}) == rules
