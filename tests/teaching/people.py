"""Dealt hands, and people who work them out in their own way."""

from collections.abc import Iterable
from random import Random

from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask, accepts, payment_of, value_of
from trainer.teaching.ledger import ledger_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Order
from trainer.teaching.outcomes import PLACE, Set
from trainer.teaching.working import Change, Worked, work

ASKS = (Ask.FU, Ask.PAYMENT)


def dealt(seed: int, count: int, rules: Rules = TENHOU, order: Order = Order()) -> list[Score]:  # noqa: B008 - frozen
    """So many hands, the same ones for the same seed."""
    random = Random(seed)
    found = [score(generate(random, rules, order), rules) for _ in range(count)]
    return [one for one in found if isinstance(one, Score)]


def places(*names: str) -> Set:
    """Mistakes by name as a set of places in the catalogue."""
    return tuple(sorted(PLACE[name] for name in names))


def worked(scored: Score, mistakes: Iterable[int]) -> Worked:
    """A hand worked out step by step by somebody who makes these mistakes."""
    return work(scored, [CATALOGUE[place].change for place in mistakes])


def answer_by(scored: Score, *changes: Change) -> Answer:
    """Everything that might be asked, as somebody answers it who works like this."""
    count, sticks = work(scored, changes)
    return Answer(
        count.fu,
        payment_of(count.payment),
        count.han,
        count.fu_sum,
        ledger_of(count.fu_items),
        count.points + sticks,
    )


def answer_of(scored: Score, *names: str) -> Answer:
    """The answer of somebody who makes these mistakes; the right one without any."""
    return answer_by(scored, *[CATALOGUE[place].change for place in places(*names)])


def alike(scored: Score, one: Worked, other: Worked, asks: tuple[Ask, ...]) -> bool:
    """True when both give the same for each part of the question, or both a right one."""
    for ask in asks:
        values = [value_of(found.counted, ask, found.sticks) for found in (one, other)]
        if values[0] != values[1] and not all(accepts(scored, ask, value) for value in values):
            return False
    return True


def is_right(scored: Score, found: Worked, asks: tuple[Ask, ...]) -> bool:
    """True when a working gives a right answer to each part of the question."""
    return all(accepts(scored, ask, value_of(found.counted, ask, found.sticks)) for ask in asks)
