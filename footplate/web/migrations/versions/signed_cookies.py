"""A secret to sign cookies with; what browsers held before they logged in goes to the accounts."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

BIG = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the secret, and settle what belongs to whom."""
    secret = op.create_table(
        "secret",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("value", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_secret")),
    )
    op.bulk_insert(secret, [{"name": "cookies", "value": secrets.token_hex(32)}])
    op.add_column("session", sa.Column("knew", BIG, nullable=True))
    op.create_index(op.f("ix_session_browser"), "session", ["browser"], unique=False)
    op.create_index(op.f("ix_game_table_maker"), "game_table", ["maker"], unique=False)
    op.create_index(op.f("ix_note_identity"), "note", ["identity"], unique=False)
    op.execute("UPDATE session SET knew = account_id")
    _hand_over()


def _hand_over() -> None:
    """Who is logged in gets what the browser held; where the account has its own, that stays."""
    bind = op.get_bind()
    logged_in = bind.execute(
        sa.text("SELECT DISTINCT browser, account_id FROM session WHERE account_id IS NOT NULL")
    ).all()
    for browser, account in logged_in:
        names = {"old": browser, "new": f"account {account}"}
        for change in (
            "UPDATE seat SET identity = :new WHERE identity = :old",
            "UPDATE game_table SET maker = :new WHERE maker = :old",
            "UPDATE note SET identity = :new WHERE identity = :old AND table_id NOT IN "
            "(SELECT table_id FROM note WHERE identity = :new)",
            "UPDATE hook SET identity = :new WHERE identity = :old AND NOT EXISTS "
            "(SELECT 1 FROM hook WHERE identity = :new)",
        ):
            bind.execute(sa.text(change), names)


def downgrade() -> None:
    """Forget the secret; what was given stays given."""
    op.drop_index(op.f("ix_note_identity"), table_name="note")
    op.drop_index(op.f("ix_game_table_maker"), table_name="game_table")
    op.drop_index(op.f("ix_session_browser"), table_name="session")
    with op.batch_alter_table("session") as session:
        session.drop_column("knew")
    op.drop_table("secret")
