"""Grading: which answers are right."""

import json
from typing import Any

import pytest

from tests.teaching.hands import ALL_HONOURS, CLOSED_34, SEVEN_PAIRS, TSUMO_34, TWO_WAYS, Json, scored
from trainer.mahjong.points import Payer
from trainer.mahjong.rules import Rules
from trainer.teaching.grade import Answer, Ask, Part, Payment, answer_from_json, answer_to_json, grade

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


@pytest.mark.parametrize(
    "answer",
    [Answer(), Answer(fu=0), Answer(25), Answer(None, {Payer.DEALER: 1300, Payer.NON_DEALER: 0}), Answer(40, {})],
    ids=repr,
)
def test_an_answer_survives_json(answer: Answer) -> None:
    assert answer_from_json(json.loads(json.dumps(answer_to_json(answer)))) == answer


def test_an_answer_in_json_has_only_what_was_given() -> None:
    assert answer_to_json(Answer(fu=0)) == {"fu": 0}
    assert answer_to_json(Answer(payment={Payer.EACH: 500})) == {"payment": {"each": 500}}
