"""What people are told when a table refuses: every scene's sentences; run as a program, it writes the file anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from punto.kit import Refusal
from table.scene import Scene, asked
from table.scenes import SCENES

FILE = Path(__file__).parent / "sentences.txt"


def lines() -> list[str]:
    """Command, code, paragraph and sentence, one line a fault."""
    return [line for scene in SCENES for line in _of(scene)]


def _of(scene: Scene) -> Iterator[str]:
    faults = [asked(scene, build()) for build in scene.tables.values()]
    faults += [asked(scene, scene.table(), fault) for fault in scene.faults.values()]
    for refusal in faults:
        assert isinstance(refusal, Refusal)
        yield f"{scene.command} | {refusal.code} | {refusal.cite} | {refusal.message}"


if __name__ == "__main__":
    FILE.write_text("\n".join(lines()) + "\n", "utf-8")
