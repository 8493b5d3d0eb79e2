"""When a command was refused, so that its id can be forgotten after a while; the ids of all others stay for good.

Ids of commands that were refused before are counted from the upgrade on.
"""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "8"
down_revision = "7"

_PAGE = sa.text(
    "SELECT table_id, key, answer FROM keys WHERE (table_id, key) > (:log, :key) ORDER BY table_id, key LIMIT 2000"
)


def upgrade() -> None:
    op.add_column("keys", sa.Column("refused", sa.Text, nullable=False, server_default=""))
    sqlite = op.get_bind().dialect.name == "sqlite"
    _unguard(sqlite)
    _fill(op.get_bind(), datetime.now(UTC).isoformat())
    _guard(sqlite)
    some = sa.text("refused <> ''")
    op.create_index("keys_refused", "keys", ["refused"], sqlite_where=some, postgresql_where=some)


def _unguard(sqlite: bool) -> None:
    if sqlite:
        op.execute("DROP TRIGGER IF EXISTS keys_kept_update")
        op.execute("DROP TRIGGER IF EXISTS keys_kept_delete")
    else:
        op.execute("DROP TRIGGER keys_kept ON keys")


def _guard(sqlite: bool) -> None:
    """As before, but that what was refused may be deleted."""
    if sqlite:
        refuse = "BEGIN SELECT RAISE(ABORT, 'keys are append-only'); END"
        op.execute(f"CREATE TRIGGER keys_kept_update BEFORE UPDATE ON keys {refuse}")
        op.execute(f"CREATE TRIGGER keys_kept_delete BEFORE DELETE ON keys WHEN OLD.refused = '' {refuse}")
        return
    op.execute(
        "CREATE TRIGGER keys_kept BEFORE UPDATE OR TRUNCATE ON keys FOR EACH STATEMENT EXECUTE FUNCTION keys_kept()"
    )
    op.execute(
        "CREATE TRIGGER keys_kept_delete BEFORE DELETE ON keys FOR EACH ROW WHEN (OLD.refused = '') "
        "EXECUTE FUNCTION keys_kept()"
    )


def _fill(connection: sa.Connection, now: str) -> None:
    place = {"log": "", "key": ""}
    while rows := connection.execute(_PAGE, place).all():
        refused = [{"log": row.table_id, "key": row.key, "now": now} for row in rows if _is_refused(row.answer)]
        if refused:
            mark = sa.text("UPDATE keys SET refused = :now WHERE table_id = :log AND key = :key")
            connection.execute(mark, refused)
        place = {"log": rows[-1].table_id, "key": rows[-1].key}


def _is_refused(answer: bytes) -> bool:
    try:
        answered = msgspec.json.decode(bytes(answer))
    except msgspec.MsgspecError:
        return False
    return isinstance(answered, dict) and answered.get("refusal") is not None
