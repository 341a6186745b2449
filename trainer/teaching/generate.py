"""Dealing hands worth asking, from a source of chance: the same state of the source gives the same win everywhere.

Every mode deals by a recipe and keeps what the rules let win and what serves the order.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from trainer.mahjong.errors import HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.chance import choose, happens, shuffled, weighted
from trainer.teaching.deal import deal
from trainer.teaching.diagnose import visible
from trainer.teaching.grade import Ask
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.natural import kept, way_to_win
from trainer.teaching.order import ImpossibleOrder, Level, Mode, Obstacle, Order, check_order, possible_rule_types
from trainer.teaching.recipes import MIXED, NATURAL, Recipe, plainer
from trainer.teaching.rule_types import RuleType
from trainer.teaching.wishes import ANYTHING, Wish, together

__all__ = ["ImpossibleOrder", "Level", "Mode", "NoHand", "Obstacle", "Order", "generate", "shows"]

MOST_TRIES = 3000
"""Tries for one hand; about every third is a win, and the hardest orders need a few hundred in the mean."""

MOST_WINS_FOR_ALL = 800
"""Wins that are looked at for one that shows all of a focus, before the best of them is taken."""

OF_THE_PAYMENT = frozenset(
    {
        RuleType.LIMIT, RuleType.PAYMENT_SPLIT, RuleType.PAYMENT_ROUNDING, RuleType.DEALER, RuleType.HONBA,
        RuleType.FORMULA, RuleType.HAN_YAKU, RuleType.DORA,
    }
)  # fmt: skip
"""Rule types that show in the payment; sticks show in the total received, and the others must change the fu."""

_MISTAKES = {
    rule_type: tuple(mistake for mistake in CATALOGUE if mistake.rule_type is rule_type) for rule_type in RuleType
}


class NoHand(RuntimeError):  # noqa: N818 - says what there is, like NoYaku
    """Nothing that serves an order was dealt in as many tries as there may be."""


def generate(random: Random, rules: Rules = TENHOU, order: Order = Order()) -> Win:  # noqa: B008 - frozen
    """A win with complete context, legal and with a yaku under the rules, as ordered.

    Raises ImpossibleOrder at once for a focus that no hand can show, and NoHand when the rules let hardly any hand win.
    """
    check_order(order, rules)
    return _DEALERS[order.mode](random, rules, order)


def shows(scored: Score, rule_type: RuleType) -> bool:
    """True when a mistake about that rule type changes the rounded fu, or the payment or total it is about."""
    ask = Ask.PAYMENT if rule_type in OF_THE_PAYMENT else Ask.RECEIVED if rule_type is RuleType.STICKS else Ask.FU
    return bool(visible(scored, (ask,), _MISTAKES[rule_type]))


@lru_cache(maxsize=64)
def _recipe(order: Order) -> Recipe:
    bounds = order.bounds
    recipe = NATURAL if order.mode is Mode.NATURAL else MIXED
    return plainer(recipe, most_kans=bounds.kans, rare=bounds.rare, honba=bounds.honba and order.honba)


def wins(random: Random, rules: Rules, order: Order, wishes: tuple[Wish, ...] = (ANYTHING,)) -> Iterator[Score]:
    """Wins that fulfil one of the wishes, as many as come of so many tries."""
    recipe, bounds = _recipe(order), order.bounds
    for _ in range(MOST_TRIES):
        win = deal(random, recipe, choose(random, wishes), rules.red_fives)
        if win is not None:
            try:
                scored = score(win, rules)
            except HandError:
                continue
            if isinstance(scored, Score) and bounds.allow(scored):
                yield scored


def _no_hand(order: Order) -> NoHand:
    return NoHand(f"no {order.level} hand ({order.mode}) in {MOST_TRIES} tries under these rules")


AIMS = (
    (None, 55),
    (RuleType.TSUMO, 1),
    (RuleType.PINFU_TSUMO, 1.5),
    (RuleType.OPEN_PINFU, 3.5),
    (RuleType.CHIITOITSU, 2),
    (RuleType.SHANPON, 3),
    (RuleType.KAN, 2),
    (RuleType.PAIR_VALUE, 1),
    (RuleType.DOUBLE_WIND, 6),
    (RuleType.READING, 5),
)
"""How often a mixed hand is dealt for one of the rule types that chance alone shows too seldom."""

KEPT = {30: 0.85}
"""How many hands of the commonest fu are kept, so that none is the answer too often."""


def _mixed(random: Random, rules: Rules, order: Order) -> Win:
    aim = weighted(random, AIMS)
    if aim is not None and aim not in possible_rule_types(order, rules):
        aim = None
    wishes = (ANYTHING,) if aim is None else together((aim,))[0]
    for scored in wins(random, rules, order, wishes):
        if aim is None:
            if happens(random, KEPT.get(scored.best.fu, 1)):
                return scored.win
        elif shows(scored, aim):
            return scored.win
    raise _no_hand(order)


def _natural(random: Random, rules: Rules, order: Order) -> Win:
    way = way_to_win(random)
    for scored in wins(random, rules, order, (way.wish,)):
        if happens(random, kept(scored, way)):
            return scored.win
    raise _no_hand(order)


def _edge(random: Random, rules: Rules, order: Order) -> Win:
    """A hand that shows its focus; of several rule types as many as one hand can show."""
    focus = shuffled(random, order.focus or (choose(random, possible_rule_types(order, rules)),))
    wishes, wanted = together(tuple(focus))
    best, most = None, 0
    for tried, scored in enumerate(wins(random, rules, order, wishes)):
        shown = sum([shows(scored, rule_type) for rule_type in wanted])
        if shown > most:
            best, most = scored.win, shown
        if most == len(wanted) or (most and tried > MOST_WINS_FOR_ALL):
            break
    if best is None:
        raise _no_hand(order)
    return best


_DEALERS = {Mode.MIXED: _mixed, Mode.NATURAL: _natural, Mode.EDGE: _edge}
