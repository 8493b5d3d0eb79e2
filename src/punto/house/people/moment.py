"""A moment as the house's own logs write it."""

from __future__ import annotations

from datetime import UTC, datetime


def iso_moment(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()
