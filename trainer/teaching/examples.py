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

MOST_TRIES = 2500
"""The rarest rule, the double wind, is shown by about every two hundredth hand."""

ASKS = (Ask.FU, Ask.PAYMENT)


class NoExampleError(LookupError):
    """Under these rules hardly any hand shows the rule, or none can."""


@lru_cache(maxsize=512)
def example(rule_type: RuleType, number: int, rules: Rules = TENHOU) -> Win:
    """The example of that number: a win in which getting the rule wrong changes the fu or the payment.

    Riichi sticks change neither; a hand with sticks shows them. Raises NoExampleError where the search finds none.
    """
    random = Random(f"{rule_type}:{number}:{rules_name(rules)}")
    for _ in range(MOST_TRIES):
        win = generate(random, rules)
        if rule_type is RuleType.STICKS:
            if win.riichi_sticks:
                return win
            continue
        scored = score(win, rules)
        assert isinstance(scored, Score)
        if telling(scored, rule_type):
            return win
    raise NoExampleError(f"no hand that shows {rule_type} in {MOST_TRIES} tries")


def telling(scored: Score, rule_type: RuleType) -> tuple[Mistake, ...]:
    """The mistakes about a rule that would make the fu or the payment of this hand wrong."""
    return tuple(
        mistake
        for mistake in CATALOGUE
        if mistake.rule_type is rule_type
        and any(not accepts(scored, ask, value_of(work_out(scored, (mistake.change,)), ask)) for ask in ASKS)
    )
