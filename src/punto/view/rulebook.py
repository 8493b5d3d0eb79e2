"""A rulebook as data, for lists, the felt, the board, the odds page and `punto rules show --json`.

Plain parts of the model (names, decks, layouts, areas, paragraphs, readings) are used as they are.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from punto.kit import Odds
from punto.rulebook import Bet, Cell, PayRow, Rulebook
from punto.rulebook.model import Area, Authority, Decks, InsuranceTerms, Irregularity, Layout, Name, Paragraph, Reading
from punto.table.commands import Hand
from punto.table.limits import differential_cite, pro_rata_cite
from punto.table.report import clause_of
from punto.view.extended import extended


class EditionView(msgspec.Struct, frozen=True, kw_only=True):
    """Which rulebook it is, in which edition."""

    id: str
    name: str
    """The edition's full name, as in `easy-six@2012-06-02`."""
    edition: str
    title: Name
    source: str
    effective: datetime
    decks: Decks
    sha256: str


class ShelfRow(EditionView, frozen=True, kw_only=True):
    """An edition in a list."""

    bets: int
    insurance: bool
    in_force: bool


class PayRowView(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a pay table."""

    when: dict[str, list[Any]]
    """For each fact that it asks about, the values that fit."""
    words: str
    odds: str
    commission: bool
    cite: str


class BetView(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    name: Name
    hand: Hand | None
    cite: str
    lose_cite: str
    pays: list[PayRowView]


class CommissionView(msgspec.Struct, frozen=True, kw_only=True):
    rate: str
    """As printed: 5%."""
    cite: str


class LimitCites(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraph behind each limit of a box; empty where the document has none."""

    minimum: str
    maximum: str
    differential: str
    pro_rata: str


class SilenceView(msgspec.Struct, frozen=True, kw_only=True):
    """The paragraph of a patron's choice after an error, and the reading of silence."""

    cite: str
    silence: str


class LaidOut(EditionView, frozen=True, kw_only=True):
    """A rulebook's bets and layout, as a page draws them."""

    bets: list[BetView]
    areas: tuple[Area, ...]
    layouts: tuple[Layout, ...]
    commission: CommissionView | None
    limits: LimitCites
    choice: SilenceView
    procedure: dict[str, str]
    """The paragraph behind each step of a table that the document speaks of."""


class FeltView(LaidOut, frozen=True, kw_only=True):
    """The felt of a table, and what its paragraphs and readings say in our words, by what cites them."""

    words: dict[str, str]


class CellView(msgspec.Struct, frozen=True, kw_only=True):
    """What insuring a hand pays at these totals."""

    window: str
    insures: Hand
    player: int
    banker: int
    odds: str
    """What it wins when it wins."""
    on_loss: str | None
    """When the insured hand loses; null where it cannot win that way."""
    on_tie: str
    """Odds, or `push`."""
    cite: str
    tie_cite: str


class InsuranceView(msgspec.Struct, frozen=True, kw_only=True):
    terms: InsuranceTerms
    cells: list[CellView]


class TableauView(msgspec.Struct, frozen=True, kw_only=True):
    naturals: list[int]
    player_draws: list[int]
    banker_draws_alone: list[int]
    banker_draws_on: dict[str, list[int]]
    cite: dict[str, str]


class ClauseView(msgspec.Struct, frozen=True, kw_only=True):
    """A clause of the irregularity code: what happened, what it leads to, who decides."""

    what: str
    cite: str
    says: str
    leads_to: str
    decides: str
    options: str
    options_cite: str
    options_says: str
    new_cards: str
    """Whether the cards in use are `kept`, `replaced` or `may_be_replaced`."""


class RulebookView(LaidOut, frozen=True, kw_only=True):
    """A rulebook whole."""

    version: str
    tableau: TableauView
    insurance: InsuranceView | None
    irregularities: list[ClauseView]
    paragraphs: tuple[Paragraph, ...]
    readings: tuple[Reading, ...]


def shelf_row(book: Rulebook, in_force: bool) -> ShelfRow:
    """An edition in a list."""
    return extended(ShelfRow, _edition(book), bets=len(book.bets), insurance=bool(book.insurance), in_force=in_force)


def felt_view(book: Rulebook) -> FeltView:
    """Everything a page needs to draw a table of this rulebook and to say why."""
    return extended(FeltView, _laid_out(book), words=book.words)


def rulebook_view(book: Rulebook) -> RulebookView:
    """The whole rulebook."""
    return extended(
        RulebookView,
        _laid_out(book),
        version=book.version,
        tableau=_tableau(book),
        insurance=_insurance(book),
        irregularities=[clause_view(book, clause) for clause in book.irregularities.values()],
        paragraphs=book.paragraphs,
        readings=book.readings,
    )


def clause_view(book: Rulebook, clause: Irregularity) -> ClauseView:
    return ClauseView(
        what=clause.what,
        cite=clause.cite,
        says=book.says(clause.cite),
        leads_to=clause.leads_to.value,
        decides=clause.decides.word,
        options=clause.options.value,
        options_cite=clause.options_cite,
        options_says=book.says(clause.options_cite),
        new_cards=clause.cards.value,
    )


def report_clause(book: Rulebook | None, what: str) -> ClauseView:
    """The clause that a report goes by, under the report's own word."""
    clause = clause_of(book, what) if book else None
    if book is None or clause is None:
        return uncovered_view(book, what)
    return msgspec.structs.replace(clause_view(book, clause), what=what)


def uncovered_view(book: Rulebook | None, what: str) -> ClauseView:
    """The clause for a report that no clause covers: the Shift Manager rules."""
    clause = book.irregularities.get("uncovered") if book else None
    return ClauseView(
        what=what,
        cite=clause.cite if clause else "",
        says=book.says(clause.cite) if book and clause else "",
        leads_to="ruling",
        decides=Authority.SHIFT_MANAGER.word,
        options="never",
        options_cite="",
        options_says="",
        new_cards="kept",
    )


def commission_view(book: Rulebook) -> CommissionView | None:
    return CommissionView(rate=book.commission.printed, cite=book.commission.cite) if book.commission else None


def _edition(book: Rulebook) -> EditionView:
    return EditionView(
        id=book.id,
        name=book.name,
        edition=book.edition,
        title=book.title,
        source=book.source,
        effective=book.effective,
        decks=book.decks,
        sha256=book.sha256,
    )


def _laid_out(book: Rulebook) -> LaidOut:
    return extended(
        LaidOut,
        _edition(book),
        bets=[_bet(bet) for bet in book.bets.values()],
        areas=book.areas,
        layouts=book.layouts,
        commission=commission_view(book),
        limits=_limits(book),
        choice=_choice(book),
        procedure=book.procedure,
    )


def _bet(bet: Bet) -> BetView:
    return BetView(
        id=bet.id,
        name=bet.name,
        hand=bet.hand.value if bet.hand else None,
        cite=bet.cite,
        lose_cite=bet.lose_cite,
        pays=[_row(row) for row in bet.pays],
    )


def _row(row: PayRow) -> PayRowView:
    return PayRowView(
        when={fact: list(values) for fact, values in row.when.asks},
        words=str(row.when),
        odds=row.odds.text,
        commission=row.commission,
        cite=row.cite,
    )


def _limits(book: Rulebook) -> LimitCites:
    limits_cite = book.procedure.get("limits", "")
    under = book.irregularities.get("under_minimum")
    return LimitCites(
        minimum=under.cite if under else limits_cite,
        maximum=limits_cite,
        differential=differential_cite(book),
        pro_rata=pro_rata_cite(book),
    )


def _choice(book: Rulebook) -> SilenceView:
    silent = next((reading.cited_as for reading in book.readings if reading.id == "one-choice"), "")
    return SilenceView(cite=book.procedure.get("choice", ""), silence=silent)


def _tableau(book: Rulebook) -> TableauView:
    tableau = book.tableau
    return TableauView(
        naturals=sorted(tableau.naturals),
        player_draws=sorted(tableau.player_draws),
        banker_draws_alone=sorted(tableau.banker_draws_alone),
        banker_draws_on={str(total): sorted(thirds) for total, thirds in enumerate(tableau.banker_draws_on)},
        cite={why.value: cite for why, cite in book.tableau_cites.items()},
    )


def _insurance(book: Rulebook) -> InsuranceView | None:
    if book.insurance_terms is None:
        return None
    return InsuranceView(terms=book.insurance_terms, cells=[_cell(cell) for cell in book.insurance.values()])


def _cell(cell: Cell) -> CellView:
    return CellView(
        window=cell.window.value,
        insures=cell.insures.value,
        player=cell.player,
        banker=cell.banker,
        odds=cell.odds.text,
        on_loss=cell.on_loss.text if cell.on_loss else None,
        on_tie=cell.on_tie.text if isinstance(cell.on_tie, Odds) else "push",
        cite=cell.cite,
        tie_cite=cell.tie_cite,
    )
