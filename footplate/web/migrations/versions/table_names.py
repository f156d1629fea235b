"""Names of tables, what they are copies of, and what somebody has put into the archive."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Older tables have no name, and are copies of nothing that anybody knows of."""
    for name, kind, usual in (
        ("name", sa.String(length=60), ""),
        ("copy_name", sa.String(length=80), ""),
        ("copy_turn", sa.Integer(), "0"),
    ):
        op.add_column("game_table", sa.Column(name, kind, nullable=False, server_default=usual))
    op.add_column("game_table", sa.Column("copy_of", sa.String(length=32), nullable=True))
    op.create_index(op.f("ix_game_table_copy_of"), "game_table", ["copy_of"], unique=False)
    op.create_table(
        "archived",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("identity", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_table.id"], name=op.f("fk_archived_table_id_game_table"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "identity", name=op.f("pk_archived")),
    )
    op.create_index(op.f("ix_archived_identity"), "archived", ["identity"], unique=False)


def downgrade() -> None:
    """Forget names, and what was put away."""
    op.drop_index(op.f("ix_archived_identity"), table_name="archived")
    op.drop_table("archived")
    op.drop_index(op.f("ix_game_table_copy_of"), table_name="game_table")
    with op.batch_alter_table("game_table") as table:
        for name in ("copy_of", "copy_turn", "copy_name", "name"):
            table.drop_column(name)
