"""Every paragraph of a document and what became of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from punto.rulebook import Rulebook
from punto.rulebook.model import Became, Paragraph, Reading


class ParagraphAccount(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of a paragraph; each kind has its own key beside those all share."""

    number: str
    says: str
    became: Became
    cited_by: list[str]
    readings: list[Reading]
    module: str | msgspec.UnsetType = msgspec.UNSET
    reading: Reading | msgspec.UnsetType = msgspec.UNSET
    why: str | msgspec.UnsetType = msgspec.UNSET


def paragraph_accounts(book: Rulebook) -> list[ParagraphAccount]:
    """An account of each paragraph, in the document's order."""
    cited_by: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for cite, rule in citations(book):
        cited_by[cite][rule] = None
    return [_account(book, paragraph, list(cited_by[paragraph.number])) for paragraph in book.paragraphs]


def _account(book: Rulebook, paragraph: Paragraph, cited_by: list[str]) -> ParagraphAccount:
    became = paragraph.became
    by_id = {reading.id: reading for reading in book.readings}
    return ParagraphAccount(
        number=paragraph.number,
        says=paragraph.says,
        became=became,
        cited_by=cited_by,
        readings=[reading for reading in book.readings if reading.cite == paragraph.number],
        module=paragraph.by if became is Became.PROCEDURE else msgspec.UNSET,
        reading=by_id[paragraph.by] if became is Became.READING else msgspec.UNSET,
        why=paragraph.by if became is Became.NOT_MODELLED else msgspec.UNSET,
    )


def citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    """Every paragraph cited, with the rule that cites it, in words."""
    yield book.decks.cite, "decks"
    for why, cite in book.tableau_cites.items():
        yield cite, f"tableau ({why.value.replace('_', ' ')})"
    for bet in book.bets.values():
        yield bet.cite, f"bet {bet.id}"
        for row in bet.pays:
            yield row.cite, f"bet {bet.id} when {row.when}"
        yield bet.lose_cite, f"bet {bet.id} when it loses"
    if book.commission:
        yield book.commission.cite, "commission"
    for cell in book.insurance.values():
        where = f"insurance of {cell.insures.value} {cell.window.value.replace('_', ' ')}"
        yield cell.cite, where
        yield cell.tie_cite, f"{where}, on a tie"
    if terms := book.insurance_terms:
        for key in terms.__slots__:
            if key.endswith("_cite"):
                yield getattr(terms, key), f"insurance terms ({key.removesuffix('_cite').replace('_', ' ')})"
    if limits := book.limits:
        yield limits.maximum_cite, "limits (maximum)"
        yield limits.needs_cite, "limits (needs)"
    for layout in book.layouts:
        yield layout.cite, f"layout {layout.id}"
    for area in book.areas:
        if area.insures:
            yield area.cite, f"area for insuring {area.insures.value}"
    for clause in book.irregularities.values():
        yield clause.cite, f"irregularity {clause.what}"
        yield clause.options_cite, f"irregularity {clause.what}, the options"
    for step, cite in book.procedure.items():
        yield cite, f"procedure {step.replace('_', ' ')}"
