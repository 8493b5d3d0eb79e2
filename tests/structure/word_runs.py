"""Runs of eight words of the documents, kept as hashes: what was copied is seen where the documents are not.

`./run python tests/structure/word_runs.py [FOLDER]` writes the hashes anew from the documents in a folder, or from
those beside the checkout.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

DOCUMENTS = Path(__file__).resolve().parents[3] / "shared" / "documents"
HASHES = Path(__file__).with_suffix(".txt")
LENGTH = 8
DIGITS = 12
"""Of a hash: few enough to say little, enough that no other run in this tree has the same."""
HEAD = "# Hashes of eight-word runs of the documents, sorted; made by word_runs.py beside this file.\n"

# Titles of documents and lists of bets read alike everywhere; they are names, not sentences.
NAMES = """
    player banker tie pair insurance pays pay table wins win on any six easy tiger big small card cards total push
    baccarat da hu ying xiong non commission to n a and or with the
"""


def runs(text: str) -> Iterator[str]:
    """Every run of eight words in a text, figures and signs left out."""
    words = re.findall(r"[a-z]+", text.lower())
    names = set(NAMES.split())
    for start in range(len(words) - LENGTH + 1):
        run = words[start : start + LENGTH]
        if len(set(run) - names) >= 3:
            yield " ".join(run)


def hashed(run: str) -> str:
    return sha256(run.encode()).hexdigest()[:DIGITS]


def written(documents: Iterable[str]) -> str:
    """The file of hashes of these documents."""
    return HEAD + "".join(f"{digest}\n" for digest in sorted({hashed(run) for text in documents for run in runs(text)}))


def read(file: str) -> frozenset[str]:
    """The hashes in such a file."""
    return frozenset(line for line in file.splitlines() if not line.startswith("#"))


def copied(texts: dict[str, str], theirs: frozenset[str]) -> list[str]:
    """Places where a text repeats eight words of a document."""
    return [f"{name}: {run}" for name, text in texts.items() for run in runs(text) if hashed(run) in theirs]


def documents(folder: Path = DOCUMENTS) -> list[str]:
    """The documents in a folder, none where it is not there."""
    return [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.txt"))]


if __name__ == "__main__":
    found = documents(*map(Path, sys.argv[1:2]))
    if not found:
        sys.exit("no documents there")
    HASHES.write_text(written(found), encoding="utf-8")
