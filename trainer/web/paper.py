"""Worksheets on paper: the hands of a set with room for the answers, and the key to them.

The same template makes the page that a browser prints and what ``trainer.web.pdf`` sets.
"""

import string
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from math import ceil
from random import Random

from flask import url_for
from flask_babel import get_domain, get_locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from trainer.mahjong.exchange import no_yaku
from trainer.mahjong.hand import Meld, MeldKind, Win
from trainer.mahjong.notation import win_name
from trainer.mahjong.points import STICK
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.places import shipped_folder
from trainer.teaching.grade import Ask, right_values
from trainer.web import explain, table
from trainer.web.faces import face_name, sprite_text, style_file
from trainer.web.forms import Sheet as Blanks
from trainer.web.forms import blank_sheet
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.qr import qr

MOST_VERSIONS = len(string.ascii_uppercase)
"""One for each letter."""


class PaperSize(StrEnum):
    """The sheets that printers hold."""

    A4 = "a4"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class Paper:
    """All that a worksheet is made of."""

    title: str
    wins: tuple[Win, ...]
    rules: Rules
    asks: tuple[Ask, ...]
    """What is asked about every hand."""
    address: str = ""
    """Where the set is practised on screen, an absolute URL; "" for a set that is nowhere."""
    size: PaperSize = PaperSize.A4
    versions: int = 1
    """How many worksheets with the hands in another order, so that neighbours cannot copy: 1 to 26."""
    key: bool = True
    """Whether the answers come along."""

    def __post_init__(self) -> None:
        if not 1 <= self.versions <= MOST_VERSIONS:
            raise ValueError(f"{self.versions} versions; there are 1 to {MOST_VERSIONS}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The worksheet of one version, or its key."""

    letter: str
    """"A" to "Z", "" where there is only one version."""
    wins: tuple[Win, ...]
    """In the order of this version."""
    is_key: bool


def sheets(paper: Paper) -> tuple[Sheet, ...]:
    """All that is printed, in order: the worksheets, which are handed out together, then the keys."""
    letters = string.ascii_uppercase[: paper.versions]
    return tuple(
        Sheet(letter if paper.versions > 1 else "", shuffled(paper.wins, letter), is_key)
        for is_key in ((False, True) if paper.key else (False,))
        for letter in letters
    )


def shuffled(wins: tuple[Win, ...], letter: str) -> tuple[Win, ...]:
    """The hands in the order of a version, which is the same whenever it is printed; A is the order of the set."""
    if letter == "A":
        return wins
    order = list(wins)
    Random("\n".join((letter, *map(win_name, wins)))).shuffle(order)
    return tuple(order)


@dataclass(frozen=True, slots=True)
class Question:
    """One hand of a worksheet."""

    win: Win
    blanks: Blanks
    width: int
    """How many tiles' breadth the hand takes; the wider it is, the smaller its tiles."""


@dataclass(frozen=True, slots=True)
class Solution:
    """One hand of a key."""

    score: Score
    worth: str
    """As it is called at the table: "3 han 40 fu"."""
    payment: str
    """What is paid, such as "1300 / 2600"."""
    other_fu: tuple[int, ...]
    """Rounded fu of other readings that pay the same, which are right too."""


def questions(sheet: Sheet, paper: Paper) -> tuple[Question, ...]:
    """The hands of a worksheet with what is to be filled in."""
    return tuple(Question(win, blank_sheet(win, paper.rules, paper.asks), _width(win)) for win in sheet.wins)


def _width(win: Win) -> int:
    # The winning tile stands apart, and so does every meld.
    return ceil(len(win.concealed) + 1.3 + sum(_breadth(meld) + 0.35 for meld in win.melds))


def _breadth(meld: Meld) -> float:
    """How many tiles' breadth a meld takes: a called tile lies on its long side, an added one on top of it."""
    return 4 if meld.kind is MeldKind.ANKAN else len(meld.tiles) - (meld.kind is MeldKind.KAKAN) + 1 / 3


def solutions(sheet: Sheet, paper: Paper) -> tuple[Solution, ...]:
    """The hands of a key. Raises HandError for one that cannot win."""
    return tuple(_solved(win, paper.rules) for win in sheet.wins)


def _solved(win: Win, rules: Rules) -> Solution:
    scored = score(win, rules)
    if isinstance(scored, NoYaku):
        raise no_yaku()
    best = scored.best
    right = right_values(scored, Ask.FU) or []
    other_fu = tuple(dict.fromkeys(fu for fu in right if isinstance(fu, int) and fu != best.fu))
    # Thrice the same is written once; else what the others pay comes before what the dealer pays, as it is called.
    shares = [f"{share.points}{' × 3' if share.players == 3 else ''}" for share in reversed(best.payment)]
    return Solution(scored, explain.worth(best), " / ".join(shares), other_fu)


def page(paper: Paper, back: str = "", pdf: str = "") -> str:
    """The page that a browser prints, within a request; ``back`` and ``pdf`` are where its links lead, if anywhere.

    Raises HandError for a hand that cannot win, where the key is wanted.
    """
    files = {"style": "paper.css", "sprite": "tiles.svg", "script": "paper.js", "icon": "icon.svg"}
    places = {name: url_for("static", filename=file) for name, file in files.items()}
    return render(paper, sheets(paper), **places, back=back, pdf=pdf)


def whole_page(paper: Paper) -> str:
    """The same with everything in it, to be kept as a file. Raises HandError as ``page`` does."""
    style = f"<style>\n{style_file().read_text(encoding='utf-8')}</style>"
    return render(paper, sheets(paper), inlined=style, symbols=sprite_text(), sprite="")


def render(paper: Paper, shown: tuple[Sheet, ...], **places: str | None) -> str:
    """Some sheets as a page, in the language spoken; ``places`` say where its styles and tiles come from.

    Without a ``sprite`` the tiles are pictures with addresses such as face:5m.
    """
    nowhere = dict.fromkeys(("style", "sprite", "script", "icon", "inlined", "symbols", "back", "pdf"))
    template = _environment().get_template("paper/page.html")
    return template.render(
        paper=paper,
        sheets=shown,
        language_tag=str(get_locale() or "en").replace("_", "-"),
        house=house_name(paper.rules),
        changes=changes_in_words(paper.rules),
        asked_fu=Ask.FU in paper.asks,
        qr=qr(paper.address, border=2) if paper.address else "",
        **{**nowhere, **places},
    )


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """What paper is written with, in a request as well as on the command line, which has no pages."""
    environment = Environment(
        loader=FileSystemLoader(shipped_folder("templates")),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.install_gettext_callables(  # type: ignore[attr-defined]
        lambda text: get_domain().get_translations().ugettext(text),
        lambda one, many, number: get_domain().get_translations().ungettext(one, many, number),
        newstyle=True,
        pgettext=lambda context, text: get_domain().get_translations().upgettext(context, text),
    )
    table.add_to(environment)
    environment.globals.update(
        questions=questions,
        solutions=solutions,
        face_name=face_name,
        tiles_on=explain.tiles_on,
        shown_groups=explain.shown_groups,
        payment_steps=explain.payment_steps,
        limit_reason=explain.limit_reason,
        stick=STICK,
        rows_of=_rows_of,
    )
    return environment


def _rows_of(solved: tuple[Solution, ...], columns: int) -> Iterator[list[tuple[int, Solution]]]:
    """Answers with their numbers in columns that are read downwards, row by row."""
    height = ceil(len(solved) / columns)
    numbered = list(enumerate(solved, 1))
    for row in range(height):
        yield numbered[row::height]
