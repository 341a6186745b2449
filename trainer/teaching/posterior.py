"""What answers make likely about a learner: a probability for every set of at most three mistakes, and which hand would
tell most about them.

A learner is taken to make a mistake of his nearly every time that he can; some answers are slips, and some come from
mistakes that nobody has described, so no set is ever excluded. What was answered long ago counts less and less.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.outcomes import Outcomes, Set, sets_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int16]

PRIOR = 0.06
"""How likely any one mistake is before the first answer."""
SLIP = 0.05
"""How often an answer has nothing to do with what the learner believes."""
ANSWERS = 25
"""Among how many wrong answers a slip is spread."""
MADE = 0.92
"""How often a mistake is made when it can be."""
NEGLIGIBLE = 1e-6
KEPT = 0.98
"""What one more answer leaves of the weight of those before it."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypotheses:
    """The sets of mistakes that a learner may hold, as arrays with a row for each."""

    sets: tuple[Set, ...]
    places: NDArray[np.intp]
    """The mistakes of each set as places in the catalogue, filled up with one past its end."""
    members: NDArray[np.bool_]
    """Set by mistake: which are in it."""
    parts: NDArray[np.intp]
    """The rows of the subsets of each set: what the learner may have made of his mistakes in one answer."""
    shares: Floats
    """How likely each of those is."""
    prior: Floats
    """The logarithm of how likely each set is before the first answer."""


@cache
def hypotheses() -> Hypotheses:
    """The sets of the catalogue."""
    count = len(CATALOGUE)
    sets = tuple(sets_of(range(count)))
    rows = {mistakes: row for row, mistakes in enumerate(sets)}
    places = np.array([(*mistakes, *[count] * (3 - len(mistakes))) for mistakes in sets], dtype=np.intp)
    members = np.zeros((len(sets), count), dtype=bool)
    parts = np.zeros((len(sets), 8), dtype=np.intp)
    shares = np.zeros((len(sets), 8))
    for row, mistakes in enumerate(sets):
        members[row, list(mistakes)] = True
        made = [part for size in range(len(mistakes) + 1) for part in combinations(mistakes, size)]
        for column, part in enumerate(made):
            parts[row, column] = rows[part]
            shares[row, column] = MADE ** len(part) * (1 - MADE) ** (len(mistakes) - len(part))
    sizes = members.sum(axis=1)
    odds = (PRIOR / (1 - PRIOR)) ** sizes
    return Hypotheses(sets, places, members, parts, shares, np.log(odds / odds.sum()))


def numbers_of(outcomes: Outcomes) -> Ints:
    """For each hypothesis the number of the answer that it leads to in a hand."""
    # Mistakes that do not matter in this hand all stand for the one at index 0, which changes nothing.
    index = {place: at for at, place in enumerate(outcomes.places, 1)}
    size = len(index) + 1
    cube = np.zeros((size, size, size), dtype=np.int16)
    for mistakes, number in outcomes.numbers.items():
        match [index[place] for place in mistakes]:
            case [one]:
                cube[one, 0, 0] = cube[0, one, 0] = cube[0, 0, one] = number
            case [one, two]:
                cube[one, two, 0] = cube[one, 0, two] = cube[0, one, two] = number
            case [one, two, three]:
                cube[one, two, three] = number
    here = np.zeros(len(CATALOGUE) + 1, dtype=np.intp)
    for place, at in index.items():
        here[place] = at
    first, second, third = here[hypotheses().places.T]
    found: Ints = cube[first, second, third]
    return found


class Posterior:
    """How likely each set of mistakes is for one learner."""

    def __init__(self) -> None:
        self._logs = hypotheses().prior
        self._missed = np.zeros(len(self._logs))
        self._wrong = 0.0

    def after(self, numbers: Ints, fitting: frozenset[int]) -> "Posterior":
        """The same learner after an answer that fits these numbers of a hand's answers."""
        known = hypotheses()
        fits = np.isin(numbers, list(fitting)).astype(float)
        likely = (fits[known.parts] * known.shares).sum(axis=1)
        found = Posterior()
        found._logs = KEPT * self._logs + (1 - KEPT) * known.prior + np.log((1 - SLIP) * likely + SLIP / ANSWERS)
        found._missed = KEPT * self._missed + (likely == 0)
        found._wrong = KEPT * self._wrong + (0 not in fitting)
        return found

    @cached_property
    def probabilities(self) -> Floats:
        """For each hypothesis."""
        weights = np.exp(self._logs - self._logs.max())
        found: Floats = weights / weights.sum()
        return found

    @cached_property
    def of_mistakes(self) -> Floats:
        """For each mistake of the catalogue the probability that the learner holds it."""
        found: Floats = self.probabilities @ hypotheses().members
        return found

    @cached_property
    def best_set(self) -> Set:
        """The likeliest set."""
        return hypotheses().sets[int(self._logs.argmax())]

    @property
    def wrong(self) -> float:
        """How many wrong answers there were; those of long ago count less."""
        return self._wrong

    @property
    def unexplained(self) -> float:
        """The share of them that the likeliest set does not lead to."""
        return float(self._missed[int(self._logs.argmax())]) / self._wrong if self._wrong else 0.0


def surprises(posterior: Posterior, hands: Sequence[Ints]) -> list[float]:
    """How much would be learnt from each hand: the entropy of its answers, in nats."""
    probabilities = posterior.probabilities
    # After a few answers hardly any set is left that matters.
    likely = np.flatnonzero(probabilities > NEGLIGIBLE)
    weights = probabilities[likely]
    found = []
    for numbers in hands:
        shares = np.bincount(numbers[likely], weights=weights)
        shares = shares[shares > 0]
        found.append(float(-(shares * np.log(shares)).sum()))
    return found
