"""The books: what each account holds, and whether it all adds up."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Engine, func, select

from punto.store.engine import snapshot
from punto.store.entry import WALLET
from punto.store.rows import Lookup
from punto.store.schema import accounts, postings
from punto.table.postings import Posting

_ACCOUNT: Final = Lookup(accounts, "account")


class Ledger:
    """Questions to the books; only an append changes them."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def balance(self, account: str) -> int:
        """What the account holds; nothing, if nobody has posted to it."""
        row = _ACCOUNT.find(self._engine, account)
        return row.balance if row else 0

    def balances(self, prefix: str = "") -> dict[str, int]:
        """Every account whose name starts so, by name."""
        # Not LIKE: one engine minds capitals there and the other does not.
        starts = func.substr(accounts.c.account, 1, len(prefix)) == prefix
        with self._engine.connect() as connection:
            rows = connection.execute(select(accounts.c.account, accounts.c.balance).where(starts)).all()
        return {row.account: row.balance for row in sorted(rows, key=lambda row: row.account)}

    def postings(self, table: str, version: int) -> tuple[Posting, ...]:
        """The postings of one event, as they were really made."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(postings.c.account, postings.c.amount)
                .where(postings.c.table_id == table, postings.c.version == version)
                .order_by(postings.c.place)
            ).all()
        return tuple(Posting(row.account, row.amount) for row in rows)

    def trial_balance(self) -> int:
        """All balances together: nothing, or the books are wrong."""
        with self._engine.connect() as connection:
            return int(connection.scalar(select(func.coalesce(func.sum(accounts.c.balance), 0))) or 0)

    def fault(self) -> str | None:
        """The first account whose balance is not what its postings say, or that may not hold what it does."""
        with snapshot(self._engine) as connection:
            return fault(connection)


def fault(connection: Connection) -> str | None:
    """The first account at fault, as one transaction sees the books."""
    summed = (
        select(postings.c.account, func.sum(postings.c.amount).label("total")).group_by(postings.c.account).subquery()
    )
    balances = {row.account: row.balance for row in connection.execute(select(accounts))}
    posted = {row.account: int(row.total) for row in connection.execute(select(summed))}
    for account in sorted(balances.keys() | posted.keys()):
        balance, total = balances.get(account, 0), posted.get(account, 0)
        if balance != total:
            return f"{account} holds {balance}, its postings sum to {total}"
        if account not in posted:
            return f"{account} is among the accounts, and nothing was ever posted to it"
        if account not in balances:
            return f"{account} has postings and is not among the accounts"
        if balance < 0 and account.startswith(WALLET):
            return f"{account} holds {balance}: a wallet is never below nothing"
    if total := sum(balances.values()):
        return f"all accounts together hold {total}, not nothing"
    return None
