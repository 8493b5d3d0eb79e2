"""Every coup of a run as a Parquet file: one row a coup, one column a bet."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from punto.kernel.deal import PAIRINGS, DealtCoups, record
from punto.kit import Rank, Refused
from punto.rulebook import Rulebook
from punto.simulate.engine import Job, spans
from punto.simulate.gains import gains_of
from punto.simulate.paths import Integers, paths_of

TASKS_AT_ONCE = 16
"""One group of rows, about 80 000: what is held in memory."""
WINNERS = ("player", "banker", "tie")
# None, thirteen ranks, thirteen ranks of one suit.
PAIRS = (None, *(rank.sign for rank in Rank), *(rank.sign for rank in Rank))


def arrow() -> Any:
    """pyarrow, or Refused."""
    try:
        import_module("pyarrow.parquet")
        return import_module("pyarrow")
    except ImportError:
        raise Refused(
            code="no_pyarrow",
            message="Parquet needs pyarrow: install punto with the extra `parquet` (pip install 'punto[parquet]')",
        ) from None


def write_coups(book: Rulebook, job: Job, file: Path) -> int:
    """Writes all coups of the job and gives their number. Memory does not grow with it."""
    pa = arrow()
    schema = _schema(pa, book, job)
    rows = shoes = 0
    with pa.parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for first, end in spans(job.tasks, TASKS_AT_ONCE):
            coups = record(job.dealing, job.seed, first, end, job.shoes)
            writer.write_table(pa.table(_columns(pa, book, job, coups, shoes), schema=schema))
            rows += len(coups.paths)
            shoes += len(coups.lengths)
    return rows


def _schema(pa: Any, book: Rulebook, job: Job) -> Any:
    small = pa.int8()
    words = pa.dictionary(pa.int8(), pa.string())
    fields = [
        ("shoe", pa.int64()),
        ("coup", pa.int16()),
        ("cards_gone", pa.int16()),
        ("winner", words),
        ("player_points", small),
        ("banker_points", small),
        ("player_cards", small),
        ("banker_cards", small),
        ("player_pair", words),
        ("banker_pair", words),
        *((f"gain_{bet}", pa.float64()) for bet in book.bets),
    ]
    about = {"rulebook": book.name, "seed": str(job.seed), "decks": str(job.dealing.decks), "cut": str(job.dealing.cut)}
    return pa.schema(fields, metadata=about)


def _columns(pa: Any, book: Rulebook, job: Job, coups: DealtCoups, shoes: int) -> dict[str, Any]:
    paths = paths_of(job.dealing.masks)
    shoe = np.repeat(np.arange(len(coups.lengths)), coups.lengths)
    first = np.cumsum(coups.lengths) - coups.lengths
    joint = paths.joint[coups.paths]
    table = gains_of(book)
    return {
        "shoe": shoe + shoes,
        "coup": (np.arange(len(shoe)) - first[shoe] + 1).astype(np.int16),
        "cards_gone": coups.places.astype(np.int16),
        "winner": _words(pa, paths.outcome[coups.paths], WINNERS),
        "player_points": paths.player[coups.paths].astype(np.int8),
        "banker_points": paths.banker[coups.paths].astype(np.int8),
        "player_cards": (2 + joint // 200).astype(np.int8),
        "banker_cards": (2 + joint // 100 % 2).astype(np.int8),
        "player_pair": _words(pa, coups.pairings.astype(np.int64) // PAIRINGS, PAIRS),
        "banker_pair": _words(pa, coups.pairings.astype(np.int64) % PAIRINGS, PAIRS),
        **{f"gain_{bet}": table.of(bet, coups) for bet in book.bets},
    }


def _words(pa: Any, places: Integers, words: tuple[str | None, ...]) -> Any:
    """Numbers as the words they stand for, each word stored once; None is no word."""
    vocabulary = list(dict.fromkeys(word for word in words if word is not None))
    place = np.array([-1 if word is None else vocabulary.index(word) for word in words], dtype=np.int8)[places]
    return pa.DictionaryArray.from_arrays(pa.array(place, mask=place < 0), pa.array(vocabulary))
