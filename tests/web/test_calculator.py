"""The calculator: a hand in the address, in fields or in one line; what is wrong stands at its field."""

import html
import re
from random import Random
from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient
from flask_babel import force_locale, gettext

from trainer.mahjong.errors import ErrorCode, HandError
from trainer.mahjong.exchange import MOST_COUNTERS
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import PRESETS, TENHOU, parse_rules
from trainer.mahjong.scoring import Score, score
from trainer.services.wishes import ASKED
from trainer.teaching.diagnose import visible
from trainer.teaching.generate import generate
from trainer.web import calculator
from trainer.web.explain import worth
from trainer.web.hand_form import COUNTERS, LABELS, read_form, typed_win
from trainer.web.labels import label
from trainer.web.language import LANGUAGES

HAND = "3406788m (777p^7p) (5505s>5s+) ron 8m S/E last_tile dora 1z2p honba 2 sticks 1"
SEVERAL = "1122233344s222z ron 1s E/S riichi dora 9m"
GOOD = typed_win(parse_win("23567m345p99p678s ron 4m E/S riichi dora 9s ura 9s"))
LOCALES = list(LANGUAGES)


def in_language(locale: str) -> dict[str, str]:
    return {"Accept-Language": locale.replace("_", "-")}


def error_at(page: str, name: str) -> str:
    """What is said to be wrong at a field."""
    found = re.search(rf'<p class="error" id="{name}-error">([^<]*)</p>', page)
    assert found, name
    return html.unescape(found[1])


def values(page: str) -> dict[str, str]:
    """What stands in the fields of the form, by name."""
    found: dict[str, str] = {}
    for tag in re.findall(r"<input [^>]*>", page):
        parts = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if parts.get("type") not in ("radio", "checkbox") or " checked" in tag:
            found[parts.get("name", "")] = html.unescape(parts.get("value", ""))
    for name, options in re.findall(r'<select [^>]*name="(\w+)".*?>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = html.unescape(chosen[1]) if chosen else ""
    return found


def test_every_win_can_be_typed_into_the_fields() -> None:
    chance = Random(11)
    for _ in range(150):
        win = generate(chance)
        assert read_form(typed_win(win)).win == win


@pytest.mark.parametrize("line", [HAND, SEVERAL, *(line for _name, line in calculator.EXAMPLES)])
def test_fields_lead_to_the_address_of_the_hand_and_back(reader: FlaskClient, line: str) -> None:
    win = parse_win(line)
    answer = reader.get("/calculator", query_string={**typed_win(win), "rules": "m_league"})
    assert answer.status_code == 302
    query = parse_qs(urlsplit(answer.location).query)
    assert query["rules"] == ["m_league"]
    assert parse_win(query["hand"][0]) == win
    page = reader.get(answer.location)
    assert page.status_code == 200
    scored = score(win, PRESETS["m_league"].rules)
    assert isinstance(scored, Score)
    assert f"<strong>{scored.received}</strong>" in page.text
    shown = values(page.text)
    assert {name: shown[name] for name in typed_win(win)} == typed_win(win)
    address = re.search(r'id="address" value="([^"]*)"', page.text)
    assert address
    assert html.unescape(address[1]) == f"http://localhost{answer.location}"


def test_every_reading_is_shown(reader: FlaskClient) -> None:
    scored = score(parse_win(SEVERAL))
    assert isinstance(scored, Score)
    assert len(scored.counts) > 2
    page = reader.get("/calculator", query_string={"hand": SEVERAL}).text
    assert page.count('class="way"') == len(scored.counts) - 1
    with reader.application.test_request_context():
        assert [str(worth(count)) in page for count in scored.counts] == [True] * len(scored.counts)


def test_hands_like_this_are_practised_by_the_rules_that_it_shows(reader: FlaskClient) -> None:
    page = reader.get("/calculator", query_string={"hand": HAND, "rules": "m_league"}).text
    link = re.search(r'href="/practice\?([^"]*)"', page)
    assert link
    scored = score(parse_win(HAND), PRESETS["m_league"].rules)
    assert isinstance(scored, Score)
    query = parse_qs(html.unescape(link[1]))
    assert query == {"focus": list(visible(scored, ASKED)), "rules": ["m_league"]}
    assert reader.get(f"/practice?{html.unescape(link[1])}").status_code == 303


WRONG_FIELDS = [
    ({"concealed": "23567m345p99p67q"}, "concealed", ErrorCode.BAD_NOTATION),
    ({"concealed": "23567m345p99p67s"}, "concealed", ErrorCode.WRONG_TILE_COUNT),
    ({"concealed": ""}, "concealed", ErrorCode.MISSING_FIELD),
    ({"concealed": "23567m345p99p679s"}, "concealed", ErrorCode.NOT_A_WINNING_SHAPE),
    ({"win_tile": ""}, "win_tile", ErrorCode.MISSING_FIELD),
    ({"win_tile": "4m5m"}, "win_tile", ErrorCode.BAD_NOTATION),
    ({"concealed": "22223567m9p99p99p", "win_tile": "2m"}, "concealed", ErrorCode.TOO_MANY_COPIES),
    ({"dora_indicators": "0p0p", "ura_indicators": ""}, "dora_indicators", ErrorCode.TOO_MANY_RED_FIVES),
    ({"dora_indicators": "123456m"}, "dora_indicators", ErrorCode.INDICATOR_COUNT),
    ({"ura_indicators": "12m"}, "ura_indicators", ErrorCode.INDICATOR_COUNT),
    ({"riichi": ""}, "ura_indicators", ErrorCode.URA_WITHOUT_RIICHI),
    ({"win": "kan"}, "win", ErrorCode.BAD_VALUE),
    ({"round_wind": "C"}, "round_wind", ErrorCode.BAD_VALUE),
    ({"riichi": "triple"}, "riichi", ErrorCode.BAD_VALUE),
    ({"riichi": "", "ura_indicators": "", "ippatsu": "true"}, "ippatsu", ErrorCode.IPPATSU_WITHOUT_RIICHI),
    ({"after_kan": "true"}, "after_kan", ErrorCode.AFTER_KAN_WITH_RON),
    ({"after_kan": "true", "win": "tsumo"}, "after_kan", ErrorCode.AFTER_KAN_WITHOUT_KAN),
    ({"robbing_kan": "true", "win": "tsumo"}, "robbing_kan", ErrorCode.ROBBING_KAN_WITH_TSUMO),
    ({"robbing_kan": "true", "dora_indicators": "4m"}, "robbing_kan", ErrorCode.ROBBING_KAN_IMPOSSIBLE),
    ({"last_tile": "true", "robbing_kan": "true"}, "last_tile", ErrorCode.LAST_TILE_CONFLICT),
    ({"first_turn": "true"}, "first_turn", ErrorCode.FIRST_TURN_CONFLICT),
    ({"meld1_kind": "pon", "meld1_tiles": "778p"}, "meld1_tiles", ErrorCode.BAD_MELD),
    ({"meld2_kind": "pon", "meld2_tiles": "7p!"}, "meld2_tiles", ErrorCode.BAD_NOTATION),
    ({"meld3_tiles": "7777p"}, "meld3_kind", ErrorCode.MISSING_FIELD),
    ({"meld3_tiles": "778p"}, "meld3_kind", ErrorCode.MISSING_FIELD),
    ({"meld4_kind": "ankan"}, "meld4_tiles", ErrorCode.MISSING_FIELD),
    (
        {"concealed": "23567m345p99p", "meld1_kind": "chi", "meld1_tiles": "678s"},
        "riichi",
        ErrorCode.RIICHI_WITH_OPEN_HAND,
    ),
    (
        {
            "concealed": "23567m345p99p",
            "meld1_kind": "ankan",
            "meld1_tiles": "9999p",
            "riichi": "",
            "ura_indicators": "",
        },
        "melds",
        ErrorCode.TOO_MANY_COPIES,
    ),
]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(("changed", "name", "code"), WRONG_FIELDS, ids=lambda value: str(value)[:30])
def test_error_stands_at_its_field_and_loses_nothing(
    reader: FlaskClient, changed: dict[str, str], name: str, code: ErrorCode, locale: str
) -> None:
    typed = {**GOOD, **changed}
    answer = reader.get("/calculator", query_string=typed, headers=in_language(locale))
    assert answer.status_code == 422
    with reader.application.test_request_context(), force_locale(locale):
        said = gettext("“%(text)s” cannot be read here.", text="|").partition("|")[2]
        words = said if code is ErrorCode.BAD_NOTATION and "win_tile" not in changed else str(label(code))
    assert words in error_at(answer.text, name) or said in error_at(answer.text, name)
    shown = values(answer.text)
    # A value that no choice has cannot be chosen again; everything else is as it was typed.
    lost = {"win", "round_wind", "riichi"} & changed.keys()
    assert {key: shown.get(key, "") for key in typed if key not in lost} == {
        key: typed[key] for key in typed if key not in lost
    }


def test_meld_of_three_tiles_needs_no_kind() -> None:
    typed = {**GOOD, "concealed": "34599p6s8s", "win_tile": "7s", "riichi": "", "ura_indicators": ""}
    form = read_form({**typed, "meld1_tiles": "406m", "meld2_tiles": "777z", "meld2_from": "across"})
    assert form.win
    assert win_name(form.win).startswith("34599p68s (406m) (777z^) ron 7s")


def test_every_field_that_a_hand_can_be_wrong_in_has_a_place() -> None:
    for _changed, name, _code in WRONG_FIELDS:
        assert name in LABELS or name.startswith("meld")


@pytest.mark.parametrize("name", COUNTERS)
@pytest.mark.parametrize("text", ["two", "-1", "10001", "1.5", "٣"])
def test_counter_that_is_no_number_is_asked_again(reader: FlaskClient, name: str, text: str) -> None:
    answer = reader.get("/calculator", query_string={**GOOD, name: text})
    assert answer.status_code == 422
    assert str(MOST_COUNTERS) in error_at(answer.text, name)
    assert values(answer.text)[name] == text


def test_several_fields_can_be_wrong_at_once(reader: FlaskClient) -> None:
    answer = reader.get("/calculator", query_string={"concealed": "12x", "win_tile": "", "honba": "x", "rules": "none"})
    assert answer.status_code == 422
    for name in ("concealed", "win_tile", "honba", "rules"):
        assert error_at(answer.text, name)
        assert f'href="#{name}"' in answer.text


def test_full_width_digits_and_spaces_are_read(reader: FlaskClient) -> None:
    typed = {**GOOD, "concealed": "２３５６７ｍ 345p 99P 678s", "honba": "２"}
    location = reader.get("/calculator", query_string=typed).location
    line = "23567m34599p678s ron 4m E/S riichi dora 9s ura 9s honba 2"
    assert parse_qs(urlsplit(location).query)["hand"] == [line]
    assert reader.get("/calculator", query_string={"hand": f"　{line}"}).status_code == 200


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize(
    "line", ["", "nonsense", "123q ron 4m E/S", "23567m345p99p678s ron", "1m " * 200, "(((", "23m riichi riichi"]
)
def test_line_that_cannot_be_read_stays_in_its_field(reader: FlaskClient, line: str, locale: str) -> None:
    answer = reader.get("/calculator", query_string={"hand": line}, headers=in_language(locale))
    assert answer.status_code == 422
    assert error_at(answer.text, "line")
    assert values(answer.text)["hand"] == line.strip()


def test_error_in_a_line_that_can_be_read_stands_at_the_field_it_is_about(reader: FlaskClient) -> None:
    line = "23567m345p99p678s ron 4m E/S dora 1z ura 1z"
    answer = reader.get("/calculator", query_string={"hand": line})
    assert answer.status_code == 422
    assert error_at(answer.text, "ura_indicators")
    assert values(answer.text)["hand"] == line
    assert values(answer.text)["concealed"] == "23567m34599p678s"


def test_hand_without_yaku_is_shown_and_said_to_have_none(reader: FlaskClient) -> None:
    line = "24m345p99p678s333z ron 3m E/S"
    answer = reader.get("/calculator", query_string={"hand": line})
    assert answer.status_code == 200
    assert "no yaku" in answer.text
    assert 'class="felt"' in answer.text
    assert values(answer.text)["concealed"] == "24m34599p678s333z"


def test_rules_of_the_link_count_the_hand_and_are_carried_on(reader: FlaskClient) -> None:
    own = "tenhou,double_wind_pair=2,honba=1500"
    line = "234p11z77z [1111m] [2222z] ron 7z E/E honba 1"
    page = reader.get("/calculator", query_string={"hand": line, "rules": own}).text
    scored = score(parse_win(line), parse_rules(own))
    assert isinstance(scored, Score)
    assert scored.best.fu == 100
    assert f"<strong>{scored.received}</strong>" in page
    assert values(page)["rules"] == own
    # Que Ji plays as Tenhou does, but who chose it finds it chosen again.
    page = reader.get("/calculator", query_string={"hand": line, "rules": "que_ji"}).text
    assert '<option value="que_ji" selected>' in page
    assert reader.get("/calculator", query_string={"hand": line, "rules": "x" * 2000}).status_code == 422


def test_whatever_is_sent_is_answered_by_a_page(reader: FlaskClient) -> None:
    """No text in any field breaks the page: it is counted or refused in words."""
    chance = Random(3)
    names = [*GOOD, "ippatsu", "last_tile", "meld1_kind", "meld1_tiles", "meld1_called", "meld1_from", "rules"]
    pieces = [
        "",
        "0m",
        "123m",
        "９９",
        "pon",
        "chi",
        "left",
        "<b>",
        "\x00",
        "E",
        "true",
        "9" * 30,
        "[1111m]",
        "👍",
        "z",
    ]
    for _ in range(60):
        typed = {**GOOD, **{chance.choice(names): "".join(chance.choices(pieces, k=2)) for _ in range(3)}}
        assert reader.get("/calculator", query_string=typed).status_code in (200, 302, 422)


def test_what_is_wrong_is_never_a_rule_of_its_own() -> None:
    """The form refuses exactly what the scorer refuses: it has no rules of the game."""
    chance = Random(4)
    for _ in range(100):
        win = generate(chance)
        broken = win._replace(tsumo=not win.tsumo, last_tile=chance.random() < 0.5)
        form = read_form(typed_win(broken))
        assert form.win == broken
        try:
            score(broken, TENHOU)
        except HandError as error:
            assert error.field in LABELS  # noqa: PT017 - a legal one is as good
