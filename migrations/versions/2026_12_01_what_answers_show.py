"""What answers show: suspected and believed mistakes, what is remembered and when it is due, the notebook."""

import sqlalchemy as sa
from alembic import op

revision = "2469cf3b4f5b"
down_revision = "7c1b5a90e4d2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "beliefs",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("mistake", sa.String(length=32), nullable=False),
        sa.Column("made", sa.Float(), nullable=False),
        sa.Column("avoided", sa.Float(), nullable=False),
        sa.Column("evidence", sa.Float(), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.CheckConstraint("made > 0 AND avoided > 0", name=op.f("ck_beliefs_beta_is_proper")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_beliefs_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "mistake", name=op.f("pk_beliefs")),
    )
    op.create_table(
        "cards",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("rule_type", sa.String(length=32), nullable=False),
        sa.Column("stability", sa.Float(), nullable=False),
        sa.Column("difficulty", sa.Float(), nullable=False),
        sa.Column("due", sa.DateTime(timezone=True), nullable=False),
        sa.Column("reviewed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("succeeded_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_cards_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "rule_type", name=op.f("pk_cards")),
    )
    op.create_table(
        "ratings",
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("hand_class", sa.String(length=32), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.CheckConstraint("answers > 0", name=op.f("ck_ratings_answers_positive")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "hand_class", name=op.f("pk_ratings")),
    )
    op.create_table(
        "notes",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("understood_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_notes_attempt_id_attempts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt_id", name=op.f("pk_notes")),
    )
    op.create_table(
        "suspicions",
        sa.Column("attempt_id", sa.Integer(), nullable=False),
        sa.Column("mistake", sa.String(length=32), nullable=False),
        sa.Column("probability", sa.Float(), nullable=False),
        sa.CheckConstraint("probability BETWEEN 0 AND 1", name=op.f("ck_suspicions_probability_is_one")),
        sa.ForeignKeyConstraint(
            ["attempt_id"], ["attempts.id"], name=op.f("fk_suspicions_attempt_id_attempts"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("attempt_id", "mistake", name=op.f("pk_suspicions")),
    )
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("mistakes", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("told", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_column("told")
        batch_op.drop_column("mistakes")

    op.drop_table("suspicions")
    op.drop_table("notes")
    op.drop_table("ratings")
    op.drop_table("cards")
    op.drop_table("beliefs")
