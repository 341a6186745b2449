"""What a hand must have so that a rule type may show in it; the rest is left to the recipe."""

from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import Literal

from trainer.mahjong.hand import Wind
from trainer.mahjong.tiles import DRAGONS, WINDS, Tile
from trainer.mahjong.waits import Wait
from trainer.teaching import shapes
from trainer.teaching.chance import below, choose, happens, weighted
from trainer.teaching.recipes import Recipe
from trainer.teaching.rule_types import RuleType
from trainer.teaching.shapes import Builder, Winds

Pair = Literal["dragon", "seat", "round", "double", "guest", "plain"]
"""What a pair is worth something for: both winds are double; a guest wind and a plain number are worth nothing."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What a hand must have. None leaves it open; of several possibilities each is as likely."""

    tsumo: bool | None = None
    closed: bool | None = None
    riichi: bool | None = None
    dealer: bool | None = None
    kan: bool | None = None
    sets: bool | None = None
    """Any triplets or kans."""
    seven_pairs: bool | None = None
    ambiguous: bool | None = None
    """The winning tile fits into several groups, with different waits; or into one only."""
    honba: bool | None = None
    dora: bool | None = None
    waits: tuple[Wait, ...] | None = None
    pair: tuple[Pair, ...] | None = None
    builders: tuple[Builder, ...] | None = None


ANYTHING = Wish()


@lru_cache(maxsize=4096)
def both(one: Wish, other: Wish) -> Wish | None:
    """The wish for a hand that has what two wishes want; None where they contradict each other."""
    merged = {}
    for part in fields(Wish):
        ours, theirs = getattr(one, part.name), getattr(other, part.name)
        if ours is None or theirs is None:
            merged[part.name] = theirs if ours is None else ours
        elif isinstance(ours, tuple):
            common = tuple(item for item in ours if item in theirs)
            if not common:
                return None
            merged[part.name] = common
        elif ours == theirs:
            merged[part.name] = ours
        else:
            return None
    return Wish(**merged)


_SETS = Wish(seven_pairs=False, sets=True)
_WITH_WAIT_FU = Wish(seven_pairs=False, waits=(Wait.KANCHAN, Wait.PENCHAN, Wait.TANKI))
_WITH_PAIR_FU = Wish(seven_pairs=False, pair=("dragon", "dragon", "seat", "round", "double"))

_FOR_ANY_PAIR = (
    *(shapes.anything,) * 3,
    *(shapes.yakuhai,) * 3,
    *(shapes.one_suit, shapes.outside, shapes.iipeikou, shapes.stairs, shapes.sets_in_a_row, shapes.kans),
)

WISHES: dict[RuleType, tuple[Wish, ...]] = {
    RuleType.MENZEN_RON: (
        *(Wish(tsumo=False, closed=True, seven_pairs=False),) * 3,
        Wish(tsumo=True, closed=True, seven_pairs=False),
        # Without any set an open ron is 20 and counts 30, with ten too many as well.
        Wish(tsumo=False, closed=False, seven_pairs=False, sets=True),
    ),
    RuleType.TSUMO: (
        Wish(tsumo=True, seven_pairs=False, sets=True),
        # An open hand of runs has 22 by tsumo; a closed one would be pinfu.
        Wish(tsumo=True, closed=False, seven_pairs=False),
    ),
    RuleType.PINFU_TSUMO: (
        Wish(
            tsumo=True,
            closed=True,
            kan=False,
            sets=False,
            seven_pairs=False,
            waits=(Wait.RYANMEN,),
            pair=("guest", *("plain",) * 5),
            builders=(shapes.flat, shapes.flat_tanyao, shapes.iipeikou, shapes.sanshoku, shapes.ittsu),
        ),
    ),
    RuleType.OPEN_PINFU: (
        Wish(
            tsumo=False,
            closed=False,
            kan=False,
            sets=False,
            seven_pairs=False,
            waits=(Wait.RYANMEN,),
            ambiguous=False,
            pair=("plain",),
            builders=(shapes.flat_tanyao, shapes.flat_tanyao, shapes.sanshoku, shapes.ittsu, shapes.one_suit),
        ),
    ),
    RuleType.CHIITOITSU: (Wish(closed=True, kan=False, sets=False, seven_pairs=True, builders=(shapes.seven_pairs,)),),
    RuleType.WAIT: (
        *(_WITH_WAIT_FU,) * 3,
        Wish(seven_pairs=False, sets=True, waits=(Wait.SHANPON,)),
        Wish(closed=True, seven_pairs=False, waits=(Wait.RYANMEN,)),
        Wish(seven_pairs=False, sets=True, waits=(Wait.RYANMEN,)),
    ),
    RuleType.SHANPON: (Wish(seven_pairs=False, sets=True, waits=(Wait.SHANPON,)),),
    RuleType.OPEN_CLOSED: (_SETS,),
    RuleType.TERMINAL_HONOUR: (_SETS,),
    RuleType.KAN: (Wish(kan=True, sets=True, seven_pairs=False),),
    RuleType.PAIR_VALUE: (
        *(_WITH_PAIR_FU,) * 4,
        Wish(seven_pairs=False, pair=("guest",)),
    ),
    RuleType.DOUBLE_WIND: (
        # 20 + 2 + 4 for the pair leave 6 more to the edge, a closed triplet and a wait; by ron it is 8.
        *(Wish(tsumo=True, sets=True, seven_pairs=False, pair=("double",), builders=_FOR_ANY_PAIR),) * 2,
        Wish(sets=True, seven_pairs=False, pair=("double",), builders=_FOR_ANY_PAIR),
    ),
    RuleType.READING: (
        Wish(
            ambiguous=True,
            seven_pairs=False,
            builders=(
                *(shapes.stairs,) * 3,
                *(shapes.flat_tanyao, shapes.tanyao, shapes.one_suit, shapes.iipeikou, shapes.flat),
            ),
        ),
    )
    * 4
    + (Wish(closed=True, kan=False, sets=True, seven_pairs=False, builders=(shapes.sets_in_a_row,)),),
    RuleType.ROUNDING: (_SETS, _SETS, _WITH_WAIT_FU, _WITH_PAIR_FU),
    RuleType.LIMIT: (ANYTHING, Wish(dora=True)),
    RuleType.PAYMENT_SPLIT: (Wish(tsumo=True, dealer=False),),
    # Seven pairs pay whole hundreds.
    RuleType.PAYMENT_ROUNDING: (Wish(seven_pairs=False),),
    RuleType.DEALER: (ANYTHING,),
    RuleType.HONBA: (Wish(honba=True),),
    RuleType.FORMULA: (ANYTHING,),
    RuleType.HAN_YAKU: (ANYTHING,),
    RuleType.DORA: (Wish(dora=True),),
    RuleType.STICKS: (ANYTHING, Wish(riichi=True)),
}
"""For each rule type that a question can show, the wishes of which a hand that shows it fulfils one."""

WISHES_FOR = {
    "chiitoitsu_over_ryanpeikou": (Wish(closed=True, kan=False, builders=(shapes.ryanpeikou,)),),
}
"""For mistakes that hardly any hand about their rule type shows, the wishes for a hand that does."""

_MOST_WISHES = 60


@lru_cache(maxsize=1024)
def together(rule_types: tuple[RuleType, ...]) -> tuple[tuple[Wish, ...], tuple[RuleType, ...]]:
    """Wishes for as many of the rule types as one hand can show, and which these are.

    The first ones go before the later ones: one that contradicts those before it is left for another hand.
    """
    wishes: tuple[Wish, ...] = (ANYTHING,)
    shown: list[RuleType] = []
    for rule_type in rule_types:
        merged = [both(wish, more) for wish in wishes for more in WISHES[rule_type]]
        possible = tuple(wish for wish in merged if wish is not None)
        if possible:
            wishes = possible[:_MOST_WISHES]
            shown.append(rule_type)
    return wishes, tuple(shown)


def winds_for(random: Random, recipe: Recipe, wish: Wish, pair: Pair | None) -> Winds:
    """The winds of a table at which the winner sits where he should and the pair is worth what it should."""
    dealer = happens(random, recipe.dealer) if wish.dealer is None else wish.dealer
    if pair == "double":
        round_wind = weighted(random, [row for row in recipe.rounds if (row[0] is Wind.E) is dealer])
        return Winds(round_wind, round_wind)
    round_wind = weighted(random, recipe.rounds)
    if dealer:
        return Winds(round_wind, Wind.E)
    others: tuple[Wind, ...] = _OTHERS
    if pair in ("seat", "round"):
        others = tuple(wind for wind in others if wind is not round_wind)
    return Winds(round_wind, choose(random, others))


_OTHERS = (Wind.S, Wind.W, Wind.N)


def pair_of(random: Random, pair: Pair, winds: Winds) -> Tile:
    """A pair of that kind at a table with these winds."""
    if pair == "dragon":
        return choose(random, DRAGONS)
    if pair == "plain":
        return below(random, 27)
    if pair == "guest":
        return choose(random, [wind for wind in WINDS if wind not in (winds.seat_wind, winds.round_wind)])
    return int(winds.round_wind if pair == "round" else winds.seat_wind)
