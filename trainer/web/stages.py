"""The way from a hand to its payment in stages, each a question to a class and then its answer."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from flask_babel import LazyString, lazy_ngettext
from flask_babel import lazy_gettext as _

from trainer.mahjong.fu import FuItem, FuName
from trainer.mahjong.hand import Win
from trainer.mahjong.points import Payer
from trainer.mahjong.readings import Form
from trainer.mahjong.rules import Rules
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import Tile
from trainer.mahjong.yaku import MANGAN_HAN, YakuHan
from trainer.web import explain
from trainer.web.explain import WON, OtherReading, PaymentStep, ShownGroup
from trainer.web.labels import label


class Kind(StrEnum):
    """What a stage reveals; a template draws each in its own way."""

    READING = "reading"
    FU_LINE = "fu_line"
    FU = "fu"
    YAKU = "yaku"
    HAN = "han"
    BASE = "base"
    PAYMENT = "payment"
    RECEIVED = "received"
    OTHERS = "others"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class FuLine:
    """What one thing of the hand earns, or that it earns nothing."""

    name: LazyString
    fu: int
    question: LazyString
    """Asks for its fu without telling them."""
    tiles: tuple[Tile, ...] = ()
    """The kinds that it is about; none for the base and the win."""
    lights: tuple[str, ...] = ()
    """Where they lie on the table (see ``explain.place_of``)."""
    why: LazyString | None = None
    """What doubles the fu of a triplet or kan, or does not."""


About: TypeAlias = tuple[FuLine | YakuHan | PaymentStep | ShownGroup | OtherReading, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Something to ask a class, and what is shown when it has answered."""

    kind: Kind
    question: LazyString
    answer: LazyString | str
    """The answer in one line, to be seen large and read out; the board shows the steps to it."""
    about: About = ()
    """What the board gets: groups, lines of fu, a yaku, a payment, readings."""
    lights: tuple[str, ...] = ()
    """Where the tiles lie that it is about."""


def stages(score: Score) -> tuple[Stage, ...]:
    """Everything there is to reveal about a hand, in the order it is counted.

    A yakuman needs no fu. From 5 han on nobody counts them at the table, so that they come last there and all at once.
    """
    by_yakuman = bool(score.best.yakuman and score.best.limit)
    by_han = score.best.limit is not None and score.best.han >= MANGAN_HAN
    return (
        _reading(score),
        *(() if by_han or by_yakuman else _fu(score)),
        *_han(score),
        *_points(score),
        *((_fu_at_last(score),) if by_han and not by_yakuman else ()),
        *_others(score),
    )


def _reading(score: Score) -> Stage:
    reading = score.best.reading
    answer = _("%(form)s · %(wait)s", form=label(reading.form), wait=label(reading.wait))
    return Stage(Kind.READING, _("How is it read?"), answer, explain.shown_groups(score))


# --- fu -------------------------------------------------------------------------------------------------------------


def _fu(score: Score) -> Iterator[Stage]:
    """Each thing that may earn fu, then their sum; hands that are counted as a whole have the sum only."""
    best = score.best
    if best.reading.form is not Form.STANDARD:
        yield Stage(Kind.FU, _OF_THE_SHAPE, _fu_in_all(best), fu_lines(score))
        return
    for line in fu_lines(score):
        name = line.name if line.why is None else _("%(group)s (%(why)s)", group=line.name, why=line.why)
        answer = _("%(what)s: %(fu)s fu", what=name, fu=line.fu)
        yield Stage(Kind.FU_LINE, line.question, answer, (line,), line.lights)
    yield Stage(Kind.FU, _("What is the sum, and what is it rounded to?"), _fu_in_all(best))


def _fu_at_last(score: Score) -> Stage:
    question = _("It needs no fu. How many would there be?")
    return Stage(Kind.FU, question, _fu_in_all(score.best), fu_lines(score))


def _fu_in_all(count: Count) -> LazyString:
    if count.fu_sum == count.fu:
        return _("%(fu)s fu", fu=count.fu)
    return _("%(sum)s, rounded up to %(fu)s fu", sum=count.fu_sum, fu=count.fu)


def fu_lines(score: Score) -> tuple[FuLine, ...]:
    """Each fu item, and in their places a win, a pair and a wait that earn nothing: those must be asked about too."""
    best = score.best
    reading, names = best.reading, {item.item for item in best.fu_items}
    earning = list(zip(best.fu_items, explain.lights(score, best), strict=True))
    if reading.form is not Form.STANDARD:
        return tuple(_line(item, lights) for item, lights in earning)
    groups = explain.shown_groups(score)
    by_win = [_line(*each) for each in earning if each[0].item in _OF_WIN]
    if len(by_win) == 1:
        by_win.append(FuLine(_win_without_fu(score.win, score.rules), 0, _OF_THE_WIN, (), (WON,)))
    of_groups = [_line(*each) for each in earning if each[0].item not in _OF_WIN]
    last = [of_groups.pop()] if FuName.OPEN_PINFU in names else []
    if names.isdisjoint(_OF_PAIR) and reading.pair is not None:
        pair = (reading.pair,) * 2
        lights = next(group.places for group in groups if len(group.tiles) == len(pair))
        place = len(of_groups) - (not names.isdisjoint(_OF_WAIT))
        of_groups.insert(place, FuLine(_("Pair without value"), 0, _OF_THE_PAIR, pair, lights))
    if names.isdisjoint(_OF_WAIT):
        lights = next(group.places for group in groups if WON in group.places)
        of_groups.append(FuLine(label(reading.wait), 0, _OF_THE_WAIT, (), lights))
    return (*by_win, *of_groups, *last)


_OF_WIN = frozenset({FuName.BASE, FuName.MENZEN_RON, FuName.TSUMO})
"""The base stands before what the win earns."""
_OF_PAIR = frozenset({FuName.PAIR_DRAGON, FuName.PAIR_SEAT_WIND, FuName.PAIR_ROUND_WIND, FuName.PAIR_DOUBLE_WIND})
_OF_WAIT = frozenset({FuName.WAIT_KANCHAN, FuName.WAIT_PENCHAN, FuName.WAIT_TANKI})

_OF_THE_SHAPE = _("How many fu does a hand of this shape have?")
_OF_THE_WIN = _("What does this way of winning earn?")
_OF_THE_PAIR = _("What does the pair earn?")
_OF_THE_WAIT = _("What does the wait earn?")
_OF_THE_TRIPLET = _("What does this triplet earn?")
_OF_THE_KAN = _("What does this kan earn?")
_QUESTIONS: dict[FuName, LazyString] = {
    FuName.BASE: _("What does every hand start with?"),
    **dict.fromkeys((FuName.MENZEN_RON, FuName.TSUMO), _OF_THE_WIN),
    **dict.fromkeys(_OF_WAIT, _OF_THE_WAIT),
    **dict.fromkeys((FuName.TRIPLET_OPEN, FuName.TRIPLET_CLOSED), _OF_THE_TRIPLET),
    **dict.fromkeys((FuName.KAN_OPEN, FuName.KAN_CLOSED), _OF_THE_KAN),
    **dict.fromkeys(_OF_PAIR, _OF_THE_PAIR),
    FuName.OPEN_PINFU: _("Nothing but the base: does an open ron stay at 20 fu?"),
    FuName.CHIITOITSU: _OF_THE_SHAPE,
    FuName.KOKUSHI: _OF_THE_SHAPE,
}


def _line(item: FuItem, lights: tuple[str, ...]) -> FuLine:
    """The line of an item."""
    why = None
    if item.is_set:
        why = _("terminal or honour") if item.is_terminal_or_honour else _("simples")
    return FuLine(label(item.item), item.fu, _QUESTIONS[item.item], item.tiles, lights, why)


def _win_without_fu(win: Win, rules: Rules) -> LazyString:
    """A ron earns nothing in an open hand only, a tsumo with pinfu, or by rules that deny it after a kan."""
    if not win.tsumo:
        return _("Ron with an open hand")
    if win.after_kan and not rules.rinshan_tsumo_fu:
        return _("Tsumo after a kan")
    return _("Tsumo with pinfu")


# --- han and points -------------------------------------------------------------------------------------------------


def _han(score: Score) -> Iterator[Stage]:
    best = score.best
    for number, claimed in enumerate(best.yaku):
        question = _("What else earns han?") if number else _("Which yaku does it have?")
        answer = _("%(what)s: %(worth)s", what=label(claimed.yaku), worth=yaku_worth(claimed, best))
        yield Stage(Kind.YAKU, question, answer, (claimed,))
    yield Stage(Kind.HAN, _("Is that all? What does the winner announce?"), explain.worth(best))


def yaku_worth(claimed: YakuHan, count: Count) -> LazyString:
    """What a yaku is worth in a count: so many han, or a yakuman or two."""
    if not (count.yakuman and count.limit):
        return _("%(han)s han", han=claimed.han)
    return _("yakuman") if claimed.han <= _YAKUMAN_HAN else _("double yakuman")


_YAKUMAN_HAN = 13

_PAYS: dict[Payer, LazyString] = {
    Payer.DISCARDER: _("What does the discarder pay?"),
    Payer.EACH: _("What does each player pay?"),
    Payer.DEALER: _("What does the dealer pay?"),
    Payer.NON_DEALER: _("What do the others pay each?"),
}


def _points(score: Score) -> Iterator[Stage]:
    best = score.best
    named = _("%(limit)s: %(base)s", limit=label(best.limit), base=best.base_points) if best.limit else best.base_points
    yield Stage(Kind.BASE, _("What are the base points?"), str(named))
    for step in explain.payment_steps(score):
        answer = _("%(payer)s: %(points)s points", payer=label(step.payer), points=step.points)
        yield Stage(Kind.PAYMENT, _PAYS[step.payer], answer, (step,))
    # One payment and nothing beside it is what the winner receives.
    if score.received != best.payment[0].points:
        answer = _("%(points)s points", points=score.received)
        yield Stage(Kind.RECEIVED, _("What does the winner receive in all?"), answer)


def _others(score: Score) -> Iterator[Stage]:
    others = explain.other_readings(score)
    if others:
        answer = lazy_ngettext(
            "Yes, in %(num)s other way. The one that pays most counts.",
            "Yes, in %(num)s other ways. The one that pays most counts.",
            len(others),
        )
        yield Stage(Kind.OTHERS, _("Can it be read in another way?"), answer, others)
