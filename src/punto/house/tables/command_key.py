"""A command's key: the digest that the same id must have when it comes again, and the answer kept under it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Final

import msgspec

from punto.kit import Refusal
from punto.table import AnyEvent, Command, Event, kind_of
from punto.table.commands import CloseShoe, Decide, OpenShoe, PlaceBet, Report, Rule, WithdrawBet
from punto.table.second_person import answered
from punto.table.turn import Turn
from punto.table.upcast import forward, schema_of


class _KeptAnswer(msgspec.Struct, frozen=True):
    """An answer as it is kept under its key."""

    version: int
    events: tuple[msgspec.Raw, ...] = ()
    refusal: Refusal | None = None
    schemas: tuple[int, ...] = ()
    """The shape of each event; before these were kept, the first."""


_LATER: Final[Mapping[type[Command], tuple[str, ...]]] = {
    OpenShoe: ("entropy", "table"),
    CloseShoe: ("reason",),
    PlaceBet: ("also",),
    WithdrawBet: ("stake",),
    Report: ("place", "lay", "coup", "hand_back", "seal_broken"),
    Decide: ("confirm", "hand_back"),
    Rule: ("options", "bets"),
}
"""Fields that commands have gained since the first books: where they say nothing, a digest is as it was then."""


_HOUSES: Final[Mapping[type[Command], tuple[str, ...]]] = {OpenShoe: ("cut_seconds", "reveal_seconds")}
"""Fields that the house's settings fill in: another start with others does not make it another command."""


def digest_of(command: Command) -> str:
    """The digest by which a repeated command is recognised; who gives it is part of the key itself."""
    fields: dict[str, object] = msgspec.to_builtins(command)
    fields.pop("account", None)
    fields.pop("session", None)
    for own in _HOUSES.get(type(command), ()):
        fields.pop(own, None)
    # Held against the default and not against nothing: `confirm` false is an answer, as is an empty `lay`.
    for name, default in _later_defaults(type(command)):
        if name in fields and fields[name] == default:
            del fields[name]
    return hashlib.sha256(msgspec.json.encode(fields)).hexdigest()


@cache
def _later_defaults(kind: type[Command]) -> tuple[tuple[str, object], ...]:
    """The fields that such a command has gained, each with its default."""
    later = _LATER.get(kind, ())
    gained = [field for field in msgspec.structs.fields(kind) if field.name in later]
    return tuple(
        (field.name, field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory())
        for field in gained
    )


def encoded_answer(turn: Turn | Refusal, version: int) -> bytes:
    """What a turn led to, as it stands under its key."""
    if isinstance(turn, Refusal):
        return msgspec.json.encode(_KeptAnswer(version, refusal=turn))
    schemas = tuple(schema_of(kind_of(event)) for event in turn.events)
    events = tuple(msgspec.Raw(msgspec.json.encode(event)) for event in turn.events)
    return msgspec.json.encode(_KeptAnswer(version, events, schemas=schemas))


def decoded_answer(encoded: bytes) -> tuple[int, tuple[Event, ...]] | Refusal:
    """The version and the events of an answer that stands under a key, or the refusal."""
    answer = msgspec.json.decode(encoded, type=_KeptAnswer)
    schemas = answer.schemas or (1,) * len(answer.events)
    events = tuple(_event(body, schema) for body, schema in zip(answer.events, schemas, strict=True))
    return answer.refusal or answered(events) or (answer.version, events)


def _event(encoded: msgspec.Raw, schema: int) -> Event:
    """An event of a kept answer, in today's shape."""
    body = msgspec.json.decode(encoded)
    event: Event = msgspec.convert(forward(body["kind"], schema, body), AnyEvent)
    return event
