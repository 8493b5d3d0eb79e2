"""A rulebook as plain data: everything `punto rules show --json` prints."""

from __future__ import annotations

from typing import Any

from punto.kit import Odds
from punto.rulebook import Bet, Cell, PayRow, Rulebook
from punto.rulebook.model import Area, Irregularity, Layout, Paragraph, Reading


def sheet(book: Rulebook) -> dict[str, Any]:
    """The whole rulebook."""
    return {
        **summary(book),
        "version": book.version,
        "sha256": book.sha256,
        "decks": {
            "least": book.decks.least,
            "most": book.decks.most,
            "usual": book.decks.usual,
            "cite": book.decks.cite,
        },
        "tableau": _tableau(book),
        "commission": {"rate": book.commission.printed, "cite": book.commission.cite} if book.commission else None,
        "bets": [_bet(bet) for bet in book.bets.values()],
        "insurance": _insurance(book),
        "layouts": [_layout(layout) for layout in book.layouts],
        "areas": [_area(area) for area in book.areas],
        "irregularities": [_clause(clause) for clause in book.irregularities.values()],
        "procedure": dict(book.procedure),
        "paragraphs": [_paragraph(paragraph) for paragraph in book.paragraphs],
        "readings": [reading_dict(reading) for reading in book.readings],
    }


def summary(book: Rulebook) -> dict[str, Any]:
    """What a list of rulebooks says of each."""
    return {
        "id": book.id,
        "edition": book.edition,
        "title": book.title.as_dict(),
        "source": book.source,
        "effective": book.effective.isoformat(),
        "decks": {"least": book.decks.least, "most": book.decks.most, "usual": book.decks.usual},
        "bets": len(book.bets),
        "insurance": bool(book.insurance),
        "sha256": book.sha256,
    }


def _tableau(book: Rulebook) -> dict[str, Any]:
    tableau = book.tableau
    return {
        "naturals": sorted(tableau.naturals),
        "player_draws": sorted(tableau.player_draws),
        "banker_draws_alone": sorted(tableau.banker_draws_alone),
        "banker_draws_on": {str(total): sorted(thirds) for total, thirds in enumerate(tableau.banker_draws_on)},
        "cite": {why.value: cite for why, cite in book.tableau_cites.items()},
    }


def _bet(bet: Bet) -> dict[str, Any]:
    return {
        "id": bet.id,
        "name": bet.name.as_dict(),
        "hand": bet.hand.value if bet.hand else None,
        "cite": bet.cite,
        "lose_cite": bet.lose_cite,
        "pays": [_row(row) for row in bet.pays],
    }


def _row(row: PayRow) -> dict[str, Any]:
    return {
        "when": {fact: list(values) for fact, values in row.when.asks},
        "words": str(row.when),
        "odds": row.odds.text,
        "commission": row.commission,
        "cite": row.cite,
    }


def _insurance(book: Rulebook) -> dict[str, Any] | None:
    terms = book.insurance_terms
    if terms is None:
        return None
    return {
        "terms": {key: getattr(terms, key) for key in terms.__slots__},
        "cells": [_cell(cell) for cell in book.insurance.values()],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "window": cell.window.value,
        "insures": cell.insures.value,
        "player": cell.player,
        "banker": cell.banker,
        "on_loss": cell.on_loss.text if cell.on_loss else None,
        "on_tie": cell.on_tie.text if isinstance(cell.on_tie, Odds) else "push",
        "cite": cell.cite,
        "tie_cite": cell.tie_cite,
    }


def _layout(layout: Layout) -> dict[str, Any]:
    return {"id": layout.id, "name": layout.name.as_dict(), "boxes": list(layout.boxes), "cite": layout.cite}


def _area(area: Area) -> dict[str, Any]:
    return {
        "name": area.name.as_dict(),
        "bet": area.bet,
        "insures": area.insures.value if area.insures else None,
        "cite": area.cite,
    }


def _clause(clause: Irregularity) -> dict[str, Any]:
    return {
        "what": clause.what,
        "leads_to": clause.leads_to.value,
        "decides": clause.decides.word,
        "options": clause.options.value,
        "options_cite": clause.options_cite,
        "cards": clause.cards.value,
        "cite": clause.cite,
    }


def _paragraph(paragraph: Paragraph) -> dict[str, Any]:
    return {
        "number": paragraph.number,
        "says": paragraph.says,
        "became": paragraph.became.value,
        "by": paragraph.by,
    }


def reading_dict(reading: Reading) -> dict[str, str]:
    return {
        "id": reading.id,
        "cite": reading.cite,
        "kind": reading.kind,
        "reads": reading.reads,
        "why": reading.why,
    }
