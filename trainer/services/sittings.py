"""Sittings: some hands answered one after the other, and how they went."""

import json
import uuid
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from sqlalchemy import select
from sqlalchemy.orm import Session

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.points import STICK
from trainer.mahjong.scoring import Score
from trainer.models import Attempt
from trainer.services.graded import graded
from trainer.teaching.grade import Ask, Value, right_values, value_of
from trainer.teaching.rule_types import RuleType

TEN = 10
"""Hands of a sitting that is neither endless nor a sprint."""
SPRINT_SECONDS = 60


@dataclass(frozen=True, slots=True)
class PartScore:
    """How one part of the questions went, beside what always giving the same answer would have got."""

    ask: Ask
    count: int
    right: int
    guess: Value
    """The constant answer that is right most often."""
    guess_right: int


@dataclass(frozen=True, slots=True)
class Played:
    """One hand of a sitting."""

    nonce: str
    win: Win
    right: bool
    elapsed_ms: int | None


@dataclass(frozen=True, slots=True)
class Summary:
    """How a sitting went."""

    hands: tuple[Played, ...]
    parts: tuple[PartScore, ...]
    median_ms: int | None
    weakest: tuple[RuleType, int, int] | None
    """The rule type to fix next, its wrong answers and its chances; None when nothing was wrong."""
    apart: bool
    """True for a sprint and for hands tried again."""

    @property
    def count(self) -> int:
        """How many hands were answered."""
        return len(self.hands)

    @property
    def right(self) -> int:
        """How many of them all right."""
        return sum(hand.right for hand in self.hands)

    @property
    def missed(self) -> tuple[Played, ...]:
        """The others."""
        return tuple(hand for hand in self.hands if not hand.right)


def progress(db: Session, learner: uuid.UUID, sitting: str) -> list[bool]:
    """For each hand answered in a sitting whether it was right, in their order."""
    rows = select(Attempt.right).where(Attempt.user_id == learner, Attempt.sitting == sitting)
    return list(db.scalars(rows.order_by(Attempt.answered_at, Attempt.id)))


def latest(db: Session, learner: uuid.UUID, sitting: str) -> str | None:
    """The question answered last in a sitting; None before the first."""
    rows = select(Attempt.nonce).where(Attempt.user_id == learner, Attempt.sitting == sitting)
    return db.scalar(rows.order_by(Attempt.answered_at.desc(), Attempt.id.desc()).limit(1))


def summary(db: Session, learner: uuid.UUID, sitting: str) -> Summary | None:
    """How a learner's sitting went; None when he answered nothing in it."""
    mine = select(Attempt).where(Attempt.user_id == learner, Attempt.sitting == sitting)
    attempts = db.scalars(mine.order_by(Attempt.answered_at, Attempt.id)).all()
    if not attempts:
        return None
    times = [attempt.elapsed_ms for attempt in attempts if attempt.elapsed_ms is not None]
    return Summary(
        tuple(
            Played(attempt.nonce, win_from_json(json.loads(attempt.hand)), attempt.right, attempt.elapsed_ms)
            for attempt in attempts
        ),
        tuple(_parts(attempts)),
        round(median(times)) if times else None,
        _weakest(attempts),
        attempts[0].apart,
    )


def _parts(attempts: Iterable[Attempt]) -> Iterable[PartScore]:
    """Each part that was asked, in the order of counting."""
    scores: dict[Ask, list[tuple[Score, bool]]] = {ask: [] for ask in Ask}
    for attempt in attempts:
        found = graded(attempt)
        for part in found.parts:
            scores[part.ask].append((found.score, part.right))
    for ask, asked in scores.items():
        if asked:
            guess, guess_right = best_guess([scored for scored, _ in asked], ask)
            yield PartScore(ask, len(asked), sum(right for _, right in asked), guess, guess_right)


def best_guess(scores: list[Score], ask: Ask) -> tuple[Value, int]:
    """The answer to one part that, given to every hand, is right most often, and how often that is."""
    times: Counter[str] = Counter()
    values: dict[str, Value] = {}
    any_value = 0
    for one in scores:
        right = right_values(one, ask)
        any_value += right is None
        # A payment names its payers, so one that fits a ron is wrong for a tsumo: exactly what a constant would be.
        ours = {repr(value): value for value in right or [value_of(one.best, ask, STICK * one.win.riichi_sticks)]}
        values |= ours
        times.update(dict.fromkeys(ours, int(right is not None)))
    guess = max(values, key=lambda name: times[name])
    return values[guess], times[guess] + any_value


def _weakest(attempts: Iterable[Attempt]) -> tuple[RuleType, int, int] | None:
    """The rule type most often broken; of equals the one with fewer chances."""
    chances, wrong = Counter[str](), Counter[str]()
    for attempt in attempts:
        for shown in attempt.evidence:
            chances[shown.rule_type] += 1
            wrong[shown.rule_type] += not shown.right
    if not wrong.total():
        return None
    worst = max(RuleType, key=lambda rule: (wrong[rule], -chances[rule]))
    return worst, wrong[worst], chances[worst]
