"""What an answer shows: which rule types it was a chance for, and which mistakes would explain it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from trainer.mahjong.points import Limit
from trainer.mahjong.scoring import Score
from trainer.teaching.belief import NO_BELIEF, Belief
from trainer.teaching.grade import Answer, Ask, grade, right_values, value_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import Outcomes
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake, Worked, deposits, follow

Explanation = tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one answer says about one rule type that was visible in the question."""

    rule_type: RuleType
    right: bool
    """True when the answer shows that the rule was followed."""


def applicable(score: Score) -> tuple[Mistake, ...]:
    """The mistakes that can be made in a hand: those that change its working in any step."""
    return tuple(mistake for mistake in CATALOGUE if _made(score, mistake) is not None)


def _made(score: Score, mistake: Mistake) -> Worked | None:
    """What somebody who makes this mistake alone works out; None where it cannot be made."""
    worked = Worked(follow(score, mistake.alone), mistake.alone.deposits(score.win))
    return None if worked.counted == score.best and worked.sticks == deposits(score.win) else worked


def visible(
    score: Score, asks: tuple[Ask, ...], mistakes: Iterable[Mistake] = CATALOGUE
) -> dict[RuleType, frozenset[Ask]]:
    """The rule types that a question is a chance for, each with the parts of the question that show it.

    A rule type is visible where getting it wrong, in one of the ways of the catalogue, turns a right answer to that
    part into a wrong one. ``mistakes`` may name those of the catalogue that matter.
    """
    right = [(ask, right_values(score, ask)) for ask in asks]
    found: dict[RuleType, frozenset[Ask]] = {}
    for mistake in mistakes:
        made = _made(score, mistake)
        if made is None:
            continue
        count, sticks = made
        shown = [ask for ask, values in right if values is not None and value_of(count, ask, sticks) not in values]
        if shown:
            found[mistake.rule_type] = found.get(mistake.rule_type, _NO_ASKS).union(shown)
    return {rule_type: found[rule_type] for rule_type in RuleType if rule_type in found}


_NO_ASKS: frozenset[Ask] = frozenset()


def explanations(
    outcomes: Outcomes, fitting: frozenset[int], beliefs: Mapping[str, Belief] = MappingProxyType({})
) -> tuple[Explanation, ...]:
    """The sets of at most three mistakes that give a wrong answer, without any that is not needed for it.

    The likeliest for a learner with these beliefs comes first. None explains a right answer, or one that no set gives.
    """
    found = [tuple(CATALOGUE[place] for place in one) for one in outcomes.explanations(fitting)]
    return tuple(sorted(found, key=lambda mistakes: -likelihood(mistakes, beliefs)))


def likelihood(mistakes: Explanation, beliefs: Mapping[str, Belief]) -> float:
    """How likely a learner with these beliefs makes these mistakes together, beside making none (which is 1)."""
    odds = 1.0
    for mistake in mistakes:
        chance = beliefs.get(mistake.name, NO_BELIEF).probability
        odds *= chance / (1 - chance)
    return odds


def evidence(
    score: Score, asks: tuple[Ask, ...], answer: Answer, explained: tuple[Explanation, ...]
) -> tuple[Evidence, ...]:
    """What an answer shows about each rule type that was visible in the question.

    A rule was followed when a part that would have come out wrong without it came out right, or when the answer is
    explained and no explanation of as few mistakes as will do breaks the rule. A wrong answer that nothing explains
    shows no rule followed. Fu left out, and the name of a limit in place of the han, say too little to show anything.
    """
    asks = tuple(ask for ask in asks if answer.value(ask) is not None and not isinstance(answer.value(ask), Limit))
    right = {part.ask for part in grade(score, asks, answer) if part.right}
    fewest = min(map(len, explained), default=0)
    suspects = {mistake.rule_type for mistakes in explained if len(mistakes) == fewest for mistake in mistakes}
    return tuple(
        Evidence(rule_type, bool(shown & right) or (bool(explained) and rule_type not in suspects))
        for rule_type, shown in visible(score, asks).items()
    )
