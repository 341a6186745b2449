"""Dealt hands: what lies on the table is possible, and every kind of hand comes up."""

from collections import Counter
from hashlib import sha256
from random import Random

import pytest

from tests.teaching.table import Json, problems
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.fu import FuName
from trainer.mahjong.hand import MeldKind, Source, Win, Wind
from trainer.mahjong.notation import win_name
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.readings import Form, read
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.mahjong.situation import situation
from trainer.mahjong.tiles import KINDS, RED_FIVES, RED_OF
from trainer.mahjong.waits import Wait
from trainer.teaching import generate as dealing
from trainer.teaching.generate import Level, Mode, NoHand, Order, generate

DEALT_BY_SEED_1 = "631c294ae8d72f42"
OF_SEED_0 = 3000
OF_EACH_OTHER_SEED = 300
OTHER_ORDERS = [Order(mode, level) for mode in Mode for level in Level] + [Order(honba=False)]


def deal(seed: int, count: int, rules: Rules = TENHOU, order: Order = Order()) -> list[Win]:  # noqa: B008 - frozen
    random = Random(seed)
    return [generate(random, rules, order) for _ in range(count)]


@pytest.fixture(scope="module")
def dealt() -> list[Win]:
    """3,000 mixed wins of seed 0."""
    return deal(0, OF_SEED_0)


@pytest.fixture(scope="module")
def scores(dealt: list[Win]) -> list[Score]:
    scored = [score(win) for win in dealt]
    return [one for one in scored if isinstance(one, Score)]


# --- possible at a table --------------------------------------------------------------------------------------------


def first_problem(wins: list[Win], red_fives: int) -> tuple[Json, list[str]] | None:
    for hand in map(win_to_json, wins):
        found = problems(hand, red_fives)
        if found:
            return hand, found
    return None


def test_3000_mixed_hands_could_lie_on_a_table(dealt: list[Win]) -> None:
    assert first_problem(dealt, red_fives=3) is None


@pytest.mark.parametrize("order", OTHER_ORDERS, ids=lambda order: f"{order.mode}, {order.level}, {order.honba}")
def test_hands_of_every_order_could_lie_on_a_table(order: Order) -> None:
    assert first_problem(deal(2**31, OF_EACH_OTHER_SEED, TENHOU, order), red_fives=3) is None


LEGAL: Json = {
    "concealed": "234m40p11789s",
    "melds": [{"kind": "ankan", "tiles": "9999m"}],
    "win_tile": "3p",
    "win": "ron",
    "round_wind": "E",
    "seat_wind": "S",
    "riichi": "riichi",
    "ippatsu": False,
    "last_tile": False,
    "after_kan": False,
    "robbing_kan": False,
    "first_turn": False,
    "dora_indicators": "4s7z",
    "ura_indicators": "1z2z",
    "honba": 0,
    "riichi_sticks": 1,
}
OPEN: Json = {"riichi": None, "ura_indicators": "", "riichi_sticks": 0}
CHI = {"kind": "chi", "tiles": "067s", "called": "6s", "from": "left"}
PON = {"kind": "pon", "tiles": "999m", "called": "9m", "from": "across"}
KAN = {"kind": "kakan", "tiles": "9999m", "called": "9m", "from": "right"}
FIRST_TURN: Json = {
    **OPEN, "win": "tsumo", "melds": [], "concealed": "234999m40p11789s", "dora_indicators": "4s", "first_turn": True
}  # fmt: skip


@pytest.mark.parametrize(
    "changes",
    [{}, {**OPEN, "melds": [CHI]}, {**OPEN, "melds": [PON]}, {**OPEN, "melds": [KAN]}, FIRST_TURN],
    ids=["ankan", "chi", "pon", "kakan", "first turn"],
)
def test_the_checker_passes_what_is_possible(changes: Json) -> None:
    assert problems({**LEGAL, **changes}) == []


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"dora_indicators": "9m7z"}, "5 copies of 9m"),
        ({"ura_indicators": "9m2z"}, "5 copies of 9m"),
        ({"win_tile": "0p"}, "2 of 0p where the set holds 1"),
        ({"concealed": "234m55p11789s", "win_tile": "5p", "dora_indicators": "5p7z"}, "four fives with 0 of 0p"),
        ({"concealed": "234m40p1178s"}, "9 concealed tiles beside 1 melds"),
        ({"concealed": "40p234m11789s"}, "not in order"),
        ({"concealed": "234m45p11789s", "win_tile": "3p3p"}, "not one winning tile"),
        ({**OPEN, "melds": [{**CHI, "from": "across"}]}, "called from across"),
        ({**OPEN, "melds": [{**CHI, "tiles": "057s"}]}, "is no run"),
        ({**OPEN, "melds": [{**CHI, "tiles": "567z", "called": "6z"}]}, "is no run"),
        ({**OPEN, "melds": [{**CHI, "called": "8s"}]}, "which of its tiles was called"),
        ({**OPEN, "melds": [{**PON, "tiles": "9999m"}]}, "is no such set"),
        ({**OPEN, "melds": [{**KAN, "tiles": "999m"}]}, "is no such set"),
        ({**OPEN, "melds": [{"kind": "pon", "tiles": "999m", "called": "9m"}]}, "whom it was called from"),
        ({"melds": [{**KAN, "kind": "ankan"}]}, "is called"),
        ({"melds": [PON]}, "riichi with an open hand"),
        ({"riichi": "double"}, "before double riichi"),
        ({"riichi_sticks": 0}, "own stick is missing"),
        ({**OPEN, "ippatsu": True}, "ippatsu without riichi"),
        ({"win": "tsumo", "after_kan": True, "ippatsu": True}, "ippatsu after a kan"),
        ({"after_kan": True}, "or by ron"),
        ({**OPEN, "win": "tsumo", "after_kan": True, "melds": [PON]}, "without a kan"),
        ({"win": "tsumo", "robbing_kan": True}, "a robbed kan by tsumo"),
        ({"robbing_kan": True, "ura_indicators": "1z3p"}, "another copy in sight"),
        ({"last_tile": True, "robbing_kan": True}, "the last tile"),
        ({"last_tile": True, "win": "tsumo", "after_kan": True}, "the last tile"),
        ({**FIRST_TURN, "last_tile": True}, "the last tile"),
        ({"win": "tsumo", "first_turn": True, **OPEN}, "a first turn with a meld"),
        ({**FIRST_TURN, "dora_indicators": "4s7z"}, "a kan ended the first turn"),
        ({**FIRST_TURN, "win": "ron", "seat_wind": "E"}, "a ron of the dealer"),
        ({"dora_indicators": "4s", "ura_indicators": "1z"}, "1 dora indicators with 1 kans"),
        ({"dora_indicators": "444s777z", "ura_indicators": "111222z"}, "6 dora indicators"),
        ({"ura_indicators": ""}, "0 ura indicators beside 2"),
        ({**OPEN, "ura_indicators": "1z2z"}, "2 ura indicators beside 2 dora indicators, riichi None"),
        ({"honba": -1}, "negative honba"),
        ({"riichi_sticks": 5}, "4 sticks of others"),
        ({**FIRST_TURN, "riichi_sticks": 1}, "a stick in a first turn"),
    ],
)  # fmt: skip
def test_the_checker_notices_what_is_impossible(changes: Json, problem: str) -> None:
    assert problem in "; ".join(problems({**LEGAL, **changes}))


# --- of every kind --------------------------------------------------------------------------------------------------


def test_every_reason_for_fu_occurs(scores: list[Score]) -> None:
    assert {item.item for one in scores for item in one.best.fu_items} == set(FuName)


def test_every_wait_occurs(scores: list[Score]) -> None:
    assert {one.best.reading.wait for one in scores} == set(Wait)


def test_every_meld_is_called_from_everybody_it_can_be(dealt: list[Win]) -> None:
    called = {(meld.kind, meld.source) for win in dealt for meld in win.melds}
    assert called == {
        (MeldKind.CHI, Source.LEFT),
        (MeldKind.ANKAN, None),
        *((kind, source) for kind in (MeldKind.PON, MeldKind.DAIMINKAN, MeldKind.KAKAN) for source in Source),
    }


def test_every_payment_occurs(scores: list[Score]) -> None:
    assert {share.payer for one in scores for share in one.best.payment} == set(Payer)


def test_every_limit_occurs_and_most_hands_have_none(scores: list[Score]) -> None:
    limits = Counter(one.best.limit for one in scores)
    assert set(limits) == {None, *Limit}
    assert limits[None] > len(scores) / 2


def test_seven_pairs_yakuman_and_hands_with_several_readings_occur(scores: list[Score]) -> None:
    assert sum(one.best.reading.form is Form.CHIITOITSU for one in scores) > 30
    assert sum(one.best.yakuman > 0 for one in scores) > 30
    assert sum(len({count.points for count in one.counts}) > 1 for one in scores) > 30
    assert sum(len({count.fu for count in one.counts}) > 1 for one in scores) > 100


def test_kans_of_every_kind_occur_but_few_hands_have_several(dealt: list[Win]) -> None:
    kinds = Counter(meld.kind for win in dealt for meld in win.melds if meld.is_kan)
    assert min(kinds[kind] for kind in (MeldKind.ANKAN, MeldKind.DAIMINKAN, MeldKind.KAKAN)) > 50
    several = sum(sum(meld.is_kan for meld in win.melds) > 1 for win in dealt)
    assert 30 < several < len(dealt) * 0.08


def waits_of(win: Win) -> set[int]:
    """The kinds that complete a hand, whatever they would earn."""
    return {kind for kind in KINDS if _is_complete(win._replace(win_tile=kind))}


def _is_complete(win: Win) -> bool:
    return bool(read(win, win.tally()[0], situation(win, TENHOU)))


def test_complex_waits_occur(dealt: list[Win]) -> None:
    """Nobetan (5678 on 5 and 8) is a tanki on two kinds; waits on three and more kinds mix several."""
    counted = Counter((score_of(win).best.reading.wait, len(waits_of(win))) for win in dealt[:1000])
    assert counted[Wait.TANKI, 2] > 5
    assert sum(count for (_wait, kinds), count in counted.items() if kinds >= 3) > 50


def test_a_red_five_is_every_fourth_five(dealt: list[Win]) -> None:
    tiles = Counter(tile for win in dealt for tile in win.tiles)
    fives, reds = sum(tiles[kind] + tiles[red] for kind, red in RED_OF.items()), sum(map(tiles.__getitem__, RED_FIVES))
    assert fives > 3000
    assert abs(reds / fives - 1 / 4) < 0.02


def score_of(win: Win) -> Score:
    scored = score(win)
    assert isinstance(scored, Score)
    return scored


CIRCUMSTANCES = (
    "riichi", "ippatsu", "last_tile", "after_kan", "robbing_kan", "first_turn", "ura_indicators", "honba",
    "riichi_sticks",
)  # fmt: skip


@pytest.mark.parametrize("field", CIRCUMSTANCES)
def test_everything_around_a_hand_occurs(dealt: list[Win], field: str) -> None:
    assert {bool(getattr(win, field)) for win in dealt} == {True, False}


def test_every_seat_wins_in_every_round_but_north_by_ron_and_by_tsumo(dealt: list[Win]) -> None:
    assert {(win.round_wind, win.seat_wind, win.tsumo) for win in dealt} == {
        (round_wind, seat, tsumo) for round_wind in (Wind.E, Wind.S, Wind.W) for seat in Wind for tsumo in (True, False)
    }


# --- by seed --------------------------------------------------------------------------------------------------------


def test_the_same_seed_deals_the_same_hands(dealt: list[Win]) -> None:
    assert deal(0, 200) == dealt[:200]


def test_different_seeds_deal_different_hands() -> None:
    firsts = {repr(deal(seed, 1)) for seed in range(50)}
    assert len(firsts) == 50


def test_no_hand_is_dealt_twice(dealt: list[Win]) -> None:
    assert len(set(dealt)) == len(dealt)


def test_hands_are_the_same_on_every_machine_and_python_version() -> None:
    """What hands these seeds deal in this version; a change of the generator changes them, nothing else may."""
    found = [win_name(win) for order in (Order(Mode(mode)) for mode in Mode) for win in deal(1, 40, TENHOU, order)]
    assert sha256("\n".join(found).encode()).hexdigest()[:16] == DEALT_BY_SEED_1


# --- bounded --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", Mode)
def test_dealing_gives_up_after_so_many_tries(mode: Mode, monkeypatch: pytest.MonkeyPatch) -> None:
    tries = []

    def no_yaku(win: Win, rules: Rules) -> NoYaku:
        tries.append(win)
        return NoYaku(win, rules)

    monkeypatch.setattr(dealing, "MOST_TRIES", 50)
    monkeypatch.setattr(dealing, "score", no_yaku)
    with pytest.raises(NoHand, match=f"{mode}.* in 50 tries"):
        generate(Random(0), TENHOU, Order(mode))
    assert 0 < len(tries) <= 50


def test_a_hand_is_found_long_before_the_last_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules under which the fewest hands win are far from the bound."""
    monkeypatch.setattr(dealing, "MOST_TRIES", 300)
    assert len(deal(0, 300, Rules(open_tanyao=False, pinfu_tsumo=False))) == 300
