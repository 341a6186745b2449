"""Numbers given for others."""

import pytest

from tests.teaching.hands import TSUMO_34, scored
from trainer.mahjong.points import Limit, Payer
from trainer.teaching.grade import Answer, Ask, grade
from trainer.teaching.mixups import MixUp, mixup_name, mixups, parse_mixup

ASKS = (Ask.ITEMS, Ask.FU_SUM, Ask.FU, Ask.HAN, Ask.PAYMENT)


def found(answer: Answer) -> list[MixUp]:
    """What is mixed up in an answer to 34, so 40 fu, 2 han, 1300 and 700."""
    return list(mixups(grade(scored(TSUMO_34), ASKS, answer)))


def test_each_wrong_number_is_a_mix_up_by_itself() -> None:
    answer = Answer(30, {Payer.DEALER: 1300, Payer.NON_DEALER: 500}, 3, 34)
    assert found(answer) == [
        MixUp(Ask.FU, None, 40, 30),
        MixUp(Ask.HAN, None, 2, 3),
        MixUp(Ask.PAYMENT, Payer.NON_DEALER, 700, 500),
    ]


def test_what_is_left_out_is_no_number_and_a_limit_is_one() -> None:
    answer = Answer(None, {Payer.DEALER: 1300, Payer.NON_DEALER: 700}, Limit.MANGAN, None)
    assert found(answer) == [MixUp(Ask.HAN, None, 2, Limit.MANGAN)]


@pytest.mark.parametrize(
    ("mixup", "name"),
    [
        (MixUp(Ask.FU, None, 40, 30), "fu-40-30"),
        (MixUp(Ask.FU_SUM, None, 34, 0), "fu_sum-34-0"),
        (MixUp(Ask.PAYMENT, Payer.NON_DEALER, 700, 500), "payment_non_dealer-700-500"),
        (MixUp(Ask.HAN, None, 2, Limit.KAZOE_YAKUMAN), "han-2-kazoe_yakuman"),
    ],
)
def test_a_mix_up_has_a_name_for_links(mixup: MixUp, name: str) -> None:
    assert mixup_name(mixup) == name
    assert parse_mixup(name) == mixup


@pytest.mark.parametrize(
    "name", ["", "fu", "fu-40", "fu-40-30-20", "items-1-2", "fu-x-30", "fu-40-lots", "payment-1-2"]
)
def test_any_other_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match=r"no mix-up|not a valid Limit"):
        parse_mixup(name)
