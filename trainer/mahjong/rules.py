"""Rule sets: every point on which houses differ is an option here, and a preset says where its facts come from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any
from zlib import crc32

from trainer.mahjong.errors import ErrorCode, RulesError

LONGEST_QUOTE = 80
"""Characters of a wrong name or value that an error repeats."""


def _option(default: Any, *others: Any) -> Any:
    """A field with its default and the other values it may take."""
    return field(default=default, metadata={"values": (default, *others)})


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set. The defaults are Tenhou's four-player rules. Raises RulesError for contradictions."""

    double_wind_pair: int = _option(4, 2)
    """Fu of a pair that is both the seat and the round wind."""
    pinfu_tsumo: bool = _option(True, False)
    """True: pinfu also by tsumo, which then earns no fu (20). False: no pinfu by tsumo, the 2 fu stay (22, so 30)."""
    open_pinfu: int = _option(30, 20)
    """Fu of an open ron whose items sum to 20."""
    rinshan_tsumo_fu: bool = _option(True, False)
    """False: a win by the replacement tile of a kan earns no tsumo fu."""
    chiitoitsu: str = _option("25x2", "50x1")
    """Seven pairs as 25 fu and 2 han, or 50 fu and 1 han."""
    chiitoitsu_identical: bool = _option(False, True)
    """True: four of a kind count as two of the seven pairs."""
    open_tanyao: bool = _option(True, False)
    """False: tanyao asks for a closed hand."""
    red_fives: int = _option(3, 0, 4)
    """How many red fives the set holds: one of each suit, none, or a second one in circles."""
    kiriage: bool = _option(False, True)
    """True: base 1920 (4 han 30 fu, 3 han 60 fu) is paid as mangan."""
    kazoe: str = _option("yakuman", "sanbaiman")
    """What 13 and more counted han pay."""
    double_yakuman: bool = _option(False, True)
    """True: suuankou tanki, the 13-sided kokushi, junsei chuuren and daisuushii count twice."""
    multiple_yakuman: str | tuple[float, ...] = _option("sum", "single")
    """Several yakuman add up, or pay as one, or pay the n-th multiplier of a tuple such as (1, 1.25, 1.5)."""
    aotenjou: bool = _option(False, True)
    """True: no limits; a yakuman is 13 han and all other yaku and dora count with it."""
    base_exponent: int = _option(2, 0, 1, 3, 4)
    """The 2 in: base = fu × 2^(han + 2)."""
    honba: int = _option(300, 1500, 0)
    """Points for each counter on ron; a third of it from each payer on tsumo."""
    ippatsu: bool = _option(True, False)
    """False: ippatsu is not counted."""
    ura_dora: bool = _option(True, False)
    """False: ura dora are not counted."""
    kan_dora: bool = _option(True, False)
    """False: only the first indicator (and the first below it) counts."""
    renhou: str = _option("off", "mangan", "yakuman")
    """A ron in the first uninterrupted turn: nothing, a mangan unless the counted han pay more, or a yakuman."""
    sanrenkou: bool = _option(False, True)
    """True: three triplets in a row of one suit are worth 2 han."""
    suurenkou: bool = _option(False, True)
    """True: four triplets in a row of one suit are a yakuman."""
    paarenchan: bool = _option(False, True)
    """True: the dealer's eighth win in a row, and each after it, is a yakuman."""
    shiisan_puutaa: str = _option("off", "mangan", "yakuman")
    """Thirteen unconnected tiles (one pair, nothing else that could start a group) at the first draw."""

    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        values = [getattr(self, name) for name in OPTIONS]
        for name, value in zip(OPTIONS, values, strict=True):
            check_value(name, value)
        # Made once, since every score looks its rules up; of text, so that it holds in another process too.
        same = [tuple(map(float, value)) if isinstance(value, tuple) else value for value in values]
        object.__setattr__(self, "_hash", crc32(repr(same).encode()))
        if self.aotenjou and (self.kiriage or self.kazoe != "yakuman"):
            raise RulesError("aotenjou has no limits, so kiriage and kazoe cannot change one")
        if self.aotenjou and self.multiple_yakuman != "sum":
            raise RulesError("under aotenjou each yakuman is 13 han, so multiple_yakuman can only be 'sum'")
        if self.double_yakuman and self.multiple_yakuman == "single":
            raise RulesError("double_yakuman contradicts multiple_yakuman 'single'")

    def __hash__(self) -> int:
        return self._hash


OPTIONS: dict[str, tuple[Any, ...]] = {
    option.name: option.metadata["values"] for option in fields(Rules) if option.metadata
}
"""Each option's name and values, the default first; multiple_yakuman also takes a tuple of multipliers."""


def check_value(name: str, value: Any) -> None:
    """Raise RulesError unless the option exists and can have that value."""
    if name not in OPTIONS:
        name = name[:LONGEST_QUOTE]
        raise RulesError(f"there is no option {name!r}", name, ErrorCode.UNKNOWN_FIELD)
    if any(value == known and type(value) is type(known) for known in OPTIONS[name]):
        return
    if name == "multiple_yakuman" and isinstance(value, tuple):
        if 1 <= len(value) <= 12 and all(type(step) in (int, float) and 1 <= step <= 12 for step in value):
            return
        raise RulesError("multiple_yakuman takes one to twelve multipliers between 1 and 12", name)
    known = ", ".join(json.dumps(value) for value in OPTIONS[name])
    raise RulesError(f"{name} can be {known}, not {_quoted(value)}", name)


def _quoted(value: object) -> str:
    """A wrong value as an error shows it; what is long, deep or endless is not shown."""
    if isinstance(value, str):
        return json.dumps(value[:LONGEST_QUOTE])
    if isinstance(value, int | float) and abs(value) < 10**12:
        return json.dumps(value)
    return "that"


@dataclass(frozen=True, slots=True)
class Preset:
    """A house's rule set."""

    rules: Rules
    source: str
    """Where the facts come from."""


TENHOU = Rules()
_LEAGUE = Rules(double_wind_pair=2, kiriage=True, kazoe="sanbaiman")
_NO_RED = replace(_LEAGUE, red_fives=0)

PRESETS: dict[str, Preset] = {
    "tenhou": Preset(
        TENHOU,
        "20,041 recorded wins of tenhou.net: double wind pair 4 (13 wins decide), rinshan keeps the tsumo fu "
        "(9 decide), pinfu tsumo 20, open pinfu 30, no kiriage, several yakuman add up, no double yakuman",
    ),
    "mahjong_soul": Preset(
        replace(TENHOU, double_yakuman=True), "Chinese wiki page 符计算 for the pair; recorded wins"
    ),
    "que_ji": Preset(TENHOU, "Chinese wiki page 符计算 for the double wind pair; nothing else is known to differ"),
    "m_league": Preset(_LEAGUE, "the league's rules as configured in public simulators"),
    "jpml": Preset(
        Rules(double_wind_pair=2, red_fives=0, ippatsu=False, ura_dora=False, kan_dora=False),
        "the league's rules as configured in public simulators",
    ),
    "saikouisen": Preset(_NO_RED, "the league's rules as configured in public simulators"),
    "kyokai": Preset(_NO_RED, "the league's rules as configured in public simulators"),
    "rmu": Preset(
        replace(TENHOU, double_wind_pair=2, red_fives=0, kiriage=True),
        "the league's rules as configured in public simulators",
    ),
}
"""Each house by the name used in the exchange format."""


def preset(name: str) -> Rules:
    """The rules of a preset. Raises RulesError when there is none of that name."""
    if name not in PRESETS:
        raise RulesError(f"there is no preset {name[:LONGEST_QUOTE]!r}; there are {', '.join(PRESETS)}", "preset")
    return PRESETS[name].rules


def changed(rules: Rules, changes: Mapping[str, Any]) -> Rules:
    """Rules with single options changed; a list of multipliers may stand for a tuple. Raises RulesError."""
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
    for name, value in values.items():
        check_value(name, value)
    return replace(rules, **values)  # type: ignore[arg-type] # each value was checked by name


def rules_from_json(value: object) -> Rules:
    """Rules from their short text or from an object of a ``preset`` (tenhou when absent) and single options.

    Raises RulesError for anything else.
    """
    if isinstance(value, str):
        return parse_rules(value)
    if not isinstance(value, dict):
        raise RulesError("rules are a preset's name or an object of options")
    changes = dict(value)
    name = changes.pop("preset", "tenhou")
    if not isinstance(name, str):
        raise RulesError("preset is a name", "preset")
    return changed(preset(name), changes)


def rules_to_json(rules: Rules) -> str | dict[str, Any]:
    """Rules as ``rules_from_json`` reads them: the name of the nearest preset, and the options that differ from it."""
    name, changes = nearest(rules)
    return {"preset": name, **changes} if changes else name


def nearest(rules: Rules) -> tuple[str, dict[str, Any]]:
    """The preset that differs from rules in the fewest options, the first of equals, and those options' values."""
    differing = {
        name: {
            option: getattr(rules, option)
            for option in OPTIONS
            if getattr(rules, option) != getattr(known.rules, option)
        }
        for name, known in PRESETS.items()
    }
    name = min(differing, key=lambda preset: len(differing[preset]))
    return name, differing[name]


def parse_change(text: str) -> tuple[str, Any]:
    """An option and its value from ``NAME=VALUE``; multipliers are written 1/1.25/1.5. Raises RulesError."""
    name, equals, word = text.partition("=")
    if not equals or name not in OPTIONS:
        code = ErrorCode.BAD_VALUE if name in OPTIONS else ErrorCode.UNKNOWN_FIELD
        raise RulesError(f"{text[:LONGEST_QUOTE]!r} is not NAME=VALUE with a known option", name[:LONGEST_QUOTE], code)
    for value in OPTIONS[name]:
        if word == value_word(value):
            return name, value
    if name == "multiple_yakuman":
        try:
            multipliers = tuple(float(step) for step in word.split("/"))
        except ValueError:
            pass
        else:
            check_value(name, multipliers)
            return name, multipliers
    known = ", ".join(map(value_word, OPTIONS[name]))
    raise RulesError(f"{name} can be {known}, not {word[:LONGEST_QUOTE]!r}", name)


def parse_rules(text: str) -> Rules:
    """Rules from their short text: a preset, then changed options, such as "tenhou,kiriage=true". Raises RulesError."""
    name, *changes = text.split(",")
    return changed(preset(name), dict(map(parse_change, changes)))


def rules_name(rules: Rules) -> str:
    """The short text of rules that ``parse_rules`` reads, of the same parts as ``rules_to_json``."""
    name, changes = nearest(rules)
    return ",".join((name, *(f"{option}={value_word(value)}" for option, value in changes.items())))


def value_word(value: object) -> str:
    """A value as the short text of a rule set has it: true, 300, sum, 1/1.25/1.5."""
    if isinstance(value, tuple):
        return "/".join(str(int(step)) if step == int(step) else repr(step) for step in value)
    return value if isinstance(value, str) else json.dumps(value)
