"""What is remembered of a rule type: the forgetting curve of FSRS, in whole days."""

from datetime import datetime

from fsrs import Card, Scheduler, State

SCHEDULER = Scheduler(
    desired_retention=0.9, learning_steps=(), relearning_steps=(), maximum_interval=180, enable_fuzzing=False
)


def retrievability(stability: float, reviewed_at: datetime, now: datetime) -> float:
    """How likely it is, from 0 to 1, that something is still remembered; it falls with every whole day."""
    # Without a number of its own a card would wait a millisecond for one.
    card = Card(card_id=0, state=State.Review, stability=stability, last_review=reviewed_at)
    return SCHEDULER.get_card_retrievability(card, now)
