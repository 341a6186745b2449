"""The ``fu-trainer`` command.

What only one command needs is imported inside it, so that the others start fast.
"""

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from random import Random
from typing import TYPE_CHECKING, BinaryIO

import click

from trainer import __version__
from trainer.cli_worksheet import worksheet
from trainer.json_lines import json_line, score_lines
from trainer.mahjong.errors import RulesError
from trainer.mahjong.rules import PRESETS, Rules, changed, parse_change, preset, rules_to_json

if TYPE_CHECKING:
    import socket

# The application itself refuses far less, with a page that says so; this stops only what would fill the disk.
BODY_LIMIT = 1024 * 1024

BATCH = 1 << 16
"""Bytes of wins that are read, scored and written together."""


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fu-trainer")
def main() -> None:
    """Learn to count the fu and the points of any riichi mahjong hand."""


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=5000, show_default=True, type=click.IntRange(0, 65535), help="0: a free one.")
def serve(host: str, port: int) -> None:
    """Bring the database up to date and serve the web pages."""
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError
    from waitress import create_server

    from trainer.db import upgrade
    from trainer.settings import Settings
    from trainer.web import create_app
    from trainer.web.session import engine_of

    with listening_socket(host, port) as listening:
        try:
            app = create_app(Settings.from_environment())
        except (OSError, SQLAlchemyError, ValueError) as error:
            raise click.ClickException(f"cannot start: {error}") from error
        except ModuleNotFoundError as error:
            raise click.ClickException(f"{error}; for PostgreSQL install fu-trainer[postgres]") from error
        engine = engine_of(app)
        database = engine.url.render_as_string(hide_password=True)
        try:
            upgrade(engine)
        except (CommandError, SQLAlchemyError) as error:
            raise click.ClickException(f"cannot bring the database {database} up to date: {error}") from error
        port = listening.getsockname()[1]
        click.echo(f"Answers are kept in {database}")
        click.echo(f"Fu Trainer is at http://{f'[{host}]' if ':' in host else host}:{port} (Ctrl+C stops it)")
        create_server(app, sockets=[listening], max_request_body_size=BODY_LIMIT).run()


def _with_rules(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that name a rule set."""
    command = click.option("--rule", "changes", multiple=True, metavar="NAME=VALUE", help="One option changed.")(
        command
    )
    return click.option("--rules", "house", default="tenhou", show_default=True, help=f"{', '.join(PRESETS)}.")(command)


def _rules(house: str, changes: tuple[str, ...]) -> Rules:
    try:
        return changed(preset(house), dict(map(parse_change, changes)))
    except RulesError as error:
        raise click.UsageError(str(error)) from error


@main.command()
@_with_rules
@click.option("--text", metavar="WIN", help="One win in its one-line form; explains it instead.")
@click.option("--lang", metavar="TAG", help="Language of the explanation, such as zh-Hans.")
@click.argument("file", type=click.File("rb"), required=False)
@click.pass_context
def score(
    context: click.Context,
    house: str,
    changes: tuple[str, ...],
    text: str | None,
    lang: str | None,
    file: BinaryIO | None,
) -> None:
    """Score winning hands: JSON Lines of wins in, JSON Lines of results out, in the same order.

    A line that cannot be scored gives its error; the exit status is then 1 when all lines are done.
    """
    rules = _rules(house, changes)
    if text is not None:
        if file is not None:
            raise click.UsageError("--text scores that one win; it takes no file")
        context.exit(_explain(text, lang, rules))
    if lang is not None:
        raise click.UsageError("--lang is the language of what --text explains")
    out, all_scored = sys.stdout.buffer, True
    file = file or sys.stdin.buffer
    for lines in iter(lambda: file.readlines(BATCH), []):
        answers, scored = score_lines(lines, rules)
        out.write(answers)
        all_scored &= scored
    out.flush()
    if not all_scored:
        context.exit(1)


def _explain(text: str, lang: str | None, rules: Rules) -> int:
    """Print a win explained; the exit status is 1 when it cannot be scored."""
    from trainer.mahjong.errors import HandError
    from trainer.mahjong.exchange import no_yaku
    from trainer.mahjong.notation import parse_win
    from trainer.mahjong.scoring import NoYaku
    from trainer.mahjong.scoring import score as score_win
    from trainer.web.in_words import error_in_words, language_for, score_in_words, speaking

    try:
        language = language_for(lang, os.environ)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if isinstance(sys.stdout, TextIOWrapper):  # an old terminal may lack the arrow, or all Chinese
        sys.stdout.reconfigure(errors="replace")
    with speaking(language):
        try:
            scored = score_win(parse_win(text), rules)
            if isinstance(scored, NoYaku):
                raise no_yaku()
        except HandError as error:
            click.echo(error_in_words(error), err=True)
            return 1
        click.echo(score_in_words(scored))
    return 0


@main.command()
def flags() -> None:
    """Show what learners flagged, the latest first: when, the note, the hand, its rules, and the answer given."""
    import json

    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.orm import Session

    from trainer.db import make_engine
    from trainer.mahjong.notation import win_name
    from trainer.services.flags import flagged
    from trainer.settings import Settings

    try:
        engine = make_engine(Settings.from_environment().database_url)
        with Session(engine) as session:
            found = flagged(session)
    except (OSError, SQLAlchemyError, ValueError) as error:
        raise click.ClickException(f"cannot read the flags: {error}") from error
    for one in found:
        # A note is a stranger's, and on its way to a terminal.
        note = "".join(letter if letter.isprintable() else " " for letter in one.note)
        click.echo(f"{one.at:%Y-%m-%d %H:%M} UTC  {note}")
        click.echo(f"  {win_name(one.win)}  [{one.rules}]")
        click.echo(f"  answered: {json.dumps(one.answer, ensure_ascii=False)}")
    engine.dispose()


@main.command()
@_with_rules
@click.option("--count", default=1, show_default=True, type=click.IntRange(1), help="How many hands.")
@click.option("--seed", default=0, show_default=True, help="The same seed deals the same hands.")
@click.option(
    "--mode",
    default="mixed",
    show_default=True,
    type=click.Choice(["mixed", "natural", "edge"]),
    help="Every kind of hand, hands as in real games, or hands where a mistake shows.",
)
@click.option("--focus", multiple=True, metavar="RULE_TYPE", help="With edge: what every hand must show; repeatable.")
@click.option(
    "--level",
    default="advanced",
    show_default=True,
    type=click.Choice(["beginner", "standard", "advanced"]),
    help="How hard hands may be.",
)
@click.option("--honba/--no-honba", default=True, help="With or without counters on the table.")
def generate(
    house: str,
    changes: tuple[str, ...],
    count: int,
    seed: int,
    mode: str,
    focus: tuple[str, ...],
    level: str,
    honba: bool,
) -> None:
    """Deal winning hands with their results and the rule types that a question for fu and payment shows."""
    from trainer.mahjong.exchange import score_to_json, win_to_json
    from trainer.mahjong.scoring import Score
    from trainer.mahjong.scoring import score as score_win
    from trainer.teaching.diagnose import visible
    from trainer.teaching.generate import ImpossibleOrder, Level, Mode, NoHand, Order
    from trainer.teaching.generate import generate as generate_win
    from trainer.teaching.grade import Ask
    from trainer.teaching.rule_types import RuleType

    rules = _rules(house, changes)
    unknown = next((name for name in focus if name not in set(RuleType)), None)
    if unknown is not None:
        raise click.UsageError(f"there is no rule type {unknown!r}; there are {', '.join(RuleType)}")
    if focus and mode != "edge":
        raise click.UsageError("--focus goes with --mode edge")
    order = Order(Mode(mode), Level(level), tuple(map(RuleType, focus)), honba)
    named = rules_to_json(rules)
    random = Random(seed)
    out = sys.stdout.buffer
    for _ in range(count):
        try:
            win = generate_win(random, rules, order)
        except ImpossibleOrder as error:
            raise click.UsageError(str(error)) from error
        except NoHand as error:
            raise click.ClickException(str(error)) from error
        scored = score_win(win, rules)
        assert isinstance(scored, Score)
        out.write(
            json_line(
                {
                    "hand": win_to_json(win),
                    "rules": named,
                    "rule_types": list(visible(scored, (Ask.FU, Ask.PAYMENT))),
                    "result": score_to_json(scored),
                }
            )
        )
    out.flush()


main.add_command(worksheet)


def listening_socket(host: str, port: int) -> "socket.socket":
    """Return a socket that listens there. Raises click.ClickException when it cannot, as on a taken port."""
    import socket

    try:
        return socket.create_server(
            (host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=1024
        )
    except OSError as error:
        reason = error.strerror or error
        raise click.ClickException(f"cannot listen on {host} port {port} ({reason}); try --port 0") from error
