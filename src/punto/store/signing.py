"""Signing what the house says, so that it cannot say afterwards that it said something else: Ed25519 (RFC 8032)."""

from __future__ import annotations

import hmac
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from punto.store.error import StoreError
from punto.store.key_source import key_from_command, key_from_file, key_from_text, make_key_file


class SigningKey:
    """A private key with its public part, which it shows in hex."""

    def __init__(self, private: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._private.public_key().public_bytes_raw().hex()

    def __repr__(self) -> str:
        return f"SigningKey({self.public})"

    def sign(self, message: bytes) -> str:
        """The signature in hex."""
        return self._private.sign(message).hex()


def signature_holds(public: str, signature: str, message: bytes) -> bool:
    """Whether the owner of a public key signed this; False too for what is no key or no signature."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public)).verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def own_signing_key(house_key: bytes) -> SigningKey:
    """The key of a house that was given none: it follows from the key of its shoes, and all its processes have it."""
    return SigningKey(hmac.digest(house_key, b"punto signing key", "sha256"))


def signing_key(file: str, command: str, standard_input: str | None = None) -> SigningKey | None:
    """The key that is named: a file, `-` for standard input, or a command that prints it; None where none is."""
    if file and command:
        message = "the key that signs heads comes from a file or from a command, not from both"
        raise StoreError(code="no_key", message=message)
    if command:
        return SigningKey(key_from_command(command, "the key that signs heads"))
    if file == "-" and standard_input is not None:
        return SigningKey(key_from_text(standard_input, "standard input"))
    return SigningKey(key_from_file(Path(file))) if file else None


def make_signing_key(file: Path) -> SigningKey:
    """A new key in a file of its owner's alone; StoreError where a file lies already."""
    if file.exists():
        raise StoreError(code="file_is_there", message=f"{file} is there already, and no key is overwritten")
    try:
        make_key_file(file)
    except OSError as error:
        raise StoreError(code="no_key", message=f"{file} cannot be written: {error.strerror or error}") from None
    return SigningKey(key_from_file(file))
