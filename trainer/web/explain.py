"""The way from a hand to its payment, ready for the page: groups with their real tiles, and sums as they are done."""

from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong import points
from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.hand import Meld
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.scoring import Count, Lesser, Score, lesser
from trainer.mahjong.tiles import KIND, Tile, sort_tiles
from trainer.web.labels import OPEN_SHAPES, label


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of the reading with the tiles that are really in it, red fives too."""

    name: LazyString
    tiles: tuple[Tile, ...]
    won: int | None = None
    """The place of the winning tile in it; None for the other groups."""
    meld: Meld | None = None


def shown_groups(score: Score, count: Count | None = None) -> tuple[ShownGroup, ...]:
    """The groups of a reading, by default of the dearest: concealed ones, then the pair, then the melds."""
    win, reading = score.win, (count or score.best).reading
    left = list(sort_tiles(win.concealed))
    if not reading.groups:
        tiles = sort_tiles((*left, win.win_tile))
        return (ShownGroup(label(reading.form), tiles, tiles.index(win.win_tile)),)
    concealed = reading.groups[: len(reading.groups) - len(win.melds)]
    completed = None if reading.completed is None else concealed.index(reading.completed)
    shown = [
        _shown(name_of(group), group.tiles, left, win.win_tile if place == completed else None)
        for place, group in enumerate(concealed)
    ]
    if reading.pair is not None:
        won = win.win_tile if completed is None else None
        shown.append(_shown(label(Shape.PAIR), (reading.pair,) * 2, left, won))
    shown += (
        ShownGroup(name_of(group), meld.tiles, meld=meld)
        for group, meld in zip(reading.groups[len(concealed) :], win.melds, strict=True)
    )
    return tuple(shown)


def _shown(name: LazyString, kinds: tuple[Tile, ...], left: list[Tile], won: Tile | None) -> ShownGroup:
    """Take a group's tiles out of the ones left, a red five first; the winning tile is none of them."""
    tiles = []
    place = None if won is None else len(kinds) - 1 - kinds[::-1].index(KIND[won])
    for index, kind in enumerate(kinds):
        if won is not None and index == place:
            tiles.append(won)
            continue
        tile = next(tile for tile in left if KIND[tile] == kind)
        left.remove(tile)
        tiles.append(tile)
    return ShownGroup(name, tuple(tiles), place)


def name_of(group: Group) -> LazyString:
    """What a group is, and for triplets and kans whether it is open."""
    return OPEN_SHAPES.get((group.shape, group.is_open)) or label(group.shape)


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A legal reading that is not paid."""

    count: Count
    groups: tuple[ShownGroup, ...]
    worth: str
    lesser: Lesser
    """In which respect it falls behind."""
    why: LazyString
    """That in words."""


def other_readings(score: Score) -> tuple[OtherReading, ...]:
    """Every legal reading but the dearest, the dearer first."""
    return tuple(
        OtherReading(
            count,
            shown_groups(score, count),
            worth(count),
            lesser(score.best, count),
            why_not(score.best, count),
        )
        for count in score.counts[1:]
    )


def why_not(best: Count, count: Count) -> LazyString:
    """Why a reading is not the one that is paid, and how much it would have lost."""
    reason = lesser(best, count)
    if reason is Lesser.POINTS:
        return _("It pays %(points)s points less.", points=best.points - count.points)
    return label(reason)


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """How one payment comes about: base × times = product, rounded, and the counters."""

    payer: Payer
    times: int
    product: int
    rounded: int
    honba: int
    points: int
    players: int


def payment_steps(score: Score) -> tuple[PaymentStep, ...]:
    """The arithmetic of each payment of the dearest reading."""
    win, base = score.win, score.best.base_points
    honba = points.honba_points(win.honba, win.tsumo, score.rules)
    owed = points.multiples(win.tsumo, win.is_dealer)
    return tuple(
        PaymentStep(payer, times, base * times, points.round_points(base * times), honba, share.points, players)
        for (payer, times, players), share in zip(owed, score.best.payment, strict=True)
    )


def limit_reason(score: Score) -> LazyString | None:
    """Why a limit applies; None when none does."""
    best, rules = score.best, score.rules
    if best.limit is None or best.limit is Limit.YAKUMAN:
        return None
    if best.limit is Limit.KAZOE_YAKUMAN:
        return _("13 han and more count as a yakuman.")
    if best.han >= 5:
        return _("From 5 han the han alone decide; the fu no longer matter.")
    base = points.uncapped_base(best.han, best.fu, rules)
    if base == 1920:
        return _("Kiriage mangan: 1920 is rounded up to a mangan.")
    return _("The base would be %(base)s; more than 2000 is a mangan.", base=base)


def worth(count: Count) -> str:
    """A count in one line as it is called at the table: "3 han 40 fu", or its limit."""
    if count.limit is not None and count.yakuman:
        return str(label(count.limit)) if count.yakuman == 1 else f"{label(count.limit)} × {count.yakuman}"
    if count.limit is None or (count.limit is Limit.MANGAN and count.han < 5):
        called = _("%(han)s han %(fu)s fu", han=count.han, fu=count.fu)
    else:
        called = _("%(han)s han", han=count.han)
    return str(called) if count.limit is None else f"{called} · {label(count.limit)}"
