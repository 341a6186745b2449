"""Answers that their learner is not told about yet: those of a drill set whose feedback comes later."""

from sqlalchemy import func, or_, update
from sqlalchemy.orm import Session

from trainer.models import Attempt

TOLD = or_(Attempt.held_until.is_(None), Attempt.held_until <= func.current_timestamp())
"""True of the attempts that their learner may know to be right or wrong; everything that he sees keeps to them."""


def tell_orphans(db: Session) -> None:
    """Tell learners how they answered what belongs to no run any more: whoever could have told them later is gone."""
    held = update(Attempt).where(Attempt.run_id.is_(None), Attempt.held_until.is_not(None))
    db.execute(held.values(held_until=None), execution_options={"synchronize_session": False})
