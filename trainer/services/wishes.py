"""What a learner wishes to practise, and a win that is dealt to it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from random import Random
from typing import Any

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.teaching.generate import OF_THE_PAYMENT, generate
from trainer.teaching.grade import OF_FU, Ask
from trainer.teaching.order import ImpossibleOrder, Level, Mode, Obstacle, Order, obstacle
from trainer.teaching.rule_types import RuleType

ASKED = (Ask.FU, Ask.PAYMENT)
"""What a question asks for unless somebody chooses otherwise."""

_FOR_FU = frozenset({*OF_FU, Ask.PAYMENT, Ask.RECEIVED})
_FOR_HAN = frozenset({Ask.HAN, Ask.PAYMENT, Ask.RECEIVED})
_SHOWN_IN = {
    **dict.fromkeys(RuleType, _FOR_FU),
    **dict.fromkeys(OF_THE_PAYMENT, frozenset({Ask.PAYMENT, Ask.RECEIVED})),
    **dict.fromkeys((RuleType.HAN_YAKU, RuleType.DORA), _FOR_HAN),
    RuleType.ROUNDING: _FOR_FU - {Ask.ITEMS, Ask.FU_SUM},
    RuleType.STICKS: frozenset({Ask.RECEIVED}),
}
"""For each rule type the parts of a question in which a mistake about it can show."""


class Length(StrEnum):
    """How long a sitting is: so many hands, as long as one likes, or so many seconds."""

    TEN = "10"
    ENDLESS = "endless"
    SPRINT = "sprint"


class Dealing(StrEnum):
    """How hands are chosen."""

    NEXT = "next"
    """What this learner should practise now."""
    MIXED = "mixed"
    """Every answer and every rule type comes up."""
    NATURAL = "natural"
    """As in real games."""
    EDGE = "edge"
    """Those where a mistake shows."""


class MeldLook(StrEnum):
    """How melds lie on the table."""

    SIDEWAYS = "sideways"
    UPSIDE_DOWN = "upside_down"
    UPRIGHT = "upright"


class WishError(ValueError):
    """A wish that nobody can grant; ``name`` and ``value`` are what was asked for."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{value!r} cannot be wished for as {name}")
        self.name = name
        self.value = value


@dataclass(frozen=True, slots=True)
class Wishes:
    """Everything a learner can choose about practice except the rules of the house."""

    ask: tuple[Ask, ...] = ASKED
    """What questions ask for, in the order of counting; at least one."""
    mode: Dealing = Dealing.NEXT
    level: Level = Level.STANDARD
    focus: tuple[RuleType, ...] = ()
    """Rule types that the hands should show, whatever the mode; none: all of them as they come."""
    length: Length = Length.TEN
    honba: bool = True
    """False: there are never counters on the table."""
    labels: bool = False
    """True: a number or letter stands on each tile."""
    apart: bool = True
    """True: the winning tile lies apart; False: it is sorted into the hand."""
    melds: MeldLook = MeldLook.SIDEWAYS
    twins: bool = False
    """True: after each hand its twin, to say what changes."""


NAMES = tuple(field.name for field in fields(Wishes))

_WORDS = {True: "on", False: "off"}
_CHOICES: dict[str, type[StrEnum]] = {"mode": Dealing, "level": Level, "length": Length, "melds": MeldLook}
_LISTS: dict[str, type[StrEnum]] = {"ask": Ask, "focus": RuleType}


def wishes_to_words(wishes: Wishes) -> dict[str, str]:
    """Wishes as words, as they stand in a link: ``{"ask": "fu,payment", "honba": "off", ...}``."""
    return {name: _word(getattr(wishes, name)) for name in NAMES}


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return _WORDS[value]
    return ",".join(value) if isinstance(value, tuple) else str(value)


def with_words(wishes: Wishes, words: Mapping[str, str]) -> Wishes:
    """Wishes with those changed that are named; other names are ignored. Raises WishError."""
    changes = {name: _value(name, words[name]) for name in NAMES if name in words}
    return replace(wishes, **changes)


def _value(name: str, word: str) -> Any:
    try:
        if name in _LISTS:
            # Each once and in their own order, however they were written.
            wanted = {_LISTS[name](part.strip()) for part in word.split(",") if part.strip()}
            found = tuple(member for member in _LISTS[name] if member in wanted)
            if name == "ask" and not found:
                raise WishError(name, word)
            return found
        if name in _CHOICES:
            return _CHOICES[name](word)
        return {text: value for value, text in _WORDS.items()}[word]
    except (KeyError, ValueError) as error:
        raise WishError(name, word) from error


def deal(random: Random, rules: Rules, wishes: Wishes) -> Win:
    """A win for these wishes that shows the rule types in focus as far as any hand can (see ``obstacles``).

    It is the same for every learner: what one of them should practise now is ``learning.choose``.
    """
    return generate(random, rules, order_of(wishes, rules))


def order_of(wishes: Wishes, rules: Rules) -> Order:
    """What is ordered for these wishes; without the rule types in focus that no hand can show."""
    hindered = {impossible.rule_type for impossible in obstacles(wishes, rules)}
    focus = tuple(rule_type for rule_type in wishes.focus if rule_type not in hindered)
    mode = Mode.EDGE if focus else _MODES.get(wishes.mode, Mode.MIXED)
    return Order(mode, wishes.level, focus, wishes.honba)


_MODES = {Dealing.NATURAL: Mode.NATURAL, Dealing.EDGE: Mode.EDGE}


def showable(wishes: Wishes, rules: Rules) -> tuple[RuleType, ...]:
    """The rule types that questions of this kind can show, in their order."""
    everything = replace(wishes, focus=tuple(RuleType))
    hindered = {impossible.rule_type for impossible in obstacles(everything, rules)}
    return tuple(rule_type for rule_type in RuleType if rule_type not in hindered)


def asking_enough(wishes: Wishes) -> Wishes:
    """The same wishes, asking also for what shows each rule type in focus."""
    unseen = [_SHOWN_IN[rule_type] for rule_type in wishes.focus if not _SHOWN_IN[rule_type] & set(wishes.ask)]
    more = {next(ask for ask in Ask if ask in shown) for shown in unseen}
    return replace(wishes, ask=tuple(ask for ask in Ask if ask in more or ask in wishes.ask))


def obstacles(wishes: Wishes, rules: Rules) -> tuple[ImpossibleOrder, ...]:
    """Why rule types in focus can never show, one reason for each of those."""
    order = Order(level=wishes.level, honba=wishes.honba)
    found = []
    for rule_type in wishes.focus:
        impossible = obstacle(rule_type, order, rules)
        if impossible is None and not _SHOWN_IN[rule_type] & set(wishes.ask):
            impossible = ImpossibleOrder(rule_type, Obstacle.NOT_ASKED)
        if impossible is not None:
            found.append(impossible)
    return tuple(found)
