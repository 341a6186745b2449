"""Which yakuman a reading has."""

from collections.abc import Iterator

from trainer.mahjong.groups import HONOUR_BITS, SUIT_BITS, TERMINAL_BITS, Blocks, in_a_row, kind_bits
from trainer.mahjong.hand import Win
from trainer.mahjong.readings import Form, Reading, Wait
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DRAGONS, KIND, WINDS
from trainer.mahjong.yaku import Yaku

_GREEN_BITS = kind_bits((19, 20, 21, 23, 25, 32))
_DRAGON_BITS = kind_bits(DRAGONS)
_WIND_BITS = kind_bits(WINDS)
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def yakuman_of(reading: Reading, win: Win, rules: Rules, groups: Blocks, kinds: int) -> Iterator[Yaku]:
    """The yakuman of a reading; ``groups`` sums up its groups, ``kinds`` has the bits of all tiles of the hand."""
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
        if not kinds & ~HONOUR_BITS:
            yield Yaku.TSUUIISOU
        if not kinds & ~TERMINAL_BITS:
            yield Yaku.CHINROUTOU
        if not kinds & ~_GREEN_BITS:
            yield Yaku.RYUUIISOU
        if groups.triplet_bits:
            yield from _yakuman_of_triplets(reading, rules, groups)
        if not win.melds and not kinds & HONOUR_BITS:
            yield from _nine_gates(win, kinds)


def _yakuman_of_triplets(reading: Reading, rules: Rules, groups: Blocks) -> Iterator[Yaku]:
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
    if rules.suurenkou and in_a_row(groups.triplet_bits, 4):
        yield Yaku.SUURENKOU


def _nine_gates(win: Win, kinds: int) -> Iterator[Yaku]:
    """Chuuren poutou: 1112345678999 of one suit and any tile of it, wholly concealed; junsei on all nine waits."""
    suit = next((suit for suit, bits in enumerate(SUIT_BITS) if kinds == bits), None)
    if suit is None:
        return
    ranks = [KIND[tile] - suit * 9 for tile in win.tiles]
    if all(ranks.count(rank) >= copies for rank, copies in enumerate(_NINE_GATES)):
        extra = ranks.count(KIND[win.win_tile] - suit * 9) > _NINE_GATES[KIND[win.win_tile] - suit * 9]
        yield Yaku.JUNSEI_CHUUREN if extra else Yaku.CHUUREN
