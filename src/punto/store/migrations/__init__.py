"""How a database came to its present tables, revision by revision (Alembic)."""
