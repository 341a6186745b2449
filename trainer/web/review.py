"""Review: how well each rule is known, the weakest first."""

from dataclasses import dataclass
from datetime import UTC, datetime

from flask import Blueprint, render_template

from trainer.services.review import RuleRecord, answered, ranked, records
from trainer.teaching.accuracy import ENOUGH
from trainer.web.rule_labels import RULES, RuleLabel
from trainer.web.session import db_session, learner_id

blueprint = Blueprint("review", __name__, url_prefix="/review")


@dataclass(frozen=True, slots=True)
class Line:
    """One rule type as the page shows it."""

    rule: RuleLabel
    record: RuleRecord

    @property
    def percent(self) -> int:
        """Right answers in a hundred chances."""
        return round(100 * self.record.right / self.record.chances) if self.record.chances else 0


@blueprint.get("")
def overview() -> str:
    """Show this learner's accuracy for every rule type."""
    learner = learner_id()
    count, right = answered(db_session(), learner)
    lines = lines_of(records(db_session(), learner, datetime.now(UTC)))
    return render_template("review/overview.html", lines=lines, count=count, right=right, enough=ENOUGH)


def lines_of(found: list[RuleRecord]) -> list[Line]:
    """What the page shows of these records, the weakest first."""
    return [Line(RULES[record.rule_type], record) for record in ranked(found)]
