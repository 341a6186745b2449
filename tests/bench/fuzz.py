"""Look for input that a reader does not answer: ``python -m tests.bench.fuzz [--seconds 300] [--seed 1]``.

The strategies and checks are those of ``tests/mahjong/test_fuzz.py`` and ``tests/mahjong/fuzz.py``.
"""

import argparse
import time
import traceback
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import given, seed, settings

from tests.mahjong.fuzz import fuzz
from tests.mahjong.test_fuzz import QUIET, READERS, Reader

EXAMPLES = 300
"""Inputs for each reader in a round."""
GARBLED = 4000
"""Inputs made of dealt wins in a round."""


def search(reader: Reader, number: int, end: float) -> int:
    """Give a reader made-up inputs until there are enough or the time is over; their number. Raises what is found."""
    count = 0

    @seed(number)
    @settings(QUIET, max_examples=EXAMPLES)
    @given(reader.given)
    def answers(value: Any) -> None:
        nonlocal count
        if time.monotonic() < end:
            count += 1
            reader(value)

    answers()
    return count


def search_garbled(number: int, end: float) -> int:
    """Garble dealt wins in the same way. Raises what is found."""
    return fuzz(Random(number), lambda count: count < GARBLED and time.monotonic() < end)[0]


def main() -> None:
    """Search until the time is over; every finding is printed, and makes the exit status 1."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    chosen = arguments.parse_args()
    end = time.monotonic() + chosen.seconds
    searches: dict[str, Callable[[int], int]] = {
        name: lambda number, reader=reader: search(reader, number, end)  # type: ignore[misc]
        for name, reader in READERS.items()
    }
    searches["garbled wins"] = lambda number: search_garbled(number, end)
    counts: Counter[str] = Counter()
    findings, number = 0, chosen.seed
    while time.monotonic() < end:
        for name, search_once in searches.items():
            try:
                counts[name] += search_once(number)
            except Exception:
                findings += 1
                print(f"{name}, seed {number}:\n{traceback.format_exc()}", flush=True)
        number += 1
    print(f"{counts.total()} inputs ({', '.join(f'{name} {count}' for name, count in counts.items())})")
    print(f"{findings} findings" if findings else "nothing found")
    raise SystemExit(min(findings, 1))


if __name__ == "__main__":
    main()
