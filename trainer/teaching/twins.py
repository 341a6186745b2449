"""Minimal pairs: a win and its twin that differs in one thing only, for the question "what changes?".

Which rules make the difference is not written down: they are those which, got wrong, give one of the two hands a wrong
answer, and another difference.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from trainer.mahjong.errors import HandError
from trainer.mahjong.groups import Shape
from trainer.mahjong.hand import Meld, MeldKind, Source, Win, Wind
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Count, NoYaku, Score, score
from trainer.mahjong.tiles import KIND, Tile, sort_tiles
from trainer.teaching.chance import choose
from trainer.teaching.generate import OF_THE_PAYMENT, NoHand, generate
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import ImpossibleOrder, Obstacle, Order
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import follow

MOST_HANDS = 200
"""Hands looked at for one that has a twin as wanted; nearly every hand has some."""


class Change(StrEnum):
    """The one thing in which a twin differs."""

    WIN_BY = "win_by"
    """Ron or tsumo."""
    CALLED = "called"
    """A group is called, or closed."""
    WIN_TILE = "win_tile"
    """The same tiles, but another one comes last."""
    SEAT = "seat"
    """The winner's seat."""


_IN_THE_PAYMENT = {
    Change.WIN_BY: {RuleType.PAYMENT_SPLIT, RuleType.HONBA},
    Change.CALLED: {RuleType.HAN_YAKU},
    Change.WIN_TILE: set[RuleType](),
    Change.SEAT: {RuleType.DEALER, RuleType.PAYMENT_SPLIT},
}
"""Rules that a change brings into play after the fu are counted, where they change one of the payments."""

WITH_TWINS = frozenset(
    {
        RuleType.MENZEN_RON, RuleType.TSUMO, RuleType.PINFU_TSUMO, RuleType.OPEN_PINFU, RuleType.WAIT,
        RuleType.SHANPON, RuleType.OPEN_CLOSED, RuleType.TERMINAL_HONOUR, RuleType.KAN, RuleType.PAIR_VALUE,
        RuleType.DOUBLE_WIND, RuleType.READING,
        RuleType.PAYMENT_SPLIT, RuleType.DEALER, RuleType.HONBA, RuleType.HAN_YAKU,
    }
)  # fmt: skip
"""Rule types that a twin can be about."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A win that differs from another in one thing, so that it has other fu or is paid otherwise."""

    change: Change
    win: Win
    rule_types: tuple[RuleType, ...]
    """The rules at work in the difference, at least one."""


def twins(win: Win, rules: Rules = TENHOU) -> tuple[Twin, ...]:
    """Every twin of a win, ordered by what is changed. Raises HandError when the win itself is impossible."""
    ours = score(win, rules)
    if isinstance(ours, NoYaku):
        return ()
    found: dict[Win, Twin] = {}
    for change, other in _others(ours):
        theirs = _scored(other, rules)
        if theirs is not None and other not in found and _answer(theirs.best) != _answer(ours.best):
            rule_types = _at_work(change, ours, theirs)
            if rule_types:
                found[other] = Twin(change, other, rule_types)
    return tuple(found.values())


def one_of(random: Random, found: Iterable[Twin]) -> Twin:
    """One of several twins: first what is changed, for there are far more other seats and tiles than ways to win."""
    by_change: dict[Change, list[Twin]] = {}
    for twin in found:
        by_change.setdefault(twin.change, []).append(twin)
    return choose(random, choose(random, list(by_change.values())))


def change_between(win: Win, twin: Win) -> Change:
    """What a win and its twin differ in."""
    if win.tsumo is not twin.tsumo:
        return Change.WIN_BY
    if win.seat_wind is not twin.seat_wind:
        return Change.SEAT
    return Change.CALLED if win.melds != twin.melds else Change.WIN_TILE


def what_changes(random: Random, rules: Rules = TENHOU, order: Order = Order()) -> tuple[Win, Twin]:  # noqa: B008
    """A dealt hand and one of its twins, to ask what changes; where the order has a focus, a twin that is about it.

    Raises ImpossibleOrder at once for a focus on what no twin is about, or as ``generate`` does; NoHand when no hand
    dealt has a twin.
    """
    for rule_type in order.focus:
        if rule_type not in WITH_TWINS:
            raise ImpossibleOrder(rule_type, Obstacle.NO_TWIN)
    for _ in range(MOST_HANDS):
        win = generate(random, rules, order)
        found = [twin for twin in twins(win, rules) if not order.focus or set(order.focus) & set(twin.rule_types)]
        if found:
            return win, one_of(random, found)
    raise NoHand(f"no hand with such a twin among {MOST_HANDS}")


def _scored(win: Win, rules: Rules) -> Score | None:
    try:
        scored = score(win, rules)
    except HandError:
        return None
    return scored if isinstance(scored, Score) else None


def _answer(count: Count) -> tuple[object, ...]:
    return None if count.yakuman else count.fu, count.payment


def _at_work(change: Change, ours: Score, theirs: Score) -> tuple[RuleType, ...]:
    """The rule types that make the difference."""
    found = set()
    for mistake in CATALOGUE:
        our_count, their_count = follow(ours, mistake.alone), follow(theirs, mistake.alone)
        if mistake.rule_type in OF_THE_PAYMENT:
            at_work = mistake.rule_type in _IN_THE_PAYMENT[change] and (
                (our_count.payment == ours.best.payment) is not (their_count.payment == theirs.best.payment)
            )
        else:
            at_work = our_count.fu_sum - their_count.fu_sum != ours.best.fu_sum - theirs.best.fu_sum and (
                our_count.fu == ours.best.fu
            ) is not (their_count.fu == theirs.best.fu)
        if at_work:
            found.add(mistake.rule_type)
    return tuple(rule_type for rule_type in RuleType if rule_type in found)


def _others(ours: Score) -> Iterator[tuple[Change, Win]]:
    win = ours.win
    if not (win.after_kan or win.robbing_kan or win.first_turn):
        yield Change.WIN_BY, win._replace(tsumo=not win.tsumo)
    if win.riichi is None and not win.first_turn and not win.after_kan:
        yield from ((Change.CALLED, other) for other in (*_called(ours), *_closed(win)))
    if not win.robbing_kan:
        yield from ((Change.WIN_TILE, other) for other in _by_another_tile(win))
    if not win.first_turn:
        yield from ((Change.SEAT, win._replace(seat_wind=seat)) for seat in Wind if seat is not win.seat_wind)


def _called(ours: Score) -> Iterator[Win]:
    """Wins with one more group called: a run from the left, a triplet from across, a closed kan as an open one."""
    win, reading = ours.win, ours.best.reading
    for place, meld in enumerate(win.melds):
        if meld.kind is MeldKind.ANKAN:
            opened = Meld(MeldKind.DAIMINKAN, meld.tiles, meld.tiles[0], Source.ACROSS)
            yield win._replace(melds=(*win.melds[:place], opened, *win.melds[place + 1 :]))
    for one in dict.fromkeys(reading.groups[: 4 - len(win.melds)]):
        tiles = None if one is reading.completed else _taken(win.concealed, one.tiles)
        if tiles is not None and one.shape is Shape.RUN:
            yield _with_meld(win, Meld(MeldKind.CHI, tiles, tiles[0], Source.LEFT))
        elif tiles is not None and one.shape is Shape.TRIPLET:
            yield _with_meld(win, Meld(MeldKind.PON, tiles, tiles[0], Source.ACROSS))


def _taken(concealed: tuple[Tile, ...], kinds: tuple[Tile, ...]) -> tuple[Tile, ...] | None:
    """Tiles of these kinds out of a hand; None when it has not got them all."""
    left, taken = list(concealed), []
    for kind in kinds:
        tile = next((tile for tile in left if KIND[tile] == kind), None)
        if tile is None:
            return None
        left.remove(tile)
        taken.append(tile)
    return tuple(taken)


def _with_meld(win: Win, meld: Meld) -> Win:
    concealed = list(win.concealed)
    for tile in meld.tiles:
        concealed.remove(tile)
    return win._replace(concealed=tuple(concealed), melds=(*win.melds, meld))


def _closed(win: Win) -> Iterator[Win]:
    """Wins with one call less; an open kan becomes a closed one."""
    for place, meld in enumerate(win.melds):
        others = (*win.melds[:place], *win.melds[place + 1 :])
        if meld.kind in (MeldKind.CHI, MeldKind.PON):
            yield win._replace(concealed=sort_tiles((*win.concealed, *meld.tiles)), melds=others)
        elif meld.is_open:
            closed = Meld(MeldKind.ANKAN, meld.tiles)
            yield win._replace(melds=(*win.melds[:place], closed, *win.melds[place + 1 :]))


def _by_another_tile(win: Win) -> Iterator[Win]:
    for tile in dict.fromkeys(win.concealed):
        if KIND[tile] != KIND[win.win_tile]:
            rest = list(win.concealed)
            rest.remove(tile)
            yield win._replace(concealed=sort_tiles((*rest, win.win_tile)), win_tile=tile)
