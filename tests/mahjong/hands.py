"""Hypothesis strategies for legal wins, their rules, and everything JSON."""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from trainer.mahjong.hand import Meld, MeldKind, Riichi, Source, Win, Wind
from trainer.mahjong.rules import OPTIONS, TENHOU, Rules
from trainer.mahjong.tiles import KIND, KINDS, RED_OF, TERMINALS_AND_HONOURS, Tile, sort_tiles

MELD_OF_COPIES = {3: [MeldKind.PON], 4: [MeldKind.ANKAN, MeldKind.KAKAN, MeldKind.DAIMINKAN]}

KIND_OF_RED = {red: kind for kind, red in RED_OF.items()}

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=12), inner, max_size=5),
    max_leaves=8,
)


@dataclass
class _Wall:
    """The tiles not yet used: four of each kind, one five of each suit being red."""

    left: list[int] = field(default_factory=lambda: [4] * 34)
    reds: set[Tile] = field(default_factory=lambda: set(KIND_OF_RED))

    def take(self, kinds: tuple[Tile, ...], draw: Any) -> tuple[Tile, ...]:
        """Tiles of these kinds; the red five comes by chance, or when no plain five is left."""
        return tuple(self._one(kind, draw) for kind in kinds)

    def _one(self, kind: Tile, draw: Any) -> Tile:
        assert self.left[kind]
        red = RED_OF.get(kind)
        has_red = red in self.reds
        self.left[kind] -= 1
        if red is not None and has_red and (self.left[kind] == 0 or draw(st.integers(0, 2)) == 0):
            self.reds.remove(red)
            return red
        return kind

    def with_copies(self, copies: int) -> list[Tile]:
        return [kind for kind in KINDS if self.left[kind] >= copies]


@st.composite
def wins(draw: st.DrawFn) -> Win:
    """Complete hands that a table could show, with a yaku or without."""
    wall = _Wall()
    shape = draw(st.sampled_from(["standard"] * 8 + ["pairs", "pairs", "orphans"]))
    melds: tuple[Meld, ...] = ()
    if shape == "standard":
        melds, hand = _standard(draw, wall)
    elif shape == "pairs":
        kinds = draw(st.lists(st.sampled_from(KINDS), min_size=7, max_size=7, unique=True))
        hand = [tile for kind in kinds for tile in wall.take((kind, kind), draw)]
    else:
        kinds = [*sorted(TERMINALS_AND_HONOURS), draw(st.sampled_from(sorted(TERMINALS_AND_HONOURS)))]
        hand = list(wall.take(tuple(kinds), draw))
    win_tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    return _with_context(draw, wall, sort_tiles(hand), win_tile, melds)


def _standard(draw: st.DrawFn, wall: _Wall) -> tuple[tuple[Meld, ...], list[Tile]]:
    melds: list[Meld] = []
    hand: list[Tile] = []
    for called in draw(st.lists(st.integers(0, 2), min_size=4, max_size=4)):
        starts = [kind for kind in range(27) if kind % 9 < 7 and all(wall.left[kind : kind + 3])]
        if starts and draw(st.integers(0, 9)) < 6:
            first = draw(st.sampled_from(starts))
            tiles = wall.take((first, first + 1, first + 2), draw)
            kind = MeldKind.CHI
        else:
            copies = draw(st.sampled_from([3, 3, 4])) if not called else 3
            same = draw(st.sampled_from(wall.with_copies(copies)))
            tiles = wall.take((same,) * copies, draw)
            kind = draw(st.sampled_from(MELD_OF_COPIES[copies]))
        if called and len(tiles) == 3:
            hand += tiles
        else:
            melds.append(_meld(draw, kind, tiles))
    pair = draw(st.sampled_from(wall.with_copies(2)))
    return tuple(melds), [*hand, *wall.take((pair, pair), draw)]


def _meld(draw: st.DrawFn, kind: MeldKind, tiles: tuple[Tile, ...]) -> Meld:
    if kind is MeldKind.ANKAN:
        return Meld(kind, tiles)
    source = Source.LEFT if kind is MeldKind.CHI else draw(st.sampled_from(Source))
    return Meld(kind, tiles, draw(st.sampled_from(tiles)), source)


def _with_context(draw: st.DrawFn, wall: _Wall, hand: tuple[Tile, ...], win_tile: Tile, melds: tuple[Meld, ...]) -> Win:
    tsumo = draw(st.booleans())
    kans = sum(meld.is_kan for meld in melds)
    closed = not any(meld.is_open for meld in melds)
    seat = draw(st.sampled_from(Wind))
    riichi = draw(st.sampled_from([Riichi.RIICHI, Riichi.RIICHI, Riichi.DOUBLE, None])) if closed else None
    moments = ["", "", "", "last_tile"]
    if tsumo and kans:
        moments.append("after_kan")
    if not tsumo and all(KIND[tile] != KIND[win_tile] for tile in (*hand, *(t for meld in melds for t in meld.tiles))):
        moments.append("robbing_kan")
    if riichi is None and not melds and (tsumo or seat is not Wind.E):
        moments.append("first_turn")
    moment = draw(st.sampled_from(moments))
    if moment == "robbing_kan":  # the other three lie in the robbed kan
        wall.left[KIND[win_tile]] = 0
        wall.reds.discard(RED_OF.get(KIND[win_tile], -1))
    shown = draw(st.integers(1 + kans, min(5, 2 + kans)))
    indicators = [
        wall.take((draw(st.sampled_from(wall.with_copies(1))),), draw)[0] for _ in range(shown * (2 if riichi else 1))
    ]
    return Win(
        hand,
        win_tile,
        tsumo,
        draw(st.sampled_from(Wind)),
        seat,
        melds,
        riichi,
        ippatsu=riichi is not None and moment != "after_kan" and draw(st.booleans()),
        last_tile=moment == "last_tile",
        after_kan=moment == "after_kan",
        robbing_kan=moment == "robbing_kan",
        first_turn=moment == "first_turn",
        dora_indicators=tuple(indicators[:shown]),
        ura_indicators=tuple(indicators[shown:]),
        honba=draw(st.integers(0, 3)),
        riichi_sticks=draw(st.integers(0, 3)),
    )


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of a rule set that do not contradict each other, with a set that holds three red fives."""
    names = draw(st.sets(st.sampled_from(sorted(set(OPTIONS) - {"red_fives"}))))
    found = {name: draw(st.sampled_from(OPTIONS[name])) for name in sorted(names)}
    if found.get("aotenjou"):
        for name in ("kiriage", "kazoe", "multiple_yakuman"):
            found.pop(name, None)
    if found.get("double_yakuman") and found.get("multiple_yakuman") == "single":
        found["multiple_yakuman"] = draw(st.sampled_from([(1, 1.25, 1.5), (2.0,), "sum"]))
    return found


rule_sets: st.SearchStrategy[Rules] = st.just(TENHOU) | options().map(lambda found: Rules(**found))
