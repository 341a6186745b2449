"""What an answer shows: which rule types it was a chance for, and which mistakes would explain it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from trainer.mahjong.points import Limit
from trainer.mahjong.scoring import Score
from trainer.teaching.grade import Answer, Ask, accepts, gives, grade, right_values, value_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake, Worked, work

MOST_MISTAKES = 3
"""An answer that needs more mistakes than this is taken as a slip or as something else."""

Explanation = tuple[Mistake, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What one answer says about one rule type that was visible in the question."""

    rule_type: RuleType
    right: bool
    """True when the answer shows that the rule was followed."""


def applicable(score: Score) -> tuple[Mistake, ...]:
    """The mistakes that can be made in a hand: those that change its working in any step."""
    best = work(score)
    return tuple(mistake for mistake in CATALOGUE if work(score, (mistake.change,)) != best)


def visible(score: Score, asks: tuple[Ask, ...]) -> dict[RuleType, frozenset[Ask]]:
    """The rule types that a question is a chance for, each with the parts of the question that show it.

    A rule type is visible where getting it wrong, in one of the ways of the catalogue, turns a right answer to that
    part into a wrong one.
    """
    right = [(ask, right_values(score, ask)) for ask in asks]
    found: dict[RuleType, frozenset[Ask]] = {}
    for mistake in CATALOGUE:
        counted, sticks = work(score, (mistake.change,))
        shown = frozenset(
            ask for ask, values in right if values is not None and value_of(counted, ask, sticks) not in values
        )
        if shown:
            found[mistake.rule_type] = found.get(mistake.rule_type, frozenset()) | shown
    return {rule_type: found[rule_type] for rule_type in RuleType if rule_type in found}


def explanations(score: Score, asks: tuple[Ask, ...], answer: Answer) -> tuple[Explanation, ...]:
    """The smallest sets of mistakes that together give exactly this answer; none for a right or inexplicable one.

    A set holds at most three mistakes, of different rule types.
    """
    if all(part.right for part in grade(score, asks, answer)):
        return ()
    possible = applicable(score)
    for size in range(1, MOST_MISTAKES + 1):
        found = tuple(_sets_giving(score, asks, answer, possible, size))
        if found:
            return found
    return ()


def _sets_giving(
    score: Score, asks: tuple[Ask, ...], answer: Answer, possible: tuple[Mistake, ...], size: int
) -> Iterator[Explanation]:
    for mistakes in combinations(possible, size):
        if len({mistake.rule_type for mistake in mistakes}) == size:
            worked = work(score, (mistake.change for mistake in mistakes))
            if all(_same(score, ask, worked, answer) for ask in asks):
                yield mistakes


def _same(score: Score, ask: Ask, worked: Worked, answer: Answer) -> bool:
    """True when a working gives what the learner gave, or both are right."""
    (count, sticks), given = worked, answer.value(ask)
    return gives(count, ask, given, sticks) or (
        accepts(score, ask, value_of(count, ask, sticks)) and accepts(score, ask, given)
    )


def evidence(
    score: Score, asks: tuple[Ask, ...], answer: Answer, explained: tuple[Explanation, ...]
) -> tuple[Evidence, ...]:
    """What an answer shows about each rule type that was visible in the question.

    A rule was followed when a part that would have come out wrong without it came out right, or when the answer is
    explained and none of the smallest explanations breaks the rule. A wrong answer that nothing explains shows no
    rule followed. Fu left out, and the name of a limit in place of the han, say too little to show anything.
    """
    asks = tuple(ask for ask in asks if answer.value(ask) is not None and not isinstance(answer.value(ask), Limit))
    right = {part.ask for part in grade(score, asks, answer) if part.right}
    suspects = {mistake.rule_type for mistakes in explained for mistake in mistakes}
    return tuple(
        Evidence(rule_type, bool(shown & right) or (bool(explained) and rule_type not in suspects))
        for rule_type, shown in visible(score, asks).items()
    )
