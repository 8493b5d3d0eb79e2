"""Second factors and recovery codes, the addresses people came in from, why a session ended, passwords to be replaced.

Tries that failed are counted by account and address from now on; those of before have no address and count for none.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def _column(name: str, kind: type[Any] = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def upgrade() -> None:
    op.add_column("people", sa.Column("temporary", sa.Integer, nullable=False, server_default="0"))
    op.add_column("sessions", sa.Column("why", sa.Text, nullable=False, server_default=""))
    op.add_column("failures", sa.Column("address", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "arrivals",
        _column("bones"),
        _column("address"),
        _column("at", sa.Float),
        sa.PrimaryKeyConstraint("bones", "address"),
    )
    op.create_table(
        "factors",
        _column("bones"),
        _column("sealed", sa.LargeBinary),
        _column("step", sa.BigInteger),
        _column("confirmed", sa.Integer),
        sa.PrimaryKeyConstraint("bones"),
    )
    op.create_table("recovery_codes", _column("bones"), _column("hash"), sa.PrimaryKeyConstraint("bones", "hash"))
