"""Review: how well each rule is known, what goes wrong, and how it went over time."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from flask import Blueprint, render_template
from flask_babel import LazyString, format_date, format_timedelta
from flask_babel import lazy_gettext as _

from trainer.services import mixups, notebook
from trainer.services.learning import mistakes_of
from trainer.services.review import History, RuleRecord, history, ranked, records, weakest
from trainer.teaching.accuracy import ENOUGH
from trainer.teaching.mixups import mixup_name
from trainer.web import wishes
from trainer.web.chart import Mark
from trainer.web.mistake_labels import MISTAKES
from trainer.web.rule_labels import RULES, RuleLabel
from trainer.web.session import db_session, learner_id

blueprint = Blueprint("review", __name__, url_prefix="/review")


@dataclass(frozen=True, slots=True)
class Line:
    """One rule type as the page shows it."""

    rule: RuleLabel
    record: RuleRecord
    is_due: bool = False
    """True when it is time to ask it again."""
    due: LazyString | str = ""
    """When that is, in words: "due", or "in 3 days"."""

    @property
    def percent(self) -> int:
        """Right answers in a hundred chances."""
        return round(100 * self.record.right / self.record.chances) if self.record.chances else 0


@blueprint.get("")
def overview() -> str:
    """Show this learner's accuracy for every rule type, his mistakes, and his answers over time."""
    db, learner, now = db_session(), learner_id(), datetime.now(UTC)
    found, told = records(db, learner, now), history(db, learner, now)
    first = weakest(found)
    return render_template(
        "review/overview.html",
        lines=lines_of(found, now),
        weakest=lines_of(first, now),
        focus=wishes.practicable([record.rule_type for record in first]),
        named=[held for held in mistakes_of(db, learner) if held.named],
        practicable=wishes.practicable,
        mistakes=MISTAKES,
        shown_in=notebook.choices(db, learner).mistakes,
        mixups=mixups.most_common(db, learner),
        most_hands=mixups.MOST_HANDS,
        mixup_name=mixup_name,
        count=told.count,
        right=told.right,
        accuracy=accuracy_marks(told),
        practice=practice_marks(told),
        busiest=max(hands for _day, hands in told.days),
        enough=ENOUGH,
    )


def lines_of(found: list[RuleRecord], now: datetime) -> list[Line]:
    """What the page shows of these records, the weakest first."""
    return [_line(record, now) for record in ranked(found)]


def _line(record: RuleRecord, now: datetime) -> Line:
    rule, left = RULES[record.rule_type], None if record.due is None else record.due - now
    if left is None:
        return Line(rule, record)
    if left <= timedelta():
        return Line(rule, record, True, _("due"))
    return Line(rule, record, False, str(format_timedelta(left, "day", add_direction=True)))


def accuracy_marks(told: History) -> list[Mark]:
    """The share of right answers over time, some answers at a time."""
    return [
        Mark(
            str(format_date(batch.last, "short")),
            _("%(right)s of %(chances)s", right=batch.right, chances=batch.count),
            batch.share,
            batch.interval,
        )
        for batch in told.batches
    ]


def practice_marks(told: History) -> list[Mark]:
    """How many hands were answered a day, as shares of the busiest one."""
    busiest = max(hands for _day, hands in told.days) or 1
    return [Mark(str(format_date(day, "short")), str(hands), hands / busiest) for day, hands in told.days]
