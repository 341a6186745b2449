"""Hands that show a rule: the same number always gives the same hand."""

from functools import lru_cache
from random import Random

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, Rules, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask, accepts, value_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake, work_out

MOST_TRIES = 4000
"""The rarest rule, the double wind, is shown by about every four hundredth hand."""

ASKS = (Ask.FU, Ask.PAYMENT)


class NoExampleError(LookupError):
    """Under these rules hardly any hand shows the rule, or none can."""


def example(rule_type: RuleType, number: int, rules: Rules = TENHOU) -> Win:
    """The example of that number: a win in which getting the rule wrong changes the fu or the payment.

    Its fu count, so it is below the limits, save where these are the rule. Riichi sticks change neither fu nor payment;
    a hand with sticks shows them. Raises NoExampleError where the search finds none.
    """
    win = search(rule_type, number, rules)
    if win is None:
        raise NoExampleError(f"no hand that shows {rule_type} in {MOST_TRIES} tries")
    return win


@lru_cache(maxsize=512)
def search(rule_type: RuleType, number: int, rules: Rules) -> Win | None:
    """The example, or None after as many tries as are worth while; either is remembered."""
    random = Random(f"{rule_type}:{number}:{rules_name(rules)}")
    for _ in range(MOST_TRIES):
        win = generate(random, rules)
        scored = score(win, rules)
        assert isinstance(scored, Score)
        if scored.best.limit is not None and rule_type is not RuleType.LIMIT:
            continue
        if win.riichi_sticks if rule_type is RuleType.STICKS else telling(scored, rule_type):
            return win
    return None


def telling(scored: Score, rule_type: RuleType) -> tuple[Mistake, ...]:
    """The mistakes about a rule that would make the fu or the payment of this hand wrong."""
    return tuple(
        mistake
        for mistake in CATALOGUE
        if mistake.rule_type is rule_type
        and any(not accepts(scored, ask, value_of(work_out(scored, (mistake.change,)), ask)) for ask in ASKS)
    )
