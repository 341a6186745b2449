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

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the ``FU_TRAINER_...`` variables; an empty one counts as not set.

        Raises OSError when the folder of the kept secret key cannot be written.
        """
        database_url = environment.get("FU_TRAINER_DATABASE_URL") or default_database_url()
        secret_key = environment.get("FU_TRAINER_SECRET_KEY") or kept_secret_key(_secret_folder(database_url))
        return cls(database_url=database_url, secret_key=secret_key)


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
