"""What can be claimed for a reading: its yaku and dora, or its yakuman.

Yaku are found by bits and counts over the groups and over the kinds of all tiles (see ``groups``).
"""

from functools import lru_cache

from trainer.mahjong.fu_count import is_pinfu
from trainer.mahjong.groups import (
    HONOUR_BITS,
    ONE_CLOSED_TRIPLET,
    ONE_KAN,
    ONE_OUTSIDE,
    ONE_PAIR,
    OUTSIDE_BITS,
    SIMPLE_BITS,
    SUITS_AT,
    TERMINAL_BITS,
    doubled_runs,
    in_a_row,
)
from trainer.mahjong.hand import Win
from trainer.mahjong.makers import maker
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.tally import RED_DIGITS, SHIFT, Tally, reds
from trainer.mahjong.tiles import DORA, DRAGONS
from trainer.mahjong.yaku import DOUBLE_YAKUMAN, MANGAN_HAN, Claim, Yaku, YakuHan
from trainer.mahjong.yakuman import yakuman_of

_DRAGON_BITS = sum(1 << kind for kind in DRAGONS)
_ONE_SUIT = frozenset({1, 2, 4})
"""The bits of m, p and s where the tiles are of one of them."""
_ALL_OUTSIDE = 4 + 1 + ONE_PAIR // ONE_OUTSIDE
_FIRST_RANKS = 1 | 1 << 7 | 1 << 14
# To get a member from its class takes as long as twenty other steps.
_KOKUSHI, _SHIISAN_PUUTAA, _CHIITOITSU = Form.KOKUSHI, Form.SHIISAN_PUUTAA, Form.CHIITOITSU
_TANYAO, _PINFU, _CHIITOITSU_YAKU = Yaku.TANYAO, Yaku.PINFU, Yaku.CHIITOITSU
_DORA, _RED_FIVE, _URA_DORA = Yaku.DORA, Yaku.RED_FIVE, Yaku.URA_DORA
_DRAGON_YAKU = ((1 << 31, Yaku.HAKU), (1 << 32, Yaku.HATSU), (1 << 33, Yaku.CHUN))


def claims(reading: Reading, dora: tuple[YakuHan, ...] = ()) -> list[Claim]:
    """What can be claimed for a reading: nothing without a yaku, two claims where renhou pays a mangan instead.

    ``dora`` are the bonus han of the win (see ``bonus``), which count beside a yaku.

    Yaku as in the exchange format; values as at Tenhou unless the rules change them.
    """
    form, _pair, _groups, _completion, situation, kinds, _runs, triplets, counts, _items = reading
    top = _NO_YAKUMAN
    one_suit = kinds >> SUITS_AT & 7 in _ONE_SUIT
    # At a glance: a yakuman has no run, or one suit only, or three triplets of honours, or it is one by its moment.
    if not counts & 7 or one_suit or situation.yakuman or (triplets & HONOUR_BITS).bit_count() > 2:
        yakuman = yakuman_of(reading)
        if yakuman:
            top = _yakuman_claim(yakuman, situation.rules)
            if not situation.rules.aotenjou:
                return [top]
        elif form is _SHIISAN_PUUTAA:
            return [_mangan_claim(Yaku.SHIISAN_PUUTAA)]
    found = []
    if situation.first_turn and not situation.tsumo and situation.rules.renhou == "mangan":
        found.append(_mangan_claim(Yaku.RENHOU))
    listed = yaku_of(reading)
    if listed or top is not _NO_YAKUMAN:
        listed += dora
        han = top.han
        for item in listed:
            han += item[1]
        found.append(_claim(((*top.yaku, *listed), han, top.yakuman)))
    return found


_claim = maker(Claim)


def _yakuman_claim(names: list[Yaku], rules: Rules) -> Claim:
    """All yakuman of a hand, a double one counted twice where the rules say so; one alone where only one is paid."""
    listed = tuple(YakuHan(name, 26 if rules.double_yakuman and name in DOUBLE_YAKUMAN else 13) for name in names)
    worth = 1 if rules.multiple_yakuman == "single" else sum(item.han for item in listed) // 13
    return Claim(listed, 13 * worth, worth)


_NO_YAKUMAN = Claim((), 0, 0)


def _mangan_claim(name: Yaku) -> Claim:
    return Claim((YakuHan(name, MANGAN_HAN),), MANGAN_HAN, 0)


def yaku_of(reading: Reading) -> list[YakuHan]:
    """The yaku of a reading, in the order they are listed to people; yakuman and bonus han are not among them."""
    form, _pair, groups, _completion, situation, kinds, runs, triplets, counts, set_items = reading
    found = list(situation.yaku)
    if form is _KOKUSHI or form is _SHIISAN_PUUTAA:
        return found
    worth = situation.worth
    if not kinds & OUTSIDE_BITS and (situation.closed or situation.rules.open_tanyao):
        found.append(worth[_TANYAO])
    if form is _CHIITOITSU:
        found.append(worth[_CHIITOITSU_YAKU])
    elif not set_items and is_pinfu(reading):
        found.append(worth[_PINFU])
    if runs:
        if situation.closed and runs.bit_count() < counts & 7:
            found.append(worth[Yaku.RYANPEIKOU if doubled_runs(groups) == 2 else Yaku.IIPEIKOU])
        if runs & runs >> 7 & runs >> 14 & 0x7F:
            found.append(worth[Yaku.SANSHOKU])
        # The bits of ranks 1, 4 and 7 lie three apart within a suit's seven.
        if runs & runs >> 3 & runs >> 6 & _FIRST_RANKS:
            found.append(worth[Yaku.ITTSU])
    if triplets:
        found += _yaku_of_triplets(reading)
    if not kinds & SIMPLE_BITS:
        if kinds & HONOUR_BITS and kinds & TERMINAL_BITS:
            found.append(worth[Yaku.HONROUTOU])
    elif counts // ONE_OUTSIDE == _ALL_OUTSIDE:
        found.append(worth[Yaku.CHANTA if kinds & HONOUR_BITS else Yaku.JUNCHAN])
    if kinds >> SUITS_AT & 7 in _ONE_SUIT:
        found.append(worth[Yaku.HONITSU if kinds & HONOUR_BITS else Yaku.CHINITSU])
    return found


def _yaku_of_triplets(reading: Reading) -> list[YakuHan]:
    found: list[YakuHan] = []
    _form, pair, _groups, _completion, situation, _kinds, _runs, triplets, counts, _items = reading
    worth = situation.worth
    if triplets & HONOUR_BITS:
        for dragon, name in _DRAGON_YAKU:
            if triplets & dragon:
                found.append(worth[name])
        if triplets >> situation.seat_wind & 1:
            found.append(worth[Yaku.SEAT_WIND])
        if triplets >> situation.round_wind & 1:
            found.append(worth[Yaku.ROUND_WIND])
        if pair in DRAGONS and (triplets & _DRAGON_BITS).bit_count() == 2:
            found.append(worth[Yaku.SHOUSANGEN])
    if not counts & 7:
        found.append(worth[Yaku.TOITOI])
    if triplets & triplets >> 9 & triplets >> 18 & 0x1FF:
        found.append(worth[Yaku.SANSHOKU_DOUKOU])
    if counts // ONE_CLOSED_TRIPLET & 7 == 3:
        found.append(worth[Yaku.SANANKOU])
    if counts // ONE_KAN & 7 == 3:
        found.append(worth[Yaku.SANKANTSU])
    if situation.rules.sanrenkou and in_a_row(triplets, 3):
        found.append(worth[Yaku.SANRENKOU])
    return found


def bonus(win: Win, whole: Tally, rules: Rules) -> tuple[YakuHan, ...]:
    """Dora, red fives and ura dora of a win, all its tiles counted; an indicator shown twice counts twice."""
    shown, below = win.dora_indicators, win.ura_indicators
    if not rules.kan_dora:
        shown, below = shown[:1], below[:1]
    found: tuple[YakuHan, ...] = ()
    dora = 0
    for tile in shown:
        dora += whole >> _DORA_AT[tile] & 127
    if dora:
        found += (_bonus(_DORA, dora),)
    if whole & RED_DIGITS:
        found += (_bonus(_RED_FIVE, reds(whole)),)
    if below and rules.ura_dora:
        ura = 0
        for tile in below:
            ura += whole >> _DORA_AT[tile] & 127
        if ura:
            found += (_bonus(_URA_DORA, ura),)
    return found


_DORA_AT = tuple(SHIFT[dora] for dora in DORA)
_bonus = lru_cache(maxsize=256)(YakuHan)
