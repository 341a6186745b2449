"""How a hand was won: everything about a win but its tiles, as far as fu and yaku ask, worked out once for each way."""

from dataclasses import dataclass, field
from functools import lru_cache

from trainer.mahjong.fu import BASE, MENZEN_RON, TSUMO, FuItem, pair_items
from trainer.mahjong.hand import Riichi, Win, Wind
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import HONOURS, KINDS
from trainer.mahjong.yaku import CLOSED_HAN, REDUCED_WHEN_OPEN, Yaku, YakuHan


@dataclass(frozen=True, slots=True, eq=False)
class Paying:
    """What the payments of a win depend on beside its worth and the counters. Get one from :func:`paying`."""

    tsumo: bool
    dealer: bool
    rules: Rules


@lru_cache(maxsize=1024)
def paying(tsumo: bool, dealer: bool, rules: Rules) -> Paying:
    """The way a win is paid, made once: it equals only itself."""
    return Paying(tsumo, dealer, rules)


_CLOSED = {name: YakuHan(name, CLOSED_HAN.get(name, 1)) for name in Yaku}
_OPEN = {name: item._replace(han=item.han - (name in REDUCED_WHEN_OPEN)) for name, item in _CLOSED.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """How a hand was won, under which rules. Get one from :func:`situation`."""

    closed: bool
    tsumo: bool
    round_wind: Wind
    seat_wind: Wind
    riichi: Riichi | None
    ippatsu: bool
    last_tile: bool
    after_kan: bool
    robbing_kan: bool
    first_turn: bool
    """Won in the first uninterrupted turn."""
    eight_wins: bool
    """At least the eighth win in a row."""
    rules: Rules
    paying: Paying = field(init=False)
    win_items: tuple[FuItem, ...] = field(init=False)
    """The fu of every hand and of the win itself."""
    pinfu: bool = field(init=False)
    """True where four runs that earn no fu themselves are pinfu."""
    pinfu_items: tuple[FuItem, ...] = field(init=False)
    """The fu of every hand and of the win itself by pinfu."""
    pair_items: tuple[tuple[FuItem, ...], ...] = field(init=False)
    """For each kind the fu of a pair of it."""
    yaku: tuple[YakuHan, ...] = field(init=False)
    """What the way of winning earns, whatever the tiles."""
    worth: dict[Yaku, YakuHan] = field(init=False)
    """Every yaku with its han in an open or closed hand."""
    yakuman: tuple[Yaku, ...] = field(init=False)
    """The yakuman that the way of winning earns, whatever the tiles."""

    def __post_init__(self) -> None:
        by_ron = (MENZEN_RON,) if self.closed and not self.tsumo else ()
        by_tsumo = (TSUMO,) if self.tsumo and (self.rules.rinshan_tsumo_fu or not self.after_kan) else ()
        worth = _CLOSED if self.closed else _OPEN
        if self.rules.chiitoitsu == "50x1":
            worth = {**worth, Yaku.CHIITOITSU: YakuHan(Yaku.CHIITOITSU, 1)}
        derived = {
            "paying": paying(self.tsumo, self.seat_wind is Wind.E, self.rules),
            "win_items": (BASE, *by_ron, *by_tsumo),
            "pinfu": self.closed and (self.rules.pinfu_tsumo or not self.tsumo),
            "pinfu_items": (BASE, *by_ron),
            "pair_items": tuple(
                pair_items(kind, self.seat_wind, self.round_wind, self.rules) if kind in HONOURS else ()
                for kind in KINDS
            ),
            "yaku": tuple(worth[name] for name in self._yaku()),
            "worth": worth,
            "yakuman": tuple(self._yakuman()),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    @property
    def dealer(self) -> bool:
        """True when the winner sits East."""
        return self.seat_wind is Wind.E

    def _yaku(self) -> list[Yaku]:
        found = []
        if self.riichi is not None:
            found.append(Yaku.DOUBLE_RIICHI if self.riichi is Riichi.DOUBLE else Yaku.RIICHI)
            if self.ippatsu and self.rules.ippatsu:
                found.append(Yaku.IPPATSU)
        if self.tsumo and self.closed:
            found.append(Yaku.MENZEN_TSUMO)
        if self.last_tile:
            found.append(Yaku.HAITEI if self.tsumo else Yaku.HOUTEI)
        if self.after_kan:
            found.append(Yaku.RINSHAN)
        if self.robbing_kan:
            found.append(Yaku.CHANKAN)
        return found

    def _yakuman(self) -> list[Yaku]:
        found = []
        if self.first_turn:
            if self.tsumo:
                found.append(Yaku.TENHOU if self.dealer else Yaku.CHIHOU)
            elif self.rules.renhou == "yakuman":
                found.append(Yaku.RENHOU)
        if self.rules.paarenchan and self.dealer and self.eight_wins:
            found.append(Yaku.PAARENCHAN)
        return found


PAARENCHAN_WINS = 8
"""Wins in a row that make paarenchan."""


@lru_cache(maxsize=8192)
def _situation(
    closed: bool,
    how: tuple[bool, Wind, Wind],
    riichi: Riichi | None,
    flags: tuple[bool, bool, bool, bool, bool],
    eight_wins: bool,
    rules: Rules,
) -> Situation:
    return Situation(closed, *how, riichi, *flags, eight_wins, rules)


def situation(win: Win, rules: Rules) -> Situation:
    """How a win was won under these rules, made once for each way: it equals only itself."""
    return _situation(win.is_closed, win[2:5], win[6], win[7:12], win.consecutive_wins >= PAARENCHAN_WINS, rules)
