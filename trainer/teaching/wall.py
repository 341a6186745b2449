"""The 136 tiles of a set, from which a hand and its indicators are taken, so that nothing is ever dealt twice."""

from random import Random

from trainer.mahjong.tiles import KIND, KINDS, RED_OF, Tile
from trainer.teaching.chance import choose, shuffled


class Wall:
    """What is left of a set of tiles."""

    def __init__(self, random: Random, red_fives: int) -> None:
        """A full set with that many red fives: 0, one of each suit (3), or a second one in circles (4)."""
        self._random = random
        self._left: list[list[Tile]] = []
        for kind in KINDS:
            reds = 0 if kind not in RED_OF or not red_fives else 2 if red_fives == 4 and kind == 13 else 1
            self._left.append(shuffled(random, [RED_OF[kind]] * reds + [kind] * (4 - reds)) if reds else [kind] * 4)

    def left(self, kind: Tile) -> int:
        """How many of a kind are left."""
        return len(self._left[kind])

    def take(self, kind: Tile) -> Tile:
        """One tile of a kind, red by chance. Raises IndexError when none is left."""
        return self._left[kind].pop()

    def draw(self) -> Tile:
        """Any tile that is left, each as likely."""
        tile = choose(self._random, [tile for tiles in self._left for tile in tiles])
        self._left[KIND[tile]].remove(tile)
        return tile
