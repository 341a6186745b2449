"""The pages of teaching, from opening a class to handing in, as a browser without Chromium walks through them."""

import html
import re
import uuid

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.pages import hidden
from tests.web.test_account import sign_up
from trainer.mahjong.notation import parse_win
from trainer.models import Attempt, DrillSet, SetVersion, User
from trainer.services import drills
from trainer.web.jobs import worker_of
from trainer.web.session import engine_of

HAND = "345m456p88p23456s ron 4s E/S riichi dora 9m"
"""A win by the rules of every house."""
EDITOR = {
    "title": "Waits & kans",
    "parts": "1",
    "part0_kind": "hand",
    "part0_hand": HAND,
    "ask": "fu",
    "rules": "tenhou",
    "feedback": "at_once",
    "tries": "1",
}
RECIPE = {"part0_kind": "recipe", "part0_count": "3", "part0_mode": "mixed", "part0_level": "beginner"}


class Walker:
    """Somebody who goes from page to page."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.page = ""
        self.path = ""

    def go(self, path: str, status: int = 200) -> str:
        found = self.client.get(path)
        assert found.status_code == status, (path, found.status_code, found.text[-500:])
        self.page, self.path = found.text, path
        return self.page

    def send(self, path: str, status: int = 303, **form: str) -> TestResponse:
        """Post a form and follow where it leads."""
        if "csrf_token" not in self.page:
            self.go("/classes")
        found = self.client.post(path, data={"csrf_token": hidden(self.page, "csrf_token"), **form})
        assert found.status_code == status, (path, found.status_code, re.sub(r"<[^>]+>|\s+", " ", found.text)[-700:])
        if status == 303:
            self.go(found.headers["Location"])
            self.path = found.headers["Location"]
        else:
            self.page = found.text
        return found

    @property
    def words(self) -> str:
        """What the page says, without its tags."""
        main = self.page.split("<main", 1)[-1]
        return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", main)))


@pytest.fixture
def teacher(client: FlaskClient) -> Walker:
    sign_up(client, "Sensei")
    return Walker(client)


@pytest.fixture
def guest(app: Flask) -> Walker:
    return Walker(app.test_client())


def new_class(teacher: Walker, title: str = "Tuesday") -> tuple[str, str]:
    """The path of a class and its code."""
    teacher.send("/classes", title=title, time_zone="Asia/Shanghai")
    code = re.search(r"<code>(\w{3}) (\w{3})</code>", teacher.page)
    assert code
    return teacher.path, code[1] + code[2]


def new_set(teacher: Walker, **changed: str) -> str:
    """The path of a drill set."""
    teacher.send("/sets/new", 303, **{**EDITOR, **changed})
    return teacher.path.split("?")[0]


def assign(teacher: Walker, path: str, to: str = "link", **changed: str) -> str:
    """The path of what is assigned."""
    dates = {"opens": "2026-01-01T10:00", "due": "", "time_zone": "UTC", "late": "on", **changed}
    teacher.send(f"{path}/assign", 303, to=to, **dates)
    return teacher.path


def begun(learner: Walker, path: str) -> str:
    """The path of a run."""
    learner.go(path)
    learner.send(f"{path}/begin")
    return learner.path


# --- classes ---


def test_nobody_teaches_without_an_account(guest: Walker) -> None:
    assert "Sign up" in guest.go("/classes")
    for path in ("/sets", "/sets/new"):
        assert guest.client.get(path).headers["Location"].startswith("/account/sign-in")


def test_a_guest_joins_by_the_code_on_the_blackboard(teacher: Walker, guest: Walker) -> None:
    path, code = new_class(teacher)
    guest.go("/classes")
    guest.send("/join", code=f"{code[:3]} {code[3:]}".lower())
    guest.send(f"/join/{code}", 422, called=" ")
    assert "enter a name" in guest.page
    guest.send(f"/join/{code}", called="Aki")
    assert guest.path == path
    assert "You are called Aki here. Taught by Sensei." in guest.words
    assert "Aki guest Learner" in re.sub(r"\s+", " ", teacher.go(path) and teacher.words)


def test_the_wall_shows_the_code_and_its_address(teacher: Walker) -> None:
    path, code = new_class(teacher)
    page = teacher.go(f"{path}/invite")
    assert "<svg" in page
    assert f"http://localhost/join/{code}" in page


def test_an_unknown_code_leads_nowhere(guest: Walker) -> None:
    guest.go("/join")
    guest.send("/join", 422, code="ABCDEF")
    assert "No class has this code" in guest.page
    guest.go("/join/ABCDEF", 404)


def test_a_teacher_appoints_removes_and_lets_in_again(app: Flask, teacher: Walker, guest: Walker) -> None:
    path, code = new_class(teacher)
    colleague = Walker(app.test_client())
    sign_up(colleague.client, "Hana")
    colleague.send(f"/join/{code}", called="Hana")
    guest.send(f"/join/{code}", called="Aki")
    teacher.go(path)
    members = re.findall(r'action="(/classes/[^"]+/members/[^"]+)"', teacher.page)
    aki, hana = members[0], members[-1]
    teacher.send(hana, do="teacher")
    assert "Members" in colleague.go(path)
    teacher.send(aki, 422, do="teacher")
    teacher.send(aki, do="remove")
    guest.go(path, 404)
    guest.send(f"/join/{code}", 422, called="Aki")
    teacher.go(path)
    teacher.send(aki, do="readmit")
    guest.go(path)
    teacher.send(aki, 400, do="nonsense")


def test_a_class_is_renamed_archived_opened_and_deleted(teacher: Walker) -> None:
    path, _code = new_class(teacher)
    teacher.send(f"{path}/settings", title="Friday", time_zone="Asia/Tokyo")
    assert "Friday" in teacher.page
    teacher.send(f"{path}/settings", 422, title="", time_zone="UTC")
    teacher.send(f"{path}/archive", archived="1")
    assert "This class is archived" in teacher.page
    teacher.send(f"{path}/archive")
    teacher.send(f"{path}/leave", 422)
    teacher.send(f"{path}/delete", 422)
    teacher.send(f"{path}/delete", sure="1")
    teacher.go(path, 404)


# --- drill sets ---


def test_the_editor_adds_moves_and_removes_parts_and_keeps_what_is_typed(app: Flask, teacher: Walker) -> None:
    teacher.send("/sets/new", 200, **{**EDITOR, "do": "recipe"})
    assert hidden(teacher.page, "parts") == "2"
    assert HAND in html.unescape(teacher.page)
    both = {**EDITOR, **{name.replace("0", "1", 1): text for name, text in RECIPE.items()}, "parts": "2"}
    teacher.send("/sets/new", 200, **{**both, "do": "up-1"})
    assert [hidden(teacher.page, f"part{place}_kind") for place in (0, 1)] == ["recipe", "hand"]
    teacher.send("/sets/new", 200, **{**both, "do": "remove-0"})
    assert hidden(teacher.page, "part0_kind") == "recipe"
    with Session(engine_of(app)) as session:
        assert session.scalar(select(func.count()).select_from(DrillSet)) == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": " "}, "Please give it a name."),
        ({"parts": "0"}, "There are no hands in it yet."),
        ({"ask": ""}, "Choose at least one thing to be asked."),
        ({"part0_hand": ""}, "Please enter a hand."),
        ({"part0_hand": "123m"}, "missing"),
        ({"part0_hand": "345m456p99p24s678s ron 3s E/S"}, "no yaku by these rules"),
        ({"part0_hand": "3333m456p88p23456s ron 4s E/S riichi dora 9m"}, ""),
        ({**RECIPE, "part0_count": "201"}, "from 1 to 200"),
        ({**RECIPE, "part0_count": "0"}, "from 1 to 200"),
        ({**RECIPE, "part0_kan": "1"}, "Kans:"),
        ({"seconds_each": "soon"}, "Please enter a whole number"),
        ({"minutes": "9999"}, "Please enter a whole number"),
        ({"rules": "poker"}, "No rules are called that."),
    ],
)
def test_what_is_wrong_with_a_set_is_said_and_nothing_typed_is_lost(
    teacher: Walker, changed: dict[str, str], said: str
) -> None:
    sent = {**EDITOR, "title": "Kept all the same", **changed}
    teacher.send("/sets/new", 422, **sent)
    assert said in html.unescape(teacher.page)
    assert 'role="alert"' in teacher.page
    if sent["title"].strip():
        assert "Kept all the same" in teacher.page


def test_a_set_is_kept_as_it_was_typed(app: Flask, teacher: Walker) -> None:
    typed: dict[str, str] = {**RECIPE, "part0_wait": "2", "part0_pair_value": "1", "part0_counters": "on"}
    settings = {"minutes": "10", "seconds_each": "30", "tries": "", "feedback": "after_due", "own_hands": "on"}
    path = new_set(teacher, **typed, **settings, rules="m_league")
    with Session(engine_of(app)) as session:
        kept = session.scalars(select(SetVersion)).one()
    assert kept.drill == {
        "parts": [
            {"mode": "mixed", "weights": {"wait": 2, "pair_value": 1}, "level": "beginner", "count": 3, "honba": True}
        ],
        "rules": "m_league",
        "ask": ["fu"],
        "seconds_each": 30,
        "seconds_whole": 600,
        "tries": None,
        "feedback": "after_due",
        "own_hands": True,
        "shuffled": False,
    }
    page = teacher.go(f"{path}/edit")
    for name in ("part0_count", "part0_wait", "minutes", "seconds_each"):
        assert re.search(rf'name="{name}" value="{ {**typed, **settings}[name] }"', page), name


def test_a_link_begins_a_set_about_one_rule(teacher: Walker) -> None:
    page = teacher.go("/sets/new?focus=kan")
    assert re.search(r'name="part0_kan" value="1"', page)


def test_a_hand_of_the_calculator_goes_into_a_new_set_or_one_there_is(app: Flask, teacher: Walker) -> None:
    assert "/sets/hands?hand=" in teacher.go(f"/calculator?hand={HAND.replace(' ', '+')}&rules=tenhou")
    teacher.go(f"/sets/hands?hand={HAND.replace(' ', '+')}")
    teacher.send("/sets/hands", hand=HAND, into="new", title="Mine")
    key = uuid.UUID(teacher.path.split("/")[-1].split("#")[0])
    other = "345m456p99p24s678s ron 3s E/S riichi dora 9m"
    teacher.send("/sets/hands", hand=other, into=key.hex)
    teacher.send("/sets/hands", 422, hand="345m456p99p24s678s ron 3s E/S", into=key.hex)
    assert "no yaku" in teacher.page
    teacher.send("/sets/hands", 404, hand=HAND, into="f" * 32)
    teacher.send("/sets/hands", 400, hand="nonsense", into="new")
    with Session(engine_of(app)) as session:
        assert drills.latest_version(session, key).hands == (parse_win(HAND), parse_win(other))


def test_other_hands_are_dealt_on_wish_and_a_copy_can_be_changed(teacher: Walker) -> None:
    path = new_set(teacher, **RECIPE)
    before = teacher.page
    teacher.send(f"{path}/deal")
    assert teacher.page != before
    teacher.send(f"{path}/copy")
    assert "Waits & kans (copy)" in html.unescape(teacher.page)
    teacher.send(f"{path}/delete", 422)
    teacher.send(f"{path}/delete", sure="1")
    teacher.go(path, 404)


def test_the_preview_is_what_learners_see_and_keeps_nothing(app: Flask, teacher: Walker) -> None:
    path = new_set(teacher)
    teacher.go(f"{path}/preview/0")
    assert "data-answer" in teacher.page
    teacher.send(f"{path}/preview/0", 422, fu="")
    teacher.send(f"{path}/preview/0", 200, fu="110")
    assert "Not right" in teacher.words
    assert "That was a slip" not in teacher.words
    teacher.go(f"{path}/preview/1", 404)
    with Session(engine_of(app)) as session:
        assert session.scalar(select(func.count()).select_from(Attempt)) == 0


# --- working through ---


def test_a_set_without_a_class_is_worked_through_by_its_link(app: Flask, teacher: Walker, guest: Walker) -> None:
    given = assign(teacher, new_set(teacher, tries="1"))
    link = re.search(r'href="http://localhost(/open/[\w-]+)"', teacher.go(given))
    assert link
    run = begun(guest, link[1])
    assert 'aria-label="Hand 1: not answered"' in guest.page
    guest.send(f"{run}/questions/0", 422, fu="many")
    guest.send(f"{run}/questions/0", fu="110")
    assert "Not right" in guest.words
    guest.send(f"{run}/finish")
    assert "0 / 1" in guest.words
    guest.send(f"{link[1]}/begin", 422)
    assert "as often as you may" in guest.words
    # A second post of the answer, from another tab, leads to the verdict on the first.
    guest.send(f"{run}/questions/0", fu="40")
    assert "110" in guest.words
    with Session(engine_of(app)) as session:
        assert session.scalar(select(func.count()).select_from(Attempt)) == 1


def test_before_it_may_be_told_no_page_says_how_it_went(teacher: Walker, guest: Walker) -> None:
    given = assign(teacher, new_set(teacher, feedback="after_due"), due="2900-01-01T00:00")
    link = re.search(r'href="http://localhost(/open/[\w-]+)"', teacher.go(given))
    assert link
    run = begun(guest, link[1])
    guest.send(f"{run}/questions/0", fu="110")
    for path in (run, f"{run}/questions/0"):
        response = guest.client.get(path, follow_redirects=True)
        assert "wrong" not in response.text.lower().replace("place--wrong", "")
    guest.go(run)
    guest.send(f"{run}/finish")
    assert "told after the due date" in guest.words
    teacher.go(given)
    teacher.send(f"{given}/end", ended="1")
    guest.go(f"{run}/over")
    assert "0 / 1" in guest.words


def test_open_questions_are_handed_in_only_on_purpose(teacher: Walker, guest: Walker) -> None:
    given = assign(teacher, new_set(teacher, **RECIPE))
    link = re.search(r'href="http://localhost(/open/[\w-]+)"', teacher.go(given))
    assert link
    run = begun(guest, link[1])
    guest.send(f"{run}/finish", 422)
    assert "not answered yet" in guest.words
    guest.send(f"{run}/finish", sure="1")
    assert "not answered" in guest.words


def test_by_the_clock_one_question_follows_the_other(teacher: Walker, guest: Walker) -> None:
    given = assign(teacher, new_set(teacher, **RECIPE, seconds_each="600"))
    link = re.search(r'href="http://localhost(/open/[\w-]+)"', teacher.go(given))
    assert link
    run = begun(guest, link[1])
    assert 'role="timer"' in guest.page
    assert f'href="{run}?place=1"' not in guest.page
    guest.send(f"{run}/next")  # not yet
    assert "Hand 1 / 3" in guest.words
    guest.send(f"{run}/questions/0", fu="30")
    guest.go(run)
    assert "This hand is answered." in guest.words
    guest.send(f"{run}/next")
    assert "Hand 2 / 3" in guest.words


def test_a_class_is_assigned_a_set_and_its_dates_are_moved(teacher: Walker, guest: Walker) -> None:
    path, code = new_class(teacher)
    made = new_set(teacher)
    class_id = uuid.UUID(path.split("/")[-1]).hex
    teacher.go(f"{made}/assign")
    teacher.send(f"{made}/assign", 422, to=class_id, opens="", due="", time_zone="UTC")
    teacher.send(f"{made}/assign", 404, to="f" * 32, opens="2026-01-01T10:00", due="", time_zone="UTC")
    given = assign(teacher, made, class_id)
    guest.send(f"/join/{code}", called="Aki")
    assert "Waits & kans" in guest.words
    teacher.go(given)
    teacher.send(f"{given}/dates", opens="2900-01-01T10:00", due="2900-02-01T10:00", time_zone="Asia/Tokyo")
    guest.go(given)
    assert "not open yet" in guest.words
    guest.send(f"{given}/begin", 422)
    teacher.send(f"{given}/dates", 422, opens="2900-01-01T10:00", due="2899-02-01T10:00", time_zone="Asia/Tokyo")
    teacher.go(given)
    teacher.send(f"{given}/delete", 422)
    teacher.send(f"{given}/delete", sure="1")
    guest.go(given, 404)


def test_a_teacher_who_goes_takes_his_class_along(app: Flask, teacher: Walker, guest: Walker) -> None:
    path, code = new_class(teacher)
    guest.send(f"/join/{code}", called="Aki")
    teacher.go("/account/delete")
    assert "Tuesday" in teacher.words
    teacher.send("/account/delete", 200, password="seven stolen geese")
    guest.go(path, 404)
    with Session(engine_of(app)) as session:
        assert [user.name for user in session.scalars(select(User))] == [None]


# --- on the wall and on paper ---


def test_the_hands_of_a_set_are_projected_one_after_the_other(teacher: Walker) -> None:
    path = new_set(teacher, **RECIPE)
    first = teacher.go(f"{path}/project/0")
    assert f"{path}/project/1" in first
    assert "/project/-1" not in first
    assert "step=1" in html.unescape(first)
    assert f"{path}/project/3" not in teacher.go(f"{path}/project/2")
    teacher.go(f"{path}/project/3", 404)


def test_a_set_is_printed_by_the_browser_as_it_is_asked_for(teacher: Walker) -> None:
    path = new_set(teacher, **RECIPE)
    teacher.go(f"{path}/paper")
    sent = teacher.send(f"{path}/paper", do="page", size="letter", versions="2", key="on")
    assert "size=letter" in sent.headers["Location"]
    assert 'class="letter"' in teacher.page
    assert teacher.page.count('class="qr"') == 2
    plain = teacher.go(f"{path}/paper/print?size=poster&versions=-1")
    assert 'class="a4"' in plain
    assert len(plain) < len(teacher.go(f"{path}/paper/print?key=on"))


def test_a_pdf_is_made_beside_the_site(app: Flask, teacher: Walker) -> None:
    path = new_set(teacher)
    teacher.go(f"{path}/paper")
    teacher.send(f"{path}/paper", do="pdf", size="a4", versions="1", key="on")
    assert teacher.path.startswith("/jobs/")
    worker_of(app).wait()
    made = teacher.client.get(f"{teacher.path}/file")
    assert made.data.startswith(b"%PDF-")
    assert made.mimetype == "application/pdf"
    assert "Waits" in made.headers["Content-Disposition"]
