"""Chance by our own arithmetic over ``Random.random``.

Python keeps the numbers of ``random.Random(seed).random()`` the same on every platform and version, and nothing else
of that module, so every choice is made from these numbers alone.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeAlias, TypeVar

_Item = TypeVar("_Item")

Table: TypeAlias = Sequence[tuple[_Item, float]]
"""Items and their weights."""


def below(random: Random, end: int) -> int:
    """A whole number from 0 up to but without ``end``, each as likely."""
    return int(random.random() * end)


def happens(random: Random, probability: float) -> bool:
    """True with that probability."""
    return random.random() < probability


def choose(random: Random, items: Sequence[_Item]) -> _Item:
    """One of the items, each as likely. Raises IndexError when there is none."""
    return items[below(random, len(items))]


def weighted(random: Random, table: Table[_Item]) -> _Item:
    """One of the items of a table of (item, weight). Raises IndexError when there is none."""
    total = 0.0
    for _, weight in table:  # not sum(), which rounds otherwise since Python 3.12
        total += weight
    left = random.random() * total
    for item, weight in table:
        left -= weight
        if left < 0:
            return item
    return table[-1][0]


def shuffled(random: Random, items: Sequence[_Item]) -> list[_Item]:
    """The items in any order, each order as likely."""
    left = list(items)
    for end in range(len(left), 1, -1):
        place = below(random, end)
        left[place], left[end - 1] = left[end - 1], left[place]
    return left


def how_many(random: Random, probability: float, most: int) -> int:
    """How often in a row something of that probability happens, up to ``most`` times."""
    count = 0
    while count < most and happens(random, probability):
        count += 1
    return count
