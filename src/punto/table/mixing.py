"""Mixing a sealed shoe: each seat that wants to gives bytes of its own, so that nobody alone chooses the cards.

A seat first shows a commitment to its bytes, then, when no more are taken, the
bytes; the sealed order is shuffled by all that were shown. docs/shoe.md says
what that proves and what not.
"""

from __future__ import annotations

import hmac
import re

from punto.kit import Refusal, Refused
from punto.kit.entropy import ENTROPY_OCTETS, entropy_commitment
from punto.rulebook import Authority
from punto.table import commands as c
from punto.table import events as e
from punto.table.authority import HOUSE, rank_of, require
from punto.table.phase import require_between_coups, require_name
from punto.table.state import Commitment, Mixing, State

_STAGES = {
    "committing": Refusal(code="commitments_are_open", message="seats may still commit; bytes are shown after that"),
    "revealing": Refusal(code="commitments_are_closed", message="no more commitments are taken for this shoe"),
    "mixed": Refusal(code="shoe_is_mixed", message="this shoe is mixed already"),
}
"""The refusal of a command that belongs to another stage, by the stage the shoe is at."""

_HEX = re.compile(rf"[0-9a-f]{{{2 * ENTROPY_OCTETS}}}")


def commit_entropy(state: State, command: c.CommitEntropy) -> list[e.Event]:
    """A seat takes part, with a commitment to bytes that nobody else knows yet."""
    mixing = _mixing(state, command, "committing")
    require_name(command.patron)
    if not 1 <= command.box <= state.sign.boxes:
        message = f"there is no box {command.box} here; the layout has {state.sign.boxes}"
        raise Refused(code="unknown_box", message=message)
    account = command.account or command.patron
    if earlier := next((seat for seat in mixing.committed if command.box == seat.box or account == seat.account), None):
        message = f"{earlier.patron} has committed already for box {earlier.box}: one commitment a seat and a person"
        raise Refused(code="already_committed", message=message)
    if not _HEX.fullmatch(command.commitment):
        raise Refused(code="bad_entropy", message="a commitment is 32 bytes, written as 64 hexadecimal digits")
    return [e.EntropyCommitted(patron=command.patron, box=command.box, account=account, commitment=command.commitment)]


def close_entropy(state: State, command: c.CloseEntropy) -> list[e.Event]:
    """No more commitments and no more cuts: the house cuts where no patron has."""
    mixing = _mixing(state, command, "committing", "closing the list of seats")
    cut = [] if state.shoe.cut_by else [e.ShoeCut(patron=HOUSE, place=command.house_cut)]
    closed = e.EntropyClosed(seats=tuple(seat.box for seat in mixing.committed))
    alone = [] if mixing.committed else [e.ShoeMixed(seats=(), left_out=(), commitment=command.commitment)]
    return [*cut, closed, *alone]


def reveal_entropy(state: State, command: c.RevealEntropy) -> list[e.Event]:
    """A seat shows the bytes that it committed to."""
    mixing = _mixing(state, command, "revealing")
    seat = next((seat for seat in mixing.committed if seat.box == command.box and seat.patron == command.patron), None)
    if seat is None:
        message = f"{command.patron[:60]} has committed to nothing for box {command.box} of this shoe"
        raise Refused(code="not_committed", message=message)
    if seat.box in mixing.revealed:
        raise Refused(code="already_revealed", message=f"the bytes of box {seat.box} are on record already")
    if not _HEX.fullmatch(command.entropy) or not _opens(state, seat, command.entropy):
        message = f"these are not the bytes that box {seat.box} committed to"
        raise Refused(code="bad_entropy", message=message)
    return [e.EntropyRevealed(patron=seat.patron, box=seat.box, entropy=command.entropy)]


def mix_shoe(state: State, command: c.MixShoe) -> list[e.Event]:
    """The sealed order is shuffled by what was revealed; who has not revealed is left out, by name."""
    mixing = _mixing(state, command, "revealing", "mixing the shoe")
    missing = [seat for seat in mixing.committed if seat.box not in mixing.revealed]
    if missing and command.by != HOUSE:
        names = ", ".join(seat.patron for seat in missing)
        message = f"{names} may still reveal; the house's clock ends the time for it"
        raise Refused(code="entropy_is_awaited", message=message)
    return [
        e.ShoeMixed(
            seats=tuple(sorted(mixing.revealed)),
            left_out=tuple(seat.patron for seat in missing),
            commitment=command.commitment,
        )
    ]


def all_revealed(state: State) -> bool:
    """Whether every seat that committed has revealed its bytes."""
    mixing = state.shoe.mixing
    return mixing is not None and all(seat.box in mixing.revealed for seat in mixing.committed)


def require_mixed(state: State) -> None:
    """No card leaves a shoe that its seats still mix."""
    if state.shoe.mixing is not None and state.shoe.mixing.stage != "mixed":
        message = "the seats are still mixing this shoe; no card leaves it before that is over"
        raise Refused(code="shoe_is_not_mixed", message=message)


def _mixing(state: State, command: c.Command, stage: str, dealers: str = "") -> Mixing:
    """The mixing of the shoe on the table, if it is at this stage; `dealers` names a step that only a dealer takes."""
    require_between_coups(state)
    if dealers:
        require(command, Authority.DEALER, state.book, dealers)
    rank_of(command)
    if state.table.shoe is None:
        raise Refused(code="no_shoe", message="there is no shoe to mix")
    mixing = state.shoe.mixing
    if mixing is None:
        raise Refused(code="shoe_is_house_only", message="the order of this shoe is the house's alone")
    if mixing.stage != stage:
        raise _STAGES[mixing.stage].error()
    return mixing


def _opens(state: State, seat: Commitment, entropy: str) -> bool:
    commitment = entropy_commitment(state.shoe.name, seat.box, seat.account, bytes.fromhex(entropy))
    return hmac.compare_digest(commitment, seat.commitment)
