"""The PAR sheet of a rulebook as a document: what a regulator files and a manager reads."""

from __future__ import annotations

from punto.chance.par import ParSheet
from punto.report.document import Document, Facts, SheetSection
from punto.report.figures import counted
from punto.report.html import html_of
from punto.report.making import Making, making
from punto.report.par_bets import bets_section, correlation_section, rows_section
from punto.report.par_grounds import all_readings, grounds_section, method_section
from punto.report.par_hold import hold_section
from punto.report.par_insurance import exact_insurance, insurance_section
from punto.report.par_shoe import decks_section, offers_removal, removal_section
from punto.report.par_summary import summary_section
from punto.report.pdf import pdf_of
from punto.report.rule_words import SOURCES, since


def par_html(par: ParSheet, by: Making | None = None) -> str:
    """The sheet as one HTML file."""
    return html_of(par_document(par, by))


def par_pdf(par: ParSheet, by: Making | None = None) -> bytes:
    """The sheet as PDF."""
    return pdf_of(par_document(par, by))


def par_document(par: ParSheet, by: Making | None = None) -> Document:
    """The document behind both, made by this software today unless `by` is given. Empty sections are left out."""
    by = by or making()
    sections = (
        summary_section(par),
        bets_section(par),
        rows_section(par),
        hold_section(par),
        insurance_section(par),
        decks_section(par),
        removal_section(par),
        correlation_section(par),
        grounds_section(par),
        method_section(par),
        exact_insurance(par),
        offers_removal(par),
        all_readings(par),
    )
    book = par.rulebook
    return Document(
        kind="PAR sheet",
        title=book.title.en,
        other_title=book.title.zh,
        facts=Facts((*_facts(par), *making_facts(by))),
        sections=tuple(section for section in sections if isinstance(section, SheetSection)),
        stamp=f"PAR sheet of {book.name}, {shoe(par)}, made {by.moment} by punto {by.version}",
        dated=by.at,
        seal=f"SHA-256 {book.sha256}",
    )


def making_facts(by: Making) -> tuple[tuple[str, str], ...]:
    """When a document was made, and by which software."""
    return (
        ("Made", by.moment),
        ("Software", f"punto {by.version}"),
        ("SHA-256 of the software", by.manifest),
    )


def shoe(par: ParSheet) -> str:
    """The cards the figures are for."""
    sheet = par.sheet
    cards = f"{counted(sheet.cards_left, 'card')} left"
    if sheet.decks is None:
        return f"a shoe given by its counts, {cards}"
    decks = counted(sheet.decks, "deck")
    return f"{decks}, {sheet.cards_left} cards" if sheet.cards_left == 52 * sheet.decks else f"{decks}, {cards}"


def _facts(par: ParSheet) -> list[tuple[str, str]]:
    book = par.rulebook
    least, most = book.decks.least, book.decks.most
    allowed = counted(least, "deck") if least == most else f"{least} to {most} decks"
    facts = [
        ("Rulebook", book.id),
        ("Edition", f"{book.edition}{', version ' + book.version if book.version else ''} ({SOURCES[book.source]})"),
        ("In force since", since(book)),
        ("These figures", shoe(par)),
        ("Combinations", f"{par.sheet.outlook.ways:,} equally likely deals of the cards a coup can use"),
        ("Allowed", f"{allowed} ({book.decks.cite})"),
    ]
    if par.sheet.dealt:
        facts.append(("Cards dealt", " ".join(map(str, par.sheet.dealt))))
    if book.commission:
        facts.append(("Commission", f"{book.commission.printed} of what a marked row wins ({book.commission.cite})"))
    return [*facts, ("SHA-256 of the rulebook", book.sha256)]
