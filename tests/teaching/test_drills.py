"""Drill sets as values: what they are made of, how their hands are dealt, and what cannot be."""

from random import Random

import pytest

from tests.services.school import WIN
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.drills import (
    MOST_HANDS,
    Chosen,
    Drill,
    Fault,
    Feedback,
    Part,
    Recipe,
    drill_from_json,
    drill_to_json,
    faults,
    hands_of,
)
from trainer.teaching.generate import shows
from trainer.teaching.grade import Ask
from trainer.teaching.order import Level, Mode
from trainer.teaching.rule_types import RuleType

NO_YAKU = parse_win("345m456p99p24s678s ron 3s E/S")
FOUR_OF_A_KIND = parse_win("3333m456p88p23456s ron 4s E/S riichi dora 9m")


@pytest.mark.parametrize(
    "drill",
    [
        Drill((Chosen(WIN),)),
        Drill(
            (Recipe(Mode.EDGE, ((RuleType.KAN, 2), (RuleType.WAIT, 1)), Level.ADVANCED, 7, False), Chosen(WIN)),
            parse_rules("m_league,kiriage=false"),
            (Ask.ITEMS, Ask.RECEIVED),
            20,
            600,
            None,
            Feedback.AFTER_DUE,
            True,
            True,
        ),
    ],
)
def test_a_drill_set_comes_back_as_it_was_written(drill: Drill) -> None:
    assert drill_from_json(drill_to_json(drill)) == drill


def test_parts_come_in_their_order_and_the_same_seed_deals_the_same() -> None:
    drill = Drill((Recipe(count=2), Chosen(WIN), Recipe(Mode.NATURAL, count=3)))
    hands = hands_of(drill, Random(5))
    assert (len(hands), hands[2], drill.count) == (6, WIN, 6)
    assert hands_of(drill, Random(5)) == hands
    assert hands_of(drill, Random(6)) != hands


def test_shuffled_parts_hold_the_same_hands() -> None:
    parts: tuple[Part, ...] = (Chosen(WIN), Recipe(count=12))
    plain, mixed = (hands_of(Drill(parts, shuffled=shuffled), Random(5)) for shuffled in (False, True))
    assert plain != mixed
    assert sorted(map(win_name, plain)) == sorted(map(win_name, mixed))


def test_every_dealt_hand_shows_one_of_the_rules_by_their_weight() -> None:
    drill = Drill((Recipe(weights=((RuleType.WAIT, 3), (RuleType.KAN, 1)), count=60),))
    scored = [score(win, drill.rules) for win in hands_of(drill, Random(1))]
    kans = sum(any(meld.is_kan for meld in one.win.melds) for one in scored)
    assert all(isinstance(one, Score) and (shows(one, RuleType.WAIT) or shows(one, RuleType.KAN)) for one in scored)
    assert 5 <= kans <= 35


def test_no_hand_is_dealt_twice() -> None:
    hands = hands_of(Drill((Recipe(level=Level.BEGINNER, count=MOST_HANDS),)), Random(3))
    assert len(set(map(win_name, hands))) == MOST_HANDS


@pytest.mark.parametrize(
    ("drill", "expected"),
    [
        (Drill(()), [(Fault.EMPTY, None)]),
        (Drill((Recipe(count=150), Recipe(count=51))), [(Fault.TOO_MANY, None)]),
        (Drill((Chosen(WIN),), asks=()), [(Fault.NOTHING_ASKED, None)]),
        (Drill((Chosen(WIN), Chosen(NO_YAKU))), [(Fault.NO_YAKU, 1)]),
        (Drill((Chosen(FOUR_OF_A_KIND),)), [(Fault.ILLEGAL, 0)]),
        (Drill((Recipe(weights=((RuleType.KAN, 1),), level=Level.BEGINNER),)), [(Fault.IMPOSSIBLE, 0)]),
        (
            Drill((Recipe(weights=((RuleType.HONBA, 1),)),), parse_rules("tenhou,honba=0")),
            [(Fault.IMPOSSIBLE, 0)],
        ),
        (Drill((Recipe(), Chosen(WIN))), []),
    ],
)
def test_what_cannot_be_is_said_with_its_part(drill: Drill, expected: list[tuple[Fault, int | None]]) -> None:
    assert [(wrong.fault, wrong.part) for wrong in faults(drill)] == expected
