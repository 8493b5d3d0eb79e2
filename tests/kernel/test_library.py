from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from punto.kernel import KernelUnavailable, build, library

pytestmark = pytest.mark.skipif(build.system_compiler() is None, reason="compiles C")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the core's sources in a folder of its own, with an empty cache beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "cache"))
    shutil.copytree(build.SOURCES, tmp_path / "kernel" / "c")
    # What these tests are about is when the core is compiled, not how well.
    monkeypatch.setattr(build, "FLAGS", tuple(flag for flag in build.FLAGS if flag != "-O3"))
    return tmp_path / "kernel"


def made(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix == build.SUFFIX)


def without_compilers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)


def test_a_missing_library_is_built_once(home: Path) -> None:
    path = library.library_path(home, home / "c")
    stamp = path.stat().st_mtime_ns
    assert made(home) == [path.name]
    assert library.library_path(home, home / "c") == path
    assert path.stat().st_mtime_ns == stamp


def test_a_deleted_library_is_built_again(home: Path) -> None:
    path = library.library_path(home, home / "c")
    path.unlink()
    assert library.open_library(home, home / "c").punto_paths() >= 2
    assert path.exists()


def test_an_edited_source_replaces_the_library(home: Path) -> None:
    before = library.library_path(home, home / "c")
    source = home / "c" / "core.c"
    source.write_text(source.read_text().replace("return widest(); }", "return 40 + widest(); }"))
    os.utime(source, (1, 1))  # A checkout may well be older than the library: what it says counts, not when.
    assert library.open_library(home, home / "c").punto_paths() >= 42
    assert not before.exists()
    assert len(made(home)) == 1


def test_an_edited_include_file_changes_the_name(home: Path) -> None:
    before = build.library_name(home / "c")
    for name in ("coup.inc", "core.h"):
        path = home / "c" / name
        path.write_text(path.read_text() + "\n")
        after = build.library_name(home / "c")
        assert after != before
        before = after


def test_a_broken_library_is_built_again(home: Path) -> None:
    path = home / build.library_name(home / "c")
    path.write_bytes(b"not a library")
    assert library.open_library(home, home / "c").punto_paths() >= 2


def test_a_folder_that_cannot_be_written_leaves_the_users_cache(home: Path) -> None:
    sealed = home / "c" / "core.c" / "inside a file"
    path = library.library_path(sealed, home / "c")
    assert path.parent == library.user_cache()
    assert library.library_path(sealed, home / "c") == path


def test_nowhere_to_write_is_said_in_one_sentence(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sealed = home / "c" / "core.c" / "inside a file"
    monkeypatch.setattr(library, "user_cache", lambda: sealed)
    with pytest.raises(
        KernelUnavailable, match=r"^Punto's C core is not built and neither .* can be written"
    ) as caught:
        library.library_path(sealed, home / "c")
    assert caught.value.code == "nowhere_to_build"


def test_a_missing_compiler_says_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_compilers(monkeypatch, tmp_path)
    with pytest.raises(KernelUnavailable, match=r"`cc` is on PATH, or run `pip install ziglang`\.$") as caught:
        library.library_path(home, home / "c")
    assert caught.value.code == "no_compiler"
    assert made(home) == []


def test_a_built_library_needs_no_compiler(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = library.library_path(home, home / "c")
    without_compilers(monkeypatch, tmp_path)
    assert library.library_path(home, home / "c") == path


def test_without_a_system_compiler_the_ziglang_wheel_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without_compilers(monkeypatch, tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name == "ziglang" or None)
    assert build.compiler()[:4] == [sys.executable, "-m", "ziglang", "cc"]


def test_a_source_that_does_not_compile_says_why(home: Path) -> None:
    (home / "c" / "core.c").write_text("int broken(void) { return nonsense; }\n")
    with pytest.raises(KernelUnavailable, match=r"(?s)did not compile with .* \(exit 1\): .*nonsense") as caught:
        library.library_path(home, home / "c")
    assert caught.value.code == "build_failed"
    assert made(home) == []


def test_processes_that_load_at_once_build_once(home: Path) -> None:
    compiler = home / "counting-cc"
    compiler.write_text('#!/bin/sh\necho compiled >> "$0.log"\nexec cc "$@"\n')
    compiler.chmod(0o755)
    script = "from pathlib import Path; from punto.kernel import library; import sys, time\n"
    script += "home = Path(sys.argv[1]); time.sleep(max(0, float(sys.argv[2]) - time.time()))\n"
    script += "print(library.open_library(home, home / 'c').punto_paths())\n"
    command = [sys.executable, "-c", script, str(home), str(time.time() + 1.0)]
    environment = {**os.environ, "CC": str(compiler)}
    both = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=60) for process in both]
    assert [process.returncode for process in both] == [0, 0], answers
    assert answers[0] == answers[1]
    assert (home / "counting-cc.log").read_text().split() == ["compiled"]
    assert len(made(home)) == 1
