"""The heat map: how well each learner of a class knows each rule type, and the class as a whole.

Second tries of the same hands show what was remembered of them, so they count nowhere here.
"""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, String, case, func, select, type_coerce
from sqlalchemy.orm import Session

from trainer.models import Assignment, Attempt, Evidence, Run
from trainer.services.assignments import Assigned
from trainer.services.results import Learner, keys_of, learners_of, learners_of_class
from trainer.teaching.accuracy import ENOUGH, error_bound, interval
from trainer.teaching.rule_types import RuleType


class Known(NamedTuple):
    """How often a rule was followed where that could be seen."""

    right: int
    chances: int

    @property
    def share(self) -> float:
        """The share of right ones; 0 without a chance."""
        return self.right / self.chances if self.chances else 0.0

    @property
    def certainty(self) -> float:
        """How sure that is, from 0 to 1: all but the width of the 90 % interval."""
        found = interval(self.right, self.chances)
        return 0.0 if found is None else 1 - (found.high - found.low)

    @property
    def is_enough(self) -> bool:
        """True when there were enough chances to say anything."""
        return self.chances >= ENOUGH

    @property
    def error_bound(self) -> float:
        """How often it goes wrong at the very least."""
        return error_bound(self.right, self.chances)


UNSEEN = Known(0, 0)
_RIGHT, _WRONG = "+", "-"


@dataclass(frozen=True, slots=True)
class Heat:
    """Learner by rule type."""

    rules: tuple[RuleType, ...]
    """Those that were met, the weakest of the class first, then those with too few chances."""
    whole: dict[RuleType, Known]
    """The class as a whole."""
    rows: tuple[tuple[Learner, tuple[Known, ...]], ...]
    """Each learner, and how well he knows each of the rules."""

    def weakest(self, most: int) -> tuple[RuleType, ...]:
        """The rules to teach again first: those that surely go wrong at times."""
        return tuple(rule for rule in self.rules if self.whole[rule].is_enough and self.whole[rule].error_bound > 0)[
            :most
        ]


def heat_of(db: Session, of: Assigned, learners: Sequence[Learner] | None = None) -> Heat:
    """The heat map of one assignment; ``learners``: in which order, where that is known already."""
    return _heat(db, Run.assignment_id == of.id, learners_of(db, of) if learners is None else learners)


def heat_of_class(db: Session, class_id: uuid.UUID) -> Heat:
    """The heat map of a class over all that was assigned to it."""
    return _heat(db, in_class(class_id), learners_of_class(db, class_id))


def in_class(class_id: uuid.UUID) -> ColumnElement[bool]:
    """True of the runs through what was assigned to a class."""
    return Run.assignment_id.in_(select(Assignment.id).where(Assignment.class_id == class_id))


def _heat(db: Session, runs: ColumnElement[bool], learners: Sequence[Learner]) -> Heat:
    shown = _shown(db, runs, keys_of(learners))
    sums = Counter[str]()
    for counts in shown.values():
        sums.update(counts)
    whole = {rule: known for rule in RuleType if (known := _known(sums, rule)).chances}
    rules = tuple(sorted(whole, key=lambda rule: _rank(whole[rule])))
    names = [rule.value for rule in rules]
    none = Counter[str]()
    rows = ((learner, shown.get(learner.user, none)) for learner in learners)
    return Heat(
        rules, whole, tuple((learner, tuple(_known(counts, name) for name in names)) for learner, counts in rows)
    )


def _shown(db: Session, runs: ColumnElement[bool], users: Mapping[object, uuid.UUID]) -> dict[uuid.UUID, Counter[str]]:
    """For each learner how often his answers show what: "wait+" is a wait that was counted right.

    The database goes through a learner's runs one after the other, and so joins texts in half the time in which it
    would count by rule type.
    """
    fact = Evidence.rule_type + case((Evidence.right, _RIGHT), else_=_WRONG)
    rows = db.execute(
        select(type_coerce(Run.user_id, String), func.aggregate_strings(fact, " "))
        .join(Attempt, Attempt.run_id == Run.id)
        .join(Evidence, Evidence.attempt_id == Attempt.id)
        .where(runs, Attempt.apart.is_(False))
        .group_by(Run.user_id)
    )
    return {users[key]: Counter(facts.split(" ")) for key, facts in rows if key in users}


def _known(counts: Mapping[str, int], name: str) -> Known:
    right = counts[name + _RIGHT]
    return Known(right, right + counts[name + _WRONG])


def _rank(known: Known) -> tuple[bool, float]:
    return not known.is_enough, -known.error_bound
