"""Reading an answer as people type and tap it."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.hand import Win
from trainer.mahjong.points import Limit, Payer, multiples
from trainer.mahjong.rules import Rules
from trainer.teaching.grade import OF_FU, Answer, Ask
from trainer.teaching.ledger import Entry, Items, Line, items_of, lines
from trainer.web.labels import PAYS, label

MOST_FU = 1000
MOST_HAN = 200
MOST_POINTS = 1_000_000
MOST_POINTS_OF_AOTENJOU = 10**40
"""Where nothing stops the doubling: a hundred han are worth 33 digits."""
LONGEST = 50
"""More characters than any number that makes sense; what is longer is not shown again in full."""
MOST_ELAPSED_MS = 24 * 3600 * 1000

FU_KEYS = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
"""The fu to tap: the same for every hand, or they would say something about it."""
NO_FU = "no_fu"
"""The box to tick where the han alone decide."""

MISSING = _("Please enter a number.")
TOO_MUCH = _("That is more than any hand is worth.")
NO_LIMIT = _("A number of han, please, or from 5 han on the name of the limit, such as mangan.")
TWO_NUMBERS = _("Two different numbers were given here. Please leave only one.")
NO_CHOICE = _("Please choose the fu of this line.")

_WORDS = {
    **{limit.value: limit for limit in Limit},
    "kazoe": Limit.KAZOE_YAKUMAN,
    "kazoeyakuman": Limit.KAZOE_YAKUMAN,
    **dict.fromkeys(("满贯", "滿貫", "満貫"), Limit.MANGAN),
    **dict.fromkeys(("跳满", "跳滿", "跳満", "ハネ満"), Limit.HANEMAN),
    **dict.fromkeys(("倍满", "倍滿", "倍満"), Limit.BAIMAN),
    **dict.fromkeys(("三倍满", "三倍滿", "三倍満"), Limit.SANBAIMAN),
    **dict.fromkeys(("役满", "役滿", "役満"), Limit.YAKUMAN),
    **dict.fromkeys(("累计役满", "累計役滿", "数え役満"), Limit.KAZOE_YAKUMAN),
}
"""The limits as they are called, in every language at any time."""

_EXAMPLES = {"fu": "40", "fu_sum": "34"}


@dataclass(frozen=True, slots=True)
class Field:
    """One number of the answer, with what was typed and what is wrong with that."""

    name: str
    label: LazyString
    unit: LazyString
    most: int
    ask: Ask
    typed: str = ""
    key: str = ""
    """The fu that were tapped."""
    value: int | Limit | None = None
    error: LazyString | None = None

    @property
    def has_keys(self) -> bool:
        """True for fu, which can be tapped."""
        return self.ask is Ask.FU


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ledger on the form."""

    name: str
    line: Line
    choices: tuple[int, ...]
    chosen: int | None = None
    error: LazyString | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is filled in for one question."""

    rows: tuple[Row, ...]
    fields: tuple[Field, ...]
    may_skip_fu: bool
    """True where fu are asked: every such question offers that none are needed, whatever the hand."""
    no_fu: bool = False

    @property
    def first(self) -> str:
        """The name of what to start with: the first that is wrong, or else simply the first."""
        parts: list[Row | Field] = [*self.rows, *self.fields]
        return next((part.name for part in parts if part.error), parts[0].name)

    @property
    def is_filled(self) -> bool:
        """True when nothing is missing or wrong."""
        parts: list[Row | Field] = [*self.rows, *self.fields]
        return not any(part.error for part in parts)


def blank_sheet(win: Win, rules: Rules, asks: tuple[Ask, ...]) -> Sheet:
    """What a question needs, in the order it is counted."""
    rows = (
        tuple(Row(f"line_{place}", line, line.choices(rules)) for place, line in enumerate(lines(win)))
        if Ask.ITEMS in asks
        else ()
    )
    fields = tuple(field for ask in Ask if ask in asks for field in _fields(win, rules, ask))
    return Sheet(rows, fields, may_skip_fu=bool(OF_FU & set(asks)))


def _fields(win: Win, rules: Rules, ask: Ask) -> Iterator[Field]:
    most_points = MOST_POINTS_OF_AOTENJOU if rules.aotenjou else MOST_POINTS
    match ask:
        case Ask.FU_SUM:
            yield Field("fu_sum", label(ask), _("fu"), MOST_FU, ask)
        case Ask.FU:
            yield Field("fu", label(ask), _("fu"), MOST_FU, ask)
        case Ask.HAN:
            yield Field("han", label(ask), _("han"), MOST_HAN, ask)
        case Ask.PAYMENT:
            for owed in multiples(win.tsumo, win.is_dealer):
                yield Field(f"payment_{owed.payer}", PAYS[owed.payer], _("points"), most_points, ask)
        case Ask.RECEIVED:
            yield Field("received", label(ask), _("points"), most_points, ask)


def filled_sheet(win: Win, rules: Rules, asks: tuple[Ask, ...], form: Mapping[str, str]) -> Sheet:
    """The sheet with what was sent, each part of it good or with an error."""
    sheet = blank_sheet(win, rules, asks)
    split = dict(_split_payment(sheet, form))
    fields = tuple(_filled(field, split.get(field.name, form.get(field.name, "")), form) for field in sheet.fields)
    rows = tuple(_chosen(row, form.get(row.name, "")) for row in sheet.rows)
    # Whoever calls the hand by a limit has said that its fu do not matter.
    no_fu = NO_FU in form or any(isinstance(field.value, Limit) for field in fields)
    if no_fu:
        fields = tuple(
            replace(field, error=None) if field.ask in OF_FU and not field.typed and not field.key else field
            for field in fields
        )
        if all(row.chosen is None for row in rows):
            rows = tuple(replace(row, error=None) for row in rows)
    return Sheet(rows, fields, sheet.may_skip_fu, NO_FU in form)


def _split_payment(sheet: Sheet, form: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """A tsumo as it is called, "1300/2600", in either of its two fields: the dealer pays the greater part."""
    two = [field.name for field in sheet.fields if field.ask is Ask.PAYMENT]
    if len(two) != 2:
        return
    for name, other in (two, two[::-1]):
        halves = re.split(r"[/-]", plain(form.get(name, "")))
        beside = plain(form.get(other, ""))
        called_twice = beside in ("", *halves, plain(form.get(name, "")))
        if len(halves) == 2 and called_twice and all(re.fullmatch(r"[0-9]+", half) for half in halves):
            less, more = sorted(halves, key=int)
            yield f"payment_{Payer.DEALER}", more
            yield f"payment_{Payer.NON_DEALER}", less
            return


def plain(text: str) -> str:
    """What was typed as plain digits: input methods may leave full-width ones, and "3,900" and "3 900" are 3900."""
    return unicodedata.normalize("NFKC", text.strip()[:LONGEST]).replace(",", "").replace(" ", "")


def _filled(field: Field, sent: str, form: Mapping[str, str]) -> Field:
    typed = sent.strip()[:LONGEST]
    key = form.get(f"{field.name}_key", "") if field.has_keys else ""
    number = plain(typed)
    found = replace(field, typed=typed, key=key if key in map(str, FU_KEYS) else "")
    if not number and found.key:
        return replace(found, value=int(found.key))
    if not number:
        return replace(found, error=MISSING)
    if field.ask is Ask.HAN and number.lower() in _WORDS:
        return replace(found, value=_WORDS[number.lower()])
    # At the table "4000 all" is what each of three pays.
    number = re.sub(r"(all|オール)$", "", number, flags=re.IGNORECASE) if field.name == "payment_each" else number
    if not (number.isascii() and number.isdigit()):
        example = _EXAMPLES.get(field.name, "3900")
        no_number = _("Only digits, please: a whole number such as %(example)s.", example=example)
        return replace(found, error=NO_LIMIT if field.ask is Ask.HAN else no_number)
    if int(number) > field.most:
        return replace(found, error=TOO_MUCH)
    if found.key and found.key != str(int(number)):
        return replace(found, error=TWO_NUMBERS)
    return replace(found, value=int(number))


def _chosen(row: Row, sent: str) -> Row:
    fu = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 4 else None
    return replace(row, chosen=fu) if fu in row.choices else replace(row, error=NO_CHOICE)


def answer_in(sheet: Sheet) -> Answer | None:
    """The answer that a sheet holds, or None when something is missing or wrong."""
    if not sheet.is_filled:
        return None
    values = {field.name: field.value for field in sheet.fields}
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    payment = {payer: numbers[f"payment_{payer}"] for payer in Payer if f"payment_{payer}" in numbers}
    return Answer(
        fu=numbers.get("fu"),
        payment=payment or None,
        han=values.get("han"),
        fu_sum=numbers.get("fu_sum"),
        items=_items(sheet.rows),
        received=numbers.get("received"),
    )


def _items(rows: tuple[Row, ...]) -> Items | None:
    """What the ledger says; None where it was not asked for or left out as needless."""
    if all(row.chosen is None for row in rows):
        return None
    return items_of(Entry(row.line.place, row.line.tile, row.chosen or 0) for row in rows)


def elapsed_ms(form: Mapping[str, str]) -> int | None:
    """The thinking time that the browser measured, where it did and where it is believable."""
    text = form.get("elapsed_ms", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return None
    return min(int(text), MOST_ELAPSED_MS)
