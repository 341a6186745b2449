"""What thousands of dealt hands are like: balanced where they are mixed, and as in real games where they are natural.

``pytest -m statistics -s`` prints the tables that are judged here.
"""

import gzip
import json
from collections import Counter
from collections.abc import Hashable, Iterable
from functools import cache
from random import Random

import pytest

from tests.mahjong.test_recorded_wins import SHARED
from tests.teaching.table import problems
from trainer.mahjong.exchange import win_from_json, win_to_json
from trainer.mahjong.rules import TENHOU, changed
from trainer.mahjong.scoring import Score, score
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import Mode, Order, generate
from trainer.teaching.grade import Ask
from trainer.teaching.natural import YAKUMAN, Worth, table, worth
from trainer.teaching.rule_types import RuleType

pytestmark = pytest.mark.statistics

MIXED, NATURAL = 3000, 4000
SEEDS = (0, 1)


@cache
def dealt(mode: Mode, count: int, seed: int) -> tuple[Score, ...]:
    random = Random(seed)
    found = (score(generate(random, TENHOU, Order(mode))) for _ in range(count))
    return tuple(one for one in found if isinstance(one, Score))


def shares(items: Iterable[Hashable]) -> dict[Hashable, float]:
    """How much of all each item is."""
    counted = Counter(items)
    return {item: count / counted.total() for item, count in counted.most_common()}


def in_percent(name: str, found: dict[Hashable, float]) -> str:
    return f"{name}: " + ", ".join(f"{item} {share:.1%}" for item, share in found.items())


@pytest.mark.parametrize(("mode", "count"), [(Mode.MIXED, MIXED), (Mode.NATURAL, NATURAL)])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_hand_could_lie_on_a_table(mode: Mode, count: int, seed: int) -> None:
    scores = dealt(mode, count, seed)
    assert len(scores) == count
    assert [found for one in scores if (found := problems(win_to_json(one.win)))] == []


# --- mixed -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_no_constant_passes_for_the_fu_of_mixed_hands_and_every_fu_comes_up(seed: int) -> None:
    found = shares(one.best.fu for one in dealt(Mode.MIXED, MIXED, seed))
    print("\n" + in_percent(f"mixed, seed {seed}, fu", found))
    assert max(found.values()) <= 0.35
    assert all(found[fu] >= 0.02 for fu in (20, 25, 30, 40, 50, 60, 70))
    assert sum(found.get(fu, 0) for fu in range(80, 200, 10)) >= 0.02
    assert max(one.best.fu for one in dealt(Mode.MIXED, MIXED, seed)) >= 110


@pytest.mark.parametrize("seed", SEEDS)
def test_every_rule_type_but_sticks_is_visible_in_every_twentieth_mixed_hand(seed: int) -> None:
    scores = dealt(Mode.MIXED, MIXED, seed)
    counted = Counter(shown for one in scores for shown in visible(one, (Ask.FU, Ask.PAYMENT)))
    found: dict[Hashable, float] = {str(rule_type): counted[rule_type] / len(scores) for rule_type in RuleType}
    print("\n" + in_percent(f"mixed, seed {seed}, visible", found))
    assert {name for name, share in found.items() if share < 0.05} == {RuleType.STICKS}


@pytest.mark.parametrize("seed", SEEDS)
def test_yakuman_come_up_now_and_then(seed: int) -> None:
    found = shares(one.best.yakuman > 0 for one in dealt(Mode.MIXED, MIXED, seed))
    assert 0.01 <= found[True] <= 0.05


# --- natural ---------------------------------------------------------------------------------------------------------


def recorded() -> Counter[tuple[bool, bool, bool, Worth]]:
    """The table's wins: closed, riichi, tsumo, and fu and han."""
    return Counter(
        {
            (bool(way.wish.closed), bool(way.wish.riichi), bool(way.wish.tsumo), worth): cell.recorded
            for way in table().ways
            for worth, cell in way.cells.items()
        }
    )


def as_recorded(one: Score) -> tuple[bool, bool, bool, Worth]:
    return one.win.is_closed, one.win.riichi is not None, one.win.tsumo, worth(one.best)


def distance(ours: dict[Hashable, float], theirs: dict[Hashable, float]) -> float:
    """Total variation: how much of one distribution would have to be moved to get the other."""
    return sum(abs(ours.get(item, 0) - theirs.get(item, 0)) for item in {*ours, *theirs}) / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_natural_hands_are_worth_and_won_as_the_recorded_ones_are(seed: int) -> None:
    ours = [as_recorded(one) for one in dealt(Mode.NATURAL, NATURAL, seed)]
    theirs = list(recorded().elements())
    fu = [shares(worth[0] for *_, worth in wins if worth != YAKUMAN) for wins in (ours, theirs)]
    han = [shares("yakuman" if worth == YAKUMAN else worth[1] for *_, worth in wins) for wins in (ours, theirs)]
    print(f"\nnatural, seed {seed}: distance in fu {distance(*fu):.3f}, in han {distance(*han):.3f}")
    assert distance(*fu) <= 0.04
    assert distance(*han) <= 0.05
    for name, of in {
        "tsumo": lambda win: win[2],
        "open": lambda win: not win[0],
        "riichi": lambda win: win[1],
    }.items():
        share, wanted = (sum(map(of, wins)) / len(wins) for wins in (ours, theirs))
        print(f"  {name} {share:.1%}, recorded {wanted:.1%}")
        assert abs(share - wanted) <= 0.03


@pytest.mark.skipif(not SHARED.exists(), reason="the folder of 10,000 recorded wins is not beside this checkout")
def test_the_table_has_the_recorded_wins() -> None:
    found: Counter[tuple[bool, bool, bool, Worth]] = Counter()
    with gzip.open(SHARED, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            one = score(win_from_json(row["hand"]), changed(TENHOU, row.get("rules", {})))
            assert isinstance(one, Score)
            found[as_recorded(one)] += 1
    assert found == recorded()
    assert table().recorded == found.total() == 10_000
