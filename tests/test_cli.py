"""The command line: ``score`` and ``generate``, as other programs rely on them."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from trainer.cli import main
from trainer.mahjong.exchange import score_json, win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.points import Limit
from trainer.mahjong.rules import PRESETS, TENHOU, preset, rules_from_json
from trainer.mahjong.scoring import Score, score
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import Level, Mode, Order, generate
from trainer.teaching.grade import Ask
from trainer.teaching.rule_types import RuleType
from trainer.web.in_words import language_for, score_in_words, speaking
from trainer.web.labels import label

Json = dict[str, Any]

COMMAND = [sys.executable, "-c", "from trainer.cli import main; main(prog_name='fu-trainer')"]

EXAMPLE: Json = {
    "concealed": "123m40p99s",
    "melds": [
        {"kind": "chi", "tiles": "046m", "called": "0m", "from": "left"},
        {"kind": "chi", "tiles": "789m", "called": "9m", "from": "left"},
    ],
    "win_tile": "3p",
    "win": "ron",
    "round_wind": "E",
    "seat_wind": "S",
    "riichi": None,
    "ippatsu": False,
    "last_tile": False,
    "after_kan": False,
    "robbing_kan": False,
    "first_turn": False,
    "dora_indicators": "4s",
    "ura_indicators": "",
    "honba": 0,
    "riichi_sticks": 0,
}
"""The example of the exchange format, whole, and its result in the order of the fields."""
RESULT: Json = {
    "han": 3,
    "fu": 30,
    "fu_sum": 30,
    "yakuman": 0,
    "limit": None,
    "yaku": [{"name": "ittsu", "han": 1}, {"name": "red_five", "han": 2}],
    "fu_items": [{"item": "base", "fu": 20}, {"item": "open_pinfu", "fu": 10}],
    "base_points": 960,
    "payment": {"discarder": 3900},
    "points": 3900,
    "received": 3900,
    "reading": {"pair": "9s", "groups": ["123m", "345p", "456m", "789m"], "wait": "ryanmen"},
}

SMALL: Json = {"concealed": "234m99m567p34888s", "win_tile": "5s", "win": "tsumo", "round_wind": "E", "seat_wind": "S"}
"""20 + 2 + 4 = 26, so 30; 240 × 2 and 240: 500 and 300."""


def run(command: str, *arguments: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(main, [command, *arguments], input=given)


def lines(*values: Any) -> bytes:
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def answers(result: Result) -> list[Json]:
    """What was printed, a JSON object a line."""
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return [json.loads(line) for line in result.stdout_bytes.splitlines()]


def subprocess_of(*arguments: str, given: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=given, capture_output=True, env={**os.environ, **environment}, timeout=60
    )


# --- score -----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_exchange_format_gets_the_result_it_documents() -> None:
    result = run("score", given=lines(EXAMPLE))
    assert result.exit_code == 0
    (answer,) = answers(result)
    (reading,) = answer.pop("readings")
    assert list(answer.items()) == list(RESULT.items())
    assert reading == {
        **RESULT["reading"], **{name: value for name, value in RESULT.items() if name not in ("received", "reading")},
        "lesser": None,
    }  # fmt: skip


def test_every_legal_reading_is_given_the_dearest_first() -> None:
    """88m 444z with 667 78 89: 8s as 7_9 makes 40 fu, as 67_ it makes 30."""
    (answer,) = answers(run("score", given=lines({**SMALL, "concealed": "88m66778789s444z", "win_tile": "8s"})))
    assert [(one["fu"], one["wait"], one["lesser"]) for one in answer["readings"]] == [
        (40, "kanchan", None),
        (30, "ryanmen", "lower_points"),
    ]
    assert answer["fu"] == 40


BAD = {"concealed": "11111m", "win_tile": "1m", "win": "ron", "round_wind": "E", "seat_wind": "S"}


def test_lines_keep_their_order_and_a_bad_one_gives_its_error_and_the_run_goes_on() -> None:
    given = b"\n".join([json.dumps(EXAMPLE).encode(), b"{oops", json.dumps(BAD).encode(), json.dumps(SMALL).encode()])
    result = run("score", given=given)
    good, not_json, impossible, small = answers(result)
    assert good["points"] == 3900
    assert not_json["error"]["code"] == "bad_json"
    assert impossible["error"]["code"] == "wrong_tile_count"
    assert impossible["error"]["field"] == "concealed"
    assert small["payment"] == {"dealer": 500, "non_dealer": 300}
    assert result.exit_code == 1


def test_an_error_has_a_code_a_field_and_a_message_and_nothing_else() -> None:
    for answer in answers(run("score", given=lines({}, [], BAD, {**SMALL, "win_tile": "6z"}))):
        assert set(answer) == {"error"}
        assert set(answer["error"]) == {"code", "field", "message"}
        assert answer["error"]["message"]


def test_a_hand_without_a_yaku_is_an_error() -> None:
    result = run("score", given=lines({**SMALL, "win": "ron"}))
    assert answers(result)[0]["error"]["code"] == "no_yaku"
    assert result.exit_code == 1


@pytest.mark.parametrize("given", [b"", b"\n", b"\n \n\t\r\n"], ids=repr)
def test_nothing_to_score_is_no_error(given: bytes) -> None:
    result = run("score", given=given)
    assert (result.exit_code, result.stdout_bytes) == (0, b"")


def test_blank_lines_and_line_ends_of_windows_are_passed_over() -> None:
    given = b"\n" + json.dumps(EXAMPLE).encode() + b"\r\n  \n\n" + json.dumps(SMALL).encode()
    result = run("score", given=given)
    assert [answer["points"] for answer in answers(result)] == [3900, 1100]
    assert result.exit_code == 0


def test_a_dash_is_what_is_typed_and_a_name_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "wins.jsonl"
    file.write_bytes(lines(EXAMPLE))
    assert answers(run("score", "-", given=lines(SMALL)))[0]["points"] == 1100
    assert answers(run("score", str(file), given=lines(SMALL)))[0]["points"] == 3900


FULL = json.dumps(SMALL).encode()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b'{"concealed": "\xff\xfe"}', "bad_json"),
        (b"\x80" * 1000, "bad_json"),
        (b'"\\ud800"', "bad_json"),
        (b"{" * 200_000, "bad_json"),
        (b"[" * 200_000 + b"]" * 200_000, "bad_json"),
        (FULL.replace(b'"tsumo"', b"[" * 900 + b"]" * 900), "bad_value"),
        (FULL.replace(b"234m", b"2" * 200_000), "bad_notation"),
        (FULL.replace(b"}", b', "' + b"x" * 200_000 + b'": 1}'), "unknown_field"),
        (FULL.replace(b"234m", "二三四".encode()), "bad_notation"),
        (FULL.replace(b"}", b', "honba": NaN}'), "bad_json"),
        (FULL.replace(b"}", b', "honba": Infinity}'), "bad_json"),
        (FULL.replace(b"}", b', "honba": 1e999}'), "bad_json"),
        (FULL.replace(b"}", b', "honba": 1e30}'), "bad_value"),
        (FULL.replace(b"}", b', "honba": 99999999999999999999999}'), "bad_value"),
        (FULL.replace(b"}", b', "riichi_sticks": 9223372036854775807}'), "bad_value"),
        (FULL.replace(b"}", b', "honba": -1}'), "bad_value"),
        (FULL.replace(b"}", b', "honba": 1.0}'), "bad_value"),
        (FULL.replace(b"}", b', "honba": true}'), "bad_value"),
        (b"null", "bad_value"),
        (b"17", "bad_value"),
        (b'"234m"', "bad_value"),
        (FULL + FULL, "bad_json"),
    ],
    ids=lambda value: value if isinstance(value, str) else repr(value[-40:]),
)
def test_whatever_a_line_holds_it_gets_a_short_error_and_the_next_line_is_scored(line: bytes, code: str) -> None:
    result = run("score", given=line + b"\n" + lines(EXAMPLE))
    bad, good = answers(result)
    assert bad["error"]["code"] == code
    assert len(result.stdout_bytes.splitlines()[0]) < 400
    assert good["points"] == 3900
    assert result.exit_code == 1


def test_a_long_line_of_spaces_around_a_win_is_a_win() -> None:
    result = run("score", given=b" " * 200_000 + FULL + b" " * 200_000 + b"\n")
    assert [answer["points"] for answer in answers(result)] == [1100]


def test_points_beyond_64_bits_are_written_in_full() -> None:
    """Four closed kans of winds and a pair of dragons: each yakuman is 13 han, the double ones 26."""
    hand = {
        "concealed": "5z",
        "melds": [{"kind": "ankan", "tiles": f"{wind * 4}z"} for wind in "1234"],
        "win_tile": "5z",
        "win": "tsumo",
        "round_wind": "E",
        "seat_wind": "E",
    }
    result = run("score", "--rule", "aotenjou=true", "--rule", "double_yakuman=true", given=lines(hand))
    (answer,) = answers(result)
    assert answer["fu_sum"] == 20 + 2 + 4 * 32 + 2 + 2
    assert answer["yakuman"] == 6
    assert answer["han"] > 6 * 13
    assert answer["base_points"] == 160 * 2 ** (answer["han"] + 2) > 2**64
    assert answer["payment"] == {"each": -(-2 * answer["base_points"] // 100) * 100}
    assert answer["points"] == 3 * answer["payment"]["each"]
    assert result.exit_code == 0


# --- rules -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["score", "generate"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_accepted(command: str, name: str) -> None:
    result = run(command, "--rules", name, given=lines(SMALL))
    assert result.exit_code == 0
    assert "error" not in answers(result)[0]


DOUBLE_WIND: Json = {
    "concealed": "444567m678p35s11z", "win_tile": "4s", "win": "tsumo", "round_wind": "E", "seat_wind": "E"
}  # fmt: skip
"""32 with 4 fu for the pair, so 40; 30 with 2."""


@pytest.mark.parametrize(
    ("arguments", "fu"),
    [
        ((), 40),
        (("--rules", "tenhou"), 40),
        (("--rules", "m_league"), 30),
        (("--rule", "double_wind_pair=2"), 30),
        (("--rules", "m_league", "--rule", "double_wind_pair=4"), 40),
        (("--rule", "double_wind_pair=4", "--rule", "double_wind_pair=2"), 30),
    ],
    ids=str,
)
def test_the_rules_decide_and_a_single_option_decides_over_the_preset(arguments: tuple[str, ...], fu: int) -> None:
    assert answers(run("score", *arguments, given=lines(DOUBLE_WIND)))[0]["fu"] == fu


def test_several_options_are_changed_together() -> None:
    changes = ("--rule", "pinfu_tsumo=false", "--rule", "honba=1500", "--rule", "multiple_yakuman=1/1.25/1.5")
    hand = {**SMALL, "concealed": "234m99m567p34678s", "honba": 1}
    (answer,) = answers(run("score", *changes, given=lines(hand)))
    assert (answer["fu_sum"], answer["payment"]) == (22, {"dealer": 1000, "non_dealer": 800})


@pytest.mark.parametrize("command", ["score", "generate"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("--rules", "nowhere"),
        ("--rule", "no_such=true"),
        ("--rule", "kiriage"),
        ("--rule", "kiriage=maybe"),
        ("--rule", "honba=12"),
        ("--rule", "multiple_yakuman=1/x"),
        ("--rule", "aotenjou=true", "--rule", "kiriage=true"),
        ("--no-such-option",),
    ],
    ids=" ".join,
)
def test_wrong_usage_is_said_on_standard_error_with_status_2(command: str, arguments: tuple[str, ...]) -> None:
    result = run(command, *arguments, given=lines(SMALL))
    assert (result.exit_code, result.stdout_bytes) == (2, b"")
    assert "Error: " in result.stderr


@pytest.mark.parametrize("name", ["missing.jsonl", "."])
def test_a_file_that_cannot_be_read_is_wrong_usage(tmp_path: Path, name: str) -> None:
    result = run("score", str(tmp_path / name))
    assert (result.exit_code, result.stdout_bytes) == (2, b"")
    assert name in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [("--count", "0"), ("--count", "many"), ("--seed", "x"), ("--mode", "no-such-mode"), ("extra",)],
    ids=" ".join,
)
def test_wrong_numbers_and_modes_are_wrong_usage_of_generate(arguments: tuple[str, ...]) -> None:
    result = run("generate", *arguments)
    assert (result.exit_code, result.stdout_bytes) == (2, b"")


# --- generate --------------------------------------------------------------------------------------------------------


def test_dealt_hands_are_those_of_the_seed_with_their_results() -> None:
    dealt = answers(run("generate", "--count", "60", "--seed", "9"))
    random = Random(9)
    assert [win_from_json(one["hand"]) for one in dealt] == [generate(random) for _ in range(60)]
    for one in dealt:
        assert list(one) == ["hand", "rules", "rule_types", "result"]
        assert one["rules"] == "tenhou"
        assert one["result"] == json.loads(json.dumps(score_json(one["hand"])))


def test_rule_types_are_those_that_a_question_for_fu_and_payment_shows() -> None:
    for one in answers(run("generate", "--count", "40", "--seed", "3")):
        scored = score(win_from_json(one["hand"]))
        assert isinstance(scored, Score)
        assert set(map(RuleType, one["rule_types"])) == set(visible(scored, (Ask.FU, Ask.PAYMENT)))
        assert one["rule_types"]


def test_dealt_hands_come_with_the_rules_they_are_scored_by() -> None:
    arguments = ("--count", "20", "--rules", "m_league", "--rule", "kiriage=false")
    for one in answers(run("generate", *arguments)):
        assert rules_from_json(one["rules"]).kiriage is False
        assert one["result"] == json.loads(json.dumps(score_json(one["hand"], rules_from_json(one["rules"]))))
    assert answers(run("generate", "--rules", "m_league"))[0]["rules"] == "m_league"


def test_more_of_the_same_seed_begin_with_the_same_hands_and_another_seed_does_not() -> None:
    five, ten, other = (
        run("generate", "--count", count, "--seed", seed).stdout_bytes
        for count, seed in (("5", "1"), ("10", "1"), ("5", "2"))
    )
    assert ten.startswith(five)
    assert five.count(b"\n") == 5
    assert not other.startswith(five.splitlines()[0])


def test_without_arguments_one_hand_of_seed_0_is_dealt() -> None:
    assert run("generate").stdout_bytes == run("generate", "--count", "1", "--seed", "0").stdout_bytes
    assert run("generate").stdout_bytes.count(b"\n") == 1


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_dealt_scores_to_the_same_result(name: str) -> None:
    dealt = answers(run("generate", "--count", "25", "--seed", "5", "--rules", name))
    result = run("score", "--rules", name, given=lines(*(one["hand"] for one in dealt)))
    assert result.exit_code == 0
    assert answers(result) == [one["result"] for one in dealt]
    assert {rules_from_json(one["rules"]) == preset(name) for one in dealt} == {True}


def dealt_by(*arguments: str) -> list[Win]:
    return [win_from_json(one["hand"]) for one in answers(run("generate", "--count", "20", "--seed", "4", *arguments))]


@pytest.mark.parametrize(
    ("arguments", "order"),
    [
        (("--mode", "mixed"), Order()),
        (("--mode", "natural"), Order(Mode.NATURAL)),
        (("--mode", "edge"), Order(Mode.EDGE)),
        (("--mode", "edge", "--focus", "kan"), Order(Mode.EDGE, focus=(RuleType.KAN,))),
        (("--level", "beginner"), Order(level=Level.BEGINNER)),
        (("--level", "standard", "--no-honba"), Order(level=Level.STANDARD, honba=False)),
    ],
    ids=str,
)
def test_hands_are_dealt_as_ordered(arguments: tuple[str, ...], order: Order) -> None:
    random = Random(4)
    assert dealt_by(*arguments) == [generate(random, TENHOU, order) for _ in range(20)]


def test_every_focus_is_among_the_rule_types_of_every_hand() -> None:
    focus = ("--focus", "kan", "--focus", "double_wind")
    for one in answers(run("generate", "--mode", "edge", *focus, "--count", "10", "--rules", "m_league")):
        assert {"kan", "double_wind"} <= set(one["rule_types"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--mode", "edge", "--focus", "no_such"), "there is no rule type 'no_such'"),
        (("--focus", "kan"), "--focus goes with --mode edge"),
        (("--mode", "natural", "--focus", "kan"), "--focus goes with --mode edge"),
        (("--mode", "edge", "--focus", "kan", "--level", "beginner"), "no hand can show kan"),
        (("--mode", "edge", "--focus", "honba", "--no-honba"), "no hand can show honba"),
        (("--mode", "edge", "--focus", "pinfu_tsumo", "--rule", "pinfu_tsumo=false"), "pinfu_tsumo=false"),
        (("--level", "expert"), "expert"),
    ],
    ids=str,
)
def test_an_order_that_cannot_be_served_is_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    result = run("generate", "--count", "1000000", *arguments)
    assert (result.exit_code, result.stdout_bytes) == (2, b"")
    assert said in result.stderr


# --- as a program of its own -----------------------------------------------------------------------------------------


def test_the_same_seed_prints_the_same_bytes_in_every_process() -> None:
    """Python orders sets of text by a number that changes with each start."""
    first, second = (
        subprocess_of("generate", "--count", "30", "--seed", "7", PYTHONHASHSEED=number) for number in ("1", "2")
    )
    assert first.returncode == second.returncode == 0
    assert first.stdout == second.stdout
    assert first.stdout.count(b"\n") == 30
    assert first.stderr == b""


def test_a_run_with_a_bad_line_ends_with_status_1_and_nothing_on_standard_error() -> None:
    ended = subprocess_of("score", given=b"{oops\n" + lines(EXAMPLE), LC_ALL="C", PYTHONUTF8="0")
    assert ended.returncode == 1
    assert [next(iter(json.loads(line))) for line in ended.stdout.splitlines()] == ["error", "han"]
    assert ended.stderr == b""


def test_wrong_usage_of_the_program_ends_with_status_2_without_a_traceback() -> None:
    ended = subprocess_of("score", "--rules", "nowhere")
    assert ended.returncode == 2
    assert b"Traceback" not in ended.stderr
    assert b"nowhere" in ended.stderr


def test_a_reader_that_stops_early_causes_no_traceback() -> None:
    with subprocess.Popen(
        [*COMMAND, "generate", "--count", "400"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as dealing:
        assert dealing.stdout
        assert dealing.stderr
        assert json.loads(dealing.stdout.readline())
        dealing.stdout.close()
        assert b"Traceback" not in dealing.stderr.read()


def test_scoring_imports_neither_the_web_nor_the_database() -> None:
    code = (
        "import sys; from trainer.cli import main\n"
        "main(['generate'], standalone_mode=False)\n"
        "print(*sorted(name for name in sys.modules if '.' not in name))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    imported = set(ended.stdout.splitlines()[-1].split())
    assert {"click", "msgspec", "trainer"} <= imported
    assert imported & {"alembic", "flask", "jinja2", "sqlalchemy", "waitress", "werkzeug"} == set()


# --- score --text ----------------------------------------------------------------------------------------------------

LINE = "444m34406p777s88s tsumo 5p E/S riichi honba 1 sticks 2 dora 3s ura 9m"


def test_a_line_is_explained_with_every_step_and_the_other_readings() -> None:
    result = CliRunner(env={"LC_ALL": "C"}).invoke(main, ["score", "--text", LINE])
    assert result.exit_code == 0
    for said in (
        "Kanchan wait 456p: 2",
        "20 + 2 + 4 + 4 + 2 = 32 → 40",
        "Dealer: 2000 × 2 = 4000 + 100",
        "8200 points",
    ):
        assert said in result.stdout


@pytest.mark.parametrize(
    ("options", "environment"),
    [
        (["--lang", "zh-Hans"], {"LC_ALL": "C"}),
        (["--lang", "zh_CN"], {"LC_ALL": "C"}),
        ([], {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "zh_CN.UTF-8"}),
        ([], {"LC_ALL": "zh_CN.UTF-8", "LANG": "en_US.UTF-8"}),
    ],
)
def test_a_line_is_explained_in_the_language_asked_for(options: list[str], environment: dict[str, str]) -> None:
    result = CliRunner(env=environment).invoke(main, ["score", *options, "--text", LINE])
    assert result.exit_code == 0
    assert "门前清自摸和: 1" in result.stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("444m tsumo 5q E/S", "“5q” cannot be read here."),
        ("123456789m123p9s ron 9s E/S (", "“(” cannot be read here."),
        ("1\x1b[31mm ron 9s E/S", "“1\ufffd[31mm” cannot be read here."),
        ("11111m tsumo 1m E/S", "The number of tiles is wrong. 5 instead of 13"),
        ("123456789m123p9s ron 9s E/S dora 111122z", "The number of indicators is wrong. 6"),
        ("123456789m123p9s ron 9s E/S tsumo 9s", "A field has a value it cannot have. tsumo"),
        ("123456789m1p (123p>) ron 1p E/S", "This is no possible meld. (123p>)"),
        ("111m456789m123p1s ron 1m E/S dora 9m1m", "There are more than four of one tile. 1m"),
        ("123456789m123p9s ron 9s", "Something is missing. E/E, E/S …"),
        ("", "Something is missing. ron, tsumo"),
    ],
)
def test_an_impossible_line_is_refused_in_words(line: str, told: str) -> None:
    result = run("score", "--lang", "en", "--text", line)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == f"{told}\n"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("444m tsumo 5q E/S", "这里的“5q”无法识别。"),
        ("11111m tsumo 1m E/S", "牌的张数不对。 应为 13，现为 5"),
        ("123m456p789s1133z ron 1z S/W", "牌型完成，但没有役。"),
    ],
)
def test_an_impossible_line_is_refused_in_the_language_asked_for(line: str, told: str) -> None:
    result = run("score", "--lang", "zh-Hans", "--text", line)
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", f"{told}\n")


def test_a_line_without_a_yaku_says_so() -> None:
    result = run("score", "--lang", "en", "--text", "123m456p789s1133z ron 1z S/W")
    assert result.exit_code == 1
    assert "yaku" in result.stderr


def test_the_rules_decide_about_a_line() -> None:
    double_wind = "123m456p789m67s11z ron 8s E/E riichi sticks 1"
    assert "20 + 10 + 4 = 34" in run("score", "--lang", "en", "--text", double_wind).stdout
    assert "20 + 10 + 2 = 32" in run("score", "--rules", "m_league", "--lang", "en", "--text", double_wind).stdout


KOKUSHI = "19m19p19s1234567z tsumo 1z E/E"


def test_kokushi_shows_the_whole_hand_and_a_double_yakuman_as_two() -> None:
    shown = run("score", "--lang", "en", "--rule", "double_yakuman=true", "--text", KOKUSHI).stdout
    assert shown.startswith("19m19p19s11234567z · Thirteen-sided wait\n")
    assert "  Kokushi musou (13-wait): yakuman × 2\n  Yakuman × 2\n" in shown


def test_without_limits_a_yakuman_is_explained_by_its_fu_and_han() -> None:
    shown = run("score", "--lang", "en", "--rule", "aotenjou=true", "--text", KOKUSHI).stdout
    assert "  25 fu\n" in shown
    assert "  Kokushi musou (13-wait): 13\n  Menzen tsumo: 1\n  14 han 25 fu\n" in shown


@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_every_dealt_win_can_be_explained_down_to_what_is_received(lang: str) -> None:
    random = Random(5)
    with speaking(language_for(lang, {})):
        for rules in [preset(name) for name in PRESETS] * 6:
            scored = score(generate(random, rules), rules)
            assert isinstance(scored, Score)
            shown = score_in_words(scored)
            assert f": {scored.received}" in shown
            said = [item.item for item in scored.best.fu_items] if scored.best.limit is not Limit.YAKUMAN else []
            for member in [*said, *(claimed.yaku for claimed in scored.best.yaku), scored.best.reading.wait]:
                assert str(label(member)) in shown
            assert shown.count(" · ") >= len(scored.counts)


def test_a_terminal_that_lacks_the_characters_gets_an_answer_all_the_same() -> None:
    shown = subprocess_of("score", "--lang", "zh-Hans", "--text", LINE, PYTHONIOENCODING="latin-1")
    assert shown.returncode == 0
    assert b"20 + 2 + 4 + 4 + 2 = 32 ? 40" in shown.stdout
    assert shown.stderr == b""


@pytest.mark.parametrize(
    "wrong", [["--lang", "xx", "--text", LINE], ["--text", LINE, "-"], ["--lang", "en", "-"], ["--lang", "en"]]
)
def test_wrong_usage_of_text_is_wrong_usage(wrong: list[str]) -> None:
    assert run("score", *wrong).exit_code == 2


def test_the_readme_shows_what_is_printed() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"^\$ fu-trainer (.+)\n((?:.*\n)+?)```", readme, re.MULTILINE)
    assert shown
    result = CliRunner().invoke(main, shlex.split(shown[1]))
    assert result.stdout == shown[2]
