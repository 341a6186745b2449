"""Grading: which answers are right."""

import json
from typing import Any

import pytest

from tests.teaching.hands import ALL_HONOURS, CLOSED_34, SEVEN_PAIRS, TSUMO_34, TWO_WAYS, Json, scored
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import Rules
from trainer.teaching.grade import Answer, Ask, Part, Payment, answer_from_json, answer_to_json, grade
from trainer.teaching.ledger import ledger_of

BOTH = (Ask.FU, Ask.PAYMENT)


def rights(hand: Json, fu: int | None, payment: Payment | None, **changes: Any) -> tuple[bool, ...]:
    return tuple(part.right for part in grade(scored(hand, **changes), BOTH, Answer(fu, payment)))


def test_each_part_is_graded_for_itself() -> None:
    assert rights(CLOSED_34, 40, {Payer.DISCARDER: 1300}) == (True, True)
    assert rights(CLOSED_34, 34, {Payer.DISCARDER: 1300}) == (False, True)
    assert rights(CLOSED_34, 40, {Payer.DISCARDER: 1280}) == (True, False)


def test_a_part_shows_what_was_given_and_what_is_right() -> None:
    assert grade(scored(CLOSED_34), (Ask.FU,), Answer(30)) == (Part(Ask.FU, False, 30, 40),)
    assert grade(scored(TSUMO_34), (Ask.PAYMENT,), Answer()) == (
        Part(Ask.PAYMENT, False, None, {Payer.DEALER: 1300, Payer.NON_DEALER: 700}),
    )


def test_only_what_is_asked_is_graded() -> None:
    assert [part.ask for part in grade(scored(CLOSED_34), (Ask.PAYMENT,), Answer(40))] == [Ask.PAYMENT]


def test_nothing_given_is_wrong() -> None:
    assert rights(CLOSED_34, None, None) == (False, False)


@pytest.mark.parametrize(
    "payment",
    [
        {Payer.DEALER: 700, Payer.NON_DEALER: 1300},
        {Payer.DEALER: 1300},
        {Payer.NON_DEALER: 700},
        {Payer.EACH: 1300},
        {Payer.DISCARDER: 2700},
        {},
    ],
    ids=repr,
)
def test_a_payment_must_name_the_right_payers(payment: Payment) -> None:
    assert rights(TSUMO_34, 40, payment) == (True, False)


def test_honba_belong_to_the_payment_and_riichi_sticks_do_not() -> None:
    assert rights(CLOSED_34, 40, {Payer.DISCARDER: 1900}, honba=2, riichi_sticks=3) == (True, True)


@pytest.mark.parametrize(("fu", "right"), [(40, True), (20, True), (30, False), (50, False)])
def test_the_fu_of_any_reading_that_pays_as_much_are_right(fu: int, right: bool) -> None:
    assert rights(TWO_WAYS, fu, {Payer.EACH: 6000}) == (right, True)


def test_the_payment_of_a_lower_reading_is_wrong() -> None:
    assert rights(TWO_WAYS, 30, {Payer.EACH: 4000}) == (False, False)


@pytest.mark.parametrize("fu", [None, 0, 25, 40, 999])
def test_no_fu_of_a_yakuman_is_wrong(fu: int | None) -> None:
    assert rights(ALL_HONOURS, fu, {Payer.DISCARDER: 32000}) == (True, True)
    assert rights(ALL_HONOURS, fu, {Payer.DISCARDER: 32300}) == (True, False)


def test_a_yakuman_needs_its_fu_where_there_are_no_limits() -> None:
    rules = Rules(aotenjou=True)
    assert [rights(ALL_HONOURS, fu, None, rules=rules)[0] for fu in (25, 30, None)] == [True, False, False]


def test_counted_yakuman_have_fu() -> None:
    """13 han by riichi and dora; the fu are asked as of any other hand."""
    hand = {**CLOSED_34, "ippatsu": True, "dora_indicators": "88m7s77s", "ura_indicators": "8m4z4z4z4z"}
    assert scored(hand).best.limit == "kazoe_yakuman"
    assert rights(hand, 40, {Payer.DISCARDER: 32000}) == (True, True)
    assert rights(hand, 30, {Payer.DISCARDER: 32000}) == (False, True)


def test_the_25_fu_of_seven_pairs_are_not_rounded() -> None:
    assert [rights(SEVEN_PAIRS, fu, None)[0] for fu in (25, 30)] == [True, False]


LIMIT_HAND: Json = {**CLOSED_34, "ippatsu": True, "dora_indicators": "7s"}
"""Riichi, ippatsu and three dora: 5 han and 40 fu."""
ITEMS = ledger_of(scored(CLOSED_34).best.fu_items)
ALL = tuple(Ask)


def right_parts(answer: Answer, hand: Json = CLOSED_34, asks: tuple[Ask, ...] = ALL, **changes: Any) -> set[Ask]:
    return {part.ask for part in grade(scored(hand, **changes), asks, answer) if part.right}


def test_every_part_can_be_asked() -> None:
    """20 + 10 + 4 = 34, so 40; riichi alone: 1300, and the stick of riichi and one more."""
    whole = Answer(40, {Payer.DISCARDER: 1300}, 1, 34, ITEMS, 3300)
    assert right_parts(whole, riichi_sticks=2) == set(ALL)
    assert {part.ask: part.want for part in grade(scored(CLOSED_34, riichi_sticks=2), ALL, Answer())} == {
        ask: whole.value(ask) for ask in ALL
    }
    assert right_parts(Answer(30, {Payer.DISCARDER: 3300}, 2, 40, ITEMS[1:], 1300), riichi_sticks=2) == set()


@pytest.mark.parametrize(
    ("han", "right"),
    [(5, True), (Limit.MANGAN, True), (Limit.HANEMAN, False), (4, False), (6, False), (None, False)],
    ids=str,
)
def test_from_5_han_the_name_of_the_limit_is_accepted(han: int | Limit | None, right: bool) -> None:
    assert (right_parts(Answer(han=han), LIMIT_HAND, (Ask.HAN,)) == {Ask.HAN}) == right


def test_from_5_han_no_fu_are_needed_but_wrong_ones_are_wrong() -> None:
    of_fu = (Ask.ITEMS, Ask.FU_SUM, Ask.FU)
    assert right_parts(Answer(), LIMIT_HAND, of_fu) == set(of_fu)
    assert right_parts(Answer(fu=30, fu_sum=30, items=ITEMS[1:]), LIMIT_HAND, of_fu) == set()


def test_a_mangan_under_5_han_needs_its_han_and_fu() -> None:
    """102 fu, so 110, and 3 han: 110 × 32 is more than 2000."""
    melds = [{"kind": "ankan", "tiles": "1111m"}, {"kind": "ankan", "tiles": "2222z"}]
    hand = {"concealed": "234p11z77z", "melds": melds, "win_tile": "7z", "win": "ron", "dora_indicators": "1p2p"}
    assert scored(hand).best.limit is Limit.MANGAN
    assert scored(hand).best.han < 5
    assert right_parts(Answer(han=Limit.MANGAN), hand) == set()


@pytest.mark.parametrize("called", [Limit.YAKUMAN, Limit.KAZOE_YAKUMAN])
def test_a_counted_yakuman_may_be_called_a_yakuman(called: Limit) -> None:
    hand = {**CLOSED_34, "ippatsu": True, "dora_indicators": "88m7s77s", "ura_indicators": "8m4z4z4z4z"}
    assert right_parts(Answer(han=called), hand, (Ask.HAN,)) == {Ask.HAN}


@pytest.mark.parametrize("fu_sum", [0, 99, None])
def test_no_items_of_a_yakuman_are_wrong(fu_sum: int | None) -> None:
    of_fu = (Ask.ITEMS, Ask.FU_SUM)
    assert right_parts(Answer(fu_sum=fu_sum, items=()), ALL_HONOURS, of_fu) == set(of_fu)


def test_items_may_go_by_the_names_of_a_result() -> None:
    named = [
        {"item": "base", "fu": 20},
        {"item": "triplet_closed", "tile": "8s", "fu": 4, "terminal_or_honour": False},
        {"item": "menzen_ron", "fu": 10},
    ]
    assert answer_from_json({"items": named}) == Answer(items=ITEMS)
    assert answer_to_json(Answer(items=ITEMS)) == {
        "items": [{"item": "base", "fu": 20}, {"item": "win", "fu": 10}, {"item": "group", "fu": 4, "tile": "8s"}]
    }


@pytest.mark.parametrize(
    "answer",
    [
        Answer(),
        Answer(fu=0),
        Answer(25),
        Answer(None, {Payer.DEALER: 1300, Payer.NON_DEALER: 0}),
        Answer(40, {}),
        Answer(40, {Payer.EACH: 500}, 3, 34, ITEMS, 2500),
        Answer(han=Limit.BAIMAN, items=()),
    ],
    ids=repr,
)
def test_an_answer_survives_json(answer: Answer) -> None:
    assert answer_from_json(json.loads(json.dumps(answer_to_json(answer)))) == answer


def test_an_answer_in_json_has_only_what_was_given() -> None:
    assert answer_to_json(Answer(fu=0)) == {"fu": 0}
    assert answer_to_json(Answer(payment={Payer.EACH: 500})) == {"payment": {"each": 500}}
