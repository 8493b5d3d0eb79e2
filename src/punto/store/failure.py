"""Failures of a database, told apart by what somebody has to do about them."""

from __future__ import annotations

from typing import Final

from punto.store.error import StoreError

FULL: Final = "store_is_full"
READ_ONLY: Final = "store_is_read_only"
DAMAGED: Final = "store_is_damaged"
FAILED: Final = "store_failed"

_SQLITE: Final = {
    "SQLITE_FULL": FULL,
    "SQLITE_READONLY": READ_ONLY,
    "SQLITE_CORRUPT": DAMAGED,
    "SQLITE_NOTADB": DAMAGED,
}
"""By the beginning of the engine's own name for it; what follows says more."""

_POSTGRESQL: Final = {"53100": FULL, "25006": READ_ONLY, "XX001": DAMAGED, "XX002": DAMAGED}

_ADVICE: Final = {
    FULL: "nothing was half written; make room, and what waits goes on",
    READ_ONLY: "nothing was written; make it writable for whoever runs the house, and what waits goes on",
    DAMAGED: "close the house and restore a copy; `punto audit` says which events can still be read",
}


def failure(error: BaseException) -> StoreError:
    """An error of the driver as a StoreError, with advice on what to do."""
    code = _code(error)
    advice = f" ({_ADVICE[code]})" if code in _ADVICE else ""
    return StoreError(code=code, message=f"the database failed: {error}".strip() + advice)


def _code(error: BaseException) -> str:
    name = str(getattr(error, "sqlite_errorname", ""))
    for begins, code in _SQLITE.items():
        if name.startswith(begins):
            return code
    return _POSTGRESQL.get(str(getattr(error, "sqlstate", "")), FAILED)
