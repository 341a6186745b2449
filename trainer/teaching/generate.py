"""Dealing hands: a legal win with everything around it, from a source of chance.

A plan says which groups; this module calls some of them, picks the winning tile, declares riichi, turns indicators,
and keeps what may really happen at a table. The same state of the source gives the same win.
"""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from trainer.mahjong.errors import HandError
from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import NoYaku, score
from trainer.mahjong.tiles import KIND, Tile, sort_tiles
from trainer.mahjong.waits import Wait, run_wait
from trainer.teaching.chance import choose, happens, how_many, shuffled, weighted
from trainer.teaching.shapes import Plan, Winds, plan
from trainer.teaching.wall import Wall

MOST_TRIES = 2000
"""About every third try is a win, so that many failures in a row mean rules under which hardly anything wins."""

_ROUND_WINDS = ((Wind.E, 0.5), (Wind.S, 0.42), (Wind.W, 0.08))
_CALLS = ((0, 0.5), (1, 0.2), (2, 0.18), (3, 0.09), (4, 0.03))
_KANS = ((MeldKind.ANKAN, 0.45), (MeldKind.DAIMINKAN, 0.2), (MeldKind.KAKAN, 0.35))
_WAITS = (
    (Wait.RYANMEN, 0.34),
    (Wait.KANCHAN, 0.16),
    (Wait.PENCHAN, 0.12),
    (Wait.SHANPON, 0.22),
    (Wait.TANKI, 0.16),
)


def generate(random: Random, rules: Rules = TENHOU) -> Win:
    """A win of any kind with complete context, legal and with a yaku under the rules.

    Raises RuntimeError when the rules let hardly any hand win.
    """
    for _ in range(MOST_TRIES):
        win = _deal(random, rules)
        if win is None:
            continue
        try:
            scored = score(win, rules)
        except HandError:
            continue
        if not isinstance(scored, NoYaku):
            return win
    raise RuntimeError(f"no win in {MOST_TRIES} tries under these rules")


class _Place(NamedTuple):
    """Where the winning tile may go: a group (None for the pair) and the kind it takes there."""

    group: Group | None
    tile: Tile
    wait: Wait


def _deal(random: Random, rules: Rules) -> Win | None:
    """One try: None when the plan cannot be built."""
    round_wind = weighted(random, _ROUND_WINDS)
    seat_wind = choose(random, tuple(Wind))
    wanted = plan(random, Winds(round_wind, seat_wind))
    wall = Wall(random, rules.red_fives)
    if any(wanted_count > wall.left(kind) for kind, wanted_count in _kinds_needed(wanted).items()):
        return None
    called = _called_groups(random, wanted)
    melds = tuple(_meld(random, wall, group) for group in called)
    hidden = list(wanted.groups)
    for group in called:
        hidden.remove(group)
    place = _winning_place(random, wanted, hidden)
    concealed = [tile for group in hidden for tile in group.tiles] + _loose(wanted)
    concealed.remove(place.tile)
    win_tile = wall.take(place.tile)
    tiles = sort_tiles(wall.take(kind) for kind in concealed)
    return _around(random, wall, tiles, win_tile, melds, Winds(round_wind, seat_wind))


def _kinds_needed(wanted: Plan) -> dict[Tile, int]:
    kinds = [tile for group in wanted.groups for tile in group.tiles] + _loose(wanted)
    return {kind: kinds.count(kind) for kind in kinds}


def _loose(wanted: Plan) -> list[Tile]:
    """The kinds outside the groups: the pair, all of seven pairs, the fourteen of kokushi."""
    if not wanted.kinds:
        return [wanted.pair] * 2
    if len(wanted.kinds) == 7:
        return [kind for kind in wanted.kinds for _ in range(2)]
    return [*wanted.kinds, wanted.pair]


def _called_groups(random: Random, wanted: Plan) -> list[Group]:
    """Every kan, and by chance some others, in any order; a closed hand has kans only."""
    kans = [group for group in wanted.groups if group.shape is Shape.KAN]
    others = shuffled(random, [group for group in wanted.groups if group.shape is not Shape.KAN])
    return shuffled(random, kans + others[: weighted(random, _CALLS)])


def _meld(random: Random, wall: Wall, group: Group) -> Meld:
    tiles = [wall.take(kind) for kind in group.tiles]
    if group.shape is Shape.RUN:
        return Meld(MeldKind.CHI, tuple(tiles), choose(random, tiles), Source.LEFT)
    kind = MeldKind.PON if group.shape is Shape.TRIPLET else weighted(random, _KANS)
    if kind is MeldKind.ANKAN:
        return Meld(kind, sort_tiles(tiles))
    # A kakan's fourth tile was drawn later, so any of its tiles may be the one once called.
    return Meld(kind, sort_tiles(tiles), choose(random, tiles), choose(random, tuple(Source)))


def _winning_place(random: Random, wanted: Plan, hidden: list[Group]) -> _Place:
    """Where the winning tile goes; each kind of wait has its share among those the hand can have."""
    if wanted.kinds:
        return _Place(None, choose(random, wanted.kinds), Wait.TANKI)
    places = list(_places(wanted, hidden))
    if wanted.flat:
        places = [place for place in places if place.wait is Wait.RYANMEN] or places
    waits = {place.wait for place in places}
    wait = weighted(random, [(wait, share) for wait, share in _WAITS if wait in waits])
    return choose(random, [place for place in places if place.wait is wait])


def _places(wanted: Plan, hidden: list[Group]) -> Iterator[_Place]:
    yield _Place(None, wanted.pair, Wait.TANKI)
    for group in hidden:
        if group.shape is Shape.RUN:
            yield from (_Place(group, tile, run_wait(group, tile)) for tile in group.tiles)
        else:
            yield _Place(group, group.tile, Wait.SHANPON)


def _around(
    random: Random, wall: Wall, concealed: tuple[Tile, ...], win_tile: Tile, melds: tuple[Meld, ...], winds: Winds
) -> Win:
    """The table around the tiles: how it was won, riichi, indicators, counters and sticks."""
    closed = not any(meld.is_open for meld in melds)
    kans = sum(meld.is_kan for meld in melds)
    tsumo = happens(random, 0.45)
    riichi: Riichi | None = None
    if closed and happens(random, 0.5):
        # A closed kan before the declaration would have ended the first turn.
        riichi = Riichi.DOUBLE if not kans and happens(random, 0.04) else Riichi.RIICHI
    first_turn = not melds and riichi is None and tsumo and happens(random, 0.004)
    after_kan = tsumo and kans > 0 and happens(random, 0.25)
    ippatsu = riichi is not None and not after_kan and not kans and happens(random, 0.2)
    last_tile = not (first_turn or after_kan or ippatsu) and happens(random, 0.02)
    others_kans = how_many(random, 0.03, 4 - kans) if not first_turn else 0
    dora = tuple(wall.draw() for _ in range(1 + kans + others_kans))
    ura = tuple(wall.draw() for _ in dora) if riichi is not None else ()
    seen = [KIND[tile] for tile in (*concealed, *(tile for meld in melds for tile in meld.tiles), *dora, *ura)]
    robbing_kan = not tsumo and not last_tile and KIND[win_tile] not in seen and happens(random, 0.03)
    return Win(
        concealed,
        win_tile,
        tsumo,
        winds.round_wind,
        winds.seat_wind,
        melds,
        riichi,
        ippatsu,
        last_tile,
        after_kan,
        robbing_kan,
        first_turn,
        dora,
        ura,
        honba=how_many(random, 0.36, 8),
        riichi_sticks=(riichi is not None) + how_many(random, 0.18, 3),
    )
