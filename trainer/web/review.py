"""Review: how well each rule is known, the weakest first."""

from dataclasses import dataclass
from math import sqrt

from flask import Blueprint, render_template

from trainer.services.review import Accuracy, accuracy, answered
from trainer.web.rule_labels import RULES, RuleLabel
from trainer.web.session import db_session, learner_id

ENOUGH = 5
"""Fewer chances than this say nothing yet."""

Z_90 = 1.645

blueprint = Blueprint("review", __name__, url_prefix="/review")


@dataclass(frozen=True, slots=True)
class Line:
    """One rule type as the page shows it."""

    rule: RuleLabel
    record: Accuracy

    @property
    def is_known(self) -> bool:
        """True when there were enough chances to say how well it goes."""
        return self.record.chances >= ENOUGH

    @property
    def percent(self) -> int:
        """Right answers in a hundred chances."""
        return round(100 * self.record.right / self.record.chances) if self.record.chances else 0


@blueprint.get("")
def overview() -> str:
    """Show this learner's accuracy for every rule type."""
    learner = learner_id()
    count, right = answered(db_session(), learner)
    return render_template(
        "review/overview.html", lines=ranked(accuracy(db_session(), learner)), count=count, right=right, enough=ENOUGH
    )


def ranked(records: list[Accuracy]) -> list[Line]:
    """The weakest first, then those with too few chances, then those never met; otherwise in their own order."""
    lines = [Line(RULES[record.rule_type], record) for record in records]
    return sorted(lines, key=_order)


def _order(line: Line) -> tuple[bool, float, int]:
    record = line.record
    errors = error_bound(record.chances - record.right, record.chances) if line.is_known else 0.0
    return not line.is_known, -errors, 0 if line.is_known else -record.chances


def error_bound(errors: int, chances: int) -> float:
    """The lower end of the 90 % Wilson interval of an error rate: how bad it is at the very least."""
    rate, z = errors / chances, Z_90
    centre = rate + z * z / (2 * chances)
    spread = z * sqrt(rate * (1 - rate) / chances + z * z / (4 * chances * chances))
    return max(0.0, (centre - spread) / (1 + z * z / chances))
