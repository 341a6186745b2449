"""The ledger: which lines a hand has, and how each is graded."""

from random import Random

import pytest

from tests.teaching.hands import ALL_HONOURS, CLOSED_34, SEVEN_PAIRS, SHANPON_38, Json, scored
from trainer.mahjong.fu import FuName
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import TENHOU, Rules
from trainer.mahjong.scoring import Score, score
from trainer.mahjong.tiles import KIND, parse_tile
from trainer.teaching.generate import generate
from trainer.teaching.ledger import Entry, Items, Place, check, items_of, ledger_of, lines, place_of

SAME_PAY: Json = {"concealed": "234m1112356777s", "win_tile": "4s", "win": "tsumo"}
"""30 fu either way: 20 + 2 + 8 with the triplet 111s and the pair 77s, or 20 + 2 + 4 with 11s and 777s."""


def entry(place: Place, fu: int, tile: str | None = None) -> Entry:
    return Entry(place, None if tile is None else KIND[parse_tile(tile)], fu)


def lined(text: str) -> list[str]:
    return [
        line.place if line.tile is None else f"{line.place} {line.tile}{' meld' if line.meld else ''}"
        for line in lines(parse_win(text))
    ]


def test_every_item_of_fu_has_its_line() -> None:
    assert {place_of(name) for name in FuName} == set(Place) - {Place.RUN}
    assert [place_of(place) for place in Place] == list(Place)
    with pytest.raises(ValueError, match="weather"):
        place_of("weather")


def test_each_kind_held_three_times_and_each_meld_has_a_line() -> None:
    """3m is 2 and 777s 24; the sequences of 3334445s may hide triplets or not."""
    assert lined("333444577s (789m<9m) (777z^) ron 5s E/S dora 1m") == [
        "base", "win", "group 20", "group 21", "run 6 meld", "group 33 meld", "pair", "wait"
    ]  # fmt: skip


def test_the_winning_tile_may_make_a_triplet() -> None:
    assert lined("99m345p22444678s ron 9m E/S dora 1m") == ["base", "win", "group 8", "group 21", "pair", "wait"]


def test_lines_are_the_same_for_any_reading_and_every_item_finds_one() -> None:
    random = Random(21)
    for _ in range(150):
        one = score(generate(random))
        assert isinstance(one, Score)
        for count in one.counts:
            if count.points == one.best.points:
                assert all(line.right for line in check(one, ledger_of(count.fu_items)))
        places = {(line.place, line.tile) for line in lines(one.win)}
        assert all((item.place, item.tile) in places for count in one.counts for item in ledger_of(count.fu_items))


@pytest.mark.parametrize("hand", [CLOSED_34, SHANPON_38, SEVEN_PAIRS, ALL_HONOURS])
@pytest.mark.parametrize("rules", [TENHOU, Rules(chiitoitsu="50x1")], ids=["25x2", "50x1"])
def test_what_belongs_on_a_line_can_be_chosen_and_the_choices_do_not_depend_on_the_hand(
    hand: Json, rules: Rules
) -> None:
    one = scored(hand, rules)
    for line in check(one, ledger_of(one.best.fu_items)):
        assert line.want in line.line.choices(rules)
    first, *_, wait = lines(one.win)
    assert first.choices(rules) == ((20, 25, 30) if rules == TENHOU else (20, 30, 50))
    assert wait.choices(rules) == (0, 2)


def test_each_line_is_graded_by_itself() -> None:
    """20, 10 for the closed ron, 4 for 888s; 2 too many for the wait."""
    given = (entry(Place.BASE, 20), entry(Place.WIN, 2), entry(Place.GROUP, 4, "8s"), entry(Place.WAIT, 2))
    found = [(line.line.place, line.given, line.want, line.right) for line in check(scored(CLOSED_34), given)]
    assert found == [
        (Place.BASE, 20, 20, True),
        (Place.WIN, 2, 10, False),
        (Place.GROUP, 4, 4, True),
        (Place.PAIR, 0, 0, True),
        (Place.WAIT, 2, 0, False),
    ]


@pytest.mark.parametrize(
    ("tile", "fu", "right"), [("1s", 8, True), ("7s", 4, True), ("1s", 4, False), ("7s", 8, False)]
)
def test_either_reading_that_pays_the_same_is_right(tile: str, fu: int, right: bool) -> None:
    given = (entry(Place.BASE, 20), entry(Place.WIN, 2), entry(Place.GROUP, fu, tile))
    assert all(line.right for line in check(scored(SAME_PAY), given)) == right


def test_a_ledger_left_out_has_nothing_given() -> None:
    assert {line.given for line in check(scored(CLOSED_34), None)} == {None}


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ((entry(Place.WIN, 10), entry(Place.BASE, 20)), (entry(Place.BASE, 20), entry(Place.WIN, 10))),
        ((entry(Place.BASE, 20), entry(Place.WAIT, 0)), (entry(Place.BASE, 20),)),
        ((entry(Place.WIN, 10), entry(Place.WIN, 2)), (entry(Place.WIN, 12),)),
        (
            (entry(Place.GROUP, 4, "9s"), entry(Place.GROUP, 4, "2m")),
            (entry(Place.GROUP, 4, "2m"), entry(Place.GROUP, 4, "9s")),
        ),
    ],
)
def test_ledgers_that_say_the_same_are_equal(written: Items, same: Items) -> None:
    assert items_of(written) == same
