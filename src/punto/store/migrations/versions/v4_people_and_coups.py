"""Who gave a command and in which coup, as columns of the event; whom an event is about, as a table.

Events written before keep their bytes and their hash (form 1); what the new columns say of them is derived. Snapshots
are dropped: they hold events in the shape of their time, and the next start makes new ones.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

from punto.store.canonical import plain
from punto.store.derived import CoupCount, person_of
from punto.store.mention import mentioned

revision = "4"
down_revision = "3"

_COLUMNS = (("person", sa.Text, ""), ("coup", sa.BigInteger, "0"), ("form", sa.Integer, "1"))


def upgrade() -> None:
    for name, kind, default in _COLUMNS:
        op.add_column("events", sa.Column(name, kind, nullable=False, server_default=default))
    op.create_table(
        "mentions",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("version", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "name", "version"),
        sqlite_with_rowid=False,
    )
    _guard(False)
    _fill()
    _guard(True)
    op.execute("DELETE FROM snapshots")
    for column in ("person", "coup", "kind"):
        op.create_index(f"events_{column}", "events", ["table_id", column, "version"])
    op.create_index("events_moment", "events", ["table_id", sa.text("substr(at, 1, 19)"), "version"])
    if op.get_bind().dialect.name == "postgresql":
        # A process of the version before, still open, must not write events without them.
        for name, _, _ in _COLUMNS:
            op.alter_column("events", name, server_default=None)


def _guard(up: bool) -> None:
    """Events are append-only, but for this once: their new columns are filled."""
    if op.get_bind().dialect.name == "sqlite":
        if up:
            op.execute(
                "CREATE TRIGGER events_kept_update BEFORE UPDATE ON events "
                "BEGIN SELECT RAISE(ABORT, 'events are append-only'); END"
            )
        else:
            op.execute("DROP TRIGGER IF EXISTS events_kept_update")
    else:
        op.execute(f"ALTER TABLE events {'ENABLE' if up else 'DISABLE'} TRIGGER events_kept")


def _fill() -> None:
    connection = op.get_bind()
    logs = connection.execute(sa.text("SELECT DISTINCT table_id FROM events ORDER BY table_id")).scalars().all()
    for log in logs:
        _fill_log(connection, log)


def _fill_log(connection: sa.Connection, log: str) -> None:
    coups, after = CoupCount(), 0
    page = sa.text(
        'SELECT version, "by", command_id, kind, body FROM events '
        "WHERE table_id = :log AND version > :after ORDER BY version LIMIT 2000"
    )
    while rows := connection.execute(page, {"log": log, "after": after}).all():
        columns: list[dict[str, Any]] = []
        mentions: list[dict[str, Any]] = []
        for row in rows:
            coup = coups.at(row.kind, row.body) or 0
            columns.append({"person": person_of(log, row.by, row.command_id), "coup": coup} | _place(log, row.version))
            mentions += [{"name": name} | _place(log, row.version) for name in sorted(mentioned(plain(row.body)))]
        connection.execute(
            sa.text("UPDATE events SET person = :person, coup = :coup WHERE table_id = :log AND version = :version"),
            columns,
        )
        if mentions:
            connection.execute(
                sa.text("INSERT INTO mentions (table_id, name, version) VALUES (:log, :name, :version)"), mentions
            )
        after = rows[-1].version


def _place(log: str, version: int) -> dict[str, Any]:
    return {"log": log, "version": version}
