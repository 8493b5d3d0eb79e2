"""A scene: one command at one table, and all that can be wrong about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from punto.kit import Refusal
from punto.table import decide
from punto.table.script import read_command
from table.shift import Shift

Build = Callable[[], Shift]
Faults = dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Scene:
    """A command that would be done, with what can be wrong about the table and about the command."""

    command: str
    table: Build
    fields: dict[str, Any] = field(default_factory=dict)
    tables: dict[str, Build] = field(default_factory=dict)
    faults: dict[str, dict[str, Any]] = field(default_factory=dict)
    done: bool = True
    """Whether the command without a fault is done; else one of the tables stands for it."""
    raw: bool = False
    """Whether the table is asked directly, without what a script adds."""


def asked(scene: Scene, table: Shift, *faults: dict[str, Any]) -> list[Any] | Refusal:
    """What the table answers to the command with these faults."""
    fields = dict(scene.fields)
    for fault in faults:
        for key, value in fault.items():
            both = isinstance(value, dict) and isinstance(fields.get(key), dict)
            fields[key] = fields[key] | value if both else value
    command = read_command({"command": scene.command} | fields)
    return decide(table.script.state, command) if scene.raw else table.give(command).answer
