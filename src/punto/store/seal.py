"""Sealing a shoe's order, so that nobody who reads the database sees an undealt card."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.store.error import StoreError
from punto.store.key_source import key_from_command, key_from_descriptor, key_from_file, key_from_text, make_key_file

KEY_VARIABLE: Final = "PUNTO_SHOE_KEY"
COMMAND_VARIABLE: Final = "PUNTO_SHOE_KEY_COMMAND"
DESCRIPTOR_VARIABLE: Final = "PUNTO_SHOE_KEY_FD"
KEY_VARIABLES: Final = (KEY_VARIABLE, COMMAND_VARIABLE, DESCRIPTOR_VARIABLE)
"""Where the environment says the key is: itself, what prints it, or from which descriptor it is read."""

_NONCE_OCTETS, NAME_OCTETS = 12, 8
_FORM: Final = b"\x01"


def seal(order: bytes, key: bytes, *, table: str, number: int) -> bytes:
    """The order, readable only with the key and only as this shoe of this table."""
    nonce = os.urandom(_NONCE_OCTETS)
    return _FORM + key_name(key) + nonce + ChaCha20Poly1305(key).encrypt(nonce, order, about_shoe(table, number))


def unseal(sealed: bytes, key: bytes, *, table: str, number: int) -> bytes:
    """The order that was sealed, or an error that says nothing of it."""
    name, rest = sealed[1 : 1 + NAME_OCTETS], sealed[1 + NAME_OCTETS :]
    which = f"shoe {number} of table {table}"
    if sealed[:1] != _FORM or len(rest) < _NONCE_OCTETS:
        raise StoreError(code="shoe_is_damaged", message=f"{which} is not a sealed shoe")
    if name != key_name(key):
        raise StoreError(code="shoe_has_another_key", message=f"{which} was sealed with another key")
    try:
        return ChaCha20Poly1305(key).decrypt(rest[:_NONCE_OCTETS], rest[_NONCE_OCTETS:], about_shoe(table, number))
    except InvalidTag:
        raise StoreError(code="shoe_is_damaged", message=f"{which} is not as it was sealed") from None


def opens(sealed: bytes, key: bytes) -> bool:
    """Whether this key is the one a shoe was sealed with."""
    return sealed[1 : 1 + NAME_OCTETS] == key_name(key)


def shoe_key(file: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """The house's key: as the environment says, else from the file, which is made if need be."""
    key = find_key(file, environment)
    if key is None:
        make_key_file(file)
        key = find_key(file, environment)
        assert key is not None
    return key


def find_key(file: Path, environment: Mapping[str, str] = os.environ) -> bytes | None:
    """The key that is there: in the environment, by its command or descriptor, else in the file; None where none is."""
    variables = [name for name in KEY_VARIABLES if environment.get(name)]
    if len(variables) > 1:
        raise StoreError(
            code="no_key", message=f"the key comes from one place, and {' and '.join(variables)} are both set"
        )
    match variables:
        case [name] if name == KEY_VARIABLE:
            return key_from_text(environment[name], f"the environment's {name}")
        case [name] if name == COMMAND_VARIABLE:
            return key_from_command(environment[name], name)
        case [name]:
            return key_from_descriptor(environment[name], name)
    return key_from_file(file) if file.exists() else None


def key_file(database: Path) -> Path:
    """Where the key of a database in a file is kept: beside it, never in it."""
    return database.with_name(database.name + ".key")


def books_key_file(where: str) -> Path:
    """Where the key of a house is kept: beside its database, or where its process runs if that is on a server."""
    scheme, separator, rest = where.partition("://")
    if separator and not scheme.startswith("sqlite"):
        return key_file(Path("punto"))
    return key_file(Path(rest.removeprefix("/").partition("?")[0]) if separator else Path(where))


def key_name(key: bytes) -> bytes:
    """Tells keys apart without telling anything about them."""
    return sha256(b"punto shoe key " + key).digest()[:NAME_OCTETS]


def about_shoe(table: str, number: int) -> bytes:
    """What a sealed shoe is bound to: nobody can put it in another's place."""
    return f"punto shoe {number} of {table}".encode()
