"""The grounds of a PAR sheet: rules and readings in force, the method, and the checks."""

from __future__ import annotations

from collections.abc import Iterator

from punto.chance.par import ParSheet
from punto.coup import FACTS, Scope, Why
from punto.report.checks import checks_of
from punto.report.document import Block, Items, Row, SheetColumn, SheetSection, SheetTable, Text
from punto.rulebook import Rulebook
from punto.rulebook.model import Reading

WHYS = {
    Why.OPENING: "Four cards, Player first and in turn",
    Why.NATURAL: "With a natural nobody draws",
    Why.PLAYER: "When Player draws",
    Why.BANKER_ALONE: "When Banker draws after Player stood",
    Why.BANKER: "When Banker draws after Player drew",
}


def grounds_section(par: ParSheet) -> SheetSection:
    """The tableau and the readings that the figures rest on."""
    book = par.rulebook
    blocks: list[Block] = [Text("Figures follow this tableau, with its paragraphs:"), _rules(book), _tableau(book)]
    if bearing := [reading for reading in book.readings if bears(book, reading)]:
        blocks.append(Text("Where the document is not clear, the paragraphs behind the figures are read so:"))
        blocks.append(Items(tuple((f"{r.id} ({r.cite}).", r.reads) for r in bearing)))
    elif not book.readings:
        blocks.append(Text("The rulebook needs no readings."))
    return SheetSection("Rules and readings in force", blocks)


def _rules(book: Rulebook) -> SheetTable:
    rows: list[Row] = [(words, book.cite_draw(why)) for why, words in WHYS.items()]
    if terms := book.insurance_terms:
        both = "may be taken in both windows" if terms.both_windows else "is not offered again to who took it"
        rows += [
            ("What insurance would win is at most the original bet", terms.cap_cite),
            (f"Insurance {both}", terms.windows_cite),
            ("Insurance is returned on a tie, unless its cell pays one", terms.tie_cite),
        ]
    return SheetTable((SheetColumn("Rule"), SheetColumn("Paragraph")), tuple(rows), size="small")


def _tableau(book: Rulebook) -> SheetTable:
    tableau = book.tableau
    thirds = (SheetColumn(str(card), "centre") for card in range(10))
    columns = (SheetColumn("Banker has"), *thirds, SheetColumn("Player stood", "centre"))
    rows = tuple(
        (
            str(total),
            *("draws" if card in on else "stands" for card in range(10)),
            "draws" if total in tableau.banker_draws_alone else "stands",
        )
        for total, on in enumerate(tableau.banker_draws_on)
        if total not in tableau.naturals
    )
    draws = ", ".join(map(str, sorted(tableau.player_draws)))
    caption = f"Player draws on {draws}. Banker, by what Player's third card counts"
    return SheetTable(columns, rows, caption, size="small")


def bears(book: Rulebook, reading: Reading) -> bool:
    """Whether a reading is of a paragraph that the figures rest on, or of a word that its bets ask about."""
    cites = set(cited(book))
    if reading.cite in cites or f"reading:{reading.id}" in cites:
        return True
    words = set(reading.reads.lower().replace(",", " ").replace(".", " ").split())
    return bool(words & _bet_words(book))


def cited(book: Rulebook) -> Iterator[str]:
    """Every paragraph behind a figure."""
    yield book.decks.cite
    yield from book.tableau_cites.values()
    if book.commission:
        yield book.commission.cite
    for bet in book.bets.values():
        yield from (bet.cite, bet.lose_cite, *(row.cite for row in bet.pays))
    for cell in book.insurance.values():
        yield from (cell.cite, cell.tie_cite)
    if terms := book.insurance_terms:
        yield from (terms.cap_cite, terms.original_cite, terms.offered_cite, terms.tie_cite, terms.windows_cite)


def _bet_words(book: Rulebook) -> set[str]:
    """The words of the facts about cards that the bets ask for: `pair`, `suited`."""
    names = {name for bet in book.bets.values() for row in bet.pays for name, _ in row.when.asks}
    words = {word for name in names if FACTS[name].scope > Scope.TOTALS for word in name.split("_")}
    return words - {"player", "banker", "of"}


def method_section(par: ParSheet) -> SheetSection:
    """How the figures were obtained, and what was checked while the sheet was made."""
    rows: tuple[Row, ...] = tuple((check.what, check.verdict) for check in checks_of(par))
    blocks: list[Block] = [
        Items(tuple(("", note) for note in par.notes)),
        SheetTable((SheetColumn("Checked while this sheet was made"), SheetColumn("Result", "digits")), rows),
        Text(
            "Digits are rounded once, from the exact fraction, halves away from nought. The SHA-256 is that of the "
            "rulebook file, so that anybody can tell which rules the figures are for."
        ),
    ]
    if par.sheet.notes:
        blocks.insert(1, Items(tuple(("", note) for note in par.sheet.notes)))
    return SheetSection("How the figures were obtained", blocks)


def all_readings(par: ParSheet) -> SheetSection | None:
    """Every reading of the rulebook, whether or not it bears on a figure."""
    readings = par.rulebook.readings
    if not readings:
        return None
    columns = (
        SheetColumn("Reading"),
        SheetColumn("Paragraph"),
        SheetColumn("Kind"),
        SheetColumn("How it is read, and why"),
    )
    rows: tuple[Row, ...] = tuple((r.id, r.cite, r.kind, f"{r.reads} {r.why}") for r in readings)
    return SheetSection("All readings", (SheetTable(columns, rows, size="small"),), appendix=True)
