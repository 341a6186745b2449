"""POST /score: what the command line answers, byte for byte."""

import json
from random import Random
from typing import Any

import pytest

from tests.mahjong.fuzz import mutated
from tests.mahjong.vectors import ALL, Vector, recorded
from tests.web.api.program import Program, refusal
from trainer.json_lines import score_line
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import PRESETS, TENHOU, rules_to_json
from trainer.teaching.generate import generate

HAND = {
    "concealed": "444m34406p777s88s",
    "win_tile": "5p",
    "win": "tsumo",
    "round_wind": "E",
    "seat_wind": "S",
    "dora_indicators": "1z",
}
DOUBLE_WIND = {"concealed": "123m456p789m67s11z", "win_tile": "8s", "win": "ron", "round_wind": "E", "seat_wind": "E"}


@pytest.mark.parametrize("vector", ALL, ids=lambda vector: f"{vector.file}: {vector.name}")
def test_every_vector_gets_the_line_that_the_command_line_prints(stranger: Program, vector: Vector) -> None:
    answer = stranger.post("/score", {"hand": vector.hand, "rules": vector.options})
    line, scored = score_line(json.dumps(vector.hand).encode(), vector.rules)
    assert answer.text + "\n" == line
    assert answer.status_code == (200 if scored else 422)
    assert scored == (vector.error is None)


def test_recorded_wins_pay_what_they_paid(stranger: Program) -> None:
    for line in recorded()[:100]:
        answer = stranger.post("/score", {"hand": line["hand"]})
        assert answer.text + "\n" == score_line(json.dumps(line["hand"]).encode(), TENHOU)[0]


def test_garbled_hands_get_the_same_errors_as_on_the_command_line(stranger: Program) -> None:
    random = Random(3)
    for _ in range(300):
        hand = mutated(random, win_to_json(generate(random)))
        text = json.dumps({"hand": hand})
        if len(text) < 60_000 and "\\ud800" not in text:
            answer = stranger.post("/score", {"hand": hand})
            assert answer.text + "\n" == score_line(json.dumps(hand).encode(), TENHOU)[0]


@pytest.mark.parametrize("name", PRESETS)
def test_rules_go_by_name_by_short_text_and_as_an_object(stranger: Program, name: str) -> None:
    hand = {**DOUBLE_WIND, "riichi": "riichi", "riichi_sticks": 1}
    for changed in (False, True):
        rules = PRESETS[name].rules
        other = 4 if rules.double_wind_pair == 2 else 2
        wanted = other if changed else rules.double_wind_pair
        text = f"{name},double_wind_pair={other}" if changed else name
        whole = {"preset": name, "double_wind_pair": other} if changed else {"preset": name}
        for given in (text, whole):
            result = stranger.post("/score", {"hand": hand, "rules": given}).get_json()
            assert result["fu_sum"] == 30 + wanted


def test_without_rules_a_hand_is_scored_by_tenhous(stranger: Program) -> None:
    assert (
        stranger.post("/score", {"hand": DOUBLE_WIND}).text
        == stranger.post("/score", {"hand": DOUBLE_WIND, "rules": rules_to_json(TENHOU)}).text
    )


def test_a_complete_hand_without_a_yaku_is_an_error(stranger: Program) -> None:
    hand = win_to_json(parse_win("123m456p789s1133z ron 1z S/W"))
    assert refusal(stranger.post("/score", {"hand": hand})) == (422, "no_yaku", None)


@pytest.mark.parametrize(
    ("rules", "code", "field"),
    [
        ("wild_west", "bad_value", "rules"),
        ("tenhou,kiriage=maybe", "bad_value", "rules"),
        ("tenhou,wild=true", "unknown_field", "rules"),
        ("", "bad_value", "rules"),
        (None, "bad_value", "rules"),
        (7, "bad_value", "rules"),
        ([], "bad_value", "rules"),
        ({"preset": "wild_west"}, "bad_value", "rules.preset"),
        ({"preset": 3}, "bad_value", "rules.preset"),
        ({"wild": True}, "unknown_field", "rules.wild"),
        ({"kiriage": 1}, "bad_value", "rules.kiriage"),
        ({"multiple_yakuman": [0]}, "bad_value", "rules.multiple_yakuman"),
        ({"aotenjou": True, "kiriage": True}, "bad_value", "rules"),
    ],
    ids=str,
)
def test_rules_that_do_not_exist_are_refused_by_name(guest: Program, rules: Any, code: str, field: str) -> None:
    for path, body in (("/score", {"hand": HAND}), ("/questions", {})):
        assert refusal(guest.post(path, {**body, "rules": rules})) == (422, code, field)


def test_fields_of_a_hand_are_named_as_in_the_hand(stranger: Program) -> None:
    assert refusal(stranger.post("/score", {"hand": {**HAND, "win_tile": "8z"}})) == (422, "bad_notation", "win_tile")
    assert refusal(stranger.post("/score", {"hand": {**HAND, "hat": 1}})) == (422, "unknown_field", "hat")
    assert refusal(stranger.post("/score", {"hand": []})) == (422, "bad_value", None)
    assert refusal(stranger.post("/score", {"rules": "tenhou"})) == (422, "missing_field", "hand")
