"""Worksheets and their keys: what stands on them, in which order, and how they are set."""

import html
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
import segno
from flask import Flask

from trainer.mahjong.errors import HandError
from trainer.mahjong.hand import MeldKind, Win
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import TENHOU, preset
from trainer.mahjong.scoring import Score, score
from trainer.mahjong.tiles import tile_name
from trainer.teaching.generate import generate
from trainer.teaching.grade import Ask
from trainer.web import language
from trainer.web.faces import FACE_NAMES, face_svg
from trainer.web.in_words import speaking
from trainer.web.paper import MOST_VERSIONS, Paper, PaperSize, page, render, sheets, whole_page
from trainer.web.pdf import NoPdfError, document, pdf

# A kan of each kind, a call from each side, red fives; dealer and others, ron and tsumo; honba, sticks and ura.
WINS = tuple(
    map(
        parse_win,
        (
            "34p55z (406m<0m) (777z^) (5055s>0s+) ron 5p E/S dora 4s",
            "234p11z77z [1111m] [2222z] ron 7z E/E dora 5s9s3s",
            "444m34406p777s88s tsumo 5p E/S riichi dora 1z ura 2z honba 2 sticks 1",
            "1122233344s222z ron 1s S/E riichi ippatsu dora 9m ura 9m",
            "19m19p19s1234567z tsumo 1m E/W dora 2m",
            "3s (789m<7m) (2222p>) (345s<) [6666s] tsumo 3s W/E dora 9m9m9m rinshan",
        ),
    )
)
ASKED = (Ask.FU, Ask.PAYMENT)
PAPER = Paper("Kans <& waits>", WINS, TENHOU, ASKED, "https://fu.example/d/7KQ2")


@pytest.fixture(autouse=True)
def _in_english() -> Iterator[None]:
    with speaking("en"):
        yield


def scored(win: Win) -> Score:
    found = score(win, TENHOU)
    assert isinstance(found, Score)
    return found


def sections(made: str) -> list[str]:
    return re.findall(r'<section class="sheet.*?</section>', made, re.DOTALL)


def items(section: str, name: str) -> list[str]:
    """The hands of a worksheet (``hand``) or key (``answer``), each with its number checked."""
    found = re.findall(
        rf'<li class="hand" data-{name}="(\d+)">(.*?)</li>(?=\s*(?:<li class="hand"|</ol>))', section, re.DOTALL
    )
    assert [int(number) for number, _item in found] == list(range(1, len(found) + 1))
    return [item for _number, item in found]


def row(item: str) -> Counter[str]:
    """The faces of the tiles of a hand as it lies."""
    lie = re.search(r'<p class="lie.*?</p>', item, re.DOTALL)
    assert lie
    return Counter(re.findall(r'href="#t(\w+)"', lie[0]))


def faces_of(win: Win) -> Counter[str]:
    """The faces that are seen of a hand: of a closed kan two, and two backs."""
    seen = Counter(map(tile_name, (*win.concealed, win.win_tile)))
    for meld in win.melds:
        tiles = sorted(map(tile_name, meld.tiles))
        seen.update([*tiles[:2], "back", "back"] if meld.kind is MeldKind.ANKAN else tiles)
    return seen


def words(item: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", item)).split())


def test_every_hand_lies_on_the_worksheet_and_in_the_key_with_all_its_tiles() -> None:
    worksheet, key = sections(whole_page(PAPER))
    for section, name in ((worksheet, "hand"), (key, "answer")):
        assert [row(item) for item in items(section, name)] == list(map(faces_of, WINS))


def test_dealt_hands_lie_there_with_all_their_tiles_too() -> None:
    random = Random(5)
    wins = tuple(generate(random) for _ in range(60))
    (worksheet,) = sections(whole_page(replace(PAPER, wins=wins, key=False)))
    assert [row(item) for item in items(worksheet, "hand")] == list(map(faces_of, wins))


def test_a_hand_says_everything_that_its_count_depends_on() -> None:
    worksheet, _key = sections(whole_page(PAPER))
    told = words(items(worksheet, "hand")[2])
    for fact in ("East round", "South seat", "Non-dealer", "Riichi", "2 honba", "1 riichi stick", "Tsumo"):
        assert fact in told
    indicators = re.search(r'<p class="facts.*?</p>', items(worksheet, "hand")[2], re.DOTALL)
    assert indicators
    assert re.findall(r'href="#t(\w+)"', indicators[0]) == ["1z", "2z"]
    assert "Dealer" in words(items(worksheet, "hand")[1])


def test_a_called_tile_lies_sideways_and_an_added_one_on_top_of_it() -> None:
    worksheet, _key = sections(whole_page(PAPER))
    turned = [len(re.findall(r'class="tile turned"', item)) for item in items(worksheet, "hand")]
    assert turned == [4, 0, 0, 0, 0, 3]
    assert 'class="stack"' in items(worksheet, "hand")[0]


def test_blanks_are_those_of_what_is_asked_by_who_pays() -> None:
    worksheet, _key = sections(whole_page(replace(PAPER, asks=tuple(Ask))))
    blanks = [re.findall(r'data-blank="(\w+)"', item) for item in items(worksheet, "hand")]
    before, after = ["fu_sum", "fu", "han"], ["received"]
    assert blanks[0] == [*before, "payment_discarder", *after]
    assert blanks[2] == [*before, "payment_dealer", "payment_non_dealer", *after]
    assert blanks[5] == [*before, "payment_each", *after]
    # The base, the win, two triplets, the pair and the wait.
    assert items(worksheet, "hand")[2].count('class="blank"') == 6


def test_nothing_of_the_answers_is_on_the_worksheet() -> None:
    (worksheet,) = sections(whole_page(replace(PAPER, key=False)))
    for word in ("Closed triplet", "Kanchan", "12000", "Yakuman"):
        assert word not in worksheet


def test_the_key_counts_as_the_scorer_does() -> None:
    _worksheet, key = sections(whole_page(PAPER))
    for win, item in zip(WINS, items(key, "answer"), strict=True):
        best, told = scored(win).best, words(item)
        assert all(str(share.points) in told for share in best.payment)
        assert f"{best.han} han" in told or best.yakuman
        if not best.yakuman:
            assert all(str(earned.fu) in told for earned in best.fu_items)
            assert f"= {best.fu_sum}" in told
            assert best.fu_sum == best.fu or f"= {best.fu_sum} → {best.fu}" in told
    assert "Received 4700" not in words(items(key, "answer")[0])


def test_the_answers_at_a_glance_are_those_of_the_hands() -> None:
    _worksheet, key = sections(whole_page(PAPER))
    cells = re.findall(r'<th scope="row">(\d+)</th><td>(.*?)</td><td class="points">(.*?)</td>', key)
    assert sorted(int(number) for number, _worth, _points in cells) == [1, 2, 3, 4, 5, 6]
    by_number = {int(number): (worth, points) for number, worth, points in cells}
    assert by_number[2] == ("1 han 110 fu", "5300")
    # Two counters: 200 from each.
    assert by_number[3][1] == " / ".join(str(share.points) for share in reversed(scored(WINS[2]).best.payment))
    assert by_number[5] == ("Yakuman", "8000 / 16000")


def test_fu_of_another_reading_that_pays_the_same_are_told_to_be_right() -> None:
    win = parse_win("111222333m7899s ron 9s E/W dora 4z")
    assert scored(win).best.fu == 30
    _worksheet, key = sections(whole_page(replace(PAPER, wins=(win,))))
    assert "Also right: 40" in key


def test_versions_are_orders_of_the_same_hands_and_their_keys_follow() -> None:
    paper = replace(PAPER, versions=3)
    shown = sections(whole_page(paper))
    orders = [[row(item) for item in items(section, "hand")] for section in shown[:3]]
    keys = [[row(item) for item in items(section, "answer")] for section in shown[3:]]
    assert orders == keys
    assert orders[0] == list(map(faces_of, WINS))
    assert orders[0] != orders[1] != orders[2] != orders[0]
    for order in orders:
        assert sorted(map(str, order)) == sorted(map(str, orders[0]))
    assert ["Version A" in section for section in shown] == [True, False, False] * 2


def test_the_same_set_always_gives_the_same_versions() -> None:
    first, again = sheets(replace(PAPER, versions=MOST_VERSIONS)), sheets(replace(PAPER, versions=4, title="Else"))
    assert [sheet.wins for sheet in first[:4]] == [sheet.wins for sheet in again[:4]]
    # Written down, so that a key printed next year still fits.
    assert [WINS.index(win) for win in first[1].wins] == [3, 4, 5, 2, 1, 0]


@pytest.mark.parametrize("versions", [0, 27])
def test_there_are_as_many_versions_as_letters(versions: int) -> None:
    with pytest.raises(ValueError, match="1 to 26"):
        replace(PAPER, versions=versions)


def test_rules_stand_on_every_sheet() -> None:
    rules = replace(preset("m_league"), kiriage=False)
    for section in sections(whole_page(replace(PAPER, rules=rules))):
        assert "M.League" in section


def test_a_title_is_text() -> None:
    made = whole_page(PAPER)
    assert "Kans &lt;&amp; waits&gt;" in made
    assert "Kans <&" not in made


def test_the_code_leads_to_the_set() -> None:
    code = segno.make(PAPER.address, error="m", micro=False).svg_inline(
        omitsize=True, border=2, svgclass="qr", lineclass=None
    )
    assert whole_page(replace(PAPER, versions=2)).count(code) == 2
    assert "<figure" not in whole_page(replace(PAPER, address=""))


@pytest.mark.parametrize("locale", language.LANGUAGES)
def test_it_speaks_each_language_and_says_so(locale: str) -> None:
    with speaking(locale):
        made = whole_page(PAPER)
    assert f'<html lang="{locale.replace("_", "-")}">' in made
    dora = {"en": "Dora indicators", "zh_Hans": "宝牌指示牌", "zh_Hant": "寶牌指示牌", "ja": "ドラ表示牌"}
    assert dora[locale] in made


def test_a_page_of_the_site_keeps_to_its_security_policy(app: Flask) -> None:
    with app.test_request_context():
        made = page(PAPER, back="/drills/7", pdf="/drills/7.pdf")
    assert re.findall(r"<style|\sstyle=|<script(?![^>]*\ssrc=)", made) == []
    assert 'href="/drills/7"' in made
    assert re.search(r'<link rel="stylesheet" href="/static/paper.css\?v=\w+">', made)
    assert re.search(r'<use href="/static/tiles.svg\?v=\w+#t7z"', made)


def test_a_page_by_itself_needs_nothing_else() -> None:
    made = whole_page(PAPER)
    assert re.findall(r'(?:src|href)="(?!#)[^"]*"', made) == []
    assert set(re.findall(r'href="#t(\w+)"', made)) <= set(re.findall(r'<symbol id="t(\w+)"', made))


def test_a_hand_that_cannot_win_has_no_key() -> None:
    no_yaku = parse_win("123456m3499p (789s<7s) ron 5p E/S")
    with pytest.raises(HandError):
        whole_page(replace(PAPER, wins=(no_yaku,)))
    assert sections(whole_page(replace(PAPER, wins=(no_yaku,), key=False)))


@pytest.mark.parametrize("name", FACE_NAMES)
def test_a_face_by_itself_has_colours_of_its_own(name: str) -> None:
    for turned in (False, True):
        face = face_svg(name, turned)
        assert "var(" not in face
        parts = set(re.findall(r'id="([\w-]+)"', face))
        assert set(re.findall(r'href="#([\w-]+)"', face)) <= parts


@pytest.fixture(scope="module")
def set_sheets() -> Any:
    """Two versions with their keys, on paper of the American size."""
    heard: list[tuple[int, int]] = []
    with speaking("ja"):
        made = document(replace(PAPER, size=PaperSize.LETTER, versions=2), lambda *done: heard.append(done))
    assert heard == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    return made


def test_a_pdf_has_the_size_of_the_paper_and_each_sheet_its_own_pages(set_sheets: Any) -> None:
    assert {(round(page.width / 96, 2), round(page.height / 96, 2)) for page in set_sheets.pages} == {(8.5, 11)}
    # Six hands need no second page.
    assert len(set_sheets.pages) == 4


def test_the_tiles_of_a_pdf_are_vectors_that_are_drawn_once(set_sheets: Any) -> None:
    made = set_sheets.write_pdf()
    assert made.startswith(b"%PDF-")
    assert b"/Subtype /Image" not in made
    faces = set(re.findall(r'src="face:([^"]+)"', render(PAPER, sheets(PAPER))))
    assert made.count(b"/Subtype /Form") == len(faces)


def test_ten_hands_with_fu_and_payment_fit_on_a_page_of_a4() -> None:
    random = Random(1)
    wins = tuple(generate(random) for _ in range(10))
    made = document(replace(PAPER, wins=wins, key=False))
    assert [(round(page.width / 96 * 25.4), round(page.height / 96 * 25.4)) for page in made.pages] == [(210, 297)]


def test_without_weasyprint_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    with pytest.raises(NoPdfError):
        pdf(PAPER)
