"""A win in one line of text, both ways."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mahjong.hands import wins
from trainer.mahjong.errors import HandError
from trainer.mahjong.exchange import MOST_COUNTERS, win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import LONGEST_LINE, parse_win, win_name

RECORDED = Path(__file__).parents[1] / "vectors" / "tenhou.jsonl"


@given(wins())
def test_a_win_reads_back_as_it_was(win: Win) -> None:
    assert parse_win(win_name(win)) == win
    assert len(win_name(win)) <= LONGEST_LINE


def test_every_recorded_win_reads_back_as_it_was() -> None:
    for line in RECORDED.read_text(encoding="utf-8").splitlines():
        win = win_from_json(json.loads(line)["hand"])
        assert parse_win(win_name(win)) == win


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        (
            "234p 11z77z [1111m] [2222z] ron 7z E/E dora 5s",
            {"concealed": "234p11z77z", "win_tile": "7z", "win": "ron", "round_wind": "E", "seat_wind": "E",
             "melds": [{"kind": "ankan", "tiles": "1111m"}, {"kind": "ankan", "tiles": "2222z"}],
             "dora_indicators": "5s"},
        ),
        (
            "40p  (406m<0m) (777z^7z) (1111s>) (5055p=0p+) sticks 1 tsumo 3p S/N rinshan honba 2",
            {"concealed": "40p", "win_tile": "3p", "win": "tsumo", "round_wind": "S", "seat_wind": "N",
             "melds": [{"kind": "chi", "tiles": "406m", "called": "0m", "from": "left"},
                       {"kind": "pon", "tiles": "777z", "called": "7z", "from": "across"},
                       {"kind": "daiminkan", "tiles": "1111s", "from": "right"},
                       {"kind": "kakan", "tiles": "5055p", "called": "0p"}],
             "after_kan": True, "honba": 2, "riichi_sticks": 1},
        ),
        (
            "123m40p99s123456s ron 3p E/S double_riichi ippatsu houtei dora 4s ura 5s wins 8",
            {"concealed": "123m40p99s123456s", "win_tile": "3p", "win": "ron", "round_wind": "E", "seat_wind": "S",
             "riichi": "double", "ippatsu": True, "last_tile": True, "dora_indicators": "4s", "ura_indicators": "5s",
             "consecutive_wins": 8},
        ),
    ],
)  # fmt: skip
def test_a_line_says_what_the_fields_of_the_exchange_format_say(text: str, hand: dict[str, object]) -> None:
    assert parse_win(text) == win_from_json(hand)


@pytest.mark.parametrize(
    "text",
    [
        "123m55z(406m<0m)[1111s] ron 4m E/S riichi dora 5s6m honba 1",
        "[1111s]123m55z(406m<0m)ron 4m E/S riichi dora 5s6m honba 1",
        "  1m 23m\t5z 5z\n(406m<0m) [1111s] honba 1 dora 5s 6m riichi E/S ron 4m  ",
        "123m55z\u3000(406m<0m) [1111s] riichi ron 4m dora 5s 6m E/S honba 1",
    ],
)
def test_white_space_and_the_order_of_the_words_do_not_matter(text: str) -> None:
    win = parse_win(text)
    assert [len(meld.tiles) for meld in win.melds] in ([3, 4], [4, 3])
    assert win._replace(melds=()) == parse_win("123m55z ron 4m E/S riichi dora 5s6m honba 1")


@pytest.mark.parametrize("count", [1, 9999, MOST_COUNTERS])
def test_a_line_holds_as_many_counters_as_the_exchange_format(count: int) -> None:
    hand = {"concealed": "1m", "win_tile": "1m", "win": "ron", "round_wind": "E", "seat_wind": "E"}
    win = win_from_json({**hand, "honba": count, "riichi_sticks": count, "consecutive_wins": count})
    assert parse_win(win_name(win)) == win


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("12q ron 4m E/S", "concealed"), ("12m (12q) ron 4m E/S", "melds"), ("12m ron 4q E/S", "win_tile"),
        ("12m ron 4m E/S ura 9q", "ura_indicators"), ("12m ron 4m E/S sticks x", "riichi_sticks"),
    ],
)  # fmt: skip
def test_an_error_says_which_field_of_the_exchange_format_it_is_about(text: str, field: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_win(text)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("text", "code", "told"),
    [
        ("", "missing_field", "win"),
        ("123m ron 4m", "missing_field", "round_wind"),
        ("123m E/S", "missing_field", "win"),
        ("123m ron", "missing_field", "ron"),
        ("123m ron 4m E/S dora", "missing_field", "dora"),
        ("123m ron 44m E/S", "bad_notation", "44m"),
        ("123q ron 4m E/S", "bad_notation", "123q"),
        ("123m ron 4m E/X", "bad_notation", "E/X"),
        ("123m ron 4m E/S hello", "bad_notation", "hello"),
        ("123m ron 4m E/S honba two", "bad_notation", "two"),
        ("123m ron 4m E/S honba 12345", "bad_notation", "12345"),
        ("123m ron 4m E/S honba -1", "bad_notation", "-1"),
        ("123m ron 4m E/S honba 1_0", "bad_notation", "1_0"),
        ("123m ron 4m E/S honba ²", "bad_notation", "²"),
        ("123m ron 4m 5m E/S", "bad_notation", "5m"),
        ("123m ron 4m E/S honba 1 2", "bad_notation", "2"),
        ("123m ( 111z ) ron 4m E/S", "bad_notation", "("),
        ("4m (111z) (222z) (333z) (444z) (555z) ron 4m E/S", "wrong_tile_count", "5 melds"),
        ("123m ron 4m E/S riichi double_riichi", "bad_value", "double_riichi"),
        ("123m ron 4m tsumo 4m E/S", "bad_value", "tsumo"),
        ("123m (123m ron 4m E/S", "bad_notation", "(123m"),
        ("123m (124m) ron 4m E/S", "bad_meld", "124m"),
        ("123m (123m^) ron 4m E/S", "bad_meld", "left"),
        ("123m [111m] ron 4m E/S", "bad_meld", "111m"),
        ("1" * 200_000, "bad_notation", "200000"),
    ],
)
def test_a_wrong_line_gets_an_error_that_names_the_word(text: str, code: str, told: str) -> None:
    with pytest.raises(HandError, match=r"(?s).*") as caught:
        parse_win(text)
    assert caught.value.code == code
    assert told in str(caught.value)


@given(st.text(max_size=60) | st.text("0123456789mpsz()[]<>^=+/ESWNrontsumdaikch _", max_size=60))
def test_no_text_is_answered_by_anything_but_a_win_or_a_hand_error(text: str) -> None:
    try:
        win = parse_win(text)
    except HandError:
        return
    assert parse_win(win_name(win)) == win
