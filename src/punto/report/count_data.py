"""Where a game can be beaten, as JSON gives it, and the words that its screen and its document share."""

from __future__ import annotations

from typing import Any

from punto.kit import Rank
from punto.report.simulation_data import burn_word
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


def bets_and_offers(report: CountReport) -> tuple[list[Vulnerability], list[Vulnerability]]:
    """What was looked at: bets, and offers of insurance."""
    bets = [target for target in report.targets if isinstance(target.target.what, Bet)]
    return bets, [target for target in report.targets if isinstance(target.target.what, Cell)]


def counted_dict(report: CountReport) -> dict[str, Any]:
    """The report as `--json` prints it."""
    dealing = report.job.dealing
    bets, offers = bets_and_offers(report)
    return {
        "rulebook": report.book.name,
        "decks": dealing.decks,
        "cut": dealing.cut,
        "burn": burn_word(dealing),
        "shoes": report.job.shoes,
        "coups": report.coups,
        "seed": report.job.seed,
        "bets": [_vulnerability(report, bet) for bet in bets],
        "insurance": [_vulnerability(report, offer) for offer in offers],
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


def _vulnerability(report: CountReport, weakness: Vulnerability) -> dict[str, Any]:
    what = weakness.target.what
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
    effects = {rank.sign: float(100 * effect) for rank, effect in zip(Rank, weakness.target.effects, strict=True)}
    best = weakness.counted[-1] if weakness.counted else None
    best_way = _way(best) if best else {"tags": None, "trigger": None, "correlation": None, **_nothing()}
    return {
        **named,
        "effects_pct": effects,
        **best_way,
        "counts": [{"level": max(map(abs, counted.way.count.tags)), **_way(counted)} for counted in weakness.counted],
        "perfect": _takings(weakness.perfect[0]),
        "by_cut": [
            {"cut": cut, "counted": _takings(best.takings[at]) if best else _nothing(), "perfect": _takings(perfect)}
            for at, (cut, perfect) in enumerate(zip(report.depths, weakness.perfect, strict=True))
        ],
        "verdict": verdict(weakness),
    }


def _by_cut(report: CountReport, takings: tuple[Takings, ...]) -> list[dict[str, Any]]:
    return [{"cut": cut, **_takings(taken)} for cut, taken in zip(report.depths, takings, strict=True)]


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
    fields: dict[str, float | None] = {}
    for name, figure in named.items():
        fields[name] = figure.value if figure else None
        fields[f"{name}_se"] = figure.se if figure else None
    return fields


def _nothing() -> dict[str, float | None]:
    """A bet that no count follows is never made."""
    return {f"{name}{tail}": None if "edge" in name else 0.0 for name in Takings.__slots__ for tail in ("", "_se")}


def takings_cells(takings: Takings) -> tuple[str, ...]:
    """Takings in digits: how often, at which edge, for how much, each with its error."""
    edge = takings.edge_when_bet_pct
    return (
        f"{takings.bet_share_pct.value:.3f}",
        f"{takings.bet_share_pct.se:.3f}",
        f"{edge.value:.2f}" if edge else "",
        f"{edge.se:.2f}" if edge else "",
        f"{takings.units_per_100.value:.4f}",
        f"{takings.units_per_100.se:.4f}",
    )
