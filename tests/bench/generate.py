"""How fast hands are dealt: ``python -m tests.bench.generate [--count 3000] [--focused 300]``.

Prints how many mixed hands a second come with their results as ``fu-trainer generate`` writes them, step by step, and
for hands on the edge of one rule type the time of the slowest of twenty (p95) at each level.
"""

import argparse
import time
from collections.abc import Callable
from random import Random
from typing import TypeVar

from trainer.json_lines import json_line
from trainer.mahjong.exchange import score_to_json, win_to_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import Level, Mode, Order, generate
from trainer.teaching.grade import Ask
from trainer.teaching.order import possible_rule_types

_Made = TypeVar("_Made")

BOTH = (Ask.FU, Ask.PAYMENT)
WARM = 300
"""Hands dealt before the clock starts, for tables that fill while hands are read."""


def timed(name: str, count: int, make: Callable[[], list[_Made]]) -> tuple[list[_Made], float]:
    """What is made, and the seconds it takes; says how many a second."""
    start = time.perf_counter()
    made = make()
    seconds = time.perf_counter() - start
    print(f"  {name:32} {seconds / count * 1000:6.3f} ms a hand, {count / seconds:7.0f} a second")
    return made, seconds


def scored(win: Win) -> Score:
    """The score of a dealt win."""
    found = score(win)
    assert isinstance(found, Score)
    return found


def speed_of(mode: Mode, count: int) -> None:
    """Deal hands of a mode and work out all that is written about them."""
    random, order = Random(0), Order(mode)
    for _ in range(WARM):
        generate(random, TENHOU, order)
    print(f"{mode}: {count} hands")
    wins, dealing = timed("dealt", count, lambda: [generate(random, TENHOU, order) for _ in range(count)])
    scores, scoring = timed("scored", count, lambda: [scored(win) for win in wins])
    _, writing = timed(
        "written as JSON",
        count,
        lambda: [json_line({"hand": win_to_json(one.win), "result": score_to_json(one)}) for one in scores],
    )
    _, showing = timed("visible rule types found", count, lambda: [visible(one, BOTH) for one in scores])
    results = dealing + scoring + writing
    print(f"  with their results {count / results:.0f} a second, and rule types {count / (results + showing):.0f}")


def slowest_of_twenty(level: Level, count: int) -> None:
    """Deal hands focused on each rule type; p95 of each, the slowest type last."""
    found = []
    for rule_type in possible_rule_types(Order(Mode.EDGE, level), TENHOU):
        random, order, times = Random(0), Order(Mode.EDGE, level, (rule_type,)), []
        for _ in range(count):
            start = time.perf_counter()
            generate(random, TENHOU, order)
            times.append(time.perf_counter() - start)
        found.append((sorted(times)[count * 95 // 100] * 1000, rule_type))
    print(f"edge, {level}: {count} hands of each focus, p95 in ms")
    print("  " + ", ".join(f"{rule_type} {p95:.1f}" for p95, rule_type in sorted(found)))


def main() -> None:
    """Run the benchmark."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--count", type=int, default=3000)
    arguments.add_argument("--focused", type=int, default=300)
    given = arguments.parse_args()
    for mode in Mode:
        speed_of(mode, given.count)
    for level in Level:
        slowest_of_twenty(level, given.focused)


if __name__ == "__main__":
    main()
