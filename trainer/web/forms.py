"""Reading numbers as people type them."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.hand import Win
from trainer.mahjong.points import Payer, multiples
from trainer.teaching.grade import Answer, Ask
from trainer.web.labels import PAYS

MOST_FU = 1000
MOST_POINTS = 1_000_000
LONGEST = 20
"""More characters than any number that makes sense; what is longer is not shown again in full."""
MOST_ELAPSED_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the answer form, with what was typed into it and what is wrong with that."""

    name: str
    label: LazyString
    unit: LazyString
    most: int
    typed: str = ""
    number: int | None = None
    error: LazyString | None = None


def blank_fields(win: Win, asks: tuple[Ask, ...]) -> tuple[Field, ...]:
    """The fields that a question needs, in the order they are filled in."""
    fields: list[Field] = []
    if Ask.FU in asks:
        fields.append(Field("fu", _("Fu"), _("fu"), MOST_FU))
    if Ask.PAYMENT in asks:
        fields += (
            Field(f"payment_{owed.payer}", PAYS[owed.payer], _("points"), MOST_POINTS)
            for owed in multiples(win.tsumo, win.is_dealer)
        )
    return tuple(fields)


def filled_fields(win: Win, asks: tuple[Ask, ...], form: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields with what was sent, each either a number or an error."""
    return tuple(_filled(field, form.get(field.name, "")) for field in blank_fields(win, asks))


def _filled(field: Field, sent: str) -> Field:
    typed = sent.strip()[:LONGEST]
    number, error = None, None
    # Input methods may leave full-width digits; "3,900" and "3 900" are how some write 3900.
    plain = unicodedata.normalize("NFKC", typed).replace(",", "").replace(" ", "")
    if not plain:
        error = _("Please enter a number.")
    elif not (plain.isascii() and plain.isdigit()):
        error = _(
            "Only digits, please: a whole number such as %(example)s.", example="40" if field.name == "fu" else "3900"
        )
    elif len(plain) > 9 or int(plain) > field.most:
        error = _("That is more than any hand is worth.")
    else:
        number = int(plain)
    return Field(field.name, field.label, field.unit, field.most, typed, number, error)


def answer_in(fields: tuple[Field, ...]) -> Answer | None:
    """The answer that the fields hold, or None when one of them holds no number."""
    numbers = {field.name: field.number for field in fields if field.number is not None}
    if len(numbers) < len(fields):
        return None
    payment = {payer: numbers[f"payment_{payer}"] for payer in Payer if f"payment_{payer}" in numbers}
    return Answer(fu=numbers.get("fu"), payment=payment or None)


def elapsed_ms(form: Mapping[str, str]) -> int | None:
    """The thinking time that the browser measured, where it did and where it is believable."""
    text = form.get("elapsed_ms", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return None
    return min(int(text), MOST_ELAPSED_MS)
