"""The second factor of an account: a secret in an app, confirmed by a code, and recovery codes for a lost telephone."""

from __future__ import annotations

import re
import secrets
from base64 import b32encode
from collections.abc import Callable
from typing import Final

from punto.house.people.links import token_hash
from punto.house.people.roles import Role
from punto.house.people.totp import DIGITS, new_secret, step_of
from punto.kit import Refused
from punto.store import Batch
from punto.store.factors import FactorStore
from punto.store.people import PersonRow
from punto.store.secret import open_secret, seal_secret

RECOVERY_CODES: Final = 10

_RECOVERY_OCTETS: Final = 10
"""80 bits: nobody finds one from its hash."""

RANKED_ROLES: Final = frozenset(
    {Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER, Role.AUDITOR, Role.ADMINISTRATOR}
)
"""From pit supervisor up, with those who see or change everybody's accounts: of whom the settings may require one."""

Note = Callable[[str, PersonRow, str], Batch]
"""Makes the note for the log of accounts of what somebody does to their own: kind, who, and in which session."""


class SecondFactors:
    """Secrets are kept sealed under the house's key, recovery codes as hashes; a code is good once."""

    def __init__(self, store: FactorStore, now: Callable[[], float], key: bytes, note: Note) -> None:
        self._store = store
        self._now = now
        self._key = key
        self._note = note

    def has(self, bones: str) -> bool:
        """Whether somebody has confirmed one."""
        row = self._store.find(bones)
        return row is not None and row.confirmed

    def holders(self) -> set[str]:
        """The bones of all who have one."""
        return self._store.confirmed()

    def codes_left(self, bones: str) -> int:
        """How many recovery codes somebody has."""
        return self._store.codes_left(bones)

    def begin(self, person: PersonRow) -> bytes:
        """A new secret, which counts once a code of it was given."""
        secret = new_secret()
        if not self._store.begin(person.bones, seal_secret(secret, self._key, owner=person.bones)):
            raise Refused(code="second_factor_is_set", message="there is a second factor already; take it away first")
        return secret

    def confirm(self, person: PersonRow, code: str, session: str = "") -> list[str]:
        """Require it from now on; its recovery codes, which are shown only now. Refused if the code is wrong."""
        step = self._step(person.bones, code)
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        note = self._note("second_factor_set", person, session)
        if step is None or not self._store.confirm(person.bones, step, _hashes(codes), note):
            raise Refused(code="wrong_code", message="this is not the code that the app shows now")
        return codes

    def renew_codes(self, person: PersonRow, session: str = "") -> list[str]:
        """New recovery codes in place of all before."""
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        self._store.renew_codes(person.bones, _hashes(codes), self._note("recovery_codes_made", person, session))
        return codes

    def take(self, person: PersonRow, code: str) -> str | None:
        """Use a code up: "code" for one of the app's, "recovery_code" for one of those; None if it is neither."""
        plain = re.sub(r"[\s-]", "", code[:100]).lower()
        if not re.fullmatch(rf"\d{{{DIGITS}}}", plain, re.ASCII):
            used = self._note("recovery_code_used", person, "")
            return "recovery_code" if self._store.take_code(person.bones, token_hash(plain), used) else None
        step = self._step(person.bones, plain)
        return "code" if step is not None and self._store.take_step(person.bones, step) else None

    def _step(self, bones: str, code: str) -> int | None:
        row = self._store.find(bones)
        if row is None:
            raise Refused(code="no_second_factor", message="there is no second factor")
        secret = open_secret(row.sealed, self._key, owner=bones)
        return step_of(secret, re.sub(r"\s", "", code[:100]), self._now(), after=row.step)


def _recovery_code() -> str:
    letters = b32encode(secrets.token_bytes(_RECOVERY_OCTETS)).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def _hashes(codes: list[str]) -> list[str]:
    return [token_hash(code.replace("-", "")) for code in codes]
