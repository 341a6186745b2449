"""What cannot happen at a table: each impossible win is refused with a code of its own."""

from collections.abc import Iterator
from operator import gt

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.tally import RANKS, Tally, add_tiles, any_fifth, reds
from trainer.mahjong.tiles import KIND, RED_FIVES, Tile, tile_name

MOST_INDICATORS = 5
"""One, and one more for each of the four kans a hand can see."""

_RED_FIVES_IN_SET = {0: (0, 0, 0), 3: (1, 1, 1), 4: (1, 2, 1)}


def check_win(win: Win, tally: Tally, rules: Rules) -> None:
    """Raise HandError when the tiles or the circumstances of a win, counted in ``tally``, contradict each other."""
    wanted = 13 - 3 * len(win.melds)
    if len(win.concealed) != wanted:
        raise HandError(
            ErrorCode.WRONG_TILE_COUNT,
            "concealed",
            f"{len(win.concealed)} concealed tiles where {wanted} are needed beside {len(win.melds)} melds",
            count=len(win.concealed),
            wanted=wanted,
        )
    _check_indicators(win)
    _check_copies(win, tally, rules)
    if win.last_tile or win.after_kan or win.robbing_kan or win.first_turn or win.riichi or win.ippatsu:
        _check_circumstances(win)


def _check_indicators(win: Win) -> None:
    dora, ura = len(win.dora_indicators), len(win.ura_indicators)
    if dora > MOST_INDICATORS:
        raise HandError(
            ErrorCode.INDICATOR_COUNT, "dora_indicators", f"{dora} dora indicators; five at most", count=dora
        )
    if not ura:
        return
    if win.riichi is None:
        raise HandError(ErrorCode.URA_WITHOUT_RIICHI, "ura_indicators", "ura dora are turned over only after riichi")
    if ura != dora:
        raise HandError(
            ErrorCode.INDICATOR_COUNT,
            "ura_indicators",
            f"{ura} ura indicators beside {dora} dora indicators",
            count=ura,
        )


def _check_copies(win: Win, tally: Tally, rules: Rules) -> None:
    """At most four of a kind, and as many of them red as the set holds, indicators counted."""
    suits = add_tiles(tally.whole.copy(), win.dora_indicators + win.ura_indicators)
    m, p, s, _z = suits
    most = _RED_FIVES_IN_SET[rules.red_fives]
    if any_fifth(suits) or ((m > RANKS or p > RANKS or s > RANKS) and any(map(gt, reds(suits), most))):
        raise _copies_error(win, most)


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
