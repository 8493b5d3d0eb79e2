"""A simulation as a document with pictures, for HTML and PDF."""

from __future__ import annotations

import math
from fractions import Fraction

from punto.report.charts import bars, curve
from punto.report.document import Document, Facts, Gallery, Items, SheetColumn, SheetSection, SheetTable, Text, row
from punto.report.making import Making, making
from punto.report.par import making_facts
from punto.report.picture import Picture, Role, svg
from punto.report.simulation_data import FIGURES, PLAIN, POLICIES, SimulationReport, edge_cells, notes, offer_name
from punto.rulebook import Rulebook
from punto.simulate import Score
from punto.simulate.session import Played
from punto.simulate.whole_shoe import BetRuns, WholeShoe

INK, QUIET, HOUSE, PATRON = "#1b1b1b", "#c9c4b8", "#23636b", "#b5432e"
TEXT = 'font-family="sans-serif" font-size="8"'
PAINTS: dict[Role, str] = {
    "axis": f'fill="none" stroke="{INK}" stroke-width="1"',
    "grid": f'fill="none" stroke="{QUIET}" stroke-width="0.6"',
    "curve": f'fill="none" stroke="{HOUSE}" stroke-width="1.6"',
    "dot": f'fill="{HOUSE}"',
    "here": f'fill="{PATRON}"',
    "house": f'fill="{HOUSE}"',
    "patron": f'fill="{PATRON}"',
    "label": f'fill="{INK}" {TEXT}',
    "card": f'fill="#fffdf8" stroke="{QUIET}" stroke-width="0.8"',
    "red": f'fill="#b3261e" {TEXT}',
    "black": f'fill="{INK}" {TEXT}',
    "band1": 'fill="#8fbfc9"',
    "band2": 'fill="#b9d8de"',
    "band3": 'fill="#d8e9ec"',
    "value": f'fill="{PATRON}" {TEXT}',
}
"""Colours of a picture that stands alone."""

COLUMNS = tuple(SheetColumn(head, "digits") for head in FIGURES)


def simulation_document(report: SimulationReport, by: Making | None = None) -> Document:
    """Everything one run gave."""
    by = by or making()
    book, done, scored, figures = report.book, report.done, report.scored, report.shoes
    dealing = done.job.dealing
    facts = (
        ("Rulebook", book.name),
        ("Coups", f"{done.tallies.coups:,} in {done.tallies.shoes:,} shoes"),
        ("Shoe", f"{dealing.decks} decks, cut card {dealing.cut} from the end"),
        ("Seed", str(done.job.seed)),
    )
    sections = [_bets(scored), *([_insurance(scored)] if scored.offers else []), _shoes(book, figures)]
    if report.ruined:
        sections.append(_ruin(book, report.ruined))
    sections.append(SheetSection("Notes", (Items(tuple(("", note) for note in notes(done))),)))
    return Document(
        kind="Simulation",
        title=book.title.en,
        other_title=book.title.zh,
        facts=Facts((*facts, *making_facts(by))),
        sections=tuple(sections),
        stamp=f"Simulation of {book.name}, seed {done.job.seed}, {done.tallies.shoes:,} shoes",
        dated=by.at,
        seal=f"SHA-256 {book.sha256}",
    )


def pictures(report: SimulationReport) -> dict[str, Picture]:
    """The run's pictures by name."""
    scored, figures = report.scored, report.shoes
    by_name = {
        "coups-by-cut": curve(
            "Coups of a shoe",
            "by cards behind the cut card",
            [(length.cut, exactly(length.mean)) for length in figures.lengths],
            figures.lengths[0].cut,
            1,
            "Coups of a shoe against the place of the cut card.",
        ),
        "columns": bars(
            "Columns of the Big Road",
            "share in % by length, 8 and more together",
            [
                ("8+" if at == 8 else str(at), exactly(100 * share))
                for at, share in enumerate(figures.streaks.share_by_length, 1)
            ],
            "Share of columns by their length.",
        ),
        "z": bars(
            "Simulated against exact",
            "standard errors apart, bet by bet",
            [(str(at), exactly(bet.edge.z or 0.0)) for at, bet in enumerate(scored.bets, 1)],
            "Standard errors between simulated and exact edge of each bet.",
        ),
    }
    for runs in figures.bets:
        by_name[f"house-{runs.bet}"] = _house(report.book, runs)
    return by_name


def drawings(report: SimulationReport) -> dict[str, str]:
    """The run's pictures by name, as SVG with colours of their own."""
    return {name: svg(picture, PAINTS.__getitem__) + "\n" for name, picture in pictures(report).items()}


def _house(book: Rulebook, runs: BetRuns) -> Picture:
    coups, quantiles = runs.blocks[min(1, len(runs.blocks) - 1)] if runs.blocks else (0, runs.shoe_quantiles)
    over = f"over {coups:,} coups" if coups else "on a shoe"
    return bars(
        book.bets[runs.bet].name.en,
        f"the house's win {over} at a unit a coup, quantiles in %",
        [(f"{100 * q:g}", exactly(value)) for q, value in quantiles],
        f"Quantiles of the house's win {over}.",
    )


def exactly(value: float) -> Fraction:
    """A measured number as the charts take it."""
    return Fraction(0) if math.isnan(value) else Fraction(value).limit_denominator(10**6)


def _bets(scored: Score) -> SheetSection:
    rows = tuple(row(bet.bet.name.en, *edge_cells(bet.edge)) for bet in scored.bets)
    return SheetSection("Bets: the house's edge", (SheetTable((SheetColumn("bet"), *COLUMNS), rows),))


def _insurance(scored: Score) -> SheetSection:
    times = SheetColumn("times", "digits")
    uses = tuple(
        row(f"{use.insures.value.capitalize()}, {POLICIES[use.policy]}", f"{use.times:,}", *edge_cells(use.edge))
        for use in scored.uses
    )
    offers = tuple(
        row(offer_name(offer.cell), offer.cell.odds.text, f"{offer.offered:,}", *edge_cells(offer.edge))
        for offer in scored.offers
    )
    return SheetSection(
        "Insurance",
        (
            Text(
                "What it adds to the house's gain, per unit of the original bet, staked so that it would win one unit."
            ),
            SheetTable((SheetColumn("insured hand, taken"), times, *COLUMNS), uses),
            Text("Each offer, per unit of insurance."),
            SheetTable((SheetColumn("offer"), SheetColumn("odds"), times, *COLUMNS), offers, size="small"),
        ),
    )


def _shoes(book: Rulebook, figures: WholeShoe) -> SheetSection:
    streaks = figures.streaks
    lengths = tuple(
        row(f"{length.cut}", f"{length.mean:.2f}", f"{length.sd:.2f}", str(length.least), str(length.most))
        for length in figures.lengths
    )
    bets = tuple(
        row(
            book.bets[runs.bet].name.en,
            f"{runs.shoe_mean:.2f}",
            f"{runs.shoe_sd:.1f}",
            f"{runs.drawdown_mean:.1f}",
            f"{runs.drawdown_95:.1f}",
            str(runs.longest_losing),
        )
        for runs in figures.bets
    )
    digits = [SheetColumn(head, "digits") for head in ("mean", "sd", "fall, mean", "fall, 95 %", "lost in a row")]
    return SheetSection(
        f"Whole shoes, from the first {figures.shoes:,}",
        (
            SheetTable(
                (SheetColumn("cut"), *(SheetColumn(head, "digits") for head in ("mean", "sd", "least", "most"))),
                lengths,
                "Coups of a shoe by cards behind the cut card.",
            ),
            Text(
                f"{streaks.columns_per_shoe:.1f} columns of the Big Road a shoe and {streaks.ties_per_shoe:.1f} ties. "
                f"The longest column is {streaks.longest_mean:.1f} on average and {streaks.longest_most} at most; the "
                f"longest chop is {streaks.chops_mean:.1f} columns."
            ),
            SheetTable(
                (SheetColumn("bet"), *digits), bets, "The house's win on a shoe at a unit a coup, and a patron's falls."
            ),
            Gallery(tuple(_house(book, runs) for runs in figures.bets)),
        ),
    )


def _ruin(book: Rulebook, ruined: list[Played]) -> SheetSection:
    plan = ruined[0].plan
    rows = []
    for played in ruined:
        times = dict(played.time_to_ruin)
        rows.append(
            row(
                book.bets[played.plan.bet].name.en,
                f"{played.ruin_pct.value:.2f}",
                f"{played.ruin_pct.se:.2f}",
                f"{times[0.5]:.0f}" if times else "",
                f"{played.mean_end.value:.1f}",
            )
        )
    heads = ("ruined %", "± se", "after coups (median)", "money left (mean)")
    stakes = f"{plan.steps[0]:,} a coup from {plan.bankroll:,}"
    caption = f"{stakes}, at most {plan.coups:,} coups, {ruined[0].sessions:,} sessions."
    columns = (SheetColumn("bet"), *(SheetColumn(head, "digits") for head in heads))
    return SheetSection("Ruin", (SheetTable(columns, tuple(rows), caption), Text(PLAIN)))
