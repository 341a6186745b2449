"""A win as it lies on the table: the tiles, the melds and everything around them that scoring needs."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from trainer.mahjong.tiles import Tile


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


@dataclass(frozen=True, slots=True)
class Meld:
    """A called group or a closed kan."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    """Three tiles, or four for a kan."""
    called: Tile | None = None
    """The claimed tile, where known; none for a closed kan."""
    source: Source | None = None
    """Whose discard it was, where known."""

    @property
    def is_kan(self) -> bool:
        """True for each of the three kinds of kan."""
        return self.kind in KANS

    @property
    def is_open(self) -> bool:
        """True for all but a closed kan."""
        return self.kind is not MeldKind.ANKAN


@dataclass(frozen=True, slots=True)
class Win:
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
        return all(meld.kind is MeldKind.ANKAN for meld in self.melds)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand: concealed, melds and the winning tile."""
        return (*self.concealed, *(tile for meld in self.melds for tile in meld.tiles), self.win_tile)
