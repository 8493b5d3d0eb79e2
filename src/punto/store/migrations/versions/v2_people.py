"""People, their sessions, and the sign-ins that failed."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def _column(name: str, kind: type[Any] = sa.Text) -> sa.Column[Any]:
    return sa.Column(name, kind, autoincrement=False, nullable=False)


def upgrade() -> None:
    op.create_table(
        "people",
        _column("bones"),
        _column("name"),
        _column("role"),
        _column("password"),
        _column("disabled", sa.Integer),
        _column("created", sa.Float),
        sa.PrimaryKeyConstraint("bones"),
    )
    op.create_table(
        "sessions",
        _column("token"),
        _column("name"),
        _column("created", sa.Float),
        _column("seen", sa.Float),
        _column("ended", sa.Float),
        sa.PrimaryKeyConstraint("token"),
    )
    op.create_index("sessions_name", "sessions", ["name"])
    op.create_table("failures", _column("bones"), _column("at", sa.Float))
    op.create_index("failures_bones", "failures", ["bones"])
