"""The core as WebAssembly: what is in the file, when it is made anew, and what is said where it cannot be made.

What it counts is tried in a browser: tests/pages/test_counting.py.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from punto.kernel import KernelUnavailable, build
from punto.kernel.wasm import wasm_path

IMPORTS, EXPORTS = 2, 7


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    """The numbered parts of a module."""
    assert module[:8] == b"\0asm\1\0\0\0"
    at = 8
    while at < len(module):
        number, at = module[at], at + 1
        size = shift = 0
        while True:
            octet, at = module[at], at + 1
            size, shift = size | (octet & 0x7F) << shift, shift + 7
            if octet < 0x80:
                break
        yield number, module[at : at + size]
        at += size


def test_the_module_is_small_imports_nothing_and_exports_what_a_page_calls() -> None:
    module = wasm_path().read_bytes()
    assert len(module) < 40_000
    parts = dict(sections(module))
    assert IMPORTS not in parts
    for name in (b"memory", b"punto_plan_size", b"punto_plan", b"punto_counts", b"__heap_base"):
        assert name in parts[EXPORTS]
    assert str(build.SOURCES.parents[3]).encode() not in module


def test_a_module_is_kept_until_its_sources_change_and_never_made_in_the_package(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    whole = wasm_path().read_bytes()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    sources = tmp_path / "kernel" / "c"
    shutil.copytree(build.SOURCES, sources)
    # The file that lies there is taken as it is: it has the name of these sources.
    shipped = tmp_path / "kernel" / build.wasm_name(sources)
    shipped.write_bytes(b"made before")
    assert wasm_path(tmp_path / "kernel", sources) == shipped
    (sources / "core.h").write_text((sources / "core.h").read_text() + "\n")
    made = wasm_path(tmp_path / "kernel", sources)
    assert made.parent == tmp_path / "cache" / "punto"
    assert made.read_bytes() == whole
    assert sorted((tmp_path / "kernel").iterdir()) == sorted([sources, shipped])


def test_without_its_compiler_one_sentence_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(build, "ziglang", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(KernelUnavailable) as error:
        wasm_path(tmp_path)
    assert error.value.code == "no_compiler"
    assert "pip install ziglang" in error.value.sentence
