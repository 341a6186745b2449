"""The calculator's form: a win as text in fields, each read by itself so that each error stands at its own field."""

import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.exchange import MOST_COUNTERS, Json, win_from_json, win_to_json
from trainer.mahjong.hand import MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.notation import LONGEST_LINE, MOST_MELDS
from trainer.mahjong.tiles import SUITS, Tile, tile_name
from trainer.mahjong.tiles import TILES as TILES_OF_SET
from trainer.web.in_words import error_in_words
from trainer.web.labels import label

TILES = ("concealed", "win_tile", "dora_indicators", "ura_indicators")
FLAGS = ("ippatsu", "last_tile", "after_kan", "robbing_kan", "first_turn")
COUNTERS = ("honba", "riichi_sticks", "consecutive_wins")
REQUIRED = ("concealed", "win_tile")
MELD_PARTS = ("kind", "tiles", "called", "from")

LABELS: dict[str, LazyString] = {
    "line": _("The hand in one line"),
    "rules": _("Rules"),
    "concealed": _("Concealed tiles"),
    "win_tile": _("Winning tile"),
    "win": _("How it was won"),
    "round_wind": _("Round wind"),
    "seat_wind": _("Seat wind"),
    "melds": _("Melds and closed kans"),
    "riichi": _("Riichi"),
    "ippatsu": _("Ippatsu"),
    "last_tile": _("Last tile: haitei or houtei"),
    "after_kan": _("Rinshan: drawn after a kan"),
    "robbing_kan": _("Chankan: from an added kan"),
    "first_turn": _("First turn, no calls"),
    "dora_indicators": _("Dora indicators"),
    "ura_indicators": _("Ura indicators"),
    "honba": _("Honba"),
    "riichi_sticks": _("Riichi sticks"),
    "consecutive_wins": _("Dealer's wins in a row"),
}
"""What stands beside each field."""

BLANK = {"win": "ron", "round_wind": "E", "seat_wind": "S", "honba": "0", "riichi_sticks": "0", "consecutive_wins": "0"}
"""A form before anybody filled it in."""

_PLAIN: Json = {"concealed": "", "win_tile": "1m", "win": "ron", "round_wind": "E", "seat_wind": "S"}
"""Fields that can be read, to read one other field beside them."""


@dataclass(frozen=True, slots=True)
class HandForm:
    """What was typed, what is wrong with it, and the win where nothing is."""

    typed: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)
    """What is wrong, in the reader's language, by field; a meld's fields are ``meld1_tiles`` and so on."""
    win: Win | None = None

    def uses_meld(self, number: int) -> bool:
        """True when any field of that meld is filled in, or of a later one, so that none of them is out of sight."""
        filled = [name for name, text in (self.typed | self.errors).items() if text]
        names = tuple(f"meld{later}_" for later in range(number, MOST_MELDS + 1))
        return any(name.startswith(names) for name in filled)


def plain(text: str) -> str:
    """Text as input methods leave it, in plain characters: full-width ones are made narrow."""
    return unicodedata.normalize("NFKC", text[: 2 * LONGEST_LINE]).strip()


def typed_win(win: Win) -> dict[str, str]:
    """What to type for a win."""
    written = win_to_json(win)
    typed = {name: str(written[name]) for name in (*TILES, "win", "round_wind", "seat_wind")}
    typed["riichi"] = str(written["riichi"] or "")
    typed |= {name: "true" for name in FLAGS if written[name]}
    typed |= {name: str(written.get(name, 0)) for name in COUNTERS}
    for number, meld in enumerate(written["melds"], 1):
        typed |= {f"meld{number}_{part}": str(meld.get(part, "")) for part in MELD_PARTS}
    return typed


def read_form(sent: Mapping[str, str]) -> HandForm:
    """Read every field that was sent; the win is there when each of them can be read."""
    typed = BLANK | {name: plain(text) for name, text in sent.items()}
    given = _given(typed)
    errors = {name: told(HandError(ErrorCode.MISSING_FIELD, name, "")) for name in REQUIRED if name not in given}
    for name, value in given.items():
        _try({name: value}, name, errors)
    melds: list[Json] = []
    for number in range(1, MOST_MELDS + 1):
        meld = {part: typed[f"meld{number}_{part}"] for part in MELD_PARTS if typed.get(f"meld{number}_{part}")}
        if meld:
            melds.append(_with_kind(_tiles_joined(meld)))
            missing = next((part for part in ("kind", "tiles") if part not in melds[-1]), "tiles")
            _try({"melds": melds[-1:]}, f"meld{number}_{missing}", errors)
    if errors:
        return HandForm(typed, errors)
    return HandForm(typed, {}, win_from_json(_PLAIN | given | {"melds": melds}))


def _given(typed: Mapping[str, str]) -> Json:
    """The fields beside the melds as the exchange format has them; empty ones are not given."""
    given: Json = {name: "".join(typed[name].lower().split()) for name in TILES if typed.get(name)}
    given |= {name: typed[name] for name in ("win", "round_wind", "seat_wind")}
    given |= {"riichi": typed["riichi"]} if typed.get("riichi") else {}
    given |= {name: True for name in FLAGS if typed.get(name)}
    given |= {name: _number(typed[name]) for name in COUNTERS if typed.get(name)}
    return given


def _number(text: str) -> Any:
    """The number that was typed, or the text where it is none, for the reader of the format to refuse."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= len(str(MOST_COUNTERS)) else text


def _tiles_joined(meld: Json) -> Json:
    return meld | {part: "".join(meld[part].lower().split()) for part in ("tiles", "called") if part in meld}


def _with_kind(meld: Json) -> Json:
    """A meld of which only the tiles are given is the chi or the pon that they make; a kan must say which it is."""
    if "kind" in meld:
        return meld
    for kind in (MeldKind.CHI, MeldKind.PON):
        with suppress(HandError):
            win_from_json(_PLAIN | {"melds": [meld | {"kind": kind}]})
            return meld | {"kind": kind}
    return meld


def _try(part: Json, name: str, errors: dict[str, str]) -> None:
    """Read one field by itself, and note its error."""
    try:
        win_from_json(_PLAIN | part)
    except HandError as error:
        errors[name] = told(error)


def told(error: HandError) -> str:
    """What is wrong, as it stands at the field itself."""
    if error.code is ErrorCode.MISSING_FIELD and "text" not in error.details:
        return str(label(error.code))
    if error.code is ErrorCode.BAD_VALUE and error.field in COUNTERS:
        return str(_("Please enter a whole number from 0 to %(most)s.", most=MOST_COUNTERS))
    return error_in_words(error)


def field_of(error: HandError) -> str:
    """The form's field that an error is about: the tiles of the hand where it names none."""
    return error.field if error.field in LABELS else "concealed"


# --- what the page shows -------------------------------------------------------------------------------------------

Choices = list[tuple[str, LazyString]]
"""Values with what they are called."""


def kind_choices() -> Choices:
    """The kinds of melds."""
    return [(kind.value, label(kind)) for kind in MeldKind]


def source_choices() -> Choices:
    """Whose discard was called."""
    return [(source.value, label(source)) for source in Source]


def wind_choices() -> Choices:
    """The winds."""
    return [(wind.name, label(wind)) for wind in Wind]


def riichi_choices() -> Choices:
    """The kinds of riichi."""
    return [(riichi.value, label(riichi)) for riichi in Riichi]


def key_rows() -> list[tuple[str, LazyString, tuple[Tile, ...]]]:
    """The tile keyboard: for each suit its letter, its name and its tiles, the red five behind the nine."""
    return [
        (suit, name, tuple(tile for tile in TILES_OF_SET if tile_name(tile)[1] == suit))
        for suit, name in zip(SUITS, (_("characters"), _("circles"), _("bamboo"), _("honours")), strict=True)
    ]


def label_of(name: str) -> LazyString:
    """What stands beside a field; the fields of a meld share the name of the meld."""
    number = name.removeprefix("meld")[:1]
    return _("Meld %(number)s", number=number) if number.isdigit() else LABELS[name]


def anchor_of(name: str) -> str:
    """The id of the field where its error stands."""
    return name if name not in ("win", "round_wind", "seat_wind", "riichi") else f"{name}-error"
