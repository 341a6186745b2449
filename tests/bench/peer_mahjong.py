"""The same work done with the PyPI package ``mahjong``: JSON Lines of wins in, its results out as JSON Lines."""

import sys
from pathlib import Path
from typing import Any

import msgspec
from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

WINDS = {"E": EAST, "S": SOUTH, "W": WEST, "N": NORTH}
FIRST = {"m": 0, "p": 36, "s": 72, "z": 108}
RED = {"m": 16, "p": 52, "s": 88}
MELDS = {
    "chi": (Meld.CHI, True),
    "pon": (Meld.PON, True),
    "daiminkan": (Meld.KAN, True),
    "kakan": (Meld.SHOUMINKAN, True),
    "ankan": (Meld.KAN, False),
}
TENHOU = OptionalRules(has_open_tanyao=True, has_aka_dora=True, has_double_yakuman=False)


def tile_ids(text: str, used: dict[int, int]) -> list[int]:
    """The package's ids of tiles in mpsz text, each id given once; of four fives the first is the red one."""
    ids: list[int] = []
    ranks = ""
    for character in text:
        if character.isdigit():
            ranks += character
            continue
        for rank in ranks:
            if rank == "0":
                ids.append(RED[character])
                continue
            kind = FIRST[character] + (int(rank) - 1) * 4
            next_id = used.get(kind, 1 if rank == "5" and character != "z" else 0)
            used[kind] = next_id + 1
            ids.append(kind + next_id)
        ranks = ""
    return ids


def result(hand: dict[str, Any]) -> dict[str, Any]:
    """What the package makes of a win in the exchange format."""
    used: dict[int, int] = {}
    melds = [
        Meld(MELDS[meld["kind"]][0], tile_ids(meld["tiles"], used), MELDS[meld["kind"]][1]) for meld in hand["melds"]
    ]
    concealed = tile_ids(hand["concealed"], used)
    won = tile_ids(hand["win_tile"], used)[0]
    tsumo, dealer = hand["win"] == "tsumo", hand["seat_wind"] == "E"
    answer = HandCalculator.estimate_hand_value(
        [*concealed, *(tile for meld in melds for tile in meld.tiles), won],
        won,
        melds,
        tile_ids(hand["dora_indicators"], {}),
        HandConfig(
            is_tsumo=tsumo,
            is_riichi=hand["riichi"] == "riichi",
            is_daburu_riichi=hand["riichi"] == "double",
            is_ippatsu=hand["ippatsu"],
            is_rinshan=hand["after_kan"],
            is_chankan=hand["robbing_kan"],
            is_haitei=hand["last_tile"] and tsumo,
            is_houtei=hand["last_tile"] and not tsumo,
            is_tenhou=hand["first_turn"] and tsumo and dealer,
            is_chiihou=hand["first_turn"] and tsumo and not dealer,
            player_wind=WINDS[hand["seat_wind"]],
            round_wind=WINDS[hand["round_wind"]],
            kyoutaku_number=hand["riichi_sticks"],
            tsumi_number=hand["honba"],
            options=TENHOU,
        ),
        ura_dora_indicators=tile_ids(hand["ura_indicators"], {}),
    )
    if answer.error:
        return {"error": answer.error}
    yaku = [{"name": yaku.name, "han": yaku.han_open if melds else yaku.han_closed} for yaku in answer.yaku or ()]
    return {"han": answer.han, "fu": answer.fu, "yaku": yaku, "fu_items": answer.fu_details, "cost": answer.cost}


if __name__ == "__main__":
    with Path(sys.argv[1]).open("rb") as wins:
        for line in wins:
            sys.stdout.buffer.write(msgspec.json.encode(result(msgspec.json.decode(line))) + b"\n")
