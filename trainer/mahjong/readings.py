"""Every way to read a winning hand: the groups, the pair, and which of them the winning tile completes."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong.groups import NO_BLOCKS, Blocks, Group, Shape, group
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.tally import ONE, RANKS, Suits, Tally, copies, rank_counts
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


def read(win: Win, tally: Tally, rules: Rules) -> list[Reading]:
    """Every legal reading of a win, its tiles counted in ``tally``, in no particular order.

    Empty when the tiles are no winning shape. Readings differ in their groups or in the group that the winning tile
    completes. Nobetan (5678 on 5 or 8) is a tanki, and a triplet completed by ron is open.
    """
    found = _standard(win, tally.concealed)
    if not win.melds:
        found += _seven_pairs(win, tally.concealed, rules)
        if not found:
            found += _thirteen_kinds(win, tally.concealed, rules)
    return found


def _standard(win: Win, suits: Suits) -> list[Reading]:
    melds = tuple([meld.group for meld in win.melds])
    won = KIND[win.win_tile]
    found: list[Reading] = []
    for pair, concealed in _splits_of_hand(suits):
        groups = concealed + melds
        blocks = Blocks.of(groups)
        if pair == won:
            found.append(Reading(_STANDARD, pair, groups, Wait.TANKI, None, blocks))
        last: Group | None = None
        for place, completed in enumerate(concealed):
            # Equal groups lie side by side, and it does not matter which of them is completed.
            if won not in completed.tiles or completed is last:
                continue
            last = completed
            if completed.run_bit:
                found.append(Reading(_STANDARD, pair, groups, run_wait(completed, won), completed, blocks))
            elif win.tsumo:
                found.append(Reading(_STANDARD, pair, groups, Wait.SHANPON, completed, blocks))
            else:
                opened = group(Shape.TRIPLET, won, is_open=True)
                by_ron = (*concealed[:place], opened, *concealed[place + 1 :], *melds)
                found.append(Reading(_STANDARD, pair, by_ron, Wait.SHANPON, opened, Blocks.of(by_ron)))
    return found


_STANDARD = Form.STANDARD


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
    pair: Tile | None = None
    groups: tuple[Group, ...] = ()
    for suit, number in enumerate(suits):
        if number:
            splits = _TABLES[suit].known.get(number & RANKS) or _TABLES[suit].splits(number & RANKS)
            if len(splits) != 1:
                return _splits_of_many(suits)
            theirs, more = splits[0]
            groups += more
            if theirs is not None:
                if pair is not None:
                    return []
                pair = theirs
    return [] if pair is None else [(pair, groups)]


def _splits_of_many(suits: Suits) -> list[_Split]:
    """The same where a suit can be parted in several ways, or in none: each way with each of the others'."""
    parts: list[_Split] = [(None, ())]
    for suit, number in enumerate(suits):
        parts = [
            (theirs if pair is None else pair, groups + more)
            for pair, groups in parts
            for theirs, more in _TABLES[suit].splits(number & RANKS)
            if pair is None or theirs is None
        ]
    return [part for part in parts if part[0] is not None]


class _Table:
    """All ways to part the tiles of one suit, as a table that fills while hands are read."""

    MOST_KNOWN = 100_000

    def __init__(self, suit: int) -> None:
        self.first = suit * 9
        self.has_runs = suit < 3
        self.known: dict[int, tuple[_Split, ...]] = {0: ((None, ()),)}

    def splits(self, counts: int) -> tuple[_Split, ...]:
        """The ways to part tiles counted as in ``tally``: one with a pair where two tiles are over, else none with
        one.
        """
        found = self.known.get(counts)
        if found is None:
            if len(self.known) > self.MOST_KNOWN:
                self.known = {0: self.known[0]}
            ranks = rank_counts(counts)
            found = tuple(self._with_pair(counts, ranks) if sum(ranks) % 3 == 2 else self._groups(counts, ranks))
            self.known[counts] = found
        return found

    def _with_pair(self, counts: int, ranks: list[int]) -> Iterator[_Split]:
        for rank, held in enumerate(ranks):
            if held >= 2:
                for _, groups in self.splits(counts - 2 * ONE[rank]):
                    yield self.first + rank, groups

    def _groups(self, counts: int, ranks: list[int]) -> Iterator[_Split]:
        """What the lowest tile can be part of, and the rest in all ways."""
        rank = next(rank for rank, held in enumerate(ranks) if held)
        if ranks[rank] >= 3:
            head = group(Shape.TRIPLET, self.first + rank)
            for _, rest in self.splits(counts - 3 * ONE[rank]):
                yield None, (head, *rest)
        if self.has_runs and rank < 7 and ranks[rank + 1] and ranks[rank + 2]:
            head = group(Shape.RUN, self.first + rank)
            for _, rest in self.splits(counts - ONE[rank] - ONE[rank + 1] - ONE[rank + 2]):
                yield None, (head, *rest)


_TABLES = tuple(map(_Table, range(4)))


def _seven_pairs(win: Win, suits: Suits, rules: Rules) -> Iterator[Reading]:
    # In a digit, two copies set one bit and four another; every other number sets the lowest or both.
    m, p, s, z = suits
    if not (m | p | s | z) & RANKS & ~(_PAIRS_OR_FOURS if rules.chiitoitsu_identical else _PAIRS):
        pairs = tuple(group(Shape.PAIR, kind) for kind in KINDS for _ in range(copies(suits, kind) // 2))
        yield Reading(Form.CHIITOITSU, None, pairs, Wait.TANKI, group(Shape.PAIR, KIND[win.win_tile]), NO_BLOCKS)


_PAIRS = sum(2 * ONE[rank] for rank in range(9))
_PAIRS_OR_FOURS = 3 * _PAIRS


def _thirteen_kinds(win: Win, suits: Suits, rules: Rules) -> Iterator[Reading]:
    """Kokushi and shiisan puutaa: one pair and twelve single tiles."""
    counts = [copies(suits, kind) for kind in KINDS]
    if counts.count(1) != 12 or counts.count(2) != 1:
        return
    pair, won = counts.index(2), KIND[win.win_tile]
    if all(counts[kind] for kind in TERMINALS_AND_HONOURS):
        yield Reading(Form.KOKUSHI, pair, (), Wait.KOKUSHI_13 if pair == won else Wait.KOKUSHI, None, NO_BLOCKS)
    if rules.shiisan_puutaa != "off" and win.first_turn and win.tsumo and not _any_near(counts):
        yield Reading(Form.SHIISAN_PUUTAA, pair, (), Wait.TANKI, None, NO_BLOCKS)


def _any_near(counts: Sequence[int]) -> bool:
    """True when two different tiles of a suit are at most two apart, so that they could start a run."""
    return any(
        counts[kind] and counts[near]
        for kind in range(27)
        for near in range(kind + 1, min(kind + 3, kind // 9 * 9 + 9))
    )
