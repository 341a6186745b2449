"""How long the results of a big class take: ``python -m tests.bench.results``.

    python -m tests.bench.results [--learners 200] [--questions 50] [--requests 60]

A class works through one set in an SQLite file; then its teacher asks for the results, each request through the whole
application. A learner holds up to three mistakes and makes each four times in five; one answer in 20 is a slip. Who
answers alike is judged once, and the rows are written in bulk. The class is the same in every run.
"""

import argparse
import gzip
import json
import os
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, insert, select
from sqlalchemy.orm import Session

from tests.bench.learners import possible_mistakes
from tests.services.answers import queries
from tests.teaching.people import answer_by
from trainer.db import upgrade
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.rules import TENHOU, rules_name
from trainer.mahjong.scoring import Score, score
from trainer.models import Attempt, Evidence, Membership, Run, Suspicion, User
from trainer.services import assignments, classes, drills, sign_ins
from trainer.services.assignments import Dates
from trainer.services.classes import Role, State
from trainer.services.practice import Question, judge
from trainer.settings import Settings
from trainer.teaching.drills import Drill, Recipe
from trainer.teaching.grade import Ask, answer_to_json
from trainer.teaching.learner import Learner, shown_by
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Mode
from trainer.web import create_app
from trainer.web.session import SIGN_IN, engine_of

MOST_MS = 300
"""The time that 95 of 100 requests should take at most."""
MADE, SLIP = 0.8, 0.05
ASKS = (Ask.FU, Ask.PAYMENT)
NOW = datetime(2026, 1, 1, tzinfo=UTC)

_Rows = list[dict[str, Any]]


class Answers:
    """What somebody answers to one question who makes some mistakes, and what that shows; each kind worked out once."""

    def __init__(self, scored: Score) -> None:
        self._score = scored
        self._known: dict[tuple[tuple[int, ...], bool], dict[str, Any]] = {}
        self.hand = json.dumps(win_to_json(scored.win), separators=(",", ":"))

    def of(self, mistakes: tuple[int, ...], slip: bool) -> dict[str, Any]:
        """The answer with everything that is kept of it."""
        key = (mistakes, slip)
        if key not in self._known:
            self._known[key] = self._made(*key)
        return self._known[key]

    def _made(self, mistakes: tuple[int, ...], slip: bool) -> dict[str, Any]:
        whole = answer_by(self._score, *(CATALOGUE[place].change for place in mistakes))
        answer = replace(whole, han=None, fu_sum=None, items=None, received=None)
        if slip:
            answer = replace(answer, fu=(answer.fu or 0) + 10)
        asked = Question(uuid.uuid4(), "", self._score.win, TENHOU, ASKS, NOW)
        verdict = judge(asked, answer)
        return {
            "answer": answer_to_json(answer),
            "right": verdict.right,
            "mistakes": min(map(len, verdict.explained), default=None),
            "evidence": [(str(fact.rule_type), fact.right) for fact in verdict.evidence],
            "suspicions": list(shown_by(Learner(), verdict.outcomes, answer).suspicions.items()),
        }


def open_class(db: Session, learners: int, questions: int) -> tuple[uuid.UUID, uuid.UUID, uuid.UUID]:
    """A class with a set that all of them have worked through; its teacher, its key and the assignment's."""
    random, teacher = Random(1), uuid.uuid4()
    db.add(User(id=teacher, name="Teacher", name_key="teacher", password="-", created_at=NOW))
    db.flush()
    room = classes.open_class(db, teacher, "A big class", "Asia/Shanghai", NOW)
    made = drills.create(db, teacher, "A long set", Drill((Recipe(Mode.EDGE, count=questions),)), random, NOW)
    version = drills.latest_version(db, made)
    dates = Dates(NOW, NOW + timedelta(days=7), True, "Asia/Shanghai")
    assignment = assignments.assign(db, version.id, room, dates, NOW)
    asked = [Answers(scored) for win in version.hands if isinstance(scored := score(win, TENHOU), Score)]
    users: _Rows = [{"id": uuid.uuid4(), "created_at": NOW} for _ in range(learners)]
    db.execute(insert(User), users)
    db.execute(insert(Membership), [_member(room, user["id"], number) for number, user in enumerate(users)])
    runs = [_run(assignment, user["id"]) for user in users]
    db.execute(insert(Run), runs)
    attempts: _Rows = []
    evidence: _Rows = []
    suspicions: _Rows = []
    for run in runs:
        held = random.sample(possible_mistakes(), random.randrange(4))
        for place, question in enumerate(asked):
            mistakes = tuple(sorted(mistake for mistake in held if random.random() < MADE))
            found = question.of(mistakes, random.random() < SLIP)
            key = len(attempts) + 1
            attempts.append(_attempt(key, run, place, question.hand, found, random))
            evidence += ({"attempt_id": key, "rule_type": name, "right": right} for name, right in found["evidence"])
            suspicions += (
                {"attempt_id": key, "mistake": name, "probability": share} for name, share in found["suspicions"]
            )
    db.execute(insert(Attempt), attempts)
    db.execute(insert(Evidence), evidence)
    db.execute(insert(Suspicion), suspicions)
    return teacher, room, assignment


def _member(room: uuid.UUID, user: uuid.UUID, number: int) -> dict[str, Any]:
    return {
        "class_id": room,
        "user_id": user,
        "role": Role.LEARNER,
        "state": State.ACTIVE,
        "joined_at": NOW,
        "called": f"Learner {number + 1}",
    }


def _run(assignment: uuid.UUID, user: uuid.UUID) -> dict[str, Any]:
    return {
        "id": uuid.uuid4(),
        "assignment_id": assignment,
        "user_id": user,
        "number": 1,
        "called": "",
        "started_at": NOW,
        "place": 0,
        "finished_at": NOW + timedelta(hours=1),
        "late": False,
    }


def _attempt(
    key: int, run: dict[str, Any], place: int, hand: str, found: dict[str, Any], random: Random
) -> dict[str, Any]:
    return {
        "id": key,
        "user_id": run["user_id"],
        "nonce": uuid.uuid5(run["id"], str(place)).hex,
        "hand": hand,
        "rules": rules_name(TENHOU),
        "ask": list(ASKS),
        "answer": found["answer"],
        "right": found["right"],
        "elapsed_ms": round(random.lognormvariate(9.5, 0.5)),
        "asked_at": NOW,
        "answered_at": NOW,
        "apart": False,
        "mistakes": found["mistakes"],
        "run_id": run["id"],
        "place": place,
    }


def measured(ask: Callable[[], Any], requests: int) -> tuple[float, float]:
    """The median and the p95 of so many requests, in milliseconds."""
    ask()
    times = []
    for _ in range(requests):
        begun = time.perf_counter()
        ask()
        times.append(1000 * (time.perf_counter() - begun))
    cuts = quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[94]


def lines(app: Flask, client: FlaskClient, paths: dict[str, str], requests: int) -> Iterator[str]:
    """What is printed of each page."""
    for name, path in paths.items():
        with queries(engine_of(app)) as asked:
            page = client.get(path)
        assert page.status_code in {200, 204}, page.status
        middle, high = measured(lambda path=path: client.get(path).data, requests)  # type: ignore[misc]
        sizes = f"{len(page.data) / 1000:9.0f}{len(gzip.compress(page.data, 5)) / 1000:9.0f}"
        yield f"{name:28}{middle:9.1f}{high:9.1f}{len(asked):9}{sizes}{' !' if high > MOST_MS else ''}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="How long the results of a big class take.")
    parser.add_argument("--learners", type=int, default=200)
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--requests", type=int, default=60)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{(Path(folder) / 'bench.sqlite3').as_posix()}"
        app = create_app(Settings(database_url=url, secret_key="only for a benchmark"))
        engine = engine_of(app)
        upgrade(engine)
        with Session(engine) as db:
            teacher, room, assignment = open_class(db, chosen.learners, chosen.questions)
            token = sign_ins.begin(db, teacher, None, None, datetime.now(UTC))
            db.commit()
            attempts, facts, suspicions = (
                db.scalar(select(func.count()).select_from(table)) or 0 for table in (Attempt, Evidence, Suspicion)
            )
            wrong = db.scalar(select(func.count()).where(Attempt.right.is_(False))) or 0
        client = app.test_client()
        with client.session_transaction() as visit:
            visit[SIGN_IN] = token
        page = f"/assignments/{assignment}/results"
        print(
            f"{attempts} answers, {wrong} of them wrong; of each {facts / attempts:.1f} facts about rules and", end=" "
        )
        print(f"{suspicions / attempts:.1f} suspicions; {chosen.requests} requests; load {os.getloadavg()[0]:.1f}")
        print(f"{'ms':28}{'median':>9}{'p95':>9}{'queries':>9}{'kB':>9}{'gzip':>9}   ! a p95 of more than {MOST_MS} ms")
        state = client.get(page).text.split('data-live="')[1].split('"')[0]
        paths = {
            "results, first try": page,
            "results, best try by score": f"{page}?which=best&sort=score",
            "nothing new": f"{page}?seen={state}",
            "the class over everything": f"/classes/{room}/results",
            "CSV": f"{page}.csv",
            "Excel": f"{page}.xlsx",
        }
        for line in lines(app, client, paths, chosen.requests):
            print(line, flush=True)
        engine.dispose()


if __name__ == "__main__":
    main()
