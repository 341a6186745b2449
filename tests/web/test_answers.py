"""What people may type, tap and leave out, and what the answer is then."""

from typing import Any

import pytest
from flask import Flask

from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import TENHOU
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.ledger import Entry, Place
from trainer.web.forms import Sheet, answer_in, blank_sheet, filled_sheet

RON = parse_win("234m99m567p34888s ron 5s E/S riichi sticks 1 dora 1z ura 2z")
TSUMO = parse_win("234m99m567p34888s tsumo 5s E/S riichi sticks 1 dora 1z ura 2z")
DEALER_TSUMO = parse_win("234m99m567p34888s tsumo 5s E/E riichi sticks 1 dora 1z ura 2z")


@pytest.fixture(autouse=True)
def _speaking(app: Flask) -> Any:
    with app.test_request_context():
        yield


def filled(win: Win, *asks: Ask, **sent: str) -> Sheet:
    return filled_sheet(win, TENHOU, asks, sent)


def wrong(sheet: Sheet) -> list[str]:
    return [row.name for row in sheet.rows if row.error] + [field.name for field in sheet.fields if field.error]


@pytest.mark.parametrize("typed", ["1300/2600", "2600/1300", " 1,300 / 2,600 ", "1300-2600", "１３００／２６００"])
@pytest.mark.parametrize("name", ["payment_dealer", "payment_non_dealer"])
def test_a_tsumo_may_be_typed_as_it_is_called(typed: str, name: str) -> None:
    given = answer_in(filled(TSUMO, Ask.PAYMENT, **{name: typed}))
    assert given == Answer(payment={Payer.DEALER: 2600, Payer.NON_DEALER: 1300})


@pytest.mark.parametrize("typed", ["1300/", "1300/2600/5", "a/b", "/"])
def test_half_a_call_is_no_number(typed: str) -> None:
    assert wrong(filled(TSUMO, Ask.PAYMENT, payment_dealer=typed)) == ["payment_dealer", "payment_non_dealer"]


def test_a_call_beside_another_number_is_asked_about() -> None:
    assert wrong(filled(TSUMO, Ask.PAYMENT, payment_dealer="1300/2600", payment_non_dealer="700")) == ["payment_dealer"]


@pytest.mark.parametrize("typed", ["4000 all", "4000オール", "4000"])
def test_what_each_pays_may_be_called(typed: str) -> None:
    given = answer_in(filled(DEALER_TSUMO, Ask.PAYMENT, payment_each=typed))
    assert given == Answer(payment={Payer.EACH: 4000})


@pytest.mark.parametrize(
    ("typed", "han"),
    [("3", 3), ("mangan", Limit.MANGAN), ("Haneman", Limit.HANEMAN), ("满贯", Limit.MANGAN), ("役満", Limit.YAKUMAN)],
)
def test_han_may_be_a_number_or_a_limit(typed: str, han: int | Limit) -> None:
    assert answer_in(filled(RON, Ask.HAN, han=typed)) == Answer(han=han)


@pytest.mark.parametrize("typed", ["", "three", "3.5", "1000"])
def test_han_are_nothing_else(typed: str) -> None:
    assert wrong(filled(RON, Ask.HAN, han=typed)) == ["han"]


def test_fu_may_be_tapped_or_typed() -> None:
    assert answer_in(filled(RON, Ask.FU, fu="", fu_key="40")) == Answer(fu=40)
    assert answer_in(filled(RON, Ask.FU, fu="40", fu_key="40")) == Answer(fu=40)
    assert answer_in(filled(RON, Ask.FU, fu="34", fu_key="")) == Answer(fu=34)


@pytest.mark.parametrize("sent", [{"fu": "30", "fu_key": "40"}, {"fu_key": "41"}, {"fu_key": "forty"}, {}])
def test_what_is_tapped_must_be_a_key_and_agree_with_what_is_typed(sent: dict[str, str]) -> None:
    assert wrong(filled(RON, Ask.FU, **sent)) == ["fu"]


@pytest.mark.parametrize("claim", [{"no_fu": "1", "han": "6"}, {"han": "haneman"}])
def test_fu_may_be_left_out_by_whoever_says_that_none_are_needed(claim: dict[str, str]) -> None:
    asks = (Ask.ITEMS, Ask.FU_SUM, Ask.FU, Ask.HAN)
    given = answer_in(filled(RON, *asks, **claim))
    assert given is not None
    assert (given.items, given.fu_sum, given.fu) == (None, None, None)
    assert wrong(filled(RON, *asks, han="6")) == ["line_0", "line_1", "line_2", "line_3", "line_4", "fu_sum", "fu"]


def test_a_ledger_begun_must_be_finished_even_where_no_fu_are_needed() -> None:
    sheet = filled(RON, Ask.ITEMS, Ask.HAN, line_0="20", han="mangan")
    assert wrong(sheet) == ["line_1", "line_2", "line_3", "line_4"]
    assert [row.chosen for row in sheet.rows] == [20, None, None, None, None]


def test_a_ledger_is_an_answer() -> None:
    lines = {"line_0": "20", "line_1": "10", "line_2": "4", "line_3": "0", "line_4": "0"}
    given = answer_in(filled(RON, Ask.ITEMS, **lines))
    assert given == Answer(
        items=(Entry(Place.BASE, None, 20), Entry(Place.WIN, None, 10), Entry(Place.GROUP, 25, 4))
    )  # fmt: skip


@pytest.mark.parametrize("fu", ["", "6", "-2", "many", "4444", "３２"])
def test_a_line_takes_only_its_own_fu(fu: str) -> None:
    lines = {"line_0": "20", "line_1": "10", "line_2": fu, "line_3": "0", "line_4": "0"}
    assert wrong(filled(RON, Ask.ITEMS, **lines)) == ["line_2"]


def test_a_question_begins_with_its_first_part_or_with_what_is_wrong() -> None:
    assert blank_sheet(RON, TENHOU, (Ask.FU, Ask.PAYMENT)).first == "fu"
    assert blank_sheet(RON, TENHOU, tuple(Ask)).first == "line_0"
    assert filled(RON, Ask.FU, Ask.PAYMENT, fu="40").first == "payment_discarder"


@pytest.mark.parametrize(("asks", "offered"), [((Ask.PAYMENT, Ask.HAN), False), ((Ask.FU_SUM,), True)])
def test_leaving_fu_out_is_offered_by_what_is_asked_and_never_by_the_hand(asks: tuple[Ask, ...], offered: bool) -> None:
    for win in (RON, TSUMO, DEALER_TSUMO):
        assert blank_sheet(win, TENHOU, asks).may_skip_fu == offered
