"""How often something goes right, and how sure one can be of that."""

from collections.abc import Sequence
from enum import StrEnum
from math import sqrt
from typing import NamedTuple

ENOUGH = 5
"""Fewer chances than this say nothing yet."""
Z_90 = 1.645


class Interval(NamedTuple):
    """Where a share lies: nine times in ten between these two."""

    low: float
    high: float


class Trend(StrEnum):
    """Whether something goes better of late, or worse."""

    UP = "up"
    DOWN = "down"


def interval(right: int, chances: int) -> Interval | None:
    """The 90 % Wilson interval of the share that is right; None where there was no chance."""
    if not chances:
        return None
    share, z = right / chances, Z_90
    centre = share + z * z / (2 * chances)
    spread = z * sqrt(share * (1 - share) / chances + z * z / (4 * chances * chances))
    whole = 1 + z * z / chances
    # The share lies between its ends also where the last bit was rounded off: nothing wrong is 0 and not nearly 0.
    low, high = min(share, (centre - spread) / whole), max(share, (centre + spread) / whole)
    return Interval(max(0.0, low), min(1.0, high))


def error_bound(right: int, chances: int) -> float:
    """How often it goes wrong at the very least; 0 where there was no chance."""
    found = interval(right, chances)
    return 0.0 if found is None else 1 - found.high


def trend(answers: Sequence[bool]) -> Trend | None:
    """Whether the last third of the chances, each right or not, is clearly better or worse than those before."""
    recent = len(answers) // 3
    before, after = answers[: len(answers) - recent], answers[len(answers) - recent :]
    old, new = interval(sum(before), len(before)), interval(sum(after), len(after))
    if old is None or new is None:
        return None
    if new.low > old.high:
        return Trend.UP
    return Trend.DOWN if new.high < old.low else None
