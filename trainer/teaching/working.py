"""How somebody works a hand out: which reading he takes, what he claims for it, which items he counts, and the stages
from there.

The right way is ``RIGHT``; a mistake is a way that differs from it in one step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.hand import Win
from trainer.mahjong.points import STICK
from trainer.mahjong.readings import Reading
from trainer.mahjong.scoring import STAGES, Count, Score, Stages, settle
from trainer.mahjong.yaku import Claim, YakuHan
from trainer.teaching.rule_types import RuleType

Items = tuple[FuItem, ...]


def _best(score: Score) -> Count:
    return score.best


def _as_it_is(claim: Claim, _score: Score) -> Claim:
    return claim


def _as_counted(items: Items, _reading: Reading) -> Items:
    return items


def deposits(win: Win) -> int:
    """The points of the riichi sticks that a winner takes besides."""
    return STICK * win.riichi_sticks


@dataclass(frozen=True, slots=True)
class Working:
    """A way to work out a hand."""

    choose: Callable[[Score], Count] = _best
    """Which of the readings is taken."""
    claim: Callable[[Claim, Score], Claim] = _as_it_is
    """Which yaku and dora are seen in it."""
    items: Callable[[Items, Reading], Items] = _as_counted
    """What is made of its fu items."""
    stages: Stages = STAGES
    """From there to its payment."""
    deposits: Callable[[Win], int] = deposits
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
    against: frozenset[str] = frozenset()
    """Names of mistakes that nobody makes besides: they say another thing about the same case, or the same and more."""
    alone: Working = field(init=False, repr=False, compare=False)
    """The way of working of somebody who makes this mistake and no other."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "alone", self.change(RIGHT))

    @property
    def is_late(self) -> bool:
        """True when it is made after the fu items are counted: in rounding their sum, or on the way to the payments."""
        return replace(self.alone, stages=STAGES, deposits=deposits) == RIGHT and (
            self.alone.stages.open_pinfu is STAGES.open_pinfu
        )


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
    return Worked(follow(score, working), working.deposits(score.win))


def work_out(score: Score, changes: Iterable[Change] = ()) -> Count:
    """The count of a scored win by a way of working with these changes; without any it is the right count."""
    return work(score, changes).counted


def follow(score: Score, working: Working) -> Count:
    """The count of a scored win by a way of working.

    What is done as everybody does it is taken from the score, for most of the catalogue's mistakes cannot be made in
    most hands, and every hand is worked out with each. Where nothing comes out otherwise it is the score's own count.
    """
    chosen = working.choose(score)
    reading, yaku, han, yakuman, items = see(score, working)
    if working.stages is STAGES and items == chosen.fu_items and yaku is chosen.yaku:
        return chosen
    fu_sum = sum([item.fu for item in items])
    fu, base, limit, payment, points = settle(
        fu_sum, han, yakuman, reading.situation.paying, score.win.honba, working.stages
    )
    found = Count(reading, yaku, han, yakuman, items, fu_sum, fu, base, limit, payment, points)
    return chosen if found == chosen else found


class Seen(NamedTuple):
    """What somebody sees in a hand before he adds anything up."""

    reading: Reading
    yaku: tuple[YakuHan, ...]
    han: int
    yakuman: int
    items: Items


def see(score: Score, working: Working) -> Seen:
    """The reading, the yaku and the fu items of a scored win by a way of working."""
    reading, yaku, han, yakuman, items = working.choose(score)[:5]
    if working.claim is not _as_it_is:
        yaku, han, yakuman = working.claim(Claim(yaku, han, yakuman), score)
    if working.items is not _as_counted or working.stages.open_pinfu is not STAGES.open_pinfu:
        # Edited before what an open ron without any gets, and with what it then gets.
        if items and items[-1].item is FuName.OPEN_PINFU:
            items = items[:-1]
        items = working.stages.open_pinfu(working.items(items, reading), reading)
    return Seen(reading, yaku, han, yakuman, items)
