"""Review: the record of a learner for each rule type."""

import uuid
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tests.services.answers import keep, queries
from tests.services.questions import NO_TEN, NOON, RIGHT, answered, question
from trainer.mahjong.points import Payer
from trainer.models import Card
from trainer.services import review
from trainer.services.practice import deal
from trainer.services.review import RuleRecord, history, ranked, records, weakest
from trainer.services.wishes import Dealing, Wishes
from trainer.teaching.accuracy import Trend, interval
from trainer.teaching.grade import Answer
from trainer.teaching.rule_types import RuleType


def found(session: Session, learner: uuid.UUID) -> dict[RuleType, RuleRecord]:
    return {one.rule_type: one for one in records(session, learner, NOON)}


def counts(session: Session, learner: uuid.UUID) -> dict[RuleType, tuple[int, int]]:
    return {name: (one.chances, one.right) for name, one in found(session, learner).items()}


def test_who_has_answered_nothing_has_no_chances_and_no_accuracy(session: Session, learner: uuid.UUID) -> None:
    assert records(session, learner, NOON) == [RuleRecord(rule_type) for rule_type in RuleType]
    assert {one.interval for one in records(session, learner, NOON)} == {None}
    assert review.answered(session, learner) == (0, 0)


def test_a_right_and_a_wrong_answer_to_a_hand_count_by_what_they_show(session: Session, learner: uuid.UUID) -> None:
    """34 fu: 30 may be the missing ten or the rounding, so that neither is shown; the formula was followed twice."""
    answered(session, question(learner), RIGHT)
    answered(session, question(learner), NO_TEN)
    record = counts(session, learner)
    assert record[RuleType.MENZEN_RON] == (2, 1)
    assert record[RuleType.ROUNDING] == (2, 1)
    assert record[RuleType.FORMULA] == (2, 2)
    assert record[RuleType.HONBA] == (0, 0)
    assert review.answered(session, learner) == (2, 1)


def test_only_questions_that_could_show_a_rule_are_chances_for_it(session: Session, learner: uuid.UUID) -> None:
    answered(session, question(learner), RIGHT)
    answered(session, question(learner, honba=1), Answer(40, {Payer.DISCARDER: 1600}))
    answered(session, question(learner, honba=1), Answer(40, {Payer.DISCARDER: 1300}))
    assert counts(session, learner)[RuleType.HONBA] == (2, 1)


def test_an_answer_given_again_counts_nothing(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, NO_TEN)
    before = found(session, learner)
    answered(session, asked, RIGHT)
    assert found(session, learner) == before
    assert review.answered(session, learner) == (1, 0)


def test_the_answers_and_memories_of_others_do_not_count(session: Session, learner: uuid.UUID) -> None:
    other = uuid.uuid4()
    answered(session, question(learner), RIGHT)
    own = found(session, learner)
    assert own[RuleType.MENZEN_RON].due is not None
    answered(session, question(other), NO_TEN)
    answered(session, question(other), NO_TEN)
    remember(session, other, RuleType.MENZEN_RON)
    assert counts(session, learner)[RuleType.MENZEN_RON] == (1, 1)
    assert counts(session, other)[RuleType.MENZEN_RON] == (2, 0)
    assert found(session, other)[RuleType.MENZEN_RON].due == NOON + timedelta(days=3)
    assert found(session, learner) == own
    assert records(session, uuid.uuid4(), NOON) == [RuleRecord(rule_type) for rule_type in RuleType]
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
    assert counts(session, learner) == {name: (chances[name], right[name]) for name in RuleType}


def test_what_is_kept_apart_counts_nowhere(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, {RuleType.WAIT: True}, elapsed_ms=4000)
    keep(session, learner, *[{RuleType.WAIT: False, RuleType.KAN: False}] * 9, apart=True, elapsed_ms=60_000)
    assert found(session, learner)[RuleType.WAIT] == RuleRecord(RuleType.WAIT, 1, 1, 4000)
    assert found(session, learner)[RuleType.KAN] == RuleRecord(RuleType.KAN)


def test_the_interval_is_that_of_the_right_chances(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, *[{RuleType.WAIT: True}] * 7, {RuleType.WAIT: False})
    assert found(session, learner)[RuleType.WAIT].interval == interval(7, 8)


def test_the_median_is_of_the_answers_that_show_the_rule_and_were_timed(session: Session, learner: uuid.UUID) -> None:
    for elapsed_ms in (None, 2000, 5000, 4001, 3000):
        keep(session, learner, {RuleType.WAIT: True}, elapsed_ms=elapsed_ms)
    keep(session, learner, {RuleType.KAN: True}, elapsed_ms=None)
    keep(session, learner, {RuleType.DORA: True}, elapsed_ms=90_000)
    times = {name: one.median_ms for name, one in found(session, learner).items() if one.chances}
    assert times == {RuleType.WAIT: 3500, RuleType.KAN: None, RuleType.DORA: 90_000}


def test_a_trend_goes_by_the_order_of_answering(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, *[{RuleType.WAIT: True}] * 5, answered_at=NOON + timedelta(days=9))
    keep(session, learner, *[{RuleType.WAIT: False}] * 10, answered_at=NOON + timedelta(days=3))
    assert found(session, learner)[RuleType.WAIT].trend is Trend.UP


def remember(session: Session, learner: uuid.UUID, rule_type: RuleType) -> None:
    """A rule type last rated at noon, due in three days."""
    moments = {"due": NOON + timedelta(days=3), "reviewed_at": NOON}
    session.add(Card(user_id=learner, rule_type=rule_type, stability=3.0, difficulty=5.0, **moments))
    session.flush()


def test_memory_and_due_date_are_those_of_the_card(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, {RuleType.WAIT: True})
    remember(session, learner, RuleType.WAIT)
    later = {one.rule_type: one for one in records(session, learner, NOON + timedelta(days=3))}
    assert later[RuleType.WAIT].due == NOON + timedelta(days=3)
    assert later[RuleType.WAIT].retrievability == pytest.approx(0.9)
    assert found(session, learner)[RuleType.WAIT].retrievability == 1.0
    assert later[RuleType.KAN].retrievability is None


def test_many_answers_ask_the_database_no_more_often_than_one(session: Session, learner: uuid.UUID) -> None:
    engine = session.get_bind()
    assert isinstance(engine, Engine)
    keep(session, learner, {RuleType.WAIT: True})
    with queries(engine) as few:
        records(session, learner, NOON)
    keep(session, learner, *[dict.fromkeys(RuleType, True)] * 40)
    with queries(engine) as many:
        records(session, learner, NOON)
    assert len(few) == len(many) == 2


def test_weakest_come_first_and_then_those_with_too_few_chances_and_those_not_met() -> None:
    order = ranked(
        [
            RuleRecord(RuleType.TSUMO, 0, 0),
            RuleRecord(RuleType.KAN, 3, 0),
            RuleRecord(RuleType.WAIT, 100, 95),
            RuleRecord(RuleType.DORA, 4, 4),
            RuleRecord(RuleType.LIMIT, 10, 4),
            RuleRecord(RuleType.HONBA, 5, 5),
        ]
    )
    assert [record.rule_type for record in order] == [
        RuleType.LIMIT,
        RuleType.WAIT,
        RuleType.HONBA,
        RuleType.DORA,
        RuleType.KAN,
        RuleType.TSUMO,
    ]


def test_the_weakest_are_three_that_surely_go_wrong_at_times() -> None:
    found = [
        RuleRecord(RuleType.KAN, 4, 0),
        RuleRecord(RuleType.WAIT, 100, 95),
        RuleRecord(RuleType.DORA, 50, 50),
        RuleRecord(RuleType.LIMIT, 10, 4),
        RuleRecord(RuleType.HONBA, 10, 5),
        RuleRecord(RuleType.TSUMO, 10, 6),
    ]
    assert [record.rule_type for record in weakest(found)] == [RuleType.LIMIT, RuleType.HONBA, RuleType.TSUMO]
    assert weakest(found[:1]) == weakest(found[2:3]) == []


# --- over time -------------------------------------------------------------------------------------------------------


def test_history_counts_accuracy_without_and_practice_with_what_is_apart(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, *[{RuleType.WAIT: True}] * 12, answered_at=NOON + timedelta(days=1))
    keep(session, learner, *[{RuleType.WAIT: False}] * 3, answered_at=NOON + timedelta(days=2), apart=True)
    keep(session, learner, *[{RuleType.WAIT: False}] * 8, answered_at=NOON + timedelta(days=2))
    keep(session, uuid.uuid4(), *[{RuleType.WAIT: False}] * 8)
    told = history(session, learner, NOON + timedelta(days=3))
    assert (told.count, told.right) == (20, 12)
    assert [(batch.count, batch.right) for batch in told.batches] == [(10, 10), (10, 2)]
    assert [hands for _day, hands in told.days[-4:]] == [0, 12, 11, 0]
    assert told.days[-1][0] == (NOON + timedelta(days=3)).date()


def test_history_of_a_newcomer_is_empty(session: Session, learner: uuid.UUID) -> None:
    told = history(session, learner, NOON)
    assert (told.count, told.right, told.batches) == (0, 0, ())
    assert {hands for _day, hands in told.days} == {0}
