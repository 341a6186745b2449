"""Where somebody is signed in: one row for each browser, found by the token in its cookie, ended by deleting it."""

import hashlib
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from trainer.models import SignIn, User

NOTED_AGAIN = timedelta(minutes=5)
"""When a browser was last here is written so seldom, for not every page should wait for the database to write."""
LONGEST_AWAY = timedelta(days=365)
"""Whoever was not here for so long signs in again."""
TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Found:
    """Who a token belongs to."""

    account: uuid.UUID
    name: str
    sign_in: str
    """The key of the row."""
    is_stale: bool
    """True when it is time to note that he was here."""


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser in which somebody is signed in."""

    sign_in: str
    browser: str | None
    system: str | None
    created_at: datetime
    seen_at: datetime


def digest(token: str) -> str:
    """The key of a token's row. A token is long and random, so that no slow hash is needed to keep it secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def begin(db: Session, account: uuid.UUID, browser: str | None, system: str | None, now: datetime) -> str:
    """Sign somebody in; the token for the cookie, which is kept nowhere else."""
    db.execute(delete(SignIn).where(SignIn.user_id == account, SignIn.seen_at < now - LONGEST_AWAY))
    token = secrets.token_urlsafe(TOKEN_BYTES)
    db.add(SignIn(id=digest(token), user_id=account, created_at=now, seen_at=now, browser=browser, system=system))
    db.flush()
    return token


def find(db: Session, token: str, now: datetime) -> Found | None:
    """Whom a token belongs to; None for one that was revoked, that is too old, or that never was."""
    row = db.execute(
        select(SignIn.id, SignIn.user_id, SignIn.seen_at, User.name).join(User).where(SignIn.id == digest(token))
    ).one_or_none()
    if row is None or row.name is None or row.seen_at < now - LONGEST_AWAY:
        return None
    return Found(row.user_id, row.name, row.id, row.seen_at < now - NOTED_AGAIN)


def note_seen(db: Session, sign_in: str, now: datetime) -> None:
    """Write that this browser was here."""
    db.execute(update(SignIn).where(SignIn.id == sign_in).values(seen_at=now))


def listed(db: Session, account: uuid.UUID) -> list[Browser]:
    """Where somebody is signed in, the latest first."""
    rows = db.scalars(select(SignIn).where(SignIn.user_id == account).order_by(SignIn.seen_at.desc(), SignIn.id))
    return [Browser(row.id, row.browser, row.system, row.created_at, row.seen_at) for row in rows]


def revoke(db: Session, account: uuid.UUID, sign_in: str) -> bool:
    """Sign somebody out in one browser; False when he is not signed in there."""
    mine = delete(SignIn).where(SignIn.user_id == account, SignIn.id == sign_in).returning(SignIn.id)
    return db.scalar(mine) is not None


def revoke_others(db: Session, account: uuid.UUID, but: str | None = None) -> None:
    """Sign somebody out everywhere, or everywhere else."""
    mine = delete(SignIn).where(SignIn.user_id == account)
    db.execute(mine if but is None else mine.where(SignIn.id != but))
