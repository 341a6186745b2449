"""What every test of the services needs."""

import uuid

import pytest


@pytest.fixture
def learner() -> uuid.UUID:
    """Somebody who has answered nothing yet."""
    return uuid.uuid4()
