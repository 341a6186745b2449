"""The command line: ``worksheet``, from a drill set and from a file of hands."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy.orm import Session

from trainer.cli import main
from trainer.mahjong.exchange import win_to_json
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import preset
from trainer.services import drills
from trainer.services.drills import Printed
from trainer.teaching.grade import Ask

WINS = tuple(
    map(parse_win, ("234p11z77z [1111m] [2222z] ron 7z E/E dora 5s", "345m456p88p23456s ron 4s E/S riichi dora 9m"))
)
SET = Printed("Thursday", WINS, preset("m_league"), (Ask.FU,), "/d/7KQ2")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["worksheet", *map(str, arguments)])


@pytest.fixture(autouse=True)
def the_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One drill set in the database, and the hands as a file in the working folder."""

    def printed(_db: Session, name: str) -> Printed | None:
        return SET if name == "7KQ2" else None

    monkeypatch.setattr(drills, "printed", printed)
    monkeypatch.setenv("FU_TRAINER_DATABASE_URL", f"sqlite:///{tmp_path}/none.sqlite3")
    monkeypatch.setenv("FU_TRAINER_BASE_URL", "https://fu.example")
    monkeypatch.chdir(tmp_path)
    Path("hands.jsonl").write_text("".join(json.dumps(win_to_json(win)) + "\n" for win in WINS), encoding="utf-8")


def test_a_drill_set_becomes_a_page_by_itself_in_the_language_wished() -> None:
    assert run("7KQ2", "--out", "x.html", "--lang", "zh-Hans", "--versions", 2, "--paper", "letter").output == ""
    made = Path("x.html").read_text(encoding="utf-8")
    assert "Thursday" in made
    assert '<html lang="zh-Hans">' in made
    assert '<body class="letter">' in made
    assert made.count('<svg class="qr"') + made.count('class="qr"') >= 2
    assert made.count("<section") == 4


def test_it_becomes_a_pdf() -> None:
    assert run("7KQ2", "--out", "x.pdf", "--no-key").output == ""
    assert Path("x.pdf").read_bytes().startswith(b"%PDF-")
    # No draft is left behind.
    assert {path.name for path in Path().iterdir()} >= {"hands.jsonl", "x.pdf"}
    assert not list(Path().glob(".x.pdf*"))


def test_without_the_address_of_the_site_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FU_TRAINER_BASE_URL")
    assert run("7KQ2", "--out", "x.html").exit_code == 0
    assert 'class="qr"' not in Path("x.html").read_text(encoding="utf-8")


def test_a_file_of_hands_becomes_a_worksheet_of_its_name() -> None:
    assert run("hands.jsonl", "--out", "x.html", "--lang", "en", "--rules", "m_league").output == ""
    made = Path("x.html").read_text(encoding="utf-8")
    assert "<title>hands</title>" in made
    assert "M.League" in made
    assert made.count('data-hand="') == 2


def test_what_generate_writes_brings_its_rules() -> None:
    dealt = CliRunner().invoke(main, ["generate", "--count", "3", "--rules", "m_league"])
    Path("dealt.jsonl").write_text(dealt.output, encoding="utf-8")
    assert run("dealt.jsonl", "--out", "x.html", "--lang", "en").output == ""
    assert "M.League" in Path("x.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ("", "no hands"),
        ("nonsense\n", "line 1: this is not JSON"),
        ('\n{"hand": {}}\n', "line 2: concealed is missing"),
        (json.dumps({"hand": win_to_json(WINS[0]), "rules": "nowhere"}), "line 1: "),
        (
            json.dumps(win_to_json(parse_win("123456m3499p (789s<7s) ron 5p E/S"))),
            "line 1: a complete hand, but without a yaku",
        ),
        (
            json.dumps(win_to_json(WINS[0])) + "\n" + json.dumps({"hand": win_to_json(WINS[1]), "rules": "m_league"}),
            "line 2: other rules",
        ),
    ],
)
def test_what_is_wrong_with_a_file_is_said_with_its_line(lines: str, complaint: str) -> None:
    Path("bad.jsonl").write_text(lines, encoding="utf-8")
    result = run("bad.jsonl", "--out", "x.html")
    assert result.exit_code == 1
    assert complaint in result.output
    assert not Path("x.html").exists()


def test_a_set_that_is_not_there_is_said() -> None:
    result = run("nothing", "--out", "x.html")
    assert result.exit_code == 1
    assert "no drill set 'nothing'" in result.output


def test_rules_of_a_drill_set_are_its_own() -> None:
    assert "--rules goes with a file" in run("7KQ2", "--out", "x.html", "--rules", "m_league").output


def test_a_language_that_there_is_not_is_said() -> None:
    assert "there is no language 'tlh'" in run("7KQ2", "--out", "x.html", "--lang", "tlh").output


def test_a_place_that_cannot_be_written_is_said() -> None:
    result = run("7KQ2", "--out", "no/such/folder/x.html")
    assert result.exit_code == 1
    assert "cannot write no/such/folder/x.html" in result.output


def test_without_weasyprint_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    result = run("7KQ2", "--out", "x.pdf")
    assert result.exit_code == 1
    assert "fu-trainer[pdf]" in result.output
    assert not Path("x.pdf").exists()


def test_a_file_that_is_there_already_is_replaced_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("x.html").write_text("before", encoding="utf-8")
    assert run("7KQ2", "--out", "x.html").exit_code == 0
    whole = Path("x.html").read_text(encoding="utf-8")
    assert whole.rstrip().endswith("</html>")

    def full(_draft: Path, _out: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert "No space left" in run("7KQ2", "--out", "x.html", "--no-key").output
    assert Path("x.html").read_text(encoding="utf-8") == whole
    assert not list(Path().glob(".x.html*"))
