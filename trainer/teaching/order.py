"""What hands are ordered: for what they are dealt, how hard they may be, and which rule types they must show."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from trainer.mahjong.points import Limit
from trainer.mahjong.rules import Rules, value_word
from trainer.mahjong.scoring import Score
from trainer.teaching.rule_types import RuleType


class Mode(StrEnum):
    """What hands are dealt for."""

    MIXED = "mixed"
    """Every answer and every rule type comes up."""
    NATURAL = "natural"
    """As in real games."""
    EDGE = "edge"
    """A mistake about a rule type shows in the answer."""


class Level(StrEnum):
    """How hard a hand may be."""

    BEGINNER = "beginner"
    """No kans, one reading, no counters, no limit, nothing rare."""
    STANDARD = "standard"
    """One kan at most, no more than a haneman, nothing rare."""
    ADVANCED = "advanced"
    """Everything."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a level allows."""

    kans: int
    """How many at most."""
    readings: bool
    """True when a hand may be read in several ways."""
    honba: bool
    limits: frozenset[Limit]
    """What a hand may pay besides what the formula gives."""
    rare: bool
    """What happens once in a hundred hands: wins by a kan's tile or the last one, double riichi, the first turn."""

    def allow(self, scored: Score) -> bool:
        """True for a hand that is not too hard once its table is as the level has it."""
        limit = scored.best.limit
        return (self.readings or len(scored.counts) == 1) and (limit is None or limit in self.limits)


BOUNDS = {
    Level.BEGINNER: Bounds(kans=0, readings=False, honba=False, limits=frozenset(), rare=False),
    Level.STANDARD: Bounds(
        kans=1, readings=True, honba=True, limits=frozenset({Limit.MANGAN, Limit.HANEMAN}), rare=False
    ),
    Level.ADVANCED: Bounds(kans=4, readings=True, honba=True, limits=frozenset(Limit), rare=True),
}


@dataclass(frozen=True, slots=True)
class Order:
    """What hands are wanted. Raises ValueError for a focus in another mode than edge."""

    mode: Mode = Mode.MIXED
    level: Level = Level.ADVANCED
    focus: tuple[RuleType, ...] = ()
    """The rule types that every hand shows, where one hand can show them all; without any, one after another."""
    honba: bool = True
    """False: no counters on the table."""

    def __post_init__(self) -> None:
        if self.focus and self.mode is not Mode.EDGE:
            raise ValueError("only hands on the edge are dealt for a rule type")

    @property
    def bounds(self) -> Bounds:
        """What its level allows."""
        return BOUNDS[self.level]


class Obstacle(StrEnum):
    """What keeps a rule type from being shown."""

    RULES = "rules"
    """An option of the rules."""
    LEVEL = "level"
    """The level."""
    NO_HONBA = "no_honba"
    """The order wants no counters."""
    NOT_ASKED = "not_asked"
    """Nothing that is asked changes by it."""
    NO_TWIN = "no_twin"
    """Asked what changes, no twin is about it."""


class ImpossibleOrder(Exception):  # noqa: N818 - named for what is wrong
    """An order for a rule type that no hand can show, found before anything is dealt."""

    def __init__(
        self, rule_type: RuleType, obstacle: Obstacle, option: str | None = None, value: object = None
    ) -> None:
        """A rule type and what excludes it: for RULES the option and its value, for LEVEL the level as value."""
        what = {
            Obstacle.RULES: f"the rule {option}={value_word(value)} leaves no question about it",
            Obstacle.LEVEL: f"the level {value} has no such hands",
            Obstacle.NO_HONBA: "there are no counters in this order",
            Obstacle.NOT_ASKED: "nothing that is asked changes by it",
            Obstacle.NO_TWIN: "no hand has a twin that differs by it",
        }
        super().__init__(f"no hand can show {rule_type}: {what[obstacle]}")
        self.rule_type = rule_type
        self.obstacle = obstacle
        self.option = option
        self.value = value


_NOT_FOR_BEGINNERS = frozenset({RuleType.KAN, RuleType.READING, RuleType.HONBA, RuleType.LIMIT})

_EXCLUDED_BY: dict[RuleType, tuple[str, object]] = {
    RuleType.PINFU_TSUMO: ("pinfu_tsumo", False),
    RuleType.OPEN_PINFU: ("open_pinfu", 20),
    RuleType.LIMIT: ("aotenjou", True),
    RuleType.HONBA: ("honba", 0),
    RuleType.FORMULA: ("base_exponent", 0),
}
"""Options under which getting a rule type wrong changes no answer."""


def obstacle(rule_type: RuleType, order: Order, rules: Rules) -> ImpossibleOrder | None:
    """Why no hand of such an order can show a rule type; None where some can."""
    option, value = _EXCLUDED_BY.get(rule_type, (None, None))
    if option is not None and getattr(rules, option) == value:
        return ImpossibleOrder(rule_type, Obstacle.RULES, option, value)
    if rule_type in _NOT_FOR_BEGINNERS and order.level is Level.BEGINNER:
        return ImpossibleOrder(rule_type, Obstacle.LEVEL, value=order.level)
    if rule_type is RuleType.HONBA and not order.honba:
        return ImpossibleOrder(rule_type, Obstacle.NO_HONBA)
    return None


@lru_cache(maxsize=256)
def possible_rule_types(order: Order, rules: Rules) -> tuple[RuleType, ...]:
    """The rule types that hands of such an order can show."""
    return tuple(rule_type for rule_type in RuleType if obstacle(rule_type, order, rules) is None)


def check_order(order: Order, rules: Rules) -> None:
    """Raise ImpossibleOrder for the first rule type in focus that no hand can show."""
    for rule_type in order.focus:
        impossible = obstacle(rule_type, order, rules)
        if impossible is not None:
            raise impossible
