"""Every answer that the mistakes of the catalogue can lead to in one hand, worked out once and looked up ever after.

A set holds at most three mistakes, free of contradictions, as numbers of their places in the catalogue. A mistake may
change nothing by itself and something beside another: rounding down what is 40 anyway is right, and wrong after 2 fu
were forgotten. So the sets of a hand hold every mistake that changes what another one leads to.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations

from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import STAGES, Count, Score, settle
from trainer.teaching.grade import Answer, Ask, Value, accepts, gives, right_values, value_of
from trainer.teaching.ledger import Items as Ledger
from trainer.teaching.ledger import ledger_of
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.working import RIGHT, Items, Seen, Worked, Working, deposits, see, work_out

MOST_MISTAKES = 3
"""An answer that needs more mistakes than this is taken as a slip or as something else."""

Set = tuple[int, ...]
"""Places in the catalogue, ascending."""

PLACE = {mistake.name: place for place, mistake in enumerate(CATALOGUE)}
"""Where a mistake stands in the catalogue, by its name."""

_AGAINST = frozenset(
    frozenset((place, PLACE[name])) for place, mistake in enumerate(CATALOGUE) for name in mistake.against
)
_LATE = frozenset(place for place, mistake in enumerate(CATALOGUE) if mistake.is_late)
_CHOOSING = tuple(place for place, mistake in enumerate(CATALOGUE) if mistake.alone.choose is not RIGHT.choose)


def free_of_contradictions(mistakes: Set) -> bool:
    """True when somebody could make all of these mistakes."""
    return not any(frozenset(pair) in _AGAINST for pair in combinations(mistakes, 2))


def sets_of(places: Sequence[int], most: int = MOST_MISTAKES) -> Iterator[Set]:
    """The sets of at most so many of these mistakes, the smaller ones first; the first is empty."""
    for size in range(most + 1):
        yield from filter(free_of_contradictions, combinations(places, size))


@lru_cache(maxsize=32768)
def working_with(mistakes: Set) -> Working:
    """How somebody works who makes these mistakes."""
    working = RIGHT
    for place in mistakes:
        working = CATALOGUE[place].change(working)
    return working


@dataclass(frozen=True)
class Outcomes:
    """What each set of mistakes leads to in one hand, for what is asked about it."""

    score: Score
    asks: tuple[Ask, ...]
    numbers: dict[Set, int]
    """For each set that matters the number of its answer; 0 is the right one, and that of the empty set."""
    answers: tuple[Worked, ...]
    """How each of the answers comes about, by the first set that leads to it."""

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The mistakes that matter in this hand."""
        return tuple(sorted(mistakes[0] for mistakes in self.numbers if len(mistakes) == 1))

    @cached_property
    def visible(self) -> frozenset[int]:
        """The mistakes that alone lead to a wrong answer."""
        return frozenset(place for place in self.places if self.numbers[(place,)])

    def fitting(self, answer: Answer) -> frozenset[int]:
        """The numbers of the answers that a learner may have meant: one, none where no set leads to his, or several.

        Several fit what says little, such as fu left out because the han decide.
        """
        right = {ask: accepts(self.score, ask, answer.value(ask)) for ask in self.asks}
        return frozenset(
            number
            for number, worked in enumerate(self.answers)
            # The payment tells most, and the items take longest to be compared.
            if all(self._same(ask, worked, answer, right[ask]) for ask in reversed(self.asks))
        )

    def explanations(self, fitting: frozenset[int]) -> list[Set]:
        """The sets that lead to a wrong answer and of which no mistake can be left out, the smaller ones first."""
        if 0 in fitting:
            return []
        found: list[Set] = []
        for mistakes in sorted((one for one, number in self.numbers.items() if number in fitting), key=len):
            if not any(set(less).issubset(mistakes) for less in found):
                found.append(mistakes)
        return found

    def _same(self, ask: Ask, worked: Worked, answer: Answer, right: bool) -> bool:
        """True when a working gives what the learner gave, or both are right."""
        count, sticks = worked
        if gives(count, ask, answer.value(ask), sticks):
            return True
        return right and accepts(self.score, ask, value_of(count, ask, sticks))


def outcomes(score: Score, asks: tuple[Ask, ...]) -> Outcomes:
    """Work a hand out with every set of mistakes that matters in it."""
    early = _early(score)
    seen: dict[Set, Seen] = {mistakes: see(score, working_with(mistakes)) for mistakes in sets_of(early)}
    right = {ask: _keys(right_values(score, ask)) for ask in asks}
    numbers: dict[Set, int] = {}
    known: dict[object, int] = {}
    settled: dict[object, int] = {}
    answers: list[Worked] = []
    late = _late(score, asks)
    sets = list(sets_of(late))
    ledgers: dict[Items, Ledger] = {}
    for before, found in seen.items():
        fu_sum = sum([item.fu for item in found.items])
        ledger = None
        if Ask.ITEMS in asks and (ledger := ledgers.get(found.items)) is None:
            # Nothing that comes later changes it, so it is not made up anew for every set.
            ledger = ledgers[found.items] = ledger_of(found.items)
        what = (fu_sum, found.han, found.yakuman, ledger)
        for after in sets:
            if len(before) + len(after) > MOST_MISTAKES:
                break
            step = (what, after)
            number = settled.get(step)
            if number is None:
                worked = _worked(score, found, fu_sum, working_with(after))
                key = tuple([_key(worked, ask, right[ask], ledger) for ask in asks])
                number = known.setdefault(key, len(answers))
                if number == len(answers):
                    answers.append(worked)
                settled[step] = number
            if before and after:
                both = tuple(sorted(before + after))
                if not free_of_contradictions(both):
                    continue
                numbers[both] = number
            else:
                numbers[before or after] = number
    return Outcomes(score, asks, numbers, tuple(answers))


def _early(score: Score) -> tuple[int, ...]:
    """The mistakes that change what is seen in a hand, by themselves or in another reading that a mistake takes."""
    readings = [(), *((place,) for place in _CHOOSING if _sees_otherwise(score, (), place))]
    return tuple(
        place
        for place in range(len(CATALOGUE))
        if place not in _LATE and any(_sees_otherwise(score, taken, place) for taken in readings if place not in taken)
    )


def _sees_otherwise(score: Score, taken: Set, place: int) -> bool:
    seen = see(score, working_with(taken))
    if see(score, working_with(tuple(sorted((*taken, place))))) != seen:
        return True
    # What an open ron without fu gets matters as soon as another mistake forgets what there is.
    alone = CATALOGUE[place].alone.stages.open_pinfu
    nothing = seen.items[:1]
    return alone(nothing, seen.reading) != STAGES.open_pinfu(nothing, seen.reading)


def _late(score: Score, asks: tuple[Ask, ...]) -> tuple[int, ...]:
    """The mistakes after that which can change what is asked."""
    paid = Ask.PAYMENT in asks or Ask.RECEIVED in asks
    return tuple(
        place
        for place in sorted(_LATE)
        if (paid or CATALOGUE[place].alone.stages.round_fu is not STAGES.round_fu) and _may_matter(score, place)
    )


def _may_matter(score: Score, place: int) -> bool:
    alone = CATALOGUE[place].alone
    stages = alone.stages
    if stages.base_points is not STAGES.base_points:
        return _changes_base(place, score.rules)
    # What the fu come to decides whether a rounding matters; who pays and what for is the same whatever they are.
    rounds = (stages.round_fu, stages.round_points, stages.shares) != (
        STAGES.round_fu,
        STAGES.round_points,
        STAGES.shares,
    )
    return (
        rounds
        or work_out(score, (CATALOGUE[place].change,)) != score.best
        or alone.deposits(score.win) != (deposits(score.win))
    )


@lru_cache(maxsize=256)
def _changes_base(place: int, rules: Rules) -> bool:
    """True when a mistake about the base points gives other ones anywhere."""
    base_points = CATALOGUE[place].alone.stages.base_points
    return any(
        base_points(han, fu, 0, rules) != STAGES.base_points(han, fu, 0, rules)
        for han in range(1, 14)
        for fu in (20, 25, *range(30, 120, 10))
    )


def _worked(score: Score, seen: Seen, fu_sum: int, working: Working) -> Worked:
    reading, yaku, han, yakuman, items = seen
    settled = settle(fu_sum, han, yakuman, reading.situation.paying, score.win.honba, working.stages)
    return Worked(Count(reading, yaku, han, yakuman, items, fu_sum, *settled), working.deposits(score.win))


def _keys(values: list[Value] | None) -> frozenset[object] | None:
    return None if values is None else frozenset(map(_hashable, values))


def _key(worked: Worked, ask: Ask, right: frozenset[object] | None, ledger: Ledger | None) -> object:
    """What tells an answer to one part of the question from others; None for a right one."""
    value = ledger if ask is Ask.ITEMS else _hashable(value_of(worked.counted, ask, worked.sticks))
    return None if right is None or value in right else value


def _hashable(value: Value) -> object:
    return frozenset(value.items()) if isinstance(value, dict) else value
