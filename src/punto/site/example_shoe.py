"""A closed shoe to try the verifier on: sealed, cut, mixed by two seats, dealt in part and opened."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final

from punto.kit.cards import ALL_CARDS
from punto.kit.entropy import ShoeName, entropy_commitment, entropy_seed, mixed
from punto.kit.shuffle import seeded, shuffled
from punto.table import events as e
from punto.view.recorded import recorded
from punto.view.table import ClosedShoeView

_TABLE: Final = "example"
_DECKS: Final = 8
_SEED: Final = 8
_CUT: Final = 173
_DEALT: Final = 60
_SEATS: Final = {3: "Ada", 5: "Blaise", 7: "Sofia"}
_SILENT: Final = 7
"""The seat that committed and did not reveal."""


def example_shoe(at: str) -> ClosedShoeView:
    """The shoe as a house answers it."""
    return ClosedShoeView(events=[recorded(event, version, at) for version, event in enumerate(_events(), 1)])


def _events() -> Iterator[e.Event]:
    order = [str(card) for card in shuffled(ALL_CARDS * _DECKS, seeded(_SEED))]
    salt = _bytes("salt").hex()
    sealed = _commitment(salt, order)
    name = ShoeName(_TABLE, 1, sealed)
    entropy = {box: _bytes(f"seat {box}") for box in _SEATS}
    revealed = {box: seat_bytes for box, seat_bytes in entropy.items() if box != _SILENT}
    dealt = mixed(order, entropy_seed(name, revealed.items()))
    came = iter([*dealt[_CUT:], *dealt[:_CUT]])

    # Its order follows from a seed that anybody can read here, and it says so.
    yield e.ShoeOpened(
        number=1, cards="virtual", decks=_DECKS, commitment=sealed, seeded=True, entropy=True, table=_TABLE
    )
    for box, patron in _SEATS.items():
        commitment = entropy_commitment(name, box, patron, entropy[box])
        yield e.EntropyCommitted(patron=patron, box=box, account=patron, commitment=commitment)
    yield e.ShoeCut(patron=_SEATS[3], place=_CUT)
    yield e.EntropyClosed(seats=tuple(_SEATS))
    for box, seat_bytes in revealed.items():
        yield e.EntropyRevealed(patron=_SEATS[box], box=box, entropy=seat_bytes.hex())
    yield e.ShoeMixed(seats=tuple(revealed), left_out=(_SEATS[_SILENT],), commitment=_commitment(salt, dealt))
    for place in range(_DEALT):
        yield e.CardDrawn(card=next(came), side="banker" if place % 2 else "player")
    yield e.ShoeClosed(number=1, order=" ".join(order), salt=salt)


def _bytes(what: str) -> bytes:
    return hashlib.sha256(f"punto example {what}".encode()).digest()


def _commitment(salt: str, order: list[str]) -> str:
    return hashlib.sha256(f"{salt}\n{' '.join(order)}".encode()).hexdigest()
