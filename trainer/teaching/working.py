"""How somebody works a hand out: which reading he takes, what he claims for it, which items he counts, and the stages
from there.

The right way is ``RIGHT``; a mistake is a way that differs from it in one step.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.hand import Win
from trainer.mahjong.points import total
from trainer.mahjong.readings import Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import STAGES, Count, Score, Stages
from trainer.mahjong.yaku import Claim
from trainer.teaching.rule_types import RuleType

Items = tuple[FuItem, ...]


def _best(score: Score) -> Count:
    return score.best


def _as_it_is(claim: Claim, _score: Score) -> Claim:
    return claim


def _as_counted(items: Items, _reading: Reading, _win: Win, _rules: Rules) -> Items:
    return items


@dataclass(frozen=True, slots=True)
class Working:
    """A way to work out a hand."""

    choose: Callable[[Score], Count] = _best
    """Which of the readings is taken."""
    claim: Callable[[Claim, Score], Claim] = _as_it_is
    """Which yaku and dora are seen in it."""
    items: Callable[[Items, Reading, Win, Rules], Items] = _as_counted
    """What is made of its fu items."""
    stages: Stages = STAGES
    """From there to its payment."""


RIGHT = Working()

Change = Callable[[Working], Working]
"""A mistake: it turns a way of working into one that goes wrong in one step."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One thing that a learner may get wrong."""

    name: str
    rule_type: RuleType
    change: Change
    alone: Working = field(init=False, repr=False, compare=False)
    """The way of working of somebody who makes this mistake and no other."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "alone", self.change(RIGHT))


def work_out(score: Score, changes: Iterable[Change] = ()) -> Count:
    """The count of a scored win by a way of working with these changes; without any it is the right count."""
    working = RIGHT
    for change in changes:
        working = change(working)
    return follow(score, working)


def follow(score: Score, working: Working) -> Count:
    """The count of a scored win by a way of working.

    A step that is done as everybody does it, on what it is always done on, is taken from the score: nearly all of the
    catalogue's mistakes leave most steps alone, and every hand is worked out with each of them. Where nothing comes out
    otherwise, the count is the very one of the score.
    """
    chosen = working.choose(score)
    yaku, han, yakuman = chosen.yaku, chosen.han, chosen.yakuman
    if working.claim is not _as_it_is:
        yaku, han, yakuman = working.claim(Claim(yaku, han, yakuman), score)
    stages, items, fu_sum, fu = working.stages, chosen.fu_items, chosen.fu_sum, chosen.fu
    if working.items is not _as_counted or stages.open_pinfu is not STAGES.open_pinfu:
        items = _items(working, chosen, score)
        if items == chosen.fu_items and stages is STAGES and working.claim is _as_it_is:
            return chosen
        fu_sum = sum([item.fu for item in items])
    if fu_sum != chosen.fu_sum or stages.round_fu is not STAGES.round_fu:
        fu = stages.round_fu(fu_sum)
    base, limit = chosen.base_points, chosen.limit
    if fu != chosen.fu or han != chosen.han or stages.base_points is not STAGES.base_points:
        base, limit = stages.base_points(han, fu, yakuman, score.rules)
    payment, points = chosen.payment, chosen.points
    if base != chosen.base_points or _pays_otherwise(stages):
        honba = stages.honba_points(score.win, score.rules)
        payment = stages.shares(base, stages.multiples(score.win), stages.round_points, honba)
        points = total(payment)
    found = Count(chosen.reading, yaku, han, yakuman, items, fu_sum, fu, base, limit, payment, points)
    return chosen if found == chosen else found


def _items(working: Working, chosen: Count, score: Score) -> Items:
    items = chosen.fu_items
    if items and items[-1].item is FuName.OPEN_PINFU:
        items = items[:-1]
    return working.stages.open_pinfu(
        working.items(items, chosen.reading, score.win, score.rules), score.win, score.rules
    )


def _pays_otherwise(stages: Stages) -> bool:
    return (
        stages.shares is not STAGES.shares
        or stages.multiples is not STAGES.multiples
        or stages.round_points is not STAGES.round_points
        or stages.honba_points is not STAGES.honba_points
    )
