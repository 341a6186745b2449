"""What cannot happen at a table: each impossible win is refused with a code of its own."""

from collections.abc import Iterator

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.tally import ONE, Tally, room, too_many
from trainer.mahjong.tiles import KIND, RED_FIVES, Tile, tile_name

MOST_INDICATORS = 5
"""One, and one more for each of the four kans a hand can see."""

_RED_FIVES_IN_SET = {0: (0, 0, 0), 3: (1, 1, 1), 4: (1, 2, 1)}
"""For each value of the rules' red_fives how many of m, p and s there are."""

_ROOM = {option: room(red_fives) for option, red_fives in _RED_FIVES_IN_SET.items()}


def check_win(win: Win, whole: Tally, rules: Rules) -> None:
    """Raise HandError when the tiles or the circumstances of a win, all its tiles counted, contradict each other."""
    (
        concealed,
        _win_tile,
        _tsumo,
        _round_wind,
        _seat_wind,
        melds,
        riichi,
        ippatsu,
        last_tile,
        after_kan,
        robbing_kan,
        first_turn,
        dora,
        ura,
        *_counters,
    ) = win
    if len(concealed) != 13 - 3 * len(melds):
        wanted = 13 - 3 * len(melds)
        raise HandError(
            ErrorCode.WRONG_TILE_COUNT,
            "concealed",
            f"{len(concealed)} concealed tiles where {wanted} are needed beside {len(melds)} melds",
            count=len(concealed),
            wanted=wanted,
        )
    if len(dora) > MOST_INDICATORS or (ura and (riichi is None or len(ura) != len(dora))):
        raise _indicators_error(win)
    for tile in dora:
        whole += ONE[tile]
    for tile in ura:
        whole += ONE[tile]
    if too_many(whole, _ROOM[rules.red_fives]):
        raise _copies_error(win, _RED_FIVES_IN_SET[rules.red_fives])
    # A riichi without melds contradicts nothing by itself.
    if last_tile or after_kan or robbing_kan or first_turn or (riichi and melds) or (ippatsu and not riichi):
        _check_circumstances(win)


def _indicators_error(win: Win) -> HandError:
    dora, ura = len(win.dora_indicators), len(win.ura_indicators)
    if dora > MOST_INDICATORS:
        message = f"{dora} dora indicators; five at most"
        return HandError(ErrorCode.INDICATOR_COUNT, "dora_indicators", message, count=dora)
    if win.riichi is None:
        message = "ura dora are turned over only after riichi"
        return HandError(ErrorCode.URA_WITHOUT_RIICHI, "ura_indicators", message)
    message = f"{ura} ura indicators beside {dora} dora indicators"
    return HandError(ErrorCode.INDICATOR_COUNT, "ura_indicators", message, count=ura)


def _copies_error(win: Win, most: tuple[int, ...]) -> HandError:
    """The first tile too many, in the order of the fields."""
    seen: list[Tile] = []
    for field, tile in _tiles_by_field(win):
        seen.append(tile)
        if sum(KIND[other] == KIND[tile] for other in seen) > 4:
            name = tile_name(KIND[tile])
            return HandError(ErrorCode.TOO_MANY_COPIES, field, f"five copies of {name}", tile=name)
        if tile in RED_FIVES and seen.count(tile) > most[tile - RED_FIVES[0]]:
            name, held = tile_name(tile), most[tile - RED_FIVES[0]]
            return HandError(ErrorCode.TOO_MANY_RED_FIVES, field, f"more than {held} of {name}", tile=name, count=held)
    raise AssertionError("called for tiles of which there are too many")


def _tiles_by_field(win: Win) -> Iterator[tuple[str, Tile]]:
    yield from (("concealed", tile) for tile in win.concealed)
    yield from (("melds", tile) for meld in win.melds for tile in meld.tiles)
    yield "win_tile", win.win_tile
    yield from (("dora_indicators", tile) for tile in win.dora_indicators)
    yield from (("ura_indicators", tile) for tile in win.ura_indicators)


def _check_circumstances(win: Win) -> None:
    if win.riichi is not None and not win.is_closed:
        raise HandError(ErrorCode.RIICHI_WITH_OPEN_HAND, "riichi", "riichi needs a closed hand")
    if win.ippatsu and win.riichi is None:
        raise HandError(ErrorCode.IPPATSU_WITHOUT_RIICHI, "ippatsu", "ippatsu needs riichi")
    if win.after_kan:
        if not win.tsumo:
            raise HandError(
                ErrorCode.AFTER_KAN_WITH_RON, "after_kan", "the replacement tile of a kan is drawn, not called"
            )
        if not any(meld.is_kan for meld in win.melds):
            raise HandError(
                ErrorCode.AFTER_KAN_WITHOUT_KAN, "after_kan", "there is no kan to draw a replacement tile for"
            )
        if win.ippatsu:
            raise HandError(ErrorCode.IPPATSU_AFTER_KAN, "ippatsu", "a kan ends the chance of ippatsu")
    if win.robbing_kan:
        if win.tsumo:
            raise HandError(ErrorCode.ROBBING_KAN_WITH_TSUMO, "robbing_kan", "a robbed kan is a ron")
        won = KIND[win.win_tile]
        if sum(KIND[tile] == won for _field, tile in _tiles_by_field(win)) > 1:
            raise HandError(
                ErrorCode.ROBBING_KAN_IMPOSSIBLE,
                "robbing_kan",
                f"another {tile_name(won)} is in sight, so nobody can have made a kan of it",
                tile=tile_name(won),
            )
    if win.last_tile and (win.after_kan or win.first_turn or win.robbing_kan):
        raise HandError(
            ErrorCode.LAST_TILE_CONFLICT, "last_tile", "the last tile is neither of a kan nor of the first turn"
        )
    if win.first_turn:
        if win.melds or win.riichi is not None or win.robbing_kan:
            raise HandError(
                ErrorCode.FIRST_TURN_CONFLICT, "first_turn", "a first-turn win has no meld and no riichi before it"
            )
        if win.is_dealer and not win.tsumo:
            raise HandError(
                ErrorCode.FIRST_TURN_CONFLICT, "first_turn", "the dealer draws before anyone can discard to him"
            )
