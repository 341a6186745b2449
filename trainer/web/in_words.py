"""A score explained in plain text, in the reader's language, for the command line."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from flask import Flask
from flask_babel import Babel, gettext, ngettext

from trainer.mahjong.errors import HandError
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.tiles import tiles_name
from trainer.web import explain, language
from trainer.web.labels import label


@contextmanager
def speaking(tag: str | None, environment: Mapping[str, str]) -> Iterator[None]:
    """Let everything inside be said in the language of a tag such as zh-Hans, else in the environment's, else English.

    Raises ValueError for a tag of a language that there is not.
    """
    if tag is not None:
        locale = language.match(tag)
        if locale is None:
            raise ValueError(f"there is no language {tag!r}; there are {', '.join(language.LANGUAGES)}")
    else:
        wished = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        first = next(filter(None, wished), "").partition(".")[0]
        locale = language.match(first) or language.DEFAULT
    app = Flask("trainer.web")
    Babel(app, locale_selector=lambda: locale)
    with app.app_context():
        yield


def error_in_words(error: HandError) -> str:
    """What is wrong with a hand, and the words of it that are."""
    named = [str(error.details[name]) for name in ("text", "tile", "tiles", "name") if name in error.details]
    return " ".join([str(label(error.code)), *named])


def score_in_words(scored: Score) -> str:
    """The reading, each fu item, each yaku, each payment, and the other readings, as lines of text."""
    return "\n".join([*_reading(scored), *_fu(scored.best), *_han(scored.best), *_points(scored), *_others(scored)])


def _reading(scored: Score) -> Iterator[str]:
    yield f"{_groups(scored.best)} · {label(scored.best.reading.wait)}"


def _groups(count: Count) -> str:
    reading = count.reading
    pair = [] if reading.pair is None else [tiles_name((reading.pair, reading.pair))]
    return " ".join([group.name for group in reading.groups] + pair)


def _fu(count: Count) -> Iterator[str]:
    yield ""
    yield gettext("Fu")
    if count.yakuman:
        yield "  " + gettext("A yakuman is paid whatever its fu are.")
        return
    for item in count.fu_items:
        tiles = f" {tiles_name(item.tiles)}" if item.tiles else ""
        yield f"  {label(item.item)}{tiles}: {item.fu}"
    whole = " + ".join(str(item.fu) for item in count.fu_items) + f" = {count.fu_sum}"
    rounded = "" if count.fu == count.fu_sum else f" → {count.fu}"
    yield f"  {whole if len(count.fu_items) > 1 else count.fu_sum}{rounded} · {gettext('%(fu)s fu', fu=count.fu)}"


def _han(count: Count) -> Iterator[str]:
    yield ""
    yield gettext("Han")
    for name, han in count.yaku:
        yield f"  {label(name)}: {gettext('yakuman') if count.yakuman else han}"
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
        yield f"  {_groups(other.count)} · {wait} · {other.worth} · {points}"
        yield f"    {label(other.lesser)}"
