"""Scoring: every reading of a win judged by one pipeline of stages, the dearest first.

Each stage is a plain function held in ``Stages``; replacing one gives the answer of somebody who gets that stage wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from trainer.mahjong import fu_count, points
from trainer.mahjong.claims import bonus, claims
from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.fu import FuItem
from trainer.mahjong.hand import Win
from trainer.mahjong.legality import check_win
from trainer.mahjong.makers import maker
from trainer.mahjong.points import Limit, Multiple, Share
from trainer.mahjong.readings import Reading, read
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.situation import Paying, situation
from trainer.mahjong.tally import Tally
from trainer.mahjong.yaku import Claim, YakuHan


@dataclass(frozen=True, slots=True, eq=False)
class Stages:
    """The steps from a reading to its payment, each one replaceable."""

    fu_items: Callable[[Reading], tuple[FuItem, ...]] = fu_count.fu_items
    """Which items earn fu."""
    open_pinfu: Callable[[tuple[FuItem, ...], Reading], tuple[FuItem, ...]] = fu_count.with_open_pinfu
    """What an open ron without any gets."""
    round_fu: Callable[[int], int] = points.round_fu
    """From the sum of the items to fu."""
    base_points: Callable[[int, int, int, Rules], tuple[int, Limit | None]] = points.base_points
    """From han, fu and yakuman to base points and limit."""
    multiples: Callable[[bool, bool], tuple[Multiple, ...]] = points.multiples
    """Who owes how many times the base, by tsumo or not, to the dealer or not."""
    round_points: Callable[[int], int] = points.round_points
    """From a multiple of the base to a payment."""
    honba_points: Callable[[int, bool, Rules], int] = points.honba_points
    """What the counters add to each payment, by tsumo or not."""
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
        return self.counts[0].points + points.STICK * self.win.riichi_sticks


@dataclass(frozen=True, slots=True)
class NoYaku:
    """A complete hand that may not win, for want of a yaku."""

    win: Win
    rules: Rules


def score(win: Win, rules: Rules = TENHOU, concealed: Tally | None = None) -> Score | NoYaku:
    """Score a win; ``concealed`` may bring the count of its concealed tiles (see ``tally``).

    Raises HandError when the win is impossible (see ``legality``) or its tiles are no winning shape.
    """
    hand, whole = win.tally(concealed)
    check_win(win, whole, rules)
    readings = read(win, hand, situation(win, rules))
    if not readings:
        raise HandError(ErrorCode.NOT_A_WINNING_SHAPE, "concealed", "the tiles do not form a winning hand")
    dora, honba = bonus(win, whole, rules), win.honba
    counts: list[Count] = []
    for reading in readings:
        best: Count | None = None
        for claim in claims(reading, dora):
            counted = count(reading, claim, honba)
            if best is None or counted.rank > best.rank:
                best = counted
        if best is not None:
            counts.append(best)
    if not counts:
        return NoYaku(win, rules)
    if len(counts) > 1:
        counts.sort(key=_rank, reverse=True)
    return _score((win, rules, tuple(counts)))


def _rank(counted: Count) -> tuple[int, int, int, int, int]:
    return counted.rank


def count(reading: Reading, claim: Claim, honba: int, stages: Stages = STAGES) -> Count:
    """Run the stages over one reading and what is claimed for it, with this many counters on the table."""
    yaku, han, yakuman = claim
    items = stages.fu_items(reading)
    if len(items) == 1:
        items = stages.open_pinfu(items, reading)
    fu_sum = sum(map(_FU, items))
    settled = _settled if stages is STAGES else settle
    paying = reading.situation.paying
    return _count((reading, yaku, han, yakuman, items, fu_sum, *settled(fu_sum, han, yakuman, paying, honba, stages)))


_FU = itemgetter(1)
_score, _count = maker(Score), maker(Count)

_Settled = tuple[int, int, Limit | None, tuple[Share, ...], int]


def settle(fu_sum: int, han: int, yakuman: int, paying: Paying, honba: int, stages: Stages) -> _Settled:
    """The stages from the sum of the items: fu, base points, limit, payment, and all payments together."""
    fu = stages.round_fu(fu_sum)
    base, limit = stages.base_points(han, fu, yakuman, paying.rules)
    owed = stages.multiples(paying.tsumo, paying.dealer)
    counters = stages.honba_points(honba, paying.tsumo, paying.rules)
    payment = stages.shares(base, owed, stages.round_points, counters)
    return fu, base, limit, payment, points.total(payment)


_settled = lru_cache(maxsize=65536)(settle)
