"""Accounts, as the pages have them: who gets in, who does not, and what nobody may learn on the way."""

import json
import re
import smtplib
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from threading import enumerate as threads

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from tests.web.pages import fields, hidden, post, question_on, right_answer
from trainer.models import Attempt, RecoveryCode, SignIn, User
from trainer.settings import Settings
from trainer.web import create_app
from trainer.web.account_forms import WRONG_CODE, WRONG_PAIR
from trainer.web.session import engine_of

GOOD = "seven stolen geese"
OTHER = "eight honest ducks"


@pytest.fixture
def other(app: Flask) -> FlaskClient:
    """Another browser."""
    return app.test_client()


def send(client: FlaskClient, path: str, page: str = "/account/forgot", **form: str) -> TestResponse:
    """Post to a path of the account with the token of a page."""
    token = hidden(client.get(page).text, "csrf_token")
    return client.post(f"/account/{path}", data={"csrf_token": token, **form})


def sign_up(client: FlaskClient, name: str = "Aki", password: str = GOOD, email: str = "") -> list[str]:
    """Sign up; the recovery codes."""
    page = send(client, "sign-up", name=name, new_password=password, email=email)
    assert page.status_code == 200, page.text
    return re.findall(r"<code>([A-Z2-7-]{19})</code>", page.text)


def sign_in(client: FlaskClient, name: str = "Aki", password: str = GOOD, **form: str) -> TestResponse:
    return send(client, "sign-in", name=name, password=password, **form)


def answer(app: Flask, client: FlaskClient) -> str:
    """Answer the hand that waits; its nonce."""
    page = client.get("/practice").text
    asked = question_on(app, page)
    typed = {name: number for name, number in right_answer(asked).items() if name in fields(page)}
    assert post(client, page, typed).status_code == 303
    return asked.nonce


def rows(app: Flask) -> dict[str | None, int]:
    """How many answers everybody has, by name."""
    with Session(engine_of(app)) as session:
        return {
            user.name: len(session.scalars(select(Attempt.id).where(Attempt.user_id == user.id)).all())
            for user in session.scalars(select(User))
        }


def who(client: FlaskClient) -> str | None:
    """The name in the header."""
    found = re.search(r'class="me".*?<bdi>(.*?)</bdi>', client.get("/learn").text)
    return found[1] if found else None


# --- signing up, in and out ---


def test_a_guest_who_signs_up_goes_on_with_the_same_hand_and_answers(app: Flask, client: FlaskClient) -> None:
    nonce = answer(app, client)
    waits = hidden(client.get("/practice").text, "token")
    assert len(sign_up(client)) == 10
    assert who(client) == "Aki"
    assert rows(app) == {"Aki": 1}
    assert hidden(client.get("/practice").text, "token") == waits
    assert client.get(f"/practice/answers/{nonce}").status_code == 200


def test_what_is_wrong_is_said_beside_the_field_and_only_the_password_is_to_be_typed_again(client: FlaskClient) -> None:
    page = send(client, "sign-up", name="A\x07ki", new_password="short", email="nowhere")
    assert page.status_code == 422
    assert re.findall(r'class="error" id="sign-up-(\w+)-error"', page.text) == ["name", "new_password", "email"]
    assert 'value="nowhere"' in page.text
    assert "short" not in page.text
    assert page.text.count(" autofocus") == 1
    assert re.search(
        r'id="sign-up-new_password"[^>]*aria-describedby="sign-up-new_password-hint sign-up-new', page.text
    )


def test_a_name_is_taken_in_every_spelling(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    page = send(other, "sign-up", name="ＡＫＩ", new_password=OTHER)
    assert page.status_code == 422
    assert "Somebody has this name already" in page.text
    assert rows(app) == {"Aki": 0}


def test_answers_of_a_guest_come_along_when_he_signs_in(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    answer(app, client)
    answer(app, other)
    answer(app, other)
    assert "2 hands that you answered as a guest here will be added" in other.get("/account/sign-in").text
    landed = sign_in(other, "aki")
    assert landed.location == "/account?moved=2"
    assert "2 hands that you answered as a guest are now in your account." in other.get(landed.location).text
    assert rows(app) == {"Aki": 3}


def test_a_cookie_from_before_signing_in_or_up_opens_nothing(app: Flask, client: FlaskClient) -> None:
    """Session fixation: whoever planted or copied the guest's cookie."""
    answer(app, client)
    copied = client.get_cookie("fu_trainer")
    assert copied is not None
    sign_up(client)
    after = client.get_cookie("fu_trainer")
    assert after is not None
    assert after.value != copied.value
    thief = app.test_client()
    thief.set_cookie("fu_trainer", copied.value)
    assert who(thief) is None
    assert "You practise as a guest" in thief.get("/account").text
    assert json.loads(thief.get("/account/export").text)["profile"] is None
    answer(app, thief)
    assert rows(app) == {"Aki": 1, None: 1}


def test_a_copy_of_the_cookie_is_signed_out_with_the_browser(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    copied = client.get_cookie("fu_trainer")
    assert copied is not None
    assert send(client, "sign-out", "/account").status_code == 303
    assert who(client) is None
    client.set_cookie("fu_trainer", copied.value)
    assert who(client) is None
    with Session(engine_of(app)) as session:
        assert session.scalars(select(SignIn)).all() == []


def test_whoever_is_signed_in_needs_no_entrance(client: FlaskClient) -> None:
    sign_up(client)
    assert client.get("/account/sign-in").location == "/practice"
    assert client.get("/account/sign-up").location == "/account"
    assert send(client, "sign-up", "/account", name="Bo", new_password=GOOD).location == "/account"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example"]
)
def test_signing_in_never_leads_to_another_site(client: FlaskClient, other: FlaskClient, elsewhere: str) -> None:
    sign_up(client)
    assert 'href="/account/sign-in?next=/"' in other.get("/account/sign-up", query_string={"next": elsewhere}).text
    assert sign_in(other, next=elsewhere).location == "/"


def test_signing_in_leads_to_where_one_wanted_to_go(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    wanted = other.get("/account/codes")
    assert wanted.location == "/account/sign-in?next=/account/codes"
    assert sign_in(other, next="/account/codes").location == "/account/codes"


def test_the_language_comes_along(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    assert send(client, "language", "/account", language="ja").status_code == 303
    assert '<html lang="ja">' in client.get("/account").text
    sign_in(other)
    assert '<html lang="ja">' in other.get("/learn").text
    token = hidden(other.get("/account").text, "csrf_token")
    other.post("/language", data={"csrf_token": token, "language": "zh_Hant"})
    assert 'value="zh_Hant" lang="zh-Hant" selected' in client.get("/account").text
    assert send(client, "language", "/account", language="tlh").status_code == 400


# --- what nobody may learn ---


def without_what_was_typed(page: TestResponse, name: str) -> str:
    return re.sub(r'value="[^"]*"', "", page.text.replace(name, ""))


def test_a_wrong_name_and_a_wrong_password_look_alike(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    pages = [sign_in(other, "Aki", OTHER), sign_in(other, "Nobody", OTHER)]
    assert [page.status_code for page in pages] == [422, 422]
    assert str(WRONG_PAIR) in pages[0].text
    assert without_what_was_typed(pages[0], "Aki") == without_what_was_typed(pages[1], "Nobody")
    codes = [send(other, "forgot", name=name, code="AAAA", new_password=OTHER) for name in ("Aki", "Nobody")]
    assert [page.status_code for page in codes] == [422, 422]
    assert str(WRONG_CODE) in codes[0].text
    assert without_what_was_typed(codes[0], "Aki") == without_what_was_typed(codes[1], "Nobody")


def test_too_many_attempts_wait_and_lose_nothing_but_the_password(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    assert {sign_in(other, "aki", OTHER).status_code for _ in range(10)} == {422}
    page = sign_in(other, "ＡＫＩ", GOOD)
    assert page.status_code == 429
    assert re.search(r"Too many attempts. Please try again in 15 minutes.", page.text)
    assert 800 < int(page.headers["Retry-After"]) <= 901
    assert 'value="ＡＫＩ"' in page.text
    assert GOOD not in page.text
    assert sign_in(other, "Bo", OTHER).status_code == 422


def test_one_address_can_try_many_names_but_not_for_ever(client: FlaskClient) -> None:
    answers = [sign_in(client, f"name {number}", OTHER).status_code for number in range(101)]
    assert answers == [422] * 100 + [429]


def test_whoever_gets_in_may_err_again(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    for _ in range(2):
        assert {sign_in(other, password=OTHER).status_code for _ in range(9)} == {422}
        assert sign_in(other).status_code == 303
        send(other, "sign-out", "/account")


def test_codes_and_the_password_inside_are_not_tried_for_ever_either(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    tries = [send(other, "forgot", name="Aki", code="AAAA", new_password=OTHER).status_code for _ in range(11)]
    assert tries == [422] * 10 + [429]
    tries = [send(client, "delete", "/account", password=OTHER).status_code for _ in range(11)]
    assert tries == [422] * 10 + [429]


# --- coming back ---


def test_a_recovery_code_sets_a_new_password_and_ends_every_visit(client: FlaskClient, other: FlaskClient) -> None:
    code = sign_up(client)[0]
    weak = send(other, "forgot", name="Aki", code=code, new_password="password")
    assert weak.status_code == 422
    done = send(other, "forgot", name="Aki", code=code.lower(), new_password=OTHER)
    assert done.location == "/account?done=password"
    assert who(other) == "Aki"
    assert "9 codes can still be used." in other.get("/account").text
    assert who(client) is None
    assert sign_in(client).status_code == 422
    assert sign_in(client, password=OTHER).status_code == 303


def test_new_codes_take_the_password(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    with Session(engine_of(app)) as session:
        before = set(session.scalars(select(RecoveryCode.code)))
    assert send(client, "codes", "/account", password=OTHER).status_code == 422
    made = send(client, "codes", "/account", password=GOOD)
    assert made.headers["Cache-Control"] == "no-store"
    assert len(re.findall(r"<code>", made.text)) == 10
    with Session(engine_of(app)) as session:
        assert before.isdisjoint(session.scalars(select(RecoveryCode.code)))


def test_without_a_mail_server_the_page_says_so(client: FlaskClient) -> None:
    page = client.get("/account/forgot").text
    assert "This site sends no mail" in page
    assert "/account/forgot/mail" not in page
    assert send(client, "forgot/mail", email="a@b.org").location == "/account/forgot"


SENT: list[EmailMessage] = []


class FakeServer(smtplib.SMTP):
    """A mail server that keeps what it is sent."""

    def __init__(self, *_: object, **__: object) -> None:
        self.said: list[str] = []

    def __exit__(self, *_: object) -> None:
        return None

    def ehlo(self, name: str = "") -> tuple[int, bytes]:
        self.esmtp_features = {}
        return 250, name.encode()

    def login(self, user: str, password: str, *, initial_response_ok: bool = True) -> tuple[int, bytes]:
        assert (user, password, initial_response_ok) == ("me", "p@ss", True)
        return 235, b""

    def send_message(self, msg: EmailMessage, *_: object, **__: object) -> dict[str, tuple[int, bytes]]:  # type: ignore[override]
        SENT.append(msg)
        return {}


@pytest.fixture
def mailing(
    sqlite_url: str, compiled_templates: BytecodeCache, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Flask, FlaskClient]]:
    """The application with a mail server."""
    monkeypatch.setattr(smtplib, "SMTP", FakeServer)
    SENT.clear()
    mail = {"smtp_url": "smtp://me:p%40ss@mail.example:2525", "mail_from": "fu@example.org"}
    app = create_app(Settings(sqlite_url, "only for tests", base_url="https://fu.example", **mail))  # type: ignore[arg-type]
    app.testing = True
    app.jinja_env.bytecode_cache = compiled_templates
    yield app, app.test_client()
    engine_of(app).dispose()


def mails() -> list[EmailMessage]:
    """What was sent so far, by threads of their own."""
    for thread in threads():
        if thread.name == "mail":
            thread.join()
    return SENT


def test_a_link_by_mail_sets_a_new_password_once(mailing: tuple[Flask, FlaskClient]) -> None:
    app, client = mailing
    sign_up(client, email="Aki@Example.org")
    other = app.test_client()
    token = hidden(other.get("/account/forgot").text, "csrf_token")
    pages = [
        other.post("/account/forgot/mail", data={"csrf_token": token, "email": email})
        for email in ("aki@example.org", "nobody@example.org")
    ]
    assert [page.status_code for page in pages] == [200, 200]
    assert re.sub(r'value="[^"]*"', "", pages[0].text) == re.sub(r'value="[^"]*"', "", pages[1].text)
    (mail,) = mails()
    assert (mail["To"], mail["From"]) == ("aki@example.org", "fu@example.org")
    # The host is that of the settings, whatever the sender of the request says it is.
    found = re.search(r"https://fu\.example(/account/reset/\S+)", mail.get_content())
    assert found
    link = found[1]
    assert "“Aki”" in other.get(link).text
    assert send(other, link.removeprefix("/account/"), link, new_password="password").status_code == 422
    assert send(other, link.removeprefix("/account/"), link, new_password=OTHER).status_code == 303
    assert who(other) == "Aki"
    assert who(client) is None
    stale = other.get(link)
    assert stale.status_code == 404
    assert "This link is no longer good" in stale.text
    assert other.get(link[:-2] + "xx").status_code == 404


def test_mail_is_asked_for_a_few_times_only(mailing: tuple[Flask, FlaskClient]) -> None:
    client = mailing[1]
    tries = [send(client, "forgot/mail", email="a@b.org").status_code for _ in range(4)]
    assert tries == [200] * 3 + [429]
    assert send(client, "forgot/mail", email="nowhere").status_code == 422


def test_a_mail_that_cannot_be_sent_tells_the_log_no_secret(
    mailing: tuple[Flask, FlaskClient], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise smtplib.SMTPAuthenticationError(535, b"p@ss is wrong for me")

    monkeypatch.setattr(FakeServer, "login", refuse)
    client = mailing[1]
    sign_up(client, email="aki@example.org")
    send(client, "sign-out", "/account")
    assert send(client, "forgot/mail", email="aki@example.org").status_code == 200
    assert mails() == []
    assert "a mail could not be sent: SMTPAuthenticationError" in caplog.text
    assert not re.search(r"p@ss|aki@|reset/", caplog.text)


# --- the account itself ---


def test_changing_the_password_ends_the_other_visits(client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    sign_in(other)
    wrong = send(client, "password", "/account", password=OTHER, new_password=OTHER)
    assert wrong.status_code == 422
    assert 'id="password-password-error"' in wrong.text
    assert send(client, "password", "/account", password=GOOD, new_password="aki").status_code == 422
    assert who(other) == "Aki"
    assert send(client, "password", "/account", password=GOOD, new_password=OTHER).status_code == 303
    assert (who(client), who(other)) == ("Aki", None)
    assert sign_in(other).status_code == 422


def test_name_and_address_are_changed(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    sign_up(client)
    sign_up(other, "Bo")
    assert send(client, "name", "/account", name="bo").status_code == 422
    assert send(client, "name", "/account", name="").status_code == 422
    assert send(client, "name", "/account", name="Aki & Bo").status_code == 303
    assert who(client) == "Aki &amp; Bo"
    assert send(client, "email", "/account", email="nowhere", password=GOOD).status_code == 422
    assert send(client, "email", "/account", email="a@b.org", password=OTHER).status_code == 422
    assert send(client, "email", "/account", email="A@b.org", password=GOOD).status_code == 303
    with Session(engine_of(app)) as session:
        assert {tuple(row) for row in session.execute(select(User.name, User.email))} == {
            ("Aki & Bo", "a@b.org"),
            ("Bo", None),
        }


def test_browsers_are_listed_and_signed_out(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    phone = app.test_client()
    agent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1"
    token = hidden(phone.get("/account/sign-in").text, "csrf_token")
    form = {"csrf_token": token, "name": "Aki", "password": GOOD}
    assert phone.post("/account/sign-in", data=form, headers={"User-Agent": agent}).status_code == 303
    page = client.get("/account").text
    assert "Safari · iPhone" in page
    assert page.count("this browser") == 1
    keys = re.findall(r'action="/account/sessions/(\w{64})"', page)
    assert len(keys) == 2
    stranger = app.test_client()
    sign_up(stranger, "Bo")
    assert send(stranger, f"sessions/{keys[0]}", "/account").status_code == 404
    assert send(client, f"sessions/{keys[0]}", "/account").status_code == 303
    assert send(client, "sessions", "/account").status_code == 303
    assert (who(phone), who(client), who(stranger)) == (None, None, "Bo")


def test_a_browser_is_noted_when_it_was_not_for_a_while(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    with Session(engine_of(app)) as session:
        long_ago = datetime.now(UTC) - timedelta(days=2)
        session.execute(update(SignIn).values(seen_at=long_ago))
        session.commit()
        assert who(client) == "Aki"
        assert session.scalars(select(SignIn.seen_at)).one() > datetime.now(UTC) - timedelta(minutes=1)


def test_everything_can_be_taken_along_by_anybody(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    nonce = answer(app, client)
    for name in (None, "Aki"):
        saved = client.get("/account/export")
        assert saved.headers["Content-Disposition"].startswith('attachment; filename="fu-trainer-')
        found = json.loads(saved.text)
        assert found["profile"]["name"] == name
        assert [attempt["nonce"] for attempt in found["attempts"]] == [nonce]
        if name is None:
            sign_up(client)
    assert json.loads(other.get("/account/export").text)["attempts"] == []


def test_everything_is_deleted_after_the_password(app: Flask, client: FlaskClient) -> None:
    answer(app, client)
    sign_up(client)
    assert send(client, "delete", "/account", password=OTHER).status_code == 422
    assert rows(app) == {"Aki": 1}
    done = send(client, "delete", "/account", password=GOOD)
    assert "Everything was deleted" in done.text
    assert rows(app) == {}
    assert who(client) is None


def test_a_guest_deletes_all_of_his_after_his_word(app: Flask, client: FlaskClient, other: FlaskClient) -> None:
    answer(app, client)
    answer(app, other)
    assert "Please tick the box first." in send(client, "delete", "/account/delete").text
    assert rows(app) == {None: 1}
    with Session(engine_of(app)) as session:
        assert len(session.scalars(select(User)).all()) == 2
    assert send(client, "delete", "/account/delete", sure="1").status_code == 200
    with Session(engine_of(app)) as session:
        assert len(session.scalars(select(User)).all()) == 1
        assert len(session.scalars(select(Attempt)).all()) == 1


OWN = ("name", "language", "email", "password", "sessions", f"sessions/{uuid.uuid4().hex * 2}", "codes")


@pytest.mark.parametrize("path", OWN)
def test_a_guest_can_change_no_account(app: Flask, client: FlaskClient, path: str) -> None:
    answer(app, client)
    answered = send(client, path, name="Aki", password=GOOD, new_password=OTHER, email="a@b.org", language="ja")
    assert answered.status_code == 303
    assert answered.location.startswith("/account/sign-in?next=/account")
    assert rows(app) == {None: 1}


def test_every_route_that_changes_something_needs_the_token_of_its_page(app: Flask, client: FlaskClient) -> None:
    sign_up(client)
    posts = [
        rule.rule.replace("<sign_in>", "x").replace("<token>", "x")
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/account") and "POST" in (rule.methods or ())
    ]
    assert len(posts) == 14
    assert {client.post(path).status_code for path in posts} == {400}


def test_a_fault_of_the_database_shows_the_page_for_it_to_whoever_is_signed_in(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_up(client)
    app.testing = False

    def broken(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("trainer.services.sign_ins.find", broken)
    page = client.get("/account")
    assert page.status_code == 500
    assert "Something broke" in page.text
    assert "secret" not in page.text


def test_limits_can_be_turned_off(sqlite_url: str) -> None:
    app = create_app(Settings(sqlite_url, "only for tests", rate_limits=False))
    client = app.test_client()
    assert {sign_in(client, "Aki", OTHER).status_code for _ in range(12)} == {422}
    engine_of(app).dispose()
