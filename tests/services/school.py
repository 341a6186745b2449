"""A class with a teacher and learners, and a drill set of two hands whose worth is known."""

import uuid
from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from tests.services.questions import NO_TEN, NOON, RIGHT
from tests.teaching.hands import CLOSED_34
from trainer.mahjong.exchange import win_from_json
from trainer.models import User
from trainer.services import assignments, classes, drills, runs
from trainer.services.assignments import Assigned, Dates
from trainer.services.runs import Running
from trainer.teaching.drills import Chosen, Drill
from trainer.teaching.grade import Answer

WIN = win_from_json({"round_wind": "E", "seat_wind": "S", **CLOSED_34})
"""40 fu and 1300 points: see ``RIGHT`` and ``NO_TEN``."""
IN_A_WEEK = NOON + timedelta(days=7)
MINUTE = timedelta(minutes=1)

__all__ = ["IN_A_WEEK", "MINUTE", "NOON", "NO_TEN", "RIGHT", "WIN", "School", "person"]


def person(db: Session, name: str | None = None) -> uuid.UUID:
    """Somebody with an account, or a guest."""
    key = uuid.uuid4()
    account = {} if name is None else {"name": name, "name_key": name.casefold(), "password": "hash"}
    db.add(User(id=key, created_at=NOON, **account))
    db.flush()
    return key


class School:
    """One class of Tuesday's club; everything in it happens at noon unless said."""

    def __init__(self, db: Session, **drill: Any) -> None:
        self.db = db
        self.teacher = person(db, "Sensei")
        self.room = classes.open_class(db, self.teacher, "Tuesday", "Asia/Shanghai", NOON)
        self.set = drills.create(db, self.teacher, "Waits", Drill((Chosen(WIN), Chosen(WIN)), **drill), Random(1), NOON)

    @property
    def code(self) -> str:
        found = classes.class_of(self.db, self.room, self.teacher)
        assert found is not None
        return found.code

    def learner(self, called: str = "Aki") -> uuid.UUID:
        """A guest who joined."""
        key = uuid.uuid4()
        classes.join(self.db, key, self.code, called, NOON)
        return key

    def assign(self, *, by_link: bool = False, **dates: Any) -> Assigned:
        given: dict[str, Any] = {
            "opens_at": NOON,
            "due_at": IN_A_WEEK,
            "late_allowed": True,
            "time_zone": "Asia/Shanghai",
        } | dates
        version = drills.latest_version(self.db, self.set)
        key = assignments.assign(self.db, version.id, None if by_link else self.room, Dates(**given), NOON)
        return self.found(key)

    def found(self, key: uuid.UUID) -> Assigned:
        found = assignments.assigned(self.db, key)
        assert found is not None
        return found

    def begin(self, of: Assigned, learner: uuid.UUID, at: Any = NOON) -> Running:
        return self.run(runs.begin(self.db, learner, of, "", Random(2), at))

    def run(self, key: uuid.UUID) -> Running:
        self.db.flush()
        self.db.expire_all()
        found = runs.find(self.db, key)
        assert found is not None
        return found

    def answer(self, run: Running, *answers: Answer, at: Any = NOON) -> Running:
        """The run after these answers to its first questions."""
        for place, given in enumerate(answers):
            runs.answer(self.db, self.run(run.id), place, given, 8000, at)
        return self.run(run.id)
