"""What can be claimed for a reading: its yaku and dora, or its yakuman.

Yaku are found by bits over the groups and over the kinds of all tiles.
"""

from collections.abc import Iterator

from trainer.mahjong.fu import is_pinfu
from trainer.mahjong.groups import (
    HONOUR_BITS,
    OUTSIDE_BITS,
    SUIT_BITS,
    TERMINAL_BITS,
    Blocks,
    Group,
    in_a_row,
    kind_bits,
)
from trainer.mahjong.hand import Riichi, Win
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DORA, DRAGONS, KIND, RED_FIVES, TERMINALS_AND_HONOURS
from trainer.mahjong.yaku import CLOSED_HAN, DOUBLE_YAKUMAN, MANGAN_HAN, REDUCED_WHEN_OPEN, Claim, Yaku, YakuHan
from trainer.mahjong.yakuman import yakuman_of

_DRAGON_BITS = kind_bits(DRAGONS)
_ITTSU_BITS = tuple(0b1001001 << suit * 7 for suit in range(3))
_DRAGON_YAKU = ((31, Yaku.HAKU), (32, Yaku.HATSU), (33, Yaku.CHUN))


def claims(reading: Reading, win: Win, rules: Rules) -> list[Claim]:
    """What can be claimed for a reading: nothing without a yaku, two claims where renhou pays a mangan instead.

    Yaku as in the exchange format; values as at Tenhou unless the rules change them.
    """
    groups = Blocks.of(reading.groups)
    kinds = kind_bits(KIND[tile] for tile in win.tiles)
    found: list[Claim] = []
    yakuman = list(yakuman_of(reading, win, rules, groups, kinds))
    worth = sum(2 if rules.double_yakuman and name in DOUBLE_YAKUMAN else 1 for name in yakuman)
    if rules.multiple_yakuman == "single":
        worth = min(worth, 1)
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


def _yaku(reading: Reading, win: Win, rules: Rules, groups: Blocks, kinds: int, closed: bool) -> Iterator[Yaku]:
    yield from _yaku_of_the_moment(win, rules, closed)
    if reading.form is Form.KOKUSHI or reading.form is Form.SHIISAN_PUUTAA:
        return
    if not kinds & OUTSIDE_BITS and (closed or rules.open_tanyao):
        yield Yaku.TANYAO
    if is_pinfu(reading, win, rules):
        yield Yaku.PINFU
    if reading.form is Form.CHIITOITSU:
        yield Yaku.CHIITOITSU
    else:
        yield from _yaku_of_groups(reading, win, rules, groups, closed)
    if not kinds & ~OUTSIDE_BITS:
        if kinds & HONOUR_BITS and kinds & TERMINAL_BITS:
            yield Yaku.HONROUTOU
    elif reading.pair in TERMINALS_AND_HONOURS and all(group.has_terminal_or_honour for group in reading.groups):
        yield Yaku.CHANTA if kinds & HONOUR_BITS else Yaku.JUNCHAN
    if sum(1 for suit in SUIT_BITS if kinds & suit) == 1:
        yield Yaku.HONITSU if kinds & HONOUR_BITS else Yaku.CHINITSU


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


def _yaku_of_groups(reading: Reading, win: Win, rules: Rules, groups: Blocks, closed: bool) -> Iterator[Yaku]:
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
        if rules.sanrenkou and in_a_row(triplets, 3):
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
