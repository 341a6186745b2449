"""How a hand is laid out: turned tiles, backs, and the groups of a reading with their real tiles."""

import pytest
from flask import Flask

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Meld, MeldKind, Source
from trainer.mahjong.scoring import Lesser, Score, score
from trainer.mahjong.tiles import parse_tile, parse_tiles, tile_name, tiles_name
from trainer.web import patterns
from trainer.web.explain import limit_reason, other_readings, payment_steps, shown_groups, why_not, worth
from trainer.web.table import lay_meld, seats, spoken_meld


def scored(hand: dict[str, object]) -> Score:
    found = score(win_from_json(hand))
    assert isinstance(found, Score)
    return found


def laid(kind: MeldKind, tiles: str, called: str | None, source: Source | None) -> str:
    """A meld as text: a turned tile in brackets with the one on it, backs as ##."""
    meld = Meld(kind, parse_tiles(tiles), None if called is None else parse_tile(called), source)
    shown = []
    for tile in lay_meld(meld):
        name = "##" if tile.face_down else tile_name(tile.tile)
        on_it = "" if tile.added is None else f"+{tile_name(tile.added)}"
        shown.append(f"[{name}{on_it}]" if tile.turned else name)
    return " ".join(shown)


@pytest.mark.parametrize(
    ("kind", "tiles", "called", "source", "shown"),
    [
        (MeldKind.CHI, "046m", "6m", Source.LEFT, "[6m] 4m 0m"),
        (MeldKind.CHI, "123s", "2s", None, "[2s] 1s 3s"),
        (MeldKind.PON, "055p", "5p", Source.LEFT, "[5p] 0p 5p"),
        (MeldKind.PON, "777z", "7z", Source.ACROSS, "7z [7z] 7z"),
        (MeldKind.PON, "777z", "7z", Source.RIGHT, "7z 7z [7z]"),
        (MeldKind.PON, "777z", None, None, "[7z] 7z 7z"),
        (MeldKind.DAIMINKAN, "1111s", "1s", Source.LEFT, "[1s] 1s 1s 1s"),
        (MeldKind.DAIMINKAN, "1111s", "1s", Source.ACROSS, "1s [1s] 1s 1s"),
        (MeldKind.DAIMINKAN, "1111s", "1s", Source.RIGHT, "1s 1s 1s [1s]"),
        (MeldKind.KAKAN, "1111s", "1s", Source.ACROSS, "1s [1s+1s] 1s"),
        (MeldKind.KAKAN, "1111s", "1s", Source.RIGHT, "1s 1s [1s+1s]"),
        (MeldKind.KAKAN, "0555p", "0p", Source.LEFT, "[0p+5p] 5p 5p"),
        (MeldKind.ANKAN, "5550s", None, None, "## 0s 5s ##"),
    ],
)
def test_called_tile_lies_where_it_came_from(
    kind: MeldKind, tiles: str, called: str | None, source: Source | None, shown: str
) -> None:
    assert laid(kind, tiles, called, source) == shown


def test_melds_are_read_out(app: Flask) -> None:
    with app.test_request_context():
        assert [spoken_meld(patterns.MELDS[place]) for place in (0, 2, 10, 11)] == [
            "Chi from the left: 4 of characters, red 5 of characters, 6 of characters",
            "Pon from across: red dragon, red dragon, red dragon",
            "Ankan (closed kan): red 5 of bamboo, 5 of bamboo, 5 of bamboo, 5 of bamboo",
            "Pon: 9 of characters, 9 of characters, 9 of characters",
        ]


def test_seats_are_in_the_order_of_play() -> None:
    win = win_from_json(patterns.HANDS[2])
    assert [(seat.side, seat.wind.name, seat.is_dealer) for seat in seats(win)] == [
        ("own", "W", False),
        ("right", "N", False),
        ("across", "E", True),
        ("left", "S", False),
    ]


def groups(hand: dict[str, object]) -> list[tuple[str, int | None]]:
    return [(tiles_name(group.tiles), group.won) for group in shown_groups(scored(hand))]


def test_groups_hold_the_real_tiles_and_mark_the_winning_one() -> None:
    assert groups(patterns.HANDS[0]) == [("444m", None), ("340p", None), ("456p", 1), ("777s", None), ("88s", None)]


def test_winning_tile_may_complete_the_pair_and_be_red() -> None:
    hand = {**patterns.HANDS[0], "concealed": "123m456m777s234p5p", "win_tile": "0p"}
    assert groups(hand)[-1] == ("50p", 1)


def test_melds_come_last_as_they_were_called() -> None:
    assert [name for name, _ in groups(patterns.HANDS[1])] == ["340m", "678m", "88m", "777p", "5505s"]


def test_kokushi_is_one_group() -> None:
    assert groups(patterns.HANDS[3]) == [("19m19p19s11234567z", 6)]


@pytest.mark.parametrize(
    ("changed", "called", "why"),
    [
        ({}, "5 han · Mangan", "From 5 han"),
        ({"riichi": None, "ippatsu": False, "ura_indicators": ""}, "3 han 40 fu", None),
    ],
)
def test_worth_is_said_as_at_the_table(app: Flask, changed: dict[str, object], called: str, why: str | None) -> None:
    found = scored({**patterns.HANDS[0], **changed})
    with app.test_request_context():
        assert worth(found.best) == called
        assert (limit_reason(found) is None) if why is None else str(limit_reason(found)).startswith(why)


@pytest.mark.parametrize("hand", patterns.HANDS)
def test_each_payment_adds_up(hand: dict[str, object]) -> None:
    found = scored(hand)
    steps = payment_steps(found)
    assert all(step.rounded + step.honba == step.points for step in steps)
    assert sum(step.points * step.players for step in steps) == found.best.points


def test_every_reading_but_the_dearest_says_why_it_is_not_paid(app: Flask) -> None:
    found = scored({**patterns.HANDS[0], "riichi": None, "ippatsu": False, "ura_indicators": ""})
    with app.test_request_context():
        assert [(str(other.why), other.lesser) for other in other_readings(found)] == [
            ("It pays 1200 points less.", Lesser.POINTS)
        ]
        assert str(why_not(found.best, found.best)) == "It is worth exactly the same: either reading is right."
    groups = [[tiles_name(group.tiles) for group in other.groups] for other in other_readings(found)]
    assert groups == [["444m", "345p", "406p", "777s", "88s"]]
