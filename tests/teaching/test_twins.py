"""Minimal pairs: twins differ in one thing, are legal, and have another answer because of the rules they name."""

from collections import Counter
from random import Random

import pytest

from tests.teaching.hands import CLOSED_34, DOUBLE_WIND_32, RIICHI, SHANPON_38, Json, scored
from tests.teaching.table import problems
from trainer.mahjong.exchange import win_from_json, win_to_json
from trainer.mahjong.hand import MeldKind, Win
from trainer.mahjong.rules import TENHOU, Rules, preset
from trainer.mahjong.scoring import Count, NoYaku, Score, score
from trainer.mahjong.tiles import parse_tile
from trainer.teaching.generate import ImpossibleOrder, Level, Mode, NoHand, Obstacle, Order, generate
from trainer.teaching.order import possible_rule_types
from trainer.teaching.rule_types import RuleType
from trainer.teaching.twins import WITH_TWINS, Change, Twin, twins, what_changes


def twin_of(one: Score, change: Change, **fields: object) -> Twin:
    """The only twin with this change and these fields."""
    (found,) = (
        twin
        for twin in twins(one.win, one.rules)
        if twin.change is change and all(getattr(twin.win, name) == value for name, value in fields.items())
    )
    return found


def best_of(win: Win) -> Count:
    found = score(win)
    assert isinstance(found, Score)
    return found.best


# --- worked out by hand ----------------------------------------------------------------------------------------------


def test_by_tsumo_the_ten_of_a_closed_ron_are_missing() -> None:
    """20 + 10 + 4 = 34, so 40, by ron; 20 + 2 + 4 = 26, so 30, by tsumo."""
    twin = twin_of(scored(CLOSED_34), Change.WIN_BY)
    assert (twin.win.tsumo, best_of(twin.win).fu) == (True, 30)
    assert {RuleType.MENZEN_RON, RuleType.PAYMENT_SPLIT} <= set(twin.rule_types)
    assert RuleType.WAIT not in twin.rule_types


def test_a_pinfu_has_30_by_ron_and_20_by_tsumo_where_the_rules_say_so() -> None:
    pinfu: Json = {"concealed": "234m99m567p34678s", "win_tile": "5s", "win": "ron", **RIICHI}
    assert RuleType.PINFU_TSUMO in twin_of(scored(pinfu), Change.WIN_BY).rule_types
    assert RuleType.PINFU_TSUMO not in twin_of(scored(pinfu, Rules(pinfu_tsumo=False)), Change.WIN_BY).rule_types


def test_from_another_seat_a_pair_of_both_winds_is_worth_half() -> None:
    """32 with 4 fu for the pair, so 40; 30 where it is the round's wind only."""
    found = [twin for twin in twins(scored(DOUBLE_WIND_32).win) if twin.change is Change.SEAT]
    assert [best_of(twin.win).fu for twin in found] == [30, 30, 30]
    assert all({RuleType.DOUBLE_WIND, RuleType.DEALER} <= set(twin.rule_types) for twin in found)


def test_another_winning_tile_makes_another_wait() -> None:
    """9m completes a triplet, open by ron: 38. By 4p it is closed, and the wait a kanchan: 20 + 10 + 8 + 4 + 2 = 44."""
    twin = twin_of(scored(SHANPON_38), Change.WIN_TILE, win_tile=parse_tile("4p"))
    assert best_of(twin.win).fu_sum == 44
    assert RuleType.SHANPON in twin.rule_types
    assert RuleType.WAIT not in twin.rule_types, "42 without the wait is 50 too"


def test_a_closed_triplet_is_worth_half_when_called() -> None:
    """20 + 2 + 8 + 8 = 38; 20 + 2 + 4 + 8 = 34 with a triplet called. Any call loses the han of a closed tsumo."""
    hand: Json = {"concealed": "234m99m34s111555z", "win_tile": "5s", "win": "tsumo"}
    called = [twin for twin in twins(scored(hand).win) if twin.change is Change.CALLED]
    assert [(twin.win.melds[0].kind, best_of(twin.win).fu_sum) for twin in called] == [
        (MeldKind.CHI, 38),
        (MeldKind.PON, 34),
        (MeldKind.PON, 34),
    ]


def test_a_closed_kan_is_worth_half_when_open() -> None:
    """By tsumo 20 + 2 + 32 = 54, so 60, and 38, so 40."""
    hand: Json = {"concealed": "23499m34s567p", "win_tile": "5s", "win": "tsumo"}
    one = scored(hand, melds=[{"kind": "ankan", "tiles": "5555z"}])
    (twin,) = (
        twin for twin in twins(one.win) if twin.change is Change.CALLED and twin.win.melds[0].kind is MeldKind.DAIMINKAN
    )
    assert (one.best.fu, best_of(twin.win).fu) == (60, 40)
    assert RuleType.KAN in twin.rule_types
    back = twins(twin.win)
    assert one.win in [other.win for other in back if other.change is Change.CALLED]


def test_a_hand_in_riichi_has_no_twin_that_is_called() -> None:
    assert {twin.change for twin in twins(scored(CLOSED_34).win)} == {Change.WIN_BY, Change.SEAT}


def test_a_hand_without_a_yaku_has_no_twins() -> None:
    win = win_from_json({**CLOSED_34, "riichi": None, "riichi_sticks": 0, "round_wind": "E", "seat_wind": "S"})
    assert isinstance(score(win), NoYaku)
    assert twins(win) == ()


# --- whatever is dealt -----------------------------------------------------------------------------------------------

FIELDS = {
    Change.WIN_BY: {"tsumo"},
    Change.CALLED: {"concealed", "melds"},
    Change.WIN_TILE: {"concealed", "win_tile"},
    Change.SEAT: {"seat_wind"},
}


@pytest.mark.parametrize(
    "rules", [TENHOU, preset("m_league"), Rules(aotenjou=True)], ids=["tenhou", "m_league", "aotenjou"]
)
def test_twins_of_dealt_hands_are_legal_differ_in_one_thing_and_have_another_answer(rules: Rules) -> None:
    random = Random(90)
    changes: Counter[Change] = Counter()
    for _ in range(40):
        win = generate(random, rules)
        ours = score(win, rules)
        assert isinstance(ours, Score)
        for twin in twins(win, rules):
            theirs = score(twin.win, rules)
            assert isinstance(theirs, Score)
            assert problems(win_to_json(twin.win), rules.red_fives) == []
            assert {name for name in Win._fields if getattr(win, name) != getattr(twin.win, name)} <= FIELDS[
                twin.change
            ]
            assert (ours.best.fu, ours.best.payment) != (theirs.best.fu, theirs.best.payment)
            assert twin.rule_types
            if twin.change is not Change.SEAT:
                assert sorted(win.tiles) == sorted(twin.win.tiles) or twin.change is Change.CALLED
            changes[twin.change] += 1
    assert min(changes[change] for change in Change) > 10


@pytest.mark.parametrize("rule_type", sorted(WITH_TWINS))
def test_a_pair_can_be_dealt_about_every_rule_that_twins_are_about(rule_type: RuleType) -> None:
    random = Random(91)
    for _ in range(3):
        win, twin = what_changes(random, TENHOU, Order(Mode.EDGE, focus=(rule_type,)))
        assert rule_type in twin.rule_types
        assert twin in twins(win)


def test_no_dealt_hand_has_a_twin_about_another_rule() -> None:
    random = Random(92)
    found = {rule_type for _ in range(150) for twin in twins(generate(random)) for rule_type in twin.rule_types}
    assert found == WITH_TWINS


def test_pairs_come_at_every_level_by_seed() -> None:
    for level in Level:
        order = Order(level=level)
        assert what_changes(Random(93), TENHOU, order) == what_changes(Random(93), TENHOU, order)


@pytest.mark.parametrize(
    "rule_type", [kind for kind in possible_rule_types(Order(Mode.EDGE), TENHOU) if kind not in WITH_TWINS]
)
def test_a_focus_that_no_twin_is_about_is_refused_at_once(rule_type: RuleType) -> None:
    with pytest.raises(ImpossibleOrder) as raised:
        what_changes(Random(0), TENHOU, Order(Mode.EDGE, focus=(rule_type,)))
    assert raised.value.obstacle is Obstacle.NO_TWIN


def test_looking_for_a_pair_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trainer.teaching.twins.twins", lambda _win, _rules: ())
    with pytest.raises(NoHand):
        what_changes(Random(0))
