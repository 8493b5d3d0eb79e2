"""The core as WebAssembly, for pages that count without a server: shipped, or built where its compiler is installed."""

from __future__ import annotations

from pathlib import Path

from punto.kernel.build import SOURCES, build_wasm, wasm_name
from punto.kernel.library import HERE, built_in, user_cache


def wasm_path(home: Path = HERE, sources: Path = SOURCES) -> Path:
    """The module made from these very sources; KernelUnavailable where it is not there and cannot be made.

    A wheel has it. Elsewhere it is made in the user's cache and never in the package: a house that runs would find
    its own software changed.
    """
    shipped = home / wasm_name(sources)
    if shipped.exists():
        return shipped
    return built_in((user_cache(),), shipped.name, lambda folder: build_wasm(folder, sources))
