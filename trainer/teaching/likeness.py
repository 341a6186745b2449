"""Likenesses: a win in other tiles that is counted in exactly the same way, to try again what was missed once.

Suits change places, numbers are mirrored, dragons and winds stand for each other, and indicators that show nothing
show something else. That nothing of the counting changes is not taken for granted: both hands are scored.
"""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import islice, permutations, product
from random import Random
from typing import TypeAlias

from trainer.mahjong.errors import HandError
from trainer.mahjong.hand import Meld, Win, Wind
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Count, NoYaku, score
from trainer.mahjong.tiles import DORA, DRAGONS, KIND, KINDS, RED_FIVES, RED_OF, TILES, WINDS, Tile, sort_tiles
from trainer.teaching.chance import choose, shuffled
from trainer.teaching.diagnose import applicable
from trainer.teaching.wall import Wall

MOST_COMPARED = 12
"""Likenesses of which the one with the fewest tiles in common is taken."""

Dress: TypeAlias = tuple[Tile, ...]
"""For each tile the one that stands for it."""

_AS_IT_IS: Dress = tuple(TILES)
INDICATOR_OF = {DORA[kind]: kind for kind in KINDS}


def like(random: Random, win: Win, rules: Rules = TENHOU) -> Win:
    """A win that is counted like this one and has few of its tiles; itself where there is no other."""
    ours = Counter(_tiles(win, _AS_IT_IS))
    found = islice(likenesses(random, win, rules), MOST_COMPARED)
    return min(found, key=lambda other: (ours & Counter(_tiles(other, _AS_IT_IS))).total(), default=win)


def likenesses(random: Random, win: Win, rules: Rules = TENHOU) -> Iterator[Win]:
    """Every other win that is counted like this one, in any order, none twice for its tiles.

    The very same tiles, at another seat or with other indicators, come only where there are no others.
    """
    wanted, own = _counted(win, rules), _tiles(win, _AS_IT_IS)
    if wanted is None:
        return
    alike = partial(_alike, random, win, rules, wanted)
    tried, same_tiles = {own}, []
    found = False
    for dress in _dresses(random, win):
        tiles = _tiles(win, dress)
        if tiles == own:
            same_tiles.append(dress)
        if tiles not in tried:
            tried.add(tiles)
            other = alike(dress)
            if other is not None:
                found = True
                yield other
    if not found:
        yield from islice((other for other in map(alike, same_tiles) if other not in (None, win)), 1)


def _alike(random: Random, win: Win, rules: Rules, wanted: tuple[object, ...], dress: Dress) -> Win | None:
    """The win in other tiles; None where the set has not got them, or where they are counted in another way."""
    try:
        other = _dressed(random, win, dress, rules)
    except IndexError:
        return None
    return other if _counted(other, rules) == wanted else None


def _tiles(win: Win, dress: Dress) -> tuple[Tile, ...]:
    """The kinds of all the tiles of a hand."""
    return tuple(sorted(dress[KIND[tile]] for tile in win.tiles))


def _counted(win: Win, rules: Rules) -> tuple[object, ...] | None:
    """How a hand is counted, whatever its tiles; None for one that cannot win."""
    try:
        scored = score(win, rules)
    except HandError:
        return None
    if isinstance(scored, NoYaku):
        return None
    return _way(scored.best), Counter(map(_way, scored.counts)), applicable(scored)


def _way(count: Count) -> tuple[object, ...]:
    reading, items = count.reading, sorted((item.item, item.fu) for item in count.fu_items)
    worth = count.fu, count.han, count.yakuman, count.limit, count.payment
    return reading.form, reading.wait, tuple(items), tuple(sorted(count.yaku)), worth


def _dresses(random: Random, win: Win) -> Iterator[Dress]:
    """Every way to let tiles stand for each other, in any order."""
    suits = list(product(permutations(range(3)), product((False, True), repeat=3)))
    winds = [order for order in permutations(WINDS) if _same_table(win, order)]
    factors = shuffled(random, winds), shuffled(random, list(permutations(DRAGONS))), shuffled(random, suits)
    for wind_order, dragon_order, (suit_order, mirrored) in product(*factors):
        numbers = [
            suit * 9 + (8 - rank if mirror else rank)
            for suit, mirror in zip(suit_order, mirrored, strict=True)
            for rank in range(9)
        ]
        kinds = (*numbers, *wind_order, *dragon_order)
        yield *kinds, *(RED_OF[kinds[KIND[red]]] for red in RED_FIVES)


def _same_table(win: Win, winds: tuple[Tile, ...]) -> bool:
    """True where the dealer stays the dealer, nobody else becomes one, and a round is still one that is played."""
    seat, round_wind = winds[win.seat_wind - Wind.E], winds[win.round_wind - Wind.E]
    return (seat == Wind.E) is win.is_dealer and (round_wind <= Wind.S) is (win.round_wind <= Wind.S)


def _dressed(random: Random, win: Win, dress: Dress, rules: Rules) -> Win:
    """A win in other tiles. Raises IndexError where the set has not got them."""
    other = win._replace(
        concealed=sort_tiles(dress[tile] for tile in win.concealed),
        win_tile=dress[win.win_tile],
        round_wind=Wind(dress[win.round_wind]),
        seat_wind=Wind(dress[win.seat_wind]),
        melds=tuple(_meld(meld, dress) for meld in win.melds),
    )
    wall, held = Wall(random, rules.red_fives), set(_tiles(other, _AS_IT_IS))
    wall.lay(other.tiles)
    dora, ura = (
        tuple(_indicator(random, wall, dress[DORA[tile]], held) for tile in tiles)
        for tiles in (win.dora_indicators, win.ura_indicators)
    )
    return other._replace(dora_indicators=dora, ura_indicators=ura)


def _meld(meld: Meld, dress: Dress) -> Meld:
    called = None if meld.called is None else dress[meld.called]
    return Meld(meld.kind, sort_tiles(dress[tile] for tile in meld.tiles), called, meld.source)


def _indicator(random: Random, wall: Wall, dora: Tile, held: set[Tile]) -> Tile:
    """What shows this dora; any that shows none where the hand holds none. Raises IndexError when none is left."""
    if dora in held:
        return wall.take(INDICATOR_OF[dora])
    return wall.take(choose(random, [kind for kind in KINDS if wall.left(kind) and DORA[kind] not in held]))
