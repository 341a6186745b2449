"""Review: the record of a learner for each rule type."""

import uuid
from collections import Counter
from random import Random

import pytest
from sqlalchemy.orm import Session

from tests.services.questions import NO_TEN, NOON, RIGHT, answered, question
from trainer.mahjong.points import Payer
from trainer.services import review
from trainer.services.practice import deal
from trainer.services.review import Accuracy, accuracy
from trainer.services.wishes import Dealing, Wishes
from trainer.teaching.grade import Answer
from trainer.teaching.rule_types import RuleType


@pytest.fixture
def learner() -> uuid.UUID:
    return uuid.uuid4()


def record(session: Session, learner: uuid.UUID) -> dict[RuleType, tuple[int, int]]:
    return {one.rule_type: (one.chances, one.right) for one in accuracy(session, learner)}


def test_who_has_answered_nothing_has_no_chances(session: Session, learner: uuid.UUID) -> None:
    assert accuracy(session, learner) == [Accuracy(rule_type, 0, 0) for rule_type in RuleType]
    assert review.answered(session, learner) == (0, 0)


def test_a_right_and_a_wrong_answer_to_a_hand_count_by_what_they_show(session: Session, learner: uuid.UUID) -> None:
    """34 fu: 30 may be the missing ten or the rounding, so that neither is shown; the formula was followed twice."""
    answered(session, question(learner), RIGHT)
    answered(session, question(learner), NO_TEN)
    found = record(session, learner)
    assert found[RuleType.MENZEN_RON] == (2, 1)
    assert found[RuleType.ROUNDING] == (2, 1)
    assert found[RuleType.FORMULA] == (2, 2)
    assert found[RuleType.HONBA] == (0, 0)
    assert review.answered(session, learner) == (2, 1)


def test_only_questions_that_could_show_a_rule_are_chances_for_it(session: Session, learner: uuid.UUID) -> None:
    answered(session, question(learner), RIGHT)
    answered(session, question(learner, honba=1), Answer(40, {Payer.DISCARDER: 1600}))
    answered(session, question(learner, honba=1), Answer(40, {Payer.DISCARDER: 1300}))
    assert record(session, learner)[RuleType.HONBA] == (2, 1)


def test_an_answer_given_again_counts_nothing(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, NO_TEN)
    before = accuracy(session, learner)
    answered(session, asked, RIGHT)
    assert accuracy(session, learner) == before
    assert review.answered(session, learner) == (1, 0)


def test_the_answers_of_others_do_not_count(session: Session, learner: uuid.UUID) -> None:
    other = uuid.uuid4()
    answered(session, question(learner), RIGHT)
    answered(session, question(other), NO_TEN)
    answered(session, question(other), NO_TEN)
    assert record(session, learner)[RuleType.MENZEN_RON] == (1, 1)
    assert record(session, other)[RuleType.MENZEN_RON] == (2, 0)
    assert review.answered(session, learner) == (1, 1)
    assert review.answered(session, other) == (2, 0)


def test_the_record_is_the_sum_of_the_evidence_of_all_verdicts(session: Session, learner: uuid.UUID) -> None:
    random = Random(8)
    chances: Counter[RuleType] = Counter()
    right: Counter[RuleType] = Counter()
    for turn in range(10):
        asked = deal(session, learner, NOON, random, wishes=Wishes(mode=Dealing.MIXED))
        verdict = answered(session, asked, Answer(30 + turn % 2 * 10, {Payer.DISCARDER: 1000}))
        chances.update(fact.rule_type for fact in verdict.evidence)
        right.update(fact.rule_type for fact in verdict.evidence if fact.right)
    assert 0 < right.total() < chances.total()
    assert accuracy(session, learner) == [Accuracy(name, chances[name], right[name]) for name in RuleType]
