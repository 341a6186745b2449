"""Shares with their intervals, and what they say of late."""

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.teaching.accuracy import Z_90, Trend, error_bound, interval, trend


@pytest.mark.parametrize(
    ("right", "chances", "low", "high"),
    [(0, 5, 0.0, 0.351), (5, 5, 0.649, 1.0), (5, 10, 0.269, 0.731), (50, 100, 0.419, 0.581)],
)
def test_the_interval_is_that_of_wilson(right: int, chances: int, low: float, high: float) -> None:
    found = interval(right, chances)
    assert found is not None
    assert found == pytest.approx((low, high), abs=0.001)


@given(st.integers(1, 500).flatmap(lambda chances: st.tuples(st.integers(0, chances), st.just(chances))))
def test_its_ends_are_the_shares_that_what_was_seen_is_just_as_far_from_as_allowed(seen: tuple[int, int]) -> None:
    """Wilson's own words for it: the true shares p whose z = |share - p| / sqrt(p (1 - p) / n) is 1.645."""
    right, chances = seen
    found = interval(right, chances)
    assert found is not None
    assert 0 <= found.low <= right / chances <= found.high <= 1
    for end in found:
        if 0.0001 < end < 0.9999:
            assert abs(right / chances - end) / sqrt(end * (1 - end) / chances) == pytest.approx(Z_90, rel=1e-6)


def test_without_a_chance_nothing_is_known() -> None:
    assert interval(0, 0) is None
    assert error_bound(0, 0) == 0.0


def test_the_error_bound_is_what_goes_wrong_at_the_very_least() -> None:
    assert error_bound(5, 5) == 0.0
    assert error_bound(0, 5) == pytest.approx(0.649, abs=0.001)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ("", None),
        ("1", None),
        ("011", None),
        ("000000000011111", Trend.UP),
        ("111111111100000", Trend.DOWN),
        ("111111111111111", None),
        ("111101111111011", None),
        ("010101010111111", None),
    ],
)
def test_a_trend_is_told_only_where_it_is_clear(answers: str, expected: Trend | None) -> None:
    assert trend([answer == "1" for answer in answers]) is expected
