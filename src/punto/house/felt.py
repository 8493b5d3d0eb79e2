"""The felt of a rulebook as pages draw it: its areas in order, with printed odds, layouts and paragraphs."""

from __future__ import annotations

from typing import Any

from punto.rulebook import Rulebook
from punto.rulebook.model import Bet
from punto.table.limits import differential_cite, pro_rata_cite


def felt_view(book: Rulebook) -> dict[str, Any]:
    """Everything a page needs to draw a table of this rulebook and to say why."""
    return {
        "id": book.id,
        "name": book.name,
        "edition": book.edition,
        "title": book.title.as_dict(),
        "source": book.source,
        "decks_cite": book.decks.cite,
        "commission": {"rate": book.commission.printed, "cite": book.commission.cite} if book.commission else None,
        "sha256": book.sha256,
        "bets": [_bet(bet) for bet in book.bets.values()],
        "insurance": [
            {"insures": area.insures.value, "name": area.name.as_dict(), "cite": area.cite}
            for area in book.areas
            if area.insures
        ],
        "layouts": [{"id": one.id, "name": one.name.as_dict(), "cite": one.cite} for one in book.layouts],
        "limits": _limits(book),
        "choice": _choice(book),
        "squeeze": book.procedure.get("squeeze", ""),
        "paragraphs": {one.number: one.says for one in book.paragraphs},
        "readings": {f"reading:{one.id}": one.reads for one in book.readings},
    }


def _bet(bet: Bet) -> dict[str, Any]:
    return {
        "id": bet.id,
        "name": bet.name.as_dict(),
        "hand": bet.hand.value if bet.hand else None,
        "cite": bet.cite,
        "pays": [
            {"when": str(row.when), "odds": str(row.odds), "cite": row.cite, "commission": row.commission}
            | {"asks": {fact: list(values) for fact, values in row.when.asks}}
            for row in bet.pays
        ],
    }


def _limits(book: Rulebook) -> dict[str, str]:
    """The paragraph behind each limit of a box, where the document has one."""
    shown = book.procedure.get("limits", "")
    under = book.irregularities.get("under_minimum")
    return {
        "minimum": under.cite if under else shown,
        "maximum": shown,
        "differential": differential_cite(book),
        "pro_rata": pro_rata_cite(book),
    }


def _choice(book: Rulebook) -> dict[str, str]:
    """The paragraph that lets patrons choose after an error, and how we read their silence."""
    silent = any(one.id == "silent-patron" for one in book.readings)
    return {"cite": book.procedure.get("choice", ""), "silence": "reading:silent-patron" if silent else ""}
