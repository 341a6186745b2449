"""What holds for every hand, whatever it is."""

import json
from collections import Counter
from itertools import pairwise, permutations
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.mahjong.hands import JSON, rule_sets, wins
from trainer.mahjong.errors import RulesError
from trainer.mahjong.exchange import score_json, win_from_json, win_to_json
from trainer.mahjong.hand import Meld, Win
from trainer.mahjong.points import total
from trainer.mahjong.rules import (
    OPTIONS,
    Rules,
    changed,
    parse_rules,
    preset,
    rules_from_json,
    rules_name,
    rules_to_json,
)
from trainer.mahjong.scoring import NoYaku, Score, score
from trainer.mahjong.tiles import KIND, KINDS, RED_FIVES, TILES, Tile, parse_tile, parse_tiles, tile_name, tiles_name
from trainer.mahjong.yaku import Yaku

quick = settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow])
thorough = settings(quick, max_examples=150)

tiles = st.sampled_from(TILES)


@given(tiles)
def test_a_tile_is_read_from_its_own_name(tile: Tile) -> None:
    assert parse_tile(tile_name(tile)) == tile


@quick
@given(st.lists(tiles, max_size=18).map(tuple))
def test_tiles_are_read_from_their_own_name_in_their_order(some: tuple[Tile, ...]) -> None:
    assert parse_tiles(tiles_name(some)) == some


@quick
@given(wins())
def test_a_win_survives_the_exchange_format(win: Win) -> None:
    assert win_from_json(json.loads(json.dumps(win_to_json(win)))) == win


@quick
@given(rule_sets)
def test_rules_are_read_from_their_own_name(rules: Rules) -> None:
    assert parse_rules(rules_name(rules)) == rules


@quick
@given(rule_sets)
def test_rules_survive_json(rules: Rules) -> None:
    assert rules_from_json(json.loads(json.dumps(rules_to_json(rules)))) == rules
    every_option = {name: getattr(rules, name) for name in OPTIONS}
    assert rules_from_json(json.loads(json.dumps(every_option))) == rules


def _scored(win: Win, rules: Rules) -> Score:
    scored = score(win, rules)
    assume(isinstance(scored, Score))
    assert isinstance(scored, Score)
    return scored


@thorough
@given(wins(), rule_sets)
def test_every_legal_win_adds_up_in_every_reading(win: Win, rules: Rules) -> None:
    scored = _scored(win, rules)
    for count in scored.counts:
        assert sum(item.fu for item in count.fu_items) == count.fu_sum
        assert count.fu == count.fu_sum or (count.fu_sum < count.fu < count.fu_sum + 10 and count.fu % 10 == 0)
        assert all(item.fu > 0 for item in count.fu_items)
        assert total(count.payment) == count.points
        assert sum(share.players for share in count.payment) == (3 if win.tsumo else 1)
        if not rules.aotenjou:
            assert (count.limit == "yakuman") == (count.yakuman > 0)
        assert sum(yaku.han for yaku in count.yaku) == count.han
    assert scored.received == scored.best.points + 1000 * win.riichi_sticks


@thorough
@given(wins())
def test_every_reading_uses_every_tile_once_and_the_dearest_comes_first(win: Win) -> None:
    scored = _scored(win, preset("tenhou"))
    for count in scored.counts:
        if count.reading.groups:
            used = Counter(kind for group in count.reading.groups for kind in group.tiles)
            used.update([count.reading.pair] * 2 if count.reading.pair is not None else ())
            assert used == Counter(KIND[tile] for tile in win.tiles)
    assert all(left.points >= right.points for left, right in pairwise(scored.counts))
    assert len({count.reading for count in scored.counts}) == len(scored.counts)


def _moved(tile: Tile, suits: tuple[int, ...]) -> Tile:
    """The tile after its suit has become another."""
    if tile in RED_FIVES:
        return RED_FIVES[suits[RED_FIVES.index(tile)]]
    return tile if tile >= 27 else suits[tile // 9] * 9 + tile % 9


def _all_moved(some: tuple[Tile, ...], suits: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(_moved(tile, suits) for tile in some)


@thorough
@given(wins(), rule_sets, st.sampled_from([order for order in permutations(range(3)) if order != (0, 1, 2)]))
def test_changing_the_suits_changes_nothing_but_ryuuiisou(win: Win, rules: Rules, suits: tuple[int, ...]) -> None:
    other = win._replace(
        concealed=_all_moved(win.concealed, suits),
        win_tile=_moved(win.win_tile, suits),
        melds=tuple(
            Meld(
                meld.kind,
                _all_moved(meld.tiles, suits),
                None if meld.called is None else _moved(meld.called, suits),
                meld.source,
            )
            for meld in win.melds
        ),
        dora_indicators=_all_moved(win.dora_indicators, suits),
        ura_indicators=_all_moved(win.ura_indicators, suits),
    )
    first, second = score(win, rules), score(other, rules)
    if isinstance(first, NoYaku) or isinstance(second, NoYaku):
        assert type(first) is type(second)
        return
    assume(all(yaku is not Yaku.RYUUIISOU for scored in (first, second) for yaku, _ in scored.best.yaku))
    assert _worth(first) == _worth(second)


def _worth(scored: Score) -> list[Any]:
    return [(count.yaku, count.fu_sum, count.payment, count.reading.wait) for count in scored.counts[:1]]


@quick
@given(wins(), rule_sets, st.data())
def test_more_dora_never_pay_less(win: Win, rules: Rules, data: st.DataObject) -> None:
    seen = Counter(KIND[tile] for tile in (*win.tiles, *win.dora_indicators, *win.ura_indicators))
    assume(len(win.dora_indicators) < 5)
    own = win._replace(robbing_kan=False, ura_indicators=())
    # Fives are left out: the last one of a suit may be the red one.
    left = [kind for kind in KINDS if seen[kind] < 4 and (kind >= 27 or kind % 9 != 4)]
    more = own._replace(dora_indicators=(*own.dora_indicators, data.draw(st.sampled_from(left))))
    assume(isinstance(score(own, rules), Score))
    assert _scored(more, rules).best.points >= _scored(own, rules).best.points


@quick
@given(JSON)
def test_no_json_value_makes_the_scorer_raise(value: object) -> None:
    assert "error" in score_json(value)


@thorough
@given(wins(), st.data())
def test_no_field_of_any_json_kind_makes_the_scorer_raise(win: Win, data: st.DataObject) -> None:
    hand = json.loads(json.dumps(win_to_json(win)))
    melds = hand["melds"]
    where = data.draw(st.sampled_from([hand, *melds]))
    name = data.draw(st.sampled_from([*where, "extra"]))
    where[name] = data.draw(
        JSON | st.sampled_from(["", "1m", "123m", "0000p", "99999z", "riichi", "ron", "E", "left", -1, 5])
    )
    result = score_json(hand)
    assert "error" in result or result["points"] >= 0
    json.dumps(result)


@quick
@given(wins(), st.sampled_from(sorted(OPTIONS)), JSON)
def test_no_value_of_an_option_makes_anything_but_a_rules_error(win: Win, name: str, value: Any) -> None:
    try:
        rules = changed(preset("tenhou"), {name: value})
    except RulesError:
        return
    assert "points" in (result := score_json(win_to_json(win), rules)) or "error" in result
