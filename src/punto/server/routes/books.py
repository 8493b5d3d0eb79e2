"""The books over the web: what every account holds, by the ledger, and whether it all adds up."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from litestar import Request, get
from litestar.di import NamedDependency

from punto.house.people.roles import Resource
from punto.server.service import Service
from punto.store import Ledger
from punto.view.house import AccountGroup, AccountView, BooksView


@get("/api/books", summary="What every account holds, by the ledger, and whether the books balance")
async def books(request: Request[Any, Any, Any], service: NamedDependency[Service]) -> BooksView:
    person = await service.viewer(request, Resource.LOG)
    service.pricing.take(person.name)
    return await service.bulk.alone(person.name, _books, service.floor.store.ledger)


def _books(ledger: Ledger) -> BooksView:
    accounts = [AccountView(name, balance) for name, balance in ledger.balances().items()]
    accounts.sort(key=lambda account: (_kind(account), account.account))
    groups = [
        AccountGroup(kind, sum(account.balance for account in some), some)
        for kind, some in ((kind, list(each)) for kind, each in groupby(accounts, _kind))
    ]
    return BooksView(sum(account.balance for account in accounts), ledger.fault(), groups)


def _kind(account: AccountView) -> str:
    return account.account.partition(":")[0]


HANDLERS = [books]
