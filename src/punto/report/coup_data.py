"""A settled coup step by step: who drew and why, what insurance was offered, how every bet ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from punto.coup import Ruling, hands
from punto.kit import Card
from punto.report.sheet_data import OfferName, offer_fields
from punto.rulebook import Cell, Rulebook, Settled, Window, most_stake, offers
from punto.rulebook.slip_answer import BetAnswer, InsuranceAnswer, ResultAnswer, slip_answer


class DrawStep(msgspec.Struct, frozen=True):
    """Whether a hand took a third card."""

    side: str
    draws: bool
    why: str
    cite: str


class OfferStep(OfferName, frozen=True, kw_only=True):
    """An offer of insurance; `most_stake` is null without a bet on that hand."""

    on: str
    most_stake: int | None
    cite: str


class CoupSteps(msgspec.Struct, frozen=True, kw_only=True):
    """A coup as `--json` prints it."""

    rulebook: str
    edition: str
    decks: int
    cards: str
    player: str
    banker: str
    draws: list[DrawStep]
    offers: list[OfferStep]
    result: ResultAnswer
    bets: dict[str, BetAnswer]
    insurance: list[InsuranceAnswer]


@dataclass(frozen=True)
class SettledCoup:
    """A coup with its bets and how they ended, and the insurance that was offered on the way."""

    book: Rulebook
    decks: int
    drawn: Sequence[Card]
    bets: Mapping[str, int]
    settled: Settled

    def rulings(self) -> list[Ruling]:
        return self.book.tableau.third_cards([card.points for card in self.drawn])

    def offered(self, window: Window) -> list[Cell]:
        """What was offered in a window; nothing if it never opened."""
        cells = offers(self.book, self.drawn[: window.cards]) if len(self.drawn) > window.cards else []
        return [cell for cell in cells if cell.window is window]

    def closed(self, cell: Cell) -> bool:
        """Whether the document refuses this offer because the patron insured in the first window."""
        terms = self.book.insurance_terms
        again = cell.window is not Window.AFTER_FOUR_CARDS and terms is not None and not terms.both_windows
        return again and any(insured.window is not cell.window for insured, _, _ in self.settled.insurance)

    def most(self, cell: Cell) -> int | None:
        """The most this person could have staked on an offer; None without a bet on that hand."""
        original = self.book.bet_on(cell.insures)
        if original is None or original.id not in self.bets:
            return None
        if self.closed(cell):
            return 0
        first = Window.AFTER_FOUR_CARDS
        earlier = [
            (insured.stake, earlier_cell)
            for insured, earlier_cell, _ in self.settled.insurance
            if insured.insures is cell.insures and insured.window is not cell.window and cell.window is not first
        ]
        return most_stake(cell, self.bets[original.id], earlier)


def coup_steps(coup: SettledCoup) -> CoupSteps:
    """The coup as data."""
    book, dealt, answer = coup.book, hands(coup.book.tableau, coup.drawn), slip_answer(coup.settled)
    return CoupSteps(
        rulebook=book.id,
        edition=book.edition,
        decks=coup.decks,
        cards=" ".join(map(str, coup.drawn)),
        player=" ".join(map(str, dealt.player)),
        banker=" ".join(map(str, dealt.banker)),
        draws=[
            DrawStep(ruling.side.value, ruling.draws, ruling.sentence(), book.cite_draw(ruling.why))
            for ruling in coup.rulings()
        ],
        offers=[_offer(coup, cell) for window in Window for cell in coup.offered(window)],
        result=answer.result,
        bets=answer.bets,
        insurance=answer.insurance,
    )


def _offer(coup: SettledCoup, cell: Cell) -> OfferStep:
    return OfferStep(
        **offer_fields(cell),
        on="tie" if cell.on_loss is None else f"{cell.insures.other.value}_wins",
        most_stake=coup.most(cell),
        cite=cell.cite if cell.on_loss else cell.tie_cite,
    )
