"""Slips: a number is given once in a business year, with the event that gave it; and the state knows the bank.

Snapshots have another shape since. They are a short cut, derived from the events; the next start makes new ones.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    op.execute("DELETE FROM snapshots")
    op.create_table(
        "slips",
        sa.Column("year", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("number", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("year", "number"),
        sa.ForeignKeyConstraint(["table_id", "version"], ["events.table_id", "events.version"], name="slips_event"),
        sqlite_with_rowid=False,
    )
    _guard(op.get_bind().dialect.name == "sqlite")


def _guard(sqlite: bool) -> None:
    """What was given is neither changed nor taken back."""
    if sqlite:
        for change in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER slips_kept_{change.lower()} BEFORE {change} ON slips "
                "BEGIN SELECT RAISE(ABORT, 'slips are append-only'); END"
            )
        return
    op.execute(
        "CREATE FUNCTION slips_kept() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'slips are append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER slips_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON slips "
        "FOR EACH STATEMENT EXECUTE FUNCTION slips_kept()"
    )
