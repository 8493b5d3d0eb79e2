"""The keys of the pages' words as a type, so that the TypeScript compiler knows a key that is misspelled."""

from __future__ import annotations

import json
from pathlib import Path


def word_types(pages: Path) -> str:
    """The declaration file: every key of every page, those with plural forms also without; and what keys begin with."""
    keys: set[str] = set()
    for file in pages.glob("*/words.en.json"):
        keys |= json.loads(file.read_text(encoding="utf-8")).keys()
    keys |= {key.removesuffix(".one") for key in keys if key.endswith(".one")}
    lines = ["// Made from the pages' words by tools/word_types.py.", "declare namespace Words {", "  type Key ="]
    lines += [f"    | {json.dumps(key)}" for key in sorted(keys)]
    lines[-1] += ";"
    beginnings = {key[: place + 1] for key in keys for place, letter in enumerate(key) if letter == "."}
    lines += ["  type Beginning =", '    | ""']
    lines += [f"    | {json.dumps(beginning)}" for beginning in sorted(beginnings)]
    return "\n".join(lines) + ";\n}\n"
