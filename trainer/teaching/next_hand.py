"""What a learner should be asked now: a hand that tells what he gets wrong, one that brings back what is due, one with
something new, or one as in real play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from random import Random

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.cards import retrievability
from trainer.teaching.chance import happens
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask
from trainer.teaching.learner import Learner
from trainer.teaching.order import Level, Mode, Order
from trainer.teaching.pool import Pool
from trainer.teaching.ratings import WANTED, class_of
from trainer.teaching.rule_types import RuleType

TELLING = 0.2
"""Nats that a hand must tell to be asked for it; one that shows only a mistake never tested before tells a bit more."""
NATURAL = 0.25
"""The share of hands as in real play among those that are not asked to find something out."""
TOGETHER = 3
"""Due rule types that one hand is looked for."""
CHOICE = 3
"""Hands dealt, of which that one is asked which shows what is held wrong, and is neither too hard nor too easy."""
LIKELY = 0.5
"""A mistake that is rather made than not makes its rule type due at any time."""


class Why(StrEnum):
    """Why a hand is asked."""

    TELLING = "telling"
    """Its answer tells which of several mistakes is made."""
    DUE = "due"
    """Rule types in it are due."""
    NEW = "new"
    """A rule type in it was never met."""
    NATURAL = "natural"
    """As in real play."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The next hand, and why it is that one."""

    win: Win
    why: Why
    rule_types: tuple[RuleType, ...] = ()
    """What it is about, where it is about something."""


def choose_next(
    learner: Learner,
    pool: Pool,
    possible: Iterable[RuleType],
    now: datetime,
    random: Random,
    rules: Rules,
    level: Level,
    honba: bool = True,
) -> Choice:
    """Choose the next hand; ``possible`` are the rule types that a question of this kind can show."""
    unproven = learner.unproven
    candidate, told = pool.most_telling(learner.posterior, random, unproven)
    if told >= TELLING or unproven & candidate.visible:
        pool.take(candidate)
        return Choice(candidate.win, Why.TELLING)
    if happens(random, NATURAL):
        return Choice(generate(random, rules, Order(Mode.NATURAL, level, honba=honba)), Why.NATURAL)
    possible = tuple(possible)
    focus, why = due(learner, possible, now)[:TOGETHER], Why.DUE
    if not focus:
        focus, why = [rule_type for rule_type in possible if rule_type not in learner.cards][:1], Why.NEW
    if not focus:
        return Choice(generate(random, rules, Order(Mode.NATURAL, level, honba=honba)), Why.NATURAL)
    order = Order(Mode.EDGE, level, tuple(focus), honba)
    return Choice(focused(learner, order, rules, pool.asks, random), why, tuple(focus))


def focused(learner: Learner, order: Order, rules: Rules, asks: tuple[Ask, ...], random: Random) -> Win:
    """A hand that shows the rule types of an order, for this learner.

    Of a few dealt it is one in which a mistake would show that he makes about them, where there is one. Not always is
    there: he sees the neighbours of such hands too, and learns what makes the difference.
    """
    held = learner.held(order.focus)

    def rank(win: Win) -> tuple[bool, float]:
        scored = score(win, rules)
        assert isinstance(scored, Score)
        return not visible(scored, asks, held), abs(learner.success(class_of(scored)) - WANTED)

    return min((generate(random, rules, order) for _ in range(CHOICE)), key=rank)


def due(learner: Learner, possible: Iterable[RuleType], now: datetime) -> list[RuleType]:
    """The rule types to bring back now, what is known least first."""
    found = []
    for rule_type in possible:
        card, likeliest = learner.cards.get(rule_type), learner.likeliest(rule_type)
        if likeliest > LIKELY or (card is not None and card.due <= now):
            remembered = 1.0 if card is None else retrievability(card.stability, card.reviewed_at, now)
            found.append((min(remembered, 1 - likeliest), rule_type))
    return [rule_type for _, rule_type in sorted(found, key=lambda one: one[0])]
