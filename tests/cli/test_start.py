"""What a command imports: help and version no command at all, figures as JSON no screen, database or server."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

import punto.cli
from cli.calling import Punto
from punto.cli.main import COMMANDS, command_of

FOLDER = Path(punto.cli.__file__).parent
HEAVY = {"numpy", "msgspec", "pydantic", "rich", "sqlalchemy", "litestar", "uvicorn"}


def imported(*arguments: str) -> set[str]:
    """The modules that a command has imported when it is done."""
    program = (
        "import io, json, sys; from punto.cli.main import run; out = sys.stdout; "
        "sys.stdout = io.TextIOWrapper(io.BytesIO()); "
        f"assert run({list(arguments)!r}) == 0; json.dump(list(sys.modules), out)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60)
    return set(json.loads(done.stdout))


def commands(modules: set[str]) -> set[str]:
    return {name for name in COMMANDS if f"punto.cli.{name}" in modules}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_help_and_version_import_no_command_and_nothing_heavy(option: str) -> None:
    modules = imported(option)
    assert "punto.cli.main" in modules
    assert commands(modules) == set()
    assert modules & HEAVY == set()


def test_odds_as_json_need_neither_screen_nor_database_nor_server() -> None:
    modules = imported("odds", "easy-six", "--json")
    assert commands(modules) == {"odds"}
    assert modules & HEAVY == {"numpy", "msgspec"}
    assert not any(name.startswith("punto.cli.terminal") for name in modules)


def test_odds_on_a_screen_import_what_draws_them() -> None:
    assert {"rich", "punto.cli.odds_text"} <= imported("odds", "easy-six")


def test_help_lists_every_command_as_its_module_would(punto: Punto) -> None:
    told = punto("--help").out
    files = {file.stem for file in FOLDER.glob("*.py") if "def add_to(app" in file.read_text(encoding="utf-8")}
    assert set(COMMANDS) == files
    for name, short_help in COMMANDS.items():
        assert f"\n  {name:<10}{short_help}\n" in told
        command = command_of(name)
        assert command.name == name
        assert command.help


def test_version_is_that_of_the_package(punto: Punto) -> None:
    called = punto("--version")
    assert (called.status, called.out) == (0, f"punto {version('punto')}\n")


def test_a_command_that_is_nearly_one_is_suggested(punto: Punto) -> None:
    assert "Did you mean 'odds'? Known: audit, backup" in punto("odss").err


@pytest.mark.parametrize(
    "arguments", [("coup", "my-game.toml"), ("odds", "easy-six", "./x"), ("rules", "diff", "a/b", "c")]
)
def test_a_file_in_place_of_an_id_is_told_where_it_belongs(punto: Punto, arguments: tuple[str, ...]) -> None:
    called = punto(*arguments)
    assert called.status == 2
    assert "is a file: keep it as DIR/ID/EDITION.toml" in called.err


def test_what_is_missing_or_too_much_leads_to_the_command_s_help(punto: Punto) -> None:
    assert punto("coup").err == "punto: Missing argument 'ID'; `punto coup --help` shows what it takes\n"
    assert punto("keys", "rotate", "a", "b").err.endswith("; `punto keys rotate --help` shows what it takes\n")


def test_commands_of_a_command_are_told_whole(punto: Punto) -> None:
    for group in ("keys", "people", "rules"):
        assert "..." not in punto(group).out.partition("Commands:")[2]
