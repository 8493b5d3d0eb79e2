"""A round lasts until it is declared paid, and a report waits beside it: snapshots have another shape.

They are a short cut, derived from the events; the next start makes new ones.
"""

from __future__ import annotations

from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    op.execute("DELETE FROM snapshots")
