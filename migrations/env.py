"""Alembic runs this file. The program passes its own connection, a developer's ``alembic`` command none."""

from typing import Any, Literal

from alembic import context
from alembic.autogenerate.api import AutogenContext
from sqlalchemy import Connection

from trainer.db import for_writing, make_engine
from trainer.models import Base, UtcDateTime
from trainer.settings import default_database_url


def render_item(kind: str, item: Any, _context: AutogenContext) -> str | Literal[False]:
    """Write our own types as plain ones: a migration must still run when the models have moved on."""
    if kind == "type" and isinstance(item, UtcDateTime):
        return "sa.DateTime(timezone=True)"
    return False


def run(connection: Connection) -> None:
    """Run the migrations on ``connection``."""
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        render_as_batch=True,
        render_item=render_item,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    import os

    url = os.environ.get("FU_TRAINER_DATABASE_URL") or default_database_url()
    with for_writing(make_engine(url)).begin() as own:
        run(own)
