"""Answers as they are kept, made without asking: what they show is said and not found out."""

import json
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.orm import Session

from tests.teaching.hands import CLOSED_34
from trainer.models import Attempt, Evidence, User
from trainer.teaching.rule_types import RuleType

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
HAND = json.dumps({"round_wind": "E", "seat_wind": "S", **CLOSED_34})


def keep(db: Session, learner: uuid.UUID, *shown: dict[RuleType, bool], **changed: Any) -> list[Attempt]:
    """Keep answers of a learner, a minute apart, each with what it shows; he is made with the first of them."""
    if db.get(User, learner) is None:
        db.add(User(id=learner, created_at=NOON))
        db.flush()
    kept = []
    for minute, evidence in enumerate(shown):
        values: dict[str, Any] = {
            "user_id": learner,
            "nonce": uuid.uuid4().hex,
            "hand": HAND,
            "rules": "tenhou",
            "ask": ["fu"],
            "answer": {"fu": 40 if all(evidence.values()) else 30},
            "right": all(evidence.values()),
            "elapsed_ms": 8000,
            "apart": False,
            "asked_at": NOON + timedelta(minutes=minute),
            "answered_at": NOON + timedelta(minutes=minute, seconds=8),
            "evidence": [Evidence(rule_type=rule_type, right=right) for rule_type, right in evidence.items()],
        }
        kept.append(Attempt(**(values | changed)))
    db.add_all(kept)
    db.flush()
    return kept


@contextmanager
def queries(engine: Engine) -> Iterator[list[str]]:
    """What the database is asked meanwhile."""
    asked: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_others: Any) -> None:
        asked.append(statement)

    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)
