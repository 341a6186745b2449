"""What is remembered, and when it is asked again."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainer.teaching.cards import MOST_DAYS, Card, Rating, rated, retrievability

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


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


# --- ratings ---------------------------------------------------------------------------------------------------------

RATINGS = (Rating.Again, Rating.Hard, Rating.Good, Rating.Easy)


@pytest.mark.parametrize("card", [None, rated(None, Rating.Good, NOON - 3 * DAY)], ids=["first", "again"])
def test_the_better_it_went_the_later_it_is_due(card: Card | None) -> None:
    due = [rated(card, rating, NOON).due for rating in RATINGS]
    assert due == sorted(due)
    assert due[0] < due[2] < due[3]
    assert due[0] > NOON


def test_a_second_success_on_the_same_day_changes_nothing_and_a_failure_does() -> None:
    card = rated(None, Rating.Good, NOON)
    later = NOON + timedelta(hours=11, minutes=59)
    assert all(rated(card, rating, later) == card for rating in RATINGS[1:])
    failed = rated(card, Rating.Again, later)
    assert failed.due < card.due
    assert failed.stability < card.stability
    # The day's success was counted, whatever came after it.
    assert failed.succeeded_at == NOON
    assert rated(failed, Rating.Good, later) == failed


def test_the_day_of_a_success_ends_at_midnight_by_utc() -> None:
    card = rated(None, Rating.Good, NOON)
    midnight = NOON + timedelta(hours=12)
    tomorrow = rated(card, Rating.Good, midnight)
    assert (tomorrow.reviewed_at, tomorrow.succeeded_at) == (midnight, midnight)


def test_a_failure_alone_leaves_the_day_open_for_a_success() -> None:
    failed = rated(None, Rating.Again, NOON)
    assert failed.succeeded_at is None
    assert rated(failed, Rating.Good, NOON + timedelta(minutes=1)).succeeded_at == NOON + timedelta(minutes=1)


@given(st.lists(st.sampled_from(RATINGS), min_size=1, max_size=25), st.integers(1, 400))
def test_nothing_waits_longer_than_half_a_year_and_the_same_answers_lead_to_the_same_day(
    ratings: list[Rating], days: int
) -> None:
    one = two = None
    now = NOON
    for rating in ratings:
        one, two = rated(one, rating, now), rated(two, rating, now)
        assert one == two
        assert now < one.due <= now + MOST_DAYS * DAY
        now += days * DAY


def test_what_is_answered_easily_ever_again_comes_to_wait_longest() -> None:
    card, now = rated(None, Rating.Easy, NOON), NOON
    for _ in range(10):
        now = card.due
        card = rated(card, Rating.Easy, now)
    assert card.due - now == MOST_DAYS * DAY
