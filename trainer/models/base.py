"""What all tables share: how moments are kept, how constraints are named, and the kinds of columns."""

import uuid
from datetime import UTC, datetime
from typing import Annotated, Any

from sqlalchemy import JSON, DateTime, Dialect, Float, ForeignKey, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, mapped_column
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, always with its time zone and always UTC, also on SQLite, which knows no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Turn a moment into UTC for the database; ValueError for one without a time zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, _dialect: Dialect) -> datetime | None:
        """Give the moment back in UTC, whatever zone the server speaks in."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What all tables share: constraints with names, so that a migration can drop them everywhere."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


Moment = Annotated[datetime, mapped_column(UtcDateTime)]
Name = Annotated[str, mapped_column(String(32))]
Digest = Annotated[str, mapped_column(String(64))]
LongText = Annotated[str, mapped_column(Text)]
JsonList = Annotated[list[str], mapped_column(JSON(none_as_null=True))]
JsonObject = Annotated[dict[str, Any], mapped_column(JSON(none_as_null=True))]
Share = Annotated[float, mapped_column(Float)]
AttemptKey = Annotated[int, mapped_column(ForeignKey("attempts.id", ondelete="CASCADE"), primary_key=True)]
UserKey = Annotated[uuid.UUID, mapped_column(ForeignKey("users.id", ondelete="CASCADE"))]
OwnerKey = Annotated[uuid.UUID, mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)]
