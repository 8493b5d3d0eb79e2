"""The roster: who has which role and who is shut out, as the log of accounts adds up to.

The rows of accounts carry a seal, but whoever has the house's key makes another. The log stands under signed heads.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from punto.audit.conduct import PasswordGiven
from punto.audit.giver import instant
from punto.audit.sign_ins import RankGiven
from punto.store import Record
from punto.store.moment import KeptAccount

LOG = "house:people"


_PASSWORDS = ("person_added", "password_set", "person_reset")
"""Events after which the person who caused them knows the password, until its owner chooses another."""


class Roster:
    """Accounts by name, along their log."""

    def __init__(self) -> None:
        self.accounts: dict[str, KeptAccount] = {}
        self.passwords: list[PasswordGiven] = []
        """Every password as it was given, in their order."""
        self.ranks: dict[str, list[RankGiven]] = {}
        """What each account could act as, and since when."""

    def take(self, record: Record) -> None:
        """What an event does to an account; most leave role and entry as they are."""
        body = msgspec.json.decode(record.body)
        name = body.get("person")
        before = self.accounts.get(name)
        if record.kind in _PASSWORDS and (record.person or record.kind != "person_added"):  # The house gives a link.
            self.passwords.append(PasswordGiven(instant(record.at), str(name), record.person))
        match record.kind:
            case "person_added" if "role" in body:
                self.accounts[name] = KeptAccount(str(body["role"]), False)
            case "role_changed" if before:
                self.accounts[name] = before._replace(role=str(body.get("role")))
            case "person_shut_out" | "person_let_in" if before:
                self.accounts[name] = before._replace(disabled=record.kind == "person_shut_out")
            case _:
                return
        account = self.accounts[name]
        role = "" if account.disabled else account.role
        self.ranks.setdefault(name, []).append(RankGiven(instant(record.at), role))


def apart(rows: Mapping[str, KeptAccount], log: Mapping[str, KeptAccount]) -> str | None:
    """The first account whose row differs from what its log adds up to."""
    for name in sorted(rows.keys() | log.keys()):
        here, there = rows.get(name), log.get(name)
        if here != there:
            return f"{name} is {_role_text(here)}, and the log of accounts says {_role_text(there)}"
    return None


def _role_text(account: KeptAccount | None) -> str:
    if account is None:
        return "nobody's name"
    return account.role.replace("_", " ") + (", shut out" if account.disabled else "")
