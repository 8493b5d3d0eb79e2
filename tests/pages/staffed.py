"""The tables that the tests of staff pages use, one house for all of them: opening one takes longer than most tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from punto.house.settings import TableSettings
from server.running import Running, a_table, running

DOCUMENTS: Final = ("da-hu-ying-xiong", "rws-baccarat", "rws-insurance", "insurance-lucky-six", "easy-six")

SIGN: Final[dict[str, Any]] = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "burn": False}

PATRONS: Final = ("Guest", "Second Guest")

CHIPS: Final = 10_000


def tables() -> Iterator[TableSettings]:
    observed = SIGN | {"limits": "observed", "differential_max": 1_000, "burn": True}
    yield a_table("real", "da-hu-ying-xiong", cards="physical", sign=observed)
    yield a_table("over", "rws-baccarat", cards="physical", sign=observed)
    for id in ("misdealt", "signed", "off", "ruled", "reported"):
        yield a_table(id, "da-hu-ying-xiong", sign=SIGN)
    yield a_table("logged", "rws-baccarat")
    for id in ("ruled", "put", "insured", "insured-again", "stepped", "felt"):
        yield a_table(f"twice-{id}", "rws-insurance", cards="physical", sign=SIGN)
    yield a_table("twice-decided", "da-hu-ying-xiong", cards="physical", sign=SIGN)
    for id in ("scanned", "both"):
        yield a_table(id, "easy-six", cards="physical", sign=SIGN)
    for id in ("reopened", "rewritten"):
        yield a_table(id, "easy-six")
    for id in DOCUMENTS:
        yield a_table(id, id, cards="physical", sign=SIGN | {"wallets": False})


def staffed(folder: Path) -> Iterator[Running]:
    """A house for a whole session; each test keeps to tables of its own."""
    with running(folder, *tables()) as up:
        for name in PATRONS:
            up.must("buy_in", "real", patron=name, amount=CHIPS)
        yield up
