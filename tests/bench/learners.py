"""How soon a learner's mistakes are found: simulated learners answer real hands, worked out by the real engine.

Panels: ``catalogued`` learners hold one to three mistakes of the catalogue and slip once in 20 answers; ``noisy`` ones
make them only four times in five and slip twice as often; ``hidden`` ones hold a mistake that nobody has described,
``sober`` ones none, and both slip once in 20. Hands are chosen as practice chooses them (``next``) or dealt as they
come (``mixed``). Beside what the program finds stands what counting wrong answers would find.

Run it with ``python -m tests.bench.learners``; ``--panel``, ``--chooser`` and ``--learners`` choose a part of it.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from math import sqrt
from random import Random

from tests.bench.hidden_mistakes import HIDDEN
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import STAGES, Score, score, settle
from trainer.teaching.generate import generate
from trainer.teaching.grade import Answer, Ask, payment_of
from trainer.teaching.learner import Learner, after_answer, shown_by
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.next_hand import choose_next
from trainer.teaching.order import Level, Order, possible_rule_types
from trainer.teaching.outcomes import Outcomes, Set, free_of_contradictions, outcomes
from trainer.teaching.pool import SIZE, Pool
from trainer.teaching.posterior import Posterior
from trainer.teaching.working import Change, work

ASKS = (Ask.FU, Ask.PAYMENT)
LEVEL = Level.STANDARD
TIMES = (5, 10, 20, 40)
"""Answers after which is looked."""
CHUNK = 25
"""Learners that share a pool, as those of one process do that was not started just now."""


# --- learners ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Person:
    """Somebody who answers."""

    mistakes: Set
    changes: tuple[Change, ...]
    made: float
    """How often a mistake is made when it can be."""
    slip: float
    """How often the answer is another one."""

    def answer(self, random: Random, scored: Score) -> Answer:
        count = work(scored, [change for change in self.changes if random.random() < self.made]).counted
        if random.random() >= self.slip:
            return Answer(count.fu, payment_of(count.payment))
        # A slip: the neighbouring fu or han, and what they pay.
        fu_sum, han = random.choice([(10, 0), (-10, 0), (0, 1), (0, -1)])
        settled = settle(
            max(20, count.fu + fu_sum),
            max(1, count.han + han),
            count.yakuman,
            count.reading.situation.paying,
            scored.win.honba,
            STAGES,
        )
        return Answer(settled[0], payment_of(settled[3]))


def _catalogued(random: Random, made: float, slip: float) -> Person:
    """Mistakes that can be made under these rules where fu and payment are asked."""
    while True:
        mistakes = tuple(sorted(random.sample(possible_mistakes(), random.choice((1, 2, 3)))))
        if free_of_contradictions(mistakes):
            return Person(mistakes, tuple(CATALOGUE[place].change for place in mistakes), made, slip)


def possible_mistakes() -> list[int]:
    """Those of the catalogue that Tenhou's rules leave room for and the payment shows."""
    excluded = {"no_sticks", "kiriage_missed", "double_wind_4"}
    return [place for place, mistake in enumerate(CATALOGUE) if mistake.name not in excluded]


PANELS: dict[str, Callable[[Random], Person]] = {
    "catalogued": lambda random: _catalogued(random, 1.0, 0.05),
    "noisy": lambda random: _catalogued(random, 0.8, 0.10),
    "hidden": lambda random: Person((), (HIDDEN[random.choice(sorted(HIDDEN))],), 1.0, 0.05),
    "sober": lambda _random: Person((), (), 1.0, 0.05),
}

# --- what is found ----------------------------------------------------------------------------------------------------


@dataclass
class Found:
    """What was found out about one learner, each by the number of answers after which it was looked at."""

    likeliest: dict[int, bool] = field(default_factory=dict)
    """The likeliest mistake is held."""
    whole: dict[int, bool] = field(default_factory=dict)
    """The likeliest set is what the learner holds, no more and no less."""
    counted: dict[int, bool] = field(default_factory=dict)
    """The mistake which most wrong answers could show is held."""
    named: dict[int, float] = field(default_factory=dict)
    """The share of his mistakes that he is told of."""
    innocent: dict[int, int] = field(default_factory=dict)
    """Mistakes that he is told of and does not hold."""
    ever: dict[int, int] = field(default_factory=dict)
    """Those that he was told of at any time up to now."""
    puzzling: dict[int, bool] = field(default_factory=dict)
    """He is told that his mistake is not known."""
    right: int = 0


def follow(person: Person, chooser: str, pool: Pool, random: Random, answers: int) -> Found:
    """Let a learner answer, and look what is known about him."""
    learner, found = Learner(), Found()
    wrong: Counter[int] = Counter()
    chances: Counter[int] = Counter()
    ever: set[str] = set()
    now = datetime(2026, 1, 1, tzinfo=UTC)
    possible = possible_rule_types(Order(level=LEVEL), TENHOU)
    mine = {CATALOGUE[place].name for place in person.mistakes}
    for number in range(1, answers + 1):
        if chooser == "next":
            win = choose_next(learner, pool, possible, now, random, TENHOU, LEVEL).win
        else:
            win = generate(random, TENHOU, Order(level=LEVEL))
        scored = score(win, TENHOU)
        assert isinstance(scored, Score)
        hand = outcomes(scored, ASKS)
        answer = person.answer(random, scored)
        shown = shown_by(learner, hand, answer)
        learner = after_answer(learner, shown, now)
        now += timedelta(seconds=30)
        found.right += shown.right
        _count(hand, shown.right, chances, wrong)
        ever |= learner.named
        if number in TIMES:
            found.likeliest[number] = int(learner.posterior.of_mistakes.argmax()) in person.mistakes
            found.whole[number] = learner.posterior.best_set == person.mistakes
            most = max(wrong, key=lambda place: (wrong[place], wrong[place] / chances[place]), default=-1)
            found.counted[number] = most in person.mistakes
            found.ever[number] = len(ever - mine)
            found.innocent[number] = len(learner.named - mine)
            found.named[number] = len(learner.named & mine) / len(mine) if mine else 0
            found.puzzling[number] = learner.puzzling
    return found


def _count(hand: Outcomes, right: bool, chances: Counter[int], wrong: Counter[int]) -> None:
    chances.update(hand.visible)
    if not right:
        wrong.update(hand.visible)


def chunk(panel: str, chooser: str, answers: int, seed: str, count: int) -> list[Found]:
    """Some learners who share a pool."""
    random = Random(seed)
    pool = Pool(TENHOU, ASKS, LEVEL)
    while len(pool) < SIZE:
        pool.most_telling(Posterior(), random)
    return [follow(PANELS[panel](random), chooser, pool, random, answers) for _ in range(count)]


def run(panel: str, chooser: str, learners: int, answers: int, jobs: int) -> list[Found]:
    """A panel of learners; the same ones and the same hands however many processes work."""
    sizes = [min(CHUNK, learners - start) for start in range(0, learners, CHUNK)]
    seeds = [f"{panel}:{number}" for number in range(len(sizes))]
    with ProcessPoolExecutor(jobs) as workers:
        return [found for part in workers.map(partial(chunk, panel, chooser, answers), seeds, sizes) for found in part]


def share(values: Iterable[float]) -> str:
    """A mean and its standard error."""
    known = list(values)
    mean = sum(known) / len(known)
    spread = sum((value - mean) ** 2 for value in known) / max(1, len(known) - 1)
    return f"{mean:.2f} ±{sqrt(spread / len(known)):.2f}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How soon a learner's mistakes are found.")
    parser.add_argument("--learners", type=int, default=300)
    parser.add_argument("--panel", choices=PANELS, action="append")
    parser.add_argument("--chooser", choices=("next", "mixed"), action="append")
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--jobs", type=int, default=2)
    chosen = parser.parse_args()
    times = [time for time in TIMES if time <= chosen.answers]
    print(f"{chosen.learners} learners a panel, {', '.join(ASKS)} asked, level {LEVEL}; mean ± standard error")
    print(f"{'panel':11}{'chooser':8}{'after answers':28}" + "".join(f"{time:>12}" for time in times))
    for panel in chosen.panel or PANELS:
        for chooser in chosen.chooser or ("next", "mixed"):
            found = run(panel, chooser, chosen.learners, chosen.answers, chosen.jobs)
            rows: dict[str, Callable[[Found, int], float]] = {
                "innocent mistakes named": lambda one, time: one.innocent[time],
                "innocent ones up to now": lambda one, time: one.ever[time],
                "mistake said to be unknown": lambda one, time: one.puzzling[time],
            }
            if panel in ("catalogued", "noisy"):
                rows = {
                    "likeliest mistake is held": lambda one, time: one.likeliest[time],
                    "whole set right": lambda one, time: one.whole[time],
                    "by counting wrong answers": lambda one, time: one.counted[time],
                    "his mistakes named": lambda one, time: one.named[time],
                    **rows,
                }
            for name, of in rows.items():
                cells = [share(of(one, time) for one in found) for time in times]
                print(f"{panel:11}{chooser:8}{name:28}" + "".join(f"{cell:>12}" for cell in cells), flush=True)
            answered = share(one.right / chosen.answers for one in found)
            print(f"{panel:11}{chooser:8}{'right answers':28}{answered:>{12 * len(times)}}", flush=True)


if __name__ == "__main__":
    main()
