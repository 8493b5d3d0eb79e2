"""The seal of seals: it holds the seals of tables and of the house's own logs together, so that none goes back alone.

A group of rows that is put back together with its seal, as both were on an earlier day, still fits that seal. It no
longer fits this one, which moves on with every other; and as the seals of the house's logs are among those it holds,
whoever puts back all of them at once must cut these logs as well, which signed heads tell.

Left out are the seals of tables' logs and of single rows: processes that write to different tables do not wait for one
another. A table's log that is put back with its seal is found by its head alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from punto.store.derived import is_house_log
from punto.store.rows import Driver
from punto.store.seals import LOG, RowSum, Seal, SealKey

SEALS: Final = "seals"
"""Its own name, which is that of the table of seals."""

_FIND: Final = 'SELECT scope, "rows", nonce, masked FROM seals WHERE scope = ?'
_MOVE: Final = 'UPDATE seals SET "rows" = ?, nonce = ?, masked = ? WHERE scope = ?'


def is_held(scope: str) -> bool:
    """Whether the seal of a group is among those that are held together."""
    if scope.startswith(LOG):
        return is_house_log(scope.removeprefix(LOG))
    return scope != SEALS and ":" not in scope


def seals_tally(key: SealKey, seals: Iterable[Seal]) -> RowSum:
    """The tally of those of these seals that are held together."""
    return key.tally(SEALS, (seal for seal in seals if is_held(seal.scope)))


def move_seal_of_seals(driver: Driver, key: SealKey, old: Iterable[Seal], new: Iterable[Seal]) -> None:
    """Move the seal of seals on from old seals to new. It is locked last, until the transaction ends.

    Where somebody took it away it is not made again, so that the audit misses it.
    """
    old_tally, new_tally = seals_tally(key, old), seals_tally(key, new)
    if old_tally == new_tally:
        return
    locked = " FOR UPDATE" if driver.engine_name == "postgresql" else ""
    if (row := driver.row(_FIND + locked, SEALS)) is not None:
        seal = key.close(SEALS, key.open(Seal(*row)).plus(new_tally).minus(old_tally))
        driver.write(_MOVE, [(seal.rows, seal.nonce, seal.masked, seal.scope)])
