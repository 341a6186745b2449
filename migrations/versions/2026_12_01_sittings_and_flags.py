"""Attempts know their sitting and whether they are kept apart; learners can flag a question."""

import sqlalchemy as sa
from alembic import op

revision = "7c1b5a90e4d2"
down_revision = "d166996bd0bd"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sitting", sa.String(length=32), nullable=True))
        batch_op.add_column(sa.Column("apart", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("twin_of", sa.String(length=32), nullable=True))
        batch_op.create_index(batch_op.f("ix_attempts_sitting"), ["sitting"], unique=False)

    # Only what was answered before needs a default: from now on every answer says which it is.
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.alter_column("apart", server_default=None)

    op.create_table(
        "flags",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("flagged_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_flags_attempt_id_attempts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt_id", name=op.f("pk_flags")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("flags")
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_attempts_sitting"))
        batch_op.drop_column("twin_of")
        batch_op.drop_column("apart")
        batch_op.drop_column("sitting")
