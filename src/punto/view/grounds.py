"""Grounds: the paragraphs behind an event that names none itself.

Refusals, irregularities and payments carry their paragraph in the record. A step of common play does not; its
paragraph, if there is one, comes from the rulebook of the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from punto.coup import Why
from punto.kit import read_cards
from punto.rulebook import Rulebook
from punto.table import Event, Sign
from punto.table import events as e

_BURN_AND_CUT: Final = "reading:burn-and-cut"
"""The reading for documents that do not mention burn and cut card."""


def grounds(event: Event, book: Rulebook, drawn: Sequence[str] = (), decided: str = "") -> tuple[str, ...]:
    """The paragraphs of a rulebook behind an event; none where it has no paragraph for it.

    `drawn` are the cards of the coup before this one, `decided` is the irregularity that was decided last.
    """
    cites: tuple[str, ...] = ()
    match event:
        case e.TableOpened(sign=sign):
            shows = tuple(paragraph.number for paragraph in book.paragraphs if paragraph.by == "table.sign")
            cites = (*shows, *_notice(book, sign.insurance))
        case e.SignChanged(sign=sign) | e.SignPrepared(sign=Sign() as sign):
            cites = _notice(book, sign.insurance)
        case e.ShoeOpened():
            cites = (book.decks.cite,)
        case e.CardsBurned():
            cites = (_step(book, "burn"),)
        case e.CutCardReached():
            cites = (_step(book, "cut"),)
        case e.BetsOpened():
            cites = (book.procedure.get("open_bets", ""),)
        case e.BetsClosed():
            cites = (book.procedure.get("close_bets", ""),)
        case e.BetPlaced(bet=bet) if bet in book.bets:
            cites = (book.bets[bet].cite, book.procedure.get("request", "") if event.placed_by else "")
        case e.CardDrawn():
            cites = (_draw(book, drawn),)
        case e.InsuranceTaken():
            cites = (book.insurance_terms.original_cite if book.insurance_terms else "",)
        case e.CardsSetAside() if decided in book.irregularities:
            cites = (book.irregularities[decided].cite,)
    return tuple(dict.fromkeys(cite for cite in cites if cite))


def _notice(book: Rulebook, insurance: bool) -> tuple[str, ...]:
    """The paragraph by which a table withholds insurance, if it does."""
    terms = book.insurance_terms
    return (terms.notice_cite,) if terms and not insurance else ()


def _step(book: Rulebook, word: str) -> str:
    return book.procedure.get(word) or (_BURN_AND_CUT if _BURN_AND_CUT in book.words else "")


def _draw(book: Rulebook, drawn: Sequence[str]) -> str:
    """The paragraph of the tableau by which a card was drawn after these."""
    points = [card.points for card in read_cards(" ".join(drawn))]
    if len(points) < 4:
        return book.cite_draw(Why.OPENING)
    takers = [ruling for ruling in book.tableau.third_cards(points) if ruling.draws]
    # A log that was tampered with may hold a card that no hand takes.
    return book.cite_draw(takers[len(points) - 4].why) if len(points) - 4 < len(takers) else ""
