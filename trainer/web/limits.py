"""How often may be tried to enter an account: counted by address and by account, so that nobody can try for long."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import cast

from flask import Flask, current_app, request
from flask_babel import LazyString, format_timedelta
from flask_babel import lazy_gettext as _
from flask_limiter import Limiter
from limits import RateLimitItem, parse

from trainer.settings import Settings

EXTENSION = "trainer.limits"


class Trying(Enum):
    """What may be tried, how often by whom: from one address, and for one account.

    A whole class may sit behind one address, so that it may do far more than one account needs.
    """

    SIGN_IN = ("100 per 15 minutes", "10 per 15 minutes")
    SIGN_UP = ("100 per hour", "20 per hour")
    RECOVER = ("50 per 15 minutes", "10 per 15 minutes")
    MAIL = ("20 per hour", "3 per hour")
    PASSWORD = ("60 per 15 minutes", "10 per 15 minutes")
    """The password that is asked for again, inside of an account."""

    JOIN = ("600 per 15 minutes", "60 per 15 minutes")
    """The codes of classes: enough for a school behind one address, and too few to find one by chance."""

    @property
    def by_address(self) -> RateLimitItem:
        """How often from one address."""
        return parse(self.value[0])

    @property
    def by_account(self) -> RateLimitItem:
        """How often for one account, whether it is there or not."""
        return parse(self.value[1])


@dataclass(frozen=True, slots=True)
class TooOften:
    """Somebody must wait."""

    wait: timedelta

    @property
    def message(self) -> LazyString:
        """When to try again, in words."""
        return _("Too many attempts. Please try again in %(time)s.", time=format_timedelta(self.wait, threshold=1.2))

    @property
    def headers(self) -> dict[str, str]:
        """The same for programs."""
        return {"Retry-After": str(int(self.wait.total_seconds()))}


def init_app(app: Flask, settings: Settings) -> None:
    """Count for this application: in memory, or in Redis for several processes."""
    app.extensions[EXTENSION] = Limiter(
        _address,
        app=app,
        storage_uri=settings.redis_url or "memory://",
        strategy="fixed-window",
        key_prefix="fu-trainer",
        enabled=settings.rate_limits,
    )


def _address() -> str:
    return request.remote_addr or ""


def _key(account: str) -> str:
    # What is typed may be long, and what is stored should not be read.
    return hashlib.sha256(account.encode(errors="replace")).hexdigest()[:32]


def count(trying: Trying, account: str) -> TooOften | None:
    """Count an attempt, before it is looked at; when there were too many, how long to wait."""
    limiter = cast(Limiter, current_app.extensions[EXTENSION])
    if not limiter.enabled:
        return None
    kinds = ((trying.by_address, _address()), (trying.by_account, _key(account)))
    for item, key in kinds:
        if not limiter.limiter.hit(item, trying.name, key):
            resets = limiter.limiter.get_window_stats(item, trying.name, key).reset_time
            left = resets - datetime.now(UTC).timestamp()
            return TooOften(timedelta(seconds=max(1, round(left + 0.5))))
    return None


def forget(trying: Trying, account: str) -> None:
    """Whoever did it in the end may err as often again."""
    limiter = cast(Limiter, current_app.extensions[EXTENSION])
    if limiter.enabled:
        limiter.limiter.clear(trying.by_account, trying.name, _key(account))
