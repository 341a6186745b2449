"""The table of points for a rule set, every cell worked out by the scoring code."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from trainer.mahjong.notation import parse_win
from trainer.mahjong.points import Limit, base_points, multiples, round_points, shares, uncapped_base
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Score, score

FU = (20, 25, *range(30, 120, 10))
"""The rows. A hand of more than 110 fu has 4 han at least, so that it is a mangan anyway."""
HAN = (1, 2, 3, 4)
"""The columns: from 5 han the limits count."""

CHEAPEST = (
    "123456m45p99s (789m<7m) ron 3p E/S",
    "23567m34599p678s tsumo 4m E/S",
    "1133m5588p2299s6z ron 6z E/S",
    "1133m5588p2299s6z tsumo 6z E/S",
    "23567m34599p678s ron 4m E/S",
    "12567m34599p678s tsumo 3m E/S",
    "24567m34599p678s ron 3m E/S riichi",
    "24m34599p678s333z tsumo 3m E/S",
    "23m55599p678s333z ron 4m E/S riichi",
    "23m55599p678s [2222s] tsumo 4m E/S",
    "23m99p678s333z [2222s] ron 4m E/S riichi",
    "23m34599p678s [3333z] tsumo 4m E/S",
    "23m34599p678s [3333z] ron 4m E/S riichi",
    "23m99p678s444z [3333z] tsumo 4m E/S",
    "23m99p678s [2222s] [3333z] ron 4m E/S riichi",
    "24m99p678s [2222s] [3333z] tsumo 3m E/S",
    "24m678s55z [2222s] [3333z] ron 3m E/S riichi",
    "23m99p678s [3333z] [4444z] tsumo 4m E/S",
    "23m99p678s [3333z] [4444z] ron 4m E/S riichi",
    "678p6z (999s^9s) [3333z] [5555z] tsumo 6z E/S",
    "234p11z77z [1111m] [2222z] ron 7z E/E",
    "678p222s6z [3333z] [9999m] ron 6z E/S",
    "6789p (1111s^1s) [3333z] [4444z] tsumo 9p E/S",
)
"""For each row a ron and a tsumo of the fewest han, in each kind of house. Dora add more han; fewer cannot be had."""


class Paid(NamedTuple):
    """What a win of so many han and fu is paid."""

    points: tuple[int, ...]
    """Ron: from the discarder. Tsumo: from each, the non-dealers before the dealer."""
    limit: Limit | None


class Cell(NamedTuple):
    """One place of the table; None for a win that no hand can be."""

    ron: Paid | None
    tsumo: Paid | None
    kiriage: bool
    """True where the base is 1920, which some houses raise to a mangan."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of one fu, by han."""

    fu: int
    example: str | None
    """A hand of this fu in one line; None where the rules know none."""
    cells: tuple[Cell, ...]


class LimitRow(NamedTuple):
    """A limit with the han that reach it."""

    limit: Limit
    least: int
    most: int | None
    """None: this many and more."""
    ron: Paid
    tsumo: Paid


@dataclass(frozen=True, slots=True)
class Table:
    """The points of the dealer, or of the others."""

    is_dealer: bool
    rows: tuple[Row, ...]
    limits: tuple[LimitRow, ...]
    """Empty where the rules know no limits."""


class _Least(NamedTuple):
    han: int
    line: str


@lru_cache(maxsize=64)
def least_han(rules: Rules) -> Mapping[tuple[int, bool], _Least]:
    """The fewest han of a win by (fu, tsumo), and a hand that has them; a key is missing where there is no such win."""
    found: dict[tuple[int, bool], _Least] = {}
    for line in CHEAPEST:
        scored = score(parse_win(line), rules)
        if isinstance(scored, Score):
            best = scored.best
            key = best.fu, scored.win.tsumo
            if key not in found or best.han < found[key].han:
                found[key] = _Least(best.han, line)
    return MappingProxyType(found)


def is_possible(han: int, fu: int, tsumo: bool, rules: Rules) -> bool:
    """True when a hand can be worth exactly this by this kind of win."""
    least = least_han(rules).get((fu, tsumo))
    return least is not None and han >= least.han


def is_kiriage(han: int, fu: int, rules: Rules) -> bool:
    """True where houses differ because the base comes just short of a mangan."""
    return not rules.aotenjou and uncapped_base(han, fu, rules) == 1920


def paid(han: int, fu: int, yakuman: int, tsumo: bool, is_dealer: bool, rules: Rules) -> Paid:
    """The payments for han and fu without honba, as the scoring code has them."""
    base, limit = base_points(han, fu, yakuman, rules)
    payment = shares(base, multiples(tsumo, is_dealer), round_points, 0)
    return Paid(tuple(sorted(share.points for share in payment)), limit)


def points_table(is_dealer: bool, rules: Rules) -> Table:
    """The whole table by these rules."""
    return Table(is_dealer, tuple(_row(fu, is_dealer, rules) for fu in FU), tuple(_limits(is_dealer, rules)))


def _row(fu: int, is_dealer: bool, rules: Rules) -> Row:
    least = least_han(rules)
    examples = [least[fu, tsumo].line for tsumo in (False, True) if (fu, tsumo) in least]
    cells = []
    for han in HAN:
        ron, tsumo = (
            paid(han, fu, 0, tsumo, is_dealer, rules) if is_possible(han, fu, tsumo, rules) else None
            for tsumo in (False, True)
        )
        cells.append(Cell(ron, tsumo, is_kiriage(han, fu, rules) and (ron or tsumo) is not None))
    return Row(fu, examples[0] if examples else None, tuple(cells))


def _limits(is_dealer: bool, rules: Rules) -> list[LimitRow]:
    """One row for each limit of counted han, then the yakuman by shape."""
    if rules.aotenjou:
        return []
    rows: list[LimitRow] = []
    for han in range(5, 14):
        ron, tsumo = (paid(han, 30, 0, tsumo, is_dealer, rules) for tsumo in (False, True))
        assert ron.limit is not None
        if rows and rows[-1].limit is ron.limit:
            rows[-1] = rows[-1]._replace(most=han)
        else:
            rows.append(LimitRow(ron.limit, han, han, ron, tsumo))
    rows[-1] = rows[-1]._replace(most=None)
    ron, tsumo = (paid(13, 30, 1, tsumo, is_dealer, rules) for tsumo in (False, True))
    return [*rows, LimitRow(Limit.YAKUMAN, 0, None, ron, tsumo)]
