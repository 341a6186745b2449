"""Sittings, wishes and flags: what is dealt, how a sitting went, and what stays apart."""

import uuid
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from click.testing import CliRunner
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.services.questions import LATER, NO_TEN, NOON, RIGHT, question, rows
from trainer.cli import main
from trainer.db import make_engine
from trainer.mahjong.notation import win_name
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt
from trainer.services import flags, wishes
from trainer.services.practice import GRACE, TooLateError, answer_question, ask_again, ask_twin, deal
from trainer.services.review import answered, records
from trainer.services.sittings import latest, progress, summary
from trainer.services.wishes import Length, MeldLook, WishError, Wishes, wishes_to_words, with_words
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.order import Level, Obstacle, Order
from trainer.teaching.rule_types import RuleType
from trainer.teaching.twins import Change, change_between, twins

# --- wishes ----------------------------------------------------------------------------------------------------------

OTHER = Wishes(
    ask=(Ask.ITEMS, Ask.RECEIVED),
    level=Level.BEGINNER,
    focus=(RuleType.TSUMO, RuleType.KAN),
    length=Length.SPRINT,
    honba=False,
    labels=True,
    apart=False,
    melds=MeldLook.UPRIGHT,
    twins=True,
)


@pytest.mark.parametrize("wished", [Wishes(), OTHER])
def test_wishes_survive_their_words(wished: Wishes) -> None:
    assert with_words(OTHER if wished == Wishes() else Wishes(), wishes_to_words(wished)) == wished


def test_words_change_only_what_they_name() -> None:
    assert with_words(OTHER, {"length": "endless", "ask": "payment, fu", "rules": "tenhou"}) == replace(
        OTHER, length=Length.ENDLESS, ask=(Ask.FU, Ask.PAYMENT)
    )


@pytest.mark.parametrize(
    ("name", "word"),
    [("ask", ""), ("ask", "fu,weather"), ("level", "hard"), ("focus", "luck"), ("length", "11"), ("honba", "yes")],
)
def test_what_nobody_can_grant_is_refused_by_name(name: str, word: str) -> None:
    with pytest.raises(WishError) as caught:
        with_words(Wishes(), {name: word})
    assert (caught.value.name, caught.value.value) == (name, word)


def test_without_wishes_the_generator_deals() -> None:
    assert wishes.deal(Random(3), TENHOU, Wishes()) == generate(Random(3), TENHOU, Order(level=Level.STANDARD))


def test_hands_in_focus_show_the_rule_in_what_is_asked() -> None:
    random, wished = Random(5), Wishes(ask=(Ask.FU,), focus=(RuleType.CHIITOITSU,))
    for _ in range(4):
        scored = score(wishes.deal(random, TENHOU, wished))
        assert isinstance(scored, Score)
        assert RuleType.CHIITOITSU in visible(scored, wished.ask)


def test_a_focus_that_nothing_asked_can_show_is_said_to_be_one_and_left_out() -> None:
    wished = Wishes(ask=(Ask.FU,), focus=(RuleType.STICKS, RuleType.HONBA, RuleType.TSUMO), honba=False)
    hindered = {impossible.rule_type: impossible.obstacle for impossible in wishes.obstacles(wished, TENHOU)}
    assert hindered == {RuleType.STICKS: Obstacle.NOT_ASKED, RuleType.HONBA: Obstacle.NO_HONBA}
    scored = score(wishes.deal(Random(5), TENHOU, wished))
    assert isinstance(scored, Score)
    assert RuleType.TSUMO in visible(scored, wished.ask)


def test_without_honba_there_are_none() -> None:
    random = Random(6)
    assert {wishes.deal(random, TENHOU, Wishes(honba=False)).honba for _ in range(20)} == {0}


# --- a sitting -------------------------------------------------------------------------------------------------------


def played(session: Session, learner: uuid.UUID, *answers: Answer, sitting: str = "first", apart: bool = False) -> None:
    for number, answer in enumerate(answers):
        asked = replace(question(learner), sitting=sitting, apart=apart)
        answer_question(session, asked, answer, 1000 * (number + 1), LATER + timedelta(seconds=number))


def test_a_summary_says_how_the_sitting_went(session: Session, learner: uuid.UUID) -> None:
    """The hand is always the same, so its answer as a constant guess is always right; the dealer would get 2000."""
    as_dealer = Answer(40, {Payer.DISCARDER: 2000})
    played(session, learner, RIGHT, as_dealer, as_dealer)
    played(session, learner, NO_TEN, sitting="second")
    played(session, uuid.uuid4(), NO_TEN)
    found = summary(session, learner, "first")
    assert found is not None
    assert ([hand.right for hand in found.hands], found.count, found.right) == ([True, False, False], 3, 1)
    assert [(part.ask, part.right, part.guess, part.guess_right) for part in found.parts] == [
        (Ask.FU, 3, 40, 3),
        (Ask.PAYMENT, 1, {Payer.DISCARDER: 1300}, 3),
    ]
    assert found.median_ms == 2000
    assert found.weakest == (RuleType.DEALER, 2, 3)
    assert len(found.missed) == 2
    assert not found.apart
    assert progress(session, learner, "first") == [True, False, False]
    assert latest(session, learner, "first") == found.hands[-1].nonce


def test_the_best_constant_guess_is_what_is_right_most_often(session: Session, learner: uuid.UUID) -> None:
    played(session, learner, RIGHT, RIGHT)
    other = question(learner, hand={"concealed": "234m99m567p34888s", "win_tile": "5s", "win": "tsumo"})
    answer_question(session, replace(other, sitting="first"), Answer(30), None, LATER)
    found = summary(session, learner, "first")
    assert found is not None
    fu, payment = found.parts
    assert (fu.guess, fu.guess_right, fu.count) == (40, 2, 3)
    assert (payment.guess, payment.guess_right) == ({Payer.DISCARDER: 1300}, 2)


def test_a_sitting_without_answers_has_no_summary(session: Session, learner: uuid.UUID) -> None:
    assert summary(session, learner, "first") is None
    assert progress(session, learner, "first") == []
    assert latest(session, learner, "first") is None


def test_nothing_is_to_be_fixed_where_nothing_was_wrong(session: Session, learner: uuid.UUID) -> None:
    played(session, learner, RIGHT)
    found = summary(session, learner, "first")
    assert found is not None
    assert found.weakest is None
    assert found.missed == ()


def test_what_is_apart_counts_in_its_sitting_and_nowhere_else(session: Session, learner: uuid.UUID) -> None:
    played(session, learner, RIGHT, NO_TEN, apart=True)
    assert answered(session, learner) == (0, 0)
    assert {one.chances for one in records(session, learner, NOON)} == {0}
    found = summary(session, learner, "first")
    assert found is not None
    assert (found.apart, found.right, found.count) == (True, 1, 2)
    assert found.weakest is not None


def test_an_answer_after_the_time_is_not_taken(session: Session, learner: uuid.UUID) -> None:
    asked = deal(session, learner, NOON, Random(1), TENHOU, Wishes(), "sprint", NOON + timedelta(seconds=60))
    assert asked.apart
    with pytest.raises(TooLateError):
        answer_question(session, asked, RIGHT, 1, NOON + timedelta(seconds=61) + GRACE)
    assert rows(session) == (0, 0, 0)
    in_time = answer_question(session, asked, Answer(20), 1, NOON + timedelta(seconds=60) + GRACE)
    assert answer_question(session, asked, RIGHT, 1, NOON + timedelta(hours=1)) == in_time


def test_a_hand_is_asked_again_as_another_question_apart(session: Session, learner: uuid.UUID) -> None:
    first = question(learner)
    answer_question(session, first, NO_TEN, 1, LATER)
    again = ask_again(session, learner, first.nonce, LATER, "again")
    assert again is not None
    assert (again.win, again.rules, again.asks, again.apart) == (first.win, first.rules, first.asks, True)
    assert again.nonce != first.nonce
    assert ask_again(session, uuid.uuid4(), first.nonce, LATER, "again") is None
    answer_question(session, again, RIGHT, 1, LATER)
    assert session.scalars(select(Attempt.apart).order_by(Attempt.id)).all() == [False, True]
    assert answered(session, learner) == (1, 0)


# --- flags -----------------------------------------------------------------------------------------------------------


def test_a_flag_keeps_the_question_and_the_note(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    answer_question(session, asked, NO_TEN, 1, LATER)
    assert flags.note_of(session, learner, asked.nonce) is None
    for note in ("odd", "  the wait is a kanchan " + "x" * 2000):
        assert flags.flag(session, learner, asked.nonce, note, LATER)
    (found,) = flags.flagged(session)
    assert (found.nonce, found.win, found.rules, found.at) == (asked.nonce, asked.win, "tenhou", LATER)
    assert found.note.startswith("the wait is a kanchan x")
    assert len(found.note) == flags.LONGEST_NOTE
    assert found.answer == {"fu": 30, "payment": {"discarder": 1000}}
    assert flags.note_of(session, learner, asked.nonce) == found.note


def test_only_ones_own_answered_questions_can_be_flagged(session: Session, learner: uuid.UUID) -> None:
    asked = question(learner)
    assert not flags.flag(session, learner, asked.nonce, "", LATER)
    answer_question(session, asked, RIGHT, 1, LATER)
    assert not flags.flag(session, uuid.uuid4(), asked.nonce, "", LATER)
    assert flags.flagged(session) == []


def test_so_many_questions_a_day_can_be_flagged(session: Session, learner: uuid.UUID) -> None:
    asked = [question(learner) for _ in range(flags.MOST_A_DAY + 1)]
    for one in asked:
        answer_question(session, one, RIGHT, 1, LATER)
    for one in asked[:-1]:
        assert flags.flag(session, learner, one.nonce, "", LATER)
    with pytest.raises(flags.TooManyFlagsError):
        flags.flag(session, learner, asked[-1].nonce, "", LATER)
    assert flags.flag(session, learner, asked[0].nonce, "once more", LATER)
    assert flags.flag(session, learner, asked[-1].nonce, "", LATER + timedelta(days=1, seconds=1))


def test_the_owner_reads_the_flags_on_the_command_line(
    sqlite_url: str, learner: uuid.UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = make_engine(sqlite_url)
    asked = question(learner)
    with Session(engine) as db:
        answer_question(db, asked, NO_TEN, 1, LATER)
        flags.flag(db, learner, asked.nonce, "odd \x1b[31m wait", LATER)
        db.commit()
    engine.dispose()
    monkeypatch.setenv("FU_TRAINER_DATABASE_URL", sqlite_url)
    printed = CliRunner().invoke(main, ["flags"])
    assert printed.exit_code == 0
    assert printed.output.splitlines() == [
        f"{LATER:%Y-%m-%d %H:%M} UTC  odd  [31m wait",
        f"  {win_name(asked.win)}  [tenhou]",
        '  answered: {"fu": 30, "payment": {"discarder": 1000}}',
    ]


# --- twins -----------------------------------------------------------------------------------------------------------


def test_twin_of_an_answered_hand_differs_in_one_thing_that_was_got_wrong(session: Session, learner: uuid.UUID) -> None:
    first = question(learner)
    assert ask_twin(session, learner, first.nonce, Random(1), LATER, "ten") is None  # not answered yet
    answer_question(session, first, NO_TEN, 8000, LATER)
    assert ask_twin(session, uuid.uuid4(), first.nonce, Random(1), LATER, "ten") is None  # somebody else's
    twin = ask_twin(session, learner, first.nonce, Random(1), LATER, "ten")
    assert twin is not None
    assert (twin.twin_of, twin.rules, twin.asks, twin.apart) == (first.nonce, first.rules, first.asks, False)
    missed = {shown.rule_type for shown in session.scalars(select(Attempt)).one().evidence if not shown.right}
    (same,) = [other for other in twins(first.win) if other.win == twin.win]
    assert missed & set(same.rule_types)
    assert change_between(first.win, twin.win) is same.change
    answer_question(session, twin, NO_TEN, 8000, LATER)
    assert ask_twin(session, learner, twin.nonce, Random(1), LATER, "ten") is None  # a twin has none of its own


def test_every_twin_is_told_apart_by_what_it_differs_in() -> None:
    random = Random(2)
    pairs = [(win, twin) for win in (generate(random) for _ in range(30)) for twin in twins(win)]
    assert {change_between(win, twin.win) for win, twin in pairs} == set(Change)
    assert [twin for win, twin in pairs if change_between(win, twin.win) is not twin.change] == []
