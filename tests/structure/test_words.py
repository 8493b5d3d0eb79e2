"""What no kept file may say: the documents' own sentences, and where it was made."""

import re
from pathlib import Path

import pytest

from structure.tree import ROOT, kept, tracked_texts
from structure.word_runs import DOCUMENTS, HASHES, copied, documents, read, runs, written

SHIPPED = HASHES.read_text(encoding="utf-8")


def test_no_file_repeats_a_sentence_of_a_document() -> None:
    texts = tracked_texts()
    assert "README.md" in texts
    assert copied(texts, read(SHIPPED)) == []


def test_a_tree_without_git_is_looked_through_too(tmp_path: Path) -> None:
    for name in (".gitignore", "a/b.py", "c.md", ".venv/d.py", "a/__pycache__/e.py", "punto.db", "punto.db.key"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text((ROOT / ".gitignore").read_text(encoding="utf-8"), encoding="utf-8")
    assert kept(tmp_path) == [".gitignore", "a/b.py", "c.md"]
    (tmp_path / ".git").write_text("gitdir: nowhere")
    assert kept(tmp_path) == [".git", ".gitignore", "a/b.py", "c.md"]


def test_the_hashes_of_all_the_documents_are_there() -> None:
    hashes = SHIPPED.splitlines()[1:]
    assert len(hashes) > 5000
    assert hashes == sorted(set(hashes))
    assert all(re.fullmatch("[0-9a-f]{12}", one) for one in hashes)


def test_a_repeated_sentence_is_seen_by_its_hash() -> None:
    theirs = read(written(["The dealer shall turn every card face up before any chip is moved."]))
    same = "# the dealer shall turn every card,\n# face up, 1 by 1"
    other = "The dealer turns each card face up before moving any chip."
    assert copied({"same": same, "other": other}, theirs) == ["same: the dealer shall turn every card face up"]


def test_the_hashes_are_those_of_the_documents() -> None:
    """Where the documents are: the kept file is the one they give, and one sentence of theirs in a file is seen."""
    found = documents()
    if not found:
        pytest.skip(f"the documents are not in {DOCUMENTS}: their hashes are taken as they are kept")
    assert written(found) == SHIPPED
    for text in found:
        first = next(runs(text))
        assert copied({"planted": f"x = 1  # {first}, and so on"}, read(SHIPPED)) == [f"planted: {first}"]


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
