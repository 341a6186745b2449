"""Every mistake of the catalogue, in a hand that shows it and in a hand that leaves no room for it."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from trainer.mahjong.exchange import fu_item_to_json, payment_to_json, win_from_json
from trainer.mahjong.rules import rules_from_json
from trainer.mahjong.scoring import Score, score
from trainer.teaching.diagnose import applicable
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Worked, work, work_out

Json = dict[str, Any]

SHOWN = {"fu", "payment", "received"}
BY_NAME = {mistake.name: mistake for mistake in CATALOGUE}


@dataclass(frozen=True)
class Vector:
    """A mistake, a hand that shows it, and what changes that hand into one that does not."""

    name: str
    why: str
    hand: Json
    wrong: Json
    spared: Json
    rules: Json
    spared_rules: Json


def _vector(entry: Json) -> Vector:
    rules: Json = entry.get("rules", {})
    hand = {"round_wind": "E", "seat_wind": "S", **entry["hand"]}
    spared = {**hand, **entry["spared"]}
    spared_rules: Json = entry.get("spared_rules", rules)
    return Vector(entry["name"], entry["why"], hand, entry["wrong"], spared, rules, spared_rules)


def _load() -> list[Vector]:
    path = Path(__file__).parent.parent / "vectors" / "mistakes.toml"
    return [_vector(entry) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mistake"]]


VECTORS = _load()
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector.name}: {vector.why[:60]}")


def _scored(hand: Json, rules: Json) -> Score:
    scored = score(win_from_json(hand), rules_from_json(rules))
    assert isinstance(scored, Score)
    return scored


def _item(item: Json) -> str:
    return " ".join(str(item[key]) for key in ("item", "fu", "tile") if key in item)


def _as_written(worked: Worked, keys: Iterable[str]) -> Json:
    count = worked.counted
    found = {
        "fu_sum": count.fu_sum,
        "fu": count.fu,
        "payment": payment_to_json(count.payment),
        "received": count.points + worked.sticks,
        "items": sorted(_item(fu_item_to_json(item)) for item in count.fu_items),
    }
    return {key: found[key] for key in keys}


@each_vector
def test_the_mistake_gives_the_wrong_answer_worked_out_by_hand(vector: Vector) -> None:
    scored = _scored(vector.hand, vector.rules)
    mistake = BY_NAME[vector.name]
    expected = {**vector.wrong}
    if "items" in expected:
        expected["items"] = sorted(expected["items"])
    assert _as_written(work(scored, (mistake.change,)), expected) == expected
    assert mistake in applicable(scored)


@each_vector
def test_the_mistake_cannot_be_made_where_there_is_no_room_for_it(vector: Vector) -> None:
    scored = _scored(vector.spared, vector.spared_rules)
    mistake = BY_NAME[vector.name]
    assert work_out(scored, (mistake.change,)) == scored.best
    assert mistake not in applicable(scored)


def test_every_mistake_of_the_catalogue_has_a_vector() -> None:
    assert {vector.name for vector in VECTORS} == set(BY_NAME)


def test_every_mistake_of_the_catalogue_is_shown_by_a_wrong_answer() -> None:
    """A vector where fu, payment and the total come out right all the same would not be enough."""
    shown = {
        vector.name
        for vector in VECTORS
        if _as_written(work(_scored(vector.hand, vector.rules)), vector.wrong.keys() & SHOWN)
        != {key: vector.wrong[key] for key in vector.wrong.keys() & SHOWN}
    }
    assert set(BY_NAME) - shown == set()


def test_every_mistake_has_a_name_of_its_own() -> None:
    assert len(BY_NAME) == len(CATALOGUE)


def test_every_rule_type_has_a_mistake() -> None:
    assert {mistake.rule_type for mistake in CATALOGUE} == set(RuleType)
