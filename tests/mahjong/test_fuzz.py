"""Broken input by chance, for a bounded time; ``tests/bench/fuzz.py`` does the same for as long as it is told."""

from random import Random

from tests.mahjong.fuzz import fuzz


def test_broken_input_is_answered_and_both_ways_to_read_a_hand_agree() -> None:
    count, _slowest = fuzz(Random(0), lambda count: count < 8000)
    assert count >= 8000
