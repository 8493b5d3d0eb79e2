"""Durable books: append-only events per table, double entry, sealed shoes, in SQLite or PostgreSQL.

Public: `open_store`, `Store`, `Writer`, the `Batch` it writes and the `Answer` it gives, `verify_chain` and the
log lines an auditor reads, `Upcasters`, `seal` and `unseal`, `SignedHeads` and the `SigningKey` under which they stand.
"""

from punto.store.answer import (
    AlreadyDone,
    Answer,
    Append,
    Appended,
    Conflict,
    Fenced,
    KeyReused,
    NumberTaken,
    WalletShort,
)
from punto.store.backup import LAST_BACKUP, Backup, back_up, last_backup
from punto.store.chain import ChainCheck, Fault, hash_of, verify_chain
from punto.store.entry import Asker, Batch, Head, Key, NewEvent, Record, SealedShoe, SlipNumber, Snapshot
from punto.store.error import StoreError
from punto.store.ledger import Ledger
from punto.store.log import Log, log_lines, read_logs
from punto.store.restore import Restored, restore_books
from punto.store.seal import key_file, seal, shoe_key, unseal
from punto.store.signed_heads import SignedHeads, contradictions, heads_line, sign_heads
from punto.store.signing import SigningKey, make_signing_key, own_signing_key, signature_holds, signing_key
from punto.store.sought import Sought
from punto.store.store import SlipRow, Store, StoredEvent, open_store
from punto.store.upcast import EventShape, Upcasters
from punto.store.upgrade import Upgraded, upgrade_books
from punto.store.writer import Writer
from punto.table.postings import Posting

__all__ = [
    "LAST_BACKUP",
    "AlreadyDone",
    "Answer",
    "Append",
    "Appended",
    "Asker",
    "Backup",
    "Batch",
    "ChainCheck",
    "Conflict",
    "EventShape",
    "Fault",
    "Fenced",
    "Head",
    "Key",
    "KeyReused",
    "Ledger",
    "Log",
    "NewEvent",
    "NumberTaken",
    "Posting",
    "Record",
    "Restored",
    "SealedShoe",
    "SignedHeads",
    "SigningKey",
    "SlipNumber",
    "SlipRow",
    "Snapshot",
    "Sought",
    "Store",
    "StoreError",
    "StoredEvent",
    "Upcasters",
    "Upgraded",
    "WalletShort",
    "Writer",
    "back_up",
    "contradictions",
    "hash_of",
    "heads_line",
    "key_file",
    "last_backup",
    "log_lines",
    "make_signing_key",
    "open_store",
    "own_signing_key",
    "read_logs",
    "restore_books",
    "seal",
    "shoe_key",
    "sign_heads",
    "signature_holds",
    "signing_key",
    "unseal",
    "upgrade_books",
    "verify_chain",
]
