"""The first tables: users, attempts, evidence."""

import sqlalchemy as sa
from alembic import op

revision = "d166996bd0bd"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "users",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=32), nullable=True),
        sa.Column("language", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("name", name=op.f("uq_users_name")),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("nonce", sa.String(length=32), nullable=False),
        sa.Column("hand", sa.Text(), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("ask", sa.JSON(), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("elapsed_ms", sa.Integer(), nullable=True),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("answered_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("answered_at >= asked_at", name=op.f("ck_attempts_answered_after_asked")),
        sa.CheckConstraint("elapsed_ms >= 0", name=op.f("ck_attempts_elapsed_ms_not_negative")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_attempts_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
        sa.UniqueConstraint("nonce", name=op.f("uq_attempts_nonce")),
    )
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_attempts_user_id_answered_at"), ["user_id", "answered_at"], unique=False)

    op.create_table(
        "evidence",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("rule_type", sa.String(length=32), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.CheckConstraint("rule_type <> ''", name=op.f("ck_evidence_rule_type_not_empty")),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_evidence_attempt_id_attempts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt_id", "rule_type", name=op.f("pk_evidence")),
    )


def downgrade() -> None:
    """Take the change back."""
    op.drop_table("evidence")
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_attempts_user_id_answered_at"))

    op.drop_table("attempts")
    op.drop_table("users")
