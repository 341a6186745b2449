"""A whole win in one line of text that people can read and type.

    234p11z77z [1111m] [2222z] ron 7z E/E dora 5s

The tiles of the hand stand first: concealed ones, and melds, ``(406m<0m)`` for a call and ``[1111m]`` for a closed kan.
Then come, in any order, ``ron`` or ``tsumo`` with the winning tile, round and seat wind, and words and numbers for what
was special. In a call the sign tells whose discard it was, ``<`` left, ``^`` across, ``>`` right, ``=`` nobody knows
whose, and the tile behind it which one was called; ``+`` at the end marks the kan that was added to a pon.
"""

import re
from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from trainer.mahjong.errors import ErrorCode, HandError, NotationError
from trainer.mahjong.exchange import MOST_COUNTERS
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.tiles import KIND, Tile, parse_tile, parse_tiles, tile_name, tiles_name

LONGEST_LINE = 300
"""More characters than any win needs."""
MOST_MELDS = 4

_Parsed = TypeVar("_Parsed")

_SIGNS = {"<": Source.LEFT, "^": Source.ACROSS, ">": Source.RIGHT, "=": None}
_SIGN_OF = {source: sign for sign, source in _SIGNS.items()}
_CALL = re.compile(r"\(([0-9mpsz]+)(?:([<^>=])([0-9][mpsz])?)?(\+)?\)", re.ASCII)
_CLOSED_KAN = re.compile(r"\[([0-9mpsz]+)\]", re.ASCII)
_BRACKETED = re.compile(r"\([^()\[\]\s]*\)|\[[^()\[\]\s]*\]")
"""A meld, which may stand right behind a word or another meld."""
_WINDS = re.compile(r"([ESWN])/([ESWN])")

_FLAGS: dict[str, tuple[str, Any]] = {
    "riichi": ("riichi", Riichi.RIICHI),
    "double_riichi": ("riichi", Riichi.DOUBLE),
    "ippatsu": ("ippatsu", True),
    "last_tile": ("last_tile", True),
    "haitei": ("last_tile", True),
    "houtei": ("last_tile", True),
    "after_kan": ("after_kan", True),
    "rinshan": ("after_kan", True),
    "robbing_kan": ("robbing_kan", True),
    "chankan": ("robbing_kan", True),
    "first_turn": ("first_turn", True),
}
"""Words that stand alone, each with the field it sets."""


def _number(word: str) -> int:
    # int() would also take other scripts' digits, signs and underscores, and any length.
    if not (word.isascii() and word.isdigit() and len(word) <= 5 and int(word) <= MOST_COUNTERS):
        raise NotationError(f"{word[:40]!r} is not a number up to {MOST_COUNTERS}", text=word[:40])
    return int(word)


_VALUES: dict[str, tuple[str, Callable[[str], Any]]] = {
    "dora": ("dora_indicators", parse_tiles),
    "ura": ("ura_indicators", parse_tiles),
    "honba": ("honba", _number),
    "sticks": ("riichi_sticks", _number),
    "wins": ("consecutive_wins", _number),
}
"""Words that a value follows."""


def parse_win(text: str) -> Win:
    """The win that a line describes.

    Raises NotationError, naming the word, for text that is none, and HandError for what is missing or said twice;
    whether the win is possible at all is judged when it is scored.
    """
    if len(text) > LONGEST_LINE:
        raise NotationError(f"{len(text)} characters are too many for a win", text=f"{text[:40]}…")
    words = deque(_BRACKETED.sub(r" \g<0> ", text).split())
    given: dict[str, Any] = {}
    concealed: tuple[Tile, ...] = ()
    melds: list[Meld] = []
    while words:
        word = words.popleft()
        if word[0] in "([":
            melds.append(_about("melds", _parse_meld, word))
        elif not word[0].isdigit():
            for field, value in _parse_word(word, words):
                if field in given:
                    message = f"{field} is said twice, the second time by {word!r}"
                    raise HandError(ErrorCode.BAD_VALUE, field, message, text=word)
                given[field] = value
        elif given:
            message = f"{word[:40]!r} is out of place: the tiles of the hand stand first"
            raise NotationError(message, field="concealed", text=word[:40])
        else:
            concealed += _about("concealed", parse_tiles, word)
    if len(melds) > MOST_MELDS:
        message = f"{len(melds)} melds; four at most"
        raise HandError(ErrorCode.WRONG_TILE_COUNT, "melds", message, count=len(melds), wanted=MOST_MELDS)
    if "win_tile" not in given:
        raise HandError(ErrorCode.MISSING_FIELD, "win", "win is missing, ron or tsumo", name="win", text="ron, tsumo")
    if "round_wind" not in given:
        message = "round_wind and seat_wind are missing, such as E/S"
        raise HandError(ErrorCode.MISSING_FIELD, "round_wind", message, name="round_wind", text="E/E, E/S …")
    return Win(concealed=concealed, melds=tuple(melds), **given)


def _about(field: str, parse: Callable[[str], _Parsed], text: str) -> _Parsed:
    """What ``parse`` makes of some text; an error says which field it is about, and the text."""
    try:
        return parse(text)
    except HandError as error:
        error.field = field
        error.details.setdefault("text", text[:40])
        raise


def _parse_word(word: str, words: deque[str]) -> list[tuple[str, Any]]:
    """The fields that a word sets, with what belongs to it taken from the words behind."""
    if word in _FLAGS:
        return [_FLAGS[word]]
    winds = _WINDS.fullmatch(word)
    if winds:
        return [("round_wind", Wind[winds[1]]), ("seat_wind", Wind[winds[2]])]
    if word not in _VALUES and word not in ("ron", "tsumo"):
        raise NotationError(f"{word[:40]!r} is no word of a win", text=word[:40])
    field, parse = _VALUES.get(word, ("win_tile", parse_tile))
    if not words:
        raise HandError(ErrorCode.MISSING_FIELD, field, f"something must follow {word!r}", name=field, text=f"{word} …")
    value = words.popleft()
    while parse is parse_tiles and words and words[0][0].isdigit():
        value += words.popleft()
    found = [(field, _about(field, parse, value))]
    return found if word in _VALUES else [("tsumo", word == "tsumo"), *found]


def _parse_meld(word: str) -> Meld:
    closed = _CLOSED_KAN.fullmatch(word)
    if closed:
        return Meld(MeldKind.ANKAN, parse_tiles(closed[1]))
    call = _CALL.fullmatch(word)
    if not call:
        raise NotationError(f"{word[:40]!r} is no meld such as (406m<0m), (777z^7z) or [1111m]", text=word[:40])
    tiles = parse_tiles(call[1])
    called = None if call[3] is None else parse_tile(call[3])
    source = None if call[2] is None else _SIGNS[call[2]]
    if call[4]:
        return Meld(MeldKind.KAKAN, tiles, called, source)
    if len(tiles) == 4:
        return Meld(MeldKind.DAIMINKAN, tiles, called, source)
    same = len({KIND[tile] for tile in tiles}) == 1
    return Meld(MeldKind.PON if same else MeldKind.CHI, tiles, called, source)


def win_name(win: Win) -> str:
    """The line of a win, its parts in the usual order; ``parse_win`` reads it back as it was."""
    words = [tiles_name(win.concealed), *map(_meld_name, win.melds)]
    words += ["tsumo" if win.tsumo else "ron", tile_name(win.win_tile), f"{win.round_wind.name}/{win.seat_wind.name}"]
    said = set()
    for word, (field, value) in _FLAGS.items():
        if field not in said and getattr(win, field) == value:
            words.append(word)
            said.add(field)
    for word, (field, _parse) in _VALUES.items():
        value = getattr(win, field)
        if value:
            words += [word, tiles_name(value) if isinstance(value, tuple) else str(value)]
    return " ".join(words)


def _meld_name(meld: Meld) -> str:
    tiles = tiles_name(meld.tiles)
    if meld.kind is MeldKind.ANKAN:
        return f"[{tiles}]"
    sign = "" if meld.called is None and meld.source is None else _SIGN_OF[meld.source]
    called = "" if meld.called is None else tile_name(meld.called)
    return f"({tiles}{sign}{called}{'+' if meld.kind is MeldKind.KAKAN else ''})"
