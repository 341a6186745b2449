"""The faces of the tiles cut out of the sprite, for where a page cannot point into another file."""

import re
from functools import lru_cache
from pathlib import Path

from trainer.mahjong.tiles import TILES, Tile, tile_name
from trainer.places import shipped_folder

BACK = "back"
"""What stands for the name of a tile that lies face down."""

FACE_NAMES = (*map(tile_name, TILES), BACK)
"""Every face in the sprite: 37 tiles and the back."""

_WIDTH, _HEIGHT = 60, 80
_SYMBOL = re.compile(r'<symbol id="t(\w+)" viewBox="0 0 60 80">(.*?)</symbol>', re.DOTALL)
_PARTS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\s*", re.DOTALL)
_COLOUR = re.compile(r"var\(--(tile-\w+),[^)]*\)")
_CHOSEN = re.compile(r"--(tile-\w+):\s*([^;]+);")


def sprite_file() -> Path:
    """The sprite with all the faces."""
    return shipped_folder("static") / "tiles.svg"


def sprite_text() -> str:
    """The sprite to be put into a page, without what it says to its readers."""
    return _COMMENT.sub("", sprite_file().read_text(encoding="utf-8"))


def style_file() -> Path:
    """The style sheet of everything that is printed."""
    return shipped_folder("static") / "paper.css"


def face_name(tile: Tile | None) -> str:
    """The name of a tile's face, or of the back for None."""
    return BACK if tile is None else tile_name(tile)


def face_svg(name: str, turned: bool = False) -> str:
    """One face as a picture by itself, in the colours of paper; turned as a called tile lies.

    Raises KeyError for a name that no face has.
    """
    parts, faces = _cut()
    box = (_HEIGHT, _WIDTH) if turned else (_WIDTH, _HEIGHT)
    lying = f' transform="translate(0 {_WIDTH})rotate(-90)"' if turned else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box[0]}" height="{box[1]}" viewBox="0 0 {box[0]} {box[1]}">'
        f"{parts}<g{lying}>{faces[name]}</g></svg>"
    )


@lru_cache(maxsize=1)
def _cut() -> tuple[str, dict[str, str]]:
    """The parts that faces share, and each face, with colours for the variables that a printer of PDF does not know."""
    colours = dict(_CHOSEN.findall(style_file().read_text(encoding="utf-8")))
    text = _COLOUR.sub(lambda found: colours[found[1]], sprite_text())
    parts = _PARTS.search(text)
    assert parts is not None
    return parts[0], dict(_SYMBOL.findall(text))
