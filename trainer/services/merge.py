"""What a guest answered becomes part of the account that he signs in to."""

import uuid
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import func, inspect, select, update
from sqlalchemy.orm import Session

from trainer.models import Attempt, Card, Membership, Rating, Run, User
from trainer.services import learning
from trainer.services.accounts import delete_learner
from trainer.services.classes import State

Row = TypeVar("Row", Card, Membership, Rating)


def take_over(db: Session, guest: uuid.UUID, account: uuid.UUID) -> int:
    """Move everything of a guest into an account and delete the guest; how many answers were moved.

    Nothing is moved from somebody who has a name himself. All of it happens in the caller's transaction.
    """
    if guest == account:
        return 0
    # In one order everywhere, so that two who move at the same time wait and do not block each other.
    for learner in sorted((guest, account)):
        learning.one_at_a_time(db, learner)
    known = db.scalar(select(User).where(User.id == guest).execution_options(populate_existing=True))
    if known is None or known.name is not None:
        return 0
    # Evidence, suspicions, notes and flags hang on the attempts and go with them.
    moved = db.execute(
        update(Attempt).where(Attempt.user_id == guest).values(user_id=account).returning(Attempt.id),
        execution_options={"synchronize_session": False},
    ).all()
    # A card says what was remembered when it was last asked: the later one knows more of today.
    _keep_better(db, Card, guest, account, lambda card: (card.rule_type, card.reviewed_at))
    # Ratings move by steps that shrink with each answer, so two cannot be added up; the one of more answers is surer.
    _keep_better(db, Rating, guest, account, lambda rating: (rating.hand_class, rating.answers))
    _move_memberships(db, guest, account)
    _move_runs(db, guest, account)
    db.flush()
    delete_learner(db, guest)
    learning.fold_anew(db, account)
    return len(moved)


def _move_memberships(db: Session, guest: uuid.UUID, account: uuid.UUID) -> None:
    """Be in the guest's classes; where the account was already it stays what it is, also one that was removed."""
    own = set(db.scalars(select(Membership.class_id).where(Membership.user_id == account)))
    for row in db.scalars(select(Membership).where(Membership.user_id == guest)).all():
        if row.class_id not in own:
            db.merge(_copy(row, user_id=account))
        elif row.state == State.ACTIVE:
            known = db.get_one(Membership, (row.class_id, account))
            known.state = State.ACTIVE if known.state == State.LEFT else known.state


def _move_runs(db: Session, guest: uuid.UUID, account: uuid.UUID) -> None:
    """The guest's runs count as further tries of what the account has tried already."""
    rows = db.execute(
        select(Run.assignment_id, func.max(Run.number)).where(Run.user_id == account).group_by(Run.assignment_id)
    )
    tried = dict[uuid.UUID, int](row for row in rows)
    for run in db.scalars(select(Run).where(Run.user_id == guest).order_by(Run.number)).all():
        run.number += tried.get(run.assignment_id, 0)
        run.user_id = account


def _keep_better(
    db: Session, table: type[Row], guest: uuid.UUID, account: uuid.UUID, ranked: Callable[[Row], tuple[str, object]]
) -> None:
    """Copy those rows of the guest into the account that it lacks, or that rank higher than its own."""
    own = {ranked(row)[0]: ranked(row)[1] for row in db.scalars(select(table).where(table.user_id == account))}
    for row in db.scalars(select(table).where(table.user_id == guest)).all():
        name, rank = ranked(row)
        if name not in own or rank > own[name]:  # type: ignore[operator]
            db.merge(_copy(row, user_id=account))


def _copy(row: Row, **changed: object) -> Row:
    mapper = inspect(type(row))
    values = {column.key: getattr(row, column.key) for column in mapper.column_attrs}
    return type(row)(**values | changed)
