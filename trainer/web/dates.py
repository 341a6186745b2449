"""Moments as people write and read them: by the clocks of a place."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

from babel.dates import format_skeleton
from flask import Flask
from flask_babel import LazyString, get_locale
from flask_babel import lazy_gettext as _

from trainer.services.assignments import Dates


class NoSuchTimeError(ValueError):
    """What was written is no moment, or one that the clocks of that place leave out in spring."""


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of the time zones that people live in, such as ``Asia/Shanghai``, and UTC."""
    places = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/")
    return ("UTC", *sorted(name for name in available_timezones() if name.startswith(places)))


def read_moment(text: str, zone: str, *, latest: bool = False) -> datetime:
    """The moment, in UTC, that a local time such as "2026-12-07T19:30" is in a time zone.

    An hour that comes twice in autumn is meant the first time, or the second with ``latest``. Raises NoSuchTimeError.
    """
    try:
        local = datetime.fromisoformat(text)
    except ValueError as error:
        raise NoSuchTimeError(text[:40]) from error
    if local.tzinfo is not None or not 2000 <= local.year <= 9000:
        raise NoSuchTimeError(text[:40])
    meant = local.replace(tzinfo=ZoneInfo(zone), fold=int(latest))
    moment = meant.astimezone(UTC)
    if moment.astimezone(meant.tzinfo).replace(tzinfo=None) != local:
        raise NoSuchTimeError(text[:40])
    return moment


def written_moment(moment: datetime | None, zone: str) -> str:
    """What to write for a moment, for ``read_moment`` to read."""
    return "" if moment is None else f"{moment.astimezone(ZoneInfo(zone)):%Y-%m-%dT%H:%M}"


def shown_moment(moment: datetime, zone: str) -> str:
    """A moment in the reader's language, by the clocks of a place, and that place."""
    local = moment.astimezone(ZoneInfo(zone))
    day = format_skeleton("yMMMEd", local, locale=get_locale())
    return f"{day} {local:%H:%M} ({zone.rsplit('/', 1)[-1].replace('_', ' ')})"


# --- the dates of an assignment ---------------------------------------------------------------------------------------

A_WEEK = timedelta(days=7)
NO_TIME = _("There is no such time: the clocks skip it, or it is not written like 2026-12-31T19:30.")
TOO_EARLY = _("It must be due after it opens.")
NO_ZONE = _("This time zone is not known.")


@dataclass(frozen=True, slots=True)
class DatesForm:
    """Between which moments something is to be worked through, as it is typed."""

    opens: str
    due: str
    late: bool
    zone: str
    errors: Mapping[str, LazyString] = field(default_factory=dict)
    dates: Dates | None = None
    """What it says, where nothing is wrong with it."""


def new_dates(now: datetime, zone: str) -> DatesForm:
    """From now on, and due in a week at the end of the day."""
    due = (now + A_WEEK).astimezone(ZoneInfo(zone)).replace(hour=23, minute=59)
    return DatesForm(written_moment(now, zone), f"{due:%Y-%m-%dT%H:%M}", True, zone)


def dates_form(dates: Dates) -> DatesForm:
    """Dates to be changed."""
    zone = dates.time_zone
    return DatesForm(written_moment(dates.opens_at, zone), written_moment(dates.due_at, zone), dates.late_allowed, zone)


def read_dates(sent: Mapping[str, str]) -> DatesForm:
    """Dates as they were sent; without a due date there is none."""
    zone = sent.get("time_zone", "")
    typed = DatesForm(sent.get("opens", "")[:40], sent.get("due", "")[:40], "late" in sent, zone)
    if zone not in zones():
        return replace(typed, zone="UTC", errors={"time_zone": NO_ZONE})
    errors: dict[str, LazyString] = {}
    opens = _read(typed.opens, zone, "opens", errors)
    due = _read(typed.due, zone, "due", errors) if typed.due else None
    if opens is not None and due is not None and due <= opens:
        errors["due"] = TOO_EARLY
    if errors or opens is None:
        return replace(typed, errors=errors)
    return replace(typed, dates=Dates(opens, due, typed.late, zone))


def _read(text: str, zone: str, name: str, errors: dict[str, LazyString]) -> datetime | None:
    try:
        return read_moment(text, zone, latest=name == "due")
    except NoSuchTimeError:
        errors[name] = NO_TIME
        return None


def init_app(app: Flask) -> None:
    """Give every template the filter ``shown_moment``."""
    app.add_template_filter(shown_moment)
