"""The projector: the stages of a hand are complete, and a page holds nothing that is not revealed yet."""

import html
import re
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from flask_babel import force_locale

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.hand import Win
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import PRESETS, TENHOU, Rules, parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.teaching.generate import Mode, Order, generate
from trainer.web import projector
from trainer.web.explain import OtherReading, PaymentStep
from trainer.web.labels import label
from trainer.web.language import LANGUAGES
from trainer.web.projector import ALL, Around
from trainer.web.stages import FuLine, Kind, Stage, stages

RON = "345m456p88p23467s ron 8s E/S riichi dora 9m"
HANDS = {
    "ron": RON,
    "tsumo": "444m34456p777s88s tsumo 5p E/S dora 3s honba 1 sticks 2",
    "kans": "3456788m (777p^7p) (5555s>5s+) ron 8m S/E dora 1z2p",
    "closed kans": "234p11z77z [1111m] [2222z] ron 7z E/E dora 5s",
    "open pinfu": "23m456m678p88s (234s<3s) ron 4m E/S dora 9s",
    "pinfu tsumo": "23m456m678p23488s tsumo 1m E/S dora 9s",
    "seven pairs": "1133m5588p2299s6z tsumo 6z E/W dora 7m",
    "haneman": "23m456m678p45688s tsumo 1m E/S riichi ippatsu dora 1m ura 7s",
    "mangan by fu": "234p11z77z [1111m] [2222z] ron 7z E/E dora 6z",
    "yakuman": "19m19p19s1234567z ron 1z E/E dora 7m",
    "several": "1122233344s222z ron 1s E/S riichi dora 9m honba 1 sticks 1",
}


def scored(line: str, rules: Rules = TENHOU) -> Score:
    found = score(parse_win(line), rules)
    assert isinstance(found, Score)
    return found


def kinds(line: str, rules: Rules = TENHOU) -> list[Kind]:
    return [stage.kind for stage in stages(scored(line, rules))]


def lines_of(all_stages: tuple[Stage, ...]) -> list[FuLine]:
    return [about for stage in all_stages for about in stage.about if isinstance(about, FuLine)]


def check(hand: Score) -> None:
    """Everything that a hand is counted by is in one stage, and adds up."""
    best, found = hand.best, stages(hand)
    by_kind = {kind: [stage for stage in found if stage.kind is kind] for kind in Kind}
    if best.yakuman and best.limit:
        assert not by_kind[Kind.FU]
    else:
        lines = lines_of(found)
        assert [line.fu for line in lines if line.fu] == [item.fu for item in best.fu_items]
        assert sum(line.fu for line in lines) == best.fu_sum
        assert str(best.fu) in str(by_kind[Kind.FU][0].answer)
    assert [stage.about[0] for stage in by_kind[Kind.YAKU]] == list(best.yaku)
    payments = [stage.about[0] for stage in by_kind[Kind.PAYMENT]]
    assert all(isinstance(step, PaymentStep) for step in payments)
    assert [(step.payer, step.points, step.players) for step in payments if isinstance(step, PaymentStep)] == [
        tuple(share) for share in best.payment
    ]
    said = by_kind[Kind.RECEIVED] or by_kind[Kind.PAYMENT]
    assert str(hand.received) in str(said[-1].answer)
    others = [about.count for stage in by_kind[Kind.OTHERS] for about in stage.about if isinstance(about, OtherReading)]
    assert others == list(hand.counts[1:])
    assert all(str(stage.question) and str(stage.answer) for stage in found)


@pytest.mark.parametrize("name", HANDS)
def test_stages_add_up_to_the_score(reader: FlaskClient, name: str) -> None:
    with reader.application.test_request_context():
        for preset in PRESETS.values():
            check(scored(HANDS[name], preset.rules))
        check(scored(HANDS[name], parse_rules("tenhou,aotenjou=true")))


def test_stages_of_dealt_hands_add_up_to_their_scores(reader: FlaskClient) -> None:
    chance = Random(7)
    with reader.application.test_request_context():
        for mode in Mode:
            for _ in range(30):
                found = score(generate(chance, TENHOU, Order(mode=mode)), TENHOU)
                assert isinstance(found, Score)
                check(found)


def test_win_pair_and_wait_are_asked_about_even_where_they_earn_nothing() -> None:
    lines = lines_of(stages(scored(HANDS["open pinfu"])))
    assert [line.fu for line in lines] == [20, 0, 0, 0, 10]
    lines = lines_of(stages(scored(HANDS["closed kans"])))
    assert [line.fu for line in lines] == [20, 10, 4, 32, 32, 4, 0]
    assert [line.lights for line in lines[1:3]] == [("w",), ("c5", "c6", "w")]
    assert [line.lights for line in lines[3:]] == [("m0",), ("m1",), ("c3", "c4"), ("c5", "c6", "w")]
    lines = lines_of(stages(scored(HANDS["pinfu tsumo"])))
    assert [line.fu for line in lines] == [20, 0, 0, 0]
    no_pinfu = parse_rules("tenhou,pinfu_tsumo=false")
    assert [line.fu for line in lines_of(stages(scored(HANDS["pinfu tsumo"], no_pinfu)))] == [20, 2, 0, 0]


def test_limits_need_no_fu() -> None:
    assert kinds(HANDS["yakuman"]) == [Kind.READING, Kind.YAKU, Kind.HAN, Kind.BASE, Kind.PAYMENT]
    by_han = kinds(HANDS["haneman"])
    assert by_han.index(Kind.FU) > by_han.index(Kind.RECEIVED)
    assert Kind.FU_LINE not in by_han
    assert kinds(HANDS["mangan by fu"])[:4] == [Kind.READING, Kind.FU_LINE, Kind.FU_LINE, Kind.FU_LINE]
    assert kinds(HANDS["seven pairs"])[:3] == [Kind.READING, Kind.FU, Kind.YAKU]


def page_of(reader: FlaskClient, line: str, step: int, locale: str = "en", **query: str) -> str:
    tag = locale.replace("_", "-")
    query = {"hand": line, "rules": "tenhou", "step": str(step), **query}
    answer = reader.get("/projector", query_string=query, headers={"Accept-Language": tag})
    assert answer.status_code == 200
    return html.unescape(answer.text)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("name", ["kans", "seven pairs", "yakuman", "several"])
def test_a_step_shows_what_is_revealed_and_nothing_later(reader: FlaskClient, name: str, locale: str) -> None:
    with reader.application.test_request_context(), force_locale(locale):
        found = stages(scored(HANDS[name]))
        said = [(str(stage.question), str(stage.answer)) for stage in found]
    for step in range(len(found) + 1):
        page = page_of(reader, HANDS[name], step, locale)
        words = re.search(r'role="status".*?</div>', page, re.DOTALL)
        assert words
        if step:
            assert said[step - 1][1] in words[0]
        for question, answer in said[step:]:
            # A yaku that is worth a yakuman has told before what the whole hand is.
            assert f">{answer}<" not in page or any(answer in told for _, told in said[:step])
            assert (f">{question}<" in page) is (question == said[step][0])


def test_the_first_step_is_the_question_only(reader: FlaskClient) -> None:
    for line in HANDS.values():
        page = page_of(reader, line, 0)
        assert 'class="column' not in page
        assert 'class="told"' not in page
        assert "How is it read?" in page
        assert 'data-asked="" data-told=""' in page
        # Not even how many steps there are, of which a yakuman has few.
        steps = {step for address in re.findall(r'href="([^"]*)"', page) for step in re.findall(r"step=(\d+)", address)}
        assert steps == {"1", str(ALL)}


def test_tiles_that_are_asked_about_and_told_are_named(reader: FlaskClient) -> None:
    page = page_of(reader, HANDS["closed kans"], 4)
    assert 'data-asked="m0" data-told="c5 c6 w"' in page


@pytest.mark.parametrize("step", ["-5", "nonsense", "", "9" * 5000, "１", "1e3"])
def test_any_step_shows_something_of_the_hand(reader: FlaskClient, step: str) -> None:
    assert reader.get("/projector", query_string={"hand": RON, "step": step}).status_code == 200


def test_a_step_beyond_the_last_reveals_all(reader: FlaskClient) -> None:
    last = len(stages(scored(RON)))
    assert last < ALL
    assert reader.get("/projector", query_string={"hand": RON, "step": ALL}).status_code == 200
    assert page_of(reader, RON, ALL) == page_of(reader, RON, last)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("123q", ErrorCode.BAD_NOTATION),
        ("", ErrorCode.BAD_NOTATION),
        ("345m456p88p2346s ron 4s E/S", ErrorCode.WRONG_TILE_COUNT),
        ("345m456p88p23459s ron 4s E/S", ErrorCode.NOT_A_WINNING_SHAPE),
        ("23m456p88p234s (456s<4s) ron 1m E/S", ErrorCode.NO_YAKU),
        ("<script>alert(1)</script>" * 50, ErrorCode.BAD_NOTATION),
    ],
)
def test_a_hand_that_cannot_be_is_asked_again(reader: FlaskClient, line: str, code: ErrorCode, locale: str) -> None:
    tag = {"Accept-Language": locale.replace("_", "-")}
    answer = reader.get("/projector", query_string={"hand": line}, headers=tag)
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert 'role="alert"' in answer.text
    assert f'value="{html.escape(line[:20])}' in answer.text
    if code is not ErrorCode.BAD_NOTATION:
        with reader.application.test_request_context(), force_locale(locale):
            assert str(label(code)) in answer.text


@pytest.mark.parametrize(
    "query", [{"rules": "none"}, {"rules": "none", "hand": RON}, {"rules": "none", "deal": "edge"}]
)
def test_rules_that_nobody_knows_are_asked_again(reader: FlaskClient, query: dict[str, str]) -> None:
    answer = reader.get("/projector", query_string=query)
    assert answer.status_code == 422
    assert "No rules are called that" in answer.text


@pytest.mark.parametrize("mode", Mode)
def test_a_dealt_hand_has_an_address_and_another_behind_it(reader: FlaskClient, mode: Mode) -> None:
    answer = reader.get("/projector", query_string={"deal": mode, "rules": "m_league"})
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer.location).query)
    assert query["rules"] == ["m_league"]
    win = parse_win(query["hand"][0])
    assert isinstance(score(win, PRESETS["m_league"].rules), Score)
    page = page_of(reader, win_name(win), ALL, rules="m_league", dealt=mode)
    assert f'data-piece="next" href="/projector?deal={mode}&rules=m_league"' in page
    assert f"dealt={mode}" in page


@pytest.mark.parametrize("query", [{"deal": "none"}, {"deal": ""}])
def test_hands_of_no_kind_are_asked_again(reader: FlaskClient, query: dict[str, str]) -> None:
    assert reader.get("/projector", query_string=query).status_code == 422
    assert reader.get("/projector", query_string={"hand": RON, "dealt": "none"}).status_code == 200


def in_list(number: int, note: str | None = None) -> Around:
    def address(step: int) -> str:
        return f"/list/{number}?step={step}"

    previous = f"/list/{number - 1}" if number > 1 else None
    following = f"/list/{number + 1}" if number < 3 else None
    back = "/list"
    return Around(address=address, back=back, previous=previous, next=following, number=number, count=3, note=note)


def listed(reader: FlaskClient, win: Win, step: int, around: Around) -> str:
    with reader.application.test_request_context():
        return html.unescape(projector.shown(win, TENHOU, step, around))


def test_a_list_is_gone_through_in_both_directions(reader: FlaskClient) -> None:
    win = parse_win(RON)
    first = listed(reader, win, 0, in_list(1))
    assert "Hand 1 of 3" in first
    assert 'href="/list"' in first
    assert 'data-piece="next" href="/list/1?step=1"' in first
    assert 'data-piece="previous" role="link" aria-disabled="true"' in first
    middle = listed(reader, win, 0, in_list(2))
    assert 'data-piece="previous" href="/list/1"' in middle
    end = listed(reader, win, ALL, in_list(2))
    assert 'data-piece="next" href="/list/3"' in end
    assert f'data-piece="previous" href="/list/2?step={len(stages(scored(RON))) - 1}"' in end
    assert 'data-piece="next" role="link" aria-disabled="true"' in listed(reader, win, ALL, in_list(3))


def test_a_note_is_revealed_last(reader: FlaskClient) -> None:
    win, last = parse_win(RON), len(stages(scored(RON)))
    around = in_list(1, "9 of 20 answered 30 fu <here>")
    before = listed(reader, win, last, around)
    assert "9 of 20" not in before
    assert "How was it answered?" in before
    assert "9 of 20 answered 30 fu <here>" in listed(reader, win, last + 1, around)


def test_a_hand_without_yaku_is_no_page(reader: FlaskClient) -> None:
    with reader.application.test_request_context(), pytest.raises(HandError) as raised:
        projector.shown(parse_win("23m456p88p234s (456s<4s) ron 1m E/S"), TENHOU, 0, in_list(1))
    assert raised.value.code is ErrorCode.NO_YAKU


def test_the_calculator_leads_to_the_same_hand_on_the_wall(reader: FlaskClient) -> None:
    line = win_name(parse_win(HANDS["kans"]))
    page = reader.get("/calculator", query_string={"hand": line, "rules": "m_league"}).text
    link = re.search(r'href="(/projector\?[^"]*hand=[^"]*)"', page)
    assert link
    address = html.unescape(link[1])
    assert parse_qs(urlsplit(address).query) == {"hand": [line], "rules": ["m_league"]}
    assert 'href="/calculator?' in reader.get(address).text
