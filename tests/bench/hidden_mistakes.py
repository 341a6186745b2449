"""Mistakes that are in no catalogue, for learners whose habit the program cannot know."""

from collections.abc import Callable
from dataclasses import replace

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.groups import Shape
from trainer.mahjong.points import Limit, Multiple
from trainer.mahjong.readings import Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Score
from trainer.mahjong.yaku import BONUS, Claim, Yaku
from trainer.teaching.working import Change, Items, Working


def _items(edit: Callable[[Items, Reading], Items]) -> Change:
    return lambda working: replace(working, items=edit)


def _valued(**fu: int) -> Change:
    """Other fu for items of these names."""
    by_name = {FuName(name): value for name, value in fu.items()}
    return _items(
        lambda items, _reading: tuple(
            item._replace(fu=by_name[item.item]) if item.item in by_name else item for item in items
        )
    )


def _fu_for_runs(items: Items, reading: Reading) -> Items:
    runs = sum(group.shape is Shape.RUN for group in reading.groups)
    return (*items, *[FuItem(FuName.TRIPLET_OPEN, 2)] * runs)


def _fu_for_terminal_pair(items: Items, reading: Reading) -> Items:
    terminal = reading.pair is not None and reading.pair < 27 and reading.pair % 9 in (0, 8)
    return (*items, FuItem(FuName.PAIR_DRAGON, 2)) if terminal else items


def _seven_pairs_50(working: Working) -> Working:
    before = working.stages.round_fu
    return replace(
        working, stages=replace(working.stages, round_fu=lambda fu_sum: 50 if fu_sum == 25 else before(fu_sum))
    )


def _all_sets_doubled(items: Items, _reading: Reading) -> Items:
    return tuple(
        item._replace(fu=item.fu * 2) if item.is_set and not item.is_terminal_or_honour else item for item in items
    )


def _han_more(when: Callable[[Claim], int]) -> Change:
    def claim(claimed: Claim, _score: Score) -> Claim:
        return claimed._replace(han=claimed.han + (0 if claimed.yakuman else when(claimed)))

    return lambda working: replace(working, claim=claim)


def _ron_pays_double(working: Working) -> Working:
    """Four and six times the base are taken for what each of two players pays."""
    before = working.stages.multiples

    def owed(tsumo: bool, dealer: bool) -> tuple[Multiple, ...]:
        return (
            before(tsumo, dealer)
            if tsumo
            else tuple(part._replace(times=part.times * 2) for part in before(tsumo, dealer))
        )

    return replace(working, stages=replace(working.stages, multiples=owed))


def _base(edit: Callable[[int, int, Limit | None], tuple[int, Limit | None]]) -> Change:
    def change(working: Working) -> Working:
        before = working.stages.base_points

        def base_points(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
            return edit(han, *before(han, fu, yakuman, rules))

        return replace(working, stages=replace(working.stages, base_points=base_points))

    return change


_exponent_one_more = _base(lambda _han, base, limit: (base if limit else min(2 * base, 2000), limit))
_haneman_from_five = _base(lambda han, base, limit: (3000, Limit.HANEMAN) if han == 5 else (base, limit))
_mangan_2500 = _base(lambda _han, base, limit: (2500 if limit is Limit.MANGAN else base, limit))

HIDDEN: dict[str, Change] = {
    "a sequence gets 2 fu": _items(_fu_for_runs),
    "a pair of terminals gets 2 fu": _items(_fu_for_terminal_pair),
    "a kanchan or penchan gets 4 fu": _valued(wait_kanchan=4, wait_penchan=4),
    "a tsumo gets 4 fu": _valued(tsumo=4),
    "a closed ron gets 20 fu": _valued(menzen_ron=20),
    "the base is 30": _valued(base=30),
    "seven pairs get 50 fu": _seven_pairs_50,
    "triplets of simples are doubled too": _items(_all_sets_doubled),
    "riichi is 2 han": _han_more(lambda claimed: any(item.yaku is Yaku.RIICHI for item in claimed.yaku)),
    "each dora is 2 han": _han_more(lambda claimed: sum(item.han for item in claimed.yaku if item.yaku in BONUS)),
    "a ron pays double": _ron_pays_double,
    "the fu are doubled once too often": _exponent_one_more,
    "5 han are a haneman": _haneman_from_five,
    "a mangan is 2500": _mangan_2500,
}
