"""The mail server that a URL names, and how it is spoken to."""

import smtplib
import ssl
from email.message import EmailMessage

import pytest

from trainer.services.mail import Mailer


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "password", "is_secure"),
    [
        ("smtp://me:p%40ss@mail.example:2525", "mail.example", 2525, "me", "p@ss", False),
        ("smtp://mail.example", "mail.example", 587, None, None, False),
        ("smtps://me:x@mail.example", "mail.example", 465, "me", "x", True),
    ],
)
def test_a_url_names_the_server(
    url: str, host: str, port: int, user: str | None, password: str | None, is_secure: bool
) -> None:
    mailer = Mailer.from_url(url, "fu@example.org")
    assert mailer == Mailer(host, port, "fu@example.org", user, password, is_secure)
    assert "p@ss" not in repr(mailer)


@pytest.mark.parametrize("url", ["http://me:hidden@mail.example", "smtp://me:hidden@mail.example:x", "smtp://", "mail"])
def test_another_url_is_refused_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match="FU_TRAINER_SMTP_URL") as caught:
        Mailer.from_url(url, "fu@example.org")
    assert "hidden" not in str(caught.value)
    assert caught.value.__cause__ is None


@pytest.mark.parametrize(("url", "offers", "said"), [
    ("smtp://me:x@mail.example", True, ["ehlo", "starttls", "login", "send"]),
    ("smtp://mail.example", False, ["ehlo", "send"]),
    ("smtps://me:x@mail.example", True, ["ehlo", "login", "send"]),
])  # fmt: skip
def test_the_connection_is_encrypted_where_it_can_be(
    url: str, offers: bool, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []

    class Server:
        def __init__(self, host: str, port: int, **_: object) -> None:
            assert (host, port) == ("mail.example", 465 if url.startswith("smtps") else 587)

        def __enter__(self) -> "Server":
            return self

        def __exit__(self, *_: object) -> None: ...

        def ehlo(self) -> None:
            heard.append("ehlo")

        def has_extn(self, name: str) -> bool:
            return offers and name == "starttls"

        def starttls(self, context: ssl.SSLContext) -> None:
            assert context.check_hostname
            heard.append("starttls")

        def login(self, *_: str) -> None:
            heard.append("login")

        def send_message(self, message: EmailMessage) -> None:
            assert (message["To"], message["Subject"]) == ("aki@example.org", "符")
            heard.append("send")

    monkeypatch.setattr(smtplib, "SMTP", Server)
    monkeypatch.setattr(smtplib, "SMTP_SSL", Server)
    Mailer.from_url(url, "fu@example.org").send("aki@example.org", "符", "text")
    assert heard == said
