"""How somebody works a hand out: which reading he takes, what he claims for it, and the stages he counts by.

The right way is ``RIGHT``; a mistake is a way that differs from it in one step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from trainer.mahjong.hand import Win
from trainer.mahjong.points import STICK
from trainer.mahjong.scoring import STAGES, Count, Score, Stages, count
from trainer.mahjong.yaku import Claim
from trainer.teaching.rule_types import RuleType


def _best(score: Score) -> Count:
    return score.best


def _as_it_is(claim: Claim, _score: Score) -> Claim:
    return claim


def _deposits(win: Win) -> int:
    return STICK * win.riichi_sticks


@dataclass(frozen=True, slots=True)
class Working:
    """A way to work out a hand."""

    choose: Callable[[Score], Count] = _best
    """Which of the readings is taken."""
    claim: Callable[[Claim, Score], Claim] = _as_it_is
    """Which yaku and dora are seen in it."""
    stages: Stages = STAGES
    """From its items to its payment."""
    deposits: Callable[[Win], int] = _deposits
    """The points of the riichi sticks that the winner takes besides."""


RIGHT = Working()

Change = Callable[[Working], Working]
"""A mistake: it turns a way of working into one that goes wrong in one step."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that a learner may get wrong."""

    name: str
    rule_type: RuleType
    change: Change


class Worked(NamedTuple):
    """What comes out of a way of working."""

    counted: Count
    sticks: int
    """Points of the riichi sticks, which belong to no payment."""


def work(score: Score, changes: Iterable[Change] = ()) -> Worked:
    """A scored win worked out with these changes; without any all of it is right."""
    working = RIGHT
    for change in changes:
        working = change(working)
    chosen = working.choose(score)
    claim = working.claim(Claim(chosen.yaku, chosen.han, chosen.yakuman), score)
    counted = count(chosen.reading, claim, score.win.honba, working.stages)
    return Worked(counted, working.deposits(score.win))


def work_out(score: Score, changes: Iterable[Change] = ()) -> Count:
    """The count of a scored win by a way of working with these changes; without any it is the right count."""
    return work(score, changes).counted
