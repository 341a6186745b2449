"""The way from a line of an explanation to the page about its rule."""

from typing import TypeAlias

from flask import url_for

from trainer.mahjong.fu import FuName
from trainer.mahjong.points import Payer
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import BONUS, Yaku
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake

_RULE_OF: dict[FuName | Payer, RuleType] = {
    FuName.MENZEN_RON: RuleType.MENZEN_RON,
    FuName.TSUMO: RuleType.TSUMO,
    FuName.WAIT_KANCHAN: RuleType.WAIT,
    FuName.WAIT_PENCHAN: RuleType.WAIT,
    FuName.WAIT_TANKI: RuleType.WAIT,
    FuName.TRIPLET_OPEN: RuleType.OPEN_CLOSED,
    FuName.TRIPLET_CLOSED: RuleType.OPEN_CLOSED,
    FuName.KAN_OPEN: RuleType.KAN,
    FuName.KAN_CLOSED: RuleType.KAN,
    FuName.PAIR_DRAGON: RuleType.PAIR_VALUE,
    FuName.PAIR_SEAT_WIND: RuleType.PAIR_VALUE,
    FuName.PAIR_ROUND_WIND: RuleType.PAIR_VALUE,
    FuName.PAIR_DOUBLE_WIND: RuleType.DOUBLE_WIND,
    FuName.OPEN_PINFU: RuleType.OPEN_PINFU,
    FuName.CHIITOITSU: RuleType.CHIITOITSU,
    Payer.DISCARDER: RuleType.DEALER,
    Payer.EACH: RuleType.DEALER,
    Payer.DEALER: RuleType.PAYMENT_SPLIT,
    Payer.NON_DEALER: RuleType.PAYMENT_SPLIT,
}


Subject: TypeAlias = RuleType | Mistake | FuName | Wait | Yaku | Payer
"""What a line of an explanation is about."""


def rule_of(subject: Subject) -> RuleType | None:
    """The rule type that a line of an explanation is about; None for the base fu and for kokushi, which have none."""
    if isinstance(subject, RuleType):
        return subject
    if isinstance(subject, Mistake):
        return subject.rule_type
    if isinstance(subject, Yaku):
        return RuleType.DORA if subject in BONUS else RuleType.HAN_YAKU
    if isinstance(subject, Wait):
        return RuleType.SHANPON if subject is Wait.SHANPON else RuleType.WAIT
    # Members of different enums may be equal as text, so the class is asked first.
    return next((rule for key, rule in _RULE_OF.items() if key is subject), None)


def reference_of(subject: Subject) -> str:
    """The address of the page about it: of its rule type, or the table of fu where it has none."""
    rule_type = rule_of(subject)
    return url_for("learn.fu") if rule_type is None else url_for("learn.rule", rule_type=rule_type)
