"""From which session a command came, and who confirmed it, as columns of the event.

Events written before keep their bytes and their hash (forms 1 and 2), and have neither. Snapshots are dropped: the
next start makes new ones, with what waits for a second person.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"

_COLUMNS = ("session", "confirmer")


def upgrade() -> None:
    for name in _COLUMNS:
        op.add_column("events", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.execute("DELETE FROM snapshots")
    if op.get_bind().dialect.name == "postgresql":
        # A process of the version before, still open, must not write events without them.
        for name in _COLUMNS:
            op.alter_column("events", name, server_default=None)
