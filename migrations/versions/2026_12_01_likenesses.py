"""Which missed question was tried again in other tiles."""

import sqlalchemy as sa
from alembic import op

revision = "b0a4d1c86f37"
down_revision = "2469cf3b4f5b"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("likeness_of", sa.String(length=32), nullable=True))


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_column("likeness_of")
