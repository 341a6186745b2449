"""How strong a learner is in a class of hands: an Elo number, so that hands come neither too easy nor too hard."""

from dataclasses import dataclass
from enum import StrEnum
from math import exp

from trainer.mahjong.groups import Shape
from trainer.mahjong.readings import Form
from trainer.mahjong.scoring import Score

WANTED = 0.8
"""The share of hands that should be right: enough to go on gladly, and something left to learn."""


class HandClass(StrEnum):
    """What makes a hand hard or easy to count."""

    LIMIT = "limit"
    """Its han alone decide."""
    SEVEN_PAIRS = "seven_pairs"
    KAN = "kan"
    TRIPLETS = "triplets"
    RUNS = "runs"
    """Nothing but sequences."""


def class_of(score: Score) -> HandClass:
    """The class of a hand."""
    best = score.best
    if best.limit is not None:
        return HandClass.LIMIT
    if best.reading.form is Form.CHIITOITSU:
        return HandClass.SEVEN_PAIRS
    shapes = {group.shape for group in best.reading.groups}
    if Shape.KAN in shapes:
        return HandClass.KAN
    return HandClass.TRIPLETS if Shape.TRIPLET in shapes else HandClass.RUNS


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a learner is in one class."""

    rating: float = 0.0
    """In natural logarithms; 0 is right every second time."""
    answers: int = 0

    @property
    def success(self) -> float:
        """How likely the next answer is right."""
        return 1 / (1 + exp(-self.rating))

    def after(self, right: bool) -> "Rating":
        """The rating after an answer; each further one moves it less."""
        step = 1.8 / (1 + 0.05 * self.answers)
        return Rating(self.rating + step * (right - self.success), self.answers + 1)
