"""Accounts: names with passwords, browsers that are signed in, recovery codes."""

import sqlalchemy as sa
from alembic import op

revision = "5e3b7c19a8d4"
down_revision = "b0a4d1c86f37"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("uq_users_name"), type_="unique")
        batch_op.add_column(sa.Column("name_key", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("password", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("email", sa.Text(), nullable=True))

    # No page gave anybody a name yet, and one without a password would be an account that nobody can enter.
    op.execute("UPDATE users SET name = NULL")

    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.create_unique_constraint(batch_op.f("uq_users_name_key"), ["name_key"])
        batch_op.create_check_constraint(
            batch_op.f("ck_users_account_is_whole"),
            "(name IS NULL) = (password IS NULL) AND (name IS NULL) = (name_key IS NULL)",
        )
        batch_op.create_check_constraint(
            batch_op.f("ck_users_guests_have_no_email"), "email IS NULL OR name IS NOT NULL"
        )
        batch_op.create_index(batch_op.f("ix_users_email"), ["email"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("browser", sa.String(length=32), nullable=True),
        sa.Column("system", sa.String(length=32), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_user_id"), ["user_id"], unique=False)

    op.create_table(
        "recovery_codes",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("code", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_recovery_codes_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "code", name=op.f("pk_recovery_codes")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("recovery_codes")
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_sessions_user_id"))

    op.drop_table("sessions")
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_users_email"))
        batch_op.drop_constraint(batch_op.f("ck_users_guests_have_no_email"), type_="check")
        batch_op.drop_constraint(batch_op.f("ck_users_account_is_whole"), type_="check")
        batch_op.drop_constraint(batch_op.f("uq_users_name_key"), type_="unique")
        batch_op.drop_column("email")
        batch_op.drop_column("password")
        batch_op.drop_column("name_key")
    # Without the key two names may be spelt alike.
    op.execute("UPDATE users SET name = NULL")
    with op.batch_alter_table("users", schema=None) as batch_op:
        batch_op.create_unique_constraint(batch_op.f("uq_users_name"), ["name"])
