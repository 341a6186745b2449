"""GET /me/rule-types of a rule that no question could show."""

from typing import Any

from tests.teaching.hands import TSUMO_34
from tests.web.api.program import Program
from trainer.teaching.grade import Ask


def record(program: Program, rule_type: str) -> dict[str, Any]:
    (found,) = (one for one in program.get("/me/rule-types").get_json() if one["rule_type"] == rule_type)
    assert isinstance(found, dict)
    return found


def test_a_rule_that_no_question_could_show_has_no_accuracy_whatever_was_answered(program: Program) -> None:
    """34 fu and 32 without those of tsumo are both 40."""
    for fu, dealer, non_dealer in ((40, 1300, 700), (30, 1000, 500), (999, 0, 0)):
        answer = {"fu": fu, "payment": {"dealer": dealer, "non_dealer": non_dealer}}
        sent = {"token": program.token_about(TSUMO_34), "answer": answer, "elapsed_ms": 8000}
        assert program.post("/answers", sent).get_json()["right"] is (fu == 40)
    assert record(program, "rounding")["chances"] == 3
    assert record(program, "tsumo") == {
        "rule_type": "tsumo",
        "chances": 0,
        "right": 0,
        "interval": None,
        "due": None,
        "retrievability": None,
        "median_ms": None,
    }
    # Their sum shows it in the same hand.
    sent = {"token": program.token_about(TSUMO_34, (Ask.FU_SUM,)), "answer": {"fu_sum": 32}, "elapsed_ms": 8000}
    assert program.post("/answers", sent).get_json()["right"] is False
    shown = record(program, "tsumo")
    assert (shown["chances"], shown["right"], shown["median_ms"]) == (1, 0, 8000)
    assert shown["interval"][0] == 0
    assert shown["due"] is not None
