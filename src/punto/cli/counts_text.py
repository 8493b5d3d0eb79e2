"""Where a game can be beaten, on the screen."""

from __future__ import annotations

from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen
from punto.kit import Rank
from punto.report.count_data import (
    NOTES,
    TAKINGS,
    bets_and_offers,
    cut_rows,
    insurance_rows,
    tag_list,
    takings_cells,
    total_rows,
    trigger_words,
)
from punto.rulebook import Bet
from punto.simulate.counting import CountReport, Vulnerability
from punto.simulate.verdict import verdict


def show_counted(report: CountReport) -> None:
    """The report for people."""
    screen = Screen()
    dealing = report.job.dealing
    after = f"{report.coups_after_cut} coup{'' if report.coups_after_cut == 1 else 's'} after it"
    shoes = f"{report.job.shoes:,} shoes of {dealing.decks} decks, cut {dealing.cut}, {after}, seed {report.job.seed}"
    screen.title(f"{report.book.title.en}  {report.book.title.zh}", f"{report.coups:,} coups in {shoes}")
    bets, offers = bets_and_offers(report)
    for bet in bets:
        _show_bet(screen, report, bet)
    if offers:
        _show_offers(screen, report, offers)
    if report.totals:
        screen.head("All bets together")
        show_columns(screen, ("", *TAKINGS), total_rows(report))
    screen.head("Notes")
    for note in NOTES:
        screen.line(note)


def _show_bet(screen: Screen, report: CountReport, weakness: Vulnerability) -> None:
    what = weakness.target.what
    assert isinstance(what, Bet)
    screen.head(what.name.en)
    effects = "  ".join(
        f"{rank.sign} {100 * effect:+.3f}"
        for rank, effect in list(zip(Rank, weakness.target.effects, strict=True))[:10]
    )
    screen.line(f"One card less, patron's gain in %: {effects}")
    for counted in weakness.counted:
        way = counted.way
        kind = "balanced" if way.count.balanced else "unbalanced"
        fit = f"correlation {way.correlation:.3f}, sum per deck {way.count.sum_per_deck:+d}, {kind}"
        screen.line(f"Count {tag_list(way)} ({fit}): {trigger_words(way)}")
    rows = [
        (f"count {number}, cut {cut}", *takings_cells(takings))
        for number, counted in enumerate(weakness.counted, 1)
        for cut, takings in zip(report.depths, counted.takings, strict=True)
        if cut == report.depths[0] or len(weakness.counted) == 1
    ]
    rows += cut_rows(report, "perfect", weakness.perfect)
    show_columns(screen, ("", *TAKINGS), rows)
    screen.verdict(verdict(weakness))


def _show_offers(screen: Screen, report: CountReport, offers: list[Vulnerability]) -> None:
    screen.head("Insurance with the open cards known, perfect play")
    show_columns(screen, ("", *TAKINGS), insurance_rows(report, offers))
