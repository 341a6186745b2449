"""The command ``fu-trainer worksheet``; what it needs is imported inside it, so that the others start fast."""

import os
from dataclasses import replace
from pathlib import Path

import click


@click.command()
@click.argument("drill_set", metavar="SET")
@click.option("--out", required=True, type=click.Path(dir_okay=False), help="Where to write it: x.pdf, or x.html.")
@click.option("--lang", metavar="TAG", help="Its language, such as zh-Hans.")
@click.option(
    "--paper", default="a4", show_default=True, type=click.Choice(["a4", "letter"]), help="Size of the paper."
)
@click.option("--versions", default=1, show_default=True, type=click.IntRange(1, 26), help="Orders of the hands.")
@click.option("--key/--no-key", default=True, help="With or without the answers.")
@click.option("--rules", metavar="RULES", help="Rules for a file of hands, such as m_league,kiriage=true.")
def worksheet(
    drill_set: str, out: str, lang: str | None, paper: str, versions: int, key: bool, rules: str | None
) -> None:
    """Print a drill set with its answer key: SET is its address, id or link code, or a file of hands.

    Such a file has a line for each hand, as they go into score or come out of generate; fu and payment are asked.
    """
    from trainer import worksheets
    from trainer.mahjong.rules import parse_rules
    from trainer.web.in_words import language_for, speaking
    from trainer.web.paper import PaperSize

    file = Path(drill_set)
    try:
        language = language_for(lang, os.environ)
        by = None if rules is None else parse_rules(rules)
    except ValueError as error:
        raise click.UsageError(str(error)) from error
    if by is not None and not file.is_file():
        raise click.UsageError("--rules goes with a file; a drill set has its own")
    found = worksheets.of_file(file, by) if file.is_file() else worksheets.of_set(drill_set)
    with speaking(language):
        worksheets.write(replace(found, size=PaperSize(paper), versions=versions, key=key), Path(out))
