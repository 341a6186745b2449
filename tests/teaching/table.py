"""What may lie on a table, judged from the exchange format alone: the hands dealt are checked against this.

Written from the rules of the game, and sharing no code with what deals the hands or refuses impossible ones.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

FULL_HAND = 13
KANS = {"daiminkan", "kakan", "ankan"}
RED_FIVES = {0: {}, 3: {"0m": 1, "0p": 1, "0s": 1}, 4: {"0m": 1, "0p": 2, "0s": 1}}
"""How many of each red five a set holds, by how many it holds in all."""


def tiles_of(text: str) -> list[str]:
    """The tiles of mpsz text, each as rank and suit."""
    assert re.fullmatch(r"([0-9]+[mps]|[1-7]+z)*", text), text
    return [rank + suit for ranks, suit in re.findall(r"([0-9]+)([mpsz])", text) for rank in ranks]


def kind(tile: str) -> str:
    """A tile without its colour."""
    return tile.replace("0", "5")


def problems(hand: Json, red_fives: int = 3) -> list[str]:
    """Everything about a win that cannot be; none for a legal one."""
    return [
        *_of_the_tiles(hand, red_fives),
        *(problem for meld in hand["melds"] for problem in _of_a_meld(meld)),
        *_of_riichi(hand),
        *_of_the_moment(hand),
        *_of_the_indicators(hand),
        *_of_the_counters(hand),
    ]


def _of_the_tiles(hand: Json, red_fives: int) -> Iterator[str]:
    seen = Counter(_everything(hand))
    kinds = Counter(map(kind, seen.elements()))
    yield from (f"{count} copies of {tile}" for tile, count in kinds.items() if count > 4)
    for tile in ("0m", "0p", "0s"):
        held = RED_FIVES[red_fives].get(tile, 0)
        if seen[tile] > held:
            yield f"{seen[tile]} of {tile} where the set holds {held}"
        # All four fives in sight must be the four of the set, its red ones among them.
        if kinds[kind(tile)] == 4 and seen[tile] != held:
            yield f"four fives with {seen[tile]} of {tile} where the set holds {held}"
    concealed = tiles_of(hand["concealed"])
    if len(concealed) != FULL_HAND - 3 * len(hand["melds"]):
        yield f"{len(concealed)} concealed tiles beside {len(hand['melds'])} melds"
    if concealed != sorted(concealed, key=_place):
        yield "the concealed tiles are not in order"
    if len(tiles_of(hand["win_tile"])) != 1:
        yield "not one winning tile"


def _place(tile: str) -> tuple[str, str, bool]:
    return tile[1], kind(tile), tile[0] != "0"


def _everything(hand: Json) -> Iterator[str]:
    """Each tile in sight."""
    yield from tiles_of(hand["win_tile"])
    yield from _besides_the_winning_tile(hand)


def _besides_the_winning_tile(hand: Json) -> Iterator[str]:
    for text in (hand["concealed"], hand["dora_indicators"], hand["ura_indicators"]):
        yield from tiles_of(text)
    for meld in hand["melds"]:
        yield from tiles_of(meld["tiles"])


def _of_a_meld(meld: Json) -> Iterator[str]:
    tiles = tiles_of(meld["tiles"])
    kinds = sorted(map(kind, tiles))
    name = f"{meld['kind']} {meld['tiles']}"
    if meld["kind"] == "chi":
        first, suit = int(kinds[0][0]), kinds[0][1]
        if kinds != [f"{first + step}{suit}" for step in range(3)] or suit == "z":
            yield f"{name} is no run"
        if meld["from"] != "left":
            yield f"{name} is called from {meld['from']}"
    elif len(set(kinds)) != 1 or len(kinds) != (4 if meld["kind"] in KANS else 3):
        yield f"{name} is no such set"
    if meld["kind"] == "ankan":
        if "called" in meld or "from" in meld:
            yield f"{name} is called"
        return
    if meld.get("called") not in tiles:
        yield f"{name} does not show which of its tiles was called"
    if meld.get("from") not in ("left", "across", "right"):
        yield f"{name} does not show whom it was called from"


def _is_closed(hand: Json) -> bool:
    return all(meld["kind"] == "ankan" for meld in hand["melds"])


def _own_kans(hand: Json) -> int:
    return sum(meld["kind"] in KANS for meld in hand["melds"])


def _of_riichi(hand: Json) -> Iterator[str]:
    if hand["riichi"] is None:
        if hand["ippatsu"]:
            yield "ippatsu without riichi"
        return
    if not _is_closed(hand):
        yield "riichi with an open hand"
    if hand["riichi"] == "double" and hand["melds"]:
        yield "a meld ended the first turn before double riichi"
    if hand["riichi_sticks"] < 1:
        yield "the winner's own stick is missing"
    if hand["ippatsu"] and hand["after_kan"]:
        yield "ippatsu after a kan"


def _of_the_moment(hand: Json) -> Iterator[str]:
    tsumo = hand["win"] == "tsumo"
    if hand["after_kan"] and not (tsumo and _own_kans(hand)):
        yield "a replacement tile without a kan, or by ron"
    if hand["robbing_kan"]:
        if tsumo:
            yield "a robbed kan by tsumo"
        if kind(hand["win_tile"]) in map(kind, _besides_the_winning_tile(hand)):
            yield "a robbed kan of a tile with another copy in sight"
    if hand["last_tile"] and (hand["after_kan"] or hand["first_turn"] or hand["robbing_kan"]):
        yield "the last tile after a kan, of a kan, or in the first turn"
    if hand["first_turn"]:
        if hand["melds"] or hand["riichi"] is not None or hand["robbing_kan"]:
            yield "a first turn with a meld or riichi before it"
        if len(tiles_of(hand["dora_indicators"])) != 1:
            yield "a kan ended the first turn"
        if not tsumo and hand["seat_wind"] == "E":
            yield "a ron of the dealer before his first draw"


def _of_the_counters(hand: Json) -> Iterator[str]:
    yield from (f"negative {field}" for field in ("honba", "riichi_sticks") if hand[field] < 0)
    others = hand["riichi_sticks"] - (hand["riichi"] is not None)
    # A stick is left on the table only by a drawn hand, which lays a counter too.
    if not hand["honba"] and others > 3:
        yield f"{others} sticks of others without a counter"
    if hand["first_turn"] and not hand["honba"] and others:
        yield "a stick in a first turn without a counter"


def _of_the_indicators(hand: Json) -> Iterator[str]:
    dora, ura = len(tiles_of(hand["dora_indicators"])), len(tiles_of(hand["ura_indicators"]))
    if not 1 + _own_kans(hand) <= dora <= 5:
        yield f"{dora} dora indicators with {_own_kans(hand)} kans of his own"
    if ura != (dora if hand["riichi"] is not None else 0):
        yield f"{ura} ura indicators beside {dora} dora indicators, riichi {hand['riichi']}"
