"""The reference: its tables are what the scorer says, and each rule has a page with hands that show it."""

import html
import json
import re
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from flask_babel import force_locale
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.scores import ScoresCalculator

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.fu import FuName
from trainer.mahjong.hand import Wind
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import OPTIONS, PRESETS, TENHOU, Rules, parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import Yaku
from trainer.services.wishes import ASKED
from trainer.teaching import examples
from trainer.teaching.diagnose import visible
from trainer.teaching.examples import NoExampleError, example
from trainer.teaching.generate import generate
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.rule_types import RuleType
from trainer.web import fu_table
from trainer.web.language import LANGUAGES
from trainer.web.lessons import IN_ORDER, LESSONS
from trainer.web.mistake_labels import MISTAKES
from trainer.web.points_table import FU, HAN, Paid, is_possible, paid, points_table
from trainer.web.reference import reference_of, rule_of

LOCALES = list(LANGUAGES)
RECORDED = Path(__file__).parent.parent / "vectors" / "tenhou.jsonl"
LINK = re.compile(r'href="(/[^"#]*)')


def their_payment(han: int, fu: int, tsumo: bool, is_dealer: bool, rules: Rules, yakuman: bool = False) -> Paid:
    """What the PyPI package ``mahjong`` says is paid."""
    config = HandConfig(
        is_tsumo=tsumo,
        player_wind=27 if is_dealer else 28,
        round_wind=27,
        options=OptionalRules(kiriage=rules.kiriage),
    )
    cost = ScoresCalculator.calculate_scores(han, fu, config, is_yakuman=yakuman)
    points = (cost["main"], cost["additional"]) if tsumo and not is_dealer else (cost["main"],)
    return Paid(tuple(sorted(points)), None)


@pytest.mark.parametrize("house", ["tenhou", "m_league", "rmu"])
@pytest.mark.parametrize("is_dealer", [True, False])
def test_points_agree_with_a_second_calculator(house: str, is_dealer: bool) -> None:
    rules, compared = PRESETS[house].rules, 0
    table = points_table(is_dealer, rules)
    for row in table.rows:
        for han, cell in zip(HAN, row.cells, strict=True):
            for tsumo, ours in ((False, cell.ron), (True, cell.tsumo)):
                if ours is not None:
                    assert ours.points == their_payment(han, row.fu, tsumo, is_dealer, rules).points, (han, row.fu)
                    compared += 1
    assert compared > 60
    for limit in table.limits:
        yakuman = limit.limit is Limit.YAKUMAN
        # 13 and more counted han are 12 han in a house that pays them as sanbaiman.
        for han in {limit.least or 13, limit.most or limit.least or 13}:
            for tsumo, ours in ((False, limit.ron), (True, limit.tsumo)):
                assert ours.points == their_payment(han, 30, tsumo, is_dealer, rules, yakuman).points


def missing(rules: Rules) -> set[tuple[int, int, str]]:
    """The places of the table that no hand can have."""
    return {
        (fu, han, "tsumo" if tsumo else "ron")
        for fu in FU
        for han in HAN
        for tsumo in (False, True)
        if not is_possible(han, fu, tsumo, rules)
    }


# As the tables in books and at riichi.wiki have them.
NEVER = {
    *((20, han, "ron") for han in HAN),
    (20, 1, "tsumo"),
    (25, 1, "ron"),
    (25, 1, "tsumo"),
    (25, 2, "tsumo"),
    (110, 1, "tsumo"),
}


def test_impossible_cells_are_those_that_every_printed_table_leaves_empty() -> None:
    assert missing(TENHOU) == NEVER


@pytest.mark.parametrize(
    ("rules", "fewer", "more"),
    [
        # Without the other 2 fu of the double wind there is no way to 110 fu with one han.
        ("m_league", set(), {(110, 1, "ron")}),
        ("tenhou,open_pinfu=20", {(20, han, "ron") for han in HAN}, set()),
        ("tenhou,pinfu_tsumo=false", set(), {(20, han, "tsumo") for han in HAN}),
        ("tenhou,chiitoitsu=50x1", set(), {(25, han, win) for han in HAN for win in ("ron", "tsumo")}),
    ],
)
def test_impossible_cells_follow_the_rules(
    rules: str, fewer: set[tuple[int, int, str]], more: set[tuple[int, int, str]]
) -> None:
    assert missing(parse_rules(rules)) == NEVER - fewer | more


@pytest.mark.parametrize("rules", ["tenhou", "m_league", "tenhou,open_pinfu=20,pinfu_tsumo=false"])
def test_real_hands_are_paid_as_the_table_says_and_are_never_in_an_empty_cell(rules: str) -> None:
    chosen, chance, in_table = parse_rules(rules), Random(8), 0
    wins = [generate(chance, chosen) for _ in range(400)]
    if rules == "tenhou":
        wins += [win_from_json(json.loads(line)["hand"]) for line in RECORDED.read_text(encoding="utf-8").splitlines()]
    for win in wins:
        scored = score(win._replace(honba=0), chosen)
        assert isinstance(scored, Score)
        best = scored.best
        cell = paid(best.han, best.fu, best.yakuman, win.tsumo, win.seat_wind is Wind.E, chosen)
        assert cell == (tuple(sorted(share.points for share in best.payment)), best.limit)
        if best.han in HAN and best.fu in FU:
            in_table += 1
            assert is_possible(best.han, best.fu, win.tsumo, chosen), (best.han, best.fu)
    assert in_table > 150


def test_table_of_points_marks_limits_kiriage_and_what_cannot_be(reader: FlaskClient) -> None:
    tenhou, league = (reader.get(f"/learn/points?rules={house}").text for house in ("tenhou", "m_league"))
    for page, paid_for_1920 in ((tenhou, {"7700", "11600"}), (league, {"8000", "12000"})):
        marked = re.findall(r'<td class="(?:capped|kiriage)">(?:(?!</td>).)*<small>kiriage', page, re.DOTALL)
        assert len(marked) == 4
        assert set(re.findall(r"Ron</span> (\d+)", "".join(marked))) == paid_for_1920
    assert tenhou.count('class="never"') == 2 * len(NEVER)
    endless = reader.get("/learn/points?rules=tenhou,aotenjou=true").text
    assert "no limits" in endless
    assert not re.search(r'class="(?:capped|kiriage)"', endless)


@pytest.mark.parametrize("rules", ["tenhou", "m_league", "tenhou,chiitoitsu=50x1"])
def test_each_number_of_fu_leads_to_a_hand_of_that_many(reader: FlaskClient, rules: str) -> None:
    page = reader.get(f"/learn/points?rules={rules}").text
    links = re.findall(r'<th scope="row"><a href="([^"]+)">(\d+)</a>', page)
    assert {int(fu) for _address, fu in links} == set(FU) - ({25} if "50x1" in rules else set())
    for address, fu in set(links):
        assert f"<strong>{fu} fu</strong>" in reader.get(html.unescape(address)).text


def test_table_of_fu_has_the_fu_of_the_rules(reader: FlaskClient) -> None:
    rows = {str(row.name): row.fu for row in fu_table.pair_rows(PRESETS["m_league"].rules)}
    assert rows["Double wind pair"] == 2
    assert [row.fu for row in fu_table.pair_rows(TENHOU)] == [2, 2, 2, 4]
    assert [row.fu for row in fu_table.win_rows(TENHOU)] == [20, 10, 2]
    assert [row.fu for row in fu_table.wait_rows(TENHOU)] == [2, 2, 2]
    assert [row.fu for row in fu_table.whole_rows(TENHOU)] == [20, 30, 25]
    other = parse_rules("tenhou,pinfu_tsumo=false,open_pinfu=20,chiitoitsu=50x1")
    assert [row.fu for row in fu_table.whole_rows(other)] == [30, 20, 50]
    assert [(row.simples, row.terminal_or_honour) for row in fu_table.set_rows()] == [(2, 4), (4, 8), (8, 16), (16, 32)]
    assert reader.get("/learn/fu?rules=m_league").status_code == 200


@pytest.mark.parametrize("rule_type", RuleType)
@pytest.mark.parametrize("house", ["tenhou", "m_league"])
def test_examples_of_a_rule_really_show_it(rule_type: RuleType, house: str) -> None:
    rules = PRESETS[house].rules
    wins = [example(rule_type, number, rules) for number in (1, 2, 3)]
    assert len(set(wins)) == 3
    examples.search.cache_clear()
    assert example(rule_type, 2, rules) == wins[1]
    for win in wins:
        scored = score(win, rules)
        assert isinstance(scored, Score)
        if rule_type is RuleType.STICKS:
            assert scored.received > scored.best.points
        else:
            assert rule_type in visible(scored, ASKED)


@pytest.mark.parametrize("rule_type", RuleType)
def test_every_rule_has_its_page_in_every_language(reader: FlaskClient, rule_type: RuleType) -> None:
    for locale in LOCALES:
        page = reader.get(f"/learn/{rule_type}?example=2", headers={"Accept-Language": locale.replace("_", "-")})
        assert page.status_code == 200
        text = html.unescape(page.text)
        with reader.application.test_request_context(), force_locale(locale):
            for words in (
                *LESSONS[rule_type].paragraphs,
                *(MISTAKES[mistake.name] for mistake in CATALOGUE if mistake.rule_type is rule_type),
                *(source.name for source in LESSONS[rule_type].sources),
            ):
                assert str(words) in text
        assert 'class="felt"' in text
        assert f"/learn/{rule_type}?example=1&rules=tenhou#example" in text
        assert f"/learn/{rule_type}?example=3&rules=tenhou#example" in text


def test_lessons_cover_every_rule_mistake_and_option() -> None:
    assert set(LESSONS) == set(IN_ORDER) == set(RuleType)
    assert len(IN_ORDER) == len(RuleType)
    assert set(MISTAKES) == {mistake.name for mistake in CATALOGUE}
    named = [option for lesson in LESSONS.values() for option in lesson.options]
    assert sorted(named) == sorted(OPTIONS)
    assert all(lesson.sources and 2 <= len(lesson.paragraphs) <= 3 for lesson in LESSONS.values())


def test_page_of_the_mistake_says_what_it_would_have_cost(reader: FlaskClient) -> None:
    page = reader.get("/learn/menzen_ron?example=1").text
    wrongs = page[page.index('id="wrongs"') : page.index('id="reading"')]
    win = example(RuleType.MENZEN_RON, 1)
    scored = score(win)
    assert isinstance(scored, Score)
    paid = "/".join(str(points) for points in sorted(share.points for share in scored.best.payment))
    assert f"<strong>{paid}</strong>" in wrongs
    assert wrongs.count("<dt>") == 1 + len(examples.telling(scored, RuleType.MENZEN_RON))


def test_houses_that_differ_are_named_at_the_rule(reader: FlaskClient) -> None:
    page = reader.get("/learn/double_wind").text
    four, two = re.findall(r"<dd><strong>(?:4|2) fu</strong>: (.*?)</dd>", page)
    assert re.findall(r"rules=(\w+)", four) == ["tenhou", "mahjong_soul", "que_ji"]
    assert re.findall(r"rules=(\w+)", two) == ["m_league", "jpml", "saikouisen", "kyokai", "rmu"]


def test_rule_that_no_hand_can_show_is_said_to_have_no_example(reader: FlaskClient) -> None:
    with pytest.raises(NoExampleError):
        example(RuleType.HONBA, 1, parse_rules("tenhou,honba=0"))
    page = reader.get("/learn/honba?rules=tenhou,honba=0")
    assert page.status_code == 200
    assert "hardly any hand" in page.text


@pytest.mark.parametrize("number", ["0", "-3", "100", "x", "1e9", "9" * 50])
def test_number_of_an_example_that_there_is_not_leads_to_one_that_there_is(reader: FlaskClient, number: str) -> None:
    assert 'class="felt"' in reader.get(f"/learn/tsumo?example={number}").text


def test_unknown_rule_is_not_found_and_unknown_houses_rules_are_the_readers_own(reader: FlaskClient) -> None:
    assert reader.get("/learn/no_rule").status_code == 404
    assert '<option value="tenhou" selected>' in reader.get("/learn/points?rules=nowhere").text


def test_every_line_of_an_explanation_leads_to_a_page_about_its_rule(reader: FlaskClient) -> None:
    with reader.application.test_request_context():
        subjects = [*RuleType, *FuName, *Wait, *Yaku, *Payer, *CATALOGUE]
        addresses = {reference_of(subject) for subject in subjects}
    assert addresses <= {"/learn/fu", *(f"/learn/{rule_type}" for rule_type in RuleType)}
    assert [item for item in FuName if rule_of(item) is None] == [FuName.BASE, FuName.KOKUSHI]
    # The same text in two enums is two things.
    assert rule_of(FuName.CHIITOITSU) is RuleType.CHIITOITSU
    assert rule_of(Yaku.CHIITOITSU) is RuleType.HAN_YAKU
    page = reader.get("/calculator?hand=234p11z77z+[1111m]+[2222z]+ron+7z+E/E+honba+1+sticks+1").text
    for rule in ("menzen_ron", "open_closed", "kan", "double_wind", "rounding", "formula", "dealer", "honba", "sticks"):
        assert f'<a class="about" href="/learn/{rule}">' in page


def test_no_link_of_the_reference_leads_nowhere(reader: FlaskClient) -> None:
    seen, waiting = set[str](), ["/learn", "/calculator", "/learn/points", "/learn/fu"]
    while waiting:
        address = html.unescape(waiting.pop())
        path = address.partition("?")[0]
        if path in seen or not path.startswith(("/learn", "/calculator")):
            continue
        seen.add(path)
        answer = reader.get(address)
        assert answer.status_code == 200, address
        waiting += LINK.findall(answer.text)
    assert {f"/learn/{rule_type}" for rule_type in RuleType} <= seen


def test_patterns_show_every_new_piece(reader: FlaskClient) -> None:
    page = reader.get("/patterns").text
    for piece in ("choose", "sets", "points-table", "steps", "wrongs", "hand-form", "keys", "line-form", "one-of"):
        assert re.search(rf'class="[^"]*\b{piece}\b', page), piece
