"""How long the next question takes, chosen, dealt and sent, and what the tables to choose by weigh.

    python -m tests.bench.questions [--learners 20] [--answers 25]

Learners with one mistake each answer over the JSON API, with an SQLite file, in a warm process: the first two of them
are not counted. Then as many pools are filled and as many learners kept as the application ever keeps at once.
"""

import argparse
import gc
import tempfile
import time
import uuid
from collections import defaultdict
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from flask.testing import FlaskClient

from tests.bench.learners import possible_mistakes
from tests.teaching.people import answer_by, dealt
from trainer.db import upgrade
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.services import learning
from trainer.services.learning import LEARNERS, POOLS
from trainer.settings import Settings
from trainer.teaching.grade import Ask, answer_to_json
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Level
from trainer.teaching.outcomes import Outcomes, outcomes
from trainer.teaching.pool import SIZE, Pool
from trainer.teaching.posterior import Posterior, numbers_of
from trainer.web import create_app
from trainer.web.session import engine_of

MODES = ("next", "mixed", "edge", "natural")
ASKS = (("fu", "payment"), ("items", "fu", "payment"))
WARMING = 2


class Caller:
    """A learner who makes one mistake, over the API."""

    def __init__(self, client: FlaskClient, random: Random) -> None:
        self._client = client
        self._headers = {"Authorization": f"Bearer {client.post('/api/v1/guests').get_json()['token']}"}
        self._change = CATALOGUE[random.choice(possible_mistakes())].change

    def post(self, path: str, body: dict[str, Any]) -> tuple[Any, float]:
        """What comes back, and after how many milliseconds."""
        start = time.perf_counter()
        response = self._client.post(f"/api/v1{path}", json=body, headers=self._headers)
        elapsed = 1000 * (time.perf_counter() - start)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json(), elapsed

    def answer(self, asked: dict[str, Any]) -> float:
        """Answer a question in milliseconds."""
        scored = score(win_from_json(asked["hand"]), TENHOU)
        assert isinstance(scored, Score)
        given = answer_to_json(answer_by(scored, self._change))
        return self.post("/answers", {"token": asked["token"], "answer": {ask: given[ask] for ask in asked["ask"]}})[1]


def times(learners: int, answers: int) -> dict[str, list[float]]:
    """Milliseconds of each call, by what was called."""
    found: dict[str, list[float]] = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{(Path(folder) / 'bench.sqlite3').as_posix()}"
        app = create_app(Settings(database_url=url, secret_key="only for a benchmark"))
        upgrade(engine_of(app))
        for number in range(WARMING + learners):
            random = Random(number)
            caller = Caller(app.test_client(use_cookies=False), random)
            for turn in range(answers):
                for mode in MODES:
                    ask = ASKS[turn % 2]
                    asked, elapsed = caller.post("/questions", {"mode": mode, "ask": ask})
                    answered = caller.answer(asked)
                    if number == turn == 0:
                        print(f"the first question ever, {mode} {'+'.join(ask)}: {elapsed:.0f} ms", flush=True)
                    if number >= WARMING:
                        found[f"POST /questions {mode}, {'+'.join(ask)}"].append(elapsed)
                        found[f"POST /answers {'+'.join(ask)}"].append(answered)
        engine_of(app).dispose()
    return found


def megabytes() -> float:
    """The memory that this process holds."""
    gc.collect()
    (held,) = [line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS:")]
    return int(held.split()[1]) / 1024


def weigh() -> None:
    """Print what the tables weigh when as much is kept as ever."""
    random, before = Random(1), megabytes()
    asks = tuple(map(Ask, ASKS[0]))
    pools = []
    for _ in range(POOLS):
        pool = Pool(TENHOU, asks, Level.STANDARD)
        while len(pool) < SIZE:
            pool.most_telling(Posterior(), random)
        pools.append(pool)
    filled = megabytes()
    print(f"{POOLS} pools of {SIZE} hands: {filled - before:.0f} MB", flush=True)
    hands: list[Outcomes] = [outcomes(scored, asks) for scored in dealt(1, 5)]
    for _ in range(LEARNERS):
        posterior = Posterior()
        for hand in hands:
            posterior = posterior.after(numbers_of(hand), frozenset({0}))
        posterior.of_mistakes  # noqa: B018 - keeps what it works out
        learning._folded.put(uuid.uuid4(), learning._Folded((), frozenset(), posterior))
    print(f"{LEARNERS} learners: {megabytes() - filled:.0f} MB", flush=True)


def main() -> None:
    """Print the times and the weights."""
    parser = argparse.ArgumentParser(description="How long the next question takes, and what the tables weigh.")
    parser.add_argument("--learners", type=int, default=20)
    parser.add_argument("--answers", type=int, default=25)
    chosen = parser.parse_args()
    print(f"{'':48}{'calls':>7}{'median':>8}{'p95':>8}{'p99':>8}{'most':>8}  ms")
    for name, elapsed in sorted(times(chosen.learners, chosen.answers).items()):
        cuts = quantiles(elapsed, n=100)
        row = (cuts[49], cuts[94], cuts[98], max(elapsed))
        print(f"{name:48}{len(elapsed):7}" + "".join(f"{value:8.1f}" for value in row))
    learning._folded = type(learning._folded)(LEARNERS)
    learning._pools = type(learning._pools)(POOLS)
    weigh()


if __name__ == "__main__":
    main()
