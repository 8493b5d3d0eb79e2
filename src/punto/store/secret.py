"""Sealing a small secret of a person, such as that of a second factor, under the house's key."""

from __future__ import annotations

import hmac
import os
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.store.error import StoreError

_NONCE_OCTETS: Final = 12
_FORM: Final = b"\x01"


def seal_secret(secret: bytes, key: bytes, *, owner: str) -> bytes:
    """The secret, readable only with the key and only as this owner's."""
    nonce = os.urandom(_NONCE_OCTETS)
    return _FORM + nonce + _cipher(key).encrypt(nonce, secret, owner.encode())


def open_secret(sealed: bytes, key: bytes, *, owner: str) -> bytes:
    """The secret that was sealed; StoreError with another key, or if it is not as it was sealed."""
    nonce, rest = sealed[1 : 1 + _NONCE_OCTETS], sealed[1 + _NONCE_OCTETS :]
    try:
        if sealed[:1] != _FORM:
            raise InvalidTag
        return _cipher(key).decrypt(nonce, rest, owner.encode())
    except (InvalidTag, ValueError):
        raise StoreError(
            code="factor_is_sealed",
            message="the second factor cannot be read with this house's key; come in with a recovery code",
        ) from None


def _cipher(key: bytes) -> ChaCha20Poly1305:
    # A key of its own, so that nothing that is sealed here could ever be taken for a shoe.
    return ChaCha20Poly1305(hmac.digest(key, b"punto secrets of people", "sha256"))
