"""The 136 tiles of a set, from which a hand and its indicators are taken, so that nothing is ever dealt twice."""

from collections.abc import Iterable
from random import Random

from trainer.mahjong.tiles import KIND, KINDS, RED_OF, Tile
from trainer.teaching.chance import below


class Wall:
    """What is left of a set of tiles."""

    def __init__(self, random: Random, red_fives: int) -> None:
        """A full set with that many red fives: 0, one of each suit (3), or a second one in circles (4)."""
        self._random = random
        self._left = [4] * len(KINDS)
        self._tiles = 4 * len(KINDS)
        self._reds = {kind: 2 if red_fives == 4 and kind == 13 else 1 for kind in RED_OF} if red_fives else {}

    def left(self, kind: Tile) -> int:
        """How many of a kind are left."""
        return self._left[kind]

    def take(self, kind: Tile) -> Tile:
        """One tile of a kind, each of those left as likely, so red by chance. Raises IndexError when none is left."""
        left = self._left[kind]
        if not left:
            raise IndexError(f"no tile of kind {kind} is left")
        self._left[kind] = left - 1
        self._tiles -= 1
        reds = self._reds.get(kind, 0)
        if reds and below(self._random, left) < reds:
            self._reds[kind] = reds - 1
            return RED_OF[kind]
        return kind

    def lay(self, tiles: Iterable[Tile]) -> None:
        """Take these very tiles, red or not. Raises IndexError for one that is not left."""
        for tile in tiles:
            kind = KIND[tile]
            self._left[kind] -= 1
            self._tiles -= 1
            if tile != kind:
                self._reds[kind] = self._reds.get(kind, 0) - 1
            if not 0 <= self._reds.get(kind, 0) <= self._left[kind]:
                raise IndexError(f"no such tile of kind {kind} is left")

    def draw(self) -> Tile:
        """Any tile that is left, each as likely."""
        place = below(self._random, self._tiles)
        for kind, left in enumerate(self._left):
            place -= left
            if place < 0:
                return self.take(kind)
        raise IndexError("no tile is left")
