"""Where a game can be beaten, on the screen."""

from __future__ import annotations

from punto.cli.terminal.columns import show_columns
from punto.cli.terminal.screen import Screen
from punto.kit import Rank
from punto.report.count_data import NOTES, bets_and_offers, takings_cells
from punto.report.simulation_data import offer_name
from punto.rulebook import Bet, Cell
from punto.simulate.counting import CountReport, Vulnerability
from punto.simulate.verdict import verdict


def show_counted(report: CountReport) -> None:
    """The report for people."""
    screen = Screen()
    dealing = report.job.dealing
    shoes = f"{report.job.shoes:,} shoes of {dealing.decks} decks, cut {dealing.cut}, seed {report.job.seed}"
    screen.title(f"{report.book.title.en}  {report.book.title.zh}", f"{report.coups:,} coups in {shoes}")
    bets, offers = bets_and_offers(report)
    for bet in bets:
        _show_bet(screen, report, bet)
    if offers:
        _show_offers(screen, report, offers)
    screen.head("Notes")
    for note in NOTES:
        screen.line(note)


COLUMNS = ("bet %", "± se", "edge %", "± se", "units / 100", "± se")


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
        tags = ", ".join(f"{name} {tag:+d}" for name, tag in counted.way.count.words().items())
        when = f"bet from {counted.way.trigger:+d} on" if counted.way.trigger is not None else "never worth a bet"
        screen.line(f"Count {tags} (correlation {counted.way.correlation:.3f}): {when}")
    rows = [
        (f"count, tags to {max(map(abs, counted.way.count.tags))}", *takings_cells(counted.takings[0]))
        for counted in weakness.counted
    ]
    rows += [
        (f"perfect, cut {cut}", *takings_cells(taken))
        for cut, taken in zip(report.depths, weakness.perfect, strict=True)
    ]
    show_columns(screen, ("", *COLUMNS), rows)
    screen.verdict(verdict(weakness))


def _show_offers(screen: Screen, report: CountReport, offers: list[Vulnerability]) -> None:
    screen.head("Insurance with the open cards known, perfect play")
    rows = [
        (f"all of {hand.insures.value.capitalize()}, cut {cut}", *takings_cells(taken))
        for hand in report.hands
        for cut, taken in zip(report.depths, hand.perfect, strict=True)
    ]
    rows += [
        (offer_name(offer.target.what), *takings_cells(offer.perfect[0]))
        for offer in offers
        if isinstance(offer.target.what, Cell)
    ]
    show_columns(screen, ("", *COLUMNS), rows)
