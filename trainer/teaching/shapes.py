"""What a hand is built from: groups and a pair chosen with a yaku or a fu rule in mind.

Every builder takes the winds of the table, for a pair of winds is worth what they say.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from trainer.mahjong.groups import Group, Shape, group
from trainer.mahjong.hand import Wind
from trainer.mahjong.tiles import DRAGONS, HONOURS, TERMINALS, TERMINALS_AND_HONOURS, WINDS, Tile
from trainer.teaching.chance import below, choose, happens, shuffled, weighted


class Winds(NamedTuple):
    """The winds of the table."""

    round_wind: Wind
    seat_wind: Wind


Builder = Callable[[Random, Winds], "Plan"]
"""Chooses the groups and the pair of a hand; they may need a fifth tile of a kind, and then cannot be dealt."""


class Plan(NamedTuple):
    """A hand to be: four groups and a pair, or only kinds for the hands that have no groups."""

    groups: tuple[Group, ...]
    pair: Tile
    kinds: tuple[Tile, ...] = ()
    """For seven pairs their kinds, for kokushi all thirteen."""
    flat: bool = False
    """Meant to earn no fu: ryanmen wait and no value in the pair."""


SIMPLES = tuple(kind for kind in range(27) if kind not in TERMINALS)
OUTSIDE = tuple(sorted(TERMINALS_AND_HONOURS))
ANY_SET = tuple(range(34))

_ANY_RUN = tuple(kind for kind in range(27) if kind % 9 < 7)
_SIMPLE_RUN = tuple(kind for kind in _ANY_RUN if kind % 9 in range(1, 6))
_OUTSIDE_RUN = tuple(kind for kind in _ANY_RUN if kind % 9 in (0, 6))
_GREEN = (19, 20, 21, 23, 25, 32)


def _run(random: Random, firsts: tuple[Tile, ...]) -> Group:
    return group(Shape.RUN, choose(random, firsts))


def _set(random: Random, kinds: tuple[Tile, ...]) -> Group:
    return group(Shape.TRIPLET, choose(random, kinds))


def _mixed(
    random: Random, count: int, runs: tuple[Tile, ...], sets: tuple[Tile, ...], run_share: float
) -> tuple[Group, ...]:
    return tuple(_run(random, runs) if happens(random, run_share) else _set(random, sets) for _ in range(count))


def any_pair(random: Random, winds: Winds) -> Tile:
    """A pair of any value: half of them honours, so that each rule about pairs is met."""
    if happens(random, 0.5):
        return below(random, 27)
    guests = tuple(wind for wind in WINDS if wind not in (winds.seat_wind, winds.round_wind))
    return weighted(
        random,
        (
            (choose(random, DRAGONS), 4),
            (int(winds.seat_wind), 3),
            (int(winds.round_wind), 3),
            (choose(random, guests), 2),
        ),
    )


def _worthless_pair(random: Random, winds: Winds) -> Tile:
    guests = [wind for wind in WINDS if wind not in (winds.seat_wind, winds.round_wind)]
    return choose(random, guests) if happens(random, 0.15) else below(random, 27)


def anything(random: Random, winds: Winds) -> Plan:
    """Groups and a pair of any value."""
    return Plan(_mixed(random, 4, _ANY_RUN, ANY_SET, 0.6), any_pair(random, winds))


def usual(random: Random, winds: Winds) -> Plan:
    """What players mostly end with: runs, few triplets, and a pair of numbers."""
    groups = _mixed(random, 4, _ANY_RUN, ANY_SET, 0.83)
    if len(set(groups)) < 4:
        # Two equal runs need six tiles that others want too.
        groups = _mixed(random, 4, _ANY_RUN, ANY_SET, 0.83)
    return Plan(groups, _worthless_pair(random, winds))


def flat(random: Random, winds: Winds) -> Plan:
    """Four runs and a worthless pair: pinfu, or a hand that earns no fu."""
    return Plan(_mixed(random, 4, _ANY_RUN, ANY_SET, 1), _worthless_pair(random, winds), flat=True)


def flat_tanyao(random: Random, _winds: Winds) -> Plan:
    """The same without terminals and honours."""
    return Plan(_mixed(random, 4, _SIMPLE_RUN, SIMPLES, 1), choose(random, SIMPLES), flat=True)


def tanyao(random: Random, _winds: Winds) -> Plan:
    """Groups and a pair of simples."""
    return Plan(_mixed(random, 4, _SIMPLE_RUN, SIMPLES, 0.55), choose(random, SIMPLES))


def yakuhai(random: Random, winds: Winds) -> Plan:
    """A set of a dragon or of the winner's winds."""
    value = choose(random, (*DRAGONS, int(winds.seat_wind), int(winds.round_wind)))
    return Plan((_set(random, (value,)), *_mixed(random, 3, _ANY_RUN, ANY_SET, 0.65)), any_pair(random, winds))


def toitoi(random: Random, winds: Winds) -> Plan:
    """Four sets."""
    return Plan(_mixed(random, 4, _ANY_RUN, ANY_SET, 0), any_pair(random, winds))


def kans(random: Random, winds: Winds) -> Plan:
    """One to three kans, mostly of terminals and honours: where fu grow beyond 70."""
    count = weighted(random, ((1, 5), (2, 6), (3, 1)))
    kans = tuple(group(Shape.KAN, choose(random, OUTSIDE if happens(random, 0.7) else SIMPLES)) for _ in range(count))
    return Plan((*kans, *_mixed(random, 4 - count, _ANY_RUN, ANY_SET, 0.4)), any_pair(random, winds))


def one_suit(random: Random, _winds: Winds) -> Plan:
    """One suit, mostly with honours (honitsu)."""
    suit = 9 * below(random, 3)
    runs = tuple(range(suit, suit + 7))
    sets = tuple(range(suit, suit + 9))
    if happens(random, 0.3):
        return Plan(_mixed(random, 4, runs, sets, 0.7), choose(random, sets))
    pair = choose(random, sets) if happens(random, 0.5) else choose(random, tuple(HONOURS))
    return Plan(_mixed(random, 4, runs, (*sets, *HONOURS, *HONOURS), 0.55), pair)


def sanshoku(random: Random, winds: Winds) -> Plan:
    """The same run in each suit."""
    rank = below(random, 7)
    runs = tuple(group(Shape.RUN, suit + rank) for suit in (0, 9, 18))
    flat = happens(random, 0.4)
    rest = _mixed(random, 1, _ANY_RUN, ANY_SET, 1 if flat else 0.6)
    return Plan((*runs, *rest), _worthless_pair(random, winds) if flat else any_pair(random, winds), flat=flat)


def ittsu(random: Random, winds: Winds) -> Plan:
    """The runs 123, 456 and 789 of one suit."""
    suit = 9 * below(random, 3)
    runs = tuple(group(Shape.RUN, suit + rank) for rank in (0, 3, 6))
    flat = happens(random, 0.4)
    rest = _mixed(random, 1, _ANY_RUN, ANY_SET, 1 if flat else 0.6)
    return Plan((*runs, *rest), _worthless_pair(random, winds) if flat else any_pair(random, winds), flat=flat)


def outside(random: Random, winds: Winds) -> Plan:
    """A terminal or an honour in every group (chanta)."""
    return Plan(_mixed(random, 4, _OUTSIDE_RUN, OUTSIDE, 0.65), choose(random, (*OUTSIDE, int(winds.seat_wind))))


def iipeikou(random: Random, winds: Winds) -> Plan:
    """Two equal runs, or twice two."""
    runs = tuple(_run(random, _ANY_RUN) for _ in range(2))
    if happens(random, 0.2):
        return Plan((*runs, *runs), any_pair(random, winds))
    return Plan((runs[0], runs[0], *_mixed(random, 2, _ANY_RUN, ANY_SET, 0.7)), any_pair(random, winds))


def ryanpeikou(random: Random, winds: Winds) -> Plan:
    """Twice two equal runs, which are seven pairs besides."""
    first, second = _run(random, _ANY_RUN), _run(random, _ANY_RUN)
    return Plan((first, first, second, second), any_pair(random, winds))


def stairs(random: Random, winds: Winds) -> Plan:
    """Neighbouring groups of one suit, which can often be read in several ways."""
    first = 9 * below(random, 3) + below(random, 5)
    groups = [group(Shape.RUN, first + below(random, 3)) for _ in range(2)]
    groups.append(choose(random, (group(Shape.TRIPLET, first + below(random, 3)), *groups)))
    pair = first + below(random, 5) if happens(random, 0.6) else any_pair(random, winds)
    return Plan((*groups, *_mixed(random, 1, _ANY_RUN, ANY_SET, 0.6)), pair)


def sets_in_a_row(random: Random, winds: Winds) -> Plan:
    """Three triplets that may be read as three equal runs."""
    first = choose(random, _ANY_RUN)
    sets = tuple(group(Shape.TRIPLET, first + step) for step in range(3))
    return Plan((*sets, *_mixed(random, 1, _ANY_RUN, ANY_SET, 0.8)), any_pair(random, winds))


def same_sets(random: Random, winds: Winds) -> Plan:
    """The same set in each suit."""
    rank = below(random, 9)
    sets = tuple(_set(random, (suit + rank,)) for suit in (0, 9, 18))
    return Plan((*sets, *_mixed(random, 1, _ANY_RUN, ANY_SET, 0.7)), any_pair(random, winds))


def dragons(random: Random, winds: Winds) -> Plan:
    """Two sets of dragons and their pair, or all three."""
    first, second, third = shuffled(random, DRAGONS)
    sets = (_set(random, (first,)), _set(random, (second,)))
    if happens(random, 0.85):
        return Plan((*sets, *_mixed(random, 2, _ANY_RUN, ANY_SET, 0.7)), third)
    return Plan((*sets, _set(random, (third,)), *_mixed(random, 1, _ANY_RUN, ANY_SET, 0.7)), any_pair(random, winds))


def rare(random: Random, winds: Winds) -> Plan:
    """The yakuman shapes of four groups that chance alone would hardly ever build."""
    suit = 9 * below(random, 3)
    builders: tuple[Callable[[], Plan], ...] = (
        lambda: Plan(tuple(_set(random, (wind,)) for wind in shuffled(random, WINDS)), below(random, 27)),
        lambda: _little_winds(random),
        lambda: Plan(_mixed(random, 4, _ANY_RUN, tuple(HONOURS), 0), choose(random, HONOURS)),
        lambda: Plan(_mixed(random, 4, _ANY_RUN, tuple(TERMINALS), 0), choose(random, tuple(sorted(TERMINALS)))),
        lambda: Plan(_mixed(random, 4, (19,), _GREEN, 0.3), choose(random, _GREEN)),
        lambda: Plan(tuple(group(Shape.KAN, choose(random, ANY_SET)) for _ in range(4)), any_pair(random, winds)),
        lambda: _nine_gates(random, suit),
    )
    return choose(random, builders)()


def _little_winds(random: Random) -> Plan:
    *sets, pair = shuffled(random, WINDS)
    return Plan((*(_set(random, (wind,)) for wind in sets), *_mixed(random, 1, _ANY_RUN, SIMPLES, 0.7)), pair)


def _nine_gates(random: Random, suit: Tile) -> Plan:
    triplet = group(Shape.TRIPLET, suit)
    if happens(random, 0.5):
        return Plan((triplet, *(group(Shape.RUN, suit + rank) for rank in (1, 4, 6))), suit + 8)
    return Plan((group(Shape.TRIPLET, suit + 8), *(group(Shape.RUN, suit + rank) for rank in (0, 2, 5))), suit)


def seven_pairs(random: Random, _winds: Winds) -> Plan:
    """Seven pairs of different kinds."""
    material = weighted(
        random, ((ANY_SET, 6), (SIMPLES, 3), (OUTSIDE, 1), ((*range(9, 18), *HONOURS), 1), (tuple(HONOURS), 0.15))
    )
    kinds = shuffled(random, material)[:7]
    return Plan((), kinds[0], tuple(kinds))


def kokushi(random: Random, _winds: Winds) -> Plan:
    """All terminals and honours, one of them twice."""
    return Plan((), choose(random, OUTSIDE), OUTSIDE)
