"""Item analysis: how hard each question of a set was for a class, and how well it tells who knows the rest."""

from collections.abc import Sequence
from math import sqrt

from trainer.teaching.accuracy import ENOUGH


def facility(right: int, answered: int) -> float | None:
    """The share of those who answered a question that was right; None where nobody answered it."""
    return right / answered if answered else None


def discrimination(item: Sequence[bool], scores: Sequence[int]) -> float | None:
    """How far those who know the rest are those who know this one: the point-biserial correlation, from -1 to 1.

    For each learner whether the item was right, and his score with it; it is compared with the score without it, as
    an item would always go along with itself. None for fewer than five learners, and where one of the two is the same
    for all: then nothing is told apart. Raises ValueError for lists of different lengths.
    """
    rest = [score - right for right, score in zip(item, scores, strict=True)]
    count, right = len(item), sum(item)
    total, squares = sum(rest), sum(score * score for score in rest)
    # Whole numbers until the very end, so that equal scores have no variance at all.
    of_item, of_rest = right * (count - right), count * squares - total * total
    if count < ENOUGH or not of_item or not of_rest:
        return None
    together = count * sum(score for ok, score in zip(item, rest, strict=True) if ok) - right * total
    return together / sqrt(of_item * of_rest)
