"""A hand as it lies on the table: which tile is turned or face down, and how each is read out."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from flask import g, url_for
from flask_babel import LazyString, get_locale, lazy_pgettext
from flask_babel import lazy_gettext as _
from jinja2 import Environment

from trainer.mahjong.hand import Meld, MeldKind, Source, Win, Wind
from trainer.mahjong.tiles import KIND, Tile, sort_tiles, tile_name
from trainer.web.labels import PAYS, WIND_LETTERS, label

WALL_PLACES = 5
"""Places for indicators on the dead wall: one from the start and one more for each kan."""

_RANKS = (
    lazy_pgettext("rank of a tile", "1"),
    lazy_pgettext("rank of a tile", "2"),
    lazy_pgettext("rank of a tile", "3"),
    lazy_pgettext("rank of a tile", "4"),
    lazy_pgettext("rank of a tile", "5"),
    lazy_pgettext("rank of a tile", "6"),
    lazy_pgettext("rank of a tile", "7"),
    lazy_pgettext("rank of a tile", "8"),
    lazy_pgettext("rank of a tile", "9"),
)
_SPOKEN: tuple[LazyString, ...] = (
    *(_("%(rank)s of characters", rank=rank) for rank in _RANKS),
    *(_("%(rank)s of circles", rank=rank) for rank in _RANKS),
    *(_("%(rank)s of bamboo", rank=rank) for rank in _RANKS),
    *(label(wind) for wind in Wind),
    _("white dragon"),
    _("green dragon"),
    _("red dragon"),
    _("red 5 of characters"),
    _("red 5 of circles"),
    _("red 5 of bamboo"),
)

_DRAGON_LETTERS = (
    lazy_pgettext("dragon in one letter", "W"),
    lazy_pgettext("dragon in one letter", "G"),
    lazy_pgettext("dragon in one letter", "R"),
)


@dataclass(frozen=True, slots=True)
class Laid:
    """One tile of a meld as it lies."""

    tile: Tile
    turned: bool = False
    """Turned sideways: the called tile, at the place that tells whose discard it was."""
    face_down: bool = False
    added: Tile | None = None
    """The fourth tile of a kakan, which lies on the turned one."""


def spoken(tile: Tile) -> LazyString:
    """What a tile is called when it is read out."""
    return _SPOKEN[tile]


def lay_meld(meld: Meld) -> tuple[Laid, ...]:
    """The tiles of a meld from left to right.

    The called tile lies at the side it came from; where the source is not known it lies at the left, turned all the
    same, so that the group is seen to be open. A closed kan shows its two middle tiles.
    """
    tiles = list(sort_tiles(meld.tiles))
    if meld.kind is MeldKind.ANKAN:
        # The red five, if there is one, is sorted first and must be seen.
        middle = tiles[:2]
        return Laid(tiles[2], face_down=True), *map(Laid, middle), Laid(tiles[3], face_down=True)
    called = meld.called if meld.called is not None else tiles[-1]
    tiles.remove(called)
    added = tiles.pop() if meld.kind is MeldKind.KAKAN else None
    place = {Source.ACROSS: 1, Source.RIGHT: len(tiles)}.get(meld.source or Source.LEFT, 0)
    laid = [Laid(tile) for tile in tiles]
    laid.insert(place, Laid(called, turned=True, added=added))
    return tuple(laid)


def spoken_meld(meld: Meld) -> str:
    """A meld read out: its kind, whose discard it took, and its tiles."""
    tiles = spoken_tiles(sort_tiles(meld.tiles))
    if meld.source is None:
        return str(_("%(meld)s: %(tiles)s", meld=label(meld.kind), tiles=tiles))
    source = label(meld.source)
    return str(_("%(meld)s %(source)s: %(tiles)s", meld=label(meld.kind), source=source, tiles=tiles))


def spoken_tiles(tiles: Iterable[Tile]) -> str:
    """Tiles read out one after the other."""
    locale = str(get_locale())
    return _comma(locale).join([_spoken_in(tile, locale) for tile in tiles])


@lru_cache(maxsize=1024)
def _spoken_in(tile: Tile, _locale: str) -> str:
    """What a tile is called in the language of this request; a page with a hundred hands says it often."""
    return str(spoken(tile))


@lru_cache(maxsize=16)
def _comma(_locale: str) -> str:
    return str(_(", "))


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table."""

    side: str
    """``own``, ``right``, ``across`` or ``left``."""
    wind: Wind

    @property
    def is_dealer(self) -> bool:
        """True for East."""
        return self.wind is Wind.E


def seats(win: Win) -> tuple[Seat, ...]:
    """The four sides, the winner's first, then in the order of play."""
    sides = ("own", "right", "across", "left")
    return tuple(Seat(side, Wind(27 + (win.seat_wind - 27 + turn) % 4)) for turn, side in enumerate(sides))


def circumstances(win: Win) -> tuple[LazyString, ...]:
    """Everything that was special about the win, in the order it happened."""
    found = []
    if win.riichi is not None:
        found.append(label(win.riichi))
    if win.ippatsu:
        found.append(_("Ippatsu"))
    if win.first_turn:
        found.append(_("First turn, no calls"))
    if win.after_kan:
        found.append(_("Rinshan: drawn after a kan"))
    if win.robbing_kan:
        found.append(_("Chankan: from an added kan"))
    if win.last_tile:
        found.append(_("Haitei: the last draw") if win.tsumo else _("Houtei: the last discard"))
    return tuple(found)


def corner(tile: Tile) -> str:
    """What stands in the corner of a tile for whoever does not read the faces yet: a rank or a letter."""
    kind = KIND[tile]
    if kind < 27:
        return str(kind % 9 + 1)
    return str(WIND_LETTERS[Wind(kind)] if kind < 31 else _DRAGON_LETTERS[kind - 31])


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile of the closed hand and its place (see ``explain.place_of``)."""

    tile: Tile
    place: str


def closed_tiles(win: Win, apart: bool = True) -> tuple[Lying, ...]:
    """The closed hand in order; with the winning tile sorted in unless it lies apart."""
    lying = [Lying(tile, f"c{number}") for number, tile in enumerate(sort_tiles(win.concealed))]
    if apart:
        return tuple(lying)
    rest = sort_tiles((*win.concealed, win.win_tile))
    # Behind its equals, where a drawn tile is put.
    place = len(rest) - 1 - rest[::-1].index(win.win_tile)
    return (*lying[:place], Lying(win.win_tile, "w"), *lying[place:])


def tile_href(tile: Tile | None) -> str:
    """The address of a tile's face in the sprite, or of the back for None."""
    if "sprite" not in g:
        g.sprite = url_for("static", filename="tiles.svg")
    return f"{g.sprite}#t{'back' if tile is None else tile_name(tile)}"


def add_to(environment: Environment) -> None:
    """Give the templates what they need to lay a hand out."""
    environment.globals.update(
        tile_href=tile_href,
        lay_meld=lay_meld,
        closed_tiles=closed_tiles,
        sort_tiles=sort_tiles,
        seats=seats,
        circumstances=circumstances,
        wall_places=WALL_PLACES,
    )
    environment.filters.update(
        label=label,
        pays=PAYS.__getitem__,
        wind_letter=WIND_LETTERS.__getitem__,
        corner=corner,
        spoken=spoken,
        tile_name=tile_name,
        spoken_meld=spoken_meld,
        spoken_tiles=spoken_tiles,
    )
