"""Where a game can be beaten, as JSON and on the screen."""

from __future__ import annotations

from typing import Any

from punto.cli.columns import show_columns
from punto.cli.screen import Screen
from punto.cli.simulated import offer_name
from punto.kernel.deal import BURN_BY_FIRST_CARD
from punto.kit import Rank
from punto.rulebook import Bet, Cell
from punto.simulate.counting import Beaten, CountReport, Vulnerability
from punto.simulate.takings import Figure, Takings
from punto.simulate.verdict import verdict

NOTES = (
    "The true count is the running count by decks not yet seen, burned cards included, to the card.",
    "Gains are the patron's, from the exact value of each bet given every card seen; standard errors are over shoes.",
    "Insurance is priced with the coup's open cards known and staked so that it would win one unit, the most allowed.",
    "Triggers are chosen on other shoes than those the figures come from.",
)


def counted_dict(report: CountReport) -> dict[str, Any]:
    """The report as `--json` prints it."""
    dealing = report.job.dealing
    bets = [one for one in report.targets if isinstance(one.target.what, Bet)]
    offers = [one for one in report.targets if isinstance(one.target.what, Cell)]
    return {
        "rulebook": report.book.name,
        "decks": dealing.decks,
        "cut": dealing.cut,
        "burn": "first" if dealing.burn == BURN_BY_FIRST_CARD else dealing.burn,
        "shoes": report.job.shoes,
        "coups": report.coups,
        "seed": report.job.seed,
        "bets": [_vulnerability(report, one) for one in bets],
        "insurance": [_vulnerability(report, one) for one in offers],
        "insurance_hands": [
            {
                "insures": hand.insures.value,
                "perfect": _takings(hand.perfect[0]),
                "by_cut": _by_cut(report, hand.perfect),
            }
            for hand in report.hands
        ],
        "notes": list(NOTES),
    }


def _vulnerability(report: CountReport, found: Vulnerability) -> dict[str, Any]:
    what = found.target.what
    named: dict[str, Any] = (
        {"bet": what.id}
        if isinstance(what, Bet)
        else {
            "window": what.window.value,
            "insures": what.insures.value,
            "player": what.player,
            "banker": what.banker,
            "odds": what.odds.text,
        }
    )
    effects = {rank.sign: float(100 * effect) for rank, effect in zip(Rank, found.target.effects, strict=True)}
    best = found.counted[-1] if found.counted else None
    told = _way(best) if best else {"tags": None, "trigger": None, "correlation": None, **_nothing()}
    return {
        **named,
        "effects_pct": effects,
        **told,
        "counts": [{"level": max(map(abs, one.way.count.tags)), **_way(one)} for one in found.counted],
        "perfect": _takings(found.perfect[0]),
        "by_cut": [
            {"cut": cut, "counted": _takings(best.takings[at]) if best else _nothing(), "perfect": _takings(perfect)}
            for at, (cut, perfect) in enumerate(zip(report.depths, found.perfect, strict=True))
        ],
        "verdict": verdict(found),
    }


def _by_cut(report: CountReport, takings: tuple[Takings, ...]) -> list[dict[str, Any]]:
    return [{"cut": cut, **_takings(one)} for cut, one in zip(report.depths, takings, strict=True)]


def _way(beaten: Beaten) -> dict[str, Any]:
    way = beaten.way
    return {
        "tags": way.count.words(),
        "trigger": way.trigger,
        "correlation": way.correlation,
        **_takings(beaten.takings[0]),
    }


def _takings(takings: Takings) -> dict[str, float | None]:
    named: dict[str, Figure | None] = {name: getattr(takings, name) for name in Takings.__slots__}
    told: dict[str, float | None] = {}
    for name, figure in named.items():
        told[name] = figure.value if figure else None
        told[f"{name}_se"] = figure.se if figure else None
    return told


def _nothing() -> dict[str, float | None]:
    """A bet that no count follows is never made."""
    return {f"{name}{tail}": None if "edge" in name else 0.0 for name in Takings.__slots__ for tail in ("", "_se")}


def show_counted(report: CountReport) -> None:
    """The report for people."""
    screen = Screen()
    dealing = report.job.dealing
    shoes = f"{report.job.shoes:,} shoes of {dealing.decks} decks, cut {dealing.cut}, seed {report.job.seed}"
    screen.title(f"{report.book.title.en}  {report.book.title.zh}", f"{report.coups:,} coups in {shoes}")
    for one in report.targets:
        if isinstance(one.target.what, Bet):
            _show_bet(screen, report, one)
    offers = [one for one in report.targets if isinstance(one.target.what, Cell)]
    if offers:
        _show_offers(screen, report, offers)
    screen.head("Notes")
    for note in NOTES:
        screen.line(note)


COLUMNS = ("bet %", "± se", "edge %", "± se", "units / 100", "± se")


def _show_bet(screen: Screen, report: CountReport, found: Vulnerability) -> None:
    what = found.target.what
    assert isinstance(what, Bet)
    screen.head(what.name.en)
    effects = "  ".join(
        f"{rank.sign} {100 * effect:+.3f}" for rank, effect in list(zip(Rank, found.target.effects, strict=True))[:10]
    )
    screen.line(f"One card less, patron's gain in %: {effects}")
    for one in found.counted:
        tags = ", ".join(f"{name} {tag:+d}" for name, tag in one.way.count.words().items())
        when = f"bet from {one.way.trigger:+d} on" if one.way.trigger is not None else "never worth a bet"
        screen.line(f"Count {tags} (correlation {one.way.correlation:.3f}): {when}")
    rows = [(f"count, tags to {max(map(abs, one.way.count.tags))}", *_figures(one.takings[0])) for one in found.counted]
    rows += [(f"perfect, cut {cut}", *_figures(one)) for cut, one in zip(report.depths, found.perfect, strict=True)]
    show_columns(screen, ("", *COLUMNS), rows)
    screen.verdict(verdict(found))


def _show_offers(screen: Screen, report: CountReport, offers: list[Vulnerability]) -> None:
    screen.head("Insurance with the open cards known, perfect play")
    rows = [
        (f"all of {hand.insures.value.capitalize()}, cut {cut}", *_figures(one))
        for hand in report.hands
        for cut, one in zip(report.depths, hand.perfect, strict=True)
    ]
    rows += [
        (offer_name(one.target.what), *_figures(one.perfect[0])) for one in offers if isinstance(one.target.what, Cell)
    ]
    show_columns(screen, ("", *COLUMNS), rows)


def _figures(takings: Takings) -> tuple[str, ...]:
    edge = takings.edge_when_bet_pct
    return (
        f"{takings.bet_share_pct.value:.3f}",
        f"{takings.bet_share_pct.se:.3f}",
        f"{edge.value:.2f}" if edge else "",
        f"{edge.se:.2f}" if edge else "",
        f"{takings.units_per_100.value:.4f}",
        f"{takings.units_per_100.se:.4f}",
    )
