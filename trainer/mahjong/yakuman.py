"""Which yakuman a reading has."""

from trainer.mahjong.groups import HONOUR_BITS, SUIT_BITS, TERMINAL_BITS, in_a_row, kind_bits
from trainer.mahjong.hand import Win
from trainer.mahjong.readings import Form, Reading, Wait
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DRAGONS, KIND, WINDS
from trainer.mahjong.yaku import Yaku

_GREEN_BITS = kind_bits((19, 20, 21, 23, 25, 32))
_DRAGON_BITS = kind_bits(DRAGONS)
_WIND_BITS = kind_bits(WINDS)
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def yakuman_of(reading: Reading, win: Win, rules: Rules, kinds: int) -> list[Yaku]:
    """The yakuman of a reading; ``kinds`` has the bits of all tiles of the hand."""
    found = []
    if win.first_turn:
        if win.tsumo:
            if reading.form is not Form.SHIISAN_PUUTAA:
                found.append(Yaku.TENHOU if win.is_dealer else Yaku.CHIHOU)
        elif rules.renhou == "yakuman":
            found.append(Yaku.RENHOU)
    if rules.paarenchan and win.is_dealer and win.consecutive_wins >= 8:
        found.append(Yaku.PAARENCHAN)
    if reading.form is Form.KOKUSHI:
        found.append(Yaku.KOKUSHI_13 if reading.wait is Wait.KOKUSHI_13 else Yaku.KOKUSHI)
        return found
    if reading.form is Form.SHIISAN_PUUTAA:
        if rules.shiisan_puutaa == "yakuman":
            found.append(Yaku.SHIISAN_PUUTAA)
        return found
    if not kinds & ~HONOUR_BITS:
        found.append(Yaku.TSUUIISOU)
    if not kinds & ~TERMINAL_BITS:
        found.append(Yaku.CHINROUTOU)
    if not kinds & ~_GREEN_BITS:
        found.append(Yaku.RYUUIISOU)
    if reading.blocks.triplet_bits:
        found += _yakuman_of_triplets(reading, rules)
    if kinds in SUIT_BITS and not win.melds:
        found += _nine_gates(win, SUIT_BITS.index(kinds))
    return found


def _yakuman_of_triplets(reading: Reading, rules: Rules) -> list[Yaku]:
    found, blocks = [], reading.blocks
    if blocks.closed_triplets == 4:
        found.append(Yaku.SUUANKOU_TANKI if reading.wait is Wait.TANKI else Yaku.SUUANKOU)
    if blocks.kans == 4:
        found.append(Yaku.SUUKANTSU)
    triplets = blocks.triplet_bits
    if triplets & _DRAGON_BITS == _DRAGON_BITS:
        found.append(Yaku.DAISANGEN)
    winds = (triplets & _WIND_BITS).bit_count()
    if winds == 4:
        found.append(Yaku.DAISUUSHII)
    elif winds == 3 and reading.pair in WINDS:
        found.append(Yaku.SHOUSUUSHII)
    if rules.suurenkou and in_a_row(triplets, 4):
        found.append(Yaku.SUURENKOU)
    return found


def _nine_gates(win: Win, suit: int) -> list[Yaku]:
    """Chuuren poutou: 1112345678999 of one suit and any tile of it, wholly concealed; junsei on all nine waits."""
    ranks = [KIND[tile] - suit * 9 for tile in win.tiles]
    if any(ranks.count(rank) < copies for rank, copies in enumerate(_NINE_GATES)):
        return []
    won = KIND[win.win_tile] - suit * 9
    return [Yaku.JUNSEI_CHUUREN if ranks.count(won) > _NINE_GATES[won] else Yaku.CHUUREN]
