"""How strong a learner is in a class of hands."""

from itertools import pairwise

import pytest

from tests.teaching.hands import ALL_HONOURS, CLOSED_34, SEVEN_PAIRS, TSUMO_34, TWO_WAYS, Json, scored
from trainer.teaching.ratings import HandClass, Rating, class_of

RUNS: Json = {"concealed": "234m99m567p34567s", "win_tile": "8s", "win": "ron", "riichi": "riichi"}
KAN: Json = {"concealed": "99m567p34888s", "melds": [{"kind": "ankan", "tiles": "2222p"}], "win_tile": "5s"}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (RUNS, HandClass.RUNS),
        (CLOSED_34, HandClass.TRIPLETS),
        (TSUMO_34, HandClass.TRIPLETS),
        (KAN | {"win": "tsumo"}, HandClass.KAN),
        (SEVEN_PAIRS, HandClass.SEVEN_PAIRS),
        # Whatever their groups are: their han decide.
        (TWO_WAYS, HandClass.LIMIT),
        (ALL_HONOURS, HandClass.LIMIT),
    ],
)
def test_the_class_of_a_hand(hand: Json, expected: HandClass) -> None:
    assert class_of(scored(hand)) is expected


def test_each_answer_moves_a_rating_its_way_and_each_further_one_less() -> None:
    assert Rating().success == 0.5
    for right, sign in ((True, 1), (False, -1)):
        ratings = [Rating()]
        for _ in range(20):
            ratings.append(ratings[-1].after(right))
        moves = [sign * (after.rating - before.rating) for before, after in pairwise(ratings)]
        assert min(moves) > 0
        assert moves == sorted(moves, reverse=True)
        successes = [sign * rating.success for rating in ratings]
        assert successes == sorted(successes)
        assert ratings[-1].answers == 20


def test_what_nobody_expected_moves_more() -> None:
    strong = Rating(2.0, 10)
    assert strong.rating - strong.after(False).rating > strong.after(True).rating - strong.rating


def test_a_rating_comes_to_the_share_of_right_answers() -> None:
    """Right four times in five, which is also how often a hand should be."""
    rating = Rating()
    for number in range(200):
        rating = rating.after(number % 5 != 0)
    assert rating.success == pytest.approx(0.8, abs=0.07)
