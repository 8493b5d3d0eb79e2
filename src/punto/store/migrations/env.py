"""Runs revisions on the connection `punto.store.migration` hands over, inside its transaction."""

from alembic import context

from punto.store.schema import REVISIONS, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=REVISIONS,
)
context.run_migrations()
