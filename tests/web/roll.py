"""Who is in a small school, and what there is: two classes, a drill set, what is assigned of it, and first answers."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from random import Random
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy.orm import Session

from trainer.mahjong.notation import parse_win
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import TENHOU
from trainer.models import Classroom, Job
from trainer.services import accounts, assignments, classes, drills, jobs, runs, sign_ins
from trainer.services.assignments import Dates
from trainer.services.practice import Question, answer_question, know_learner
from trainer.teaching.drills import Chosen, Drill, Feedback
from trainer.teaching.grade import Answer, Ask

PASSWORD = "seven stolen geese"
HANDS = (
    "234m99m567p34888s ron 5s E/S riichi sticks 1 dora 1z ura 2z",
    "99m345p22444678s ron 9m E/S riichi sticks 1 dora 1z ura 2z",
    "234m99m567p34888s ron 2s E/S riichi sticks 1 dora 1z ura 2z",
)
"""Each of them is 40 fu and 1300 points."""
RIGHT = Answer(40, {Payer.DISCARDER: 1300})
WRONG = Answer(30, {Payer.DISCARDER: 1000})
TYPED_RIGHT = {"fu": "40", "payment_discarder": "1300", "elapsed_ms": "8000"}
TYPED_WRONG = {"fu": "30", "payment_discarder": "1000", "elapsed_ms": "8000"}
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


class Role(StrEnum):
    """Everybody who may ask for a page. The name of each is how he is called wherever he has a name."""

    ANONYMOUS = "Nemo who was never here"
    GUEST = "Gero the guest"
    LEARNER = "Leo the learner"
    GUEST_LEARNER = "Gina the guest in the class"
    CLASSMATE = "Clara the classmate"
    STRANGER = "Stan of another class"
    REMOVED = "Remo who was removed"
    """As a guest."""
    LEFT = "Lena who left"
    TEACHER = "Tom the teacher"
    CO_TEACHER = "Coco the other teacher"
    OTHER_TEACHER = "Otto who teaches another class"
    FORMER_TEACHER = "Fred who was removed as a teacher"
    DEMOTED = "Dora who is a learner again"


GUESTS = frozenset({Role.ANONYMOUS, Role.GUEST, Role.GUEST_LEARNER, Role.REMOVED})
"""Those without an account."""
TEACHERS = frozenset({Role.TEACHER, Role.CO_TEACHER})
LEARNERS = frozenset({Role.LEARNER, Role.GUEST_LEARNER, Role.CLASSMATE, Role.DEMOTED})
"""Those who are to work through what the class is assigned."""
EVERYBODY = frozenset(Role)


def drill(feedback: Feedback = Feedback.AT_ONCE) -> Drill:
    """The set that is worked through."""
    return Drill(tuple(Chosen(parse_win(line)) for line in HANDS), tries=3, feedback=feedback)


def open_dates(now: datetime) -> Dates:
    """It may be worked through since yesterday, until tomorrow."""
    return Dates(now - DAY, now + DAY, False, "UTC")


@dataclass(frozen=True)
class Roll:
    """Everybody and everything by its key."""

    people: dict[Role, uuid.UUID]
    sign_ins: dict[Role, str]
    """The token of each who has an account, for his cookie."""
    keys: dict[str, Any]
    """What stands in addresses, by the name that it has there."""


def enrol(db: Session) -> Roll:
    """Make everybody and everything."""
    now = datetime.now(UTC) - HOUR
    # Everybody has the same password, hashed at once: it is not what takes the time here.
    kept = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)
    roll = Roll({}, {}, {})
    for role in Role:
        if role is Role.ANONYMOUS:
            continue
        roll.people[role] = uuid.uuid4()
        if role in GUESTS:
            know_learner(db, roll.people[role], now)
        else:
            accounts.sign_up(db, roll.people[role], role.value, kept, None, now)
            roll.sign_ins[role] = sign_ins.begin(db, roll.people[role], None, None, datetime.now(UTC))
    _open_classes(db, roll, now)
    _assign(db, roll, now)
    _practise(db, roll, now)
    _leave(db, roll)
    return roll


def _open_classes(db: Session, roll: Roll, now: datetime) -> None:
    people, keys = roll.people, roll.keys
    taught = {"class_id": Role.TEACHER, "other_class": Role.OTHER_TEACHER}
    for name, teacher in taught.items():
        keys[name] = classes.open_class(db, people[teacher], f"The class of {teacher}", "UTC", now)
    keys["code"] = db.get_one(Classroom, keys["class_id"]).code
    other_code = db.get_one(Classroom, keys["other_class"]).code
    for role in people:
        if role not in (Role.GUEST, Role.TEACHER, Role.OTHER_TEACHER):
            code = other_code if role is Role.STRANGER else keys["code"]
            classes.join(db, people[role], code, role.value, now)
    for role in (Role.CO_TEACHER, Role.FORMER_TEACHER, Role.DEMOTED):
        classes.appoint(db, keys["class_id"], people[role], classes.Role.TEACHER)
    classes.appoint(db, keys["class_id"], people[Role.DEMOTED], classes.Role.LEARNER)


def _leave(db: Session, roll: Roll) -> None:
    classes.leave(db, roll.keys["class_id"], roll.people[Role.LEFT])
    for role in (Role.REMOVED, Role.FORMER_TEACHER):
        classes.remove(db, roll.keys["class_id"], roll.people[role])


def _assign(db: Session, roll: Roll, now: datetime) -> None:
    """A set that is assigned to the class and by a link; somebody is working through both."""
    keys, random = roll.keys, Random(1)
    keys["place"], keys["next_place"] = 0, 1
    keys["set_id"] = drills.create(db, roll.people[Role.TEACHER], "Six weeks of fu", drill(), random, now)
    version = drills.latest_version(db, keys["set_id"]).id
    keys["assignment"] = assignments.assign(db, version, keys["class_id"], open_dates(now), now)
    keys["linked"] = assignments.assign(db, version, None, open_dates(now), now)
    given, linked = (assignments.assigned(db, keys[name]) for name in ("assignment", "linked"))
    assert given is not None
    assert linked is not None
    keys["link"] = linked.link
    begun = {"run": (given, Role.LEARNER), "linked_run": (linked, Role.LEARNER)}
    begun |= {"removed_run": (given, Role.REMOVED), "left_run": (given, Role.LEFT)}
    for name, (of, role) in begun.items():
        keys[name] = runs.begin(db, roll.people[role], of, role.value, random, now)
        answer_run(db, keys[name], 0, WRONG, now)
        keys[f"{name}_nonce"] = uuid.uuid5(keys[name], "0").hex


def answer_run(db: Session, run: uuid.UUID, place: int, given: Answer, now: datetime) -> None:
    """Answer a question of a run."""
    found = runs.find(db, run)
    assert found is not None
    runs.answer(db, found, place, given, 8000, now)


def _practise(db: Session, roll: Roll, now: datetime) -> None:
    """A hand that the learner missed in his own practice, and a file that was made for the teacher."""
    keys, learner = roll.keys, roll.people[Role.LEARNER]
    keys["nonce"], keys["sitting"] = uuid.uuid4().hex, uuid.uuid4().hex
    win = parse_win("99m567p34888s111z tsumo 5s E/S")
    asked = Question(learner, keys["nonce"], win, TENHOU, (Ask.FU, Ask.PAYMENT), now, keys["sitting"])
    answer_question(db, asked, Answer(20, {Payer.DEALER: 700, Payer.NON_DEALER: 400}), 8000, now)
    keys["user"], keys["stranger"] = roll.people[Role.CLASSMATE], roll.people[Role.STRANGER]
    keys["job"] = jobs.begin(db, roll.people[Role.TEACHER], "paper", {}, datetime.now(UTC))
    job = db.get_one(Job, keys["job"])
    job.state, job.done, job.total = jobs.State.DONE, 1, 1
    job.file_name, job.content_type, job.result = "fu.txt", "text/plain; charset=utf-8", b"40"
    db.flush()
