"""How Alembic finds the database: the store hands it a connection."""

from alembic import context

from footplate.web.store import META

context.configure(
    connection=context.config.attributes["connection"], target_metadata=META, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
