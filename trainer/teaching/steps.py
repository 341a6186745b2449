"""The steps of counting a hand, by which explanations of the same answer differ: what a mistake changes on the way, and
the one step about which to ask the learner when several explanations fit.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import log
from typing import Any, NamedTuple

from trainer.mahjong.tiles import KIND, Tile, parse_tile, tile_name
from trainer.teaching.grade import Ask
from trainer.teaching.ledger import Place, ledger_of
from trainer.teaching.outcomes import PLACE, Outcomes, Set, working_with
from trainer.teaching.working import Mistake, Worked, deposits, follow

LIKELY = 0.1
"""An explanation is asked about when it is at least so likely beside the likeliest one."""
MOST_ASKED = 12
"""Explanations that are compared."""


class StepName(StrEnum):
    """Where explanations may differ, in the order of counting."""

    ITEM = "item"
    """The fu of one thing."""
    FU_SUM = "fu_sum"
    FU = "fu"
    HAN = "han"
    BASE = "base"
    """The base points."""


_ORDER = {name: place for place, name in enumerate(StepName)}


class Step(NamedTuple):
    """One step of counting."""

    name: StepName
    place: Place | None = None
    """For an item the line of the ledger it belongs on ..."""
    tile: Tile | None = None
    """... and the kind of its first tile, for a group."""


class Difference(NamedTuple):
    """What a way of working makes of one step, and what is right."""

    step: Step
    counted: int
    right: int


def steps_of(worked: Worked) -> dict[Step, int]:
    """Every step of a working with its number; an item that is not counted has none."""
    count = worked.counted
    found: dict[Step, int] = defaultdict(int)
    for entry in ledger_of(count.fu_items):
        # Two groups of the same kind and place share a line here; that is what they are worth together.
        found[Step(StepName.ITEM, entry.place, entry.tile)] += entry.fu
    found[Step(StepName.FU_SUM)] = count.fu_sum
    found[Step(StepName.FU)] = count.fu
    found[Step(StepName.HAN)] = count.han
    found[Step(StepName.BASE)] = count.base_points
    return dict(found)


def places_of(mistakes: Iterable[Mistake]) -> Set:
    """Mistakes as the set that outcomes know them by."""
    return tuple(sorted(PLACE[mistake.name] for mistake in mistakes))


def worked_with(outcomes: Outcomes, mistakes: Set) -> Worked:
    """A hand worked out by somebody who makes these mistakes."""
    working = working_with(mistakes)
    return Worked(follow(outcomes.score, working), working.deposits(outcomes.score.win))


def differences(outcomes: Outcomes, mistakes: Set) -> list[Difference]:
    """The steps that come out otherwise, up to the first that is no item: what is wrong, not what follows from it."""
    right = steps_of(Worked(outcomes.score.best, deposits(outcomes.score.win)))
    wrong = steps_of(worked_with(outcomes, mistakes))
    changed = [
        Difference(step, wrong.get(step, 0), right.get(step, 0))
        for step in dict.fromkeys([*right, *wrong])
        if wrong.get(step, 0) != right.get(step, 0)
    ]
    items = [difference for difference in changed if difference.step.name is StepName.ITEM]
    return items or changed[:1]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A question about one step that tells explanations apart."""

    step: Step
    choices: tuple[int, ...]
    """What may have been counted there, ascending."""


def follow_up(outcomes: Outcomes, explained: Sequence[Set], weights: Sequence[float]) -> FollowUp | None:
    """The step that tells most about which of these explanations is the one; None when one stands out, or none differ.

    ``weights`` say how likely each is; the first is the likeliest.
    """
    likely = [
        (mistakes, weight) for mistakes, weight in zip(explained, weights, strict=True) if weight >= LIKELY * weights[0]
    ][:MOST_ASKED]
    if len(likely) < 2:
        return None
    traces = [(steps_of(worked_with(outcomes, mistakes)), weight) for mistakes, weight in likely]
    steps = dict.fromkeys(step for trace, _ in traces for step in trace if not _asked(step, outcomes.asks))
    found: list[tuple[float, FollowUp]] = []
    # Of two that tell as much the earlier one: an item is remembered better than the sum that follows from it.
    for step in sorted(steps, key=lambda step: _ORDER[step.name]):
        shares: dict[int, float] = defaultdict(float)
        for trace, weight in traces:
            shares[trace.get(step, 0)] += weight
        if len(shares) > 1:
            found.append((_entropy(list(shares.values())), FollowUp(step, tuple(sorted(shares)))))
    return max(found, key=lambda one: one[0])[1] if found else None


def _asked(step: Step, asks: tuple[Ask, ...]) -> bool:
    return {
        StepName.ITEM: Ask.ITEMS,
        StepName.FU_SUM: Ask.FU_SUM,
        StepName.FU: Ask.FU,
        StepName.HAN: Ask.HAN,
    }.get(step.name) in asks


def _entropy(weights: list[float]) -> float:
    whole = sum(weights)
    return -sum(weight / whole * log(weight / whole) for weight in weights)


def narrowed(outcomes: Outcomes, fitting: frozenset[int], step: Step, counted: int) -> Outcomes:
    """The same outcomes once the learner said what he counted at one step: sets that say otherwise fit no more."""
    elsewhere = len(outcomes.answers)
    numbers = {
        mistakes: elsewhere
        if number in fitting and steps_of(worked_with(outcomes, mistakes)).get(step, 0) != counted
        else number
        for mistakes, number in outcomes.numbers.items()
    }
    return replace(outcomes, numbers=numbers)


def step_to_json(step: Step) -> dict[str, Any]:
    """A step as it is stored and posted."""
    found: dict[str, Any] = {"step": step.name.value}
    if step.place is not None:
        found["place"] = step.place.value
    if step.tile is not None:
        found["tile"] = tile_name(step.tile)
    return found


def step_from_json(value: Mapping[str, Any]) -> Step:
    """The step that ``step_to_json`` wrote. Raises ValueError or KeyError for anything else."""
    place, tile = value.get("place"), value.get("tile")
    return Step(
        StepName(value["step"]),
        None if place is None else Place(place),
        None if tile is None else KIND[parse_tile(tile)],
    )


class Told(NamedTuple):
    """What a learner said about a wrong answer afterwards: what he counted at one step, or that it was a slip."""

    step: Step | None = None
    """None for a slip."""
    counted: int = 0


SLIP = Told()


def told_to_json(told: Told) -> dict[str, Any]:
    """What was said, as it is stored."""
    return {"slip": True} if told.step is None else {**step_to_json(told.step), "counted": told.counted}


def told_from_json(value: Mapping[str, Any]) -> Told:
    """What ``told_to_json`` wrote."""
    return Told() if value.get("slip") else Told(step_from_json(value), value["counted"])
