"""Events, postings and all that stands beside them; what is written stays as written."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

# Rows of these are never changed, but by somebody who first takes this guard away.
APPEND_ONLY = ("events", "postings", "keys")


def upgrade() -> None:
    _heads_and_events()
    _money()
    _beside()
    for table in APPEND_ONLY:
        _keep(table)


def _column(name: str, kind: type[Any] = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def _heads_and_events() -> None:
    op.create_table(
        "heads",
        _column("table_id"),
        _column("version", sa.BigInteger),
        _column("hash"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "events",
        _column("table_id"),
        _column("version", sa.BigInteger),
        _column("at"),
        _column("by"),
        _column("acting"),
        _column("command_id"),
        _column("kind"),
        _column("schema", sa.Integer),
        _column("body"),
        _column("previous_hash"),
        _column("hash"),
        sa.PrimaryKeyConstraint("table_id", "version"),
    )


def _money() -> None:
    op.create_table(
        "postings",
        _column("table_id"),
        _column("version", sa.BigInteger),
        _column("place", sa.BigInteger),
        _column("account"),
        _column("amount", sa.BigInteger),
        sa.PrimaryKeyConstraint("table_id", "version", "place"),
        sa.ForeignKeyConstraint(["table_id", "version"], ["events.table_id", "events.version"], name="postings_event"),
        sqlite_with_rowid=False,
    )
    op.create_index("postings_account", "postings", ["account"])
    op.create_table(
        "accounts",
        _column("account"),
        _column("balance", sa.BigInteger),
        sa.PrimaryKeyConstraint("account"),
        sa.CheckConstraint("substr(account, 1, 7) <> 'wallet:' OR balance >= 0", name="wallet_not_negative"),
        sqlite_with_rowid=False,
    )


def _beside() -> None:
    op.create_table(
        "keys",
        _column("table_id"),
        _column("key"),
        _column("digest"),
        _column("answer", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table_id", "key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        _column("table_id"),
        _column("version", sa.BigInteger),
        _column("body", sa.LargeBinary),
        _column("hash"),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "shoes",
        _column("table_id"),
        _column("number", sa.BigInteger),
        _column("sealed", sa.LargeBinary),
        sa.PrimaryKeyConstraint("table_id", "number"),
    )


def _keep(table: str) -> None:
    """Forbid changing and deleting rows; the two engines spell a trigger differently."""
    if op.get_bind().dialect.name == "sqlite":
        for deed in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_kept_{deed.lower()} BEFORE {deed} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} are append-only'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{table} are append-only'; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION {table}_kept()"
    )
