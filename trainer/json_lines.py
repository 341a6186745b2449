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

_WINDS = dict(Wind.__members__)


def _said(description: str, **schema: Any) -> msgspec.Meta:
    """What the document of the API says of a field; nothing of it slows the reading."""
    return msgspec.Meta(description=description, extra_json_schema=schema)


_Counter = Annotated[int, msgspec.Meta(ge=0, le=MOST_COUNTERS)]
_WindName = Literal["E", "S", "W", "N"]
_Tile = Annotated[str, _said("One tile in mpsz text; 0 is a red five.", pattern="^([0-9][mps]|[1-7]z)$")]
_Tiles = Annotated[
    str, _said("Tiles in mpsz text: 340m is 3, 4 and the red 5 of characters.", pattern="^([0-9]+[mps]|[1-7]+z)*$")
]


class MeldObject(msgspec.Struct, forbid_unknown_fields=True, frozen=True, gc=False):
    """A called group or a closed kan."""

    kind: MeldKind
    tiles: Annotated[_Tiles, _said("Three tiles, or four for a kan.")]
    called: Annotated[_Tile | None, _said("The claimed tile, where known; none for ankan.")] = None
    source: Annotated[Source | None, _said("Seen from the winner; chi only from the left, ankan from nobody.")] = (
        msgspec.field(default=None, name="from")
    )


class WinObject(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A winning hand with everything around it that scoring needs."""

    concealed: Annotated[_Tiles, _said("The hand without the winning tile and without melds: 13 less 3 for each meld.")]
    win_tile: _Tile
    win: Literal["ron", "tsumo"]
    round_wind: _WindName
    seat_wind: Annotated[_WindName, _said("The dealer sits E.")]
    melds: Annotated[tuple[MeldObject, ...], msgspec.Meta(max_length=4)] = ()
    riichi: Riichi | None = None
    ippatsu: bool = False
    last_tile: Annotated[bool, _said("Haitei by tsumo, houtei by ron.")] = False
    after_kan: Annotated[bool, _said("Rinshan kaihou.")] = False
    robbing_kan: Annotated[bool, _said("Chankan.")] = False
    first_turn: Annotated[bool, _said("Tenhou, chihou, or by ron renhou, which counts where the rules allow it.")] = (
        False
    )
    dora_indicators: Annotated[_Tiles, _said("The indicators turned over, in order, not the dora themselves.")] = ""
    ura_indicators: _Tiles = ""
    honba: Annotated[_Counter, _said("Counters on the table that this winner is paid for.")] = 0
    riichi_sticks: Annotated[_Counter, _said("Deposits this winner collects, his own included.")] = 0
    consecutive_wins: Annotated[_Counter, _said("Matters only where paarenchan is on.")] = 0


_typed = msgspec.json.Decoder(WinObject).decode
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


def _win(given: WinObject) -> tuple[Win, Tally]:
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
def _meld(given: MeldObject) -> Meld:
    """The meld; there are so few different ones that each is made once."""
    called = None if given.called is None else parse_tile(given.called)
    return Meld(given.kind, parse_tiles(given.tiles), called, given.source)


_one_tile = lru_cache(maxsize=64)(parse_tile)
_few_tiles = lru_cache(maxsize=4096)(parse_tiles)
