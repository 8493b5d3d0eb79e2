"""Where a game can be beaten, as JSON gives it, and the words that its screen and its document share."""

from __future__ import annotations

from msgspec.structs import asdict, replace

from punto.kit import Rank
from punto.report.count_figures import (
    CountFigures,
    CutFigures,
    CutTakings,
    HandInsurance,
    TakingsFigures,
    WayFigures,
    WeaknessFigures,
)
from punto.report.sheet_data import offer_fields
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

_NOTHING = Figure(0.0, 0.0)


def bets_and_offers(report: CountReport) -> tuple[list[Vulnerability], list[Vulnerability]]:
    """What was looked at: bets, and offers of insurance."""
    bets = [target for target in report.targets if isinstance(target.target.what, Bet)]
    return bets, [target for target in report.targets if isinstance(target.target.what, Cell)]


def count_figures(report: CountReport) -> CountFigures:
    """The report as `--json` prints it."""
    dealing = report.job.dealing
    bets, offers = bets_and_offers(report)
    return CountFigures(
        rulebook=report.book.name,
        decks=dealing.decks,
        cut=dealing.cut,
        burn=burn_word(dealing),
        shoes=report.job.shoes,
        coups=report.coups,
        seed=report.job.seed,
        bets=[_weakness(report, bet) for bet in bets],
        insurance=[_weakness(report, offer) for offer in offers],
        insurance_hands=[
            HandInsurance(
                insures=hand.insures.value,
                perfect=_takings(hand.perfect[0]),
                by_cut=[
                    CutTakings(cut=cut, **asdict(_takings(taken)))
                    for cut, taken in zip(report.depths, hand.perfect, strict=True)
                ],
            )
            for hand in report.hands
        ],
        notes=list(NOTES),
    )


def _weakness(report: CountReport, weakness: Vulnerability) -> WeaknessFigures:
    what, best = weakness.target.what, weakness.counted[-1] if weakness.counted else None
    figures = WeaknessFigures(
        effects_pct={
            rank.sign: float(100 * effect) for rank, effect in zip(Rank, weakness.target.effects, strict=True)
        },
        tags=best.way.count.words() if best else None,
        trigger=best.way.trigger if best else None,
        correlation=best.way.correlation if best else None,
        **asdict(_takings(best.takings[0] if best else None)),
        counts=[_way(counted) for counted in weakness.counted],
        perfect=_takings(weakness.perfect[0]),
        by_cut=[
            CutFigures(cut=cut, counted=_takings(best.takings[at] if best else None), perfect=_takings(perfect))
            for at, (cut, perfect) in enumerate(zip(report.depths, weakness.perfect, strict=True))
        ],
        verdict=verdict(weakness),
    )
    return replace(figures, bet=what.id) if isinstance(what, Bet) else replace(figures, **offer_fields(what))


def _way(beaten: Beaten) -> WayFigures:
    way = beaten.way
    return WayFigures(
        level=max(map(abs, way.count.tags)),
        tags=way.count.words(),
        trigger=way.trigger,
        correlation=way.correlation,
        **asdict(_takings(beaten.takings[0])),
    )


def _takings(takings: Takings | None) -> TakingsFigures:
    """None is a bet that no count follows: it is never made."""
    taken = takings or Takings(_NOTHING, None, _NOTHING, _NOTHING)
    edge = taken.edge_when_bet_pct
    return TakingsFigures(
        bet_share_pct=taken.bet_share_pct.value,
        bet_share_pct_se=taken.bet_share_pct.se,
        edge_when_bet_pct=edge.value if edge else None,
        edge_when_bet_pct_se=edge.se if edge else None,
        units_per_100=taken.units_per_100.value,
        units_per_100_se=taken.units_per_100.se,
        units_per_shoe=taken.units_per_shoe.value,
        units_per_shoe_se=taken.units_per_shoe.se,
    )


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
