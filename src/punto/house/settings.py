"""Settings of a house: from a TOML file and the environment, printed when it starts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args, get_type_hints
from urllib.parse import urlsplit

import msgspec

from punto.house.calendar import read_calendar
from punto.kit import Refused
from punto.rulebook.mistake import known_ones

Seconds = Annotated[float, msgspec.Meta(ge=0, le=86_400)]
Minutes = Annotated[float, msgspec.Meta(gt=0, le=1_440)]
AtOnce = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
"""So many at a time; 0 for as many as come."""
Hours = Annotated[float, msgspec.Meta(gt=0, le=8_760)]
Days = Annotated[float, msgspec.Meta(ge=1, le=3_650)]
"""At least one: no session can be idle for longer and still go on."""

LEAST_TO_MIX: Final = 1.0
"""Seconds that a page far away needs at least to commit, and to reveal."""

_FROM_ENVIRONMENT: Final = (
    "database",
    "host",
    "port",
    "https",
    "manifest",
    "monitoring",
    "staff_idle_minutes",
    "patron_idle_minutes",
    "connections_per_address",
    "streams_per_address",
    "streams_per_person",
    "session_hours",
    "require_second_factor",
    "refused_days",
    "session_days",
    "heads_minutes",
    "heads_key",
    "heads_key_command",
    "heads_file",
    "heads_url",
    "zone",
)
"""Single settings that the environment may overrule, each as PUNTO_ and its name; the lists besides, by spaces."""


_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
}
"""What a setting must be, as a person writes it."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One table of the house: its rules, its sign, who deals and how long things take."""

    id: str
    rulebook: str
    name: str = ""
    dealer: Literal["automatic", "person"] = "automatic"
    cards: Literal["virtual", "physical"] = "virtual"
    betting_seconds: Seconds = 20.0
    insurance_seconds: Seconds = 12.0
    choice_seconds: Seconds = 30.0
    squeeze_seconds: Seconds = 8.0
    cut_seconds: Seconds = 6.0
    """How long a new virtual shoe waits for patrons who cut it or mix it; with 0 its order is the house's alone."""
    reveal_seconds: Seconds = 4.0
    """How long those who mix it may take to reveal their bytes."""
    card_seconds: Seconds = 1.2
    call_seconds: Seconds = 1.6
    """How long the last card lies open before anybody hears how the coup ended: no page needs longer to show it."""
    result_seconds: Seconds = 7.0
    sign: dict[str, Any] = {}


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole house."""

    database: str = "punto.db"
    host: str = "127.0.0.1"
    port: int = 8417
    origins: list[str] = []
    """Further addresses from which pages of this house may be used."""
    https: bool = False
    """Whether the house is reached by https, through a proxy that holds the certificate."""
    monitoring: str = ""
    """An address and port of their own for `/healthz`, `/readyz` and `/metrics`; empty for none."""
    proxies: list[str] = []
    """Addresses of proxies that are believed when they say who asks."""
    manifest: str = ""
    """A file of hashes that the program, its rulebooks and these settings must give."""
    rulebooks: list[str] = []
    demo: bool = False
    staff_idle_minutes: Minutes = 5.0
    patron_idle_minutes: Minutes = 30.0
    connections_per_address: AtOnce = 500
    streams_per_address: AtOnce = 250
    streams_per_person: AtOnce = 50
    session_hours: Hours = 12.0
    """So long a session lasts at most, however much it is used."""
    require_second_factor: bool = False
    """Whether everybody from pit supervisor up comes in with a second factor."""
    refused_days: Days = 7.0
    """How long the id of a refused command is remembered."""
    session_days: Days = 30.0
    """How long a session is kept after it ended."""
    heads_minutes: Minutes = 5.0
    """How often the heads of all logs are signed; besides when a table closes."""
    heads_key: str = ""
    """The file with the key that signs them; without one the house has a key of its own."""
    heads_key_command: str = ""
    """What prints that key, so that it lies in no file here."""
    heads_file: str = ""
    """Where signed heads are appended, better on another machine's disk."""
    heads_url: str = ""
    """Where they are posted."""
    zone: str = "UTC"
    """Where the house stands, `Asia/Singapore`: times are told, and days begin, by the clock on its wall."""
    shifts: list[str] = msgspec.field(default_factory=lambda: ["06:00", "14:00", "22:00"])
    """When shifts begin; a business day begins with the first."""
    tables: list[TableSettings] = []


def read_settings(file: Path | None, environment: Mapping[str, str]) -> Settings:
    """Settings from a file, with single ones overruled by PUNTO_DATABASE, PUNTO_HOST, PUNTO_PORT and so on."""
    values: dict[str, Any] = {}
    if file is not None:
        try:
            values = tomllib.loads(file.read_text("utf-8"))
        except OSError as error:
            raise Refused(code="unreadable", message=f"{file} cannot be read: {error.strerror}") from None
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise Refused(code="bad_settings", message=f"{file} is not TOML: {str(error)[:200]}") from None
    for key in _FROM_ENVIRONMENT:
        if (value := environment.get(f"PUNTO_{key.upper()}")) is not None:
            values[key] = value
    for key in ("origins", "proxies", "shifts"):
        if (value := environment.get(f"PUNTO_{key.upper()}")) is not None:
            values[key] = value.split()
    try:
        settings = msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise Refused(code="bad_settings", message=_wrong_setting(error, file, environment)) from None
    return checked(settings)


def _wrong_setting(error: msgspec.ValidationError, file: Path | None, environment: Mapping[str, str]) -> str:
    """Where the setting was given, which it is, and what it may be; the known names where it is none of them."""
    problem, _, place = str(error).partition(" - at ")
    place = place.strip("`").removeprefix("$").removeprefix(".")
    variable = f"PUNTO_{place.upper()}"
    is_variable = place in _FROM_ENVIRONMENT and variable in environment
    source = variable if is_variable else f"{file or 'the environment'}: {place}".removesuffix(": ")
    if strange := re.fullmatch(r"Object contains unknown field `(.*)`", problem, re.S):
        names = (TableSettings if place.startswith("tables[") else Settings).__struct_fields__
        return f"{source}: unknown field {strange[1][:40]!r}; {known_ones(strange[1], names)}"
    if word := re.fullmatch(r"Invalid enum value '(.*)'", problem, re.S):
        names = get_args(get_type_hints(TableSettings)[place.rpartition(".")[2]])
        return f"{source} cannot be {word[1][:40]!r}; {known_ones(word[1], names)}"
    problem = re.sub(r"`(\w+)`", lambda kind: _KINDS.get(kind[1], kind[1]), problem)
    return f"{source}: {problem[:1].lower()}{problem[1:]}"


def checked(settings: Settings) -> Settings:
    """The same settings; Refused where one of them cannot be."""
    ids = [table.id for table in settings.tables]
    if len(set(ids)) != len(ids):
        raise Refused(code="bad_settings", message="two tables have the same id")
    if strange := next((id for id in ids if not re.fullmatch(r"[\w.-]{1,60}", id)), None):
        raise Refused(
            code="bad_settings", message=f"{strange[:60]!r} is no id: a table's has letters, digits, dots and dashes"
        )
    if not 0 <= settings.port <= 65535:
        raise Refused(code="bad_settings", message=f"{settings.port} is no port")
    if settings.monitoring:
        monitoring_address(settings.monitoring)
    if settings.heads_url:
        _check_address(settings.heads_url)
    if settings.heads_key and settings.heads_key_command:
        message = "heads_key and heads_key_command: the key that signs heads comes from one place"
        raise Refused(code="bad_settings", message=message)
    for table in settings.tables:
        _check_mixing(table)
    read_calendar(settings.zone, settings.shifts)
    return settings


def _check_mixing(table: TableSettings) -> None:
    """Refused where seats are asked for bytes and cannot give them in time: all would be left out."""
    for name in ("cut_seconds", "reveal_seconds"):
        seconds = getattr(table, name)
        if table.cut_seconds and seconds < LEAST_TO_MIX:
            message = (
                f"table {table.id}: {name} is at least {LEAST_TO_MIX:g} where seats mix a shoe, and not {seconds:g}"
            )
            raise Refused(code="bad_settings", message=message)


def _check_address(url: str) -> None:
    """Refused unless something can be posted there."""
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        fits = fits and url.isascii() and url.isprintable() and " " not in url
    except ValueError:
        fits = False
    if not fits:
        message = f"heads_url is an address such as https://elsewhere.example/heads, and not {url[:60]!r}"
        raise Refused(code="bad_settings", message=message)


def monitoring_address(monitoring: str) -> tuple[str, int]:
    """The host and the port of the setting `monitoring`; Refused if it names none."""
    host, _, port = monitoring.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        message = f"monitoring is an address and a port, such as 127.0.0.1:9417, and not {monitoring[:60]!r}"
        raise Refused(code="bad_settings", message=message)
    return host.removeprefix("[").removesuffix("]"), int(port)


def shown_settings(settings: Settings) -> Settings:
    """The settings as they can be shown: passwords in addresses are left out."""
    database, url = without_password(settings.database), without_password(settings.heads_url)
    return msgspec.structs.replace(settings, database=database, heads_url=url)


def without_password(database: str) -> str:
    """A database's name or URL as it can be shown."""
    if "://" not in database:
        return database
    scheme, _, rest = database.partition("://")
    place, _, query = rest.partition("?")
    if "@" in place:
        user, _, host = place.rpartition("@")
        place = f"{user.partition(':')[0]}{':…' if ':' in user else ''}@{host}"
    parameters = [part if "pass" not in part.lower() else f"{part.partition('=')[0]}=…" for part in query.split("&")]
    return f"{scheme}://{place}" + (f"?{'&'.join(parameters)}" if query else "")
