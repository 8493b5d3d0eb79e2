from __future__ import annotations

import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from punto.kernel import build

ROOT = Path(__file__).parents[2]


class Interface:
    """What hatchling's own base class gives a hook: a root and a target."""

    def __init__(self, root: Path, target_name: str) -> None:
        self.root, self.target_name = str(root), target_name

    def __class_getitem__(cls, item: object) -> type[Interface]:
        return cls


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The hook's class, without hatchling, which is only there while a package is being built."""
    name = "hatchling.builders.hooks.plugin.interface"
    stub = ModuleType(name)
    vars(stub)["BuildHookInterface"] = Interface
    parts = name.split(".")
    for end in range(1, len(parts)):
        monkeypatch.setitem(sys.modules, ".".join(parts[:end]), ModuleType(".".join(parts[:end])))
    monkeypatch.setitem(sys.modules, name, stub)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.KernelHook


def test_a_compiler_is_downloaded_only_where_there_is_none(
    hook: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert hook(ROOT, "wheel").dependencies() == ["ziglang"]
    (tmp_path / "clang").write_text("#!/bin/sh\n")
    (tmp_path / "clang").chmod(0o755)
    assert hook(ROOT, "wheel").dependencies() == []


@pytest.mark.skipif(build.system_compiler() is None, reason="compiles C")
def test_the_wheel_gets_the_library_and_a_platform_tag(hook: Any, tmp_path: Path) -> None:
    kernel = tmp_path / "src" / "punto" / "kernel"
    shutil.copytree(build.SOURCES, kernel / "c")
    shutil.copy(build.SOURCES.parent / "build.py", kernel)
    data: dict[str, Any] = {"artifacts": []}
    hook(tmp_path, "wheel").initialize("standard", data)
    name = build.library_name(kernel / "c")
    assert (kernel / name).exists()
    machine = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    assert data == {
        "artifacts": [f"/src/punto/kernel/{name}"],
        "pure_python": False,
        "tag": f"py3-none-{machine}",
    }


def test_a_machine_without_any_compiler_gets_one_sentence(
    hook: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kernel = tmp_path / "src" / "punto" / "kernel"
    shutil.copytree(build.SOURCES, kernel / "c")
    shutil.copy(build.SOURCES.parent / "build.py", kernel)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SystemExit) as stopped:
        hook(tmp_path, "wheel").initialize("standard", {"artifacts": []})
    assert str(stopped.value).startswith("punto: Punto's C core is not built and there is no C compiler")
    assert "\n" not in str(stopped.value)


def test_an_unknown_target_gets_one_sentence(hook: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_TARGET", "amiga")
    assert hook(ROOT, "wheel").dependencies() == ["ziglang"]
    with pytest.raises(SystemExit, match="there is no target 'amiga'; known: linux-x86_64, linux-arm64"):
        hook(ROOT, "wheel").initialize("standard", {"artifacts": [], "force_include": {}})


def test_a_source_distribution_holds_no_library(hook: Any, tmp_path: Path) -> None:
    data: dict[str, Any] = {"artifacts": []}
    hook(tmp_path, "sdist").initialize("standard", data)
    assert data == {"artifacts": []}
