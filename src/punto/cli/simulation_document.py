"""A simulation as a document with pictures, for HTML and PDF."""

from __future__ import annotations

import math
from fractions import Fraction

from punto.cli.shoe_figures import PLAIN
from punto.cli.simulated import WORDS, notes, offer_name
from punto.report.charts import bars, curve
from punto.report.document import Column, Document, Facts, Gallery, Items, Section, Table, Text, row
from punto.report.picture import Picture
from punto.rulebook import Rulebook
from punto.simulate import Estimate, Score, Simulated
from punto.simulate.session import Played
from punto.simulate.whole_shoe import BetRuns, WholeShoe

FIGURES = tuple(Column(head, "digits") for head in ("edge %", "± se", "exact %", "z"))


def simulation_document(
    book: Rulebook, done: Simulated, scored: Score, figures: WholeShoe, ruined: list[Played]
) -> Document:
    """Everything one run found."""
    dealing = done.job.dealing
    facts = (
        ("Rulebook", book.name),
        ("Coups", f"{done.tallies.coups:,} in {done.tallies.shoes:,} shoes"),
        ("Shoe", f"{dealing.decks} decks, cut card {dealing.cut} from the end"),
        ("Seed", str(done.job.seed)),
    )
    sections = [_bets(scored), *([_insurance(scored)] if scored.offers else []), _shoes(book, figures)]
    if ruined:
        sections.append(_ruin(book, ruined))
    sections.append(Section("Notes", (Items(tuple(("", note) for note in notes(done))),)))
    return Document(
        kind="Simulation",
        title=book.title.en,
        other_title=book.title.zh,
        facts=Facts(facts),
        sections=tuple(sections),
        stamp=f"Simulation of {book.name}, seed {done.job.seed}, {done.tallies.shoes:,} shoes",
        dated=book.effective,
        seal=f"SHA-256 {book.sha256}",
    )


def pictures(book: Rulebook, scored: Score, figures: WholeShoe) -> dict[str, Picture]:
    """The run's pictures by file name."""
    found = {
        "coups-by-cut": curve(
            "Coups of a shoe",
            "by cards behind the cut card",
            [(one.cut, exactly(one.mean)) for one in figures.lengths],
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
            [(str(at), exactly(one.edge.z or 0.0)) for at, one in enumerate(scored.bets, 1)],
            "Standard errors between simulated and exact edge of each bet.",
        ),
    }
    for one in figures.bets:
        found[f"house-{one.bet}"] = _house(book, one)
    return found


def _house(book: Rulebook, one: BetRuns) -> Picture:
    coups, quantiles = one.blocks[min(1, len(one.blocks) - 1)] if one.blocks else (0, one.shoe_quantiles)
    over = f"over {coups:,} coups" if coups else "on a shoe"
    return bars(
        book.bets[one.bet].name.en,
        f"the house's win {over} at a unit a coup, quantiles in %",
        [(f"{100 * q:g}", exactly(value)) for q, value in quantiles],
        f"Quantiles of the house's win {over}.",
    )


def exactly(value: float) -> Fraction:
    """A measured number as the charts take it."""
    return Fraction(0) if math.isnan(value) else Fraction(value).limit_denominator(10**6)


def _bets(scored: Score) -> Section:
    rows = tuple(row(one.bet.name.en, *_figures(one.edge)) for one in scored.bets)
    return Section("Bets: the house's edge", (Table((Column("bet"), *FIGURES), rows),))


def _insurance(scored: Score) -> Section:
    times = Column("times", "digits")
    uses = tuple(
        row(f"{use.insures.value.capitalize()}, {WORDS[use.policy]}", f"{use.taken:,}", *_figures(use.edge))
        for use in scored.uses
    )
    offers = tuple(
        row(offer_name(one.cell), one.cell.odds.text, f"{one.offered:,}", *_figures(one.edge)) for one in scored.offers
    )
    return Section(
        "Insurance",
        (
            Text(
                "What it adds to the house's gain, per unit of the original bet, staked so that it would win one unit."
            ),
            Table((Column("insured hand, taken"), times, *FIGURES), uses),
            Text("Each offer, per unit of insurance."),
            Table((Column("offer"), Column("odds"), times, *FIGURES), offers, size="small"),
        ),
    )


def _shoes(book: Rulebook, figures: WholeShoe) -> Section:
    streaks = figures.streaks
    lengths = tuple(
        row(f"{one.cut}", f"{one.mean:.2f}", f"{one.sd:.2f}", str(one.least), str(one.most)) for one in figures.lengths
    )
    bets = tuple(
        row(
            book.bets[one.bet].name.en,
            f"{one.shoe_mean:.2f}",
            f"{one.shoe_sd:.1f}",
            f"{one.drawdown_mean:.1f}",
            f"{one.drawdown_95:.1f}",
            str(one.longest_losing),
        )
        for one in figures.bets
    )
    digits = [Column(head, "digits") for head in ("mean", "sd", "fall, mean", "fall, 95 %", "lost in a row")]
    return Section(
        f"Whole shoes, from the first {figures.shoes:,}",
        (
            Table(
                (Column("cut"), *(Column(head, "digits") for head in ("mean", "sd", "least", "most"))),
                lengths,
                "Coups of a shoe by cards behind the cut card.",
            ),
            Text(
                f"{streaks.columns_per_shoe:.1f} columns of the Big Road a shoe and {streaks.ties_per_shoe:.1f} ties. "
                f"The longest column is {streaks.longest_mean:.1f} on average and {streaks.longest_most} at most; the "
                f"longest chop is {streaks.chops_mean:.1f} columns."
            ),
            Table((Column("bet"), *digits), bets, "The house's win on a shoe at a unit a coup, and a patron's falls."),
            Gallery(tuple(_house(book, one) for one in figures.bets)),
        ),
    )


def _ruin(book: Rulebook, ruined: list[Played]) -> Section:
    plan = ruined[0].plan
    rows = []
    for one in ruined:
        times = dict(one.time_to_ruin)
        rows.append(
            row(
                book.bets[one.plan.bet].name.en,
                f"{one.ruin_pct.value:.2f}",
                f"{one.ruin_pct.se:.2f}",
                f"{times[0.5]:.0f}" if times else "",
                f"{one.mean_end.value:.1f}",
            )
        )
    heads = ("ruined %", "± se", "after coups (median)", "money left (mean)")
    stakes = f"{plan.steps[0]:,} a coup from {plan.bankroll:,}"
    caption = f"{stakes}, at most {plan.coups:,} coups, {ruined[0].sessions:,} sessions."
    columns = (Column("bet"), *(Column(head, "digits") for head in heads))
    return Section("Ruin", (Table(columns, tuple(rows), caption), Text(PLAIN)))


def _figures(edge: Estimate) -> tuple[str, str, str, str]:
    z = "" if edge.z is None or math.isnan(edge.z) else f"{edge.z:+.2f}"
    return f"{100 * edge.mean + 0.0:.4f}", f"{100 * edge.se:.4f}", f"{100 * edge.exact:.4f}", z
