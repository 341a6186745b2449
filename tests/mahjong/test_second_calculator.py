"""The PyPI package ``mahjong`` and our scorer, asked about the same hands."""

import random
from typing import Any

import pytest

from tests.mahjong.second_calculator import agree, known_fault, our_opinion, second_opinion
from tests.mahjong.vectors import recorded
from trainer.mahjong.exchange import win_from_json, win_to_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules, changed
from trainer.mahjong.scoring import score
from trainer.teaching.generate import Mode, Order, generate

GENERATED = 20_000
RULE_SETS = {
    "tenhou": TENHOU,
    "kiriage": Rules(kiriage=True),
    "double_yakuman": Rules(double_yakuman=True),
    "kazoe": Rules(kazoe="sanbaiman"),
    "pinfu_tsumo": Rules(pinfu_tsumo=False),
    "open_pinfu": Rules(open_pinfu=20),
    "open_tanyao": Rules(open_tanyao=False),
    "no bonus": Rules(ippatsu=False, ura_dora=False, kan_dora=False, honba=0),
}


def _disagreement(win: Win, rules: Rules) -> Any:
    scored = score(win, rules)
    ours, theirs = our_opinion(scored), second_opinion(win, rules)
    if agree(ours, theirs) or known_fault(win, rules, scored):
        return None
    return {name: value for name, value in win_to_json(win).items() if value}, ours, theirs


def test_both_agree_on_the_recorded_wins() -> None:
    wins = [(win_from_json(win["hand"]), changed(TENHOU, win.get("rules", {}))) for win in recorded()]
    asked = [(win, rules) for win, rules in wins if rules.honba == 300]
    assert len(asked) > 500
    assert [found for win, rules in asked if (found := _disagreement(win, rules))] == []


@pytest.mark.parametrize("name", RULE_SETS)
def test_both_agree_under_changed_rules(name: str) -> None:
    wins = (win_from_json(win["hand"]) for win in recorded())
    assert [found for win in wins if (found := _disagreement(win, RULE_SETS[name]))] == []


def _generated(count: int, rules: Rules, mode: Mode) -> list[Any]:
    """The hands dealt, a seed each, on which the two disagree."""
    hands = (generate(random.Random(seed), rules, Order(mode)) for seed in range(count))
    return [wrong for win in hands if (wrong := _disagreement(win, rules))]


@pytest.mark.statistics
def test_both_agree_on_20000_mixed_hands() -> None:
    assert _generated(GENERATED, TENHOU, Mode.MIXED) == []


@pytest.mark.parametrize("mode", Mode)
def test_both_agree_on_hands_of_every_mode(mode: Mode) -> None:
    assert _generated(500, TENHOU, mode) == []


@pytest.mark.statistics
@pytest.mark.parametrize("name", RULE_SETS)
def test_both_agree_on_mixed_hands_under_changed_rules(name: str) -> None:
    assert _generated(1000, RULE_SETS[name], Mode.MIXED) == []


def test_the_known_fault_of_the_second_calculator_is_still_there() -> None:
    """When this fails the package was mended: take the fault out of ``known_fault``."""
    rules = Rules(open_pinfu=20)
    win = win_from_json(
        {
            "concealed": "34m55p678s",
            "melds": [{"kind": "chi", "tiles": "234p"}, {"kind": "chi", "tiles": "567s"}],
            "win_tile": "5m",
            "win": "tsumo",
            "round_wind": "E",
            "seat_wind": "S",
        }
    )
    scored = score(win, rules)
    ours, theirs = our_opinion(scored), second_opinion(win, rules)
    assert ours is not None
    assert theirs is not None
    # tanyao 1; 20 + 2 = 22, so 30: 500 + 300 + 300
    assert (ours.fu, ours.points) == (30, 1100)
    # 20 fu: 400 + 200 + 200
    assert (theirs.fu, theirs.points) == (20, 800)
    assert known_fault(win, rules, scored)


@pytest.mark.parametrize("options", [{"double_wind_pair": 2}, {"honba": 1500}, {"red_fives": 4}, {"renhou": "mangan"}])
def test_the_second_calculator_is_not_asked_about_rules_it_does_not_know(options: dict[str, Any]) -> None:
    win = win_from_json(recorded()[0]["hand"])
    with pytest.raises(ValueError, match="cannot be asked"):
        second_opinion(win, changed(TENHOU, options))
