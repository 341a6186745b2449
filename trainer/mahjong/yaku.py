"""Yaku, yakuman and bonus han of one reading.

Yaku are found by bits over the groups (see ``groups``) and over the kinds of all tiles.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import NamedTuple

from trainer.mahjong.fu import is_pinfu
from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.hand import Riichi, Win
from trainer.mahjong.readings import Form, Reading, Wait
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DORA, DRAGONS, HONOURS, KIND, RED_FIVES, TERMINALS, TERMINALS_AND_HONOURS, WINDS


class Yaku(StrEnum):
    """Everything that earns han, in the order it is listed to people."""

    RIICHI = "riichi"
    DOUBLE_RIICHI = "double_riichi"
    IPPATSU = "ippatsu"
    MENZEN_TSUMO = "menzen_tsumo"
    TANYAO = "tanyao"
    PINFU = "pinfu"
    IIPEIKOU = "iipeikou"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAKU = "haku"
    HATSU = "hatsu"
    CHUN = "chun"
    SEAT_WIND = "seat_wind"
    ROUND_WIND = "round_wind"
    CHIITOITSU = "chiitoitsu"
    CHANTA = "chanta"
    SANSHOKU = "sanshoku"
    ITTSU = "ittsu"
    TOITOI = "toitoi"
    SANSHOKU_DOUKOU = "sanshoku_doukou"
    SANANKOU = "sanankou"
    SANKANTSU = "sankantsu"
    HONROUTOU = "honroutou"
    SHOUSANGEN = "shousangen"
    RYANPEIKOU = "ryanpeikou"
    HONITSU = "honitsu"
    JUNCHAN = "junchan"
    CHINITSU = "chinitsu"
    SANRENKOU = "sanrenkou"
    RENHOU = "renhou"
    TENHOU = "tenhou"
    CHIHOU = "chihou"
    KOKUSHI = "kokushi"
    KOKUSHI_13 = "kokushi_13"
    SUUANKOU = "suuankou"
    SUUANKOU_TANKI = "suuankou_tanki"
    DAISANGEN = "daisangen"
    CHINROUTOU = "chinroutou"
    RYUUIISOU = "ryuuiisou"
    TSUUIISOU = "tsuuiisou"
    SHOUSUUSHII = "shousuushii"
    DAISUUSHII = "daisuushii"
    SUUKANTSU = "suukantsu"
    CHUUREN = "chuuren"
    JUNSEI_CHUUREN = "junsei_chuuren"
    SUURENKOU = "suurenkou"
    PAARENCHAN = "paarenchan"
    SHIISAN_PUUTAA = "shiisan_puutaa"
    DORA = "dora"
    RED_FIVE = "red_five"
    URA_DORA = "ura_dora"


BONUS = frozenset({Yaku.DORA, Yaku.RED_FIVE, Yaku.URA_DORA})
"""Han that count only beside a real yaku."""

CLOSED_HAN = {
    Yaku.CHIITOITSU: 2,
    Yaku.DOUBLE_RIICHI: 2,
    Yaku.CHANTA: 2,
    Yaku.SANSHOKU: 2,
    Yaku.ITTSU: 2,
    Yaku.TOITOI: 2,
    Yaku.SANSHOKU_DOUKOU: 2,
    Yaku.SANANKOU: 2,
    Yaku.SANKANTSU: 2,
    Yaku.HONROUTOU: 2,
    Yaku.SHOUSANGEN: 2,
    Yaku.SANRENKOU: 2,
    Yaku.RYANPEIKOU: 3,
    Yaku.HONITSU: 3,
    Yaku.JUNCHAN: 3,
    Yaku.CHINITSU: 6,
}
"""Han of a yaku in a closed hand; 1 where not listed."""

REDUCED_WHEN_OPEN = frozenset({Yaku.CHANTA, Yaku.SANSHOKU, Yaku.ITTSU, Yaku.HONITSU, Yaku.JUNCHAN, Yaku.CHINITSU})
"""Yaku worth one han less in an open hand (kuisagari)."""

DOUBLE_YAKUMAN = frozenset({Yaku.SUUANKOU_TANKI, Yaku.KOKUSHI_13, Yaku.JUNSEI_CHUUREN, Yaku.DAISUUSHII})
"""Yakuman that count twice where the rules say so."""

MANGAN_HAN = 5


class YakuHan(NamedTuple):
    """A yaku and what it is worth here."""

    yaku: Yaku
    han: int


class Claim(NamedTuple):
    """What a winner may claim for one reading: yakuman, or yaku and bonus han."""

    yaku: tuple[YakuHan, ...]
    han: int
    """13 for each yakuman."""
    yakuman: int
    """How many yakuman count, a double one twice."""


def _bits(kinds: Iterable[int]) -> int:
    return sum(1 << kind for kind in kinds)


_TERMINAL_BITS = _bits(TERMINALS)
_HONOUR_BITS = _bits(HONOURS)
_OUTSIDE_BITS = _TERMINAL_BITS | _HONOUR_BITS
_GREEN_BITS = _bits((19, 20, 21, 23, 25, 32))
_DRAGON_BITS = _bits(DRAGONS)
_WIND_BITS = _bits(WINDS)
_SUIT_BITS = (0x1FF, 0x1FF << 9, 0x1FF << 18)
_ITTSU_BITS = tuple(0b1001001 << suit * 7 for suit in range(3))
_DRAGON_YAKU = ((31, Yaku.HAKU), (32, Yaku.HATSU), (33, Yaku.CHUN))
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


class _Groups(NamedTuple):
    """The groups of a reading as counts and bits."""

    runs: tuple[Group, ...]
    run_bits: int
    triplet_bits: int
    closed_triplets: int
    kans: int

    @classmethod
    def of(cls, reading: Reading) -> "_Groups":
        runs = tuple(group for group in reading.groups if group.shape is Shape.RUN)
        run_bits = triplet_bits = closed_triplets = kans = 0
        for group in reading.groups:
            run_bits |= group.run_bit
            triplet_bits |= group.triplet_bit
            if group.triplet_bit:
                closed_triplets += not group.is_open
                kans += group.shape is Shape.KAN
        return cls(runs, run_bits, triplet_bits, closed_triplets, kans)


def claims(reading: Reading, win: Win, rules: Rules) -> list[Claim]:
    """What can be claimed for a reading: nothing without a yaku, two claims where renhou pays a mangan instead.

    Yaku as in the exchange format; values as at Tenhou unless the rules change them.
    """
    groups = _Groups.of(reading)
    kinds = 0
    for tile in win.tiles:
        kinds |= 1 << KIND[tile]
    found: list[Claim] = []
    yakuman = list(_yakuman(reading, win, rules, groups, kinds))
    worth = sum(2 if rules.double_yakuman and name in DOUBLE_YAKUMAN else 1 for name in yakuman)
    top = tuple(YakuHan(name, 26 if rules.double_yakuman and name in DOUBLE_YAKUMAN else 13) for name in yakuman)
    if yakuman and not rules.aotenjou:
        return [Claim(top, 13 * worth, worth)]
    if reading.form is Form.SHIISAN_PUUTAA and not yakuman:
        return [Claim((YakuHan(Yaku.SHIISAN_PUUTAA, MANGAN_HAN),), MANGAN_HAN, 0)]
    if win.first_turn and not win.tsumo and rules.renhou == "mangan":
        found.append(Claim((YakuHan(Yaku.RENHOU, MANGAN_HAN),), MANGAN_HAN, 0))
    closed = win.is_closed
    plain = tuple(
        YakuHan(name, _han(name, rules, closed)) for name in _yaku(reading, win, rules, groups, kinds, closed)
    )
    if plain or top:
        listed = (*top, *plain, *_bonus(win, rules))
        found.append(Claim(listed, sum(item.han for item in listed), worth))
    return found


def _han(name: Yaku, rules: Rules, closed: bool) -> int:
    if name is Yaku.CHIITOITSU and rules.chiitoitsu == "50x1":
        return 1
    return CLOSED_HAN.get(name, 1) - (not closed and name in REDUCED_WHEN_OPEN)


def _yaku(reading: Reading, win: Win, rules: Rules, groups: _Groups, kinds: int, closed: bool) -> Iterator[Yaku]:
    yield from _yaku_of_the_moment(win, rules, closed)
    if reading.form is Form.KOKUSHI or reading.form is Form.SHIISAN_PUUTAA:
        return
    if not kinds & _OUTSIDE_BITS and (closed or rules.open_tanyao):
        yield Yaku.TANYAO
    if is_pinfu(reading, win, rules):
        yield Yaku.PINFU
    if reading.form is Form.CHIITOITSU:
        yield Yaku.CHIITOITSU
    else:
        yield from _yaku_of_groups(reading, win, rules, groups, closed)
    if not kinds & ~_OUTSIDE_BITS:
        if kinds & _HONOUR_BITS and kinds & _TERMINAL_BITS:
            yield Yaku.HONROUTOU
    elif reading.pair in TERMINALS_AND_HONOURS and all(group.has_terminal_or_honour for group in reading.groups):
        yield Yaku.CHANTA if kinds & _HONOUR_BITS else Yaku.JUNCHAN
    if sum(1 for suit in _SUIT_BITS if kinds & suit) == 1:
        yield Yaku.HONITSU if kinds & _HONOUR_BITS else Yaku.CHINITSU


def _yaku_of_the_moment(win: Win, rules: Rules, closed: bool) -> Iterator[Yaku]:
    """What the way of winning earns, whatever the tiles."""
    if win.riichi is not None:
        yield Yaku.DOUBLE_RIICHI if win.riichi is Riichi.DOUBLE else Yaku.RIICHI
        if win.ippatsu and rules.ippatsu:
            yield Yaku.IPPATSU
    if win.tsumo and closed:
        yield Yaku.MENZEN_TSUMO
    if win.last_tile:
        yield Yaku.HAITEI if win.tsumo else Yaku.HOUTEI
    if win.after_kan:
        yield Yaku.RINSHAN
    if win.robbing_kan:
        yield Yaku.CHANKAN


def _yaku_of_groups(reading: Reading, win: Win, rules: Rules, groups: _Groups, closed: bool) -> Iterator[Yaku]:
    triplets = groups.triplet_bits
    if triplets:
        for tile, name in _DRAGON_YAKU:
            if triplets & 1 << tile:
                yield name
        if triplets & 1 << win.seat_wind:
            yield Yaku.SEAT_WIND
        if triplets & 1 << win.round_wind:
            yield Yaku.ROUND_WIND
        if not groups.runs:
            yield Yaku.TOITOI
        if triplets & triplets >> 9 & triplets >> 18 & 0x1FF:
            yield Yaku.SANSHOKU_DOUKOU
        if groups.closed_triplets == 3:
            yield Yaku.SANANKOU
        if groups.kans == 3:
            yield Yaku.SANKANTSU
        if (triplets & _DRAGON_BITS).bit_count() == 2 and reading.pair in DRAGONS:
            yield Yaku.SHOUSANGEN
        if rules.sanrenkou and _in_a_row(triplets, 3):
            yield Yaku.SANRENKOU
    runs = groups.run_bits
    if runs:
        if closed:
            doubled = _doubled_runs(groups.runs)
            if doubled:
                yield Yaku.RYANPEIKOU if doubled == 2 else Yaku.IIPEIKOU
        if runs & runs >> 7 & runs >> 14 & 0x7F:
            yield Yaku.SANSHOKU
        if any(runs & ittsu == ittsu for ittsu in _ITTSU_BITS):
            yield Yaku.ITTSU


def _doubled_runs(runs: tuple[Group, ...]) -> int:
    """How many pairs of equal runs there are; four equal runs are two pairs."""
    bits = [run.run_bit for run in runs]
    return sum(bits.count(bit) // 2 for bit in set(bits))


def _in_a_row(triplet_bits: int, length: int) -> bool:
    """True when that many triplets follow each other within one suit."""
    for suit in range(3):
        row = triplet_bits >> suit * 9 & 0x1FF
        for _ in range(length - 1):
            row &= row >> 1
        if row:
            return True
    return False


def _yakuman(reading: Reading, win: Win, rules: Rules, groups: _Groups, kinds: int) -> Iterator[Yaku]:
    if win.first_turn:
        if win.tsumo:
            if reading.form is not Form.SHIISAN_PUUTAA:
                yield Yaku.TENHOU if win.is_dealer else Yaku.CHIHOU
        elif rules.renhou == "yakuman":
            yield Yaku.RENHOU
    if rules.paarenchan and win.is_dealer and win.consecutive_wins >= 8:
        yield Yaku.PAARENCHAN
    if reading.form is Form.KOKUSHI:
        yield Yaku.KOKUSHI_13 if reading.wait is Wait.KOKUSHI_13 else Yaku.KOKUSHI
    elif reading.form is Form.SHIISAN_PUUTAA:
        if rules.shiisan_puutaa == "yakuman":
            yield Yaku.SHIISAN_PUUTAA
    else:
        if not kinds & ~_HONOUR_BITS:
            yield Yaku.TSUUIISOU
        if not kinds & ~_TERMINAL_BITS:
            yield Yaku.CHINROUTOU
        if not kinds & ~_GREEN_BITS:
            yield Yaku.RYUUIISOU
        if groups.triplet_bits:
            yield from _yakuman_of_triplets(reading, rules, groups)
        if not win.melds and not kinds & _HONOUR_BITS:
            yield from _nine_gates(win, kinds)


def _yakuman_of_triplets(reading: Reading, rules: Rules, groups: _Groups) -> Iterator[Yaku]:
    if groups.closed_triplets == 4:
        yield Yaku.SUUANKOU_TANKI if reading.wait is Wait.TANKI else Yaku.SUUANKOU
    if groups.kans == 4:
        yield Yaku.SUUKANTSU
    if groups.triplet_bits & _DRAGON_BITS == _DRAGON_BITS:
        yield Yaku.DAISANGEN
    winds = (groups.triplet_bits & _WIND_BITS).bit_count()
    if winds == 4:
        yield Yaku.DAISUUSHII
    elif winds == 3 and reading.pair in WINDS:
        yield Yaku.SHOUSUUSHII
    if rules.suurenkou and _in_a_row(groups.triplet_bits, 4):
        yield Yaku.SUURENKOU


def _nine_gates(win: Win, kinds: int) -> Iterator[Yaku]:
    """Chuuren poutou: 1112345678999 of one suit and any tile of it, wholly concealed; junsei on all nine waits."""
    suit = next((suit for suit, bits in enumerate(_SUIT_BITS) if kinds == bits), None)
    if suit is None:
        return
    ranks = [KIND[tile] - suit * 9 for tile in win.tiles]
    if all(ranks.count(rank) >= copies for rank, copies in enumerate(_NINE_GATES)):
        extra = ranks.count(KIND[win.win_tile] - suit * 9) > _NINE_GATES[KIND[win.win_tile] - suit * 9]
        yield Yaku.JUNSEI_CHUUREN if extra else Yaku.CHUUREN


def _bonus(win: Win, rules: Rules) -> Iterator[YakuHan]:
    """Dora, red fives and ura dora; an indicator shown twice counts twice."""
    tiles = win.tiles
    dora = _dora(tiles, win.dora_indicators, rules)
    if dora:
        yield YakuHan(Yaku.DORA, dora)
    red = sum(1 for tile in tiles if tile in RED_FIVES)
    if red:
        yield YakuHan(Yaku.RED_FIVE, red)
    if win.riichi is not None and rules.ura_dora:
        ura = _dora(tiles, win.ura_indicators, rules)
        if ura:
            yield YakuHan(Yaku.URA_DORA, ura)


def _dora(tiles: tuple[int, ...], indicators: tuple[int, ...], rules: Rules) -> int:
    kinds = [KIND[tile] for tile in tiles]
    return sum(kinds.count(DORA[tile]) for tile in (indicators if rules.kan_dora else indicators[:1]))
