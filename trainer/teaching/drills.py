"""Drill sets: parts that are dealt by a recipe and hands that were chosen, and how they are to be worked through."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any

from trainer.mahjong.errors import HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import TENHOU, Rules, parse_rules, rules_name
from trainer.mahjong.scoring import NoYaku, score
from trainer.teaching.chance import shuffled, weighted
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask
from trainer.teaching.order import ImpossibleOrder, Level, Mode, Order, obstacle
from trainer.teaching.rule_types import RuleType

MOST_HANDS = 200
"""In one set: more than anybody works through at a sitting."""
MOST_WEIGHT = 9
MOST_SECONDS = 4 * 3600
MOST_TRIES = 20
DEALT_AGAIN = 20
"""How often another hand is dealt for one that is in the set already."""


class Feedback(StrEnum):
    """When a learner is told how his answers were."""

    AT_ONCE = "at_once"
    """After each answer."""
    AT_END = "at_end"
    """When he has handed in the set."""
    AFTER_DUE = "after_due"
    """When the set was due, so that nobody tells the others."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Hands that are dealt."""

    mode: Mode = Mode.MIXED
    weights: tuple[tuple[RuleType, int], ...] = ()
    """Rule types with how often each is the one that a hand shows, relative to the others; none: as the mode has it."""
    level: Level = Level.STANDARD
    count: int = 10
    honba: bool = True
    """False: there are never counters on the table."""

    @property
    def orders(self) -> tuple[tuple[Order, int], ...]:
        """What is ordered for its hands, each with its weight."""
        if not self.weights:
            return ((Order(self.mode, self.level, honba=self.honba), 1),)
        return tuple(
            (Order(Mode.EDGE, self.level, (rule_type,), self.honba), weight) for rule_type, weight in self.weights
        )


@dataclass(frozen=True, slots=True)
class Chosen:
    """One hand that a teacher chose."""

    win: Win

    @property
    def count(self) -> int:
        """It is one hand."""
        return 1


Part = Recipe | Chosen


@dataclass(frozen=True, slots=True)
class Drill:
    """Everything that is chosen about a drill set."""

    parts: tuple[Part, ...]
    rules: Rules = TENHOU
    asks: tuple[Ask, ...] = (Ask.FU, Ask.PAYMENT)
    seconds_each: int | None = None
    """Seconds for each question; None: no limit."""
    seconds_whole: int | None = None
    """Seconds for the whole set; None: no limit."""
    tries: int | None = 1
    """How often it may be worked through; None: as often as one likes."""
    feedback: Feedback = Feedback.AT_ONCE
    own_hands: bool = False
    """True: each learner, and each of his tries, has hands of his own; False: all have the same."""
    shuffled: bool = False
    """True: the hands come in an order by chance, whatever part they are of."""

    @property
    def count(self) -> int:
        """How many hands it has."""
        return sum(part.count for part in self.parts)


# --- what cannot be ---------------------------------------------------------------------------------------------------


class Fault(StrEnum):
    """What keeps a drill set from being worked through."""

    EMPTY = "empty"
    TOO_MANY = "too_many"
    NOTHING_ASKED = "nothing_asked"
    NO_YAKU = "no_yaku"
    ILLEGAL = "illegal"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True, slots=True)
class Wrong:
    """One thing that is wrong with a drill set."""

    fault: Fault
    part: int | None = None
    """Which part it is about, from 0."""
    error: HandError | None = field(default=None, compare=False)
    """Why a chosen hand cannot be."""
    impossible: ImpossibleOrder | None = field(default=None, compare=False)
    """Why no hand shows a rule type."""


def faults(drill: Drill) -> tuple[Wrong, ...]:
    """Everything that is wrong with a drill set under its rules; nothing for one that can be worked through."""
    return tuple(_faults(drill))


def _faults(drill: Drill) -> Iterator[Wrong]:
    if not drill.count:
        yield Wrong(Fault.EMPTY)
    if drill.count > MOST_HANDS:
        yield Wrong(Fault.TOO_MANY)
    if not drill.asks:
        yield Wrong(Fault.NOTHING_ASKED)
    for place, part in enumerate(drill.parts):
        if isinstance(part, Chosen):
            try:
                if isinstance(score(part.win, drill.rules), NoYaku):
                    yield Wrong(Fault.NO_YAKU, place)
            except HandError as error:
                yield Wrong(Fault.ILLEGAL, place, error)
        else:
            for order, _ in part.orders:
                for rule_type in order.focus:
                    impossible = obstacle(rule_type, order, drill.rules)
                    if impossible is not None:
                        yield Wrong(Fault.IMPOSSIBLE, place, impossible=impossible)


# --- the hands --------------------------------------------------------------------------------------------------------


def hands_of(drill: Drill, random: Random) -> tuple[Win, ...]:
    """The hands of a drill set in the order in which they are asked, none of them dealt twice.

    The same state of the source of chance gives the same hands. Raises NoHand when the rules let hardly any hand win,
    and what ``generate`` raises for a set with ``faults``.
    """
    known = {win_name(part.win) for part in drill.parts if isinstance(part, Chosen)}
    found: list[Win] = []
    for part in drill.parts:
        if isinstance(part, Chosen):
            found.append(part.win)
            continue
        for _ in range(part.count):
            order = weighted(random, part.orders)
            win = generate(random, drill.rules, order)
            for _again in range(DEALT_AGAIN):
                if win_name(win) not in known:
                    break
                win = generate(random, drill.rules, order)
            known.add(win_name(win))
            found.append(win)
    return tuple(shuffled(random, found)) if drill.shuffled else tuple(found)


# --- as it is kept ----------------------------------------------------------------------------------------------------


def drill_to_json(drill: Drill) -> dict[str, Any]:
    """A drill set as an object that ``drill_from_json`` reads."""
    return {
        "parts": [_part_to_json(part) for part in drill.parts],
        "rules": rules_name(drill.rules),
        "ask": list(drill.asks),
        "seconds_each": drill.seconds_each,
        "seconds_whole": drill.seconds_whole,
        "tries": drill.tries,
        "feedback": drill.feedback.value,
        "own_hands": drill.own_hands,
        "shuffled": drill.shuffled,
    }


def _part_to_json(part: Part) -> dict[str, Any]:
    if isinstance(part, Chosen):
        return {"hand": win_name(part.win)}
    return {
        "mode": part.mode.value,
        "weights": {rule_type.value: weight for rule_type, weight in part.weights},
        "level": part.level.value,
        "count": part.count,
        "honba": part.honba,
    }


def drill_from_json(value: Mapping[str, Any]) -> Drill:
    """The drill set that ``drill_to_json`` wrote. Raises ValueError or KeyError for anything else."""
    return Drill(
        tuple(map(_part_from_json, value["parts"])),
        parse_rules(value["rules"]),
        tuple(map(Ask, value["ask"])),
        value["seconds_each"],
        value["seconds_whole"],
        value["tries"],
        Feedback(value["feedback"]),
        value["own_hands"],
        value["shuffled"],
    )


def _part_from_json(value: Mapping[str, Any]) -> Part:
    if "hand" in value:
        return Chosen(parse_win(value["hand"]))
    return Recipe(
        Mode(value["mode"]),
        tuple((RuleType(name), weight) for name, weight in value["weights"].items()),
        Level(value["level"]),
        value["count"],
        value["honba"],
    )
