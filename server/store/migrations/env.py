"""Run by Alembic: migrate over the connection, and in the transaction, of whoever called it."""

from alembic import context

from server.store.schema import Base

context.configure(connection=context.config.attributes["connection"], target_metadata=Base.metadata)
with context.begin_transaction():
    context.run_migrations()
