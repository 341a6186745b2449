"""Every member of the domain's enums has a name, and every tile can be read out."""

import importlib
import pkgutil
from enum import Enum

import pytest
from flask import Flask
from flask_babel import force_locale

import trainer.mahjong
import trainer.teaching
from trainer.mahjong.hand import Wind
from trainer.mahjong.points import Payer
from trainer.mahjong.tiles import TILES
from trainer.teaching.ratings import HandClass
from trainer.teaching.rule_types import RuleType
from trainer.web.labels import PAYS, WIND_LETTERS, label
from trainer.web.language import LANGUAGES
from trainer.web.rule_labels import RULES
from trainer.web.table import spoken


def enums() -> set[type[Enum]]:
    """Every enum of the domain."""
    found: set[type[Enum]] = set()
    for package in (trainer.mahjong, trainer.teaching):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, Enum) and value.__module__ == module.name:
                    found.add(value)
    return found


MEMBERS = sorted(
    (member for cls in enums() - {RuleType, HandClass} for member in cls),
    key=lambda member: (type(member).__name__, member.name),
)


@pytest.mark.parametrize("member", MEMBERS, ids=str)
def test_every_member_has_a_name(app: Flask, member: Enum) -> None:
    with app.test_request_context():
        assert str(label(member))


def test_every_rule_type_has_a_name_and_a_sentence() -> None:
    assert list(RULES) == list(RuleType)


def test_every_payer_and_every_wind_has_a_field_label_or_a_letter() -> None:
    assert set(PAYS) == set(Payer)
    assert set(WIND_LETTERS) == set(Wind)


@pytest.mark.parametrize("locale", LANGUAGES)
def test_every_tile_is_read_out_by_a_name_of_its_own(app: Flask, locale: str) -> None:
    with app.test_request_context(), force_locale(locale):
        assert len({str(spoken(tile)) for tile in TILES}) == len(TILES)


def test_names_of_tiles_are_those_that_players_say(app: Flask) -> None:
    with app.test_request_context(), force_locale("zh_Hans"):
        assert [str(spoken(tile)) for tile in (4, 35, 18, 27, 31, 32, 33)] == [
            "五万",
            "赤五筒",
            "一索",
            "东",
            "白",
            "发",
            "中",
        ]
    with app.test_request_context(), force_locale("en"):
        assert [str(spoken(tile)) for tile in (4, 35, 27)] == ["5 of characters", "red 5 of circles", "East"]
