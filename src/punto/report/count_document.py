"""Where a game can be beaten, as a document with pictures, for HTML and PDF."""

from __future__ import annotations

from punto.kit import Rank
from punto.report.charts import bars, curve
from punto.report.count_data import (
    NOTES,
    TAKINGS,
    bets_and_offers,
    cut_rows,
    insurance_rows,
    tag_words,
    takings_cells,
    total_rows,
    trigger_words,
)
from punto.report.document import (
    Document,
    Facts,
    Gallery,
    Items,
    Note,
    SheetColumn,
    SheetSection,
    SheetTable,
    Text,
    row,
)
from punto.report.making import Making, making
from punto.report.par import making_facts
from punto.report.simulation_document import exactly
from punto.rulebook import Bet
from punto.simulate.counting import CountReport, Vulnerability
from punto.simulate.verdict import STRONG, verdict

COLUMNS = tuple(SheetColumn(head, "digits") for head in TAKINGS)


def count_document(report: CountReport, by: Making | None = None) -> Document:
    """The report as game protection reads it."""
    by = by or making()
    dealing, book = report.job.dealing, report.book
    facts = (
        ("Rulebook", book.name),
        ("Coups", f"{report.coups:,} in {report.job.shoes:,} shoes"),
        ("Shoe", f"{dealing.decks} decks, cut card {dealing.cut} from the end, {report.coups_after_cut} more after it"),
        ("Seed", str(report.job.seed)),
    )
    bets, offers = bets_and_offers(report)
    sections = [_summary(bets), *(_bet(report, bet) for bet in bets)]
    if offers:
        sections.append(_insurance(report, offers))
    if report.totals:
        sections.append(_together(report))
    sections.append(SheetSection("How these figures were found", (Items(tuple(("", note) for note in NOTES)),)))
    return Document(
        kind="Game protection",
        title=book.title.en,
        other_title=book.title.zh,
        facts=Facts((*facts, *making_facts(by))),
        sections=tuple(sections),
        stamp=f"Game protection sheet of {book.name}, seed {report.job.seed}, {report.job.shoes:,} shoes",
        dated=by.at,
        seal=f"SHA-256 {book.sha256}",
    )


def _summary(bets: list[Vulnerability]) -> SheetSection:
    rows = []
    for bet in bets:
        assert isinstance(bet.target.what, Bet)
        best = max((way.takings[0].units_per_100.value for way in bet.counted), default=0.0)
        rows.append(row(bet.target.what.name.en, f"{bet.perfect[0].units_per_100.value:.4f}", f"{best:.4f}"))
    columns = (SheetColumn("bet"), SheetColumn("perfect play", "digits"), SheetColumn("best count", "digits"))
    return SheetSection("Units a patron gains per 100 coups", (SheetTable(columns, tuple(rows)),))


def _bet(report: CountReport, weakness: Vulnerability) -> SheetSection:
    what = weakness.target.what
    assert isinstance(what, Bet)
    rows = []
    for counted in weakness.counted:
        way = counted.way
        words = f"{tag_words(way)}; {trigger_words(way)}; correlation {way.correlation:.3f}"
        rows.append(row(words, *takings_cells(counted.takings[0])))
    rows += cut_rows(report, "perfect play", weakness.perfect)
    alarm = weakness.perfect[0].units_per_100.value >= STRONG
    pictures = (
        bars(
            "One card less",
            "the patron's gain, change in %",
            [
                (rank.sign, exactly(100 * effect))
                for rank, effect in list(zip(Rank, weakness.target.effects, strict=True))[:10]
            ],
            "What one card less of each rank does to the patron's gain.",
        ),
        curve(
            "Perfect play",
            "units per 100 coups by cut",
            [
                (cut, exactly(at_cut.units_per_100.value))
                for cut, at_cut in zip(report.depths, weakness.perfect, strict=True)
            ],
            report.depths[0],
            3,
            "Units perfect play gains per 100 coups against the place of the cut card.",
        ),
    )
    return SheetSection(
        what.name.en,
        (
            Note(verdict(weakness), alarm),
            SheetTable((SheetColumn("way of betting"), *COLUMNS), tuple(rows), size="small"),
            Gallery(pictures, 2),
        ),
    )


def _together(report: CountReport) -> SheetSection:
    columns = (SheetColumn("way of betting"), *COLUMNS)
    return SheetSection("All bets together", (SheetTable(columns, tuple(total_rows(report)), size="small"),))


def _insurance(report: CountReport, offers: list[Vulnerability]) -> SheetSection:
    return SheetSection(
        "Insurance with the open cards known",
        (
            Text(
                "Perfect play; staked so that it would win one unit. Edges of single offers are per unit of insurance."
            ),
            SheetTable((SheetColumn("offer"), *COLUMNS), tuple(insurance_rows(report, offers)), size="small"),
        ),
    )
