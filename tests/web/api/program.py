"""A program that calls the API: every answer it gets must be what the document says, and JSON without a cookie."""

import uuid
from dataclasses import dataclass, replace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from schemathesis.schemas import APIOperation
from werkzeug.test import TestResponse

from tests.services.questions import question
from trainer.services.wishes import ASKED
from trainer.teaching.grade import Ask
from trainer.web.api.bearer import caller
from trainer.web.tokens import token_of

Json = dict[str, Any]
Document = dict[tuple[str, str], APIOperation[Any, Any, Any, Any]]
"""Each call that the document describes."""


@dataclass(frozen=True)
class Program:
    """A caller with its own token."""

    app: Flask
    client: FlaskClient
    document: Document
    token: str | None = None

    def __call__(self, method: str, path: str, body: object = None, **more: Any) -> TestResponse:
        """Call; the answer is JSON, sets no cookie, and is as the document has it where it knows the call."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        headers |= more.pop("headers", {})
        response = self.client.open(f"/api/v1{path}", method=method, json=body, headers=headers, **more)
        assert response.mimetype == "application/json"
        assert "Set-Cookie" not in response.headers
        if (method, path) in self.document:
            self.document[method, path].validate_response(response)
        return response

    def post(self, path: str, body: object = None, **more: Any) -> TestResponse:
        return self("POST", path, body, **more)

    def get(self, path: str, **more: Any) -> TestResponse:
        return self("GET", path, **more)

    @property
    def learner(self) -> uuid.UUID:
        """Who it is."""
        with self.app.test_request_context(headers={"Authorization": f"Bearer {self.token}"}):
            return caller()

    def token_about(self, hand: Json, asks: tuple[Ask, ...] = ASKED) -> str:
        """A question about a hand, put to this caller."""
        with self.app.app_context():
            return token_of(replace(question(self.learner, hand=hand), asks=asks))


def refusal(response: TestResponse) -> tuple[int, str, str | None]:
    """The status, code and field of an error, which says something for people too."""
    error = response.get_json()["error"]
    assert set(error) == {"code", "field", "message"}
    assert error["message"]
    return response.status_code, error["code"], error["field"]
