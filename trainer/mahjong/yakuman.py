"""Which yakuman a reading has."""

from trainer.mahjong.groups import (
    HONOUR_BITS,
    ONE_CLOSED_TRIPLET,
    ONE_KAN,
    SUIT_BITS,
    SUITS_AT,
    TERMINAL_BITS,
    in_a_row,
)
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.rules import Rules
from trainer.mahjong.tiles import DRAGONS, WINDS, Tile
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import Yaku

_GREEN_BITS = sum(1 << kind for kind in (19, 20, 21, 23, 25, 32))
_KIND_BITS = (1 << SUITS_AT) - 1
_DRAGON_BITS = sum(1 << kind for kind in DRAGONS)
_WIND_BITS = sum(1 << kind for kind in WINDS)
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def yakuman_of(reading: Reading) -> list[Yaku]:
    """The yakuman of a reading, that of the way of winning first."""
    form, pair, _groups, (_, wait, _, _), situation, kinds, _runs, triplets, counts, _ = reading
    found = list(situation.yakuman)
    if form is Form.KOKUSHI:
        found.append(Yaku.KOKUSHI_13 if wait is Wait.KOKUSHI_13 else Yaku.KOKUSHI)
        return found
    if form is Form.SHIISAN_PUUTAA:
        found = [name for name in found if name is Yaku.PAARENCHAN]  # its first draw is part of it
        if situation.rules.shiisan_puutaa == "yakuman":
            found.append(Yaku.SHIISAN_PUUTAA)
        return found
    of_kinds = kinds & _KIND_BITS
    if not of_kinds & ~HONOUR_BITS:
        found.append(Yaku.TSUUIISOU)
    if not of_kinds & ~TERMINAL_BITS:
        found.append(Yaku.CHINROUTOU)
    if not of_kinds & ~_GREEN_BITS:
        found.append(Yaku.RYUUIISOU)
    if triplets:
        found += _yakuman_of_triplets(triplets, counts, pair, wait, situation.rules)
    if kinds in SUIT_BITS and situation.closed and not counts // ONE_KAN & 7:
        found += _nine_gates(reading)
    return found


def _yakuman_of_triplets(triplets: int, counts: int, pair: Tile | None, wait: Wait, rules: Rules) -> list[Yaku]:
    found = []
    if counts // ONE_CLOSED_TRIPLET & 7 == 4:
        found.append(Yaku.SUUANKOU_TANKI if wait is Wait.TANKI else Yaku.SUUANKOU)
    if counts // ONE_KAN & 7 == 4:
        found.append(Yaku.SUUKANTSU)
    if triplets & _DRAGON_BITS == _DRAGON_BITS:
        found.append(Yaku.DAISANGEN)
    winds = (triplets & _WIND_BITS).bit_count()
    if winds == 4:
        found.append(Yaku.DAISUUSHII)
    elif winds == 3 and pair in WINDS:
        found.append(Yaku.SHOUSUUSHII)
    if rules.suurenkou and in_a_row(triplets, 4):
        found.append(Yaku.SUURENKOU)
    return found


def _nine_gates(reading: Reading) -> list[Yaku]:
    """Chuuren poutou: 1112345678999 of one suit and any tile of it, wholly concealed; junsei on all nine waits."""
    kinds = [kind for group in reading.groups for kind in group.tiles]
    if reading.pair is not None:
        kinds += [reading.pair] * 2
    ranks = [kind % 9 for kind in kinds]
    if any(ranks.count(rank) < copies for rank, copies in enumerate(_NINE_GATES)):
        return []
    won = reading.completion.tile % 9
    return [Yaku.JUNSEI_CHUUREN if ranks.count(won) > _NINE_GATES[won] else Yaku.CHUUREN]
