"""A ledger in memory: balances of accounts, with the one rule that a wallet is never negative."""

from __future__ import annotations

from collections.abc import Iterable

from punto.kit import Refusal
from punto.table.postings import Posting


def covered(posting: Posting, balance: int) -> tuple[Posting, ...]:
    """A posting as it can be made: a claim takes what the wallet holds, and the rest is owed."""
    if not posting.claim or balance + posting.amount >= 0:
        return (posting,)
    debt = Posting(posting.account.replace("wallet:", "owed:", 1), posting.amount + balance)
    return (Posting(posting.account, -balance), debt) if balance else (debt,)


def owes(patron: str, balance: int, amount: int) -> Refusal | None:
    """Why a debt cannot be written off: nobody is given more than they owe."""
    if -balance >= amount:
        return None
    message = f"{patron} owes {-balance:,}, and {amount:,} is to be written off"
    return Refusal(code="nothing_is_owed", message=message)


class MemoryLedger:
    """Balances by account."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}

    def post(self, postings: Iterable[Posting]) -> Refusal | None:
        """Make the postings, all or none; a refusal if a wallet would be overdrawn."""
        after = dict(self.balances)
        for posting in postings:
            for part in covered(posting, after.get(posting.account, 0)):
                balance = after.get(part.account, 0) + part.amount
                if balance < 0 and part.account.startswith("wallet:"):
                    name, in_wallet = part.account.removeprefix("wallet:"), after.get(part.account, 0)
                    message = f"{name} has {in_wallet:,} in the wallet, and {-part.amount:,} is wanted"
                    return Refusal(code="wallet_too_small", message=message)
                after[part.account] = balance
        assert sum(after.values()) == 0, "postings of one event must add up to nothing"
        self.balances = after
        return None
