"""The set of tiles that hands are taken from."""

from random import Random

import pytest

from trainer.mahjong.tiles import Tile, parse_tiles
from trainer.teaching.wall import Wall


@pytest.mark.parametrize(
    ("red_fives", "text"),
    [(3, "5550m"), (0, "5555m"), (4, "5500p"), (3, "1111z"), (3, "555p")],
)
def test_what_the_set_holds_is_laid_out_and_then_missing(red_fives: int, text: str) -> None:
    wall, tiles = Wall(Random(1), red_fives), parse_tiles(text)
    wall.lay(tiles)
    left = [wall.draw() for _ in range(136 - len(tiles))]
    assert sorted((*left, *tiles)) == whole_set(red_fives)


def whole_set(red_fives: int) -> list[Tile]:
    wall = Wall(Random(0), red_fives)
    return sorted(wall.draw() for _ in range(136))


@pytest.mark.parametrize(("red_fives", "text"), [(3, "5555m"), (0, "0m"), (3, "00m"), (4, "5550p"), (3, "11111z")])
def test_what_the_set_does_not_hold_is_refused(red_fives: int, text: str) -> None:
    with pytest.raises(IndexError):
        Wall(Random(1), red_fives).lay(parse_tiles(text))
