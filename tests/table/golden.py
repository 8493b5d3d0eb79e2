"""What the shifts under `examples/` are answered; run as a program, it writes the golden files anew."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal
from punto.kit.json_line import read_object
from punto.rulebook import Library
from punto.table.script import Script, read_command, standing

EXAMPLES = Path(__file__).parents[2] / "examples"
SHIFTS = sorted(EXAMPLES.glob("*.jsonl"))
_HASH = re.compile(rb'("sha256":")[0-9a-f]{64}')


def golden(shift: Path) -> Path:
    return EXAMPLES / "golden" / shift.name


def run(shift: Path) -> tuple[Script, bytes]:
    """A shift carried through, and its answers with the hashes of rulebooks left out."""
    script = Script(Library().find, seal_shoe)
    encode = msgspec.json.encode
    told = []
    for line in shift.read_bytes().splitlines():
        answer = script.do(read_command(read_object(line)))
        told.append(encode({"refusal": answer} if isinstance(answer, Refusal) else {"events": answer}))
    told.append(encode({"summary": standing(script.state.table, script.ledger.balances)}))
    return script, without_hashes(b"\n".join(told) + b"\n")


def without_hashes(told: bytes) -> bytes:
    return _HASH.sub(rb"\1" + "…".encode(), told)


if __name__ == "__main__":
    for shift in SHIFTS:
        golden(shift).write_bytes(run(shift)[1])
