"""The hands of tests/vectors, each with the answer it must get, and the comparison of an answer with it."""

import json
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from trainer.mahjong.rules import Rules, rules_from_json

Json = dict[str, Any]

VECTORS = Path(__file__).parent.parent / "vectors"
FILES = ("worked_examples", "fault_reports", "yaku", "options", "bad_input")


@dataclass(frozen=True)
class Vector:
    """One hand, the rules it is scored by, and what must come out."""

    file: str
    name: str
    hand: Json
    options: Json
    expect: Json | None
    error: Json | None

    @property
    def rules(self) -> Rules:
        return rules_from_json(self.options)


def load(file: str) -> list[Vector]:
    """The vectors of one TOML file; the winner sits South in an East round unless said."""
    table = tomllib.loads((VECTORS / f"{file}.toml").read_text(encoding="utf-8"))
    return [
        Vector(
            file,
            entry["name"],
            {"round_wind": "E", "seat_wind": "S", **entry["hand"]},
            entry.get("rules", {}),
            entry.get("expect"),
            entry.get("error"),
        )
        for entry in table["vector"]
    ]


ALL = [vector for file in FILES for vector in load(file)]


def recorded() -> list[Json]:
    """The committed part of the recorded wins."""
    return [json.loads(line) for line in (VECTORS / "tenhou.jsonl").read_text(encoding="utf-8").splitlines()]


def differences(result: Json, expected: Json) -> Json:
    """What a result, or one of its readings, gives where the vector expects something else."""
    found = {
        **result,
        **result.get("reading", {}),
        "yaku": {yaku["name"]: yaku["han"] for yaku in result["yaku"]},
        "items": sorted(_item(item) for item in result["fu_items"]),
        "limit": result["limit"] or "none",
    }
    wanted = {**expected}
    if "items" in wanted:
        wanted["items"] = sorted(wanted["items"])
    readings = wanted.pop("readings", [])
    wrong = {key: (found[key], value) for key, value in wanted.items() if found[key] != value}
    for reading in readings:
        if not any(differences(other, reading) == {} for other in result["readings"]):
            wrong["readings"] = (result["readings"], reading)
    return wrong


def _item(item: Json) -> str:
    return " ".join(str(item[key]) for key in ("item", "fu", "tile") if key in item)
