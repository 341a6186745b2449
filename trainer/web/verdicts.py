"""What a page shows of an answered question: each part of the answer, why it is so, and the way to the payment."""

from typing import Any

from trainer.services.practice import Verdict
from trainer.web import explain, wishes
from trainer.web.diagnosis import diagnosis, said_of
from trainer.web.house_labels import changes_in_words, house_name
from trainer.web.mistake_labels import MISTAKES
from trainer.web.session import db_session


def shown_verdict(found: Verdict, *, by_learner: bool = True) -> dict[str, Any]:
    """What the templates of a verdict need, wherever one goes on from there.

    Without ``by_learner`` somebody else looks at it: of the learner's habits and other answers nothing is said.
    """
    return {
        "verdict": found,
        "found": diagnosis(db_session(), found.question.learner, found) if by_learner else said_of(found, (), False),
        "tells": by_learner,
        "sentences": MISTAKES,
        "practicable": wishes.practicable,
        "look": wishes.chosen_wishes(),
        "lines": explain.checked_lines(found.score, found.answer),
        "remarks": explain.remarks(found.score, found.parts),
        "house": house_name(found.question.rules),
        "changes": changes_in_words(found.question.rules),
        "score": found.score,
        "best": found.score.best,
        "groups": explain.shown_groups(found.score),
        "lights": explain.lights(found.score, found.score.best),
        "others": explain.other_readings(found.score),
        "steps": explain.payment_steps(found.score),
        "limit_reason": explain.limit_reason(found.score),
        "worth": explain.worth(found.score.best),
    }
