"""Hands whose worth is worked out in a line or two, for the tests of grading and diagnosis."""

from typing import Any

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Score, score

Json = dict[str, Any]


def scored(hand: Json, rules: Rules = TENHOU, **changes: Any) -> Score:
    """A hand scored, after some of its fields were changed; South in an East round unless said."""
    found = score(win_from_json({"round_wind": "E", "seat_wind": "S", **hand, **changes}), rules)
    assert isinstance(found, Score)
    return found


RIICHI = {"riichi": "riichi", "riichi_sticks": 1}

CLOSED_34: Json = {"concealed": "234m99m567p34888s", "win_tile": "5s", "win": "ron", **RIICHI}
"""20 + 10 + 4 = 34, so 40; riichi: 40 × 8 × 4 = 1280, so 1300."""

SHANPON_38: Json = {"concealed": "99m345p22444678s", "win_tile": "9m", "win": "ron", **RIICHI}
"""20 + 10 + 4 (444s) + 4 (999m, open by ron) = 38, so 40; riichi: 1300."""

TSUMO_34: Json = {"concealed": "99m567p34888s111z", "win_tile": "5s", "win": "tsumo"}
"""20 + 2 + 4 (888s) + 8 (111z) = 34, so 40, and without the 2 it is 32, so 40.

Tsumo and the round's wind: 40 × 16 = 640, so 1300 and 700.
"""

DOUBLE_WIND_34: Json = {"concealed": "223344m67s11222z", "win_tile": "8s", "win": "tsumo", "seat_wind": "E"}
"""20 + 2 + 8 (222z) + 4 (11z) = 34, so 40, and 32, so 40 with 2 for the pair."""

DOUBLE_WIND_32: Json = {"concealed": "444567m678p35s11z", "win_tile": "4s", "win": "tsumo", "seat_wind": "E"}
"""20 + 2 + 4 (444m) + 4 (11z) + 2 (3_5) = 32, so 40, and 30 with 2 for the pair; tsumo: 40 × 8 × 2 = 640."""

SEVEN_PAIRS: Json = {"concealed": "1133m2277p4466s5z", "win_tile": "5z", "win": "ron"}
"""25, and 2 han: 25 × 16 × 4 = 1600."""

TWO_WAYS: Json = {"concealed": "0556667788m456p", "win_tile": "7m", "win": "tsumo", "seat_wind": "E", **RIICHI}
"""555 666 777 88 with 40 fu or 567 567 567 88 with 20 fu, both 6 han: 6000 each.

55 567 678 678 has 30 fu and 5 han: 4000 each.
"""

ALL_HONOURS: Json = {"concealed": "1122334455667z", "win_tile": "7z", "win": "ron"}
"""Tsuuiisou: 32000, and by the formula alone 13 han and more."""
