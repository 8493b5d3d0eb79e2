"""Sealing a shoe's order, so that nobody who reads the database sees an undealt card."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.store.error import StoreError

KEY_VARIABLE: Final = "PUNTO_SHOE_KEY"
_KEY_OCTETS, _NONCE_OCTETS, _NAME_OCTETS = 32, 12, 8
_FORM: Final = b"\x01"


def seal(order: bytes, key: bytes, *, table: str, number: int) -> bytes:
    """The order, readable only with the key and only as this shoe of this table."""
    nonce = os.urandom(_NONCE_OCTETS)
    return _FORM + _name(key) + nonce + ChaCha20Poly1305(key).encrypt(nonce, order, _about(table, number))


def unseal(sealed: bytes, key: bytes, *, table: str, number: int) -> bytes:
    """The order that was sealed, or an error that says nothing of it."""
    name, rest = sealed[1 : 1 + _NAME_OCTETS], sealed[1 + _NAME_OCTETS :]
    which = f"shoe {number} of table {table}"
    if sealed[:1] != _FORM or len(rest) < _NONCE_OCTETS:
        raise StoreError(code="shoe_is_damaged", message=f"{which} is not a sealed shoe")
    if name != _name(key):
        raise StoreError(code="shoe_has_another_key", message=f"{which} was sealed with another key")
    try:
        return ChaCha20Poly1305(key).decrypt(rest[:_NONCE_OCTETS], rest[_NONCE_OCTETS:], _about(table, number))
    except InvalidTag:
        raise StoreError(code="shoe_is_damaged", message=f"{which} is not as it was sealed") from None


def opens(sealed: bytes, key: bytes) -> bool:
    """Whether this key is the one a shoe was sealed with."""
    return sealed[1 : 1 + _NAME_OCTETS] == _name(key)


def shoe_key(file: Path, environment: Mapping[str, str] = os.environ) -> bytes:
    """The house's key: from the environment in hex, else from the file, which is made if need be."""
    key = find_key(file, environment)
    if key is None:
        _make_key(file)
        key = find_key(file, environment)
        assert key is not None
    return key


def find_key(file: Path, environment: Mapping[str, str] = os.environ) -> bytes | None:
    """The key that is there: from the environment in hex, else from the file; None where there is none."""
    if written := environment.get(KEY_VARIABLE):
        return _read(written, f"the environment's {KEY_VARIABLE}")
    if not file.exists():
        return None
    if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise StoreError(
            code="key_is_open_to_others", message=f"{file.name} can be read by others; its mode must be 600"
        )
    return _read(file.read_text(), file.name)


def _make_key(file: Path) -> None:
    # Written whole under another name, then linked: a crash leaves no half key, and of
    # two processes that start at once both use the one that was first.
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as opened:
        opened.write(os.urandom(_KEY_OCTETS).hex() + "\n")
        opened.flush()
        os.fsync(opened.fileno())
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()


def key_file(database: Path) -> Path:
    """Where the key of a database in a file is kept: beside it, never in it."""
    return database.with_name(database.name + ".key")


def _read(written: str, where: str) -> bytes:
    try:
        key = bytes.fromhex(written.strip())
    except ValueError:
        key = b""
    if len(key) != _KEY_OCTETS:
        raise StoreError(code="key_is_not_a_key", message=f"{where} does not hold {_KEY_OCTETS} bytes in hex")
    return key


def _name(key: bytes) -> bytes:
    """Tells keys apart without telling anything about them."""
    return sha256(b"punto shoe key " + key).digest()[:_NAME_OCTETS]


def _about(table: str, number: int) -> bytes:
    return f"punto shoe {number} of {table}".encode()
