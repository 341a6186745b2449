"""The fu of a reading, item by item."""

from trainer.mahjong.fu import BASE, KOKUSHI, OPEN_PINFU, FuItem, chiitoitsu_item
from trainer.mahjong.readings import Form, Reading
from trainer.mahjong.waits import Wait

_CHIITOITSU, _KOKUSHI, _RYANMEN = Form.CHIITOITSU, Form.KOKUSHI, Wait.RYANMEN


def is_pinfu(reading: Reading) -> bool:
    """True when a closed hand earns fu for nothing but the win: four runs, a worthless pair, a ryanmen wait.

    Where the rules give no pinfu by tsumo, a tsumo is none.
    """
    _form, pair, _groups, completion, situation, _kinds, _runs, _triplets, _counts, set_items = reading
    return (
        completion[1] is _RYANMEN
        and not set_items
        and pair is not None
        and not situation.pair_items[pair]
        and situation.pinfu
    )


def fu_items(reading: Reading) -> tuple[FuItem, ...]:
    """Every item of a reading that is worth fu by itself (see ``with_open_pinfu``)."""
    form, pair, _groups, completion, situation, _kinds, _runs, _triplets, _counts, set_items = reading
    if form is _CHIITOITSU:
        return (chiitoitsu_item(situation.rules),)
    if form is _KOKUSHI or pair is None:
        return (KOKUSHI,)
    others = set_items + situation.pair_items[pair] + completion[3]
    if not others and is_pinfu(reading):
        return situation.pinfu_items
    return situation.win_items + others


def with_open_pinfu(items: tuple[FuItem, ...], reading: Reading) -> tuple[FuItem, ...]:
    """The items, and ten more where an open ron has none but the base and the rules count it 30 (open pinfu shape)."""
    situation = reading.situation
    if len(items) == 1 and items[0] is BASE and not situation.tsumo and not situation.closed:
        return (BASE, OPEN_PINFU) if situation.rules.open_pinfu == 30 else items
    return items
