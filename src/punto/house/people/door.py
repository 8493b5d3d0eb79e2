"""The door: a name, a password and a code, or a link; and how often somebody may try.

Tries are counted by account and address together, so that nobody locks anybody else out; at an address from which an
account came in before it may always try.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from punto.house.people.links import Links
from punto.house.people.names import skeleton
from punto.house.people.networks import network_of
from punto.house.people.passwords import is_right
from punto.house.people.second_factor import SecondFactors
from punto.house.people.sessions import Sessions
from punto.house.people.sign_in_log import SignInLog
from punto.kit import Refused
from punto.store import Store
from punto.store.people import Arrival, PersonRow, SealedPerson
from punto.store.tries import Limits

FAILURES: Final = 3
"""Wrong passwords for an account from one address before it waits."""

ANYWHERE: Final = 100
"""Wrong passwords from all addresses that an account never came in from, so that many addresses give few guesses."""

CODES: Final = 5
"""Wrong codes of a second factor from one address, known or not: whoever gives one has the password already."""

LOCKED_SECONDS: Final = 30 * 60.0

_CODE: Final = "code "
"""Before the address where codes are counted."""

WITHIN: Final = "within"
"""Where tries of somebody who is in already are counted, as for a new password."""


class Door:
    """Lets people in."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        sessions: Sessions,
        factors: SecondFactors,
        log: SignInLog,
        links: Links,
    ) -> None:
        self._accounts = store.people
        self._tries = store.tries
        self._now = now
        self._sessions = sessions
        self._factors = factors
        self._log = log
        self._links = links

    def sign_in(self, name: str, password: str, code: str, address: str) -> str:
        """A session's token, for the right name, password and, where there is a second factor, code."""
        bones = skeleton(name[:200])
        row = self._accounts.find(bones)
        try:
            if not self.is_right(bones, row, password, address) or row is None:
                raise Refused(code="wrong_name_or_password", message="the name or the password is wrong")
            way = self._second(self._sealed(row), code, address)
        except Refused as refused:
            if refused.refusal.code != "code_is_needed":
                self._log.failed(row.name if row else "", address, refused.refusal.code)
            raise
        return self._open(row, address, way)

    def came_from(self, name: str, address: str) -> bool:
        return self._tries.came_from(skeleton(name[:200]), network_of(address))

    def follow(self, secret: str, address: str) -> str:
        """The session that a printed link opens."""
        name = self._links.follow(secret)
        row = self._accounts.find(skeleton(name)) if name else None
        if row is None or row.disabled:
            self._log.failed(row.name if row else "", address, "link_is_spent")
            raise Refused(code="link_is_spent", message="this link has been used or is no longer good")
        try:
            self._sealed(row)
        except Refused as refused:
            self._log.failed(row.name, address, refused.refusal.code)
            raise
        return self._open(row, address, "link")

    def _open(self, row: PersonRow, address: str, way: str) -> str:
        note = self._log.signed_in(row.name, address, way)
        return self._sessions.open(row.name, note, Arrival(row.bones, network_of(address)))

    def is_right(self, bones: str, row: PersonRow | None, password: str, address: str) -> bool:
        """Whether this is somebody's password; a try counts towards the lock until one is right."""
        place = network_of(address)
        self._count(bones, place, FAILURES)
        right = is_right(row.password if row else "", password)
        if not right or row is None or row.disabled or not row.password:
            return False
        self._tries.forgive(bones, place)
        return True

    def _sealed(self, row: PersonRow) -> SealedPerson:
        """Somebody whose password was right, as the seals vouch for them at one moment; Refused where they do not.

        Else somebody with the database could put in a password of their own, come in by it, and put the old one back.
        """
        person = self._accounts.sealed(row.bones)
        if person is None:
            raise Refused(
                code="accounts_were_changed",
                message="accounts in the books are not as the house wrote them; nobody signs in till that is mended",
            )
        if person.row.password != row.password or person.row.disabled:
            raise Refused(code="wrong_name_or_password", message="the name or the password is wrong")
        return person

    def _second(self, person: SealedPerson, code: str, address: str) -> str:
        """How somebody with the right password comes in: by it alone or with a code; Refused where one is missing."""
        if not person.has_factor:
            return "password"
        if not code.strip():
            raise Refused(code="code_is_needed", message="give the code that your app shows, or a recovery code")
        return self.take_code(person.row, code, address)

    def take_code(self, row: PersonRow, code: str, address: str) -> str:
        """Use up a code of somebody's second factor, and say what kind it was; Refused if it is wrong."""
        place = _CODE + network_of(address)
        self._count(row.bones, place, CODES)
        kind = self._factors.take(row, code)
        if kind is None:
            raise Refused(code="wrong_code", message="the code is wrong, or was used before; wait for the next one")
        self._tries.forgive(row.bones, place)
        return kind

    def _count(self, bones: str, place: str, most: int) -> None:
        now = self._now()
        if not self._tries.may_try(bones, place, now, Limits(now - LOCKED_SECONDS, most, ANYWHERE)):
            raise Refused(
                code="account_is_locked", message="too many wrong tries from this address; try again in half an hour"
            )

    def locked(self) -> dict[str, list[str]]:
        """By bones: the addresses from which an account waits."""
        waiting: dict[str, list[str]] = {}
        for (bones, place), failed in self._tries.failed(self._now() - LOCKED_SECONDS).items():
            if failed >= (CODES if place.startswith(_CODE) else FAILURES):
                waiting.setdefault(bones, []).append(place.removeprefix(_CODE))
        return waiting
