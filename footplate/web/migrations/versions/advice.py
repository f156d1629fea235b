"""Whether a table lets its players ask a bot for advice."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No table from before was made with advice in mind."""
    op.add_column("game_table", sa.Column("advice", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Advice is for none."""
    with op.batch_alter_table("game_table") as table:
        table.drop_column("advice")
