"""Durable books: append-only events per table, double entry, sealed shoes, in SQLite or PostgreSQL.

Public: `open_store`, `Store`, `Writer`, the `Batch` it writes and the `Answer` it gives, `verify_chain` and the
log lines an auditor reads, `Upcasters`, `seal` and `unseal`.
"""

from punto.store.answer import AlreadyDone, Answer, Append, Appended, Conflict, KeyReused, WalletShort
from punto.store.chain import ChainCheck, Fault, hash_of, verify_chain
from punto.store.entry import Batch, Head, Key, NewEvent, Record, SealedShoe, Snapshot
from punto.store.error import StoreError
from punto.store.ledger import Ledger
from punto.store.log import Log, log_lines, read_logs
from punto.store.seal import key_file, seal, shoe_key, unseal
from punto.store.sought import Sought
from punto.store.store import Store, StoredEvent, open_store
from punto.store.upcast import EventShape, Upcasters
from punto.store.upgrade import Upgraded, upgrade_books
from punto.store.writer import Writer
from punto.table.postings import Posting

__all__ = [
    "AlreadyDone",
    "Answer",
    "Append",
    "Appended",
    "Batch",
    "ChainCheck",
    "Conflict",
    "EventShape",
    "Fault",
    "Head",
    "Key",
    "KeyReused",
    "Ledger",
    "Log",
    "NewEvent",
    "Posting",
    "Record",
    "SealedShoe",
    "Snapshot",
    "Sought",
    "Store",
    "StoreError",
    "StoredEvent",
    "Upcasters",
    "Upgraded",
    "WalletShort",
    "Writer",
    "hash_of",
    "key_file",
    "log_lines",
    "open_store",
    "read_logs",
    "seal",
    "shoe_key",
    "unseal",
    "upgrade_books",
    "verify_chain",
]
