"""Anything at all given to every reader of input: an answer or the documented error, and soon.

Hypothesis makes the input here and shrinks what it finds; ``fuzz`` garbles dealt wins and compares the two readers of a
hand. ``tests/bench/fuzz.py`` does both for as long as it is told.
"""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.mahjong.fuzz import fuzz
from trainer.mahjong.errors import ErrorCode, HandError, NotationError, RulesError
from trainer.mahjong.exchange import score_json, win_from_json, win_to_json
from trainer.mahjong.notation import LONGEST_LINE, parse_win, win_name
from trainer.mahjong.rules import OPTIONS, PRESETS, parse_rules, rules_from_json, rules_name, rules_to_json, value_word
from trainer.mahjong.tiles import parse_tiles, tiles_name
from trainer.teaching.generate import generate

HUGE = 200_000
"""Characters of a huge text, and levels of a deeply nested value."""
LONGEST_WAIT = 2.0
"""Seconds; each answer takes milliseconds, and the rest is for a busy machine."""
MOST_DIGITS = 4000
"""Python reads no longer number from JSON."""

Answer = TypeVar("Answer")

# --- what is made up ---

RULES = [preset.rules for preset in PRESETS.values()]
WINS = [generate(Random(seed), RULES[seed % len(RULES)]) for seed in range(60)]
TILE_FIELDS = ("concealed", "win_tile", "dora_indicators", "ura_indicators")

any_text = st.text(st.characters(exclude_categories=()), max_size=40)
"""Lone surrogates, control characters and digits of every script too."""


def huge(text: str) -> str:
    """A text over and over, up to a huge one."""
    return (text * (HUGE // len(text) + 1))[:HUGE]


def words(*known: str) -> SearchStrategy[str]:
    """Text that is nearly right: known words and signs in any order."""
    return st.lists(st.sampled_from(known) | any_text, max_size=12).map("".join)


huge_text = any_text.filter(bool).map(huge)
numbers = st.integers() | st.integers(0, MOST_DIGITS).map(lambda digits: 10**digits) | st.floats()
"""NaN and the infinities too, which Python's JSON reads."""
scalars = st.none() | st.booleans() | numbers | any_text | huge_text
nested = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(any_text, inner), max_leaves=12)


class DeepList(list[Any]):
    """Lists in lists, too many of them to be shown when something is found."""

    def __repr__(self) -> str:
        return "deep_list(...)"


class DeepObject(dict[str, Any]):
    """Objects in objects."""

    def __repr__(self) -> str:
        return "deep_object(...)"


def deep_list(levels: int) -> DeepList:
    """A list of a list of a list, so many levels deep."""
    value: list[Any] = []
    for _ in range(levels):
        value = [value]
    return DeepList(value)


def deep_object(levels: int) -> DeepObject:
    """An object of an object, so many levels deep."""
    value: dict[str, Any] = {}
    for _ in range(levels):
        value = {"preset": value}
    return DeepObject(value)


levels = st.sampled_from([50, 5000, HUGE])
anything = nested | levels.map(deep_list) | levels.map(deep_object)
tile_text = words(*"0123456789mpsz", "123m", "0p", "1111z") | any_text | huge_text | st.sampled_from("0m").map(huge)


@st.composite
def mutated_wins(draw: st.DrawFn) -> Any:
    """A legal win with one to three fields dropped, added, doubled, changed, or two of its tiles swapped."""
    hand: dict[str, Any] = json.loads(json.dumps(win_to_json(draw(st.sampled_from(WINS)))))
    for _ in range(draw(st.integers(1, 3))):
        melds = hand.get("melds")
        objects = [meld for meld in melds if isinstance(meld, dict)] if isinstance(melds, list) else []
        part = draw(st.sampled_from([hand, *objects]))
        name = draw(st.sampled_from([*part, "made_up"]))
        change = draw(st.sampled_from(["drop", "change", "add", "double", "swap"]))
        if change == "drop":
            part.pop(name, None)
        elif change == "change":
            part[name] = draw(tile_text if name in (*TILE_FIELDS, "tiles", "called") else anything)
        elif change == "add":
            part[draw(any_text)] = draw(nested)
        elif change == "double" and isinstance(part.get(name), str | list):
            part[name] = part[name] * 2
        elif change == "swap":
            # A tile of one field for one of another: legal text, and perhaps a legal hand.
            part[name] = draw(st.sampled_from([hand.get(field, "") for field in TILE_FIELDS]))
    return hand


@st.composite
def garbled_lines(draw: st.DrawFn) -> str:
    """The line of a legal win with words dropped, doubled, moved or made up."""
    line = win_name(draw(st.sampled_from(WINS))).split()
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(line)))
        word = draw(st.sampled_from([*line, "dora", "wins", "honba", "[1111m]", "(123m<", "=", "E/"]) | tile_text)
        line[place : place + draw(st.integers(0, 2))] = [word] * draw(st.integers(0, 2)) if line else [word]
    return " ".join(line)


win_lines = garbled_lines() | words(*"()[]<>^=+/ESWN ", "ron", "dora", "123m", "wins") | any_text | huge_text
option_words = [f",{name}={value_word(value)}" for name, values in OPTIONS.items() for value in values]
rules_texts = (
    words(*PRESETS, *option_words, *OPTIONS, ",", "=", "/", ",multiple_yakuman=1/1.25", "nan", "1e9")
    | any_text
    | huge_text
)
option_values = st.sampled_from([value for values in OPTIONS.values() for value in values])
multipliers = st.lists(
    st.sampled_from([1, 1.25, 2, 12, float("nan"), float("inf"), 10**400, True]) | scalars, max_size=14
)


@st.composite
def mutated_rules(draw: st.DrawFn) -> Any:
    """A house with some options, one to three of them with a value of another option or of none."""
    rules: dict[str, Any] = {"preset": draw(st.sampled_from([*PRESETS]))}
    for name in draw(st.lists(st.sampled_from([*OPTIONS]), max_size=4)):
        rules[name] = draw(st.sampled_from(OPTIONS[name]))
    for name in draw(st.lists(st.sampled_from([*OPTIONS, "preset"]) | any_text, min_size=1, max_size=3)):
        rules[name] = draw(option_values | multipliers | anything)
    return rules


rules_objects = mutated_rules() | mutated_rules() | mutated_rules() | anything

# --- what must hold ---


def answer_or_error(
    read: Callable[[Any], Answer], documented: type[ValueError], value: object
) -> tuple[Answer | None, ValueError | None]:
    """What a reader answers, or its documented error; any other one is a finding."""
    try:
        return read(value), None
    except documented as error:
        return None, error


def check_tiles(text: str) -> None:
    """Tiles, which read back as they were, or a NotationError."""
    tiles, error = answer_or_error(parse_tiles, NotationError, text)
    assert error is None or len(str(error)) < 1000
    assert tiles is None or parse_tiles(tiles_name(tiles)) == tiles


def check_win(value: Any) -> None:
    """A win and its result, or a HandError of a known code; the answer is JSON in either case."""
    win, error = answer_or_error(win_from_json, HandError, value)
    assert (win is None) == (error is not None)
    answer = score_json(value)
    assert ("han" in answer) != ("error" in answer)
    assert len(json.dumps(answer)) < 100_000
    if "error" in answer:
        assert answer["error"]["code"] in set(ErrorCode)
        assert len(answer["error"]["message"]) < 1000
    else:
        assert all(sum(item["fu"] for item in way["fu_items"]) == way["fu_sum"] for way in answer["readings"])


def check_line(text: str) -> None:
    """A win that reads back as it was, or a HandError; what is too long is refused at once."""
    win, error = answer_or_error(parse_win, HandError, text)
    assert error is None or len(str(error)) < 1000
    assert win is None or (len(text) <= LONGEST_LINE and parse_win(win_name(win)) == win)


def check_rules_text(text: str) -> None:
    """Rules that can be written again, or a RulesError."""
    rules, _error = answer_or_error(parse_rules, RulesError, text)
    assert rules is None or parse_rules(rules_name(rules)) == rules


def check_rules_object(value: Any) -> None:
    """Rules that can be written again, or a RulesError."""
    rules, _error = answer_or_error(rules_from_json, RulesError, value)
    assert rules is None or rules_from_json(rules_to_json(rules)) == rules


class Reader(NamedTuple):
    """A reader of input: what it is given and what must hold of its answer."""

    given: SearchStrategy[Any]
    check: Callable[[Any], None]

    def __call__(self, value: Any) -> None:
        """Check one input, and that it is answered soon."""
        start = time.perf_counter()
        self.check(value)
        assert time.perf_counter() - start < LONGEST_WAIT


READERS = {
    "parse_tiles": Reader(tile_text, check_tiles),
    "score_json": Reader(mutated_wins() | anything, check_win),
    "parse_win": Reader(win_lines, check_line),
    "parse_rules": Reader(rules_texts, check_rules_text),
    "rules_from_json": Reader(rules_objects, check_rules_object),
}
"""Every reader by the name of its function."""

QUIET = settings(deadline=None, database=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", READERS)
def test_anything_is_answered_soon_and_only_by_a_documented_error(name: str) -> None:
    reader = READERS[name]

    @settings(QUIET, derandomize=True, max_examples=100)
    @given(reader.given)
    def answers(value: Any) -> None:
        reader(value)

    answers()


@pytest.mark.parametrize(
    "value",
    [deep_list(HUGE), 10**5000, -(10**5000), float("nan"), huge("3"), {}],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("name", ["honba", "multiple_yakuman", "preset"])
def test_a_value_that_no_option_has_is_refused_in_few_words(name: str, value: Any) -> None:
    with pytest.raises(RulesError) as refused:
        rules_from_json({name: value})
    assert len(str(refused.value)) < 1000


def test_the_error_about_a_huge_name_is_short() -> None:
    for rules in (huge("tenhou"), {huge("honba"): 300}):
        with pytest.raises(RulesError) as refused:
            rules_from_json(rules)
        assert len(str(refused.value)) < 1000


def test_rules_with_a_long_multiplier_read_back_as_they_were() -> None:
    check_rules_text("tenhou,multiple_yakuman=1/1.23456789012345")


def test_broken_input_is_answered_and_both_ways_to_read_a_hand_agree() -> None:
    count, _slowest = fuzz(Random(0), lambda count: count < 8000)
    assert count >= 8000
