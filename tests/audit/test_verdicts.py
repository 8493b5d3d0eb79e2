"""However the auditor goes through books, it says of tampered ones what it said before."""

from __future__ import annotations

from audit.verdicts import GOLDEN, lines


def test_no_verdict_changes_with_the_way_a_log_is_gone_through() -> None:
    assert list(lines()) == GOLDEN.read_text(encoding="utf-8").splitlines()
