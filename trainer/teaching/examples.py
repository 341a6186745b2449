"""Hands that show a rule: the same number always gives the same hand."""

from functools import lru_cache
from random import Random

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import NoHand, generate
from trainer.teaching.grade import Ask, accepts, value_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import ImpossibleOrder, Mode, Order
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake, work_out

MOST_TRIES = 100
"""Hands looked at for one below the limits; most are."""

ASKS = (Ask.FU, Ask.PAYMENT)


class NoExampleError(LookupError):
    """Under these rules no hand can show the rule, or hardly any."""


def example(rule_type: RuleType, number: int, rules: Rules = TENHOU) -> Win:
    """The example of that number: a win in which getting the rule wrong changes the fu, the payment or the total.

    Its fu count, so it is below the limits, save where these are the rule. Raises NoExampleError where there is none.
    """
    win = search(rule_type, number, rules)
    if win is None:
        raise NoExampleError(f"no hand shows {rule_type} under these rules")
    return win


@lru_cache(maxsize=512)
def search(rule_type: RuleType, number: int, rules: Rules) -> Win | None:
    """The example, or None where none is found; either is remembered."""
    random = Random(f"{rule_type}:{number}:{rules_name(rules)}")
    order = Order(Mode.EDGE, focus=(rule_type,))
    try:
        for _ in range(MOST_TRIES):
            win = generate(random, rules, order)
            scored = score(win, rules)
            assert isinstance(scored, Score)
            if scored.best.limit is None or rule_type is RuleType.LIMIT:
                return win
    except (ImpossibleOrder, NoHand):
        pass
    return None


def telling(scored: Score, rule_type: RuleType) -> tuple[Mistake, ...]:
    """The mistakes about a rule that would make the fu or the payment of this hand wrong."""
    return tuple(
        mistake
        for mistake in CATALOGUE
        if mistake.rule_type is rule_type
        and any(not accepts(scored, ask, value_of(work_out(scored, (mistake.change,)), ask)) for ask in ASKS)
    )
