"""One answer of a learner as his teacher looks at it.

It is judged by itself: what the learner does elsewhere is no business of the class.
"""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.models import Attempt, Run
from trainer.services.assignments import Assigned
from trainer.services.practice import Verdict, asked_in, judge
from trainer.services.results import Learner, learners_of
from trainer.teaching.grade import answer_from_json
from trainer.teaching.steps import told_from_json


@dataclass(frozen=True, slots=True)
class LookedAt:
    """An answer and who gave it."""

    learner: Learner
    place: int
    """Which question of the set it answers, from 0."""
    number: int
    """In which of his tries, from 1."""
    elapsed_ms: int | None
    verdict: Verdict


def look_at(db: Session, of: Assigned, nonce: str) -> LookedAt | None:
    """An answer given in what was assigned; None for any other, and for one of somebody who does not count any more."""
    rows = select(Attempt, Run.number).join(Run, Run.id == Attempt.run_id)
    found = db.execute(rows.where(Attempt.nonce == nonce, Run.assignment_id == of.id)).one_or_none()
    if found is None:
        return None
    attempt, number = found
    learner = next((one for one in learners_of(db, of) if one.user == attempt.user_id), None)
    if learner is None or attempt.place is None:
        return None
    told = None if attempt.told is None else told_from_json(attempt.told)
    verdict = judge(asked_in(attempt), answer_from_json(attempt.answer), told=told)
    return LookedAt(learner, attempt.place, number, attempt.elapsed_ms, verdict)
