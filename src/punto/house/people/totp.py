"""Codes that an app and the house make from one secret and the time: TOTP (RFC 6238), with HMAC-SHA-1 as apps do."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32encode
from typing import Final
from urllib.parse import quote, urlencode

DIGITS: Final = 6
STEP_SECONDS: Final = 30

_SECRET_OCTETS: Final = 20
"""As long as the hash, as RFC 4226 recommends."""

_SKEW: Final = 1
"""Steps that a telephone's clock may be wrong, either way."""

ISSUER: Final = "Punto"


def new_secret() -> bytes:
    return secrets.token_bytes(_SECRET_OCTETS)


def code_at(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """The code of one step of time (RFC 4226, 5.3)."""
    hashed = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    at = hashed[-1] & 0x0F
    number = int.from_bytes(hashed[at : at + 4], "big") & 0x7FFF_FFFF
    return str(number % 10**digits).zfill(digits)


def step_of(secret: bytes, code: str, now: float, *, after: int) -> int | None:
    """The step whose code this is, among those near to now and later than `after`; None if it is of none."""
    present = int(now) // STEP_SECONDS
    matching = None
    for step in range(present - _SKEW, present + _SKEW + 1):
        # All are compared whatever the first one gave, so that the time it takes tells nothing.
        if hmac.compare_digest(code_at(secret, step).encode(), code.encode()) and step > after:
            matching = step
    return matching


def base32_secret(secret: bytes) -> str:
    """A secret as it is typed into an app."""
    return b32encode(secret).decode().rstrip("=")


def address(secret: bytes, name: str) -> str:
    """The address that an app reads from a QR code."""
    label = f"{ISSUER}:{name}"
    parameters = {
        "secret": base32_secret(secret),
        "issuer": ISSUER,
        "algorithm": "SHA1",
        "digits": DIGITS,
        "period": STEP_SECONDS,
    }
    return f"otpauth://totp/{quote(label, safe=':')}?{urlencode(parameters)}"
