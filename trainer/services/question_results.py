"""The questions of what was assigned: how hard each was, whether it tells who knows the rest, and what was answered.

Only where all learners had the same hands; where each had his own, a question is no more than a place in the set.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from trainer.mahjong.scoring import Score, score
from trainer.services import drills
from trainer.services.assignments import Assigned
from trainer.services.results import Cell, Grid, median_of
from trainer.teaching.drills import Drill
from trainer.teaching.grade import Answer, answer_from_json
from trainer.teaching.item_analysis import discrimination, facility


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """The wrong answer that most learners gave."""

    answer: Answer
    count: int
    nonce: str
    """One of those in which it was given."""


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """How one question went."""

    place: int
    """From 0."""
    score: Score
    """Its hand, and what it is worth."""
    answered: int
    right: int
    discrimination: float | None
    """From -1 to 1; below 0 those who know the rest rather get it wrong. None where it is not defined."""
    median_ms: int | None
    wrong: WrongAnswer | None

    @property
    def facility(self) -> float | None:
        """The share of right answers; None where nobody answered."""
        return facility(self.right, self.answered)


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions of a set."""

    drill: Drill
    results: tuple[QuestionResult, ...]
    """In their order; none where each learner had hands of his own."""

    def hardest(self, most: int) -> tuple[QuestionResult, ...]:
        """The questions that most got wrong, those that nobody missed left out."""
        missed = [one for one in self.results if one.right < one.answered]
        return tuple(sorted(missed, key=lambda one: (one.facility or 0, -one.answered))[:most])


def questions(db: Session, of: Assigned, grid: Grid) -> Questions:
    """How each question went in the tries of a grid."""
    version = drills.version(db, of.version_id)
    if version.drill.own_hands:
        return Questions(version.drill, ())
    scores = [row.right for row in grid.rows]
    found = []
    for place, win in enumerate(version.hands):
        scored = score(win, version.drill.rules)
        assert isinstance(scored, Score)
        answers = [(cell, total) for row, total in zip(grid.rows, scores, strict=True) if (cell := row.cells[place])]
        found.append(_result(place, scored, [cell for cell, _ in answers], [total for _, total in answers]))
    return Questions(version.drill, tuple(found))


def _result(place: int, scored: Score, cells: Sequence[Cell], scores: Sequence[int]) -> QuestionResult:
    right = [cell.right for cell in cells]
    times = median_of(cell.elapsed_ms for cell in cells)
    return QuestionResult(
        *(place, scored, len(cells), sum(right), discrimination(right, scores), times, _most_common(cells))
    )


def _most_common(cells: Sequence[Cell]) -> WrongAnswer | None:
    """Of those given equally often the one given first in the list."""
    given = Counter(cell.wrong for cell in cells if cell.wrong is not None)
    for text, count in given.most_common(1):
        nonce = next(cell.nonce for cell in cells if cell.wrong == text)
        return WrongAnswer(answer_from_json(json.loads(text)), count, nonce)
    return None
