"""What can be configured from outside, read once from the environment."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from trainer.places import data_folder

KEPT_KEY_FILE = "secret_key"
SQLITE_FILE = "fu-trainer.sqlite3"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything ``create_app`` and the commands need to know about their surroundings."""

    database_url: str
    """SQLAlchemy URL of the database, SQLite or PostgreSQL."""
    secret_key: str = field(repr=False)
    """Signs the session cookie and the question tokens."""
    rate_limits: bool = True
    """Whether too many attempts to sign in are refused."""
    redis_url: str | None = field(default=None, repr=False)
    """Where attempts are counted for several processes; each counts for itself without it."""
    smtp_url: str | None = field(default=None, repr=False)
    """The server that sends mail, with its password."""
    mail_from: str = ""
    base_url: str = ""
    """Where links in mails lead. Not what a request says of the host: its sender might name a site of his own."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the ``FU_TRAINER_...`` variables; an empty one counts as not set.

        Raises OSError when the folder of the kept secret key cannot be written, ValueError for settings that make no
        sense.
        """
        database_url = environment.get("FU_TRAINER_DATABASE_URL") or default_database_url()
        secret_key = environment.get("FU_TRAINER_SECRET_KEY") or kept_secret_key(_secret_folder(database_url))
        limits = environment.get("FU_TRAINER_RATE_LIMITS") or "on"
        if limits not in {"on", "off"}:
            raise ValueError("FU_TRAINER_RATE_LIMITS is on or off")
        smtp_url = environment.get("FU_TRAINER_SMTP_URL") or None
        mail_from, base_url = (environment.get(f"FU_TRAINER_{name}", "") for name in ("MAIL_FROM", "BASE_URL"))
        if smtp_url and not (mail_from and base_url.startswith(("http://", "https://"))):
            raise ValueError(
                "FU_TRAINER_SMTP_URL needs FU_TRAINER_MAIL_FROM, and the site's address in FU_TRAINER_BASE_URL"
            )
        return cls(
            database_url=database_url,
            secret_key=secret_key,
            rate_limits=limits == "on",
            redis_url=environment.get("FU_TRAINER_REDIS_URL") or None,
            smtp_url=smtp_url,
            mail_from=mail_from,
            base_url=base_url.rstrip("/"),
        )


def default_database_url() -> str:
    """Return the URL of the SQLite file in the user's data folder."""
    return f"sqlite:///{(data_folder() / SQLITE_FILE).as_posix()}"


def kept_secret_key(folder: Path) -> str:
    """Return the secret key kept in ``folder``, making key and folder at the first call.

    Raises OSError when they can be neither read nor made.
    """
    path = folder / KEPT_KEY_FILE
    with suppress(FileNotFoundError):
        return path.read_text(encoding="ascii")
    folder.mkdir(parents=True, exist_ok=True)
    # Two processes may start at once: each writes its own file whole, and the first link wins, so that nobody
    # ever reads half a key or signs with a key that is gone a moment later.
    draft = folder / f"{KEPT_KEY_FILE}.{secrets.token_hex(8)}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink()
    return path.read_text(encoding="ascii")


def _secret_folder(database_url: str) -> Path:
    """The folder of an SQLite file, else (a server, or memory) the user's data folder."""
    scheme, _, path = database_url.partition(":///")
    path = path.partition("?")[0]
    if scheme.startswith("sqlite") and path and not path.startswith((":memory:", "file:")):
        return Path(path).parent
    return data_folder()
