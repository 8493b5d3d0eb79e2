"""The recorded shifts under `examples/`: replayed, and held to what they were answered before."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import oracle
from cli.calling import process
from table.golden import EXAMPLES, SHIFTS, golden, run, without_hashes


def test_every_document_has_a_shift() -> None:
    assert {shift.stem for shift in SHIFTS} == set(oracle.DOCUMENTS)
    assert all(30 <= len(shift.read_text().splitlines()) <= 80 for shift in SHIFTS)


@pytest.mark.parametrize("shift", SHIFTS, ids=lambda shift: shift.stem)
def test_a_shift_is_answered_as_it_was(shift: Path) -> None:
    script, told = run(shift)
    assert told.splitlines() == golden(shift).read_bytes().splitlines()
    assert sum(script.ledger.balances.values()) == 0
    assert script.ledger.balances.get("layout:1", 0) == 0
    assert script.state.table.phase == "closed"


def test_the_command_line_tells_the_same() -> None:
    shift = EXAMPLES / "easy-six.jsonl"
    called = process("table", str(shift), "--summary")
    assert called.returncode == 1  # Some of its commands are refused, as they should be.
    assert called.stderr == b""
    assert without_hashes(called.stdout) == with_lines(golden(shift).read_bytes())


def with_lines(told: bytes) -> bytes:
    """Answers with the line of the file named in every refusal, as a command that reads a file tells them."""
    message = re.compile(rb'^({"refusal":{"code":"[^"]*","cite":"[^"]*","message":")')
    named = [message.sub(rb"\g<1>line %d: " % number, line) for number, line in enumerate(told.splitlines(), 1)]
    assert sum(b'"message":"line ' in line for line in named) > 0
    return b"\n".join(named) + b"\n"


def test_together_they_show_what_a_table_can_do() -> None:
    """Every kind of event that has a clause behind it happens in one shift or another."""
    told = b"".join(golden(shift).read_bytes() for shift in SHIFTS)
    kinds = Counter(word.split(b'"')[0].decode() for word in told.split(b'"kind":"')[1:])
    wanted = {
        "limit_exceeded", "bet_rejected", "insurance_taken", "insurance_forgone", "insurance_waived",
        "squeeze_requested", "squeeze_granted", "squeeze_declined",
        "patron_left", "irregularity_reported", "decision_made", "options_given", "option_chosen", "bets_returned",
        "cards_set_aside", "cards_reconstructed", "coup_voided", "settlement_reversed", "original_bet_returned",
        "ruling_made", "cut_card_reached", "cards_condemned", "cards_burned", "shoe_cut", "sign_changed",
        "round_concluded", "choices_closed", "report_withdrawn", "card_corrected", "position_assigned",
    }  # fmt: skip
    assert wanted <= set(kinds)
