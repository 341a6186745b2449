"""Practice: dealing a question, taking its answer once, and keeping it."""

import json
import uuid
from collections.abc import Callable
from dataclasses import fields
from datetime import timedelta, timezone
from random import Random
from threading import Thread

import pytest
from sqlalchemy import Engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tests.services.questions import LATER, NO_TEN, NOON, RIGHT, answered, question, rows
from tests.teaching.hands import SEVEN_PAIRS
from trainer.db import for_writing
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import PRESETS, TENHOU, Rules, preset
from trainer.models import Attempt, User
from trainer.models import Evidence as EvidenceRow
from trainer.services.practice import (
    Question,
    Verdict,
    answer_question,
    deal,
    judge,
    question_from_json,
    verdict_of,
)
from trainer.services.wishes import ASKED, Dealing, Wishes
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask, value_of

# --- questions -------------------------------------------------------------------------------------------------------


def test_a_dealt_question_is_a_win_under_the_rules_and_asks_for_fu_and_payment(
    session: Session, learner: uuid.UUID
) -> None:
    rules = preset("m_league")
    dealt = deal(session, learner, NOON, Random(3), rules, MIXED)
    assert (dealt.learner, dealt.rules, dealt.asks, dealt.asked_at) == (learner, rules, (Ask.FU, Ask.PAYMENT), NOON)
    assert dealt.win == generate(Random(3), rules)


def test_every_question_has_a_name_of_its_own(session: Session, learner: uuid.UUID) -> None:
    assert len({deal(session, learner, NOON, Random(3), wishes=MIXED).nonce for _ in range(20)}) == 20


MIXED = Wishes(mode=Dealing.MIXED)
QUESTION_FIELDS = {
    *("learner", "nonce", "hand", "rules", "ask", "asked_at", "sitting", "apart", "until"),
    *("twin_of", "why", "likeness_of"),
}

RULE_SETS = {
    **{name: preset(name) for name in PRESETS},
    "options": Rules(double_wind_pair=2, kiriage=True, multiple_yakuman=(1, 1.25, 1.5), chiitoitsu="50x1"),
    "aotenjou": Rules(aotenjou=True, red_fives=4),
}


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_question_survives_json(session: Session, learner: uuid.UUID, name: str) -> None:
    random = Random(4)
    moment = NOON.replace(microsecond=123457).astimezone(timezone(timedelta(hours=9)))
    for _ in range(40):
        dealt = deal(session, learner, moment, random, RULE_SETS[name], MIXED)
        assert question_from_json(json.loads(json.dumps(dealt.to_json()))) == dealt


def test_nothing_of_the_answer_is_in_a_question(learner: uuid.UUID) -> None:
    assert set(question(learner).to_json()) == QUESTION_FIELDS


@pytest.mark.parametrize(
    "change",
    [
        {"learner": "nobody"},
        {"hand": {}},
        {"rules": "nowhere"},
        {"rules": "tenhou,kiriage=maybe"},
        {"ask": ["weather"]},
        {"asked_at": "noon"},
    ],
    ids=repr,
)
def test_what_is_no_question_is_refused(learner: uuid.UUID, change: dict[str, object]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  (which of its kinds is of no concern)
        question_from_json({**question(learner).to_json(), **change})


@pytest.mark.parametrize("field", sorted(QUESTION_FIELDS))
def test_a_question_without_one_of_its_fields_is_refused(learner: uuid.UUID, field: str) -> None:
    parts = question(learner).to_json()
    del parts[field]
    with pytest.raises(KeyError):
        question_from_json(parts)


# --- the verdict -----------------------------------------------------------------------------------------------------


def test_a_verdict_is_right_only_when_every_part_is(learner: uuid.UUID) -> None:
    assert judge(question(learner), RIGHT).right
    assert not judge(question(learner), Answer(40, {Payer.DISCARDER: 1000})).right
    assert not judge(question(learner), Answer(30, {Payer.DISCARDER: 1300})).right


def test_a_verdict_names_the_mistakes_that_explain_the_answer(learner: uuid.UUID) -> None:
    single = {names for names in judge(question(learner), NO_TEN).explanations if len(names) == 1}
    assert single == {("no_menzen_ron",), ("round_nearest",), ("round_down",)}


def test_a_verdict_is_by_the_rules_of_its_question(learner: uuid.UUID) -> None:
    """Seven pairs as 50 fu and 1 han: 50 × 8 × 4 = 1600, as 25 × 16 × 4 is."""
    house = Rules(chiitoitsu="50x1")
    fifty, twenty_five = Answer(50, {Payer.DISCARDER: 1600}), Answer(25, {Payer.DISCARDER: 1600})
    asked = {rules: question(learner, rules, SEVEN_PAIRS) for rules in (house, TENHOU)}
    assert [judge(asked[house], answer).right for answer in (fifty, twenty_five)] == [True, False]
    assert [judge(asked[TENHOU], answer).right for answer in (fifty, twenty_five)] == [False, True]


def test_a_hand_without_a_yaku_is_no_question(learner: uuid.UUID) -> None:
    with pytest.raises(ValueError, match="can win"):
        judge(question(learner, riichi=None), RIGHT)


# --- kept ------------------------------------------------------------------------------------------------------------


def test_the_learner_is_made_with_the_first_answer_and_not_before(session: Session, learner: uuid.UUID) -> None:
    asked = deal(session, learner, NOON, Random(1), wishes=MIXED)
    assert rows(session) == (0, 0, 0)
    assert verdict_of(session, learner, asked.nonce) is None
    answered(session, asked, Answer(30))
    assert session.execute(select(User.id, User.created_at)).all() == [(learner, LATER)]
    answered(session, question(learner), RIGHT)
    assert rows(session)[:2] == (1, 2)


def test_an_answer_is_kept_as_it_was_given(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner, preset("m_league"))
    answered(session, asked, NO_TEN)
    session.expire_all()
    row = session.scalars(select(Attempt)).one()
    assert (row.user_id, row.nonce, row.rules, row.ask) == (learner, asked.nonce, "m_league", ["fu", "payment"])
    assert win_from_json(json.loads(row.hand)) == asked.win
    assert row.answer == {"fu": 30, "payment": {"discarder": 1000}}
    assert (row.right, row.elapsed_ms, row.asked_at, row.answered_at) == (False, 8000, NOON, LATER)


def test_the_time_taken_may_be_unknown(session: Session, learner: uuid.UUID) -> None:
    answer_question(session, question(learner), RIGHT, None, LATER)
    assert session.scalars(select(Attempt.elapsed_ms)).one() is None


def test_a_clock_that_was_set_back_does_not_lose_the_answer(session: Session, learner: uuid.UUID) -> None:
    answer_question(session, question(learner), RIGHT, 10, NOON - timedelta(hours=1))
    assert session.scalars(select(Attempt.answered_at)).one() == NOON


def same(found: Verdict | None, first: Verdict) -> bool:
    """The same verdict; its explanations may stand in another order, for the answer itself has moved what is likely."""
    assert found is not None
    lasting = [field.name for field in fields(Verdict) if field.name not in {"explained", "beliefs"}]
    return all(getattr(found, name) == getattr(first, name) for name in lasting) and (
        set(found.explained) == set(first.explained)
    )


def answers_to(asked: Question) -> list[Answer]:
    """The right answer, one from another reading or a slip, and nonsense."""
    best = judge(asked, Answer()).score.best
    payment = value_of(best, Ask.PAYMENT)
    assert isinstance(payment, dict)
    return [
        Answer(best.fu, payment),
        Answer(best.fu + 10, payment),
        Answer(best.fu, {payer: points + 300 for payer, points in payment.items()}),
        Answer(999, {Payer.DISCARDER: 1}),
    ]


@pytest.mark.parametrize("name", ["tenhou", "m_league", "options", "aotenjou"])
def test_what_is_kept_is_the_verdict(session: Session, learner: uuid.UUID, name: str) -> None:
    """Judged anew from the row it is the same, and the rows of evidence are the verdict's evidence."""
    random = Random(6)
    for turn in range(4):
        asked = deal(session, learner, NOON, random, RULE_SETS[name], MIXED)
        verdict = answered(session, asked, answers_to(asked)[turn])
        session.expire_all()
        assert same(verdict_of(session, learner, asked.nonce), verdict)
        kept = session.execute(
            select(EvidenceRow.rule_type, EvidenceRow.right).join(Attempt).where(Attempt.nonce == asked.nonce)
        )
        assert sorted(map(tuple, kept)) == sorted((fact.rule_type.value, fact.right) for fact in verdict.evidence)
        assert verdict.evidence
        assert session.scalars(select(Attempt.right).where(Attempt.nonce == asked.nonce)).one() == verdict.right


def test_a_verdict_is_for_its_learner_alone(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    verdict = answered(session, asked, RIGHT)
    assert verdict_of(session, learner, asked.nonce) == verdict
    assert verdict_of(session, uuid.uuid4(), asked.nonce) is None
    assert verdict_of(session, learner, uuid.uuid4().hex) is None


def test_asked_for_is_what_people_are_asked(session: Session, learner: uuid.UUID) -> None:
    assert deal(session, learner, NOON, Random(0), wishes=MIXED).asks == ASKED


# --- once ------------------------------------------------------------------------------------------------------------


def test_a_second_answer_gets_the_verdict_on_the_first_and_counts_nothing(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    first = answered(session, asked, NO_TEN)
    before = rows(session)
    assert before[:2] == (1, 1)
    assert same(answer_question(session, asked, RIGHT, 1, LATER + timedelta(hours=1)), first)
    assert rows(session) == before
    session.commit()
    assert same(answered(session, asked, RIGHT), first)
    assert rows(session) == before


def test_the_same_hand_asked_again_is_another_question(session: Session, learner: uuid.UUID) -> None:
    assert not answered(session, question(learner), NO_TEN).right
    assert answered(session, question(learner), RIGHT).right
    assert rows(session)[:2] == (1, 2)


Posted = tuple[Question, Answer]


def post_while_another_is_not_committed(
    engine: Engine, first: Posted, second: Posted, end: Callable[[Session], None]
) -> tuple[Verdict, Verdict]:
    """Both verdicts, when the second is posted before the transaction of the first has come to its end."""
    found: list[Verdict | Exception] = []

    def post() -> None:
        with Session(for_writing(engine)) as db:
            try:
                found.append(answered(db, *second))
                db.commit()
            except Exception as error:
                found.append(error)

    with Session(for_writing(engine)) as db:
        verdict = answered(db, *first)
        thread = Thread(target=post)
        thread.start()
        thread.join(0.15)
        assert thread.is_alive(), "the second did not wait for the first"
        end(db)
    thread.join(10)
    (other,) = found
    if isinstance(other, Exception):
        raise other
    return verdict, other


@pytest.mark.parametrize("known", [False, True], ids=["a new learner", "a known learner"])
def test_an_answer_posted_twice_at_the_same_moment_counts_once(
    engine: Engine, session: Session, learner: uuid.UUID, known: bool
) -> None:
    if known:
        answered(session, question(learner), RIGHT)
        session.commit()
    asked = question(learner)
    first, second = post_while_another_is_not_committed(engine, (asked, NO_TEN), (asked, RIGHT), Session.commit)
    assert same(second, first)
    assert rows(session)[:2] == (1, 1 + known)
    assert same(verdict_of(session, learner, asked.nonce), first)


def test_two_first_answers_at_the_same_moment_count_both(engine: Engine, session: Session, learner: uuid.UUID) -> None:
    """As from two tabs of one guest, of whom there is no row yet."""
    one, two = question(learner), question(learner)
    first, second = post_while_another_is_not_committed(engine, (one, NO_TEN), (two, RIGHT), Session.commit)
    assert (first.answer, second.answer) == (NO_TEN, RIGHT)
    assert rows(session)[:2] == (1, 2)


def test_an_answer_that_was_undone_leaves_the_next_one_to_count(
    engine: Engine, session: Session, learner: uuid.UUID
) -> None:
    asked = question(learner)
    _, second = post_while_another_is_not_committed(engine, (asked, NO_TEN), (asked, RIGHT), Session.rollback)
    assert second.answer == RIGHT
    assert same(verdict_of(session, learner, asked.nonce), second)
    assert rows(session)[:2] == (1, 1)


# --- all or nothing --------------------------------------------------------------------------------------------------


def test_undoing_loses_the_learner_the_answer_and_its_evidence_together(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, NO_TEN)
    assert all(rows(session))
    session.rollback()
    assert rows(session) == (0, 0, 0)
    assert answered(session, asked, RIGHT).right


def test_an_answer_that_the_database_refuses_leaves_nothing_behind(session: Session, learner: uuid.UUID) -> None:
    with pytest.raises(IntegrityError, match="elapsed_ms"):
        answer_question(session, question(learner), RIGHT, -1, LATER)
    session.commit()
    assert rows(session) == (0, 0, 0)
