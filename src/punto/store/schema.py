"""The tables of the database, as they are now; migrations say how they came to be."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    text,
)

SCHEMA: Final = "11"
"""The revision this program reads and writes."""

REVISIONS: Final = "punto_schema"
"""The table in which a database says which revision it has."""

metadata: Final = MetaData()


def _text(name: str, *, key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False)


def _whole(name: str, *, key: bool = False) -> Column[int]:
    return Column(name, BigInteger, primary_key=key, autoincrement=False, nullable=False)


def _moment(name: str) -> Column[float]:
    """Seconds since 1970; nothing here is money."""
    return Column(name, Float, nullable=False)


def _octets(name: str) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=False)


heads: Final = Table("heads", metadata, _text("table_id", key=True), _whole("version"), _text("hash"))

events: Final = Table(
    "events",
    metadata,
    _text("table_id", key=True),
    _whole("version", key=True),
    _text("at"),
    _text("by"),
    _text("acting"),
    _text("command_id"),
    _text("kind"),
    Column("schema", Integer, nullable=False),
    _text("body"),
    _text("previous_hash"),
    _text("hash"),
    Column("person", Text, nullable=False, server_default=""),
    Column("coup", BigInteger, nullable=False, server_default="0"),
    Column("form", Integer, nullable=False, server_default="1"),
    Column("session", Text, nullable=False, server_default=""),
    Column("confirmer", Text, nullable=False, server_default=""),
    Index("events_person", "table_id", "person", "version"),
    Index("events_coup", "table_id", "coup", "version"),
    Index("events_kind", "table_id", "kind", "version"),
    Index("events_moment", "table_id", text("substr(at, 1, 19)"), "version"),
)

mentions: Final = Table(
    "mentions",
    metadata,
    _text("table_id", key=True),
    _text("name", key=True),
    _whole("version", key=True),
    sqlite_with_rowid=False,
)
"""Whom an event is about, derived from its body."""

postings: Final = Table(
    "postings",
    metadata,
    _text("table_id", key=True),
    _whole("version", key=True),
    _whole("place", key=True),
    _text("account"),
    _whole("amount"),
    ForeignKeyConstraint(["table_id", "version"], ["events.table_id", "events.version"], name="postings_event"),
    Index("postings_account", "account"),
    sqlite_with_rowid=False,
)

# The last line of defence against a wallet below nothing; appends are refused long before it.
accounts: Final = Table(
    "accounts",
    metadata,
    _text("account", key=True),
    _whole("balance"),
    CheckConstraint("substr(account, 1, 7) <> 'wallet:' OR balance >= 0", name="wallet_not_negative"),
    sqlite_with_rowid=False,
)

keys: Final = Table(
    "keys",
    metadata,
    _text("table_id", key=True),
    _text("key", key=True),
    _text("digest"),
    _octets("answer"),
    Column("refused", Text, nullable=False, server_default=""),
    Index("keys_refused", "refused", sqlite_where=text("refused <> ''"), postgresql_where=text("refused <> ''")),
    sqlite_with_rowid=False,
)
"""Ids of commands and their answers; `refused` says when, of a command that did nothing: only such a row may go."""

snapshots: Final = Table(
    "snapshots",
    metadata,
    _text("table_id", key=True),
    _whole("version"),
    _octets("body"),
    _text("hash"),
    Column("mac", Text, nullable=False, server_default=""),
)
"""A table's state after an event; one whose MAC does not hold is not used."""

shoes: Final = Table("shoes", metadata, _text("table_id", key=True), _whole("number", key=True), _octets("sealed"))

slips: Final = Table(
    "slips",
    metadata,
    _whole("year", key=True),
    _whole("number", key=True),
    _text("table_id"),
    _whole("version"),
    ForeignKeyConstraint(["table_id", "version"], ["events.table_id", "events.version"], name="slips_event"),
    sqlite_with_rowid=False,
)
"""Numbers of slips, given one after another in each business year, with the event that gave each."""

people: Final = Table(
    "people",
    metadata,
    _text("bones", key=True),
    _text("name"),
    _text("role"),
    _text("password"),
    Column("disabled", Integer, nullable=False),
    _moment("created"),
    Column("temporary", Integer, nullable=False, server_default="0"),
)

sessions: Final = Table(
    "sessions",
    metadata,
    _text("token", key=True),
    _text("name"),
    _moment("created"),
    _moment("seen"),
    _moment("ended"),
    Column("why", Text, nullable=False, server_default=""),
    Index("sessions_name", "name"),
)

failures: Final = Table(
    "failures",
    metadata,
    _text("bones"),
    _moment("at"),
    Column("address", Text, nullable=False, server_default=""),
    Index("failures_bones", "bones"),
)

arrivals: Final = Table("arrivals", metadata, _text("bones", key=True), _text("address", key=True), _moment("at"))
"""The addresses from which each person came in, and when last."""

factors: Final = Table(
    "factors",
    metadata,
    _text("bones", key=True),
    _octets("sealed"),
    _whole("step"),
    Column("confirmed", Integer, nullable=False),
)
"""Second factors: the secret, encrypted, and the step of the last code that was taken."""

recovery_codes: Final = Table("recovery_codes", metadata, _text("bones", key=True), _text("hash", key=True))

leases: Final = Table("leases", metadata, _text("table_id", key=True), _text("holder"), _whole("epoch"))
"""Which process moves a table on, and how often that has changed."""

heartbeats: Final = Table("heartbeats", metadata, _text("holder", key=True), _whole("beats"))
"""How often each process has said that it is still there."""

house: Final = Table("house", metadata, _text("word", key=True), _octets("value"))
"""What a house remembers of itself between two starts."""

seals: Final = Table(
    "seals",
    metadata,
    _text("scope", key=True),
    _whole("rows"),
    _text("nonce"),
    _text("masked"),
    sqlite_with_rowid=False,
)
"""MACs over groups of rows that no hash chain holds: of a log, or of a whole table."""
