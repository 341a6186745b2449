"""Accounts: a guest gives himself a name and a password, comes back with them, changes them, and may go for good."""

import unicodedata
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from trainer.models import Attempt, User
from trainer.services import passwords

LONGEST_NAME = 32
LONGEST_EMAIL = 254


class NameFault(StrEnum):
    """Why a name is refused."""

    MISSING = "missing"
    TOO_LONG = "too_long"
    UNPRINTABLE = "unprintable"
    TAKEN = "taken"


class NameTakenError(Exception):
    """Somebody has this name, or one that looks like it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What its owner sees of an account, or of a guest."""

    id: uuid.UUID
    name: str | None
    email: str | None
    language: str | None
    created_at: datetime
    attempts: int


def name_key(name: str) -> str:
    """What is compared of a name: its spelling does not matter in case, in width, nor in how accents are put together.

    Folding may undo the normal form, so it is made again.
    """
    once = unicodedata.normalize("NFKC", name.strip()).casefold()
    return unicodedata.normalize("NFKC", once)


def name_fault(name: str) -> NameFault | None:
    """Why nobody can have this name; None when somebody can."""
    name = name.strip()
    if not name_key(name):
        return NameFault.MISSING
    if len(name) > LONGEST_NAME:
        return NameFault.TOO_LONG
    # Control characters, and those without a width, with which two names would look alike.
    if any(unicodedata.category(letter)[0] == "C" for letter in name) or not name.isprintable():
        return NameFault.UNPRINTABLE
    return None


def is_account(db: Session, learner: uuid.UUID) -> bool:
    """True when this learner has a name, so that only whoever signs in is he."""
    return db.scalar(select(User.name).where(User.id == learner)) is not None


def profile(db: Session, learner: uuid.UUID) -> Profile | None:
    """What is known of a learner beside his answers; None before his first one."""
    row = db.get(User, learner)
    if row is None:
        return None
    count = db.scalar(select(func.count()).select_from(Attempt).where(Attempt.user_id == learner)) or 0
    return Profile(row.id, row.name, row.email, row.language, row.created_at, count)


def sign_up(db: Session, guest: uuid.UUID, name: str, kept: str, email: str | None, now: datetime) -> None:
    """Make a guest the owner of an account, with everything that he has answered; ``kept`` is the password's hash.

    Raises NameTakenError.
    """
    with _name_may_be_taken(db):
        row = db.get(User, guest) or User(id=guest, created_at=now)
        assert row.name is None
        row.name, row.name_key = name.strip(), name_key(name)
        row.password, row.email = kept, _address(email)
        db.add(row)


@contextmanager
def _name_may_be_taken(db: Session) -> Iterator[None]:
    """The database decides: two may choose the same name at the same moment."""
    try:
        with db.begin_nested():
            yield
            db.flush()
    except IntegrityError as error:
        raise NameTakenError from error


def checked(db: Session, name: str, password: str) -> User | None:
    """The account of that name, when this is its password; for any other name it takes as long to say no."""
    row = db.scalar(select(User).where(User.name_key == name_key(name)))
    return row if passwords.fits(None if row is None else row.password, password) else None


def is_password_of(db: Session, account: uuid.UUID, password: str) -> bool:
    """True when this is the password of that account."""
    return passwords.fits(db.scalar(select(User.password).where(User.id == account)), password)


def renew_hash(db: Session, account: uuid.UUID, password: str) -> None:
    """Hash a password that was just checked anew, where other parameters are used by now."""
    row = db.get_one(User, account)
    if row.password is not None and passwords.is_outdated(row.password):
        row.password = passwords.hashed(password)
        db.flush()


def rename(db: Session, account: uuid.UUID, name: str) -> None:
    """Give an account another name, or the same spelt otherwise. Raises NameTakenError."""
    row = db.get_one(User, account)
    with _name_may_be_taken(db):
        row.name, row.name_key = name.strip(), name_key(name)


def set_password(db: Session, account: uuid.UUID, kept: str) -> None:
    """Give an account another password, of which this is the hash."""
    db.get_one(User, account).password = kept
    db.flush()


def set_email(db: Session, account: uuid.UUID, email: str | None) -> None:
    """Give an account another e-mail address, or none."""
    db.get_one(User, account).email = _address(email)
    db.flush()


def set_language(db: Session, account: uuid.UUID, language: str | None) -> None:
    """Let an account be shown in a language wherever its owner signs in; None: as the browser says."""
    db.get_one(User, account).language = language
    db.flush()


def delete_learner(db: Session, learner: uuid.UUID) -> None:
    """Delete a learner with everything that is kept of him."""
    db.execute(delete(User).where(User.id == learner), execution_options={"synchronize_session": False})
    db.expire_all()


def is_address(email: str) -> bool:
    """True for what may be an e-mail address; whether it is one, only a mail would show."""
    local, at, host = email.strip().rpartition("@")
    whole = bool(at and local and host.strip(".")) and len(email.strip()) <= LONGEST_EMAIL
    return whole and email.strip().isprintable() and not any(letter in '"<>(),;: ' for letter in email.strip())


def _address(email: str | None) -> str | None:
    return (email or "").strip().lower() or None
