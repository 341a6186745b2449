"""Mail, where a server for it is configured."""

import logging
import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from threading import Thread
from typing import Self
from urllib.parse import unquote, urlsplit

LOG = logging.getLogger(__name__)
TIMEOUT = 20
PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class Mailer:
    """A mail server and who the mails are from."""

    host: str
    port: int
    sender: str
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    is_secure: bool = False
    """True when the connection is encrypted from the start (``smtps``); otherwise it is where the server offers it."""

    @classmethod
    def from_url(cls, url: str, sender: str) -> Self:
        """The server that a URL names, ``smtp://user:password@host:port``. Raises ValueError, without the password."""
        parts = urlsplit(url)
        try:
            port = parts.port or PORTS[parts.scheme]
        except (KeyError, ValueError):
            raise ValueError("FU_TRAINER_SMTP_URL must be smtp://user:password@host:port, or smtps://...") from None
        if not parts.hostname or not sender.isprintable():
            raise ValueError("FU_TRAINER_SMTP_URL names no host, or FU_TRAINER_MAIL_FROM is no address")
        user, password = (None if text is None else unquote(text) for text in (parts.username, parts.password))
        return cls(parts.hostname, port, sender, user, password, parts.scheme == "smtps")

    def send_later(self, to: str, subject: str, text: str) -> Thread:
        """Send a mail from a thread of its own: how long an answer takes must not tell whether there was one to send.

        A mail that cannot be sent is noted in the log, without address, text and password.
        """
        thread = Thread(target=self._try, args=(to, subject, text), name="mail")
        thread.start()
        return thread

    def _try(self, to: str, subject: str, text: str) -> None:
        try:
            self.send(to, subject, text)
        except (OSError, smtplib.SMTPException) as error:
            LOG.error("a mail could not be sent: %s", type(error).__name__)

    def send(self, to: str, subject: str, text: str) -> None:
        """Send a mail. Raises OSError or smtplib.SMTPException."""
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self.sender, to, subject
        message.set_content(text)
        secure = ssl.create_default_context()
        with self._connected(secure) as server:
            server.ehlo()
            if not self.is_secure and server.has_extn("starttls"):
                server.starttls(context=secure)
            if self.user is not None:
                server.login(self.user, self.password or "")
            server.send_message(message)

    def _connected(self, secure: ssl.SSLContext) -> smtplib.SMTP:
        if self.is_secure:
            return smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=secure)
        return smtplib.SMTP(self.host, self.port, timeout=TIMEOUT)
