"""How many hands of each worth are won in real games, and which dealt hands to keep so that it is the same.

The table was fitted by ``tests/bench/fit_natural.py``: recorded wins are counted by how they were won (closed, riichi,
tsumo) and by fu and han; the same is counted in what the recipe of natural hands deals, and the quotient says how many
of the dealt hands of that worth to keep.
"""

import json
from dataclasses import replace
from functools import cache
from importlib.resources import files
from random import Random
from typing import NamedTuple

from trainer.mahjong.errors import HandError
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Count, Score, score
from trainer.teaching.chance import weighted
from trainer.teaching.wishes import Wish

YAKUMAN = (0, 13)
"""Stands for fu and han of every yakuman."""

Worth = tuple[int, int]
"""Fu and han."""


class Cell(NamedTuple):
    """Hands of one way to win and one worth."""

    recorded: int
    """How many of them are among the recorded wins."""
    kept: float
    """How many of those dealt are kept."""


class WayToWin(NamedTuple):
    """How hands were won, and what they were worth."""

    wish: Wish
    recorded: int
    cells: dict[Worth, Cell]


class Table(NamedTuple):
    """What was recorded and fitted."""

    source: str
    ways: tuple[WayToWin, ...]

    @property
    def recorded(self) -> int:
        """How many wins were recorded."""
        return sum(way.recorded for way in self.ways)


@cache
def table() -> Table:
    """The table of the package."""
    found = json.loads(files("trainer.teaching").joinpath("natural.json").read_text(encoding="utf-8"))
    return Table(found["source"], tuple(map(_way, found["ways"])))


def _way(row: dict[str, object]) -> WayToWin:
    cells = row["cells"]
    assert isinstance(cells, list)
    wish = Wish(closed=row["closed"] is True, riichi=row["riichi"] is True, tsumo=row["tsumo"] is True)
    return WayToWin(
        wish,
        sum(recorded for _fu, _han, recorded, _kept in cells),
        {(fu, han): Cell(recorded, kept) for fu, han, recorded, kept in cells},
    )


def way_to_win(random: Random) -> WayToWin:
    """One of the ways to win, as often as it was recorded."""
    return weighted(random, _weights())


@cache
def _weights() -> tuple[tuple[WayToWin, float], ...]:
    return tuple((way, way.recorded) for way in table().ways)


def kept(scored: Score, way: WayToWin) -> float:
    """The probability with which a dealt hand is kept.

    A hand is judged by what it is worth where the wins were recorded: other rules give it another worth, but do not
    change how often players win with it.
    """
    count = _at_tenhou(scored)
    cell = None if count is None else way.cells.get(worth(count))
    return 0 if cell is None else cell.kept


def worth(count: Count) -> Worth:
    """Fu and han of a hand as the table has them."""
    return YAKUMAN if count.yakuman else (count.fu, count.han)


def _at_tenhou(scored: Score) -> Count | None:
    rules = _tenhou_with(scored.rules.red_fives)
    if scored.rules == rules:
        return scored.best
    try:
        there = score(scored.win, rules)
    except HandError:
        return None
    return there.best if isinstance(there, Score) else None


@cache
def _tenhou_with(red_fives: int) -> Rules:
    return replace(TENHOU, red_fives=red_fives)
