"""The exchange format a line at a time, as fast as it goes: JSON Lines of wins in, of results out.

A line is read straight into typed fields; one that does not fit goes the long way through ``exchange``, which says what
is wrong with it.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, Literal

import msgspec

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.exchange import MOST_COUNTERS, error_to_json, no_yaku, score_text, win_from_json
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.makers import maker
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.mahjong.tally import Tally, parse_counted
from trainer.mahjong.tiles import parse_tile, parse_tiles

_Counter = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTERS)]
_WindName = Literal["E", "S", "W", "N"]
_WINDS = dict(Wind.__members__)


class _Meld(msgspec.Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    kind: MeldKind
    tiles: str
    called: str | None = None
    source: Source | None = msgspec.field(default=None, name="from")


class _Win(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    concealed: str
    win_tile: str
    win: Literal["ron", "tsumo"]
    round_wind: _WindName
    seat_wind: _WindName
    melds: Annotated[tuple[_Meld, ...], msgspec.Meta(max_length=4)] = ()
    riichi: Riichi | None = None
    ippatsu: bool = False
    last_tile: bool = False
    after_kan: bool = False
    robbing_kan: bool = False
    first_turn: bool = False
    dora_indicators: str = ""
    ura_indicators: str = ""
    honba: _Counter = 0
    riichi_sticks: _Counter = 0
    consecutive_wins: _Counter = 0


_typed = msgspec.json.Decoder(_Win).decode
_encode = msgspec.json.Encoder().encode


def score_lines(lines: Iterable[bytes], rules: Rules) -> tuple[bytes, bool]:
    """The results of lines as lines, blank ones left out, and whether all were scored; others are error objects."""
    answers, all_scored = [], True
    for line in lines:
        if line.strip():
            answer, scored = score_line(line, rules)
            answers.append(answer)
            all_scored &= scored
    return "".join(answers).encode(), all_scored


def score_line(line: bytes, rules: Rules) -> tuple[str, bool]:
    """The result of a line as a line, and whether it was scored; otherwise it is an error object."""
    try:
        scored = _scored(line, rules)
        if isinstance(scored, NoYaku):
            raise no_yaku()
    except HandError as error:
        return json_line(error_to_json(error)).decode(), False
    return score_text(scored) + "\n", True


def json_line(value: Any) -> bytes:
    """A value as a line of JSON."""
    return _encode(value) + b"\n"


def _scored(line: bytes, rules: Rules) -> Score | NoYaku:
    try:
        win, concealed = _win(_typed(line))
    except (msgspec.DecodeError, HandError):
        # What the typed way refuses is read again for its error, which names the field.
        return score(win_from_json(_untyped(line)), rules)
    return score(win, rules, concealed)


def _untyped(line: bytes) -> object:
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise HandError(ErrorCode.BAD_JSON, None, f"the line is not JSON: {error}") from error


def _win(given: _Win) -> tuple[Win, Tally]:
    tiles, tally = parse_counted(given.concealed)
    fields = (
        tiles,
        _one_tile(given.win_tile),
        given.win == "tsumo",
        _WINDS[given.round_wind],
        _WINDS[given.seat_wind],
        tuple(map(_meld, given.melds)),
        given.riichi,
        given.ippatsu,
        given.last_tile,
        given.after_kan,
        given.robbing_kan,
        given.first_turn,
        _few_tiles(given.dora_indicators),
        _few_tiles(given.ura_indicators),
        given.honba,
        given.riichi_sticks,
        given.consecutive_wins,
    )
    return _made(fields), tally


_made = maker(Win)


@lru_cache(maxsize=4096)
def _meld(given: _Meld) -> Meld:
    """The meld; there are so few different ones that each is made once."""
    called = None if given.called is None else parse_tile(given.called)
    return Meld(given.kind, parse_tiles(given.tiles), called, given.source)


_one_tile = lru_cache(maxsize=64)(parse_tile)
_few_tiles = lru_cache(maxsize=4096)(parse_tiles)
