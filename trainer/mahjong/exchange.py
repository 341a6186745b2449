"""The exchange format: wins and scores as JSON objects, the field names of which other programs rely on."""

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from trainer.mahjong.errors import ErrorCode, HandError, NotationError
from trainer.mahjong.fu import FuItem
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.points import Share
from trainer.mahjong.readings import Reading
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Count, NoYaku, Score, lesser, score
from trainer.mahjong.tiles import KIND, Tile, parse_tiles, tile_name, tiles_name

Json = dict[str, Any]

_Member = TypeVar("_Member", bound=Enum)

MOST_COUNTERS = 10_000
"""Honba, sticks and wins in a row above this are a slip of the hand, not a game."""


def _text(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is text")
    return value


def _tiles(value: object, field: str) -> tuple[Tile, ...]:
    try:
        return parse_tiles(_text(value, field))
    except NotationError as error:
        error.field = field
        raise


def _tile(value: object, field: str) -> Tile:
    tiles = _tiles(value, field)
    if len(tiles) != 1:
        raise HandError(ErrorCode.BAD_NOTATION, field, f"{field} is one tile", text=str(value)[:40])
    return tiles[0]


def _flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is true or false")
    return value


def _counter(value: object, field: str) -> int:
    if type(value) is not int or not 0 <= value <= MOST_COUNTERS:
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is a number from 0 to {MOST_COUNTERS}")
    return value


def _member(members: dict[str, _Member]) -> Callable[[object, str], _Member]:
    def parse(value: object, field: str) -> _Member:
        member = members.get(value) if isinstance(value, str) else None
        if member is None:
            raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is one of {', '.join(members)}")
        return member

    return parse


_wind = _member(dict(Wind.__members__))
_meld_kind = _member({kind.value: kind for kind in MeldKind})
_source = _member({source.value: source for source in Source})
_riichi = _member({riichi.value: riichi for riichi in Riichi})


def _win_by(value: object, field: str) -> bool:
    if value not in ("ron", "tsumo"):
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is ron or tsumo")
    return value == "tsumo"


def _maybe(parse: Callable[[object, str], Any]) -> Callable[[object, str], Any]:
    return lambda value, field: None if value is None else parse(value, field)


def _object(value: object, field: str | None, known: dict[str, Any], required: tuple[str, ...]) -> Json:
    if not isinstance(value, dict):
        raise HandError(
            ErrorCode.BAD_VALUE,
            field,
            "a win is an object of named fields" if field is None else f"{field} are objects",
        )
    for name in value:
        if name not in known:
            raise HandError(
                ErrorCode.UNKNOWN_FIELD, str(name)[:40], f"there is no field {str(name)[:40]!r}", name=str(name)[:40]
            )
    for name in required:
        if name not in value:
            raise HandError(ErrorCode.MISSING_FIELD, name, f"{name} is missing", name=name)
    return value


def _melds(value: object, field: str) -> tuple[Meld, ...]:
    if not isinstance(value, list):
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is a list")
    if len(value) > 4:
        raise HandError(
            ErrorCode.WRONG_TILE_COUNT, field, f"{len(value)} melds; four at most", count=len(value), wanted=4
        )
    return tuple(map(_meld, value))


def _meld(value: object) -> Meld:
    parts = _object(value, "melds", _MELD_FIELDS, ("kind", "tiles"))
    return Meld(**{name: parse(parts[key], "melds") for key, (name, parse) in _MELD_FIELDS.items() if key in parts})


_MELD_FIELDS: dict[str, tuple[str, Callable[[object, str], Any]]] = {
    "kind": ("kind", _meld_kind),
    "tiles": ("tiles", _tiles),
    "called": ("called", _maybe(_tile)),
    "from": ("source", _maybe(_source)),
}

_WIN_FIELDS: dict[str, tuple[str, Callable[[object, str], Any]]] = {
    "concealed": ("concealed", _tiles),
    "melds": ("melds", _melds),
    "win_tile": ("win_tile", _tile),
    "win": ("tsumo", _win_by),
    "round_wind": ("round_wind", _wind),
    "seat_wind": ("seat_wind", _wind),
    "riichi": ("riichi", _maybe(_riichi)),
    "ippatsu": ("ippatsu", _flag),
    "last_tile": ("last_tile", _flag),
    "after_kan": ("after_kan", _flag),
    "robbing_kan": ("robbing_kan", _flag),
    "first_turn": ("first_turn", _flag),
    "dora_indicators": ("dora_indicators", _tiles),
    "ura_indicators": ("ura_indicators", _tiles),
    "honba": ("honba", _counter),
    "riichi_sticks": ("riichi_sticks", _counter),
    "consecutive_wins": ("consecutive_wins", _counter),
}
_REQUIRED = ("concealed", "win_tile", "win", "round_wind", "seat_wind")


def win_from_json(value: object) -> Win:
    """The win that an object of the exchange format describes.

    Raises HandError (with the field) for a missing, unknown or malformed field; whether the win is possible at all is
    judged when it is scored.
    """
    parts = _object(value, None, _WIN_FIELDS, _REQUIRED)
    return Win(**{name: parse(parts[key], key) for key, (name, parse) in _WIN_FIELDS.items() if key in parts})


def win_to_json(win: Win) -> Json:
    """A win as an object of the exchange format, consecutive_wins only where there are any; it reads back as it was."""
    found: Json = {
        "concealed": tiles_name(win.concealed),
        "melds": [_meld_to_json(meld) for meld in win.melds],
        "win_tile": tile_name(win.win_tile),
        "win": "tsumo" if win.tsumo else "ron",
        "round_wind": win.round_wind.name,
        "seat_wind": win.seat_wind.name,
        "riichi": win.riichi,
        "ippatsu": win.ippatsu,
        "last_tile": win.last_tile,
        "after_kan": win.after_kan,
        "robbing_kan": win.robbing_kan,
        "first_turn": win.first_turn,
        "dora_indicators": tiles_name(win.dora_indicators),
        "ura_indicators": tiles_name(win.ura_indicators),
        "honba": win.honba,
        "riichi_sticks": win.riichi_sticks,
    }
    if win.consecutive_wins:
        found["consecutive_wins"] = win.consecutive_wins
    return found


def _meld_to_json(meld: Meld) -> Json:
    found: Json = {"kind": meld.kind, "tiles": tiles_name(meld.tiles)}
    if meld.called is not None:
        found["called"] = tile_name(meld.called)
    if meld.source is not None:
        found["from"] = meld.source
    return found


def score_to_json(scored: Score) -> Json:
    """A score as the result object of the exchange format."""
    best = scored.best
    return {
        "han": best.han,
        "fu": best.fu,
        "fu_sum": best.fu_sum,
        "yakuman": best.yakuman,
        "limit": best.limit,
        "yaku": _yaku_to_json(best),
        "fu_items": [fu_item_to_json(item) for item in best.fu_items],
        "base_points": best.base_points,
        "payment": payment_to_json(best.payment),
        "points": best.points,
        "received": scored.received,
        "reading": _reading_to_json(best.reading),
        "readings": [_count_to_json(count, best) for count in scored.counts],
    }


def _count_to_json(count: Count, best: Count) -> Json:
    """One reading; ``lesser`` says in which respect it falls behind the one that is paid, null for that one."""
    return {
        **_reading_to_json(count.reading),
        "han": count.han,
        "fu": count.fu,
        "fu_sum": count.fu_sum,
        "yakuman": count.yakuman,
        "limit": count.limit,
        "yaku": _yaku_to_json(count),
        "fu_items": [fu_item_to_json(item) for item in count.fu_items],
        "base_points": count.base_points,
        "payment": payment_to_json(count.payment),
        "points": count.points,
        "lesser": None if count is best else lesser(best, count),
    }


def _yaku_to_json(count: Count) -> list[Json]:
    return [{"name": name, "han": han} for name, han in count.yaku]


def payment_to_json(payment: tuple[Share, ...]) -> dict[str, int]:
    """Points by payer: discarder, or each, or dealer and non_dealer."""
    return {share.payer.value: share.points for share in payment}


def fu_item_to_json(item: FuItem) -> Json:
    """A fu item; triplets and kans name their tile and whether it is a terminal or honour."""
    found: Json = {"item": item.item, "fu": item.fu}
    if item.is_set:
        found["tile"] = tile_name(item.tiles[0])
        found["terminal_or_honour"] = item.is_terminal_or_honour
    return found


def _reading_to_json(reading: Reading) -> Json:
    return {
        "pair": None if reading.pair is None else tile_name(KIND[reading.pair]),
        "groups": [group.name for group in reading.groups],
        "wait": reading.wait,
    }


def error_to_json(error: HandError) -> Json:
    """An error as the error object of the exchange format."""
    return {"error": {"code": error.code, "field": error.field, "message": str(error)}}


def score_json(value: object, rules: Rules = TENHOU) -> Json:
    """Score an object of the exchange format; the answer is a result object or an error object, never an exception."""
    try:
        scored = score(win_from_json(value), rules)
    except HandError as error:
        return error_to_json(error)
    if isinstance(scored, NoYaku):
        return error_to_json(HandError(ErrorCode.NO_YAKU, None, "a complete hand, but without a yaku it may not win"))
    return score_to_json(scored)
