"""Grading: what is asked about a hand, and which answers to it are right."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from trainer.mahjong.points import STICK, Limit, Payer, Share
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import KIND, parse_tile, tile_name
from trainer.teaching.ledger import Entry, Items, items_of, ledger_of, place_of


class Ask(StrEnum):
    """What a question asks for, in the order in which it is counted."""

    ITEMS = "items"
    FU_SUM = "fu_sum"
    FU = "fu"
    HAN = "han"
    PAYMENT = "payment"
    RECEIVED = "received"


OF_FU = frozenset({Ask.ITEMS, Ask.FU_SUM, Ask.FU})
"""The parts that nobody counts when the han alone decide."""

LIMIT_HAN = 5
"""From so many han on a hand is paid by the name of its limit."""

Payment = dict[Payer, int]
"""Points by payer, honba included."""

Value = int | Limit | Items | Payment


@dataclass(frozen=True, slots=True)
class Answer:
    """What a learner gave; None for what he was not asked, and for fu that he holds to be needless."""

    fu: int | None = None
    """Rounded fu."""
    payment: Payment | None = None
    """Points from each kind of payer, honba included, riichi sticks not."""
    han: int | Limit | None = None
    """All han, dora included; from 5 on the name of the limit will do."""
    fu_sum: int | None = None
    """The sum of the fu before rounding."""
    items: Items | None = None
    """The fu item by item."""
    received: int | None = None
    """All that the winner takes in, honba and riichi sticks included."""

    def value(self, ask: Ask) -> Value | None:
        """What was given for one part of the question."""
        given: Value | None = getattr(self, ask)
        return given


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a graded answer."""

    ask: Ask
    right: bool
    given: Value | None
    want: Value


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """An answer as the exchange format has it: just what was given."""
    return {ask.value: value_to_json(answer.value(ask)) for ask in Ask if answer.value(ask) is not None}


def value_to_json(value: Value | None) -> Any:
    """One part of an answer as the exchange format has it."""
    if isinstance(value, tuple):
        return [_entry_to_json(entry) for entry in value]
    return value


def answer_from_json(value: Mapping[str, Any]) -> Answer:
    """The answer that ``answer_to_json`` wrote; items may also go by the names they have in a result."""
    payment, han, items = value.get("payment"), value.get("han"), value.get("items")
    return Answer(
        fu=value.get("fu"),
        payment=None if payment is None else {Payer(payer): points for payer, points in payment.items()},
        han=Limit(han) if isinstance(han, str) else han,
        fu_sum=value.get("fu_sum"),
        items=None if items is None else items_of(map(entry_from_json, items)),
        received=value.get("received"),
    )


def _entry_to_json(entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {"item": entry.place.value, "fu": entry.fu}
    return found if entry.tile is None else {**found, "tile": tile_name(entry.tile)}


def entry_from_json(value: Mapping[str, Any]) -> Entry:
    """One item. Raises ValueError for a name that no item has, NotationError for a tile that is none."""
    tile = value.get("tile")
    return Entry(place_of(value["item"]), None if tile is None else KIND[parse_tile(tile)], value["fu"])


def payment_of(shares: tuple[Share, ...]) -> Payment:
    """Shares as points by payer."""
    return {share.payer: share.points for share in shares}


def value_of(count: Count, ask: Ask, sticks: int = 0) -> Value:
    """What the answer to one part of a question would be by this count; ``sticks`` are the points of the deposits."""
    match ask:
        case Ask.ITEMS:
            return ledger_of(count.fu_items)
        case Ask.FU_SUM:
            return count.fu_sum
        case Ask.FU:
            return count.fu
        case Ask.HAN:
            return count.han
        case Ask.PAYMENT:
            return payment_of(count.payment)
        case Ask.RECEIVED:
            return count.points + sticks


def gives(count: Count, ask: Ask, value: Value | None, sticks: int = 0) -> bool:
    """True when a value is what this count gives for that part of a question.

    From 5 han on the name of the limit stands for the han, and no fu are needed.
    """
    by_name = count.limit is not None and count.han >= LIMIT_HAN
    if value is None:
        return by_name and ask in OF_FU
    if isinstance(value, Limit):
        return by_name and ask is Ask.HAN and _as_called(value) == _as_called(count.limit)
    return value == value_of(count, ask, sticks)


def _as_called(limit: Limit | None) -> Limit | None:
    """A limit as it is called at the table, where a counted yakuman is a yakuman."""
    return Limit.YAKUMAN if limit is Limit.KAZOE_YAKUMAN else limit


def right_values(score: Score, ask: Ask) -> list[Value] | None:
    """Every right value of one part of a question about a win; None where any is, for a yakuman needs no fu.

    Where several readings pay the same, each one's is right.
    """
    if _needs_none(score, ask):
        return None
    sticks = STICK * score.win.riichi_sticks
    return [value_of(count, ask, sticks) for count in score.counts if count.points == score.best.points]


def _needs_none(score: Score, ask: Ask) -> bool:
    return ask in OF_FU and bool(score.best.yakuman) and not score.rules.aotenjou


def accepts(score: Score, ask: Ask, value: Value | None) -> bool:
    """True when a value is a right answer to that part of a question about a win (see ``right_values``).

    So is what stands for it: the name of a limit for the han, and nothing for fu that are needless.
    """
    if _needs_none(score, ask):
        return True
    sticks = STICK * score.win.riichi_sticks
    return any(gives(count, ask, value, sticks) for count in score.counts if count.points == score.best.points)


def grade(score: Score, asks: tuple[Ask, ...], answer: Answer) -> tuple[Part, ...]:
    """Grade each part of an answer beside the value of the dearest reading."""
    sticks = STICK * score.win.riichi_sticks
    return tuple(
        Part(ask, accepts(score, ask, answer.value(ask)), answer.value(ask), value_of(score.best, ask, sticks))
        for ask in asks
    )
