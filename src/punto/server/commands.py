"""A command in the body of a request: how it is read, and how the OpenAPI document describes it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

import msgspec

from punto.kit import Refused
from punto.table import commands as c
from punto.table.script import read_command

ID: Final = re.compile(r"[A-Za-z0-9._:-]{1,100}", re.ASCII)
"""No slash: it parts a person's name from the id in the record."""

_HOUSES: Final[dict[type[c.Command], tuple[tuple[str, ...], str]]] = {
    c.Command: (("at", "account", "session"), "the house itself says when a command came and who gave it"),
    # Whoever chose the seed would know every card to come.
    c.OpenShoe: (
        ("seed", "commitment", "entropy", "table", "cut_seconds", "reveal_seconds"),
        "how a shoe for play is shuffled, and how long its seats have to mix it, is the house's own to say",
    ),
    c.CloseEntropy: (("house_cut", "commitment"), "the house's cut follows from its salt"),
    c.MixShoe: (("commitment",), "the order that is dealt follows from what was sealed and revealed"),
    c.CloseShoe: (("order", "salt"), "the order of a shoe is revealed by the house itself"),
    c.Report: (("seal_broken",), "whether a seal holds is found by the house itself"),
    c.BankCommand: (("day", "shift"), "the house's own calendar says which day and shift it is"),
    c.SlipRequest: (("number", "year"), "slips are numbered by the house itself"),
}
"""By command, the fields that only the house sets, and the answer to a request that sets one."""

_NOT_BELIEVED: Final = ("by",)
"""Nobody needs to say who they are, and it is not believed."""

_SAMPLES: Final[dict[str, Any]] = {
    "id": "3f0c2a9e-1", "patron": "Guest", "box": 1, "bet": "player", "stake": 100, "amount": 1_000,
    "rulebook": "easy-six", "settings": {"stake_min": 25}, "card": "9h", "cards": "9h 2c", "order": "2c 9h",
    "acting": "pit_supervisor", "person": "Dealer 2", "table": "easy-six", "until": "2026-11-18T06:00:00+08:00",
    "place": 100, "reason": "so be it", "note": "seen by the dealer", "seen": 0,
    "commitment": "0" * 64, "entropy": "0" * 64, "waiting": 1, "slip": 1, "drop_box": 1,
}  # fmt: skip
"""What a field may hold, where its type does not say."""


def read_body(data: dict[str, Any]) -> c.Command:
    """The command in a body; what only the house itself may say in one is refused."""
    command = read_command(data, "the body of a request")
    if command.id is None or not ID.fullmatch(command.id):
        raise Refused(
            code="bad_request",
            message="a command carries an id that makes it happen once: up to 100 letters, digits and . _ : -",
        )
    for field, default, why in _houses_fields(type(command)):
        if getattr(command, field) != default:
            raise Refused(code="bad_command", message=why)
    return command


@cache
def _houses_fields(kind: type[c.Command]) -> tuple[tuple[str, object, str], ...]:
    """The fields of such a command that only the house sets: each with its default, and the answer."""
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    return tuple(
        (field, defaults[field], why)
        for base, (fields, why) in _HOUSES.items()
        if issubclass(kind, base)
        for field in fields
    )


def command_schemas(ref: str) -> dict[str, Any]:
    """Every command as a body may ask for it, and `Command`, which is one of them; `ref` is how others are named."""
    _, schemas = msgspec.json.schema_components(c.COMMANDS.values(), ref_template=ref)
    names = {word: kind.__name__ for word, kind in c.COMMANDS.items()}
    for kind in c.COMMANDS.values():
        _describe(schemas[kind.__name__], kind)
    for part in ("AlsoBet", "Lay"):
        schemas[part]["properties"]["stake"] = {"type": "integer"}
    refs = {word: ref.format(name=name) for word, name in names.items()}
    whole = {
        "oneOf": [{"$ref": command} for command in refs.values()],
        "discriminator": {"propertyName": "command", "mapping": refs},
    }
    return schemas | {"Command": whole}


def _describe(schema: dict[str, Any], kind: type[c.Command]) -> None:
    """Take away what a body may not say, and add what it must."""
    fields = schema["properties"]
    for base, (houses, _) in _HOUSES.items():
        for field in houses if issubclass(kind, base) else ():
            del fields[field]
    for field in _NOT_BELIEVED:
        del fields[field]
    fields["id"] = {
        "type": "string",
        "pattern": f"^{ID.pattern}$",
        "description": "Makes it happen once: the same again is answered as before.",
    }
    fields["seen"] = {
        "type": "integer",
        "minimum": 0,
        "description": "The version the page last saw: refused if the table has moved on since.",
    }
    if "stake" in fields:
        fields["stake"] = {"type": "integer"}
    for field in ("currency", "markers"):
        if field in fields:
            fields[field] = {"type": "integer", "minimum": 0}
    if issubclass(kind, c.BankCommand) and "chips" in fields:
        fields["chips"] = {
            "type": "object",
            "additionalProperties": {"type": "integer", "minimum": 0},
            "description": "How many of each denomination.",
            "examples": [{"1000": 20, "100": 35}],
        }
    schema["required"] = [*schema["required"], "id"]
    for field, described in fields.items():
        if field in _SAMPLES and "enum" not in described:
            described["examples"] = [_SAMPLES[field]]
