"""When to ask again: what somebody remembers of a rule type, by the FSRS model of memory."""

from dataclasses import dataclass
from datetime import datetime
from functools import cache

from fsrs import Card as FsrsCard
from fsrs import Rating, Scheduler, State

__all__ = ["Card", "Rating", "rated", "retrievability"]

RETENTION = 0.9
"""A rule type is due when it is remembered nine times in ten."""
MOST_DAYS = 180


@dataclass(frozen=True, slots=True)
class Card:
    """What a learner remembers of one rule type."""

    stability: float
    """Days after which it is remembered nine times in ten."""
    difficulty: float
    """From 1 to 10."""
    due: datetime
    reviewed_at: datetime
    succeeded_at: datetime | None = None
    """When a success was last counted."""


@cache
def _scheduler() -> Scheduler:
    # A rule is met within other hands all the time, so there are no steps of minutes; and no dice: the same answers
    # lead to the same day.
    return Scheduler(
        desired_retention=RETENTION,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=MOST_DAYS,
        enable_fuzzing=False,
    )


def rated(card: Card | None, rating: Rating, now: datetime) -> Card:
    """The card after a rating; None is one that was never rated. A second success on the same day (UTC) counts not."""
    succeeds = rating is not Rating.Again
    if card is not None and succeeds and card.succeeded_at is not None and card.succeeded_at.date() == now.date():
        return card
    # A number is given, for the package would wait a millisecond to make one of its own.
    before = FsrsCard(card_id=1) if card is None else _fsrs(card.stability, card.difficulty, card.reviewed_at)
    after, _log = _scheduler().review_card(before, rating, now)
    assert after.stability is not None
    assert after.difficulty is not None
    succeeded = now if succeeds else None if card is None else card.succeeded_at
    return Card(after.stability, after.difficulty, after.due, now, succeeded)


def retrievability(stability: float, reviewed_at: datetime, now: datetime) -> float:
    """How likely it is that something is remembered now, from 1 down; whole days count."""
    return _scheduler().get_card_retrievability(_fsrs(stability, 1.0, reviewed_at), now)


def _fsrs(stability: float, difficulty: float, reviewed_at: datetime) -> FsrsCard:
    return FsrsCard(1, State.Review, None, stability, difficulty, reviewed_at, reviewed_at)
