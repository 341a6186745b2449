"""What is remembered."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.teaching.cards import retrievability

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


@given(st.integers(1, 180))
def test_stability_is_the_days_after_which_nine_of_ten_remember(days: int) -> None:
    assert retrievability(days, NOON, NOON + timedelta(days=days)) == pytest.approx(0.9)


def test_nothing_is_forgotten_at_once_and_more_with_every_whole_day() -> None:
    hours = [retrievability(3.0, NOON, NOON + timedelta(hours=hours)) for hours in range(72)]
    assert hours[:24] == [1.0] * 24
    assert hours[24:48] == [hours[24]] * 24
    assert 1.0 > hours[24] > hours[48] > 0.9


def test_a_clock_that_was_put_back_forgets_nothing() -> None:
    assert retrievability(3.0, NOON, NOON - timedelta(days=2)) == 1.0
