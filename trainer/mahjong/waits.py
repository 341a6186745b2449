"""What a hand was waiting for."""

from enum import StrEnum

from trainer.mahjong.groups import Group
from trainer.mahjong.tiles import Tile


class Wait(StrEnum):
    """What the hand was waiting for in a reading."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"
    KOKUSHI = "kokushi"
    KOKUSHI_13 = "kokushi_13"


def run_wait(run: Group, won: Tile) -> Wait:
    """The wait of a run that is completed by one of its tiles."""
    if won == run.tile + 1:
        return Wait.KANCHAN
    rank = run.tile % 9
    if (won == run.tile and rank == 6) or (won != run.tile and rank == 0):
        return Wait.PENCHAN
    return Wait.RYANMEN
