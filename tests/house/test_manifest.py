"""The manifest: one byte changed anywhere in what the house runs on is found."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import msgspec
import pytest

from punto.house.floor.manifest import Manifest, differences, require_approved, take_manifest
from punto.house.settings import Settings, TableSettings
from punto.kit import Refused
from punto.report.making import PROGRAM


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it lies here, copied."""
    folder = tmp_path_factory.mktemp("program") / "punto"
    shutil.copytree(PROGRAM, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def test_one_byte_changed_in_each_file_is_found(copy: Path) -> None:
    settings, chance = Settings(), Random(1)
    before = take_manifest(settings, copy)
    assert len(before.files) > 150
    for name in before.files:
        if name == "settings":
            continue
        file = copy / name.removeprefix("program/")
        octets = file.read_bytes()
        if octets:
            place = chance.randrange(len(octets))
            file.write_bytes(octets[:place] + bytes([octets[place] ^ 1]) + octets[place + 1 :])
        else:
            file.write_bytes(b"\n")
        # Only this file is read again: that each is in the manifest of all is shown by its name being there.
        alone = take_manifest(settings, file.parent).files[f"program/{file.name}"]
        assert alone != before.files[name], name
        file.write_bytes(octets)
    assert differences(before, take_manifest(settings, copy)) == []


def test_a_file_more_and_a_file_less_are_found(copy: Path) -> None:
    before = take_manifest(Settings(), copy)
    (copy / "more.py").write_text("")
    more = take_manifest(Settings(), copy)
    assert [one.name for one in differences(before, more)] == ["program/more.py"]
    assert [one.then for one in differences(before, more)] == [""]
    assert [one.now for one in differences(more, before)] == [""]
    (copy / "more.py").unlink()
    assert more.digest != before.digest == take_manifest(Settings(), copy).digest


def test_code_pages_rulebooks_and_the_kernel_are_in_it() -> None:
    files = take_manifest(Settings()).files
    pages = ("server/pages/lobby/lobby.html", "server/pages/lobby/words.zh.json")
    for name in ("table/decide.py", *pages, "rulebooks/easy-six/2012-06-02.toml", "kernel/c/core.c"):
        assert f"program/{name}" in files
    assert not [name for name in files if "__pycache__" in name]


def test_every_setting_is_in_it_and_no_password(tmp_path: Path) -> None:
    plain = Settings(tables=[TableSettings(id="a", rulebook="easy-six")])
    before = take_manifest(plain, tmp_path)
    other = {
        "database": "other.db", "host": "::1", "port": 1, "origins": ["https://a"], "https": True,
        "monitoring": "127.0.0.1:1", "connections_per_address": 1, "streams_per_address": 1, "streams_per_person": 1,
        "proxies": ["127.0.0.2"], "manifest": "m", "rulebooks": [], "demo": True,
        "staff_idle_minutes": 4.0, "patron_idle_minutes": 4.0, "session_hours": 4.0, "require_second_factor": True,
        "refused_days": 4.0, "session_days": 4.0, "zone": "Asia/Singapore", "shifts": ["07:00"],
        "heads_minutes": 4.0, "heads_key": "k", "heads_key_command": "c", "heads_file": "f", "heads_url": "http://u",
        "tables": [TableSettings(id="a", rulebook="easy-six", betting_seconds=21.0)],
    }  # fmt: skip
    assert set(other) == {field.name for field in msgspec.structs.fields(Settings)}
    for name, value in other.items():
        if name != "rulebooks":
            changed = take_manifest(msgspec.structs.replace(plain, **{name: value}), tmp_path)
            assert [one.name for one in differences(before, changed)] == ["settings"], name
    one, two = (take_manifest(Settings(database=f"postgresql://a:{word}@h/x"), tmp_path) for word in ("b", "c"))
    assert one == two


def test_a_house_s_own_rulebooks_are_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "1.toml").write_text("x = 1")
    settings = Settings(rulebooks=[str(tmp_path)])
    before = take_manifest(settings)
    (tmp_path / "mine" / "1.toml").write_text("x = 2")
    assert [one.name for one in differences(before, take_manifest(settings))] == ["rulebooks-1/mine/1.toml"]


def test_a_house_that_is_not_as_approved_does_not_open(tmp_path: Path) -> None:
    file = tmp_path / "approved.json"
    settings = Settings(manifest=str(file))
    now = take_manifest(settings)
    file.write_bytes(msgspec.json.encode({"digest": now.digest, "files": now.files}))
    require_approved(settings, now)
    for name in ("program/table/decide.py", "settings"):
        file.write_bytes(msgspec.json.encode({"files": now.files | {name: "0" * 64}}))
        with pytest.raises(Refused, match=name):
            require_approved(settings, now)
    # Settings may be left out of what was approved.
    file.write_bytes(
        msgspec.json.encode({"files": {name: one for name, one in now.files.items() if name != "settings"}})
    )
    require_approved(settings, now)
    file.write_text("{}")
    with pytest.raises(Refused, match="no manifest"):
        require_approved(settings, now)


def test_the_digest_is_the_files_and_nothing_else() -> None:
    one, two = Manifest({"a": "1", "b": "2"}), Manifest({"b": "2", "a": "1"})
    assert one.digest == two.digest
    assert one.digest != Manifest({"a": "1"}).digest
