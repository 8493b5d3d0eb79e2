"""Second factors and recovery codes in the database; each change of one is noted in the log of accounts with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Engine, delete, func, select, text, update

from punto.store.entry import Batch
from punto.store.people import LOG
from punto.store.schema import factors, recovery_codes
from punto.store.sealing import RowChange, Sealing

# One that is confirmed stays as it is: it is taken away before another is begun.
_BEGIN = text(
    "INSERT INTO factors (bones, sealed, step, confirmed) VALUES (:bones, :sealed, 0, 0) "
    "ON CONFLICT (bones) DO UPDATE SET sealed = excluded.sealed WHERE factors.confirmed = 0"
)


@dataclass(frozen=True, slots=True)
class FactorRow:
    """A second factor as kept: its secret, sealed, and the step of the last code that was taken."""

    sealed: bytes
    step: int
    confirmed: bool


class FactorStore:
    """Reads and writes factors, by the bones of their owners."""

    def __init__(self, engine: Engine, sealing: Sealing) -> None:
        self._engine = engine
        self._sealing = sealing

    def find(self, bones: str) -> FactorRow | None:
        with self._engine.connect() as connection:
            row = connection.execute(select(factors).where(factors.c.bones == bones)).one_or_none()
        return FactorRow(bytes(row.sealed), row.step, bool(row.confirmed)) if row else None

    def confirmed(self) -> set[str]:
        """The bones of all who have one."""
        with self._engine.connect() as connection:
            return set(connection.scalars(select(factors.c.bones).where(factors.c.confirmed == 1)))

    def begin(self, bones: str, sealed: bytes) -> bool:
        """Keep a secret that is still to be confirmed by a code; False where one is confirmed already."""
        with self._sealing.changing(factors) as rows:
            values = {"bones": bones, "sealed": sealed}
            return rows.run(factors, factors.c.bones == bones, _BEGIN, values).rowcount == 1

    def confirm(self, bones: str, step: int, codes: Sequence[str], note: Batch) -> bool:
        """From now on it is asked for, with these hashes of recovery codes; False if it was confirmed meanwhile."""
        with self._sealing.changing(factors, recovery_codes) as rows:
            rows.note(LOG, note)
            begun = (factors.c.bones == bones) & (factors.c.confirmed == 0)
            confirmed = update(factors).where(begun).values(confirmed=1, step=step)
            if rows.run(factors, begun, confirmed).rowcount == 1:
                _replace_codes(rows, bones, codes)
                return True
            rows.roll_back()
        return False

    def take_step(self, bones: str, step: int) -> bool:
        """Use up a code's step; False if it, or a later one, was used before."""
        with self._sealing.changing(factors) as rows:
            unused = (factors.c.bones == bones) & (factors.c.step < step)
            return rows.run(factors, unused, update(factors).where(unused).values(step=step)).rowcount == 1

    def renew_codes(self, bones: str, codes: Sequence[str], note: Batch) -> None:
        """New recovery codes, by their hashes, in place of all before."""
        with self._sealing.changing(recovery_codes) as rows:
            rows.note(LOG, note)
            _replace_codes(rows, bones, codes)

    def take_code(self, bones: str, hash: str, note: Batch) -> bool:
        """Use up a recovery code; False if there is none such, or no longer."""
        with self._sealing.changing(recovery_codes) as rows:
            rows.note(LOG, note)  # First, because it locks: changes come one after the other.
            this_code = (recovery_codes.c.bones == bones) & (recovery_codes.c.hash == hash)
            if rows.run(recovery_codes, this_code, delete(recovery_codes).where(this_code)).rowcount == 1:
                return True
            rows.roll_back()
        return False

    def codes_left(self, bones: str) -> int:
        with self._engine.connect() as connection:
            mine = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.bones == bones)
            return int(connection.scalar(mine) or 0)


def _replace_codes(rows: RowChange, bones: str, hashes: Sequence[str]) -> None:
    theirs = recovery_codes.c.bones == bones
    rows.run(recovery_codes, theirs, delete(recovery_codes).where(theirs))
    for hash in hashes:
        rows.insert(recovery_codes, {"bones": bones, "hash": hash})
