"""GET /me/rule-types and GET /me/mistakes: what is known of the caller, and of nobody else."""

from collections.abc import Callable
from datetime import UTC, datetime

from flask import Flask
from sqlalchemy.orm import Session

from tests.teaching.hands import CLOSED_34
from tests.web.api.program import Program
from trainer.models import Belief, Card
from trainer.teaching.rule_types import RuleType
from trainer.web.session import engine_of

WRONG = {"fu": 30, "payment": {"discarder": 1000}}


def test_who_has_answered_nothing_has_a_record_without_chances(program: Program) -> None:
    records = program.get("/me/rule-types").get_json()
    assert [record["rule_type"] for record in records] == list(RuleType)
    for record in records:
        assert list(record) == [
            *("rule_type", "chances", "right", "interval", "due", "retrievability", "median_ms"),
        ]
        assert (record["chances"], record["right"], record["interval"]) == (0, 0, None)
    assert program.get("/me/mistakes").get_json() == []


def test_a_record_counts_what_was_answered_by_its_learner(newcomer: Callable[[], Program]) -> None:
    program, other = newcomer(), newcomer()
    for answer in (WRONG, {"fu": 40, "payment": {"discarder": 1300}}):
        program.post("/answers", {"token": program.token_about(CLOSED_34), "answer": answer, "elapsed_ms": 9000})
    found = {one["rule_type"]: (one["chances"], one["right"]) for one in program.get("/me/rule-types").get_json()}
    assert (found["menzen_ron"], found["formula"], found["honba"]) == ((2, 1), (2, 2), (0, 0))
    assert all(one["chances"] == 0 for one in other.get("/me/rule-types").get_json())


def test_what_is_due_is_told_as_a_moment_in_utc(app: Flask, program: Program) -> None:
    program.post("/answers", {"token": program.token_about(CLOSED_34), "answer": WRONG})
    due = datetime(2027, 1, 2, 3, 4, 5, tzinfo=UTC)
    with Session(engine_of(app)) as session:
        session.merge(
            Card(
                user_id=program.learner,
                rule_type=RuleType.KAN,
                stability=3.0,
                difficulty=5.0,
                due=due,
                reviewed_at=datetime(2026, 11, 30, tzinfo=UTC),
            )
        )
        session.commit()
    (kan,) = (one for one in program.get("/me/rule-types").get_json() if one["rule_type"] == "kan")
    assert kan["due"] == "2027-01-02T03:04:05Z"


def test_mistakes_come_likeliest_first_and_named_as_they_are_to_the_learner(
    app: Flask, newcomer: Callable[[], Program]
) -> None:
    program, other = newcomer(), newcomer()
    program.post("/answers", {"token": program.token_about(CLOSED_34), "answer": WRONG})
    first = program.get("/me/mistakes").get_json()
    assert {"no_menzen_ron", "round_down"} <= {one["mistake"] for one in first}
    assert not any(one["named"] for one in first), "one answer accuses"
    with Session(engine_of(app)) as session:
        for mistake, made, avoided, evidence, named in (
            ("round_down", 3.0, 1.0, 2.5, True),
            ("kan_as_triplet", 9.0, 1.0, 1.9, False),
            ("no_honba", 1.0, 3.0, 2.5, False),
        ):
            belief = Belief(user_id=program.learner, mistake=mistake, made=made, avoided=avoided, evidence=evidence)
            belief.named = named
            session.merge(belief)
        session.commit()
    made_up = {"round_down", "kan_as_triplet", "no_honba"}
    held = program.get("/me/mistakes").get_json()
    assert held == sorted(held, key=lambda one: -one["probability"])
    assert [one for one in held if one["mistake"] in made_up] == [
        *(
            {
                "mistake": mistake,
                "rule_type": rule_type,
                "probability": probability,
                "evidence": evidence,
                "named": named,
            }
            for mistake, rule_type, probability, evidence, named in (
                ("kan_as_triplet", "kan", 0.9, 1.9, False),
                ("round_down", "rounding", 0.75, 2.5, True),
                ("no_honba", "honba", 0.25, 2.5, False),
            )
        )
    ]
    assert other.get("/me/mistakes").get_json() == []
