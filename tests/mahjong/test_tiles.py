import pytest

from trainer.mahjong.errors import NotationError
from trainer.mahjong.tiles import DORA, TILES, parse_tile, parse_tiles, sort_tiles, tile_name, tiles_name


def test_the_dora_goes_round_within_a_suit_the_winds_and_the_dragons() -> None:
    following = {tile_name(tile): tile_name(DORA[tile]) for tile in TILES}
    for suit in "mps":
        assert [following[f"{rank}{suit}"] for rank in range(1, 10)] == [f"{rank}{suit}" for rank in (*range(2, 10), 1)]
        assert following[f"0{suit}"] == f"6{suit}"
    assert [following[f"{n}z"] for n in range(1, 8)] == ["2z", "3z", "4z", "1z", "6z", "7z", "5z"]


def test_tiles_are_sorted_by_suit_and_rank_with_the_red_five_before_the_plain_ones() -> None:
    assert tiles_name(sort_tiles(parse_tiles("7z19s5065p1m0m6m4m"))) == "1406m0556p19s7z"


def test_a_suit_letter_holds_for_all_digits_before_it() -> None:
    assert parse_tiles("340m1z2z") == tuple(map(parse_tile, ("3m", "4m", "0m", "1z", "2z")))
    assert parse_tiles("") == ()


@pytest.mark.parametrize("text", ["", "m", "1", "11m", "0z", "8z", "9z", "1x", "１m", " 1m", "1M"])
def test_what_is_not_the_name_of_one_tile_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tile(text)


@pytest.mark.parametrize("text", ["m", "1", "1m2", "8z", "0z", "12 m", "12m ", "12m\n", "１m", "1m-2m", "1" * 200_000])
def test_what_is_not_tiles_is_refused(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert len(str(caught.value)) < 200
