"""Where a site may be written, and what becomes of what lies there."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from punto.kit import Refused
from punto.site import check_folder, write_site


def site(*names: str) -> dict[str, bytes]:
    """A small one of these files."""
    index = {"site": "punto site", "files": ["site.json", *names], "version": "0"}
    return {"site.json": json.dumps(index).encode(), **{name: name.encode() for name in names}}


def there(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_a_new_folder_and_an_empty_one_are_filled(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for folder in (tmp_path / "new", tmp_path / "empty"):
        write_site(folder, site("index.html", "a/b.js"))
        assert there(folder) == {"site.json", "index.html", "a/b.js"}
        assert (folder / "a/b.js").read_bytes() == b"a/b.js"
        assert (folder / "a/b.js").stat().st_mode & 0o777 == 0o644


def test_a_site_made_before_is_replaced_and_what_lies_beside_it_stays(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write_site(folder, site("index.html", "old/gone.js", "both/x.js"))
    (folder / "CNAME").write_text("mine", encoding="utf-8")
    write_site(folder, site("index.html", "both/y.js"))
    assert there(folder) == {"site.json", "index.html", "both/y.js", "CNAME"}
    assert not (folder / "old").exists()


def test_an_index_that_names_files_elsewhere_takes_none_away(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("kept", encoding="utf-8")
    folder = tmp_path / "site"
    index = {"site": "punto site", "files": ["../kept.txt", str(tmp_path / "kept.txt")]}
    write_site(folder, {"site.json": json.dumps(index).encode()})
    write_site(folder, site("index.html"))
    assert (tmp_path / "kept.txt").exists()


@pytest.mark.parametrize("index", [None, b"{}", b"no JSON", b'{"site": "another", "files": []}'])
def test_a_folder_with_something_else_is_refused_and_left_alone(tmp_path: Path, index: bytes | None) -> None:
    (tmp_path / "letter.txt").write_text("mine", encoding="utf-8")
    if index is not None:
        (tmp_path / "site.json").write_bytes(index)
    before = there(tmp_path)
    with pytest.raises(Refused, match="not empty and holds no site made before") as refused:
        write_site(tmp_path, site("index.html"))
    assert refused.value.code == "out_not_empty"
    assert there(tmp_path) == before


def test_a_file_and_a_folder_in_nothing_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    with pytest.raises(Refused, match="is a file"):
        check_folder(tmp_path / "file")
    with pytest.raises(Refused, match=r"cannot be written: .* is not a folder"):
        check_folder(tmp_path / "none" / "site")


def test_a_folder_that_may_not_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whoever is root may write anywhere, so the question itself is answered here.
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(Refused, match="this account may not write there") as refused:
        check_folder(tmp_path)
    assert refused.value.code == "unwritable"


def test_a_disk_that_fails_is_one_sentence_and_leaves_no_half_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(Refused, match="cannot be written: No space left on device"):
        write_site(tmp_path / "site", site("index.html"))
    assert there(tmp_path) == set()
