"""Drill sets as they are kept: made, changed, copied, and dealt; a version that was begun never changes."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from sqlalchemy import delete, exists, func, select
from sqlalchemy.orm import Session

from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import Rules
from trainer.models import Assignment, DrillSet, Membership, Run, SetVersion
from trainer.services.classes import LONGEST_TITLE, Role, State
from trainer.teaching.drills import Drill, drill_from_json, drill_to_json, faults, hands_of
from trainer.teaching.grade import Ask

MOST_SETS = 500
"""Of one teacher."""


class TooManySetsError(Exception):
    """A teacher has as many drill sets as anybody may."""


@dataclass(frozen=True, slots=True)
class Version:
    """A drill set in one of its versions, with its hands as they were dealt."""

    id: uuid.UUID
    set_id: uuid.UUID
    owner: uuid.UUID | None
    title: str
    number: int
    drill: Drill
    hands: tuple[Win, ...]
    """Where each learner has his own these are an example."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A drill set in the list of its owner."""

    id: uuid.UUID
    title: str
    count: int
    number: int
    """Its latest version."""
    changed_at: datetime
    assigned: int
    """To how many classes, links included."""


def hands_to_lines(hands: Sequence[Win]) -> list[str]:
    """Hands as they are kept."""
    return [win_name(win) for win in hands]


def hands_from_lines(lines: Sequence[str]) -> tuple[Win, ...]:
    """Hands that were kept."""
    return tuple(map(parse_win, lines))


def title_of(text: str) -> str:
    """A title as it is kept; empty where nothing readable was typed."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())[:LONGEST_TITLE].strip()


# --- making and changing ----------------------------------------------------------------------------------------------


def create(db: Session, owner: uuid.UUID, title: str, drill: Drill, random: Random, now: datetime) -> uuid.UUID:
    """Keep a new drill set, without ``faults``, and deal its hands; its key. Raises TooManySetsError and NoHand."""
    mine = select(func.count()).where(DrillSet.owner_id == owner, DrillSet.deleted_at.is_(None))
    if (db.scalar(mine) or 0) >= MOST_SETS:
        raise TooManySetsError
    key = uuid.uuid4()
    hands = hands_of(drill, random)
    db.add(DrillSet(id=key, owner_id=owner, title=title_of(title), created_at=now, changed_at=now))
    db.flush()
    _add_version(db, key, 1, drill, hands, now)
    return key


def save(
    db: Session,
    set_id: uuid.UUID,
    title: str,
    drill: Drill,
    random: Random,
    now: datetime,
    deal_anew: bool = False,
) -> Version:
    """Change a drill set. What somebody has begun with stays as it was: the change is a new version then.

    The hands stay as they are unless what they are dealt by changes, or they are to be dealt anew. Raises NoHand.
    """
    row = db.get_one(DrillSet, set_id)
    row.title, row.changed_at = title_of(title), now
    latest = latest_version(db, set_id)
    before = latest.drill
    same_hands = (before.parts, before.rules, before.shuffled) == (drill.parts, drill.rules, drill.shuffled)
    if drill == before and not deal_anew:
        db.flush()
        return replace(latest, title=row.title)
    hands = latest.hands if same_hands and not deal_anew else hands_of(drill, random)
    if _is_begun(db, latest.id):
        return version(db, _add_version(db, set_id, latest.number + 1, drill, hands, now))
    kept = db.get_one(SetVersion, latest.id)
    kept.drill, kept.hands = drill_to_json(drill), hands_to_lines(hands)
    db.flush()
    return version(db, kept.id)


def _is_begun(db: Session, version_id: uuid.UUID) -> bool:
    begun = select(Run.id).join(Assignment).where(Assignment.version_id == version_id)
    return bool(db.scalar(select(exists(begun))))


def _add_version(
    db: Session, set_id: uuid.UUID, number: int, drill: Drill, hands: Sequence[Win], now: datetime
) -> uuid.UUID:
    assert not faults(drill)
    key = uuid.uuid4()
    kept, lines = drill_to_json(drill), hands_to_lines(hands)
    db.add(SetVersion(id=key, set_id=set_id, number=number, drill=kept, hands=lines, created_at=now))
    db.flush()
    return key


def copy(db: Session, set_id: uuid.UUID, owner: uuid.UUID, title: str, now: datetime) -> uuid.UUID:
    """Keep a copy of a drill set, with the same hands, for this owner; its key."""
    latest = latest_version(db, set_id)
    key = uuid.uuid4()
    db.add(DrillSet(id=key, owner_id=owner, title=title_of(title), created_at=now, changed_at=now))
    db.flush()
    _add_version(db, key, 1, latest.drill, latest.hands, now)
    return key


def delete_set(db: Session, set_id: uuid.UUID, now: datetime) -> None:
    """Let a drill set go; while it is assigned somewhere what was assigned stays as it is."""
    row = db.get_one(DrillSet, set_id)
    if _assigned(db, set_id):
        row.deleted_at = now
    else:
        db.delete(row)
    db.flush()


def sweep(db: Session) -> None:
    """Delete the drill sets that nobody owns and no class works with."""
    used = exists().where(SetVersion.set_id == DrillSet.id, Assignment.version_id == SetVersion.id)
    of_class = used.where(Assignment.class_id.is_not(None))
    db.execute(delete(DrillSet).where(DrillSet.owner_id.is_(None), ~of_class))


def _assigned(db: Session, set_id: uuid.UUID) -> int:
    rows = select(func.count()).select_from(Assignment).join(SetVersion).where(SetVersion.set_id == set_id)
    return db.scalar(rows) or 0


# --- reading ----------------------------------------------------------------------------------------------------------


def sets_of(db: Session, owner: uuid.UUID) -> list[Listed]:
    """The drill sets of a teacher, the one changed last first."""
    rows = db.execute(
        select(DrillSet, SetVersion)
        .join(SetVersion)
        .where(DrillSet.owner_id == owner, DrillSet.deleted_at.is_(None))
        .order_by(DrillSet.changed_at.desc(), DrillSet.id, SetVersion.number)
    )
    latest = {row.id: (row, kept) for row, kept in rows}
    counts = dict[uuid.UUID, int](
        row
        for row in db.execute(
            select(SetVersion.set_id, func.count())
            .join(Assignment, Assignment.version_id == SetVersion.id)
            .where(SetVersion.set_id.in_(list(latest)))
            .group_by(SetVersion.set_id)
        )
    )
    return [
        Listed(row.id, row.title, len(kept.hands), kept.number, row.changed_at, counts.get(row.id, 0))
        for row, kept in latest.values()
    ]


def latest_version(db: Session, set_id: uuid.UUID) -> Version:
    """A drill set as it is now."""
    rows = select(SetVersion.id).where(SetVersion.set_id == set_id).order_by(SetVersion.number.desc()).limit(1)
    return version(db, db.scalars(rows).one())


def version(db: Session, version_id: uuid.UUID) -> Version:
    """A drill set as it was in that version."""
    kept, row = db.execute(select(SetVersion, DrillSet).join(DrillSet).where(SetVersion.id == version_id)).one()
    hands = hands_from_lines(kept.hands)
    return Version(kept.id, row.id, row.owner_id, row.title, kept.number, drill_from_json(kept.drill), hands)


def owns(db: Session, set_id: uuid.UUID, user: uuid.UUID) -> bool:
    """True for the one who made it, until he deletes it."""
    mine = select(DrillSet.id).where(DrillSet.id == set_id, DrillSet.owner_id == user, DrillSet.deleted_at.is_(None))
    return db.scalar(mine) is not None


def may_see(db: Session, set_id: uuid.UUID, user: uuid.UUID) -> bool:
    """True for its owner, and for the teachers of the classes that it is assigned to."""
    shared = (
        select(Assignment.id)
        .join(SetVersion)
        .join(Membership, Membership.class_id == Assignment.class_id)
        .where(
            SetVersion.set_id == set_id,
            Membership.user_id == user,
            Membership.role == Role.TEACHER,
            Membership.state == State.ACTIVE,
        )
    )
    return owns(db, set_id, user) or bool(db.scalar(select(exists(shared))))


# --- on paper ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Printed:
    """What is needed of a drill set to print it."""

    title: str
    wins: tuple[Win, ...]
    rules: Rules
    asks: tuple[Ask, ...]
    address_path: str
    """Where it is on the site, without the host."""


def printed(db: Session, name: str) -> Printed | None:
    """The drill set of that key, address or link code, to be printed; None for an unknown one."""
    word = name.rstrip("/").rsplit("/", 1)[-1]
    by_link = select(Assignment.version_id).where(Assignment.link == word)
    found = db.scalar(by_link)
    if found is None:
        try:
            key = uuid.UUID(word)
        except ValueError:
            return None
        rows = select(SetVersion.id).where(SetVersion.set_id == key).order_by(SetVersion.number.desc()).limit(1)
        found = db.scalar(rows)
    return None if found is None else print_of(db, version(db, found))


def print_of(db: Session, of: Version) -> Printed:
    """A version to be printed, with the way back to it: a public link, else what a class is assigned, else the set."""
    rows = (
        select(Assignment.link, Assignment.id)
        .join(SetVersion)
        .where(SetVersion.set_id == of.set_id, Assignment.ended_at.is_(None))
        .order_by(Assignment.link.is_(None), Assignment.created_at.desc())
        .limit(1)
    )
    link, assignment = db.execute(rows).one_or_none() or (None, None)
    way = f"/open/{link}" if link else f"/assignments/{assignment}" if assignment else f"/sets/{of.set_id}"
    return Printed(of.title, of.hands, of.drill.rules, of.drill.asks, way)
