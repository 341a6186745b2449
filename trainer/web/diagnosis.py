"""What an answer gives away, in words about its hand: the mistakes that explain it, what would tell them apart, and
what its learner does again and again.
"""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from flask_babel import LazyString
from sqlalchemy.orm import Session

from trainer.mahjong.hand import Win
from trainer.mahjong.scoring import Score
from trainer.mahjong.tiles import KIND, Tile, sort_tiles
from trainer.services.learning import HeldMistake, learner_of, mistakes_of
from trainer.services.practice import Verdict
from trainer.teaching.diagnose import Explanation
from trainer.teaching.ledger import Place
from trainer.teaching.outcomes import PLACE
from trainer.teaching.steps import Step, StepName, differences, places_of, step_to_json
from trainer.web.labels import label
from trainer.web.mistake_labels import MISTAKES

MOST = 3
"""Explanations that are told."""


class ShownStep(NamedTuple):
    """A step of counting as people read it."""

    name: LazyString
    tiles: tuple[Tile, ...]
    """What it is about, where that is something on the table."""


class Detail(NamedTuple):
    """What a mistake makes of one step."""

    step: ShownStep
    counted: int
    right: int


class Explained(NamedTuple):
    """One set of mistakes that gives the answer."""

    mistakes: tuple[LazyString, ...]
    details: tuple[Detail, ...]


class AskedBack(NamedTuple):
    """A question about one step, to tell explanations apart."""

    step: ShownStep
    fields: dict[str, str]
    """The step as the form sends it."""
    choices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is to be said about an answer."""

    explained: tuple[Explained, ...]
    """The likeliest ways to it."""
    more: int
    """How many there are beside these."""
    asked: AskedBack | None
    counted: Detail | None
    """What the learner said that he counted at one step."""
    habits: tuple[HeldMistake, ...]
    """Mistakes by name that this hand could show."""
    puzzling: bool
    """True for a wrong answer of somebody who has a habit that is in no catalogue."""


def diagnosis(db: Session, learner: uuid.UUID, verdict: Verdict) -> Diagnosis:
    """What is to be said about an answer of this learner."""
    named = [held for held in mistakes_of(db, learner) if held.named]
    return said_of(verdict, named, not verdict.right and learner_of(db, learner).puzzling)


def said_of(verdict: Verdict, named: Iterable[HeldMistake], puzzling: bool) -> Diagnosis:
    """What is to be said about an answer of somebody who is told of these mistakes."""
    score, asked, told = verdict.score, verdict.follow_up, verdict.told
    counted = None
    if told is not None and told.step is not None:
        counted = Detail(_shown(told.step, score), told.counted, told.counted)
    return Diagnosis(
        tuple(_explained(verdict, mistakes) for mistakes in verdict.explained[:MOST]),
        len(verdict.explained[MOST:]),
        None if asked is None else AskedBack(_shown(asked.step, score), dict(step_to_json(asked.step)), asked.choices),
        counted,
        tuple(held for held in named if PLACE[held.mistake] in verdict.outcomes.visible),
        puzzling,
    )


def _explained(verdict: Verdict, mistakes: Explanation) -> Explained:
    changed = differences(verdict.outcomes, places_of(mistakes))
    return Explained(
        tuple(MISTAKES[mistake.name] for mistake in mistakes),
        tuple(Detail(_shown(step, verdict.score), counted, right) for step, counted, right in changed),
    )


def _shown(step: Step, score: Score) -> ShownStep:
    name = label(step.name if step.place is None else step.place)
    return ShownStep(name, _tiles(step, score) if step.name is StepName.ITEM else ())


def _tiles(step: Step, score: Score) -> tuple[Tile, ...]:
    """The tiles of an item; the pair is that of the dearest reading."""
    win, pair = score.win, score.best.reading.pair
    if step.place is Place.GROUP:
        return _of_kind(win, step.tile)
    if step.place is Place.PAIR:
        return () if pair is None else _of_kind(win, pair)[:2]
    return (win.win_tile,) if step.place is Place.WAIT else ()


def _of_kind(win: Win, kind: Tile | None) -> tuple[Tile, ...]:
    """A meld of one kind, or all concealed tiles of it."""
    for meld in win.melds:
        if {KIND[tile] for tile in meld.tiles} == {kind}:
            return meld.tiles
    return tuple(tile for tile in sort_tiles((*win.concealed, win.win_tile)) if KIND[tile] == kind)
