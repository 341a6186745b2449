"""Answers over time: how many hands a day, and how often they were right, some at a time."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from trainer.teaching.accuracy import Interval, interval

IN_A_BATCH = 10
"""So many answers at least say something together."""
MOST_BATCHES = 12
DAYS = 28


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer, as far as time is concerned."""

    day: date
    right: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """Some answers, one after the other."""

    first: date
    last: date
    count: int
    right: int

    @property
    def share(self) -> float:
        """How many of them were right, of 1."""
        return self.right / self.count

    @property
    def interval(self) -> Interval:
        """Where the share really lies."""
        found = interval(self.right, self.count)
        assert found is not None
        return found


def batches(answers: Sequence[Answered]) -> tuple[Batch, ...]:
    """Answers in their order as batches of about the same size; none where there are too few for one."""
    parts = min(MOST_BATCHES, len(answers) // IN_A_BATCH)
    cuts = [len(answers) * part // parts for part in range(parts + 1)] if parts else []
    return tuple(_batch(answers[start:end]) for start, end in pairwise(cuts))


def _batch(answers: Sequence[Answered]) -> Batch:
    return Batch(answers[0].day, answers[-1].day, len(answers), sum(answer.right for answer in answers))


def hands_a_day(days: Iterable[date], today: date) -> tuple[tuple[date, int], ...]:
    """How many hands were answered on each of the last days, those without one included."""
    hands = Counter(days)
    last = [today - timedelta(days=ago) for ago in reversed(range(DAYS))]
    return tuple((day, hands[day]) for day in last)
