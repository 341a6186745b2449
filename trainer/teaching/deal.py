"""Dealing one hand: a plan of groups becomes a win on a table, as a recipe and a wish have it.

The plan says which groups; this module makes kans of some, calls some, picks the winning tile, declares riichi, turns
indicators and lays out counters and sticks, and only what may really happen at a table.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from trainer.mahjong.groups import Group, Shape, group
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win
from trainer.mahjong.tiles import DORA, KIND, KINDS, Tile, sort_tiles
from trainer.mahjong.waits import Wait, run_wait
from trainer.teaching.chance import choose, happens, how_many, shuffled, weighted
from trainer.teaching.recipes import Recipe
from trainer.teaching.shapes import Plan
from trainer.teaching.wall import Wall
from trainer.teaching.wishes import Wish, pair_of, winds_for


def deal(random: Random, recipe: Recipe, wish: Wish, red_fives: int) -> Win | None:
    """One try to deal a hand; None when what was planned cannot be dealt. It may still have no yaku."""
    builder = choose(random, wish.builders) if wish.builders else weighted(random, recipe.builders)
    kind_of_pair = choose(random, wish.pair) if wish.pair else None
    winds = winds_for(random, recipe, wish, kind_of_pair)
    plan = builder(random, winds)
    if kind_of_pair is not None and not plan.kinds:
        plan = plan._replace(pair=pair_of(random, kind_of_pair, winds))
    plan = _with_kans(random, recipe, wish, plan)
    if not (_as_wished(plan, wish) and max(_counts(plan).values()) <= 4):
        return None
    called = _called_groups(random, recipe, wish, plan)
    hidden = list(plan.groups)
    for one in called:
        hidden.remove(one)
    place = _winning_place(random, recipe, wish, plan, hidden)
    if place is None or (wish.closed is False and not called):
        return None
    wall = Wall(random, red_fives)
    melds = tuple([_meld(random, wall, recipe, one, wish.closed) for one in called])
    if wish.closed is False and not any(meld.is_open for meld in melds):
        return None
    concealed = [tile for one in hidden for tile in one.tiles] + _loose(plan)
    concealed.remove(place.tile)
    win_tile = wall.take(place.tile)
    tiles = sort_tiles([wall.take(kind) for kind in concealed])
    return _around(random, wall, recipe, wish, Win(tiles, win_tile, False, winds.round_wind, winds.seat_wind, melds))


def _counts(plan: Plan) -> dict[Tile, int]:
    return Counter([tile for one in plan.groups for tile in one.tiles] + _loose(plan))


def _loose(plan: Plan) -> list[Tile]:
    """The kinds outside the groups: the pair, all of seven pairs, the fourteen of kokushi."""
    if not plan.kinds:
        return [plan.pair] * 2
    if len(plan.kinds) == 7:
        return [kind for kind in plan.kinds for _ in range(2)]
    return [*plan.kinds, plan.pair]


def _with_kans(random: Random, recipe: Recipe, wish: Wish, plan: Plan) -> Plan:
    """The plan with some triplets made kans, and with no more kans than there may be."""
    groups = list(plan.groups)
    most = 0 if wish.kan is False else recipe.most_kans
    kans = 0
    triplets = []
    for place, one in enumerate(groups):
        if one.shape is Shape.KAN and kans == most:
            groups[place] = group(Shape.TRIPLET, one.tile)
        elif one.shape is Shape.KAN:
            kans += 1
        elif one.shape is Shape.TRIPLET:
            triplets.append(place)
    for place in triplets:
        if kans < most and happens(random, recipe.kan):
            groups[place] = group(Shape.KAN, groups[place].tile)
            kans += 1
    if wish.kan and not kans and triplets:
        place = choose(random, triplets)
        groups[place] = group(Shape.KAN, groups[place].tile)
    return plan._replace(groups=tuple(groups))


def _as_wished(plan: Plan, wish: Wish) -> bool:
    """False when the groups are not of the shapes that are wished for."""
    if wish.seven_pairs is not None and (len(plan.kinds) == 7) is not wish.seven_pairs:
        return False
    if plan.kinds:
        return not (wish.sets or wish.kan)
    sets = any(one.shape is not Shape.RUN for one in plan.groups)
    kan = any(one.shape is Shape.KAN for one in plan.groups)
    return wish.sets in (None, sets) and (kan or not wish.kan)


def _called_groups(random: Random, recipe: Recipe, wish: Wish, plan: Plan) -> list[Group]:
    """Every kan, and by chance some others, in any order; a closed hand has kans only."""
    kans = [one for one in plan.groups if one.shape is Shape.KAN]
    if wish.closed or plan.kinds:
        return kans
    calls = weighted(random, recipe.calls)
    if wish.closed is False and not calls and not kans:
        calls = weighted(random, recipe.calls[1:])
    if not calls:
        return kans
    others = shuffled(random, [one for one in plan.groups if one.shape is not Shape.KAN])
    if happens(random, recipe.pons_first):
        others.sort(key=_is_run)
    return shuffled(random, kans + others[:calls])


def _is_run(one: Group) -> bool:
    return one.shape is Shape.RUN


def _meld(random: Random, wall: Wall, recipe: Recipe, one: Group, closed: bool | None) -> Meld:
    tiles = [wall.take(kind) for kind in one.tiles]
    if one.shape is Shape.RUN:
        return Meld(MeldKind.CHI, tuple(tiles), choose(random, tiles), Source.LEFT)
    kind = MeldKind.PON
    if one.shape is Shape.KAN:
        kind = MeldKind.ANKAN if closed else weighted(random, recipe.kans)
    if kind is MeldKind.ANKAN:
        return Meld(kind, sort_tiles(tiles))
    # A kakan's fourth tile was drawn later, so any of its tiles may be the one once called.
    return Meld(kind, sort_tiles(tiles), choose(random, tiles), choose(random, _SOURCES))


_SOURCES = tuple(Source)


class _Place(NamedTuple):
    """Where the winning tile may go: its kind and the wait it is there."""

    tile: Tile
    wait: Wait


def _winning_place(random: Random, recipe: Recipe, wish: Wish, plan: Plan, hidden: list[Group]) -> _Place | None:
    """Where the winning tile goes; each kind of wait has its share among those the hand can have."""
    if plan.kinds:
        # Every fourth kokushi waits on all thirteen.
        on_all = len(plan.kinds) == 13 and happens(random, 0.25)
        return _Place(plan.pair if on_all else choose(random, plan.kinds), Wait.TANKI)
    places = list(_places(plan, hidden))
    if wish.ambiguous is not None:
        waits = {place.tile: {other.wait for other in places if other.tile == place.tile} for place in places}
        places = [place for place in places if (len(waits[place.tile]) > 1) is wish.ambiguous]
    if wish.waits:
        places = [place for place in places if place.wait in wish.waits]
    if plan.flat:
        places = [place for place in places if place.wait is Wait.RYANMEN] or places
    if not places:
        return None
    possible = {place.wait for place in places}
    wait = weighted(random, [(wait, weight) for wait, weight in recipe.waits if wait in possible])
    return choose(random, [place for place in places if place.wait is wait])


def _places(plan: Plan, hidden: list[Group]) -> Iterator[_Place]:
    yield _Place(plan.pair, Wait.TANKI)
    for one in hidden:
        if one.shape is Shape.RUN:
            for tile in one.tiles:
                yield _Place(tile, run_wait(one, tile))
        else:
            yield _Place(one.tile, Wait.SHANPON)


def _around(random: Random, wall: Wall, recipe: Recipe, wish: Wish, win: Win) -> Win:
    """The table around the tiles: how it was won, riichi, indicators, counters and sticks."""
    closed, kans = win.is_closed, sum([meld.is_kan for meld in win.melds])
    tsumo = happens(random, recipe.tsumo) if wish.tsumo is None else wish.tsumo
    riichi: Riichi | None = None
    if closed and (happens(random, recipe.riichi) if wish.riichi is None else wish.riichi):
        # A closed kan before the declaration would have ended the first turn.
        riichi = Riichi.DOUBLE if not kans and happens(random, recipe.double_riichi) else Riichi.RIICHI
    first_turn = not win.melds and riichi is None and tsumo and happens(random, recipe.first_turn)
    after_kan = tsumo and kans > 0 and happens(random, recipe.after_kan)
    ippatsu = riichi is not None and not after_kan and not kans and happens(random, recipe.ippatsu)
    last_tile = not (first_turn or after_kan or ippatsu) and happens(random, recipe.last_tile)
    others_kans = how_many(random, recipe.others_kan, 4 - kans) if not first_turn else 0
    dora = [_indicator(random, wall, win) if wish.dora or happens(random, recipe.dora) else wall.draw()]
    dora += [wall.draw() for _ in range(kans + others_kans)]
    ura = [wall.draw() for _ in dora] if riichi is not None else []
    honba = weighted(random, [row for row in recipe.honba if row[0]] if wish.honba else recipe.honba)
    left = weighted(random, recipe.sticks_left if honba else recipe.sticks)
    robbing_kan = not tsumo and not last_tile and happens(random, recipe.robbing_kan)
    if robbing_kan:
        seen = [*win.concealed, *[tile for meld in win.melds for tile in meld.tiles], *dora, *ura]
        robbing_kan = KIND[win.win_tile] not in [KIND[tile] for tile in seen]
    return win._replace(
        tsumo=tsumo,
        riichi=riichi,
        ippatsu=ippatsu,
        last_tile=last_tile,
        after_kan=after_kan,
        robbing_kan=robbing_kan,
        first_turn=first_turn,
        dora_indicators=tuple(dora),
        ura_indicators=tuple(ura),
        honba=honba,
        # Nobody has declared riichi before a win in the first turn.
        riichi_sticks=(riichi is not None) + (0 if first_turn and not honba else left),
    )


def _indicator(random: Random, wall: Wall, win: Win) -> Tile:
    """An indicator that shows a tile of the hand as dora, where one is left."""
    shown = [kind for kind in {_INDICATOR[KIND[tile]]: None for tile in win.tiles} if wall.left(kind)]
    return wall.take(choose(random, shown)) if shown else wall.draw()


_INDICATOR = {DORA[kind]: kind for kind in KINDS}
