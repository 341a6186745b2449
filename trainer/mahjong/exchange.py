"""The exchange format: wins and scores as JSON objects, the field names of which other programs rely on."""

import json
from functools import lru_cache
from typing import Any, TypeVar

from trainer.mahjong.errors import ErrorCode, HandError, NotationError
from trainer.mahjong.fu import SET_ITEMS, FuItem
from trainer.mahjong.groups import Group
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.points import Limit, Share
from trainer.mahjong.readings import Reading
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Count, NoYaku, Score, lesser, score
from trainer.mahjong.tiles import KINDS, TILE_NAMES, Tile, parse_tiles, tile_name, tiles_name
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import YakuHan

Json = dict[str, Any]

_Member = TypeVar("_Member")

MOST_COUNTERS = 10_000
"""Honba, sticks and wins in a row above this are a slip of the hand, not a game."""


def _tiles(value: object, field: str) -> tuple[Tile, ...]:
    if not isinstance(value, str):
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is text")
    try:
        return parse_tiles(value)
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


def _member(value: object, field: str, members: dict[str, _Member]) -> _Member:
    member = members.get(value) if isinstance(value, str) else None
    if member is None:
        raise HandError(ErrorCode.BAD_VALUE, field, f"{field} is one of {', '.join(members)}")
    return member


_WINDS = dict(Wind.__members__)
_MELD_KINDS = {kind.value: kind for kind in MeldKind}
_SOURCES = {source.value: source for source in Source}
_RIICHI = {riichi.value: riichi for riichi in Riichi}
_WIN_BY = {"ron": False, "tsumo": True}


def _object(value: object, field: str | None, known: frozenset[str], required: frozenset[str]) -> Json:
    if not isinstance(value, dict):
        whose = "a win is an object" if field is None else f"{field} are objects"
        raise HandError(ErrorCode.BAD_VALUE, field, f"{whose} of named fields")
    if not value.keys() <= known:
        name = str(next(name for name in value if name not in known))[:40]
        raise HandError(ErrorCode.UNKNOWN_FIELD, name, f"there is no field {name!r}", name=name)
    if not required <= value.keys():
        name = next(name for name in sorted(required) if name not in value)
        raise HandError(ErrorCode.MISSING_FIELD, name, f"{name} is missing", name=name)
    return value


def _melds(value: object) -> tuple[Meld, ...]:
    if not isinstance(value, list):
        raise HandError(ErrorCode.BAD_VALUE, "melds", "melds is a list")
    if len(value) > 4:
        message = f"{len(value)} melds; four at most"
        raise HandError(ErrorCode.WRONG_TILE_COUNT, "melds", message, count=len(value), wanted=4)
    return tuple([_meld(meld) for meld in value])


def _meld(value: object) -> Meld:
    parts = _object(value, "melds", _MELD_FIELDS, _MELD_REQUIRED)
    called, source = parts.get("called"), parts.get("from")
    return Meld(
        _member(parts["kind"], "melds", _MELD_KINDS),
        _tiles(parts["tiles"], "melds"),
        None if called is None else _tile(called, "melds"),
        None if source is None else _member(source, "melds", _SOURCES),
    )


_MELD_FIELDS = frozenset({"kind", "tiles", "called", "from"})
_MELD_REQUIRED = frozenset({"kind", "tiles"})
_WIN_REQUIRED = frozenset({"concealed", "win_tile", "win", "round_wind", "seat_wind"})
_WIN_FIELDS = _WIN_REQUIRED | {
    *("melds", "riichi", "ippatsu", "last_tile", "after_kan", "robbing_kan", "first_turn"),
    *("dora_indicators", "ura_indicators", "honba", "riichi_sticks", "consecutive_wins"),
}


def win_from_json(value: object) -> Win:
    """The win that an object of the exchange format describes.

    Raises HandError (with the field) for a missing, unknown or malformed field; whether the win is possible at all is
    judged when it is scored.
    """
    parts = _object(value, None, _WIN_FIELDS, _WIN_REQUIRED)
    get = parts.get
    riichi = get("riichi")
    return Win(
        _tiles(parts["concealed"], "concealed"),
        _tile(parts["win_tile"], "win_tile"),
        _member(parts["win"], "win", _WIN_BY),
        _member(parts["round_wind"], "round_wind", _WINDS),
        _member(parts["seat_wind"], "seat_wind", _WINDS),
        _melds(get("melds", [])),
        None if riichi is None else _member(riichi, "riichi", _RIICHI),
        _flag(get("ippatsu", False), "ippatsu"),
        _flag(get("last_tile", False), "last_tile"),
        _flag(get("after_kan", False), "after_kan"),
        _flag(get("robbing_kan", False), "robbing_kan"),
        _flag(get("first_turn", False), "first_turn"),
        _tiles(get("dora_indicators", ""), "dora_indicators"),
        _tiles(get("ura_indicators", ""), "ura_indicators"),
        _counter(get("honba", 0), "honba"),
        _counter(get("riichi_sticks", 0), "riichi_sticks"),
        _counter(get("consecutive_wins", 0), "consecutive_wins"),
    )


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


def score_text(scored: Score) -> str:
    """A score as the text of the result object of the exchange format."""
    best = scored.counts[0]
    shape, worth = _shape_text(best.reading), _worth_text(best)
    others = ""
    for count in scored.counts[1:]:
        others += f',{{{_shape_text(count.reading)},{_worth_text(count)},"lesser":"{lesser(best, count)}"}}'
    return (
        f'{{{worth},"received":{scored.received},"reading":{{{shape}}},'
        f'"readings":[{{{shape},{worth},"lesser":null}}{others}]}}'
    )


def score_to_json(scored: Score) -> Json:
    """A score as the result object of the exchange format."""
    result: Json = json.loads(score_text(scored))
    return result


def _shape_text(reading: Reading) -> str:
    """The fields that say how the tiles are read."""
    groups = ",".join(map(_NAMES.__getitem__, reading.groups))
    return f'"pair":{_PAIRS[reading.pair]},"groups":[{groups}],"wait":{_WORDS[reading.completion[1]]}'


def _worth_text(count: Count) -> str:
    """The fields that say what a reading is worth."""
    _reading, yaku, han, yakuman, items, fu_sum, fu, base, limit, payment, points = count
    size, paid = _numbers_text(han, fu, fu_sum, yakuman, limit, base, payment, points)
    return f"{size},{_yaku_text(yaku)},{_items_text(items)},{paid}"


class _Names(dict[Group, str]):
    """The name of each group as JSON text."""

    def __missing__(self, group: Group) -> str:
        self[group] = name = f'"{group.name}"'
        return name


_NAMES = _Names()
_PAIRS: dict[Tile | None, str] = {None: "null"} | {kind: f'"{TILE_NAMES[kind]}"' for kind in KINDS}
_WORDS: dict[Wait | Limit | None, str] = {None: "null"} | {word: f'"{word}"' for word in (*Wait, *Limit)}


# What many hands have in common is written once.
@lru_cache(maxsize=8192)
def _numbers_text(
    han: int,
    fu: int,
    fu_sum: int,
    yakuman: int,
    limit: Limit | None,
    base: int,
    payment: tuple[Share, ...],
    points: int,
) -> tuple[str, str]:
    shares = ",".join(f'"{payer}":{share}' for payer, share in payment_to_json(payment).items())
    return (
        f'"han":{han},"fu":{fu},"fu_sum":{fu_sum},"yakuman":{yakuman},"limit":{_WORDS[limit]}',
        f'"base_points":{base},"payment":{{{shares}}},"points":{points}',
    )


@lru_cache(maxsize=8192)
def _yaku_text(yaku: tuple[YakuHan, ...]) -> str:
    return f'"yaku":[{",".join(map(_han_text, yaku))}]'


@lru_cache(maxsize=1024)
def _han_text(yaku: YakuHan) -> str:
    name, han = yaku
    return f'{{"name":"{name}","han":{han}}}'


@lru_cache(maxsize=8192)
def _items_text(items: tuple[FuItem, ...]) -> str:
    return f'"fu_items":[{",".join(map(_item_text, items))}]'


@lru_cache(maxsize=1024)
def _item_text(item: FuItem) -> str:
    return json.dumps(fu_item_to_json(item), separators=(",", ":"))


def payment_to_json(payment: tuple[Share, ...]) -> dict[str, int]:
    """Points by payer: discarder, or each, or dealer and non_dealer."""
    return {payer.value: points for payer, points, _players in payment}


def fu_item_to_json(item: FuItem) -> Json:
    """A fu item; triplets and kans name their tile and whether it is a terminal or honour."""
    name, fu, tiles = item
    if name not in SET_ITEMS:
        return {"item": name, "fu": fu}
    return {"item": name, "fu": fu, "tile": TILE_NAMES[tiles[0]], "terminal_or_honour": item.is_terminal_or_honour}


def no_yaku() -> HandError:
    """The error that stands for a hand without a yaku where only results and errors can be told apart."""
    return HandError(ErrorCode.NO_YAKU, None, "a complete hand, but without a yaku it may not win")


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
        return error_to_json(no_yaku())
    return score_to_json(scored)
