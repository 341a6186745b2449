"""Questions about hands whose worth is known, and their answers."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tests.teaching.hands import CLOSED_34
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import TENHOU, Rules
from trainer.models import Attempt, Evidence, User
from trainer.services.practice import Question, Verdict, answer_question
from trainer.teaching.grade import Answer, Ask

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(seconds=8)

RIGHT = Answer(40, {Payer.DISCARDER: 1300})
"""The answer to ``question()``."""
NO_TEN = Answer(30, {Payer.DISCARDER: 1000})
"""A wrong one: without the ten of a closed ron, or rounded down."""


def question(learner: uuid.UUID, rules: Rules = TENHOU, hand: dict[str, Any] = CLOSED_34, **changes: Any) -> Question:
    """A question about a hand, which is 40 fu and 1300 points unless said."""
    win = win_from_json({"round_wind": "E", "seat_wind": "S", **hand, **changes})
    return Question(learner, uuid.uuid4().hex, win, rules, (Ask.FU, Ask.PAYMENT), NOON)


def answered(db: Session, asked: Question, answer: Answer) -> Verdict:
    """The verdict on an answer given eight seconds after the question."""
    return answer_question(db, asked, answer, 8000, LATER)


def rows(db: Session) -> tuple[int, int, int]:
    """How many users, attempts and facts the database holds."""
    users, attempts, facts = (
        db.scalar(select(func.count()).select_from(table)) or 0 for table in (User, Attempt, Evidence)
    )
    return users, attempts, facts
