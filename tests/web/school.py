"""A small school on a file of its own, and everybody's browser.

It is built once; whatever a request changes is put back from a copy.
"""

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from jinja2 import BytecodeCache
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.pages import hidden
from tests.web.roll import Role, Roll, enrol
from trainer.services import recovery, sign_ins
from trainer.settings import Settings
from trainer.web import create_app
from trainer.web.session import LEARNER, SIGN_IN, engine_of


@dataclass(frozen=True)
class Visitor:
    """Somebody's browser: its cookie, and the token of the forms that goes with it."""

    cookie: str
    token: str


@dataclass(frozen=True)
class School:
    """The site with everybody in it."""

    app: Flask
    roll: Roll
    visitors: Mapping[Role, Visitor]
    file: Path
    copy: Path
    watch: sqlite3.Connection
    """Sees that others write."""
    versions: list[int]
    """What it saw last."""

    def get(self, role: Role, path: str) -> TestResponse:
        """What somebody gets who looks at a page."""
        headers = {"Cookie": self.visitors[role].cookie} if role is not Role.ANONYMOUS else {}
        return self.app.test_client(use_cookies=False).get(path, headers=headers, buffered=True)

    def post(self, role: Role, path: str, form: Mapping[str, Any] | None = None) -> TestResponse:
        """What somebody gets who sends a form; the token is always a good one."""
        visitor = self.visitors[role]
        form = {"csrf_token": visitor.token, **(form or {})}
        return self.app.test_client(use_cookies=False).post(path, data=form, headers={"Cookie": visitor.cookie})

    def close(self) -> None:
        """Let go of the file."""
        self.watch.close()
        engine_of(self.app).dispose()

    def do(self, change: Callable[[Session], object]) -> None:
        """Change something behind everybody's back."""
        with Session(engine_of(self.app)) as db:
            change(db)
            db.commit()

    def rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """All rows of all tables, but for when somebody was here last."""
        with closing(sqlite3.connect(self.file)) as connection:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            found = {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in names}
            columns = [column[1] for column in connection.execute("PRAGMA table_info(sessions)")]
        seen = columns.index("seen_at")
        return {**found, "sessions": [row[:seen] + row[seen + 1 :] for row in found["sessions"]]}

    def was_written_to(self) -> bool:
        """True when anything was written since this was asked last, or since everything was put back."""
        (version,) = self.watch.execute("PRAGMA data_version").fetchone()
        seen, self.versions[:] = self.versions[:], [version]
        return seen != [version]

    def restore(self) -> None:
        """Let everything be as it was at first. Open connections go on with it."""
        _copy(self.copy, self.file)
        self.was_written_to()

    def key(self, name: str) -> Any:
        """What stands in addresses under that name."""
        return self.roll.keys[name]


def open_school(empty: Path, folder: Path, templates: BytecodeCache) -> School:
    """Build the school in a folder, on a copy of an empty database."""
    file, copy = Path(shutil.copy(empty, folder / "school.sqlite3")), folder / "copy.sqlite3"
    # A whole school asks from one address.
    app = create_app(Settings(f"sqlite:///{file}", "only for tests", rate_limits=False))
    app.testing = True
    # A fault is a page of its own here too, so that a test can say who got it.
    app.config["PROPAGATE_EXCEPTIONS"] = False
    app.jinja_env.bytecode_cache = templates
    with Session(engine_of(app)) as db:
        roll = enrol(db)
        db.commit()
        teacher = roll.people[Role.TEACHER]
        # As it is sent by mail.
        links = URLSafeTimedSerializer("only for tests", salt="new password")
        roll.keys["token"] = links.dumps([teacher.hex, recovery.state_of(db, teacher)])
    roll.keys["sign_in"] = sign_ins.digest(roll.sign_ins[Role.TEACHER])
    roll.keys.update(filename="app.css", rule_type="wait")
    school = School(app, roll, {role: _visit(app, role, roll) for role in Role}, file, copy, sqlite3.connect(file), [])
    _copy(file, copy)
    school.was_written_to()
    return school


def _visit(app: Flask, role: Role, roll: Roll) -> Visitor:
    browser = app.test_client()
    with browser.session_transaction() as cookie:
        if role in roll.sign_ins:
            cookie[SIGN_IN] = roll.sign_ins[role]
        elif role in roll.people:
            cookie[LEARNER] = roll.people[role].hex
    token = hidden(browser.get("/learn").text, "csrf_token")
    kept = browser.get_cookie("fu_trainer")
    assert kept is not None
    return Visitor(f"fu_trainer={kept.value}", token)


def _copy(file: Path, to: Path) -> None:
    before, after = sqlite3.connect(file), sqlite3.connect(to)
    after.execute("PRAGMA synchronous = OFF")
    before.backup(after)
    before.close()
    after.close()
