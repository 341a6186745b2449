"""Somebody goes for good, and what only he could look after goes with him."""

import uuid

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from trainer.models import Classroom, Membership
from trainer.services.accounts import delete_learner
from trainer.services.classes import Role, State, delete_class
from trainer.services.drills import sweep
from trainer.services.held import tell_orphans


def go(db: Session, learner: uuid.UUID) -> None:
    """Delete a learner with everything that is kept of him, and with the classes in which nobody else teaches.

    His drill sets stay where a class of other teachers works with them.
    """
    for class_id, _title in alone_in(db, learner):
        delete_class(db, class_id)
    delete_learner(db, learner)
    sweep(db)
    tell_orphans(db)


def alone_in(db: Session, teacher: uuid.UUID) -> list[tuple[uuid.UUID, str]]:
    """The classes of which he is the only teacher, with what they are called."""
    active = (Membership.role == Role.TEACHER, Membership.state == State.ACTIVE)
    taught = select(Membership.class_id).where(Membership.user_id == teacher, *active)
    alone = select(Membership.class_id).where(Membership.class_id.in_(taught), *active)
    alone = alone.group_by(Membership.class_id).having(func.count() == 1)
    rows = select(Classroom.id, Classroom.title).where(Classroom.id.in_(alone)).order_by(Classroom.title)
    return [(class_id, title) for class_id, title in db.execute(rows)]
