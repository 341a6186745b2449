"""How often a learner is believed to make each mistake when he can, and what one answer adds.

Each belief is a Beta distribution. An answer says how likely it makes it that the mistake was made in its hand (r), and
the distribution after that is the one with the same mean and variance as the mixture of both cases.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import Outcomes

PRIOR_MEAN = 0.06
SLIP = 0.07
"""How often an answer has nothing to do with the mistakes of its learner."""
ANSWERS = 25
"""Among how many wrong answers a slip is spread."""
MOST_STRENGTH = 60.0
"""More chances than this are never remembered, so that somebody who has learnt it is believed."""
KEPT = 0.97
"""What each further chance leaves of the weight of those before it."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed about one mistake of one learner."""

    made: float = PRIOR_MEAN
    avoided: float = 1 - PRIOR_MEAN
    evidence: float = 0.0
    """In how many hands it seems to have been made: the sum of the probabilities."""

    @property
    def probability(self) -> float:
        """That it is made where it can be."""
        return self.made / (self.made + self.avoided)

    def after(self, suspicion: float) -> "Belief":
        """The belief after a chance in which the mistake was made with this probability."""
        strength = min(self.made + self.avoided, MOST_STRENGTH) * KEPT
        made = self.probability * strength
        one, two = strength + 1, strength + 2
        mean = (made + suspicion) / one
        square = (suspicion * (made + 1) * (made + 2) + (1 - suspicion) * made * (made + 1)) / (one * two)
        strength = mean * (1 - mean) / (square - mean * mean) - 1
        return Belief(mean * strength, (1 - mean) * strength, self.evidence * KEPT + suspicion)


NO_BELIEF = Belief()


def suspicions(outcomes: Outcomes, fitting: frozenset[int], beliefs: Mapping[str, Belief]) -> dict[str, float]:
    """For each mistake that an answer says something about the probability that it was made in it.

    ``fitting`` are the numbers of the answer (see ``Outcomes.fitting``). Silent are the mistakes that this hand could
    not show: those that change no answer alone and are in no explanation of this one.
    """
    odds = {}
    for place in outcomes.places:
        chance = beliefs.get(CATALOGUE[place].name, NO_BELIEF).probability
        odds[place] = chance / (1 - chance)
    held = dict.fromkeys(outcomes.places, 0.0)
    whole = 0.0
    for mistakes, number in outcomes.numbers.items():
        weight = 1 - SLIP + SLIP / ANSWERS if number in fitting else SLIP / ANSWERS
        for place in mistakes:
            weight *= odds[place]
        whole += weight
        for place in mistakes:
            held[place] += weight
    telling = outcomes.visible.union(*outcomes.explanations(fitting))
    return {CATALOGUE[place].name: min(held[place] / whole, 1.0) for place in outcomes.places if place in telling}
