"""Builds the C core when the package is installed, and puts it into the wheel."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNEL = Path("src/punto/kernel")


def build_module(root: str) -> ModuleType:
    """punto.kernel.build, loaded by its path: the package is not installed yet."""
    spec = importlib.util.spec_from_file_location("punto_kernel_build", Path(root) / KERNEL / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


class KernelHook(BuildHookInterface[Any]):
    """hatchling's way in."""

    def dependencies(self) -> list[str]:
        """A compiler from the package index, only for a machine that has none."""
        return [] if build_module(self.root).system_compiler() else ["ziglang"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the library into the package; the wheel then fits this kind of machine only."""
        if self.target_name != "wheel":
            return
        library = build_module(self.root).build(Path(self.root) / KERNEL)
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"].append(f"/{KERNEL.as_posix()}/{library.name}")
