"""How long the next question takes over the API, and how much memory that costs: ``python -m tests.bench.questions``.

    OMP_NUM_THREADS=1 python -m tests.bench.questions [--learners 20] [--answers 25]

For every mode, and with and without items asked, so many learners answer so many questions each, in one process with an
SQLite file. One in three of them is always right, the others hold one mistake; one answer in 20 is a slip. Then as many
kinds of questions and as many learners are made known as are kept at once. Hands are the same in every run.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import islice, product
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any
from unittest.mock import patch

from flask import Flask

from tests.bench.learners import possible_mistakes
from tests.teaching.people import answer_by
from trainer.db import upgrade
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.rules import TENHOU
from trainer.mahjong.scoring import Score, score
from trainer.services import learning
from trainer.services.learning import LEARNERS, POOLS
from trainer.services.wishes import Wishes
from trainer.settings import Settings
from trainer.teaching.grade import Ask, answer_to_json
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Level
from trainer.teaching.pool import SIZE
from trainer.teaching.posterior import Posterior
from trainer.web import create_app
from trainer.web.session import engine_of

MODES = ("next", "mixed", "edge", "natural")
ASKS = ((Ask.FU, Ask.PAYMENT), (Ask.ITEMS, Ask.FU, Ask.PAYMENT))
SLIP = 0.05
WARM = 10
"""Questions and answers of each kind before those that count; the very first stands apart."""
MOST_MS = 50
"""The time that 95 of 100 questions should take at most."""
MOST_MB = 200
"""The memory that all tables should take at most."""


@dataclass
class Times:
    """How long the calls of one kind took, in milliseconds."""

    name: str
    limit: float | None = None
    """What the p95 should be at most."""
    wall: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)
    """Time of this process alone, which a busy machine does not lengthen."""

    def of(self, post: Callable[[str, object], Any], path: str, body: object) -> Any:
        """What a call answers; its times are kept."""
        wall, work = time.perf_counter(), time.process_time()
        found = post(path, body)
        self.work.append(1000 * (time.process_time() - work))
        self.wall.append(1000 * (time.perf_counter() - wall))
        return found

    def __str__(self) -> str:
        wall, work = self.wall[WARM:], self.work[WARM:]
        cuts = quantiles(wall, n=100, method="inclusive")
        cells = (cuts[49], cuts[94], cuts[98], max(wall), quantiles(work, n=100, method="inclusive")[94], self.wall[0])
        missed = self.limit is not None and cuts[94] > self.limit
        return f"{self.name:36}{len(wall):6}{''.join(f'{cell:9.1f}' for cell in cells)}{' !' if missed else ''}"


class Caller:
    """A learner who calls the API."""

    def __init__(self, app: Flask, random: Random) -> None:
        self._client, self._random = app.test_client(use_cookies=False), random
        self._headers = {"Authorization": f"Bearer {self._client.post('/api/v1/guests').get_json()['token']}"}
        self._changes = [CATALOGUE[random.choice(possible_mistakes())].change] if random.random() < 2 / 3 else []

    def post(self, path: str, body: object) -> Any:
        """What is answered."""
        response = self._client.post(f"/api/v1{path}", json=body, headers=self._headers)
        assert response.status_code == 200, response.get_data(as_text=True)
        return response.get_json()

    def answer_to(self, asked: dict[str, Any]) -> dict[str, Any]:
        """What to send as the answer to a question."""
        scored = score(win_from_json(asked["hand"]), TENHOU)
        assert isinstance(scored, Score)
        answer = answer_by(scored, *self._changes)
        if self._random.random() < SLIP:
            answer = replace(answer, fu=(answer.fu or 0) + 10)
        given = answer_to_json(answer)
        return {"token": asked["token"], "answer": {ask: given[ask] for ask in asked["ask"]}}


def converse(caller: Caller, body: object, count: int, asking: Times, answering: Times) -> None:
    """Let a learner be asked so often, and answer."""
    for _ in range(count):
        asked = asking.of(caller.post, "/questions", body)
        answering.of(caller.post, "/answers", caller.answer_to(asked))


def measured(app: Flask, learners: int, answers: int) -> list[Times]:
    """The times of all calls; kinds take turns, so that a busy moment is shared among them."""
    kinds = []
    for mode, asks in product(MODES, ASKS):
        name = f"{mode}, {'+'.join(asks)}"
        kinds.append((mode, asks, Times(f"questions {name}", MOST_MS), Times(f"answers {name}")))
    for number in range(learners):
        for mode, asks, asking, answering in kinds:
            converse(Caller(app, Random(number)), {"mode": mode, "ask": asks}, answers, asking, answering)
    return [*(kind[2] for kind in kinds), *(kind[3] for kind in kinds)]


# --- memory -----------------------------------------------------------------------------------------------------------


def held() -> float:
    """The megabytes of memory that this process holds."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


def held_after(code: str) -> float:
    """The megabytes that a new process holds after this."""
    tell = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmRSS:')))"
    done = subprocess.run([sys.executable, "-c", f"{code}\n{tell}"], check=True, capture_output=True, text=True)
    return int(done.stdout) / 1024


def fill_pools() -> None:
    """Keep as many kinds of questions as ever, with all their hands."""
    random = Random(1)
    for level, honba, asks in islice(product(Level, (True, False), ASKS), POOLS):
        pool = learning._pool(TENHOU, Wishes(asks, level=level, honba=honba))
        while len(pool) < SIZE:
            pool.most_telling(Posterior(), random)
    assert len(learning._pools._values) == POOLS


def keep_learners(app: Flask) -> None:
    """Keep as many learners as ever, each as he is after some answers and a question."""
    for number in range(LEARNERS):
        caller, body = Caller(app, Random(number)), {"mode": "next", "ask": ASKS[number % 2]}
        converse(caller, body, 3, Times(""), Times(""))
        caller.post("/questions", body)
    assert len(learning._folded._values) == LEARNERS


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description="How long the next question takes, and how much memory it costs.")
    parser.add_argument("--learners", type=int, default=20, help="of each kind")
    parser.add_argument("--answers", type=int, default=25, help="of each learner")
    chosen = parser.parse_args()
    memory = [
        ("libraries", held_after("import alembic, babel, flask, flask_babel, flask_wtf, fsrs, numpy, sqlalchemy"))
    ]
    memory.append(("and the application", imported := held_after("import trainer.web")))
    sets = "import trainer.web; from trainer.teaching.posterior import hypotheses; hypotheses()"
    memory.append(("and all sets of mistakes", held_after(sets)))
    with tempfile.TemporaryDirectory() as folder, patch("trainer.web.api.routes.SystemRandom", return_value=Random(1)):
        url = f"sqlite:///{(Path(folder) / 'bench.sqlite3').as_posix()}"
        app = create_app(Settings(database_url=url, secret_key="only for a benchmark"))
        upgrade(engine_of(app))
        print(f"{chosen.learners} learners of each kind, {chosen.answers} answers each; load {os.getloadavg()[0]:.1f}")
        print(f"the first {WARM} of a kind not counted; ! a p95 of more than {MOST_MS} ms")
        heads = ("median", "p95", "p99", "max", "p95 CPU", "first")
        print(f"{'ms':36}{'n':>6}{''.join(f'{head:>9}' for head in heads)}")
        for times in measured(app, chosen.learners, chosen.answers):
            print(times)
        memory.append((f"{chosen.learners * len(MODES) * len(ASKS)} learners later", held()))
        fill_pools()
        memory.append((f"with {POOLS} pools of {SIZE} hands", held()))
        keep_learners(app)
        memory.append((f"and {LEARNERS} learners", held()))
        engine_of(app).dispose()
    print(f"load {os.getloadavg()[0]:.1f}\n\nMB held")
    for name, megabytes in memory:
        print(f"{name:36}{megabytes:6.0f}")
    print(f"{f'without the application (≤ {MOST_MB})':36}{held() - imported:6.0f}")


if __name__ == "__main__":
    main()
