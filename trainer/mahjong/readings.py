"""Every way to read a winning hand: the groups, the pair, and which of them the winning tile completes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from trainer.mahjong.groups import Group, Shape, group
from trainer.mahjong.hand import MeldKind, Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import KIND, KINDS, TERMINALS_AND_HONOURS, Tile


class Form(StrEnum):
    """The shape of a whole hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"
    SHIISAN_PUUTAA = "shiisan_puutaa"


class Wait(StrEnum):
    """What the hand was waiting for in this reading."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"
    KOKUSHI = "kokushi"
    KOKUSHI_13 = "kokushi_13"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a win."""

    form: Form
    pair: Tile | None
    """The kind of the pair; None for seven pairs, which are all groups."""
    groups: tuple[Group, ...]
    """Four groups, concealed ones first, then the melds; seven pairs for chiitoitsu; none for kokushi."""
    wait: Wait
    completed: Group | None
    """The group that the winning tile completes; None when it completes the pair."""


def read(win: Win, rules: Rules) -> list[Reading]:
    """Every legal reading of a win in no particular order; empty when the tiles are no winning shape.

    Readings differ in their groups or in the group that the winning tile completes. Nobetan (5678 on 5 or 8) is a
    tanki, and a triplet completed by ron is open.
    """
    counts = kind_counts(win)
    found = list(_standard(win, counts))
    if not win.melds:
        found += _special(win, counts, rules)
    return found


def kind_counts(win: Win) -> list[int]:
    """How many of each of the 34 kinds are concealed, the winning tile included."""
    counts = [0] * 34
    for tile in win.concealed:
        counts[KIND[tile]] += 1
    counts[KIND[win.win_tile]] += 1
    return counts


def _standard(win: Win, counts: Sequence[int]) -> Iterator[Reading]:
    melds = tuple(_meld_group(meld.kind, min(KIND[tile] for tile in meld.tiles)) for meld in win.melds)
    won = KIND[win.win_tile]
    for pair, concealed in _splits_of_hand(counts):
        if pair == won:
            yield Reading(Form.STANDARD, pair, concealed + melds, Wait.TANKI, None)
        for place, completed in enumerate(concealed):
            if completed in concealed[:place]:
                continue
            if completed.shape is Shape.RUN:
                if completed.tile <= won <= completed.tile + 2:
                    yield Reading(Form.STANDARD, pair, concealed + melds, run_wait(completed, won), completed)
            elif completed.tile == won:
                if not win.tsumo:
                    completed = group(Shape.TRIPLET, won, is_open=True)
                groups = (*concealed[:place], completed, *concealed[place + 1 :], *melds)
                yield Reading(Form.STANDARD, pair, groups, Wait.SHANPON, completed)


def _meld_group(kind: MeldKind, tile: Tile) -> Group:
    if kind is MeldKind.CHI:
        return group(Shape.RUN, tile, is_open=True)
    if kind is MeldKind.PON:
        return group(Shape.TRIPLET, tile, is_open=True)
    return group(Shape.KAN, tile, is_open=kind is not MeldKind.ANKAN)


def run_wait(run: Group, won: Tile) -> Wait:
    """The wait of a run that is completed by one of its tiles."""
    if won == run.tile + 1:
        return Wait.KANCHAN
    rank = run.tile % 9
    if (won == run.tile and rank == 6) or (won != run.tile and rank == 0):
        return Wait.PENCHAN
    return Wait.RYANMEN


_Split = tuple[Tile | None, tuple[Group, ...]]


def _splits_of_hand(counts: Sequence[int]) -> list[_Split]:
    """All ways to part 14, 11, 8, 5 or 2 tiles into groups and one pair; suits are parted one by one."""
    parts: list[_Split] = [(None, ())]
    for first in (0, 9, 18, 27):
        suit = tuple(counts[first : first + 9])
        tiles = sum(suit)
        if tiles == 0:
            continue
        if tiles % 3 == 1:
            return []
        splits = _splits_of_suit(first, suit, tiles % 3 == 2)
        parts = [(a if b is None else b, x + y) for a, x in parts for b, y in splits if a is None or b is None]
        if not parts:
            return []
    return [part for part in parts if part[0] is not None]


@lru_cache(maxsize=65536)
def _splits_of_suit(first: Tile, counts: tuple[int, ...], with_pair: bool) -> tuple[_Split, ...]:
    """All ways to part one suit's tiles, as a table that fills while hands are read.

    ``first`` is the kind of the suit's rank 1; honours (first 27) have no runs.
    """
    if with_pair:
        return tuple(
            (first + rank, groups)
            for rank, count in enumerate(counts)
            if count >= 2
            for _, groups in _splits_of_suit(first, _less(counts, rank, 2), False)
        )
    rank = next((rank for rank, count in enumerate(counts) if count), None)
    if rank is None:
        return ((None, ()),)
    splits: list[_Split] = []
    if counts[rank] >= 3:
        head = group(Shape.TRIPLET, first + rank)
        splits += ((None, (head, *rest)) for _, rest in _splits_of_suit(first, _less(counts, rank, 3), False))
    if first < 27 and rank < 7 and counts[rank + 1] and counts[rank + 2]:
        head = group(Shape.RUN, first + rank)
        rest_counts = (*counts[:rank], *(count - 1 for count in counts[rank : rank + 3]), *counts[rank + 3 :])
        splits += ((None, (head, *rest)) for _, rest in _splits_of_suit(first, rest_counts, False))
    return tuple(splits)


def _less(counts: tuple[int, ...], rank: int, copies: int) -> tuple[int, ...]:
    return (*counts[:rank], counts[rank] - copies, *counts[rank + 1 :])


def _special(win: Win, counts: Sequence[int], rules: Rules) -> Iterator[Reading]:
    """The hands that are not four groups and a pair; only for 14 concealed tiles."""
    won = KIND[win.win_tile]
    if all(count in (0, 2) or (count == 4 and rules.chiitoitsu_identical) for count in counts):
        pairs = tuple(group(Shape.PAIR, kind) for kind in KINDS for _ in range(counts[kind] // 2))
        yield Reading(Form.CHIITOITSU, None, pairs, Wait.TANKI, group(Shape.PAIR, won))
    if counts.count(1) != 12 or counts.count(2) != 1:
        return
    pair = counts.index(2)
    if all(counts[kind] for kind in TERMINALS_AND_HONOURS):
        yield Reading(Form.KOKUSHI, pair, (), Wait.KOKUSHI_13 if pair == won else Wait.KOKUSHI, None)
    if rules.shiisan_puutaa != "off" and win.first_turn and win.tsumo and not _any_near(counts):
        yield Reading(Form.SHIISAN_PUUTAA, pair, (), Wait.TANKI, None)


def _any_near(counts: Sequence[int]) -> bool:
    """True when two different tiles of a suit are at most two apart, so that they could start a run."""
    return any(
        counts[kind] and counts[near]
        for kind in range(27)
        for near in range(kind + 1, min(kind + 3, kind // 9 * 9 + 9))
    )
