"""`punto site`: what it prints, and what it refuses in one sentence."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from cli.calling import Punto
from punto.kernel.build import KernelUnavailable


def test_it_says_what_it_wrote(punto: Punto, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    called = punto("site", str(folder), "--made", "2026-11-18", "--no-pdf", "--json")
    assert called.status == 0, called.err
    written = [file for file in folder.rglob("*") if file.is_file()]
    assert called.json["files"] == len(written)
    assert called.json["bytes"] == sum(file.stat().st_size for file in written)
    assert not list(folder.rglob("*.pdf"))
    assert json.loads((folder / "site.json").read_text("utf-8"))["made"] == "2026-11-18"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("{folder}",), "not empty and holds no site made before"),
        (("{folder}/letter.txt",), "is a file"),
        (("{folder}/none/site",), "is not a folder"),
        (("{folder}/new", "--made", "yesterday"), "--made"),
        (("{folder}/new", "--as-of", "1900-01-01"), "no rulebook is in force"),
        (("{folder}/new", "--rulebooks", "{folder}/none"), "is not a folder"),
        ((), "Missing argument"),
    ],
)
def test_what_is_wrong_is_one_sentence(punto: Punto, tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    called = punto("site", *(one.format(folder=tmp_path) for one in arguments))
    assert called.status == 2
    assert sentence in called.err
    assert called.err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_a_missing_extra_and_a_missing_compiler_are_named(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unbuilt() -> Path:
        raise KernelUnavailable("no_compiler", "the core for pages is not built")

    monkeypatch.setattr("punto.kernel.wasm.wasm_path", unbuilt)
    called = punto("site", str(tmp_path / "site"), "--no-pdf")
    assert (called.status, called.err) == (2, "punto: the core for pages is not built\n")
    monkeypatch.setitem(sys.modules, "typst", None)
    called = punto("site", str(tmp_path / "site"), "--pdf")
    assert called.status == 2
    assert "pip install 'punto[sheets]'" in called.err
    assert not (tmp_path / "site").exists()


def test_without_what_makes_pdf_a_site_has_pages_alone_and_says_so(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the command line alone: every command but `serve` works with the extra `cli`."""
    monkeypatch.setitem(sys.modules, "typst", None)
    called = punto("site", str(tmp_path / "site"), "--json")
    assert called.status == 0
    assert called.err == (
        "punto: PAR sheets as pages alone, because a PDF needs typst, which is not installed: "
        "pip install 'punto[sheets]'\n"
    )
    assert called.json["files"] > 90
    assert list((tmp_path / "site").rglob("sheets/*.html"))
    assert not list((tmp_path / "site").rglob("*.pdf"))
