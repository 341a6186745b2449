"""Grading: what is asked about a hand, and which answers to it are right."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from trainer.mahjong.points import Payer, Share
from trainer.mahjong.scoring import Count, Score


class Ask(StrEnum):
    """What a question asks for."""

    FU = "fu"
    PAYMENT = "payment"


Payment = dict[Payer, int]
"""Points by payer, honba included."""

Value = int | Payment


@dataclass(frozen=True, slots=True)
class Answer:
    """What a learner gave; None for what he was not asked."""

    fu: int | None = None
    """Rounded fu."""
    payment: Payment | None = None
    """Points from each kind of payer, honba included, riichi sticks not."""

    def value(self, ask: Ask) -> Value | None:
        """What was given for one part of the question."""
        return self.fu if ask is Ask.FU else self.payment


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a graded answer."""

    ask: Ask
    right: bool
    given: Value | None
    want: Value


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """An answer as the exchange format has it: just what was given."""
    given: dict[str, Any] = {} if answer.fu is None else {"fu": answer.fu}
    return given if answer.payment is None else {**given, "payment": dict(answer.payment)}


def answer_from_json(value: dict[str, Any]) -> Answer:
    """The answer that ``answer_to_json`` wrote."""
    payment = value.get("payment")
    return Answer(value.get("fu"), None if payment is None else {Payer(payer): n for payer, n in payment.items()})


def payment_of(shares: tuple[Share, ...]) -> Payment:
    """Shares as points by payer."""
    return {share.payer: share.points for share in shares}


def value_of(count: Count, ask: Ask) -> Value:
    """What the answer to one part of a question would be by this count."""
    return count.fu if ask is Ask.FU else payment_of(count.payment)


def right_values(score: Score, ask: Ask) -> list[Value] | None:
    """Every right answer to one part of a question about a win; None where any answer is.

    Where several readings pay the same, each one's fu is right. A yakuman needs no fu, so none is wrong.
    """
    best = score.best
    if ask is Ask.FU and best.yakuman and not score.rules.aotenjou:
        return None
    return [value_of(count, ask) for count in score.counts if count.points == best.points]


def accepts(score: Score, ask: Ask, value: Value | None) -> bool:
    """True when a value is a right answer to that part of a question about a win (see ``right_values``)."""
    right = right_values(score, ask)
    return right is None or value in right


def grade(score: Score, asks: tuple[Ask, ...], answer: Answer) -> tuple[Part, ...]:
    """Grade each part of an answer beside the value of the dearest reading."""
    return tuple(
        Part(ask, accepts(score, ask, answer.value(ask)), answer.value(ask), value_of(score.best, ask)) for ask in asks
    )
