"""Wins as tenhou.net paid them."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from tests.mahjong.vectors import recorded
from trainer.mahjong.exchange import score_json
from trainer.mahjong.fu import FuName
from trainer.mahjong.rules import TENHOU, changed
from trainer.mahjong.yaku import Yaku

Json = dict[str, Any]

SHARED = Path(__file__).parents[2].parent / "shared" / "data" / "tenhou_wins.jsonl.gz"
"""All 10,000 wins, where they lie beside the checkout."""

OUR_NAMES = {"aka_dora": "red_five", "sanshoku_doujun": "sanshoku", "ittsuu": "ittsu"}
WINDS = ("east", "south", "west", "north")
OUR_NAMES |= {f"{kind}_{wind}": f"{kind}_wind" for kind in ("round", "seat") for wind in WINDS}

NEVER_RECORDED = {
    Yaku.CHIHOU, Yaku.KOKUSHI, Yaku.KOKUSHI_13, Yaku.CHINROUTOU, Yaku.SUUKANTSU, Yaku.CHUUREN, Yaku.JUNSEI_CHUUREN,
    Yaku.SANRENKOU, Yaku.RENHOU, Yaku.SUURENKOU, Yaku.PAARENCHAN, Yaku.SHIISAN_PUUTAA,
}  # fmt: skip
"""Too rare for ten thousand wins, or unknown at Tenhou; vectors/yaku.toml and options.toml have them."""


def disagreement(win: Json) -> Json:
    """What our result says otherwise than the server; and items that do not add up."""
    rules = changed(TENHOU, win.get("rules", {}))
    expected = win["expect"]
    result = score_json(win["hand"], rules)
    if "error" in result:
        return result
    theirs = {OUR_NAMES.get(name, name) for name in expected["yaku"]}
    ours = {yaku["name"] for yaku in result["yaku"]}
    pairs = {
        "han": (result["han"], expected["han"]),
        "points": (result["points"] - win["hand"].get("honba", 0) * rules.honba, expected["points"]),
        "sum of the items": (sum(item["fu"] for item in result["fu_items"]), result["fu_sum"]),
        # the server lists ura dora after every riichi, even when there are none
        "yaku": (ours - {"ura_dora"}, theirs - {"ura_dora"}),
        "ura dora": ("ura_dora" in ours - theirs, False),
        "yakuman": (result["yakuman"] > 0, expected.get("yakuman", False)),
    }
    if not expected.get("yakuman"):
        pairs["fu"] = (result["fu"], expected["fu"])
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


def _all_disagreements(wins: list[Json]) -> list[tuple[Json, Json]]:
    return [(wrong, win) for win in wins if (wrong := disagreement(win))]


def test_the_committed_recorded_wins_are_paid_as_the_server_paid_them() -> None:
    wins = recorded()
    assert len(wins) >= 500
    assert _all_disagreements(wins) == []


def test_the_committed_recorded_wins_cover_what_occurs() -> None:
    results = [(win, score_json(win["hand"], changed(TENHOU, win.get("rules", {})))) for win in recorded()]
    yaku = {yaku["name"] for _, result in results for yaku in result["yaku"]}
    assert yaku == set(Yaku) - NEVER_RECORDED
    assert {result["fu"] for _, result in results} == {20, 25, 30, 40, 50, 60, 70, 80}
    assert {result["limit"] for _, result in results} == {None, "mangan", "haneman", "baiman", "sanbaiman", "yakuman"}
    assert {item["item"] for _, result in results for item in result["fu_items"]} == set(FuName) - {FuName.KOKUSHI}
    payments = {(win["hand"]["seat_wind"] == "E", *result["payment"]) for win, result in results}
    assert payments == {(True, "each"), (True, "discarder"), (False, "dealer", "non_dealer"), (False, "discarder")}
    assert {win.get("rules", {}).get("honba") for win, _ in results} == {None, 1500}
    assert sum(win.get("pao", False) for win, _ in results) == 4


@pytest.mark.skipif(not SHARED.exists(), reason="the folder of 10,000 recorded wins is not beside this checkout")
def test_all_ten_thousand_recorded_wins_are_paid_as_the_server_paid_them() -> None:
    with gzip.open(SHARED, "rt", encoding="utf-8") as lines:
        wins = [json.loads(line) for line in lines]
    assert len(wins) == 10_000
    assert _all_disagreements(wins) == []
