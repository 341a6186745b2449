"""Coming back without the password: by a code that was written down, or by a link that was sent."""

import base64
import hashlib
import secrets
import uuid

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from trainer.models import RecoveryCode, User
from trainer.services.accounts import name_key

CODES = 10
CODE_BYTES = 10
"""80 random bits: sixteen letters and digits in four groups."""

# What is read wrongly from paper is not used, or taken for what it looks like.
_LOOKS_LIKE = str.maketrans("018", "OIB")


def new_codes(db: Session, account: uuid.UUID) -> list[str]:
    """Make new codes in place of those there are; they are not to be seen again."""
    db.execute(delete(RecoveryCode).where(RecoveryCode.user_id == account))
    codes = [_grouped(base64.b32encode(secrets.token_bytes(CODE_BYTES)).decode()) for _ in range(CODES)]
    db.add_all([RecoveryCode(user_id=account, code=_digest(code)) for code in codes])
    db.flush()
    return codes


def left(db: Session, account: uuid.UUID) -> int:
    """How many codes can still be used."""
    return db.scalar(select(func.count()).where(RecoveryCode.user_id == account)) or 0


def use_code(db: Session, name: str, code: str) -> uuid.UUID | None:
    """The account of that name when this is one of its codes, which is used up by this; None otherwise."""
    used = (
        delete(RecoveryCode)
        .where(
            RecoveryCode.code == _digest(code),
            RecoveryCode.user_id == select(User.id).where(User.name_key == name_key(name)).scalar_subquery(),
        )
        .returning(RecoveryCode.user_id)
    )
    return db.scalar(used)


def by_email(db: Session, email: str) -> list[tuple[uuid.UUID, str]]:
    """The accounts of an e-mail address, each with its name."""
    found = select(User.id, User.name).where(User.email == email.strip().lower(), User.name.is_not(None))
    return [(account, name or "") for account, name in db.execute(found.order_by(User.created_at))]


def state_of(db: Session, account: uuid.UUID) -> str | None:
    """What changes with the password and with the e-mail address of an account: a link for it is good for one use."""
    row = db.execute(select(User.password, User.email).where(User.id == account)).one_or_none()
    if row is None or row.password is None:
        return None
    return hashlib.sha256(f"{row.password}\n{row.email}".encode()).hexdigest()[:32]


def _grouped(code: str) -> str:
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _digest(code: str) -> str:
    """The hash that is kept. Nobody can try 2^80 codes, so a fast one without salt is enough; passwords need more."""
    plain = "".join(letter for letter in code.upper() if letter.isalnum()).translate(_LOOKS_LIKE)
    return hashlib.sha256(plain.encode()).hexdigest()
