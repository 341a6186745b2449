"""Programs that call the API."""

from collections.abc import Callable
from dataclasses import replace

import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from schemathesis.core.result import Ok

from tests.web.api.program import Document, Program


@pytest.fixture(scope="session")
def document(reader: FlaskClient) -> Document:
    """What the API says of itself."""
    schema = schemathesis.openapi.from_dict(reader.get("/api/v1/openapi.json").get_json())
    found = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    return {(operation.method.upper(), operation.path): operation for operation in found}


@pytest.fixture
def newcomer(app: Flask, document: Document) -> Callable[[], Program]:
    """A program that has just become a guest."""

    def arrive() -> Program:
        program = Program(app, app.test_client(), document)
        return replace(program, token=program.post("/guests").get_json()["token"])

    return arrive


@pytest.fixture
def program(newcomer: Callable[[], Program]) -> Program:
    return newcomer()


@pytest.fixture(scope="session")
def stranger(reader: FlaskClient, document: Document) -> Program:
    """A program that is nobody and stores nothing."""
    return Program(reader.application, reader, document)


@pytest.fixture(scope="session")
def guest(stranger: Program) -> Program:
    """A program that is somebody, for calls that store nothing."""
    return replace(stranger, token=stranger.post("/guests").get_json()["token"])
