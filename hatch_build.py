"""Builds the C core when the package is installed, and puts it into the wheel; for pages too, into those for others."""

from __future__ import annotations

import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

KERNEL = Path("src/punto/kernel")
TARGET = "PUNTO_TARGET"
"""Names the machine a wheel is made for, one of `TARGETS` in build.py; this one if it is not set."""


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
        """A compiler from the package index, only for a machine that has none, or for other machines."""
        needed = TARGET in os.environ or not build_module(self.root).system_compiler()
        return ["ziglang"] if needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the library into the package; the wheel then fits one kind of machine and any Python on it."""
        if self.target_name != "wheel":
            return
        build = build_module(self.root)
        kernel = Path(self.root) / KERNEL
        build_data["pure_python"] = False
        try:
            if (name := os.environ.get(TARGET)) is None:
                library = build.build(kernel)
                build_data["artifacts"].append(f"/{KERNEL.as_posix()}/{library.name}")
                build_data["tag"] = f"py3-none-{_this_machine()}"
                return
            if name not in build.TARGETS:
                sys.exit(f"punto: there is no target {name!r}; known: {', '.join(build.TARGETS)}")
            target = build.TARGETS[name]
            # Beside the package: what lies in it is this machine's own.
            folder = Path(tempfile.mkdtemp(prefix="punto-wheel-"))
            files = [build.build(folder, kernel / "c", target), build.build_wasm(folder, kernel / "c")]
        except build.KernelUnavailable as error:
            sys.exit(f"punto: {error.sentence}")  # One sentence: whoever installs a package reads no traceback.
        build_data["force_include"] |= {str(file): f"punto/kernel/{file.name}" for file in files}
        build_data["tag"] = target.wheel_tag


def _this_machine() -> str:
    """The platform of a tag, as the interpreter names it."""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
