"""Reinsurance: what becomes of insurance when the cards it was taken on, or the bet it covers, are corrected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from punto.kit import Card
from punto.rulebook import Cell, most_stake
from punto.table import events as e
from punto.table.insurance import cell_of
from punto.table.state import State, TakenInsurance


def reinsured(state: State, were: Sequence[Card], are: Sequence[Card], cite: str) -> list[e.Event]:
    """Insurance held against the true cards.

    At the same odds it stands; at better ones it stands at those, and stake above the cap goes back; at worse ones,
    or where none was due, it goes back, won or lost.
    """
    back: list[tuple[TakenInsurance, int]] = []
    standing: list[tuple[TakenInsurance, Cell]] = []
    for insurance in state.coup.insurance:
        before, now = cell_of(state.rules, were, insurance), cell_of(state.rules, are, insurance)
        if now is None or before is None or _is_worse(now, before):
            back.append((insurance, insurance.stake))
        else:
            standing.append((insurance, now))
    return _returned([*back, *_above_the_cap(state, standing)], cite)


def uncovered(state: State, cite: str) -> list[e.Event]:
    """Insurance whose original bet is gone or smaller than the record had it, once chips are corrected."""
    back: list[tuple[TakenInsurance, int]] = []
    standing: list[tuple[TakenInsurance, Cell]] = []
    for insurance in state.coup.insurance:
        cell = cell_of(state.rules, state.coup.cards, insurance)
        if _original(state, insurance) == 0 or cell is None:
            back.append((insurance, insurance.stake))
        else:
            standing.append((insurance, cell))
    return _returned([*back, *_above_the_cap(state, standing)], cite)


def _is_worse(now: Cell, before: Cell) -> bool:
    """Whether a cell pays less, or pays on another outcome: that is another bet."""
    return (now.on_loss is None) != (before.on_loss is None) or now.odds.to < before.odds.to


def _original(state: State, insurance: TakenInsurance) -> int:
    """The effective stake of the insured bet; 0 if there is none."""
    original = state.rules.bet_on(insurance.insures)
    bet = state.coup.bet(insurance.patron, insurance.box, original.id) if original else None
    return bet.plays if bet else 0


def _above_the_cap(state: State, standing: list[tuple[TakenInsurance, Cell]]) -> Iterable[tuple[TakenInsurance, int]]:
    """The stakes of insurance beyond the cap; insurance that was taken first has the first claim to the room."""
    for place, (insurance, cell) in enumerate(standing):
        same = (insurance.patron, insurance.box, insurance.insures)
        earlier = [
            (other.stake, its_cell)
            for other, its_cell in standing[:place]
            if (other.patron, other.box, other.insures) == same
        ]
        most = most_stake(cell, _original(state, insurance), earlier)
        if insurance.stake > most:
            yield insurance, insurance.stake - most


def _returned(back: Iterable[tuple[TakenInsurance, int]], cite: str) -> list[e.Event]:
    """One event for each window and hand."""
    stakes: dict[tuple[str, str], list[e.Returned]] = {}
    for insurance, stake in back:
        side = insurance.insures
        stakes.setdefault((insurance.window, side.value), []).append(
            e.Returned(patron=insurance.patron, box=insurance.box, bet=e.INSURANCE, insures=side.value, stake=stake)
        )
    return [
        e.InsuranceReturned(window=window, insures=insures, stakes=tuple(together), cite=cite)  # type: ignore[arg-type]
        for (window, insures), together in stakes.items()
    ]
