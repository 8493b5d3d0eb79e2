"""Batches that read like a page of the ledger: `bet("c1", "wallet:ann -100", "layout:T1 +100")`."""

from __future__ import annotations

from punto.store import Batch, Key, NewEvent, Posting, Store


def line(text: str) -> Posting:
    """`wallet:ann -100`, or `wallet:ann -100 claimed`."""
    account, amount, *claim = text.split()
    return Posting(account, int(amount), claim == ["claimed"])


def event(kind: str, *lines: str, coup: int = 0, **body: object) -> NewEvent:
    given = {"coup": coup, **body} if coup else body
    return NewEvent(kind, given, tuple(line(text) for text in lines), coup=coup)


def bet(command_id: str, *lines: str, key: Key | None = None) -> Batch:
    """One event with these postings."""
    return batch(command_id, event("bet_placed", *lines, box=3), key=key)


def batch(command_id: str, *events: NewEvent, key: Key | None = None, person: str = "") -> Batch:
    return Batch(events, at="2026-01-01T20:00:00Z", by="dealer", command_id=command_id, key=key, person=person)


def fund(store: Store, patron: str, amount: int) -> None:
    """Put money into a wallet, at a table of its own."""
    cage = f"cage-{patron}"
    bought = batch("buy", event("bought_in", f"house -{amount}", f"wallet:{patron} +{amount}"))
    store.append(cage, store.head(cage).version, bought)


def shift(store: Store, table: str, coups: int) -> None:
    """A few coups with bets, settlements and a note that moves no money."""
    fund(store, table, 100 * coups)
    for coup in range(1, coups + 1):
        version = store.head(table).version
        placed = event("bet_placed", f"wallet:{table} -100", f"layout:{table} +100", coup=coup, patron="安")
        settled = event("coup_settled", f"layout:{table} -100", "house -95", f"wallet:{table} +195", coup=coup)
        noted = event("noted", coup=coup)
        store.append(table, version, batch(f"{table}-{coup}", placed, noted, settled, person=f"Dealer {coup}"))
