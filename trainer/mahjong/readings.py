"""Every way to read a winning hand: the groups, the pair, and which of them the winning tile completes."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from trainer.mahjong.groups import Blocks, Group, Shape, group
from trainer.mahjong.hand import Win
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


class Reading(NamedTuple):
    """One way to read a win."""

    form: Form
    pair: Tile | None
    """The kind of the pair; None for seven pairs, which are all groups."""
    groups: tuple[Group, ...]
    """Four groups, concealed ones first, then the melds; seven pairs for chiitoitsu; none for kokushi."""
    wait: Wait
    completed: Group | None
    """The group that the winning tile completes; None when it completes the pair."""
    blocks: Blocks
    """Its four groups summed up."""


_SUIT = tuple(kind // 9 for kind in KINDS)
_DIGIT = 3
_ONE = tuple(1 << _DIGIT * (kind % 9) for kind in KINDS)

Suits = tuple[int, int, int, int]
"""Tiles suit by suit: an octal number each, whose digits, the last one first, count ranks 1 to 9."""


def concealed_suits(win: Win) -> Suits:
    """The concealed tiles of a win, the winning tile included. Four of a kind are the most that a digit can hold."""
    suits = [0, 0, 0, 0]
    kind = KIND[win.win_tile]
    suits[_SUIT[kind]] = _ONE[kind]
    for tile in win.concealed:
        kind = KIND[tile]
        suits[_SUIT[kind]] += _ONE[kind]
    return suits[0], suits[1], suits[2], suits[3]


def copies(suits: Suits, kind: Tile) -> int:
    """How many of a kind there are."""
    return suits[_SUIT[kind]] >> _DIGIT * (kind % 9) & 7


def read(win: Win, rules: Rules) -> list[Reading]:
    """Every legal reading of a win in no particular order; empty when the tiles are no winning shape.

    Readings differ in their groups or in the group that the winning tile completes. Nobetan (5678 on 5 or 8) is a
    tanki, and a triplet completed by ron is open.
    """
    suits = concealed_suits(win)
    found = _standard(win, suits)
    if not win.melds:
        found += _seven_pairs(win, suits, rules)
        if not found:
            found += _thirteen_kinds(win, suits, rules)
    return found


def _standard(win: Win, suits: Suits) -> list[Reading]:
    melds = tuple([meld.group for meld in win.melds])
    won = KIND[win.win_tile]
    found: list[Reading] = []
    for pair, concealed in _splits_of_hand(suits):
        groups = concealed + melds
        blocks = Blocks.of(groups)
        if pair == won:
            found.append(Reading(Form.STANDARD, pair, groups, Wait.TANKI, None, blocks))
        last: Group | None = None
        for place, completed in enumerate(concealed):
            # Equal groups lie side by side, and it does not matter which of them is completed.
            if won not in completed.tiles or completed is last:
                continue
            last = completed
            if completed.shape is Shape.RUN:
                found.append(Reading(Form.STANDARD, pair, groups, run_wait(completed, won), completed, blocks))
            elif win.tsumo:
                found.append(Reading(Form.STANDARD, pair, groups, Wait.SHANPON, completed, blocks))
            else:
                opened = group(Shape.TRIPLET, won, is_open=True)
                by_ron = (*concealed[:place], opened, *concealed[place + 1 :], *melds)
                found.append(Reading(Form.STANDARD, pair, by_ron, Wait.SHANPON, opened, Blocks.of(by_ron)))
    return found


def run_wait(run: Group, won: Tile) -> Wait:
    """The wait of a run that is completed by one of its tiles."""
    if won == run.tile + 1:
        return Wait.KANCHAN
    rank = run.tile % 9
    if (won == run.tile and rank == 6) or (won != run.tile and rank == 0):
        return Wait.PENCHAN
    return Wait.RYANMEN


_Split = tuple[Tile | None, tuple[Group, ...]]
"""A pair, where there is one, and groups."""


def _splits_of_hand(suits: Suits) -> list[_Split]:
    """All ways to part the concealed tiles into groups and one pair; suits are parted one by one."""
    parts: list[_Split] = [(None, ())]
    for suit, counts in enumerate(suits):
        if counts:
            splits = _splits_of_suit(suit, counts)
            if len(splits) == 1 == len(parts):
                (pair, groups), (theirs, more) = parts[0], splits[0]
                if pair is not None and theirs is not None:
                    return []
                parts = [(theirs if pair is None else pair, groups + more)]
            else:
                parts = [
                    (theirs if pair is None else pair, groups + more)
                    for pair, groups in parts
                    for theirs, more in splits
                    if pair is None or theirs is None
                ]
    return [part for part in parts if part[0] is not None]


@lru_cache(maxsize=65536)
def _splits_of_suit(suit: int, counts: int) -> tuple[_Split, ...]:
    """All ways to part the tiles of one suit, as a table that fills while hands are read."""
    ranks = [counts >> _DIGIT * rank & 7 for rank in range(9)]
    if sum(ranks) % 3 == 2:
        return tuple(
            (suit * 9 + rank, groups)
            for rank, held in enumerate(ranks)
            if held >= 2
            for _, groups in _splits_of_suit(suit, counts - 2 * _ONE[rank])
        )
    rank = next((rank for rank, held in enumerate(ranks) if held), None)
    if rank is None:
        return ((None, ()),)
    splits: list[_Split] = []
    if ranks[rank] >= 3:
        head = group(Shape.TRIPLET, suit * 9 + rank)
        splits += ((None, (head, *rest)) for _, rest in _splits_of_suit(suit, counts - 3 * _ONE[rank]))
    if suit < 3 and rank < 7 and ranks[rank + 1] and ranks[rank + 2]:
        head = group(Shape.RUN, suit * 9 + rank)
        rest_of_run = counts - _ONE[rank] - _ONE[rank + 1] - _ONE[rank + 2]
        splits += ((None, (head, *rest)) for _, rest in _splits_of_suit(suit, rest_of_run))
    return tuple(splits)


_PAIRS_ONLY = 0o222222222
_FOURS_TOO = 0o666666666


def _seven_pairs(win: Win, suits: Suits, rules: Rules) -> Iterator[Reading]:
    if not (suits[0] | suits[1] | suits[2] | suits[3]) & ~(_FOURS_TOO if rules.chiitoitsu_identical else _PAIRS_ONLY):
        pairs = tuple(group(Shape.PAIR, kind) for kind in KINDS for _ in range(copies(suits, kind) // 2))
        yield Reading(Form.CHIITOITSU, None, pairs, Wait.TANKI, group(Shape.PAIR, KIND[win.win_tile]), Blocks.of(()))


def _thirteen_kinds(win: Win, suits: Suits, rules: Rules) -> Iterator[Reading]:
    """Kokushi and shiisan puutaa: one pair and twelve single tiles."""
    counts = [copies(suits, kind) for kind in KINDS]
    if counts.count(1) != 12 or counts.count(2) != 1:
        return
    pair, won = counts.index(2), KIND[win.win_tile]
    if all(counts[kind] for kind in TERMINALS_AND_HONOURS):
        yield Reading(Form.KOKUSHI, pair, (), Wait.KOKUSHI_13 if pair == won else Wait.KOKUSHI, None, Blocks.of(()))
    if rules.shiisan_puutaa != "off" and win.first_turn and win.tsumo and not _any_near(counts):
        yield Reading(Form.SHIISAN_PUUTAA, pair, (), Wait.TANKI, None, Blocks.of(()))


def _any_near(counts: Sequence[int]) -> bool:
    """True when two different tiles of a suit are at most two apart, so that they could start a run."""
    return any(
        counts[kind] and counts[near]
        for kind in range(27)
        for near in range(kind + 1, min(kind + 3, kind // 9 * 9 + 9))
    )
