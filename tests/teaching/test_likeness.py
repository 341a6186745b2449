"""Likenesses: other tiles, legal, and counted in exactly the same way."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mahjong.hands import rule_sets, wins
from tests.teaching.hands import ALL_HONOURS, CLOSED_34, DOUBLE_WIND_32, scored
from tests.teaching.table import problems
from trainer.mahjong.errors import HandError
from trainer.mahjong.exchange import win_from_json, win_to_json
from trainer.mahjong.hand import Win, Wind
from trainer.mahjong.notation import win_name
from trainer.mahjong.rules import TENHOU, Rules, preset
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.mahjong.tiles import DORA, KIND, RED_FIVES
from trainer.mahjong.yaku import Yaku, YakuHan
from trainer.teaching.diagnose import applicable, visible
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask, right_values
from trainer.teaching.likeness import like, likenesses
from trainer.teaching.order import Mode, Order

WITH_FOUR_REDS = Rules(red_fives=4)


def best(win: Win, rules: Rules = TENHOU) -> Score:
    found = score(win, rules)
    assert isinstance(found, Score)
    return found


def shared(one: Win, other: Win) -> int:
    """How many tiles two hands have in common."""
    kinds = [Counter(KIND[tile] for tile in win.tiles) for win in (one, other)]
    return (kinds[0] & kinds[1]).total()


def assert_counted_alike(win: Win, other: Win, rules: Rules) -> None:
    ours, theirs = best(win, rules), best(other, rules)
    for ask in (Ask.FU_SUM, Ask.FU, Ask.HAN, Ask.PAYMENT, Ask.RECEIVED):
        assert right_values(ours, ask) == right_values(theirs, ask)
    assert sorted((item.item, item.fu) for item in ours.best.fu_items) == sorted(
        (item.item, item.fu) for item in theirs.best.fu_items
    )
    assert sorted(ours.best.yaku) == sorted(theirs.best.yaku)
    assert (ours.best.limit, ours.best.reading.wait) == (theirs.best.limit, theirs.best.reading.wait)
    assert Counter(one.reading.wait for one in ours.counts) == Counter(one.reading.wait for one in theirs.counts)
    assert applicable(ours) == applicable(theirs)
    assert visible(ours, tuple(Ask)) == visible(theirs, tuple(Ask))


def assert_same_table(win: Win, other: Win) -> None:
    """Everything but tiles and winds is as it was; so are calls, and the dealer."""
    tiles = {"concealed", "win_tile", "melds", "dora_indicators", "ura_indicators", "seat_wind", "round_wind"}
    for name in set(Win._fields) - tiles:
        assert getattr(win, name) == getattr(other, name)
    assert win.is_dealer is other.is_dealer
    assert [(meld.kind, meld.source) for meld in win.melds] == [(meld.kind, meld.source) for meld in other.melds]
    assert sum(tile in RED_FIVES for tile in win.tiles) == sum(tile in RED_FIVES for tile in other.tiles)
    assert len(win.dora_indicators) == len(other.dora_indicators)
    assert len(win.ura_indicators) == len(other.ura_indicators)


@pytest.mark.parametrize(
    ("rules", "mode"),
    [
        (TENHOU, Mode.MIXED),
        (TENHOU, Mode.EDGE),
        (TENHOU, Mode.NATURAL),
        (preset("m_league"), Mode.MIXED),
        (WITH_FOUR_REDS, Mode.MIXED),
        (Rules(red_fives=0), Mode.MIXED),
    ],
    ids=["mixed", "edge", "natural", "m_league", "four reds", "no reds"],
)
def test_every_dealt_hand_has_a_likeness_that_is_legal_and_counted_alike(rules: Rules, mode: Mode) -> None:
    random = Random(70)
    in_common = []
    for _ in range(40):
        win = generate(random, rules, Order(mode))
        other = like(random, win, rules)
        assert other != win
        assert problems(win_to_json(other), rules.red_fives) == []
        assert_counted_alike(win, other, rules)
        assert_same_table(win, other)
        in_common.append(shared(win, other))
    assert sum(in_common) / len(in_common) < 4


@given(wins(), rule_sets, st.integers(0, 99))
def test_whatever_can_win_has_likenesses_counted_alike_or_none(win: Win, rules: Rules, seed: int) -> None:
    try:
        can_win = isinstance(score(win, rules), Score)
    except HandError:
        return
    other = like(Random(seed), win, rules)
    if can_win:
        assert_counted_alike(win, other, rules)
        assert_same_table(win, other)
    else:
        assert other == win


def test_a_closed_hand_comes_in_every_suit_and_mirrored() -> None:
    """234m 99m 567p 34-5s 888s: nothing of it can be known again, but its shape."""
    win = scored(CLOSED_34).win
    found = list(likenesses(Random(1), win))
    assert len({other.concealed for other in found}) == len(found) == 6 * 2**3 - 1
    assert {other.win_tile // 9 for other in found} == {0, 1, 2}
    assert {KIND[other.win_tile] % 9 for other in found} == {4}
    assert shared(win, like(Random(1), win)) < 4


def test_winds_are_exchanged_with_the_seat_and_the_round_but_nobody_becomes_the_dealer() -> None:
    dealer = scored(DOUBLE_WIND_32).win
    assert {(other.seat_wind, other.round_wind) for other in likenesses(Random(2), dealer)} == {(Wind.E, Wind.E)}
    guest = scored(CLOSED_34, concealed="234567p34888s33z", round_wind="S", seat_wind="W").win
    found = list(likenesses(Random(2), guest))
    assert {other.seat_wind for other in found} == set(Wind) - {Wind.E}
    assert {other.round_wind for other in found} == {Wind.E, Wind.S}
    assert {other.concealed[-1] - other.seat_wind for other in found} == {0}, "a pair of his own wind stays one"


def test_dora_are_shown_by_other_indicators_and_neutral_ones_stay_neutral() -> None:
    win = scored(CLOSED_34, dora_indicators="7s1z", ura_indicators="5z6z").win
    found = list(likenesses(Random(3), win))
    assert {DORA[other.dora_indicators[0]] in other.tiles for other in found} == {True}
    neutral = [tile for other in found for tile in (other.dora_indicators[1], *other.ura_indicators)]
    assert len(set(neutral)) > 20
    assert {YakuHan(Yaku.DORA, 3) in best(other).best.yaku for other in found} == {True}


def test_a_hand_that_has_no_other_tiles_is_met_at_another_seat_or_with_other_indicators() -> None:
    """Green tiles are green in one suit only."""
    green = scored(ALL_HONOURS, concealed="22334466s88s666z", win_tile="8s", dora_indicators="1m").win
    (other,) = likenesses(Random(4), green)
    assert sorted(other.tiles) == sorted(green.tiles)
    assert other != green
    assert like(Random(4), green) != green


def test_a_hand_that_nothing_can_stand_for_is_itself() -> None:
    """A dealer's seven pairs of every honour, without an indicator, but for the tile that came last."""
    win = scored(ALL_HONOURS, seat_wind="E").win
    (other,) = likenesses(Random(5), win)
    assert sorted(other.tiles) == sorted(win.tiles)
    green = scored(ALL_HONOURS, concealed="22334466s88s666z", win_tile="8s", seat_wind="E").win
    assert like(Random(5), green) == green


def test_a_hand_without_a_yaku_has_no_likeness() -> None:
    win = win_from_json({**CLOSED_34, "riichi": None, "riichi_sticks": 0, "round_wind": "E", "seat_wind": "S"})
    assert isinstance(score(win), NoYaku)
    assert like(Random(6), win) == win


def test_a_likeness_is_chosen_by_seed() -> None:
    win = scored(CLOSED_34).win
    assert like(Random(7), win) == like(Random(7), win)
    assert len({win_name(like(Random(seed), win)) for seed in range(8)}) > 4
