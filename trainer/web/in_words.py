"""A score explained in plain text, in the reader's language, for the command line."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from flask import Flask
from flask_babel import Babel, gettext, ngettext

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.hand import Meld
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import tiles_name
from trainer.web import explain, language
from trainer.web.explain import ShownGroup
from trainer.web.labels import label


def language_for(tag: str | None, environment: Mapping[str, str]) -> str:
    """The language of a tag such as zh-Hans; without one the environment's, else English.

    Raises ValueError for a tag of a language that there is not.
    """
    if tag is not None:
        locale = language.match(tag)
        if locale is None:
            known = ", ".join(language.LANGUAGES).replace("_", "-")
            raise ValueError(f"there is no language {tag!r}; there are {known}")
        return locale
    wished = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    first = next(filter(None, wished), "")
    return language.match(re.split("[.@]", first)[0]) or language.DEFAULT


@contextmanager
def speaking(locale: str) -> Iterator[None]:
    """Let everything inside be said in a language, without the pages and the database of the whole application."""
    app = Flask("trainer.web")
    Babel(app, locale_selector=lambda: locale)
    with app.app_context():
        yield


def error_in_words(error: HandError) -> str:
    """What is wrong with a hand, and the part of it that is."""
    details = error.details
    words = next((str(details[name]) for name in ("text", "tile", "tiles", "name") if name in details), "")
    # They may be a stranger's, and are on their way to a terminal.
    named = "".join(character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in words)
    if error.code is ErrorCode.BAD_NOTATION and named:
        return str(gettext("“%(text)s” cannot be read here.", text=named))
    if error.code is ErrorCode.WRONG_TILE_COUNT:
        named = gettext("%(count)s instead of %(wanted)s", **details)
    elif error.code is ErrorCode.INDICATOR_COUNT:
        named = str(details["count"])
    return f"{label(error.code)} {named}".rstrip()


def score_in_words(scored: Score) -> str:
    """The reading, each fu item, each yaku, each payment, and the other readings, as lines of text."""
    return "\n".join([*_reading(scored), *_fu(scored.best), *_han(scored.best), *_points(scored), *_others(scored)])


def _reading(scored: Score) -> Iterator[str]:
    yield f"{_groups(explain.shown_groups(scored))} · {label(scored.best.reading.wait)}"


def _groups(groups: Iterable[ShownGroup]) -> str:
    """Groups as the one-line form of a win writes them: calls in round brackets, closed kans in square ones."""
    return " ".join(_bracketed(tiles_name(group.tiles), group.meld) for group in groups)


def _bracketed(tiles: str, meld: Meld | None) -> str:
    if meld is None:
        return tiles
    return f"({tiles})" if meld.is_open else f"[{tiles}]"


def _fu(count: Count) -> Iterator[str]:
    yield ""
    yield gettext("Fu")
    if _is_paid_as_yakuman(count):
        yield "  " + gettext("A yakuman is paid whatever its fu are.")
        return
    for item in count.fu_items:
        tiles = f" {tiles_name(item.tiles)}" if item.tiles else ""
        yield f"  {label(item.item)}{tiles}: {item.fu}"
    steps = [" + ".join(str(item.fu) for item in count.fu_items)] if len(count.fu_items) > 1 else []
    if count.fu_sum != count.fu:
        steps.append(f"{count.fu_sum} → {gettext('%(fu)s fu', fu=count.fu)}")
    else:
        steps.append(gettext("%(fu)s fu", fu=count.fu))
    yield f"  {' = '.join(steps)}"


def _is_paid_as_yakuman(count: Count) -> bool:
    """True for a yakuman, save where there are no limits: there it is so many han, and its fu count."""
    return count.yakuman > 0 and count.limit is not None


def _han(count: Count) -> Iterator[str]:
    yield ""
    yield gettext("Han")
    for name, han in count.yaku:
        worth = str(han)
        if _is_paid_as_yakuman(count):
            worth = gettext("yakuman") + (f" × {han // 13}" if han > 13 else "")
        yield f"  {label(name)}: {worth}"
    yield f"  {explain.worth(count)}"


def _points(scored: Score) -> Iterator[str]:
    best, rules = scored.best, scored.rules
    yield ""
    yield gettext("Points")
    if best.limit is None:
        exponent = f"{best.han} + {rules.base_exponent}"
        yield f"  {gettext('Base points')}: {best.fu} × 2^({exponent}) = {best.base_points}"
    else:
        reason = explain.limit_reason(scored)
        yield f"  {gettext('Base points')}: {label(best.limit)} {best.base_points}" + (f" ({reason})" if reason else "")
    for step in explain.payment_steps(scored):
        players = f" × {step.players}" if step.players > 1 else ""
        rounded = "" if step.rounded == step.product else f" → {step.rounded}"
        honba = scored.win.honba
        counters = f" + {step.honba} ({ngettext('%(num)s honba', '%(num)s honba', honba)}) = {step.points}"
        sum_ = f"{best.base_points} × {step.times} = {step.product}{rounded}{counters if step.honba else ''}"
        yield f"  {label(step.payer)}{players}: {sum_}"
    sticks = scored.win.riichi_sticks
    own = ngettext("%(num)s riichi stick", "%(num)s riichi sticks", sticks)
    yield f"  {gettext('Received')}: {scored.received}" + (
        f" ({best.points} + {sticks} × 1000, {own})" if sticks else ""
    )


def _others(scored: Score) -> Iterator[str]:
    others = explain.other_readings(scored)
    if not others:
        return
    yield ""
    yield ngettext("Another way to read it", "Other ways to read it", len(others))
    for other in others:
        points = gettext("%(points)s points", points=other.count.points)
        wait = label(other.count.reading.wait)
        yield f"  {_groups(other.groups)} · {wait} · {other.worth} · {points}"
        yield f"    {label(other.lesser)}"
