"""`punto serve`: what it refuses to start with, in one sentence, and what it says when it starts."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from punto.cli.main import run
from punto.cli.serve_text import print_start, setting_lines
from punto.house.floor.demonstration import demonstration
from punto.house.house import House
from punto.house.people.roles import Role
from punto.house.settings import Settings, TableSettings, without_password
from punto.kit import Refused
from punto.table import Sign
from server.running import Running, a_table, running

Refusing = Callable[..., str]


@pytest.fixture
def refusing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Refusing:
    """The one sentence of a start that is refused."""
    monkeypatch.chdir(tmp_path)

    def refused(*arguments: str, **environment: str) -> str:
        with monkeypatch.context() as given:
            for name, value in environment.items():
                given.setenv(name, value)
            status = run(["serve", "--port", "0", *arguments])
        said = capsys.readouterr()
        assert status == 2
        assert said.out == ""
        assert said.err.startswith("punto: ")
        assert said.err.count("\n") == 1
        return said.err

    return refused


def test_a_port_in_use(refusing: Refusing) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "Address already in use" in refusing("--port", str(taken.getsockname()[1]))


@pytest.mark.parametrize("host", ["no.such.host.invalid", "1.2.3.4", "a b", "x" * 300])
def test_an_address_that_is_not_ours(refusing: Refusing, host: str) -> None:
    assert "cannot listen at" in refusing("--host", host)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("this is = = not", "is not TOML"),
        ("prot = 1", "unknown field"),
        ("prot = 1", "settings.toml: unknown field 'prot'; did you mean port?"),
        ('port = "x"', "settings.toml: port: expected a whole number, got a text"),
        (
            '[[tables]]\nid = "a"\nrulebook = "easy-six"\nbeting_seconds = 3',
            "tables[0]: unknown field 'beting_seconds'; did you mean betting_seconds?",
        ),
        (
            '[[tables]]\nid = "a"\nrulebook = "easy-six"\ndealer = "persn"',
            "tables[0].dealer cannot be 'persn'; did you mean person? Known: automatic, person",
        ),
        ("port = 70000", "no port"),
        ('port = "eighty"', "port"),
        ("staff_idle_minutes = 0", "staff_idle_minutes"),
        ("patron_idle_minutes = inf", "patron_idle_minutes"),
        ("patron_idle_minutes = nan", "patron_idle_minutes"),
        ("session_days = 0.5", "session_days"),
        ("refused_days = nan", "refused_days"),
        ('zone = "Atlantis/Capital"', "is no zone"),
        ('zone = "../etc/passwd"', "is no zone"),
        ('shifts = ["6 am"]', "is no time of day"),
        ('shifts = ["06:00", "05:59", "14:00"]', "do not"),
        ("shifts = []", "at least one shift"),
        ('[[tables]]\nid = "a"\nrulebook = "easy-six"\nbetting_seconds = -1', "betting_seconds"),
        ('[[tables]]\nid = "a"\nrulebook = "easy-sixx"', "easy-six"),
        ('[[tables]]\nid = "a"\nrulebook = "easy-six"\nsign = {stakes = 1}', "stakes"),
        ('[[tables]]\nid = "a"\nrulebook = "easy-six"\n[[tables]]\nid = "a"\nrulebook = "easy-six"', "same id"),
        ('[[tables]]\nid = "../a"\nrulebook = "easy-six"', "is no id"),
        ('manifest = "nowhere.json"', "nowhere.json cannot be read"),
    ],
)
def test_settings_that_cannot_be(refusing: Refusing, tmp_path: Path, text: str, says: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    assert says in refusing("--settings", "settings.toml")


def test_a_wrong_variable_is_named_and_not_the_file(
    refusing: Refusing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.toml").write_text("port = 8417")
    monkeypatch.setenv("PUNTO_PORT", "eighty")
    assert "punto: PUNTO_PORT: expected a whole number, got a text\n" in refusing("--settings", "settings.toml")


def test_settings_that_cannot_be_read(refusing: Refusing, tmp_path: Path) -> None:
    assert "cannot be read" in refusing("--settings", "nowhere.toml")
    assert "cannot be read" in refusing("--settings", ".")
    (tmp_path / "octets.toml").write_bytes(b"\xff\xfe")
    assert "is not TOML" in refusing("--settings", "octets.toml")
    assert "no port" in refusing("--port", "70000")


@pytest.mark.parametrize(
    "url",
    ["mongodb://x/y", "postgresql://me:hidden-word@127.0.0.1:1/x", "://", "no/such/folder/x.db", "sqlite://", "", "/"],
)
def test_a_database_that_cannot_be(refusing: Refusing, url: str) -> None:
    assert "hidden-word" not in refusing("--database", url)


def test_no_tables(refusing: Refusing) -> None:
    assert "name no tables" in refusing("--no-demo")


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("punto.db", "punto.db"),
        ("postgresql://me:word@host/x", "postgresql://me:…@host/x"),
        ("postgresql://me@host/x?sslmode=require", "postgresql://me@host/x?sslmode=require"),
        ("postgresql://host/x?user=me&password=word", "postgresql://host/x?user=me&password=…"),
        ("postgresql://me:w@rd@host/x", "postgresql://me:…@host/x"),
    ],
)
def test_a_password_is_not_shown(url: str, shown: str) -> None:
    assert without_password(url) == shown


def _said(settings: Settings, as_demo: bool | None) -> tuple[str, House]:
    house = House.open(settings, as_demo)
    out = io.StringIO()
    print_start(house, out, 8417)
    house.floor._writer.close()
    house.close()
    return out.getvalue(), house


def test_the_start_prints_the_settings_and_the_house_remembers_what_it_was(tmp_path: Path) -> None:
    database = str(tmp_path / "house.db")
    said, house = _said(Settings(database=database), None)
    assert house.settings.demo
    assert "demo                     yes" in said
    assert said.count("/sign-in/") == len(demonstration().people)
    assert "play chips" in said
    assert "licence" in said
    # The same database with nothing else said is the same house.
    said, house = _said(Settings(database=database, patron_idle_minutes=7), None)
    assert house.settings.demo
    assert len(house.settings.tables) == 6
    assert "patron_idle_minutes      7" in said
    assert "as at the last start" not in said  # One setting is another.
    said, _ = _said(Settings(database=database, patron_idle_minutes=7), None)
    assert "as at the last start" in said
    # Told to be no demonstration it keeps its tables, and remembers that as well. Nobody has a password yet.
    said, house = _said(Settings(database=database), False)
    assert said.count("/sign-in/") == 1
    assert "Administrator 1" in said
    said, house = _said(Settings(database=database), None)
    assert not house.settings.demo
    assert len(house.settings.tables) == 6


def test_every_setting_in_force_is_printed(tmp_path: Path) -> None:
    tables = [
        a_table("high", "punto-banco", sign={"stake_min": 500, "bet_limits": {"tie": (100, 1000)}}, name="Salon"),
        a_table("low", "easy-six", sign={"insurance": True, "face_down": True}),
    ]
    settings = Settings(database=str(tmp_path / "house.db"), tables=tables, proxies=["10.0.0.1", "10.0.0.2"])
    said, _ = _said(settings, None)
    for field in msgspec.structs.fields(Settings):
        assert f"\n  {field.name} " in said, field.name
    assert "proxies                  10.0.0.1 10.0.0.2\n" in said
    assert "staff_idle_minutes       5\n" in said
    assert "https                    no\n" in said
    assert "high (Salon): punto-banco@common, person dealer, virtual cards\n" in said
    for field in msgspec.structs.fields(TableSettings):
        if field.name.endswith("_seconds"):
            assert said.count(f" {field.name.removesuffix('_seconds')} ") >= 2, field.name
    signs = " ".join(said.split())
    for name in Sign.__struct_fields__:
        if name not in ("rulebook", "sha256"):
            assert signs.count(name.replace("_", " ")) >= 2, name
    assert "stake min 500" in signs
    assert "bet limits tie 100 to 1,000" in signs
    assert "commission as in the rulebook" in signs
    assert "no face down" in signs
    assert "private for nobody" in signs
    assert "alone max none" in signs
    assert "denominations 100,000 25,000 5,000 1,000 500 100 25 5 1" in signs
    assert "UNSET" not in said


def test_a_password_in_the_database_s_url_is_not_printed() -> None:
    shown = dict(
        setting_lines(Settings(database="postgresql://me:hidden-word@host/x", origins=["https://a", "https://b"]))
    )
    assert shown["database"] == "postgresql://me:…@host/x"
    assert shown["origins"] == "https://a https://b"
    assert "tables" not in shown


def test_behind_a_proxy_the_link_leads_to_the_house_s_own_name(tmp_path: Path) -> None:
    settings = Settings(
        database=str(tmp_path / "house.db"), tables=[a_table()], https=True, origins=["https://tables.example"]
    )
    said, _ = _said(settings, None)
    assert "https://tables.example/sign-in/" in said


def test_a_house_with_tables_of_its_own_is_no_demonstration(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"), tables=[a_table("mine")])
    _, house = _said(settings, None)
    assert not house.settings.demo
    _, house = _said(Settings(database=settings.database), None)
    assert not house.settings.demo
    assert [table.id for table in house.settings.tables] == ["mine"]


def test_two_houses_do_not_share_a_file(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "house.db"), tables=[a_table()])
    house = House.open(settings, None)
    with pytest.raises(Refused, match="another process"):
        House.open(settings, None)
    house.floor._writer.close()
    house.close()
    _said(settings, None)


def test_the_auditor_is_shown_what_the_house_runs_on(up: Running) -> None:
    told = up.client(Role.AUDITOR).get("/api/manifest").json()
    assert told["digest"] == told["at_start"]
    assert told["changed"] == []
    assert "program/table/decide.py" in told["files"]
    assert "litestar" in told["versions"]
    changed = msgspec.structs.replace(up.house.settings, patron_idle_minutes=9.0)
    before, up.house.floor.settings = up.house.floor.settings, changed
    try:
        told = up.client(Role.AUDITOR).get("/api/manifest").json()
    finally:
        up.house.floor.settings = before
    assert [one["name"] for one in told["changed"]] == ["settings"]


def test_the_auditor_is_shown_what_changed_since_the_start_before(tmp_path: Path) -> None:
    told = []
    for minutes in (9.0, 9.0, 8.0):
        with running(tmp_path, patron_idle_minutes=minutes) as up:
            told.append(up.client(Role.AUDITOR).get("/api/manifest").json()["changed_at_start"])
    assert told[:2] == [None, []]
    assert [one["name"] for one in told[2]] == ["settings"]
