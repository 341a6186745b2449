"""Reading pages as a browser without Chromium does, and answering the question on them."""

import html
import re
from collections.abc import Mapping

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from trainer.mahjong.scoring import Score, score
from trainer.services.practice import Question
from trainer.web.tokens import question_of


def hidden(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, name
    return html.unescape(found[1])


def fields(page: str) -> dict[str, str]:
    """The visible fields of the answer, with what is typed in them."""
    tags = re.findall(r'<input id="(\w+)"[^>]* value="([^"]*)"', page)
    return {name: html.unescape(value) for name, value in tags}


def question_on(app: Flask, page: str) -> Question:
    """The question that a page asks."""
    with app.app_context():
        return question_of(hidden(page, "token"))


def right_answer(question: Question) -> dict[str, str]:
    """What to type for a right answer."""
    scored = score(question.win, question.rules)
    assert isinstance(scored, Score)
    payments = {f"payment_{share.payer}": str(share.points) for share in scored.best.payment}
    return {"fu": str(scored.best.fu), **payments}


def post(client: FlaskClient, page: str, typed: Mapping[str, str], **changed: str) -> TestResponse:
    """Send the form of a page with these fields."""
    form = {"csrf_token": hidden(page, "csrf_token"), "token": hidden(page, "token"), "elapsed_ms": "", **typed}
    return client.post("/practice", data={**form, **changed})
