"""Scoring: every reading of a win judged by one pipeline of stages, the dearest first.

Each stage is a plain function held in ``Stages``; replacing one gives the answer of somebody who gets that stage wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong import fu, points
from trainer.mahjong.claims import bonus, claims
from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.fu import FuItem
from trainer.mahjong.hand import Win
from trainer.mahjong.legality import check_win
from trainer.mahjong.points import Limit, Multiple, Share
from trainer.mahjong.readings import Reading, read
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.tally import Suits
from trainer.mahjong.yaku import Claim, YakuHan


@dataclass(frozen=True, slots=True)
class Stages:
    """The steps from a reading to its payment, each one replaceable."""

    fu_items: Callable[[Reading, Win, Rules], tuple[FuItem, ...]] = fu.fu_items
    """Which items earn fu."""
    open_pinfu: Callable[[tuple[FuItem, ...], Win, Rules], tuple[FuItem, ...]] = fu.with_open_pinfu
    """What an open ron without any gets."""
    round_fu: Callable[[int], int] = points.round_fu
    """From the sum of the items to fu."""
    base_points: Callable[[int, int, int, Rules], tuple[int, Limit | None]] = points.base_points
    """From han, fu and yakuman to base points and limit."""
    multiples: Callable[[Win], tuple[Multiple, ...]] = points.multiples
    """Who owes how many times the base."""
    round_points: Callable[[int], int] = points.round_points
    """From a multiple of the base to a payment."""
    honba_points: Callable[[Win, Rules], int] = points.honba_points
    """What the counters add to each payment."""
    shares: Callable[[int, tuple[Multiple, ...], Callable[[int], int], int], tuple[Share, ...]] = points.shares
    """The payments, from base, multiples, rounding and counters."""


class Lesser(StrEnum):
    """Why a reading is not the one that is paid."""

    POINTS = "lower_points"
    YAKUMAN = "counted_not_yakuman"
    HAN = "lower_han"
    FU = "lower_fu"
    FU_SUM = "lower_fu_sum"
    EQUAL = "equal"


STAGES = Stages()
"""The stages as the rules have them."""


class Count(NamedTuple):
    """What one reading is worth, with every step on the way."""

    reading: Reading
    yaku: tuple[YakuHan, ...]
    han: int
    """All han, dora included; 13 for each yakuman."""
    yakuman: int
    """How many yakuman count."""
    fu_items: tuple[FuItem, ...]
    fu_sum: int
    """The items' sum before rounding."""
    fu: int
    base_points: int
    limit: Limit | None
    payment: tuple[Share, ...]
    points: int
    """All payments together: honba included, riichi sticks not."""

    @property
    def rank(self) -> tuple[int, int, int, int, int]:
        """Greater is dearer: by points, then yakuman before counted han, then han, then fu, then the unrounded sum."""
        return self.points, self.yakuman, self.han, self.fu, self.fu_sum


def lesser(best: Count, other: Count) -> Lesser:
    """The first respect in which a reading falls behind the dearest one; EQUAL when it does in none."""
    for reason, ours, theirs in zip(Lesser, best.rank, other.rank, strict=False):
        if ours != theirs:
            return reason
    return Lesser.EQUAL


class Score(NamedTuple):
    """A win as it is paid, and every other way to read it."""

    win: Win
    rules: Rules
    counts: tuple[Count, ...]
    """One for each reading that has a yaku, the dearest first."""

    @property
    def best(self) -> Count:
        """The reading that is paid."""
        return self.counts[0]

    @property
    def received(self) -> int:
        """Points that change hands: the payments and the riichi sticks."""
        return self.best.points + points.STICK * self.win.riichi_sticks


@dataclass(frozen=True, slots=True)
class NoYaku:
    """A complete hand that may not win, for want of a yaku."""

    win: Win
    rules: Rules


def score(win: Win, rules: Rules = TENHOU, concealed: Suits | None = None) -> Score | NoYaku:
    """Score a win; ``concealed`` may bring the count of its concealed tiles (see ``tally``).

    Raises HandError when the win is impossible (see ``legality``) or its tiles are no winning shape.
    """
    tally = win.tally(concealed)
    check_win(win, tally, rules)
    readings = read(win, tally, rules)
    if not readings:
        raise HandError(ErrorCode.NOT_A_WINNING_SHAPE, "concealed", "the tiles do not form a winning hand")
    dora = bonus(win, tally, rules)
    counts: list[Count] = []
    for reading in readings:
        possible = [count(reading, claim, win, rules) for claim in claims(reading, win, rules, dora)]
        if possible:
            counts.append(possible[0] if len(possible) == 1 else max(possible, key=_rank))
    if not counts:
        return NoYaku(win, rules)
    if len(counts) > 1:
        counts.sort(key=_rank, reverse=True)
    return Score(win, rules, tuple(counts))


def _rank(counted: Count) -> tuple[int, int, int, int, int]:
    return counted.rank


def count(reading: Reading, claim: Claim, win: Win, rules: Rules, stages: Stages = STAGES) -> Count:
    """Run the stages over one reading and what is claimed for it."""
    items = stages.open_pinfu(stages.fu_items(reading, win, rules), win, rules)
    fu_sum = sum([item.fu for item in items])
    rounded = stages.round_fu(fu_sum)
    base, limit = stages.base_points(claim.han, rounded, claim.yakuman, rules)
    payment = stages.shares(base, stages.multiples(win), stages.round_points, stages.honba_points(win, rules))
    return Count(
        reading,
        claim.yaku,
        claim.han,
        claim.yakuman,
        items,
        fu_sum,
        rounded,
        base,
        limit,
        payment,
        points.total(payment),
    )
