"""The page on opening a house: its settings file opens, and its lists are those of the program."""

from __future__ import annotations

import io
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from punto.cli.serve_text import print_start
from punto.house.house import House
from punto.house.settings import _FROM_ENVIRONMENT, Settings, TableSettings, read_settings
from punto.server.errors import STATUS
from punto.table import Sign

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "house.md").read_text("utf-8")

LISTS = ("origins", "proxies", "shifts")
OPTIONS = ("rulebooks",)
"""Read from the environment by the command line."""


def rows(heading: str) -> dict[str, list[str]]:
    """The table after a line: what stands in its columns, by the setting in the first."""
    lines = PAGE.partition(heading)[2].split("\n")
    first = next(place for place, line in enumerate(lines) if line.startswith("| `"))
    found = {}
    for line in lines[first:]:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        found[name.strip("`")] = cells
    return found


def default(cell: str) -> Any:
    """What a cell says of the default: a value as the file would have it, or None where there is none."""
    written = re.fullmatch(r"`(.*)`", cell)
    return tomllib.loads(f"x = {written[1]}")["x"] if written else None


def test_the_settings_file_opens_as_it_stands(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert block
    file = tmp_path / "house.toml"
    file.write_text(block[1], "utf-8")
    settings = read_settings(file, {"PUNTO_DATABASE": str(tmp_path / "house.db")})
    house = House.open(settings, None)
    try:
        out = io.StringIO()
        print_start(house, out, settings.port)
        signs = {id: live.state.table.sign for id, live in house.floor.tables.items()}
    finally:
        house.floor._writer.close()
        house.close()
    assert not house.settings.demo
    assert out.getvalue().count("https://tables.example/sign-in/") == 1
    for table in settings.tables:
        sign = signs[table.id]
        assert sign is not None
        assert {key: getattr(sign, key) for key in table.sign if key != "bet_limits"} == {
            key: value for key, value in table.sign.items() if key != "bet_limits"
        }


def test_every_setting_is_there_with_its_default_and_its_name_in_the_environment() -> None:
    told = rows("## Settings")
    fields = {field.name: field for field in msgspec.structs.fields(Settings)}
    assert list(told) == list(fields)
    for name, (value, environment, meaning) in told.items():
        assert default(value) == _default_of(fields[name]), name
        named = name in (*_FROM_ENVIRONMENT, *LISTS, *OPTIONS)
        assert environment == (f"`PUNTO_{name.upper()}`" if named else ""), name
        assert meaning


def test_every_setting_of_a_table_is_there_with_its_default() -> None:
    told = rows("Each of `[[tables]]`:")
    fields = {field.name: field for field in msgspec.structs.fields(TableSettings)}
    assert list(told) == list(fields)
    for name, (value, meaning) in told.items():
        assert (value == "required") is fields[name].required, name
        assert fields[name].required or default(value) == _default_of(fields[name]), name
        assert meaning


def test_everything_a_sign_says_is_there_with_its_default() -> None:
    told = rows("A table's `sign`")
    fields = {field.name: field for field in msgspec.structs.fields(Sign) if field.name not in ("rulebook", "sha256")}
    assert set(told) == set(fields)
    for name, (value, meaning) in told.items():
        field = fields[name]
        if value in ("the rulebook's", "the usual ones"):
            assert field.required or not field.default, name
        else:
            unsaid = _default_of(field) is None or _default_of(field) is msgspec.UNSET
            assert value == "none" if unsaid else default(value) == _default_of(field), name
        assert meaning


def _default_of(field: msgspec.structs.FieldInfo) -> Any:
    made = field.default_factory
    return made() if made is not msgspec.NODEFAULT else field.default


def test_what_the_environment_is_said_to_do_it_does(tmp_path: Path) -> None:
    given = {
        "PUNTO_ORIGINS": "https://a https://b",
        "PUNTO_PROXIES": "10.0.0.1",
        "PUNTO_HTTPS": "true",
        "PUNTO_PORT": "1",
    }
    settings = read_settings(None, given)
    assert settings.origins == ["https://a", "https://b"]
    assert settings.proxies == ["10.0.0.1"]
    assert settings.https
    assert settings.port == 1


def _refusals(page: str) -> dict[str, int]:
    """By code, the status that the page says it has."""
    rows = re.findall(r"^\| (\d{3}) \| [^|]+ \| ([^|]+) \|$", page, re.M)
    return {code: int(status) for status, codes in rows for code in re.findall(r"`(\w+)`", codes)}


def test_every_refusal_with_a_status_of_its_own_is_there() -> None:
    assert _refusals(PAGE) == STATUS


def test_a_refusal_that_is_left_out_is_seen() -> None:
    assert _refusals(PAGE.replace("`head_too_large`", "")) != STATUS


def test_a_default_that_is_wrong_is_seen() -> None:
    assert default("`8417`") == 8417
    assert default('`"down"`') == "down"
    assert default("none") is None
    assert rows("Each of `[[tables]]`:")["card_seconds"][0] != "`2`"
