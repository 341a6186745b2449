"""Fit ``natural`` hands to recorded wins: ``python -m tests.bench.fit_natural [--dealt 40000]``.

Counts the recorded wins beside the checkout by way to win, fu and han, deals as many hands of each way by the recipe of
natural hands, and writes ``trainer/teaching/natural.json``. Needed again after a change of that recipe.
"""

import argparse
import gzip
import json
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.mahjong.test_recorded_wins import SHARED
from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Win
from trainer.mahjong.rules import TENHOU, changed
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import wins
from trainer.teaching.natural import Worth, worth
from trainer.teaching.order import Mode, Order
from trainer.teaching.wishes import Wish

TABLE = Path(__file__).parents[2] / "trainer" / "teaching" / "natural.json"
SOURCE = "10,000 recorded wins of four-player games at tenhou.net: how each was won, and its fu and han as paid"

Way = tuple[bool, bool, bool]
"""Closed, riichi, tsumo."""

CERTAIN = 0.004
"""A worth of at least this share of its way is never dealt too seldom; rarer ones may be."""


def way_of(win: Win) -> Way:
    """How a hand was won."""
    return win.is_closed, win.riichi is not None, win.tsumo


def recorded() -> dict[Way, Counter[Worth]]:
    """The recorded wins, counted by way to win and worth; what each was worth is checked against the server there."""
    found: dict[Way, Counter[Worth]] = {}
    with gzip.open(SHARED, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            win = win_from_json(row["hand"])
            scored = score(win, changed(TENHOU, row.get("rules", {})))
            assert isinstance(scored, Score)
            found.setdefault(way_of(win), Counter())[worth(scored.best)] += 1
    return found


def dealt(way: Way, count: int, random: Random) -> Counter[Worth]:
    """What hands of a way are worth as they are dealt."""
    found: Counter[Worth] = Counter()
    closed, riichi, tsumo = way
    wish = Wish(closed=closed, riichi=riichi, tsumo=tsumo)
    while found.total() < count:
        scores = wins(random, TENHOU, Order(Mode.NATURAL), (wish,))
        found.update(worth(scored.best) for scored in islice(scores, count - found.total()))
    return found


def fit(wanted: Counter[Worth], found: Counter[Worth]) -> dict[Worth, float]:
    """How many of the dealt hands of each worth to keep."""
    share = {worth: wanted[worth] / wanted.total() for worth in wanted}
    quotient = {worth: share[worth] / max(found[worth], 0.5) * found.total() for worth in wanted}
    most = max(quotient[worth] for worth in wanted if share[worth] >= CERTAIN)
    return {worth: min(1.0, quotient[worth] / most) for worth in wanted}


def main() -> None:
    """Fit, write, and say how many of the dealt hands of each way are kept."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--dealt", type=int, default=40_000)
    count, random = arguments.parse_args().dealt, Random(1)
    rows = []
    for way, wanted in sorted(recorded().items()):
        found = dealt(way, count, random)
        keep = fit(wanted, found)
        share = sum(found[worth] * keep[worth] for worth in keep) / found.total()
        print(
            f"{dict(zip(('closed', 'riichi', 'tsumo'), way, strict=True))}: {wanted.total()} recorded, {share:.0%} kept"
        )
        rows.append((way, [[*one, wanted[one], round(keep[one], 4)] for one in sorted(wanted)]))
    TABLE.write_text(_as_text(rows), encoding="utf-8")


def _as_text(rows: list[tuple[Way, list[list[Any]]]]) -> str:
    """The table as JSON, a cell a line: fu, han, how many recorded, how many of the dealt kept."""
    ways = []
    for (closed, riichi, tsumo), cells in rows:
        how = json.dumps({"closed": closed, "riichi": riichi, "tsumo": tsumo})[:-1]
        listed = ",\n      ".join(map(json.dumps, cells))
        ways.append(f'    {how}, "cells": [\n      {listed}\n    ]}}')
    body = ",\n".join(ways)
    head = f'  "source": {json.dumps(SOURCE)},\n  "columns": ["fu", "han", "recorded", "kept"],\n'
    return f'{{\n{head}  "ways": [\n{body}\n  ]\n}}\n'


if __name__ == "__main__":
    main()
