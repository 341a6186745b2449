"""Hands that are ready to be asked, each with the answers that all mistakes lead to: among them is looked for the one
that tells most about a learner.

A hand leaves the pool when it is asked, so nobody gets it twice, and others take its place. Those are dealt first in
which the mistakes show that the fewest of the others show.
"""

from dataclasses import dataclass
from itertools import islice
from random import Random
from threading import Lock

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Score
from trainer.teaching.chance import weighted
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import NoHand, wins
from trainer.teaching.grade import Ask
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Level, Order, possible_rule_types
from trainer.teaching.outcomes import outcomes
from trainer.teaching.posterior import Ints, Posterior, numbers_of, surprises
from trainer.teaching.wishes import WISHES_FOR, together
from trainer.teaching.working import Mistake

SIZE = 240
"""Hands to choose from; 35 kB each."""
FIRST = 24
"""Hands that must be there before anybody can choose."""
MOST_DEALT = 25
"""Hands dealt for one that shows a mistake; nearly always one of the first few does."""
EACH_TIME = 2
"""How many are dealt at most whenever one is taken, so that a pool fills while it is used; one when it is half full."""
NEARLY = 0.75
"""The share of what the most telling hand tells that is enough for one that shows what is looked for."""
MUCH = 0.3
"""Nats under which that share is not looked at: what is looked for comes first."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A hand with the number of the answer that each hypothesis leads to."""

    win: Win
    numbers: Ints
    visible: frozenset[int]


class Pool:
    """The hands ready to be asked under the same rules, for the same parts of a question, at the same level."""

    def __init__(self, rules: Rules, asks: tuple[Ask, ...], level: Level, honba: bool = True) -> None:
        self._rules, self._asks = rules, asks
        self._order = Order(level=level, honba=honba)
        self._possible = possible_rule_types(self._order, rules)
        self._hands: list[Candidate] = []
        self._shown = [0] * len(CATALOGUE)
        self._in_vain = [0] * len(CATALOGUE)
        """How often in a row a hand that was dealt for a mistake has not shown it; for some there is hardly any."""
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._hands)

    @property
    def asks(self) -> tuple[Ask, ...]:
        """What its hands are asked for."""
        return self._asks

    def most_telling(
        self, posterior: Posterior, random: Random, about: frozenset[int] = frozenset()
    ) -> tuple[Candidate, float]:
        """The hand that tells most about a learner, and how much, in nats. It stays in the pool.

        With ``about`` it is a hand that shows one of these mistakes, if it tells nearly as much, or none tells much.
        """
        with self._lock:
            self._fill(random)
            if about and not self._showing(about):
                self._add(self._deal(random, min(about)))
            told = surprises(posterior, [candidate.numbers for candidate in self._hands])
            ranked = sorted(zip(told, self._hands, strict=True), key=lambda one: -one[0])
            most = ranked[0][0]
            least = NEARLY * most if most >= MUCH else 0
            showing = (one for one in ranked if one[0] >= least and one[1].visible & about)
            tells, candidate = next(showing, ranked[0])
            return candidate, tells

    def _showing(self, mistakes: frozenset[int]) -> list[Candidate]:
        return [candidate for candidate in self._hands if candidate.visible & mistakes]

    def take(self, candidate: Candidate) -> None:
        """Let a hand leave the pool, because it is asked."""
        with self._lock:
            if candidate in self._hands:
                self._hands.remove(candidate)
                for place in candidate.visible:
                    self._shown[place] -= 1

    def _fill(self, random: Random) -> None:
        size = len(self._hands)
        each_time = EACH_TIME if 2 * size < SIZE else 1
        for _ in range(min(SIZE - size, max(each_time, FIRST - size))):
            self._add(self._deal(random, self._scarce(random)))

    def _add(self, candidate: Candidate) -> None:
        self._hands.append(candidate)
        for place in candidate.visible:
            self._shown[place] += 1

    def _scarce(self, random: Random) -> int:
        """One of the mistakes that few hands show."""
        scarce = [
            (place, 1 / (1 + self._shown[place] + self._in_vain[place]) ** 2)
            for place, mistake in enumerate(CATALOGUE)
            if mistake.rule_type in self._possible
        ]
        return weighted(random, scarce)

    def _deal(self, random: Random, place: int) -> Candidate:
        """A hand for this mistake."""
        scored, shows = self._for(random, CATALOGUE[place])
        self._in_vain[place] = 0 if shows else self._in_vain[place] + 1
        found = outcomes(scored, self._asks)
        return Candidate(scored.win, numbers_of(found), found.visible)

    def _for(self, random: Random, mistake: Mistake) -> tuple[Score, bool]:
        """A hand dealt to show a mistake, and whether it does."""
        wishes = WISHES_FOR.get(mistake.name) or together((mistake.rule_type,))[0]
        dealt = islice(wins(random, self._rules, self._order, wishes), MOST_DEALT)
        scored = None
        for scored in dealt:
            if visible(scored, self._asks, (mistake,)):
                return scored, True
        if scored is None:
            raise NoHand(f"no {self._order.level} hand under these rules")
        return scored, False
