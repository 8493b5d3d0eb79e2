"""A ledger in memory: balances of accounts, with the one rule that a wallet is never negative."""

from __future__ import annotations

from collections.abc import Iterable

from punto.kit import Refusal
from punto.table.postings import Posting


def covered(posting: Posting, balance: int) -> tuple[Posting, ...]:
    """A posting as it can be made: a claim takes what the wallet holds, and the rest is owed."""
    if not posting.claim or balance + posting.amount >= 0:
        return (posting,)
    owed = Posting(posting.account.replace("wallet:", "owed:", 1), posting.amount + balance)
    return (Posting(posting.account, -balance), owed) if balance else (owed,)


def owes(patron: str, owed: int, amount: int) -> Refusal | None:
    """Why a debt cannot be written off: nobody is given more than they owe."""
    if -owed >= amount:
        return None
    message = f"{patron} owes {-owed:,}, and {amount:,} is to be written off"
    return Refusal(code="nothing_is_owed", message=message)


class MemoryLedger:
    """Balances by account."""

    def __init__(self) -> None:
        self.balances: dict[str, int] = {}

    def post(self, postings: Iterable[Posting]) -> Refusal | None:
        """Make the postings, all or none; a refusal if a wallet would be overdrawn."""
        after = dict(self.balances)
        for asked in postings:
            for posting in covered(asked, after.get(asked.account, 0)):
                balance = after.get(posting.account, 0) + posting.amount
                if balance < 0 and posting.account.startswith("wallet:"):
                    name, held = posting.account.removeprefix("wallet:"), after.get(posting.account, 0)
                    message = f"{name} has {held:,} in the wallet, and {-posting.amount:,} is wanted"
                    return Refusal(code="wallet_too_small", message=message)
                after[posting.account] = balance
        assert sum(after.values()) == 0, "postings of one event must add up to nothing"
        self.balances = after
        return None
