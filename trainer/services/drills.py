"""Drill sets: lists of hands with what is asked about them."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from trainer.mahjong.hand import Win
from trainer.mahjong.rules import Rules
from trainer.teaching.grade import Ask


@dataclass(frozen=True, slots=True)
class Printed:
    """What a worksheet needs of a drill set."""

    title: str
    wins: tuple[Win, ...]
    rules: Rules
    asks: tuple[Ask, ...]
    address_path: str
    """Where the set is practised, from the root of the site."""


def printed(db: Session, name: str) -> Printed | None:
    """The set with this address, id or link code; None when there is none."""
    raise NotImplementedError
