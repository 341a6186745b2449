"""Classes, drill sets, what is assigned of them, who works through it, and long work."""

import sqlalchemy as sa
from alembic import op

revision = "35d26d345011"
down_revision = "5e3b7c19a8d4"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Apply the change."""
    op.create_table(
        "classes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_classes")),
        sa.UniqueConstraint("code", name=op.f("uq_classes_code")),
    )
    op.create_table(
        "drill_sets",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("owner_id", sa.Uuid(), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["owner_id"], ["users.id"], name=op.f("fk_drill_sets_owner_id_users"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drill_sets")),
    )
    with op.batch_alter_table("drill_sets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_drill_sets_owner_id"), ["owner_id"], unique=False)

    op.create_table(
        "jobs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("asked", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("file_name", sa.Text(), nullable=True),
        sa.Column("content_type", sa.Text(), nullable=True),
        sa.Column("result", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("state IN ('waiting', 'working', 'done', 'failed')", name=op.f("ck_jobs_state_known")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_jobs_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_jobs_user_id"), ["user_id"], unique=False)

    op.create_table(
        "memberships",
        sa.Column("class_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=32), nullable=False),
        sa.Column("called", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('learner', 'teacher')", name=op.f("ck_memberships_role_known")),
        sa.CheckConstraint("state IN ('active', 'left', 'removed')", name=op.f("ck_memberships_state_known")),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_memberships_class_id_classes"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_memberships_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("class_id", "user_id", name=op.f("pk_memberships")),
    )
    with op.batch_alter_table("memberships", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_memberships_user_id"), ["user_id"], unique=False)

    op.create_table(
        "set_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("set_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("drill", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("hands", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["set_id"], ["drill_sets.id"], name=op.f("fk_set_versions_set_id_drill_sets"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_versions")),
        sa.UniqueConstraint("set_id", "number", name=op.f("uq_set_versions_set_id_number")),
    )
    op.create_table(
        "assignments",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("version_id", sa.Uuid(), nullable=False),
        sa.Column("class_id", sa.Uuid(), nullable=True),
        sa.Column("link", sa.String(length=32), nullable=True),
        sa.Column("opens_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("late_allowed", sa.Boolean(), nullable=False),
        sa.Column("time_zone", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("(class_id IS NULL) <> (link IS NULL)", name=op.f("ck_assignments_for_a_class_or_by_link")),
        sa.CheckConstraint("due_at IS NULL OR due_at > opens_at", name=op.f("ck_assignments_due_after_opening")),
        sa.ForeignKeyConstraint(
            ["class_id"], ["classes.id"], name=op.f("fk_assignments_class_id_classes"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["version_id"], ["set_versions.id"], name=op.f("fk_assignments_version_id_set_versions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_assignments")),
        sa.UniqueConstraint("link", name=op.f("uq_assignments_link")),
    )
    with op.batch_alter_table("assignments", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_assignments_class_id"), ["class_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_assignments_version_id"), ["version_id"], unique=False)

    op.create_table(
        "runs",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("assignment_id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("called", sa.Text(), nullable=False),
        sa.Column("hands", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("shown_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.CheckConstraint("number > 0", name=op.f("ck_runs_number_positive")),
        sa.ForeignKeyConstraint(
            ["assignment_id"], ["assignments.id"], name=op.f("fk_runs_assignment_id_assignments"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_runs_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
        sa.UniqueConstraint("assignment_id", "user_id", "number", name=op.f("uq_runs_assignment_id_user_id_number")),
    )
    with op.batch_alter_table("runs", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_runs_user_id"), ["user_id"], unique=False)

    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.add_column(sa.Column("run_id", sa.Uuid(), nullable=True))
        batch_op.add_column(sa.Column("place", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("held_until", sa.DateTime(timezone=True), nullable=True))
        batch_op.create_check_constraint(
            batch_op.f("ck_attempts_has_its_place_in_a_run"), "run_id IS NULL OR place IS NOT NULL"
        )
        batch_op.create_unique_constraint(batch_op.f("uq_attempts_run_id_place"), ["run_id", "place"])
        batch_op.create_foreign_key(
            batch_op.f("fk_attempts_run_id_runs"), "runs", ["run_id"], ["id"], ondelete="SET NULL"
        )


def downgrade() -> None:
    """Take the change back."""
    with op.batch_alter_table("attempts", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_attempts_run_id_runs"), type_="foreignkey")
        batch_op.drop_constraint(batch_op.f("uq_attempts_run_id_place"), type_="unique")
        batch_op.drop_constraint(batch_op.f("ck_attempts_has_its_place_in_a_run"), type_="check")
        batch_op.drop_column("held_until")
        batch_op.drop_column("place")
        batch_op.drop_column("run_id")

    with op.batch_alter_table("runs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_runs_user_id"))

    op.drop_table("runs")
    with op.batch_alter_table("assignments", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_assignments_version_id"))
        batch_op.drop_index(batch_op.f("ix_assignments_class_id"))

    op.drop_table("assignments")
    op.drop_table("set_versions")
    with op.batch_alter_table("memberships", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_memberships_user_id"))

    op.drop_table("memberships")
    with op.batch_alter_table("jobs", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_jobs_user_id"))

    op.drop_table("jobs")
    with op.batch_alter_table("drill_sets", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_drill_sets_owner_id"))

    op.drop_table("drill_sets")
    op.drop_table("classes")
