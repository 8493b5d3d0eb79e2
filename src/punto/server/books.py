"""The books over the web: what every account holds, by the ledger, and whether it all adds up."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Any

import msgspec
from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.roles import View
from punto.server.service import Service
from punto.store import Ledger


class Account(msgspec.Struct, frozen=True):
    account: str
    balance: int


class Group(msgspec.Struct, frozen=True):
    """Accounts of one kind: wallets, chips, layouts, floats, commissions, the cage, what is owed."""

    kind: str
    balance: int
    accounts: list[Account]


class Books(msgspec.Struct, frozen=True):
    """All of it; the total is nothing, or the books are wrong."""

    total: int
    fault: str | None
    """The first account that does not hold what its postings say, or may not hold what it does."""
    groups: list[Group]


@get("/api/books", summary="What every account holds, by the ledger, and whether the books balance")
async def books(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> Books:
    person = await service.viewer(request, View.LOG)
    service.pricing.take(person.name)
    return await asyncio.to_thread(_books, service.floor.store.ledger)


def _books(ledger: Ledger) -> Books:
    held = [Account(name, balance) for name, balance in ledger.balances().items()]
    held.sort(key=lambda one: (_kind(one), one.account))
    groups = [
        Group(kind, sum(one.balance for one in some), some)
        for kind, some in ((kind, list(each)) for kind, each in groupby(held, _kind))
    ]
    return Books(sum(one.balance for one in held), ledger.fault(), groups)


def _kind(one: Account) -> str:
    return one.account.partition(":")[0]
