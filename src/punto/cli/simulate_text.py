"""A simulation on the screen: bets and offers beside their exact values, whole shoes, ruin, plans."""

from __future__ import annotations

from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen
from punto.report.simulation_data import FIGURES, POLICIES, SimulationReport, edge_cells, notes, offer_name, verdict
from punto.rulebook import Rulebook
from punto.simulate import Score
from punto.simulate.session import Played
from punto.simulate.whole_shoe import WholeShoe


def show_simulation(screen: Screen, report: SimulationReport, seconds: float) -> None:
    """The run for people."""
    book, done, scored = report.book, report.done, report.scored
    dealing, coups = done.job.dealing, done.tallies.coups
    rate = coups / max(seconds, 1e-9) / 1e6
    shoes = f"{done.tallies.shoes:,} shoes of {dealing.decks} decks, cut {dealing.cut}"
    about = f"{coups:,} coups in {shoes}, seed {done.job.seed}"
    screen.title(f"{book.title.en}  {book.title.zh}", f"{about}; {rate:,.1f} million coups a second")
    screen.head("Bets: the house's edge")
    show_columns(screen, ("bet", *FIGURES), [(bet.bet.name.en, *edge_cells(bet.edge)) for bet in scored.bets])
    if scored.offers:
        _show_insurance(screen, scored)
    screen.head("Notes")
    for note in notes(done):
        screen.line(note)
    _show_whole_shoe(screen, book, report.shoes)
    if report.ruined:
        _show_ruin(screen, book, report.ruined)


def _show_insurance(screen: Screen, scored: Score) -> None:
    screen.head("Insurance: what it adds to the house's gain, per unit of the original bet")
    uses = [
        (f"{use.insures.value.capitalize()}, {POLICIES[use.policy]}", f"{use.times:,}", *edge_cells(use.edge))
        for use in scored.uses
    ]
    show_columns(screen, ("insured hand, taken", "times", *FIGURES), uses)
    screen.head("Insurance offers: the house's edge per unit of insurance")
    offers = [
        (offer_name(offer.cell), offer.cell.odds.text, f"{offer.offered:,}", *edge_cells(offer.edge))
        for offer in scored.offers
    ]
    show_columns(screen, ("offer", "odds", "times", *FIGURES), offers, names=2)


def _show_whole_shoe(screen: Screen, book: Rulebook, figures: WholeShoe) -> None:
    screen.head(f"Whole shoes, from the first {figures.shoes:,}")
    rows = [
        (f"cut {length.cut}", f"{length.mean:.2f}", f"{length.sd:.2f}", str(length.least), str(length.most))
        for length in figures.lengths
    ]
    show_columns(screen, ("coups of a shoe", "mean", "sd", "least", "most"), rows)
    streaks = figures.streaks
    screen.line(
        f"{streaks.columns_per_shoe:.1f} columns of the Big Road a shoe, {streaks.ties_per_shoe:.1f} ties; the longest "
        f"column {streaks.longest_mean:.1f} on average and {streaks.longest_most} at most; the longest chop "
        f"{streaks.chops_mean:.1f} columns"
    )
    lengths = [*map(str, range(1, 8)), "8 +"]
    show_columns(
        screen,
        ("length", *lengths),
        [
            ("columns %", *(f"{100 * share:.2f}" for share in streaks.share_by_length)),
            ("of a coin %", *(f"{100 * share:.2f}" for share in streaks.expected_by_length)),
        ],
    )
    screen.head("A unit a coup: the house's win on a shoe, a patron's fall, and coups lost in a row")
    lines = [
        (
            book.bets[runs.bet].name.en,
            f"{runs.shoe_mean:.2f}",
            f"{runs.shoe_sd:.1f}",
            *(f"{value:.1f}" for _, value in runs.shoe_quantiles[1:4]),
            f"{runs.drawdown_mean:.1f}",
            str(runs.longest_losing),
        )
        for runs in figures.bets
    ]
    names = [f"{100 * q:g} %" for q, _ in figures.bets[0].shoe_quantiles[1:4]] if figures.bets else []
    show_columns(screen, ("bet", "mean", "sd", *names, "fall", "lost"), lines)


def _show_ruin(screen: Screen, book: Rulebook, ruined: list[Played]) -> None:
    plan = ruined[0].plan
    screen.head(
        f"Ruin: {plan.steps[0]:,} a coup from {plan.bankroll:,}, at most {plan.coups:,} coups, "
        f"{ruined[0].sessions:,} sessions"
    )
    rows = []
    for played in ruined:
        times = dict(played.time_to_ruin)
        rows.append(
            (
                book.bets[played.plan.bet].name.en,
                f"{played.ruin_pct.value:.2f}",
                f"{played.ruin_pct.se:.2f}",
                f"{times[0.5]:.0f}" if times else "",
                f"{played.mean_end.value:.1f}",
            )
        )
    show_columns(screen, ("bet", "ruined %", "± se", "after coups (median)", "money left (mean)"), rows)


def show_played(screen: Screen, played: Played, exact: float | None) -> None:
    """A plan's sessions for people."""
    screen.head(played.plan.name)
    beside = "" if exact is None else f"; the bet's exact edge is {100 * exact:.4f} %"
    screen.line(
        f"{played.sessions:,} sessions, {played.coups:,} coups, {played.bets:,} bets, {played.staked:,.0f} units "
        f"staked, {played.gained:+,.1f} gained"
    )
    screen.line(f"The house's edge per unit staked: {played.edge_pct.value:.3f} ± {played.edge_pct.se:.3f} %{beside}")
    times = dict(played.time_to_ruin)
    after = f", half of them within {times[0.5]:.0f} coups" if times else ""
    screen.line(f"Ruined: {played.ruin_pct.value:.2f} ± {played.ruin_pct.se:.2f} % of sessions{after}")
    rows = [
        ("money at the end", *(f"{value:.1f}" for _, value in played.ends)),
        ("deepest fall", *(f"{value:.1f}" for _, value in played.drawdown)),
    ]
    show_columns(screen, ("quantile", *(f"{100 * q:g} %" for q, _ in played.ends)), rows)
    screen.verdict(verdict(played))
