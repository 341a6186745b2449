"""Broken input by chance: dealt wins garbled as JSON, as bytes and as text, and what must still hold of the answers."""

import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from trainer.json_lines import score_line
from trainer.mahjong.errors import ErrorCode, HandError, RulesError
from trainer.mahjong.exchange import score_json, win_to_json
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import PRESETS, Rules, parse_rules, rules_name
from trainer.teaching.generate import generate

Json = dict[str, Any]

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**70, 1.0, 1e308, "", "1", "E", "ron", "riichi", "5q", "0z", "1m" * 40, "1" * 200_000,
    "\ud800", "\x00", "１ｍ", [], [[]], {}, {"kind": "chi"}, [{"kind": "pon", "tiles": "111z"}] * 5,
    {"kind": "ankan", "tiles": "1111z", "called": "1z"},
)  # fmt: skip
"""Values that belong nowhere, or not where they are put."""

CODES = set(ErrorCode)


def mutated(random: Random, hand: Json) -> Json:
    """A hand with one to three of its fields changed, dropped, doubled or made up."""
    hand = json.loads(json.dumps(hand))
    for _ in range(random.randint(1, 3)):
        field = random.choice([*hand, "made_up", "melds"])
        what = random.random()
        if what < 0.15:
            hand.pop(field, None)
        elif what < 0.45:
            hand[field] = random.choice(STRANGE)
        elif isinstance(hand.get(field), bool):
            hand[field] = not hand[field]
        elif isinstance(hand.get(field), str):
            hand[field] = garbled(random, hand[field], "0123456789mpszESWNron")
        elif isinstance(hand.get(field), list) and hand[field]:
            meld = random.choice(hand[field])
            if isinstance(meld, dict):
                meld[random.choice(["kind", "tiles", "called", "from", "more"])] = random.choice(
                    ["chi", "pon", "ankan", "123m", "0555p", "left", "across", "5z", None, 3]
                )
        else:
            hand[field] = hand[random.choice(sorted(hand))] if hand else 1
    return hand


def garbled(random: Random, text: str, letters: str) -> str:
    """Text with some characters changed, dropped, doubled or swapped."""
    characters = list(text)
    for _ in range(random.randint(1, 3)):
        place = random.randint(0, len(characters))
        what = random.random()
        if what < 0.4:
            characters.insert(place, random.choice(letters))
        elif characters:
            place = min(place, len(characters) - 1)
            if what < 0.7:
                characters[place] = random.choice(letters)
            elif what < 0.85:
                del characters[place]
            else:
                characters += characters[place:]
    return "".join(characters)


def check_json(random: Random, hand: Json, rules: Rules) -> None:
    """The two ways to read a hand say the same, and both answer with a result or an error of a known code."""
    value: Any = mutated(random, hand)
    answer = score_json(value, rules)
    assert ("han" in answer) != ("error" in answer)
    if "error" in answer:
        assert answer["error"]["code"] in CODES
        assert isinstance(answer["error"]["message"], str)
    try:
        line = json.dumps(value).encode()
        msgspec.json.decode(line)
    except msgspec.DecodeError:
        return  # a lone surrogate is no text in JSON
    by_line, scored = score_line(line, rules)
    assert scored == ("error" not in answer)
    assert json.loads(by_line) == json.loads(json.dumps(answer))


def check_bytes(random: Random, hand: Json, rules: Rules) -> None:
    """A line of any bytes gets one line of JSON."""
    line = garbled(random, json.dumps(hand), '{}[]",:0123456789truefalsnl\\ud8\x00é').encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        line = line[: random.randint(0, len(line))] + bytes(random.randrange(256) for _ in range(3))
    answer, scored = score_line(line, rules)
    assert answer.count("\n") == 1
    assert ("error" not in json.loads(answer)) == scored


def check_line(random: Random, text: str) -> None:
    """A line of the notation is a win that reads back as it was, or a HandError."""
    try:
        win = parse_win(garbled(random, text, "0123456789mpsz()[]<>^=+/ESWN ronriichidora"))
    except HandError:
        return
    assert parse_win(win_name(win)) == win


def check_rules(random: Random, rules: Rules) -> None:
    """The text of a rule set reads back as it was, or is refused with a RulesError."""
    try:
        read = parse_rules(garbled(random, rules_name(rules), "abcdefghijklmnopqrstuvwxyz_=,/.0123456789"))
    except RulesError:
        return
    assert parse_rules(rules_name(read)) == read


def fuzz(random: Random, more: Callable[[int], bool]) -> tuple[int, float]:
    """Check broken inputs as long as ``more`` says so of their number; that number, and the longest time for four.

    Raises what is found.
    """
    count, slowest = 0, 0.0
    rules_known = [preset.rules for preset in PRESETS.values()]
    while more(count):
        rules = random.choice(rules_known)
        win = generate(random, rules)
        hand, text = win_to_json(win), win_name(win)
        for _ in range(20):
            start = time.perf_counter()
            check_json(random, hand, rules)
            check_bytes(random, hand, rules)
            check_line(random, text)
            check_rules(random, rules)
            slowest = max(slowest, time.perf_counter() - start)
            count += 4
    return count, slowest
