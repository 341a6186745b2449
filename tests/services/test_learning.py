"""What is known about a learner, in the database."""

import uuid

from sqlalchemy.orm import Session

from tests.services.answers import keep
from trainer.models import Belief
from trainer.services.learning import HeldMistake, mistakes_of
from trainer.teaching.rule_types import RuleType


def believe(session: Session, learner: uuid.UUID, mistake: str, made: float, avoided: float, named: bool) -> None:
    session.add(Belief(user_id=learner, mistake=mistake, made=made, avoided=avoided, evidence=2.0, named=named))
    session.flush()


def test_the_mistakes_of_a_learner_are_told_the_likeliest_first(session: Session, learner: uuid.UUID) -> None:
    other = uuid.uuid4()
    keep(session, learner, {RuleType.WAIT: False})
    keep(session, other, {RuleType.WAIT: False})
    believe(session, learner, "no_tanki", 3.0, 1.0, True)
    believe(session, learner, "no_honba", 9.0, 1.0, False)
    believe(session, learner, "taken_out_of_the_catalogue", 9.0, 1.0, True)
    believe(session, other, "no_sticks", 9.0, 1.0, True)
    assert mistakes_of(session, learner) == [
        HeldMistake("no_honba", RuleType.HONBA, 0.9, 2.0, False),
        HeldMistake("no_tanki", RuleType.WAIT, 0.75, 2.0, True),
    ]
