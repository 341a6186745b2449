"""Answers over time."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from trainer.teaching.history import DAYS, IN_A_BATCH, MOST_BATCHES, Answered, batches, hands_a_day

FIRST = date(2026, 1, 1)


@given(st.lists(st.booleans(), max_size=300))
def test_every_answer_is_in_one_batch_of_about_the_same_size(right: list[bool]) -> None:
    answers = [Answered(FIRST + timedelta(days=number), ok) for number, ok in enumerate(right)]
    found = batches(answers)
    if len(answers) < IN_A_BATCH:
        assert found == ()
        return
    sizes = [batch.count for batch in found]
    assert sum(sizes) == len(answers)
    assert sum(batch.right for batch in found) == sum(right)
    assert len(found) <= MOST_BATCHES
    assert min(sizes) >= IN_A_BATCH
    assert max(sizes) - min(sizes) <= 1
    assert [day for batch in found for day in (batch.first, batch.last)] == sorted(
        day for batch in found for day in (batch.first, batch.last)
    )
    assert all(batch.interval.low <= batch.share <= batch.interval.high for batch in found)


def test_every_day_is_counted_and_what_is_long_ago_forgotten() -> None:
    today = date(2026, 3, 1)
    found = hands_a_day([today, today, today - timedelta(days=2), today - timedelta(days=DAYS)], today)
    assert len(found) == DAYS
    assert found[-3:] == ((date(2026, 2, 27), 1), (date(2026, 2, 28), 0), (today, 2))
    assert sum(hands for _day, hands in found) == 3
