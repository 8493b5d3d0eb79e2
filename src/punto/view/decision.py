"""A decision before it is made: every answer to the pending report, and what it does to each patron's money.

Each answer is tried on the state by the table's own `decide`, so the view shows what would happen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from punto.kit import Refusal
from punto.rulebook import Consequence
from punto.table import State, decide
from punto.table import commands as c
from punto.table import events as e
from punto.table.postings import postings
from punto.table.report import FROM_THE_SHOE, clause_of
from punto.table.round import after
from punto.table.state import Coup, Phase

_NOBODY: Final = " "
"""A name that no account has, for the person who decides: it must not be the one who dealt the round."""

_ASKS_FOR_ORDER: Final = (Consequence.RECONSTRUCT, Consequence.VOID_UNLESS_RECONSTRUCTED)
"""Clauses by which somebody says whether the cards can be put in order."""


class MoneyView(msgspec.Struct, frozen=True, kw_only=True):
    """What a round has brought a patron so far, and would have brought them; stakes that lie count as given."""

    patron: str
    now: int
    then: int
    collect: int
    """Real chips to take from the patron; nothing where money is in wallets."""
    hand_out: int
    """Real chips to give to the patron."""


class AnswerView(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a report that waits, and what would come of it."""

    confirm: bool
    reconstruct: bool | None
    """Whether the cards are put in order; null where the clause does not ask."""
    refusal: Refusal | None
    """Why this answer would be refused."""
    from_shoe: bool
    """Whether a card of a sealed shoe comes out with it: what that leads to is known when it has."""
    phase: Phase
    """What the table does then."""
    result: e.CoupSettled | None
    """The settlement that would stand; null where it stays as it is or there is none."""
    voids: bool
    choosing: tuple[str, ...]
    """Who would choose between going on and having the bets back."""
    new_cards: bool
    """Whether the cards in use must be replaced before the next round."""
    money: list[MoneyView]


def answers(state: State) -> list[AnswerView]:
    """All that may be answered to the report that waits; nothing where none does, or where it takes a ruling."""
    return [_tried(state, answer) for answer in _possible(state)]


def _possible(state: State) -> Iterator[c.Decide]:
    pending = state.table.pending
    if pending is None:
        return
    clause = clause_of(state.rules, pending.what)
    if clause is not None and pending.report.leads_to != Consequence.RULING.value:
        orders = (True, False) if clause.leads_to in _ASKS_FOR_ORDER else (None,)
        for reconstruct in orders:
            yield _answer(pending.decides, confirm=True, reconstruct=reconstruct)
    yield _answer(pending.decides, confirm=False)


def _answer(rank: str, *, confirm: bool, reconstruct: bool | None = None) -> c.Decide:
    # A decision against the cards' order needs a reason; here any word stands for it.
    return c.Decide(by=rank, account=_NOBODY, confirm=confirm, reconstruct=reconstruct, note="tried")


def _tried(state: State, answer: c.Decide) -> AnswerView:
    confirm, reconstruct = bool(answer.confirm), answer.reconstruct
    from_shoe = confirm and state.pending.what in FROM_THE_SHOE and state.shoe.source == "virtual"
    # That a sealed shoe's cards cannot be put in order is refused before any card comes out.
    events = [] if from_shoe and reconstruct is not False else decide(state, answer)
    refusal = events if isinstance(events, Refusal) else None
    follows = [] if isinstance(events, Refusal) else events
    then = after(state, follows)
    shoe, coup = then.table.shoe, then.table.coup
    return AnswerView(
        confirm=confirm,
        reconstruct=reconstruct,
        refusal=refusal,
        from_shoe=from_shoe,
        phase=then.table.phase,
        result=next((event for event in reversed(follows) if isinstance(event, e.CoupSettled)), None),
        voids=any(isinstance(event, e.CoupVoided) for event in follows),
        choosing=coup.choosing if coup else (),
        new_cards=shoe is not None and shoe.condemned,
        money=[] if refusal or from_shoe else _money(state, follows),
    )


def _money(state: State, follows: list[e.Event]) -> list[MoneyView]:
    """For everybody in the round what it has brought them, before and after these events."""
    change: Counter[str] = Counter()
    for event in follows:
        for posting in postings(event, "", state.sign.wallets):
            holder, _, patron = posting.account.partition(":")
            if holder in ("wallet", "chips"):
                change[patron] += posting.amount
    coup = _of(state)
    names = dict.fromkeys([*(_in_round(coup) if coup else ()), *change])
    chips = not state.sign.wallets
    return [
        MoneyView(
            patron=name,
            now=(now := _brought(coup, name) if coup else 0),
            then=now + change[name],
            collect=max(0, -change[name]) if chips else 0,
            hand_out=max(0, change[name]) if chips else 0,
        )
        for name in names
    ]


def _of(state: State) -> Coup | None:
    """The round that a report is about: insurance may be claimed for the one before, while the next has its bets."""
    now = state.table.coup
    claims = state.pending.what == "neglected_insurance"
    return state.table.previous if claims and (now is None or now.ended != "settled") else now


def _in_round(coup: Coup) -> Iterator[str]:
    yield from (bet.patron for bet in coup.bets)
    yield from (line.patron for line in coup.settlement.lines) if coup.settlement else ()


def _brought(coup: Coup, patron: str) -> int:
    """What a round has moved for a patron so far."""
    if coup.settlement is not None:
        paid = sum(line.payback - line.stake for line in coup.settlement.lines if line.patron == patron)
        return paid + sum(back.stake for back in coup.repaid if back.patron == patron)
    lies = sum(bet.stake for bet in coup.bets if bet.patron == patron)
    return -lies - sum(insurance.stake for insurance in coup.insurance if insurance.patron == patron)
