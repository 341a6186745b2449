"""The way from a hand to its payment, ready for the page: groups with their real tiles, and sums as they are done."""

from dataclasses import dataclass

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong import points
from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.groups import Group, Shape
from trainer.mahjong.hand import Meld, Win
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.scoring import Count, Lesser, Score, lesser
from trainer.mahjong.tiles import KIND, Tile, sort_tiles
from trainer.teaching import ledger
from trainer.teaching.grade import LIMIT_HAN, OF_FU, Answer, Ask, Part, payment_of
from trainer.teaching.ledger import CheckedLine, Line, Place
from trainer.web.labels import OPEN_SHAPES, label


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """A group of the reading with the tiles that are really in it, red fives too."""

    name: LazyString
    tiles: tuple[Tile, ...]
    won: int | None = None
    """The place of the winning tile in it; None for the other groups."""
    meld: Meld | None = None
    places: tuple[str, ...] = ()
    """Where its tiles lie on the table (see ``place_of``)."""


WON = "w"
"""The place of the winning tile."""


def place_of(kind: str, number: int) -> str:
    """The name of a place on the table: "c0" is the first concealed tile of the sorted hand, "m0" the first meld."""
    return f"{kind}{number}"


def shown_groups(score: Score, count: Count | None = None) -> tuple[ShownGroup, ...]:
    """The groups of a reading, by default of the dearest: concealed ones, then the pair, then the melds."""
    win, reading = score.win, (count or score.best).reading
    left = [(tile, place_of("c", number)) for number, tile in enumerate(sort_tiles(win.concealed))]
    if not reading.groups:
        tiles = sort_tiles((*win.concealed, win.win_tile))
        places = (*(place for _, place in left), WON)
        return (ShownGroup(label(reading.form), tiles, tiles.index(win.win_tile), places=places),)
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
        ShownGroup(name_of(group), meld.tiles, meld=meld, places=(place_of("m", number),))
        for number, (group, meld) in enumerate(zip(reading.groups[len(concealed) :], win.melds, strict=True))
    )
    return tuple(shown)


def _shown(name: LazyString, kinds: tuple[Tile, ...], left: list[tuple[Tile, str]], won: Tile | None) -> ShownGroup:
    """Take a group's tiles out of the ones left, a red five first; the winning tile is none of them."""
    tiles, places = [], []
    place = None if won is None else len(kinds) - 1 - kinds[::-1].index(KIND[won])
    for index, kind in enumerate(kinds):
        if won is not None and index == place:
            tiles.append(won)
            places.append(WON)
            continue
        taken = next(lying for lying in left if KIND[lying[0]] == kind)
        left.remove(taken)
        tiles.append(taken[0])
        places.append(taken[1])
    return ShownGroup(name, tuple(tiles), place, places=tuple(places))


def lights(score: Score, count: Count) -> tuple[tuple[str, ...], ...]:
    """For each fu item of a reading the places of the tiles that earn it; none for the base."""
    groups = shown_groups(score, count)
    return tuple(_lit(item, groups) for item in count.fu_items)


def _lit(item: FuItem, groups: tuple[ShownGroup, ...]) -> tuple[str, ...]:
    if item.item is FuName.BASE:
        return ()
    if not item.tiles:
        return (WON,) if len(groups) > 1 else groups[0].places
    same = [group for group in groups if tuple(sorted(KIND[tile] for tile in group.tiles)) == item.tiles]
    # Of two equal sequences the wait is in the one that the winning tile completes.
    won = [group for group in same if WON in group.places]
    return (won or same)[0].places


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


def tiles_on(line: Line, win: Win) -> tuple[Tile, ...]:
    """The tiles that a line of the ledger is about, red fives too; none for the pair, which the learner finds."""
    if line.meld is not None:
        return line.meld.tiles
    if line.place is Place.GROUP:
        return tuple(tile for tile in sort_tiles((*win.concealed, win.win_tile)) if KIND[tile] == line.tile)
    return (win.win_tile,) if line.place is Place.WAIT else ()


def checked_lines(score: Score, answer: Answer) -> tuple[CheckedLine, ...]:
    """The ledger line by line, as it was filled in and as it should have been; none where it was left out."""
    return () if answer.items is None else ledger.check(score, answer.items)


def off_by(given: object, want: object) -> LazyString | None:
    """How far a number is off; None where there are not two numbers to compare."""
    if not (type(given) is int and type(want) is int) or given == want:
        return None
    if given > want:
        return _("%(difference)s too much", difference=given - want)
    return _("%(difference)s too little", difference=want - given)


def follows(score: Score, parts: tuple[Part, ...]) -> bool:
    """True when a wrong payment is what the wrong han or fu beside it come to: only those were off."""
    given = {part.ask: part.given for part in parts}
    wrong = {part.ask for part in parts if not part.right}
    best, rules, win = score.best, score.rules, score.win
    fu, han = given.get(Ask.FU, best.fu), given.get(Ask.HAN, best.han)
    if Ask.PAYMENT not in wrong or not wrong & {Ask.FU, Ask.HAN} or best.yakuman:
        return False
    if not (type(fu) is int and type(han) is int):
        return False
    base, _limit = points.base_points(han, fu, 0, rules)
    owed = points.multiples(win.tsumo, win.is_dealer)
    honba = points.honba_points(win.honba, win.tsumo, rules)
    shares = points.shares(base, owed, points.round_points, honba)
    return given[Ask.PAYMENT] == payment_of(shares)


def remarks(score: Score, parts: tuple[Part, ...]) -> tuple[LazyString, ...]:
    """What to say about parts that are right although they are not what the explanation shows, or needless."""
    best, said = score.best, []
    fu = [part for part in parts if part.ask in OF_FU]
    if any(part.given is None and part.right for part in fu):
        said.append(_("From 5 han the han alone decide; the fu no longer matter."))
    elif any(part.given is None for part in fu) and best.han < LIMIT_HAN:
        said.append(_("Under 5 han the fu are needed, even to know that a hand is a mangan."))
    if best.yakuman and any(part.right and part.given not in (None, part.want) for part in fu):
        said.append(_("A yakuman needs no fu, so any number is right."))
    elif any(part.right and part.given not in (None, part.want) for part in fu):
        said.append(_("Another reading pays the same, so its fu are right too."))
    if follows(score, parts):
        said.append(_("The payment is right for the numbers you gave: only those were off."))
    return tuple(said)
