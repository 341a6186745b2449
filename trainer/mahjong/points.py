"""From han and fu to what each player pays."""

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong.rules import Rules


class Limit(StrEnum):
    """The names of capped hands."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    KAZOE_YAKUMAN = "kazoe_yakuman"
    YAKUMAN = "yakuman"


class Payer(StrEnum):
    """Who pays a share."""

    DISCARDER = "discarder"
    EACH = "each"
    DEALER = "dealer"
    NON_DEALER = "non_dealer"


class Share(NamedTuple):
    """What one kind of payer pays."""

    payer: Payer
    points: int
    """Points from each of them, honba included."""
    players: int
    """How many players pay it."""


class Multiple(NamedTuple):
    """How many times the base points one kind of payer owes."""

    payer: Payer
    times: int
    players: int


STICK = 1000
"""Points of a riichi stick."""

MANGAN, HANEMAN, BAIMAN, SANBAIMAN, YAKUMAN = 2000, 3000, 4000, 6000, 8000
"""Base points of the limits."""

_BY_HAN = {
    5: (MANGAN, Limit.MANGAN),
    **dict.fromkeys((6, 7), (HANEMAN, Limit.HANEMAN)),
    **dict.fromkeys((8, 9, 10), (BAIMAN, Limit.BAIMAN)),
    11: (SANBAIMAN, Limit.SANBAIMAN),
}


def round_fu(fu_sum: int) -> int:
    """Fu rounded up to ten; the 25 of seven pairs stays."""
    return fu_sum if fu_sum == 25 else -(-fu_sum // 10) * 10


def base_points(han: int, fu: int, yakuman: int, rules: Rules) -> tuple[int, Limit | None]:
    """Base points, fu × 2^(han + 2) up to the limit, and the name of the limit reached."""
    if rules.aotenjou:
        return uncapped_base(han, fu, rules), None
    if yakuman:
        return round(YAKUMAN * _yakuman_factor(yakuman, rules)), Limit.YAKUMAN
    if han < 5:
        base = fu << han + rules.base_exponent
        if base >= MANGAN or (base == 1920 and rules.kiriage):
            return MANGAN, Limit.MANGAN
        return base, None
    if han >= 13 and rules.kazoe == "yakuman":
        return YAKUMAN, Limit.KAZOE_YAKUMAN
    return _BY_HAN[min(han, 11)]


def uncapped_base(han: int, fu: int, rules: Rules) -> int:
    """Base points by the formula alone."""
    return fu << han + rules.base_exponent


def _yakuman_factor(yakuman: int, rules: Rules) -> float:
    if rules.multiple_yakuman == "sum":
        return yakuman
    if rules.multiple_yakuman == "single":
        return 1
    steps = rules.multiple_yakuman
    assert isinstance(steps, tuple)
    return steps[min(yakuman, len(steps)) - 1]


_MULTIPLES = {
    # (tsumo, dealer)
    (False, False): (Multiple(Payer.DISCARDER, 4, 1),),
    (False, True): (Multiple(Payer.DISCARDER, 6, 1),),
    (True, True): (Multiple(Payer.EACH, 2, 3),),
    (True, False): (Multiple(Payer.DEALER, 2, 1), Multiple(Payer.NON_DEALER, 1, 2)),
}


def multiples(tsumo: bool, dealer: bool) -> tuple[Multiple, ...]:
    """Who owes how many times the base.

    Six times for the dealer's ron and four for another's; by tsumo twice from or to the dealer, else once.
    """
    return _MULTIPLES[tsumo, dealer]


def round_points(points: int) -> int:
    """A payment rounded up to a hundred."""
    return -(-points // 100) * 100


def honba_points(honba: int, tsumo: bool, rules: Rules) -> int:
    """What the counters add to each payment: all of it on ron, a third of it from each payer on tsumo."""
    return honba * (rules.honba // 3 if tsumo else rules.honba)


def shares(base: int, owed: tuple[Multiple, ...], rounding: Callable[[int], int], honba: int) -> tuple[Share, ...]:
    """Each payment: the multiple of the base, rounded by itself, and the counters."""
    return tuple([Share(payer, rounding(base * times) + honba, players) for payer, times, players in owed])


def total(payment: tuple[Share, ...]) -> int:
    """What all payments add up to."""
    whole = 0
    for _payer, points, players in payment:
        whole += points * players
    return whole
