"""What can be claimed for a reading: its yaku and dora, or its yakuman.

Yaku are found by bits over the groups and over the kinds of all tiles.
"""

from trainer.mahjong.fu import is_pinfu
from trainer.mahjong.groups import (
    HONOUR_BITS,
    OUTSIDE_BITS,
    SUIT_BITS,
    TERMINAL_BITS,
    doubled_runs,
    in_a_row,
    kind_bits,
)
from trainer.mahjong.hand import Riichi, Win
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.tally import RANKS, Suits, Tally, copies, reds
from trainer.mahjong.tiles import DORA, DRAGONS, KIND, TERMINALS_AND_HONOURS, Tile
from trainer.mahjong.yaku import CLOSED_HAN, DOUBLE_YAKUMAN, MANGAN_HAN, REDUCED_WHEN_OPEN, Claim, Yaku, YakuHan
from trainer.mahjong.yakuman import yakuman_of

_DRAGON_BITS = kind_bits(DRAGONS)
_FIRST_RANKS = 1 | 1 << 7 | 1 << 14
_DRAGON_YAKU = ((31, Yaku.HAKU), (32, Yaku.HATSU), (33, Yaku.CHUN))


def claims(reading: Reading, win: Win, rules: Rules, dora: tuple[YakuHan, ...] = ()) -> list[Claim]:
    """What can be claimed for a reading: nothing without a yaku, two claims where renhou pays a mangan instead.

    ``dora`` are the bonus han of the win (see ``bonus``), which count beside a yaku.

    Yaku as in the exchange format; values as at Tenhou unless the rules change them.
    """
    kinds = kind_bits_of(reading, win)
    yakuman = yakuman_of(reading, win, rules, kinds)
    if yakuman and not rules.aotenjou:
        return [_yakuman_claim(yakuman, rules)]
    if reading.form is Form.SHIISAN_PUUTAA and not yakuman:
        return [_mangan_claim(Yaku.SHIISAN_PUUTAA)]
    found = []
    if win.first_turn and not win.tsumo and rules.renhou == "mangan":
        found.append(_mangan_claim(Yaku.RENHOU))
    closed = win.is_closed
    worth = _CLOSED if closed else _OPEN
    listed = [worth[name] for name in _yaku(reading, win, rules, kinds, closed)]
    if reading.form is Form.CHIITOITSU and rules.chiitoitsu == "50x1":
        listed = [item._replace(han=1) if item.yaku is Yaku.CHIITOITSU else item for item in listed]
    if listed or yakuman:
        top = _yakuman_claim(yakuman, rules)
        listed += dora
        found.append(Claim((*top.yaku, *listed), top.han + sum([han for _yaku, han in listed]), top.yakuman))
    return found


def kind_bits_of(reading: Reading, win: Win) -> int:
    """The kinds of all tiles of a hand, one of 34 bits each."""
    if reading.form is Form.STANDARD and reading.pair is not None:
        return reading.blocks.kind_bits | 1 << reading.pair
    return kind_bits([KIND[tile] for tile in win.tiles])


_CLOSED = {name: YakuHan(name, CLOSED_HAN.get(name, 1)) for name in Yaku}
_OPEN = {name: item._replace(han=item.han - (name in REDUCED_WHEN_OPEN)) for name, item in _CLOSED.items()}


def _yakuman_claim(names: list[Yaku], rules: Rules) -> Claim:
    """All yakuman of a hand, a double one counted twice where the rules say so; one alone where only one is paid."""
    if not names:
        return _NO_YAKUMAN
    listed = tuple(YakuHan(name, 26 if rules.double_yakuman and name in DOUBLE_YAKUMAN else 13) for name in names)
    worth = 1 if rules.multiple_yakuman == "single" else sum(item.han for item in listed) // 13
    return Claim(listed, 13 * worth, worth)


_NO_YAKUMAN = Claim((), 0, 0)


def _mangan_claim(name: Yaku) -> Claim:
    return Claim((YakuHan(name, MANGAN_HAN),), MANGAN_HAN, 0)


def _yaku(reading: Reading, win: Win, rules: Rules, kinds: int, closed: bool) -> list[Yaku]:
    found = _yaku_of_the_moment(win, rules, closed)
    if reading.form is Form.KOKUSHI or reading.form is Form.SHIISAN_PUUTAA:
        return found
    blocks = reading.blocks
    if not kinds & OUTSIDE_BITS and (closed or rules.open_tanyao):
        found.append(Yaku.TANYAO)
    if is_pinfu(reading, win, rules):
        found.append(Yaku.PINFU)
    if reading.form is Form.CHIITOITSU:
        found.append(Yaku.CHIITOITSU)
    if blocks.run_bits:
        found += _yaku_of_runs(reading, closed)
    if blocks.triplet_bits:
        found += _yaku_of_triplets(reading, win, rules)
    if not kinds & ~OUTSIDE_BITS:
        if kinds & HONOUR_BITS and kinds & TERMINAL_BITS:
            found.append(Yaku.HONROUTOU)
    elif blocks.outside == 4 and reading.pair in TERMINALS_AND_HONOURS:
        found.append(Yaku.CHANTA if kinds & HONOUR_BITS else Yaku.JUNCHAN)
    numbers = kinds & ~HONOUR_BITS
    if numbers and not (numbers & ~SUIT_BITS[0] and numbers & ~SUIT_BITS[1] and numbers & ~SUIT_BITS[2]):
        found.append(Yaku.HONITSU if kinds & HONOUR_BITS else Yaku.CHINITSU)
    return found


def _yaku_of_the_moment(win: Win, rules: Rules, closed: bool) -> list[Yaku]:
    """What the way of winning earns, whatever the tiles."""
    found = []
    if win.riichi is not None:
        found.append(Yaku.DOUBLE_RIICHI if win.riichi is Riichi.DOUBLE else Yaku.RIICHI)
        if win.ippatsu and rules.ippatsu:
            found.append(Yaku.IPPATSU)
    if win.tsumo and closed:
        found.append(Yaku.MENZEN_TSUMO)
    if win.last_tile:
        found.append(Yaku.HAITEI if win.tsumo else Yaku.HOUTEI)
    if win.after_kan:
        found.append(Yaku.RINSHAN)
    if win.robbing_kan:
        found.append(Yaku.CHANKAN)
    return found


def _yaku_of_runs(reading: Reading, closed: bool) -> list[Yaku]:
    found, runs = [], reading.blocks.run_bits
    if closed and runs.bit_count() < reading.blocks.runs:
        found.append(Yaku.RYANPEIKOU if doubled_runs(reading.groups) == 2 else Yaku.IIPEIKOU)
    if runs & runs >> 7 & runs >> 14 & 0x7F:
        found.append(Yaku.SANSHOKU)
    # The bits of ranks 1, 4 and 7 lie three apart within a suit's seven.
    if runs & runs >> 3 & runs >> 6 & _FIRST_RANKS:
        found.append(Yaku.ITTSU)
    return found


def _yaku_of_triplets(reading: Reading, win: Win, rules: Rules) -> list[Yaku]:
    found, blocks = [], reading.blocks
    triplets = blocks.triplet_bits
    if triplets & HONOUR_BITS:
        found += [name for tile, name in _DRAGON_YAKU if triplets & 1 << tile]
        if triplets & 1 << win.seat_wind:
            found.append(Yaku.SEAT_WIND)
        if triplets & 1 << win.round_wind:
            found.append(Yaku.ROUND_WIND)
        if reading.pair in DRAGONS and (triplets & _DRAGON_BITS).bit_count() == 2:
            found.append(Yaku.SHOUSANGEN)
    if not blocks.runs:
        found.append(Yaku.TOITOI)
    if triplets & triplets >> 9 & triplets >> 18 & 0x1FF:
        found.append(Yaku.SANSHOKU_DOUKOU)
    if blocks.closed_triplets == 3:
        found.append(Yaku.SANANKOU)
    if blocks.kans == 3:
        found.append(Yaku.SANKANTSU)
    if rules.sanrenkou and in_a_row(triplets, 3):
        found.append(Yaku.SANRENKOU)
    return found


def bonus(win: Win, tally: Tally, rules: Rules) -> tuple[YakuHan, ...]:
    """Dora, red fives and ura dora of a win, its tiles counted in ``tally``; an indicator shown twice counts twice."""
    suits, found = tally.whole, []
    dora = _dora(suits, win.dora_indicators, rules)
    if dora:
        found.append(YakuHan(Yaku.DORA, dora))
    m, p, s, _z = suits
    if m > RANKS or p > RANKS or s > RANKS:
        found.append(YakuHan(Yaku.RED_FIVE, sum(reds(suits))))
    if win.riichi is not None and rules.ura_dora:
        ura = _dora(suits, win.ura_indicators, rules)
        if ura:
            found.append(YakuHan(Yaku.URA_DORA, ura))
    return tuple(found)


def _dora(suits: Suits, indicators: tuple[Tile, ...], rules: Rules) -> int:
    total = 0
    for tile in indicators if rules.kan_dora else indicators[:1]:
        total += copies(suits, DORA[tile])
    return total
