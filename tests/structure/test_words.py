"""What no kept file may say: the documents' own sentences, and where it was made."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from structure.tree import ROOT, tracked_texts

DOCUMENTS = ROOT.parent / "shared" / "documents"
LENGTH = 8
# Titles of documents and lists of bets read alike everywhere; they are names, not sentences.
NAMES = """
    player banker tie pair insurance pays pay table wins win on any six easy tiger big small card cards total push
    baccarat da hu ying xiong non commission to n a and or with the
"""


def runs(text: str) -> Iterator[tuple[str, ...]]:
    """Every run of eight words in a text, figures and signs left out."""
    words = re.findall(r"[a-z]+", text.lower())
    names = set(NAMES.split())
    for start in range(len(words) - LENGTH + 1):
        run = tuple(words[start : start + LENGTH])
        if len(set(run) - names) >= 3:
            yield run


def copied(texts: dict[str, str], documents: list[str]) -> list[str]:
    """Places where a text repeats eight words of a document."""
    theirs = {run for document in documents for run in runs(document)}
    return [f"{name}: {' '.join(run)}" for name, text in texts.items() for run in runs(text) if run in theirs]


def test_no_file_repeats_a_sentence_of_a_document() -> None:
    documents = sorted(DOCUMENTS.glob("*.txt")) if DOCUMENTS.is_dir() else []
    if not documents:
        pytest.skip("the documents are not beside this checkout")
    assert copied(tracked_texts(), [file.read_text(encoding="utf-8") for file in documents]) == []


def test_a_repeated_sentence_is_seen() -> None:
    document = "The dealer shall turn every card face up before any chip is moved."
    same = "# the dealer shall turn every card,\n# face up, 1 by 1"
    other = "The dealer turns each card face up before moving any chip."
    assert copied({"same": same, "other": other}, [document]) == ["same: the dealer shall turn every card face up"]


# Written in pieces, so that this file does not name them itself.
PLACES = re.compile(
    "|".join(
        (
            r"(?<![\w.])/" + r"(?:home|Users|root|work)/\w",
            r"[A-Z]:\\" + "Users",
            "python" + r"hosted\.org",
            "pypi" + r"\.org/simple",
            "registry" + r"\.npmjs",
            "extra-index" + "-url",
        )
    )
)


def places(texts: dict[str, str]) -> list[str]:
    return [f"{name}: {found[0]}" for name, text in texts.items() for found in PLACES.finditer(text)]


def test_no_file_names_a_machine_s_folders_or_a_package_host() -> None:
    assert places(tracked_texts()) == []


@pytest.mark.parametrize(
    "text",
    ["cd /" + "home/dealer/punto", "https://files.python" + "hosted.org/x", "see /" + "work/shared", "/" + "root/x"],
)
def test_such_a_place_is_seen(text: str) -> None:
    assert places({"file": text})
    assert not places({"file": "GET /api/work/shared; src/home/x; " + str(Path("tests") / "root")})
