"""The rule types that accuracy is kept for."""

from enum import StrEnum


class RuleType(StrEnum):
    """One thing that a player must know to count a hand, in the order in which it is met when counting."""

    MENZEN_RON = "menzen_ron"
    TSUMO = "tsumo"
    PINFU_TSUMO = "pinfu_tsumo"
    OPEN_PINFU = "open_pinfu"
    CHIITOITSU = "chiitoitsu"
    WAIT = "wait"
    SHANPON = "shanpon"
    OPEN_CLOSED = "open_closed"
    TERMINAL_HONOUR = "terminal_honour"
    KAN = "kan"
    PAIR_VALUE = "pair_value"
    DOUBLE_WIND = "double_wind"
    READING = "reading"
    ROUNDING = "rounding"
    LIMIT = "limit"
    PAYMENT_SPLIT = "payment_split"
    PAYMENT_ROUNDING = "payment_rounding"
    DEALER = "dealer"
    HONBA = "honba"
    STICKS = "sticks"
    FORMULA = "formula"
    HAN_YAKU = "han_yaku"
    DORA = "dora"
