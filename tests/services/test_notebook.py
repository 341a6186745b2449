"""The notebook of mistakes: which hands are in it, how they are found, and what is noted beside them."""

import json
import uuid
from datetime import timedelta
from random import Random

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from tests.services.answers import keep, queries
from tests.services.questions import LATER, NO_TEN, NOON, RIGHT, answered, question
from tests.teaching.hands import SHANPON_38
from trainer.mahjong.exchange import win_to_json
from trainer.models import Attempt, Note, Suspicion
from trainer.services.mixups import most_common, with_mixup
from trainer.services.notebook import (
    LONGEST_NOTE,
    ON_A_PAGE,
    Choices,
    Show,
    Wanted,
    choices,
    page,
    understand,
    write_note,
)
from trainer.services.practice import ask_again, ask_likeness
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.mixups import MixUp
from trainer.teaching.rule_types import RuleType

FU_40_30 = MixUp(Ask.FU, None, 40, 30)


def missed(session: Session, learner: uuid.UUID, *wrong: RuleType, **changed: object) -> str:
    """A missed hand of its own, in which these rules were broken."""
    evidence = dict.fromkeys(wrong or [RuleType.ROUNDING], False)
    one = keep(session, learner, evidence, hand=distinct_hand(session), **changed)
    return one[0].nonce


def distinct_hand(session: Session) -> str:
    """A hand that nobody was asked about yet."""
    seed = session.scalar(select(func.count()).select_from(Attempt))
    return json.dumps(win_to_json(generate(Random(seed))))


def nonces(session: Session, learner: uuid.UUID, wanted: Wanted = Wanted(), number: int = 1) -> list[str]:  # noqa: B008
    return [hand.nonce for hand in page(session, learner, wanted, number).hands]


def suspect(session: Session, nonce: str, **probabilities: float) -> None:
    """Suspect these mistakes so much, whatever the answer itself has made suspected."""
    attempt = session.scalars(select(Attempt).where(Attempt.nonce == nonce)).one()
    for mistake, probability in probabilities.items():
        session.merge(Suspicion(attempt_id=attempt.id, mistake=mistake, probability=probability))
    session.flush()
    session.expire_all()


def test_only_what_was_missed_is_in_it_the_latest_first(session: Session, learner: uuid.UUID) -> None:
    first = missed(session, learner)
    keep(session, learner, {RuleType.ROUNDING: True}, hand=distinct_hand(session))
    later = missed(session, learner, answered_at=NOON + timedelta(days=1))
    missed(session, uuid.uuid4())
    assert nonces(session, learner) == [later, first]


def test_a_hand_tells_what_was_wrong_and_what_it_shows(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, NO_TEN)
    suspect(session, asked.nonce, no_menzen_ron=0.6, round_down=0.3, double_wind_2=0.59, no_such_mistake=1.0)
    suspect(session, asked.nonce, round_nearest=0.7)
    (hand,) = page(session, learner, Wanted()).hands
    assert [(part.ask, part.given, part.right) for part in hand.graded.parts] == [
        (Ask.FU, 30, False),
        (Ask.PAYMENT, NO_TEN.payment, False),
    ]
    assert RuleType.MENZEN_RON in hand.broken
    assert RuleType.FORMULA not in hand.broken
    assert hand.suspected == ("round_nearest", "no_menzen_ron")
    assert (hand.note, hand.understood, hand.retries, hand.apart) == ("", False, (), False)
    assert hand.answered_at == LATER


def test_hands_missed_in_a_sprint_are_in_it_but_no_second_try(session: Session, learner: uuid.UUID) -> None:
    sprint = missed(session, learner, apart=True)
    asked = question(learner)
    answered(session, asked, NO_TEN)
    again = ask_again(session, learner, asked.nonce, LATER, "again")
    assert again is not None
    answered(session, again, NO_TEN)
    assert set(nonces(session, learner)) == {sprint, asked.nonce}


def test_a_missed_likeness_is_a_hand_of_its_own_and_told_beside_the_first(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, NO_TEN)
    tried = []
    for answer in (NO_TEN, RIGHT):
        retry = ask_likeness(session, learner, asked.nonce, Random(1), LATER, "s")
        assert retry is not None
        assert (retry.likeness_of, retry.asks, retry.rules, retry.apart) == (
            asked.nonce,
            asked.asks,
            asked.rules,
            False,
        )
        assert retry.win != asked.win
        verdict = answered(session, retry, answer)
        assert verdict.question == retry
        tried.append(retry.nonce)
    found = {hand.nonce: hand for hand in page(session, learner, Wanted()).hands}
    assert set(found) == {asked.nonce, tried[0]}
    assert found[asked.nonce].retries == (False, True)
    assert ask_likeness(session, uuid.uuid4(), asked.nonce, Random(1), LATER, "s") is None


def test_it_is_filtered_by_rule_type_and_by_mistake(session: Session, learner: uuid.UUID) -> None:
    wait = missed(session, learner, RuleType.WAIT)
    both = missed(session, learner, RuleType.WAIT, RuleType.KAN)
    suspect(session, both, kan_as_triplet=0.8, no_tanki=0.2)
    suspect(session, wait, no_tanki=0.9)
    keep(session, learner, {RuleType.KAN: True, RuleType.DORA: False}, right=False, hand=distinct_hand(session))
    assert set(nonces(session, learner, Wanted(rule_type=RuleType.WAIT))) == {wait, both}
    assert nonces(session, learner, Wanted(rule_type=RuleType.KAN)) == [both]
    assert nonces(session, learner, Wanted(mistake="no_tanki")) == [wait]
    assert nonces(session, learner, Wanted(rule_type=RuleType.KAN, mistake="no_tanki")) == []
    assert choices(session, learner) == Choices(
        {RuleType.WAIT: 2, RuleType.KAN: 1, RuleType.DORA: 1}, {"no_tanki": 1, "kan_as_triplet": 1}
    )
    assert choices(session, uuid.uuid4()) == Choices({}, {})


def test_what_is_understood_is_hidden_unless_asked_for(session: Session, learner: uuid.UUID) -> None:
    first, other = missed(session, learner), missed(session, learner)
    assert understand(session, learner, first, True, LATER)
    assert nonces(session, learner) == [other]
    assert nonces(session, learner, Wanted(Show.UNDERSTOOD)) == [first]
    assert set(nonces(session, learner, Wanted(Show.ALL))) == {first, other}
    assert understand(session, learner, first, False, LATER)
    assert set(nonces(session, learner)) == {first, other}


def test_a_note_is_kept_cut_and_replaced(session: Session, learner: uuid.UUID) -> None:
    nonce = missed(session, learner)
    assert write_note(session, learner, nonce, "  the pair!  ")
    assert understand(session, learner, nonce, True, LATER)
    assert write_note(session, learner, nonce, "x" * 5000)
    (hand,) = page(session, learner, Wanted(Show.UNDERSTOOD)).hands
    assert hand.note == "x" * LONGEST_NOTE
    assert session.scalar(select(func.count()).select_from(Note)) == 1


def test_nothing_is_noted_beside_what_is_not_in_it(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answered(session, asked, RIGHT)
    nonce = missed(session, learner)
    for who, what in ((learner, "unknown"), (learner, asked.nonce), (uuid.uuid4(), nonce)):
        assert not write_note(session, who, what, "mine")
        assert not understand(session, who, what, True, LATER)
    assert session.scalar(select(func.count()).select_from(Note)) == 0


def test_it_comes_in_pages_and_asks_no_more_for_a_full_one(session: Session, learner: uuid.UUID) -> None:
    engine = session.get_bind()
    assert isinstance(engine, Engine)
    missed(session, learner)
    session.expire_all()
    with queries(engine) as few:
        page(session, learner, Wanted())
    all_nonces = {missed(session, learner, RuleType.WAIT, RuleType.KAN) for _ in range(ON_A_PAGE + 4)}
    for nonce in all_nonces:
        write_note(session, learner, nonce, "noted")
    session.expire_all()
    with queries(engine) as many:
        first = page(session, learner, Wanted())
    assert len(few) == len(many) <= 5
    second, third = (page(session, learner, Wanted(), number) for number in (2, 3))
    assert (first.number, first.pages, first.count, len(first.hands)) == (1, 2, ON_A_PAGE + 5, ON_A_PAGE)
    assert len({hand.nonce for hand in (*first.hands, *second.hands)}) == ON_A_PAGE + 5
    assert third == second
    assert page(session, learner, Wanted(), -1) == first


def test_a_page_of_an_empty_notebook_is_one_and_empty(session: Session, learner: uuid.UUID) -> None:
    found = page(session, learner, Wanted())
    assert (found.hands, found.number, found.pages, found.count) == ((), 1, 1, 0)


# --- mix-ups ---------------------------------------------------------------------------------------------------------


def test_the_most_common_mix_ups_come_first_and_lead_to_their_hands(session: Session, learner: uuid.UUID) -> None:
    asked = [question(learner, honba=honba) for honba in range(3)]
    for one in asked:
        answered(session, one, Answer(30, NO_TEN.payment))
    other = question(learner, hand=SHANPON_38)
    answered(session, other, Answer(50, RIGHT.payment))
    apart = keep(session, learner, {RuleType.ROUNDING: False}, apart=True, hand=distinct_hand(session))
    found = most_common(session, learner)
    assert found[0] == (FU_40_30, 3)
    assert all(count > 1 for _, count in found)
    assert set(with_mixup(session, learner, FU_40_30)) == {one.nonce for one in asked}
    assert set(nonces(session, learner, Wanted(mixup=FU_40_30))) == {one.nonce for one in asked}
    assert apart[0].nonce in nonces(session, learner)
