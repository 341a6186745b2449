"""What ``fu-trainer worksheet`` does: a drill set, or a file of hands, onto paper and into a file."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

import click
import msgspec
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from trainer.db import make_engine
from trainer.mahjong.errors import ErrorCode, HandError, RulesError
from trainer.mahjong.exchange import no_yaku, win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules, rules_from_json
from trainer.mahjong.scoring import NoYaku, score
from trainer.settings import Settings
from trainer.teaching.grade import Ask
from trainer.web.paper import Paper, whole_page
from trainer.web.pdf import NoPdfError, pdf

ASKED_OF_A_FILE = (Ask.FU, Ask.PAYMENT)
"""What is asked about the hands of a file, which does not say."""


def of_set(name: str) -> Paper:
    """A drill set of the database by its address, id or link code.

    Raises click.ClickException when there is none or the database cannot be read.
    """
    from trainer.services import drills

    try:
        settings = Settings.from_environment()
        engine = make_engine(settings.database_url)
        with Session(engine) as session:
            found = drills.printed(session, name)
        engine.dispose()
    except (OSError, SQLAlchemyError, ValueError) as error:
        raise click.ClickException(f"cannot read the drill sets: {error}") from error
    except ModuleNotFoundError as error:
        raise click.ClickException(f"{error}; for PostgreSQL install fu-trainer[postgres]") from error
    if found is None:
        raise click.ClickException(f"there is no drill set {name!r}, and no file of that name")
    # Without the site's address there is nothing that a telephone could open.
    address = f"{settings.base_url}{found.address_path}" if settings.base_url else ""
    return Paper(found.title, found.wins, found.rules, found.asks, address)


def of_file(path: Path, rules: Rules | None = None) -> Paper:
    """A file of JSON Lines, each a win, or what ``generate`` writes about one; its name is the title.

    By default the rules are those that the lines name, else Tenhou's. Raises click.ClickException, naming the line,
    for what is no win, cannot win, or names other rules than the line before.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise click.ClickException(f"cannot read {path}: {error.strerror or error}") from error
    wins: list[tuple[Win, Rules]] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            win, named = _read(line)
            by = named if rules is None else rules
            if isinstance(score(win, by), NoYaku):
                raise no_yaku()
        except (HandError, RulesError) as error:
            raise click.ClickException(f"{path}, line {number}: {error}") from error
        if wins and by != wins[-1][1]:
            message = "other rules than before; --rules says which count for all"
            raise click.ClickException(f"{path}, line {number}: {message}")
        wins.append((win, by))
    if not wins:
        raise click.ClickException(f"there are no hands in {path}")
    return Paper(path.stem, tuple(win for win, _rules in wins), wins[0][1], ASKED_OF_A_FILE)


def _read(line: bytes) -> tuple[Win, Rules]:
    """A line's win and the rules that it names, Tenhou's where it names none."""
    try:
        value = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise HandError(ErrorCode.BAD_JSON, None, f"this is not JSON: {error}") from error
    if isinstance(value, dict) and "hand" in value:
        return win_from_json(value["hand"]), rules_from_json(value.get("rules", "tenhou"))
    return win_from_json(value), TENHOU


def write(paper: Paper, out: Path) -> None:
    """Write a worksheet, in the language spoken, as PDF or, by the ending of the name, as a page by itself.

    Raises click.ClickException when it cannot be made or written.
    """
    try:
        made = whole_page(paper).encode() if out.suffix == ".html" else pdf(paper)
    except NoPdfError as error:
        hint = "install fu-trainer[pdf] and the library Pango, or print a page from the browser: --out NAME.html"
        raise click.ClickException(f"PDF needs WeasyPrint ({error}); {hint}") from error
    except HandError as error:
        raise click.ClickException(f"a hand of this set cannot win: {error}") from error
    try:
        _replace(out, made)
    except OSError as error:
        raise click.ClickException(f"cannot write {out}: {error.strerror or error}") from error


def _replace(out: Path, content: bytes) -> None:
    """Write a file so that there is never half of one: beside its place first, and then into it."""
    descriptor, draft = tempfile.mkstemp(dir=out.parent, prefix=f".{out.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        umask = os.umask(0)
        os.umask(umask)
        Path(draft).chmod(0o666 & ~umask)
        Path(draft).replace(out)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(draft).unlink()
        raise
