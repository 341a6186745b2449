"""What the winning tile does in a reading, each made once."""

from functools import cache
from typing import NamedTuple

from trainer.mahjong.fu import FuItem, wait_items
from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.tiles import Tile
from trainer.mahjong.waits import Wait, run_wait


class Completion(NamedTuple):
    """What the winning tile does in a reading."""

    tile: Tile
    """Its kind."""
    wait: Wait
    group: Group | None
    """The group that it completes; None when it completes the pair."""
    items: tuple[FuItem, ...]
    """The fu of the wait."""


@cache
def completion(completed: Group, won: Tile) -> Completion:
    """A group of a hand completed by its last tile: a triplet was one pair of a shanpon."""
    wait = run_wait(completed, won) if completed.shape is Shape.RUN else Wait.SHANPON
    return Completion(won, wait, completed, wait_items(wait, completed.tiles))


@cache
def tanki(won: Tile) -> Completion:
    """The pair of a hand completed."""
    return Completion(won, Wait.TANKI, None, wait_items(Wait.TANKI, (won, won)))
