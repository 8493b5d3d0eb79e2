"""Seals: MACs over the rows that no hash chain holds, and one beside each snapshot.

Snapshots are dropped: they have none, and the next start makes new ones.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    op.create_table(
        "seals",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("rows", sa.BigInteger, autoincrement=False, nullable=False),
        sa.Column("nonce", sa.Text, nullable=False),
        sa.Column("masked", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("scope"),
        sqlite_with_rowid=False,
    )
    op.add_column("snapshots", sa.Column("mac", sa.Text, nullable=False, server_default=""))
    op.execute("DELETE FROM snapshots")
