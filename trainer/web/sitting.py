"""The sitting that goes on: its place in the session cookie, its end, and the page that says how it went."""

import uuid
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta

from flask import Blueprint, abort, redirect, render_template, session, url_for
from werkzeug.wrappers import Response

from trainer.services import sittings
from trainer.services.sittings import SPRINT_SECONDS, TEN
from trainer.services.wishes import Length
from trainer.web.rule_labels import RULES
from trainer.web.session import db_session, learner_id

KEPT = "sitting"
QUESTION = "question"
"""Where the session keeps the token of the question that waits for its answer."""
MOST_AGAIN = 20
"""Missed hands that are tried again at once; as many as fit into a cookie beside everything else."""

blueprint = Blueprint("sitting", __name__, url_prefix="/practice/sittings")


@dataclass(frozen=True, slots=True)
class Sitting:
    """A sitting that goes on."""

    id: str
    total: int | None = None
    """How many hands it has; None for as many as one likes."""
    until: float | None = None
    """When a sprint ends, as a POSIX timestamp."""
    again: tuple[str, ...] = ()
    """Questions that are still to be asked again."""

    @property
    def ends(self) -> datetime | None:
        """When a sprint ends."""
        return None if self.until is None else datetime.fromtimestamp(self.until, UTC)


def current() -> Sitting | None:
    """The sitting that goes on; None before the first, and after the end of one."""
    kept = session.get(KEPT)
    if not isinstance(kept, dict):
        return None
    return Sitting(kept["id"], kept["total"], kept["until"], tuple(kept["again"]))


def keep(sitting: Sitting) -> Sitting:
    """Let a sitting go on."""
    session[KEPT] = {**asdict(sitting), "again": list(sitting.again)}
    return sitting


def begin(length: Length) -> Sitting:
    """Begin a sitting; the clock of a sprint starts at once."""
    made = Sitting(uuid.uuid4().hex)
    if length is Length.SPRINT:
        ends = datetime.now(UTC) + timedelta(seconds=SPRINT_SECONDS)
        return keep(replace(made, until=ends.timestamp()))
    return keep(replace(made, total=TEN if length is Length.TEN else None))


def forget() -> None:
    """Let the next hand begin a new sitting."""
    session.pop(KEPT, None)


def is_over(sitting: Sitting, answered: int) -> bool:
    """True when its hands are answered or its time has run out."""
    ran_out = sitting.ends is not None and datetime.now(UTC) > sitting.ends
    return ran_out or (sitting.total is not None and answered >= sitting.total)


@dataclass(frozen=True, slots=True)
class Shown:
    """A sitting as pages show it."""

    sitting: Sitting
    marks: list[bool]
    """For each hand answered whether it was right."""

    @property
    def is_over(self) -> bool:
        """True when there is nothing more to answer in it."""
        return is_over(self.sitting, len(self.marks))

    @property
    def seconds_left(self) -> int:
        """Whole seconds until a sprint ends."""
        ends = self.sitting.ends
        return 0 if ends is None else max(0, round((ends - datetime.now(UTC)).total_seconds()))


def shown(sitting: Sitting) -> Shown:
    """A sitting with what was answered in it."""
    return Shown(sitting, sittings.progress(db_session(), learner_id(), sitting.id))


@blueprint.post("")
def start() -> Response:
    """Start the clock of a sprint; the hand that waits is laid aside."""
    session.pop(QUESTION, None)
    begin(Length.SPRINT)
    return redirect(url_for("practice.question"), 303)


@blueprint.post("/end")
def end() -> Response:
    """End the sitting here; without an answer in it there is nothing to show."""
    ended = current()
    forget()
    if ended is None or not shown(ended).marks:
        return redirect(url_for("practice.question"), 303)
    if ended.until is not None or ended.again:
        session.pop(QUESTION, None)
    return redirect(url_for(".show", sitting=ended.id), 303)


@blueprint.get("/<sitting>")
def show(sitting: str) -> str:
    """Show how a sitting went, to whoever played it."""
    found = sittings.summary(db_session(), learner_id(), sitting)
    running = current()
    if found is None and (running is None or running.id != sitting):
        abort(404)
    if running is not None and running.id == sitting and is_over(running, found.count if found else 0):
        forget()
        if running.until is not None:
            session.pop(QUESTION, None)
    rule = RULES[found.weakest[0]] if found is not None and found.weakest is not None else None
    return render_template("practice/sitting.html", summary=found, sitting=sitting, rule=rule)


@blueprint.post("/<sitting>/again")
def again(sitting: str) -> Response:
    """Ask the missed hands of a sitting again, apart from the learner's accuracy."""
    found = sittings.summary(db_session(), learner_id(), sitting)
    if found is None or not found.missed:
        abort(404)
    nonces = tuple(hand.nonce for hand in found.missed[:MOST_AGAIN])
    session.pop(QUESTION, None)
    keep(Sitting(uuid.uuid4().hex, total=len(nonces), again=nonces))
    return redirect(url_for("practice.question"), 303)
