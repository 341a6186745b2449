"""A win as it lies on the table: the tiles, the melds and everything around them that scoring needs."""

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import NamedTuple

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.groups import Group, Shape, group
from trainer.mahjong.tally import ONE, Tally, tally_of
from trainer.mahjong.tiles import KIND, Tile, tiles_name


class Wind(IntEnum):
    """A wind; its value is its tile."""

    E = 27
    S = 28
    W = 29
    N = 30


class MeldKind(StrEnum):
    """The calls a player can make, and the closed kan."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"


class Source(StrEnum):
    """Whose discard was called, seen from the winner."""

    LEFT = "left"
    ACROSS = "across"
    RIGHT = "right"


class Riichi(StrEnum):
    """How riichi was declared."""

    RIICHI = "riichi"
    DOUBLE = "double"


KANS = frozenset({MeldKind.DAIMINKAN, MeldKind.KAKAN, MeldKind.ANKAN})


_SHAPES = {MeldKind.CHI: Shape.RUN, MeldKind.PON: Shape.TRIPLET}


@dataclass(frozen=True, slots=True)
class Meld:
    """A called group or a closed kan. Raises HandError when the tiles are not what the kind says."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    """Three tiles, or four for a kan."""
    called: Tile | None = None
    """The claimed tile, where known; none for a closed kan."""
    source: Source | None = None
    """Whose discard it was, where known; chi is called from the left only."""
    group: Group = field(init=False, repr=False, compare=False)
    """The group it is in every reading."""
    is_open: bool = field(init=False, repr=False, compare=False)
    """True for all but a closed kan."""
    count: Tally = field(init=False, repr=False, compare=False)
    """Its tiles counted."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "is_open", self.kind is not MeldKind.ANKAN)
        kinds = tuple(sorted(KIND[tile] for tile in self.tiles))
        name = tiles_name(self.tiles)
        try:
            made = group(_SHAPES.get(self.kind, Shape.KAN), kinds[0], is_open=self.is_open)
        except (IndexError, KeyError):
            made = None
        if made is None or made.tiles != kinds:
            raise self._error(f"{name} is not a {self.kind}")
        if not self.is_open and (self.called is not None or self.source is not None):
            raise self._error("a closed kan is called from nobody")
        if self.called is not None and self.called not in self.tiles:
            raise self._error(f"the called tile is not in {name}")
        if self.kind is MeldKind.CHI and self.source not in (None, Source.LEFT):
            raise self._error("chi is called from the left only")
        object.__setattr__(self, "group", made)
        object.__setattr__(self, "count", tally_of(self.tiles))

    def _error(self, message: str) -> HandError:
        return HandError(ErrorCode.BAD_MELD, "melds", message, tiles=tiles_name(self.tiles), kind=self.kind)

    @property
    def is_kan(self) -> bool:
        """True for each of the three kinds of kan."""
        return self.kind in KANS


class Win(NamedTuple):
    """One winning hand with its full context."""

    concealed: tuple[Tile, ...]
    """The hand without the winning tile and without melds: 13 tiles less 3 for each meld."""
    win_tile: Tile
    """The tile that completes the hand."""
    tsumo: bool
    """True when drawn by the winner, False when taken from a discard (ron)."""
    round_wind: Wind
    """The wind of the round."""
    seat_wind: Wind
    """The winner's own wind; the dealer sits East."""
    melds: tuple[Meld, ...] = ()
    """Called groups and closed kans, in the order made."""
    riichi: Riichi | None = None
    """None when riichi was not declared."""
    ippatsu: bool = False
    """Won within the first uninterrupted turn after riichi."""
    last_tile: bool = False
    """Haitei on tsumo, houtei on ron."""
    after_kan: bool = False
    """Won by the replacement tile of a kan (rinshan kaihou)."""
    robbing_kan: bool = False
    """Won by the tile that another player added to a pon (chankan)."""
    first_turn: bool = False
    """Won in the first uninterrupted turn: tenhou, chihou, or renhou where the rules know it."""
    dora_indicators: tuple[Tile, ...] = ()
    """The indicators turned over, in order."""
    ura_indicators: tuple[Tile, ...] = ()
    """The indicators below them, seen only by a winner in riichi."""
    honba: int = 0
    """Counters on the table that this winner is paid for."""
    riichi_sticks: int = 0
    """Deposits of 1000 points that this winner collects, his own included."""
    consecutive_wins: int = 0
    """The dealer's wins in a row including this one; only paarenchan asks."""

    @property
    def is_dealer(self) -> bool:
        """True when the winner sits East."""
        return self.seat_wind is Wind.E

    @property
    def is_closed(self) -> bool:
        """True when no meld was called (menzen); a closed kan does not open the hand."""
        for meld in self.melds:  # noqa: SIM110 - a generator would cost as much as all the rest
            if meld.is_open:
                return False
        return True

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: concealed, melds and the winning tile."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), self.win_tile)

    def tally(self, concealed: Tally | None = None) -> tuple[Tally, Tally]:
        """The hand with the winning tile counted, and the same with the melds.

        ``concealed`` is the hand without the winning tile, where it is counted already.
        """
        counted = (tally_of(self.concealed) if concealed is None else concealed) + ONE[self.win_tile]
        whole = counted
        for meld in self.melds:
            whole += meld.count
        return counted, whole
