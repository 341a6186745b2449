"""What is known about a learner: what moves it, what does not, and that memory and database say the same."""

import uuid
from dataclasses import replace
from datetime import timedelta
from random import Random

import numpy as np
import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.services.questions import LATER, NO_TEN, NOON, RIGHT, answered, question, rows
from tests.teaching.hands import CLOSED_34, DOUBLE_WIND_32, SHANPON_38, TSUMO_34, Json, scored
from tests.teaching.people import ASKS, answer_of
from trainer import models
from trainer.mahjong.rules import preset
from trainer.models import Suspicion
from trainer.services import learning
from trainer.services.learning import learner_of
from trainer.services.practice import Question, answer_question, ask_again, deal, tell
from trainer.services.review import RuleRecord, records
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.learner import Learner
from trainer.teaching.ledger import Place
from trainer.teaching.outcomes import PLACE, outcomes
from trainer.teaching.posterior import Posterior, numbers_of
from trainer.teaching.rule_types import RuleType
from trainer.teaching.steps import SLIP, Step, StepName, Told

FORGOT_TEN = Told(Step(StepName.ITEM, Place.WIN), 0)

GIVEN: list[tuple[Json, tuple[str, ...]]] = [
    (CLOSED_34, ("no_menzen_ron",)),
    (SHANPON_38, ("ron_triplet_closed",)),
    (TSUMO_34, ()),
    (DOUBLE_WIND_32, ("no_tsumo", "no_kanchan_penchan")),
]
"""Hands, and with which mistakes they are answered."""


def give(db: Session, learner: uuid.UUID, *given: tuple[Json, tuple[str, ...]]) -> list[Question]:
    """Answer questions about hands with mistakes, one after the other."""
    asked = [question(learner, hand=hand) for hand, _ in given]
    for one, (hand, mistakes) in zip(asked, given, strict=True):
        answered(db, one, answer_of(scored(hand), *mistakes))
    return asked


def folded(*given: tuple[Json, tuple[str, ...]]) -> Posterior:
    """What these answers make likely, worked out without any database."""
    posterior = Posterior()
    for hand, mistakes in given:
        found = outcomes(scored(hand), ASKS)
        posterior = posterior.after(numbers_of(found), found.fitting(answer_of(found.score, *mistakes)))
    return posterior


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a process that has just begun."""
    monkeypatch.setattr(learning, "_folded", learning._Kept(learning.LEARNERS))


def rebuilt(db: Session, learner: uuid.UUID) -> Learner:
    """What the database alone knows."""
    db.expire_all()
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        return learner_of(db, learner)


def remembered(db: Session, learner: uuid.UUID) -> Learner:
    """What is known without working out any answer again."""

    def never(*_: object) -> None:
        raise AssertionError("an answer was worked out again")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learning, "outcomes_of", never)
        return learner_of(db, learner)


def same(one: Posterior, other: Posterior) -> bool:
    numbers = [(found.wrong, found.unexplained) for found in (one, other)]
    return bool(np.allclose(one.probabilities, other.probabilities, rtol=1e-9, atol=0)) and numbers[0] == pytest.approx(
        numbers[1]
    )


def alike(one: Learner, other: Learner) -> bool:
    return (one.beliefs, one.cards, one.ratings) == (other.beliefs, other.cards, other.ratings) and same(
        one.posterior, other.posterior
    )


# --- what is kept apart ----------------------------------------------------------------------------------------------


def test_an_answer_in_a_sprint_leaves_nothing_known(session: Session, learner: uuid.UUID) -> None:
    asked = deal(session, learner, NOON, Random(81), until=NOON + timedelta(seconds=60))
    assert asked.apart
    assert not answered(session, asked, Answer(30, {})).right
    assert rows(session)[:2] == (1, 1)
    for known in (learner_of(session, learner), rebuilt(session, learner)):
        assert alike(known, Learner())


def test_an_answer_to_a_hand_tried_again_adds_nothing_to_what_is_known(session: Session, learner: uuid.UUID) -> None:
    (first,) = give(session, learner, (CLOSED_34, ("no_menzen_ron",)))
    before = learner_of(session, learner)
    suspected = session.scalar(select(func.count()).select_from(Suspicion))
    assert before.beliefs
    assert before.ratings
    for answer in (NO_TEN, RIGHT):
        again = ask_again(session, learner, first.nonce, LATER, "sitting")
        assert again is not None
        answer_question(session, again, answer, 8000, LATER + timedelta(minutes=1))
        tell(session, learner, again.nonce, FORGOT_TEN)
    assert rows(session)[:2] == (1, 3)
    for known in (learner_of(session, learner), rebuilt(session, learner)):
        assert alike(known, before)
    assert session.scalar(select(func.count()).select_from(Suspicion)) == suspected


# --- memory and database ---------------------------------------------------------------------------------------------


def test_what_is_likely_is_remembered_and_follows_from_what_is_stored(session: Session, learner: uuid.UUID) -> None:
    give(session, learner, *GIVEN)
    known = remembered(session, learner)
    assert same(known.posterior, folded(*GIVEN))
    assert alike(known, rebuilt(session, learner))


def test_answers_to_other_questions_under_other_rules_follow_from_what_is_stored(
    session: Session, learner: uuid.UUID
) -> None:
    rules = preset("m_league")
    asked = replace(question(learner, rules, DOUBLE_WIND_32), asks=(Ask.ITEMS, Ask.HAN, Ask.RECEIVED))
    answered(session, asked, answer_of(scored(DOUBLE_WIND_32, rules), "no_tsumo"))
    known = remembered(session, learner).posterior
    assert known.of_mistakes[PLACE["no_tsumo"]] > 0.8
    assert same(known, rebuilt(session, learner).posterior)


def test_answers_that_another_process_took_are_added_to_what_is_remembered(
    session: Session, learner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(session, learner, *GIVEN[:1])
    with monkeypatch.context() as elsewhere:
        forget(elsewhere)
        give(session, learner, *GIVEN[1:3])
    assert same(learner_of(session, learner).posterior, folded(*GIVEN[:3]))
    # And none of them is added twice.
    give(session, learner, *GIVEN[3:])
    assert same(learner_of(session, learner).posterior, folded(*GIVEN))


def test_an_answer_that_was_undone_is_forgotten(session: Session, learner: uuid.UUID) -> None:
    give(session, learner, *GIVEN[:1])
    session.commit()
    give(session, learner, *GIVEN[1:2])
    session.rollback()
    assert same(learner_of(session, learner).posterior, folded(*GIVEN[:1]))


def test_of_a_learner_who_was_away_the_latest_answers_are_looked_back_on(
    session: Session, learner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "HISTORY", 2)
    give(session, learner, *GIVEN)
    assert same(remembered(session, learner).posterior, folded(*GIVEN))
    assert same(rebuilt(session, learner).posterior, folded(*GIVEN[-2:]))


def test_only_his_own_answers_make_something_likely(session: Session, learner: uuid.UUID) -> None:
    give(session, learner, *GIVEN[:2])
    give(session, uuid.uuid4(), *GIVEN[3:])
    for known in (learner_of(session, learner), rebuilt(session, learner)):
        assert same(known.posterior, folded(*GIVEN[:2]))


# --- what is said about an answer ------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [0, 2], ids=["the first", "the last"])
def test_a_slip_makes_nothing_likely_until_it_is_taken_back(session: Session, learner: uuid.UUID, at: int) -> None:
    given = [*GIVEN[:2], GIVEN[0]]
    asked = give(session, learner, *given)
    tell(session, learner, asked[at].nonce, SLIP)
    others = [*given[:at], *given[at + 1 :]]
    for known in (remembered(session, learner), rebuilt(session, learner)):
        assert same(known.posterior, folded(*others))
    # The next answer is added to that.
    give(session, learner, GIVEN[3])
    assert same(remembered(session, learner).posterior, folded(*others, GIVEN[3]))
    tell(session, learner, asked[at].nonce, None)
    assert same(learner_of(session, learner).posterior, folded(*given, GIVEN[3]))


def test_what_was_counted_makes_the_mistakes_likely_that_agree(session: Session, learner: uuid.UUID) -> None:
    (asked,) = give(session, learner, GIVEN[0])
    mistakes = [PLACE["no_menzen_ron"], PLACE["round_down"], PLACE["round_nearest"]]
    assert learner_of(session, learner).posterior.of_mistakes[mistakes] == pytest.approx([1 / 3] * 3, abs=0.05)
    tell(session, learner, asked.nonce, FORGOT_TEN)
    known = learner_of(session, learner)
    forgotten, *rounded = known.posterior.of_mistakes[mistakes]
    assert forgotten > 0.9
    assert max(rounded) < 0.06
    assert known.beliefs["no_menzen_ron"].evidence > 0.9
    assert alike(known, rebuilt(session, learner))


def test_what_was_said_to_another_process_is_noticed(
    session: Session, learner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _second = give(session, learner, *GIVEN[:2])
    with monkeypatch.context() as elsewhere:
        forget(elsewhere)
        tell(session, learner, first.nonce, SLIP)
    assert same(learner_of(session, learner).posterior, folded(GIVEN[1]))


# --- accuracy --------------------------------------------------------------------------------------------------------


def test_a_rule_that_no_question_could_show_has_no_accuracy_whatever_was_answered(
    session: Session, learner: uuid.UUID
) -> None:
    """Rounding hides the fu of tsumo in TSUMO_34, also from whoever forgot them and rounds down besides."""

    def record() -> RuleRecord:
        (found,) = (one for one in records(session, learner, LATER) if one.rule_type is RuleType.TSUMO)
        return found

    asked = give(session, learner, *[(TSUMO_34, mistakes) for mistakes in ((), ("no_tsumo", "round_down"))])
    answered(session, question(learner, hand=TSUMO_34), Answer(999, {}))
    assert record() == RuleRecord(RuleType.TSUMO)
    tell(session, learner, asked[1].nonce, FORGOT_TEN)
    assert record() == RuleRecord(RuleType.TSUMO)
    assert record().interval is None
    # In another hand it shows.
    give(session, learner, (DOUBLE_WIND_32, ()))
    assert (record().chances, record().right) == (1, 1)
    assert record().interval is not None
    assert record().due is not None


# --- what may happen to what is stored -------------------------------------------------------------------------------


def test_what_is_said_anew_about_an_answer_counts_and_what_was_said_before_does_not(
    session: Session, learner: uuid.UUID
) -> None:
    (asked,) = give(session, learner, (CLOSED_34, ("no_menzen_ron",)))
    for counted in (0, 10):
        tell(session, learner, asked.nonce, FORGOT_TEN._replace(counted=counted))
    assert same(learner_of(session, learner).posterior, rebuilt(session, learner).posterior)


def test_an_answer_that_another_clock_puts_before_the_last_ones_counts_once(
    session: Session, learner: uuid.UUID
) -> None:
    give(session, learner, *GIVEN[:3])
    earlier = replace(question(learner), asked_at=NOON - timedelta(hours=1))
    answer_question(session, earlier, NO_TEN, 8000, LATER - timedelta(hours=1))
    assert same(learner_of(session, learner).posterior, rebuilt(session, learner).posterior)


def test_what_only_an_earlier_version_knows_hinders_nobody(session: Session, learner: uuid.UUID) -> None:
    give(session, learner, *GIVEN[:1])
    session.add_all(
        [
            models.Belief(user_id=learner, mistake="gone", made=9.0, avoided=1.0, evidence=4.0, named=True),
            models.Card(user_id=learner, rule_type="gone", stability=1, difficulty=5, due=NOON, reviewed_at=NOON),
            models.Rating(user_id=learner, hand_class="gone", rating=0.0, answers=3),
        ]
    )
    session.flush()
    known = learner_of(session, learner)
    assert "gone" not in {*known.beliefs, *known.cards, *known.ratings, *known.unproven, *known.named}
    (asked,) = give(session, learner, GIVEN[1])
    tell(session, learner, asked.nonce, SLIP)
    deal(session, learner, NOON, Random(1))
