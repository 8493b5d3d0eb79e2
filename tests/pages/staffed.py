"""The tables that the tests of staff pages use, one house for all of them: opening one takes longer than most tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from punto.house.settings import TableSettings
from server.running import Running, a_table, quick, running

DOCUMENTS: Final = ("da-hu-ying-xiong", "rws-baccarat", "rws-insurance", "insurance-lucky-six", "easy-six")

SIGN: Final[dict[str, Any]] = {"stake_min": 25, "stake_max": 5_000, "differential_max": 10_000, "burn": False}

PATRONS: Final = ("Guest", "Second Guest")

CHIPS: Final = 10_000

INSURANCE_SECONDS: Final = 10.0
SQUEEZE_SECONDS: Final = 8.0
CHOICE_SECONDS: Final = 8.0
"""Time runs out in the test, and must not before a slow page has shown that it runs."""


def tables() -> Iterator[TableSettings]:
    observed = SIGN | {"limits": "observed", "differential_max": 1_000, "burn": True}
    yield a_table("real", "da-hu-ying-xiong", cards="physical", sign=observed)
    yield a_table("over", "rws-baccarat", cards="physical", sign=observed)
    for id in ("misdealt", "chosen", "signed", "off", "ruled", "reported", "typed", "stale", "shut", "kept"):
        yield a_table(id, "da-hu-ying-xiong", sign=SIGN)
    yield a_table("insured", "rws-insurance", sign=SIGN, insurance_seconds=3_600.0)
    yield a_table("limited", "insurance-lucky-six", name="Table 12", sign=SIGN)
    # It deals by itself; between two rounds there is no time to fill a form in.
    yield quick("alone", "easy-six", 0.1, sign=SIGN, betting_seconds=6.0, result_seconds=1.5)
    yield a_table("logged", "rws-baccarat")
    for id in ("ruled", "put", "insured", "insured-again", "stepped", "felt"):
        yield a_table(f"twice-{id}", "rws-insurance", cards="physical", sign=SIGN)
    for id in ("twice-decided", "versions", "handed", "late", "left"):
        yield a_table(id, "da-hu-ying-xiong", cards="physical", sign=SIGN)
    for id in ("focused", "word"):
        yield a_table(id, "rws-insurance", cards="physical", sign=SIGN)
    for id in ("void-paid", "rung"):
        yield a_table(id, "da-hu-ying-xiong", cards="physical", sign=SIGN)
    yield a_table("read-again", "da-hu-ying-xiong", cards="physical", sign=SIGN | {"wallets": False})
    yield a_table("choosers", "rws-baccarat", cards="physical", sign=SIGN, choice_seconds=3_000.0)
    yield a_table("watched", "da-hu-ying-xiong", cards="physical", sign=observed | {"burn": False})
    yield a_table("cashed", "easy-six", sign=SIGN)
    yield a_table("bought", "easy-six", sign=SIGN)
    yield a_table("seconded", "easy-six", sign=SIGN | {"alone_max": 50_000})
    yield a_table("timed", "rws-insurance", cards="physical", insurance_seconds=INSURANCE_SECONDS, sign=SIGN)
    face_down = SIGN | {"face_down": True}
    yield a_table("bent", "da-hu-ying-xiong", cards="physical", squeeze_seconds=SQUEEZE_SECONDS, sign=face_down)
    for id in ("scanned", "both", "odd"):
        yield a_table(id, "easy-six", cards="physical", sign=SIGN)
    for id in ("surplus", "misread", "withdrawn", "turned", "fields", "choosing", "phoned"):
        yield a_table(id, "da-hu-ying-xiong", cards="physical", choice_seconds=600.0, sign=SIGN)
    yield a_table("misplaced", "da-hu-ying-xiong", cards="physical", sign=SIGN | {"wallets": False})
    yield a_table("mended", "da-hu-ying-xiong", cards="physical", sign=SIGN)
    yield a_table("three", "rws-baccarat", cards="physical", sign=SIGN, choice_seconds=CHOICE_SECONDS)
    yield a_table("displaced", "da-hu-ying-xiong", cards="physical", sign=SIGN | {"differential_max": 1_000})
    yield a_table("collected", "da-hu-ying-xiong", cards="physical", sign=SIGN | {"wallets": False})
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
