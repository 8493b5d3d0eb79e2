"""Passwords: which are taken, and how they are kept and checked."""

from __future__ import annotations

import secrets
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.house.people.common_passwords import is_common
from punto.house.people.names import skeleton
from punto.kit import Refused

LEAST: Final = 12
MOST: Final = 200

_AROUND_A_NAME: Final = 8
"""A password that contains its owner's name has more characters than this besides."""

_HASHER: Final = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

_NOBODY: Final = _HASHER.hash(secrets.token_hex(16))
"""Checked against when there is no such person, so that the answer takes as long."""


def hash_password(password: str, name: str) -> str:
    """The hash of a password, to be stored; Refused if this person may not have it."""
    if not LEAST <= len(password) <= MOST:
        raise Refused(code="bad_password", message="a password has 12 to 200 characters")
    if is_common(password):
        raise Refused(
            code="common_password", message="this password, or what it is made of, is among those that are tried first"
        )
    if _is_about(password, name):
        raise Refused(code="common_password", message="a password is more than a name with a little around it")
    return _HASHER.hash(password)


def is_right(hashed: str, password: str) -> bool:
    """Whether this is the password that was hashed; where there is none it takes as long to say no."""
    try:
        return _HASHER.verify(hashed or _NOBODY, password[:1000])
    except (VerificationError, InvalidHashError):
        return False


def new_password() -> str:
    """A password that nobody chose: 99 bits, in groups that are read from a screen."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    while True:
        password = "-".join("".join(secrets.choice(letters) for _ in range(5)) for _ in range(4))
        # The filter takes one in some thousands for a common one, which would then be refused to its owner.
        if not is_common(password):
            return password


def _is_about(password: str, name: str) -> bool:
    """Whether it is little more than its owner's name."""
    bones, name_bones = skeleton(password), skeleton(name)
    return name_bones in bones and len(bones) - len(name_bones) <= _AROUND_A_NAME
