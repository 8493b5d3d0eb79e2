"""Leases: which process moves a table on, and that it is still there."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    op.create_table(
        "leases",
        sa.Column("table_id", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("table_id"),
    )
    op.create_table(
        "heartbeats",
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("beats", sa.BigInteger, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("holder"),
    )
