"""What people call the houses, the options of their rules, and the values of each option."""

from flask_babel import LazyString, lazy_pgettext
from flask_babel import lazy_gettext as _

from trainer.mahjong.rules import Rules, nearest, value_word

HOUSES: dict[str, LazyString] = {
    "tenhou": lazy_pgettext("house", "Tenhou"),
    "mahjong_soul": _("Mahjong Soul"),
    "que_ji": _("Que Ji"),
    "m_league": _("M.League"),
    "jpml": _("JPML"),
    "saikouisen": _("Saikouisen"),
    "kyokai": _("Kyokai"),
    "rmu": _("RMU"),
}

_LEAGUE = _("the league's rules as configured in public simulators")

SOURCES: dict[str, LazyString] = {
    "tenhou": _(
        "20,041 recorded wins of tenhou.net: double wind pair 4 (13 wins decide), rinshan keeps the tsumo fu "
        "(9 decide), pinfu tsumo 20, open pinfu 30, no kiriage, several yakuman add up, no double yakuman"
    ),
    "mahjong_soul": _("Chinese wiki page 符计算 for the pair; recorded wins"),
    "que_ji": _("Chinese wiki page 符计算 for the double wind pair; nothing else is known to differ"),
    **dict.fromkeys(("m_league", "jpml", "saikouisen", "kyokai", "rmu"), _LEAGUE),
}
"""Where the rules of each house are known from, as its preset says."""

_YES, _NO = _("yes"), _("no")

OPTION_LABELS: dict[str, tuple[LazyString, dict[str, LazyString]]] = {
    "double_wind_pair": (_("Pair of both winds"), {"4": _("4 fu"), "2": _("2 fu")}),
    "pinfu_tsumo": (_("Pinfu by tsumo"), {"true": _("20 fu"), "false": _("no pinfu, 22 rounded to 30 fu")}),
    "open_pinfu": (_("Open ron without fu"), {"30": _("30 fu"), "20": _("20 fu")}),
    "rinshan_tsumo_fu": (_("2 fu for tsumo after a kan"), {"true": _YES, "false": _NO}),
    "chiitoitsu": (_("Seven pairs"), {"25x2": _("25 fu, 2 han"), "50x1": _("50 fu, 1 han")}),
    "chiitoitsu_identical": (_("Four of a kind as two of seven pairs"), {"false": _NO, "true": _YES}),
    "open_tanyao": (_("Open tanyao"), {"true": _YES, "false": _NO}),
    "red_fives": (_("Red fives"), {"3": _("3, one of each suit"), "0": _("none"), "4": _("4, two of circles")}),
    "kiriage": (_("Kiriage mangan"), {"false": _NO, "true": _YES}),
    "kazoe": (_("13 counted han and more"), {"yakuman": _("yakuman"), "sanbaiman": _("sanbaiman")}),
    "double_yakuman": (_("Double yakuman"), {"false": _NO, "true": _YES}),
    "multiple_yakuman": (
        _("Several yakuman at once"),
        {"sum": _("add up"), "single": _("pay as one"), "1/1.25/1.5": _("pay × 1.25 for two, × 1.5 for three")},
    ),
    "aotenjou": (_("No limits (aotenjou)"), {"false": _NO, "true": _YES}),
    "base_exponent": (_("Base points: fu × 2^(han + n), n"), {}),
    "honba": (_("Honba on ron"), {"300": _("300 each"), "1500": _("1500 each"), "0": _("nothing")}),
    "ippatsu": (_("Ippatsu"), {"true": _YES, "false": _NO}),
    "ura_dora": (_("Ura dora"), {"true": _YES, "false": _NO}),
    "kan_dora": (_("Kan dora"), {"true": _YES, "false": _NO}),
    "renhou": (_("Renhou"), {"off": _NO, "mangan": _("mangan"), "yakuman": _("yakuman")}),
    "sanrenkou": (_("Sanrenkou, 2 han"), {"false": _NO, "true": _YES}),
    "suurenkou": (_("Suurenkou, yakuman"), {"false": _NO, "true": _YES}),
    "paarenchan": (_("Paarenchan, yakuman"), {"false": _NO, "true": _YES}),
    "shiisan_puutaa": (_("Shiisan puutaa"), {"off": _NO, "mangan": _("mangan"), "yakuman": _("yakuman")}),
}
"""Each option's name for people and what its values mean, by their words in a rule set's short text."""


def house_name(rules: Rules) -> LazyString:
    """The house of a rule set, or the one that it is nearest to."""
    return HOUSES[nearest(rules)[0]]


def changes_in_words(rules: Rules) -> list[str]:
    """The options in which a rule set differs from that house's, each as "option: value"."""
    return [f"{OPTION_LABELS[name][0]}: {value_label(name, value)}" for name, value in nearest(rules)[1].items()]


def value_label(name: str, value: object) -> str:
    """What a value of an option means; multipliers that have no words of their own stand for themselves."""
    word = value_word(value)
    return str(OPTION_LABELS[name][1].get(word, word))
