"""Moments by the clocks of a place: written, read, skipped in spring, twice in autumn."""

from datetime import UTC, datetime

import pytest
from flask import Flask

from trainer.web.dates import (
    NO_TIME,
    NO_ZONE,
    TOO_EARLY,
    NoSuchTimeError,
    new_dates,
    read_dates,
    read_moment,
    shown_moment,
    written_moment,
    zones,
)


@pytest.mark.parametrize(
    ("text", "zone", "moment"),
    [
        ("2026-12-07T19:30", "Asia/Shanghai", datetime(2026, 12, 7, 11, 30, tzinfo=UTC)),
        ("2026-07-07T19:30", "Europe/Berlin", datetime(2026, 7, 7, 17, 30, tzinfo=UTC)),
        ("2026-12-07T19:30", "Europe/Berlin", datetime(2026, 12, 7, 18, 30, tzinfo=UTC)),
        ("2026-01-01T00:00", "Asia/Kathmandu", datetime(2025, 12, 31, 18, 15, tzinfo=UTC)),
    ],
)
def test_a_local_time_is_a_moment_and_comes_back(text: str, zone: str, moment: datetime) -> None:
    assert read_moment(text, zone) == moment
    assert written_moment(moment, zone) == text


def test_an_hour_that_comes_twice_is_meant_once() -> None:
    text, zone = "2026-10-25T02:30", "Europe/Berlin"
    assert read_moment(text, zone) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert read_moment(text, zone, latest=True) == datetime(2026, 10, 25, 1, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["2026-03-29T02:30", "", "tomorrow", "2026-12-07T19:30Z", "0001-01-01T00:00", "9" * 99]
)
def test_what_is_no_such_time_is_refused(text: str) -> None:
    with pytest.raises(NoSuchTimeError):
        read_moment(text, "Europe/Berlin")


def test_every_zone_that_is_offered_can_be_read_in() -> None:
    assert {"UTC", "Asia/Shanghai", "Asia/Tokyo", "Europe/Berlin", "America/New_York"} <= set(zones())
    for zone in zones():
        assert read_moment("2026-12-07T12:00", zone).tzinfo is UTC


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Mon, Dec 7, 2026 19:30 (Shanghai)"), ("zh-CN", "2026年12月7日周一 19:30 (Shanghai)")],
)
def test_a_moment_is_told_in_the_readers_language(app: Flask, language: str, said: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        assert shown_moment(datetime(2026, 12, 7, 11, 30, tzinfo=UTC), "Asia/Shanghai") == said


def test_the_dates_of_a_form_are_read_with_each_fault_at_its_field() -> None:
    sent = {"opens": "2026-12-07T10:00", "due": "2026-12-14T23:59", "time_zone": "Asia/Tokyo", "late": "on"}
    read = read_dates(sent).dates
    assert read is not None
    assert (read.due_at, read.late_allowed) == (datetime(2026, 12, 14, 14, 59, tzinfo=UTC), True)
    without = read_dates({**sent, "due": ""}).dates
    assert without is not None
    assert without.due_at is None
    for changed, errors in (
        ({"opens": "x"}, {"opens": NO_TIME}),
        ({"due": "2026-12-07T10:00"}, {"due": TOO_EARLY}),
        ({"opens": "", "due": "y"}, {"opens": NO_TIME, "due": NO_TIME}),
        ({"time_zone": "Mars"}, {"time_zone": NO_ZONE}),
    ):
        refused = read_dates({**sent, **changed})
        assert (refused.dates, refused.errors) == (None, errors)


def test_a_new_assignment_is_due_in_a_week_at_the_end_of_the_day() -> None:
    form = new_dates(datetime(2026, 12, 7, 20, 0, tzinfo=UTC), "Asia/Shanghai")
    assert (form.opens, form.due) == ("2026-12-08T04:00", "2026-12-15T23:59")
