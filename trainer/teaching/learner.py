"""What is known about a learner, what one more answer adds to it, and what of it he is told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import prod
from types import MappingProxyType

from trainer.teaching.belief import NO_BELIEF, Belief, suspicions
from trainer.teaching.cards import Card, rated
from trainer.teaching.cards import Rating as Memory
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import PLACE, Outcomes
from trainer.teaching.posterior import Posterior, numbers_of
from trainer.teaching.ratings import HandClass, Rating, class_of
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Mistake

BROKEN = 0.6
"""From this probability on a wrong answer shows a rule type forgotten."""
FOLLOWED = 0.1
"""Under it an answer item by item shows it remembered."""
FAST, SLOW = 0.6, 2.0
"""Times the learner's median: faster is easy, slower is hard."""

NAMED_ABOVE = 0.5
"""A mistake is named when it is rather made than not ..."""
NAMED_FROM = 3.0
"""... seems to have been made in so many hands, for one answer never accuses ..."""
NAMED_SURE = 0.9
"""... is so likely among all that would explain the answers ..."""
UNEXPLAINED = 0.1
"""... and leaves no greater share of the wrong answers unexplained."""
PUZZLING = 0.35
PUZZLING_FROM = 4
"""With so many wrong answers, and a greater share of them unexplained, the learner has a habit that nobody knows."""

RULE_TYPE = {mistake.name: mistake.rule_type for mistake in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Learner:
    """What is known about a learner."""

    beliefs: Mapping[str, Belief] = field(default_factory=lambda: MappingProxyType({}))
    """By the name of the mistake, as far as an answer said anything."""
    cards: Mapping[RuleType, Card] = field(default_factory=lambda: MappingProxyType({}))
    ratings: Mapping[HandClass, Rating] = field(default_factory=lambda: MappingProxyType({}))
    posterior: Posterior = field(default_factory=Posterior)

    @property
    def named(self) -> frozenset[str]:
        """The mistakes that he is told of; those that fit his answers by chance should not be among them."""
        if self.posterior.unexplained > UNEXPLAINED:
            return frozenset()
        return frozenset(
            name
            for name, belief in self.beliefs.items()
            if belief.probability > NAMED_ABOVE
            and belief.evidence >= NAMED_FROM
            and self.posterior.of_mistakes[PLACE[name]] > NAMED_SURE
        )

    @property
    def unproven(self) -> frozenset[int]:
        """Places in the catalogue of mistakes that he seems to hold, but made in too few hands to be told of them."""
        return frozenset(
            PLACE[name]
            for name, belief in self.beliefs.items()
            if belief.evidence < NAMED_FROM and self.posterior.of_mistakes[PLACE[name]] > NAMED_ABOVE
        )

    @property
    def puzzling(self) -> bool:
        """True when most of his wrong answers come from something that is in no catalogue."""
        return self.posterior.wrong >= PUZZLING_FROM and self.posterior.unexplained > PUZZLING

    def likeliest(self, rule_type: RuleType) -> float:
        """The probability of the likeliest mistake about a rule type."""
        found = [belief.probability for name, belief in self.beliefs.items() if RULE_TYPE[name] is rule_type]
        return max(found, default=NO_BELIEF.probability)

    def held(self, rule_types: Iterable[RuleType]) -> tuple[Mistake, ...]:
        """The mistakes about these rule types that he rather makes than not."""
        wanted = frozenset(rule_types)
        return tuple(
            mistake
            for mistake in CATALOGUE
            if mistake.rule_type in wanted and self.beliefs.get(mistake.name, NO_BELIEF).probability > NAMED_ABOVE
        )

    def success(self, hand_class: HandClass) -> float:
        """How likely an answer to such a hand is right; for a class never met as in the others."""
        known = self.ratings.get(hand_class)
        if known is None and self.ratings:
            known = Rating(sum(rating.rating for rating in self.ratings.values()) / len(self.ratings))
        return (known or Rating()).success


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What one answer shows."""

    outcomes: Outcomes
    fitting: frozenset[int]
    """The numbers of the answer (see ``Outcomes.fitting``)."""
    suspicions: Mapping[str, float]
    """By mistake how likely it was made, as far as the answer says anything about it."""

    @property
    def right(self) -> bool:
        """True for a right answer."""
        return 0 in self.fitting


def shown_by(learner: Learner, outcomes: Outcomes, answer: Answer) -> Shown:
    """What the answer of this learner shows, in the light of what is believed of him."""
    fitting = outcomes.fitting(answer)
    return Shown(outcomes, fitting, suspicions(outcomes, fitting, learner.beliefs))


def after_answer(learner: Learner, shown: Shown, now: datetime, pace: float | None = None) -> Learner:
    """The learner after an answer; ``pace`` is its time in medians of his own, where known."""
    hand_class = class_of(shown.outcomes.score)
    known = learner.ratings.get(hand_class) or Rating()
    return Learner(
        beliefs_after(learner.beliefs, shown.suspicions),
        {**learner.cards, **_rated_cards(learner, shown, now, pace)},
        {**learner.ratings, hand_class: known.after(shown.right)},
        learner.posterior.after(numbers_of(shown.outcomes), shown.fitting),
    )


def beliefs_after(beliefs: Mapping[str, Belief], suspected: Mapping[str, float]) -> dict[str, Belief]:
    """Beliefs moved by the suspicions of one answer."""
    moved = {name: beliefs.get(name, NO_BELIEF).after(share) for name, share in suspected.items()}
    return {**beliefs, **moved}


def _rated_cards(learner: Learner, shown: Shown, now: datetime, pace: float | None) -> dict[RuleType, Card]:
    """The cards of the rule types that this question could show, as far as the answer says how they are remembered."""
    found = {}
    item_by_item = Ask.ITEMS in shown.outcomes.asks
    for rule_type in dict.fromkeys(CATALOGUE[place].rule_type for place in sorted(shown.outcomes.visible)):
        memory = _success(pace) if shown.right else _memory(rule_type, shown.suspicions, item_by_item)
        if memory is not None:
            found[rule_type] = rated(learner.cards.get(rule_type), memory, now)
    return found


def _success(pace: float | None) -> Memory:
    if pace is None or FAST <= pace <= SLOW:
        return Memory.Good
    return Memory.Easy if pace < FAST else Memory.Hard


def _memory(rule_type: RuleType, suspected: Mapping[str, float], item_by_item: bool) -> Memory | None:
    """How a rule type is remembered by a wrong answer; None where it says too little."""
    broken = 1 - prod([1 - share for name, share in suspected.items() if RULE_TYPE[name] is rule_type])
    if broken >= BROKEN:
        return Memory.Again
    return Memory.Good if item_by_item and broken < FOLLOWED else None
