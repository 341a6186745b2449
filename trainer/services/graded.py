"""Answered questions as they are kept, scored and graded anew."""

import json
from dataclasses import dataclass

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.rules import parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt
from trainer.teaching.grade import Answer, Ask, Part, answer_from_json, grade


@dataclass(frozen=True, slots=True)
class Graded:
    """The answer to a question, part by part."""

    score: Score
    answer: Answer
    parts: tuple[Part, ...]


def graded(attempt: Attempt) -> Graded:
    """What an answer was worth; unlike a verdict it says nothing of why."""
    scored = score(win_from_json(json.loads(attempt.hand)), parse_rules(attempt.rules))
    assert isinstance(scored, Score)
    answer = answer_from_json(attempt.answer)
    return Graded(scored, answer, grade(scored, tuple(map(Ask, attempt.ask)), answer))
