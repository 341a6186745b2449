"""Every way to read a winning hand: the groups, the pair, and which of them the winning tile completes."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import product
from operator import attrgetter
from typing import NamedTuple, TypeVar

from trainer.mahjong.completions import Completion, completion, tanki
from trainer.mahjong.fu import FuItem, set_items
from trainer.mahjong.groups import ONE_PAIR, Group, Shape, group, kind_bits
from trainer.mahjong.hand import Win
from trainer.mahjong.makers import maker
from trainer.mahjong.parts import Part, meld_parts, parts
from trainer.mahjong.situation import Situation
from trainer.mahjong.tally import SHIFT, SUITS, Tally, copies
from trainer.mahjong.tiles import KIND, KINDS, TERMINALS_AND_HONOURS, Tile
from trainer.mahjong.waits import Wait


class Form(StrEnum):
    """The shape of a whole hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"
    SHIISAN_PUUTAA = "shiisan_puutaa"


class Reading(NamedTuple):
    """One way to read a win."""

    form: Form
    pair: Tile | None
    """The kind of the pair; None for seven pairs, which are all groups."""
    groups: tuple[Group, ...]
    """Four groups, concealed ones first, then the melds; seven pairs for chiitoitsu; none for kokushi."""
    completion: Completion
    """What the winning tile does."""
    situation: Situation
    """How it was won."""
    kinds: int
    runs: int
    triplets: int
    counts: int
    """Its groups and its pair together, as bits and counts (see ``Group``); of kokushi only the kinds."""
    set_items: tuple[FuItem, ...]
    """The fu of its triplets and kans."""

    @property
    def wait(self) -> Wait:
        """What the hand was waiting for."""
        return self.completion.wait

    @property
    def completed(self) -> Group | None:
        """The group that the winning tile completes; None when it completes the pair."""
        return self.completion.group


_reading = maker(Reading)

_STANDARD, _TRIPLET = Form.STANDARD, Shape.TRIPLET
_GROUP = attrgetter("group")
_Of = TypeVar("_Of")


def read(win: Win, concealed: Tally, situation: Situation) -> list[Reading]:
    """Every legal reading of a win, its concealed tiles and the winning tile counted, in no particular order.

    Empty when the tiles are no winning shape. Readings differ in their groups or in the group that the winning tile
    completes. Nobetan (5678 on 5 or 8) is a tanki, and a triplet completed by ron is open.
    """
    found: list[Reading] = []
    won, tsumo = KIND[win.win_tile], situation.tsumo
    its_suit = SUITS[won // 9]
    ways: list[tuple[Part, ...]] = []
    for suit in SUITS:
        tiles = concealed & suit
        if tiles:
            if suit is its_suit:
                place = len(ways)
            ways.append(parts(tiles))
    ways += map(meld_parts, map(_GROUP, win.melds))
    # Each way to read one suit with each way to read the others.
    for chosen in product(*ways):
        pair: Tile | None = None
        groups: tuple[Group, ...] = ()
        items: tuple[FuItem, ...] = ()
        kinds = runs = triplets = counts = 0
        for its_pair, its_groups, its_kinds, its_runs, its_triplets, its_counts, its_items in chosen:
            if its_pair is not None:
                pair = its_pair
            groups += its_groups
            kinds |= its_kinds
            runs |= its_runs
            triplets |= its_triplets
            counts += its_counts
            items += its_items
        if counts // ONE_PAIR != 1:
            continue
        if pair == won:
            tiles_read = (groups, tanki(won), situation, kinds, runs, triplets, counts, items)
            found.append(_reading((_STANDARD, pair, *tiles_read)))
        last = None
        for each in chosen[place][1]:
            # Equal groups lie side by side, and it does not matter which of them is completed.
            if won not in each.tiles or each is last:
                continue
            last = each
            if each.runs or tsumo:
                made, its_groups, its_counts, its_items = each, groups, counts, items
            else:
                made = group(_TRIPLET, won, is_open=True)
                its_groups = _with(made, groups, each)
                its_items = _with(set_items(made)[0], items, set_items(each)[0])
                its_counts = counts - each.counts + made.counts
            tiles_read = (its_groups, completion(made, won), situation, kinds, runs, triplets, its_counts, its_items)
            found.append(_reading((_STANDARD, pair, *tiles_read)))
    if not win.melds:
        if not concealed & (_NO_PAIRS_OR_FOURS if situation.rules.chiitoitsu_identical else _NO_PAIRS):
            found.append(_seven_pairs(won, concealed, situation))
        if not found:
            found += _thirteen_kinds(won, concealed, situation)
    return found


def _with(opened: _Of, closed: tuple[_Of, ...], instead: _Of) -> tuple[_Of, ...]:
    """Groups or items with the one of the triplet that is completed by ron, which makes it open."""
    place = closed.index(instead)
    return (*closed[:place], opened, *closed[place + 1 :])


# In a digit, two copies set one bit and four another; every other number sets the lowest or both.
_NO_PAIRS = sum(125 << SHIFT[kind] for kind in KINDS)
_NO_PAIRS_OR_FOURS = sum(121 << SHIFT[kind] for kind in KINDS)


def _seven_pairs(won: Tile, concealed: Tally, situation: Situation) -> Reading:
    pairs = tuple(group(Shape.PAIR, kind) for kind in KINDS for _ in range(copies(concealed, kind) // 2))
    kinds, counts = kind_bits(pair.tile for pair in pairs), sum(pair.counts for pair in pairs)
    completed = Completion(won, Wait.TANKI, group(Shape.PAIR, won), ())
    return Reading(Form.CHIITOITSU, None, pairs, completed, situation, kinds, 0, 0, counts, ())


def _thirteen_kinds(won: Tile, concealed: Tally, situation: Situation) -> Iterator[Reading]:
    """Kokushi and shiisan puutaa: one pair and twelve single tiles."""
    held = [copies(concealed, kind) for kind in KINDS]
    if held.count(1) != 12 or held.count(2) != 1:
        return
    pair = held.index(2)
    kinds = kind_bits(kind for kind in KINDS if held[kind])
    if all(held[kind] for kind in TERMINALS_AND_HONOURS):
        completed = Completion(won, Wait.KOKUSHI_13 if pair == won else Wait.KOKUSHI, None, ())
        yield Reading(Form.KOKUSHI, pair, (), completed, situation, kinds, 0, 0, 0, ())
    wanted = situation.rules.shiisan_puutaa != "off" and situation.first_turn and situation.tsumo
    if wanted and not _any_near(held):
        completed = Completion(won, Wait.TANKI, None, ())
        yield Reading(Form.SHIISAN_PUUTAA, pair, (), completed, situation, kinds, 0, 0, 0, ())


def _any_near(held: Sequence[int]) -> bool:
    """True when two different tiles of a suit are at most two apart, so that they could start a run."""
    return any(
        held[kind] and held[near] for kind in range(27) for near in range(kind + 1, min(kind + 3, kind // 9 * 9 + 9))
    )
