"""A simulation's figures as JSON gives them, and the words that its screen and its document share."""

from __future__ import annotations

import math
from dataclasses import dataclass

from punto.kernel.deal import BURN_BY_FIRST_CARD, Dealing
from punto.report.sheet_data import offer_fields
from punto.report.simulation_figures import (
    BetEdge,
    BetRunFigures,
    InsuranceUseEdge,
    OfferEdge,
    PlanFigures,
    SimulationFigures,
    WholeShoeFigures,
    WinOver,
)
from punto.rulebook import Cell, Rulebook
from punto.simulate import Estimate, Score, ScoredOffer, Simulated
from punto.simulate.session import Played
from punto.simulate.whole_shoe import WholeShoe

CUT_NOTE = (
    "The exact value is that of the first coup of a fresh shoe, and of every coup that is sure to be dealt. A cut card "
    "ends a shoe by cards, not coups: shoes whose coups used few cards give more coups, and what is left in those is "
    "no average shoe. So all coups together differ a little from the exact value: with 8 decks by less than a "
    "thousandth of a percent on Player and Banker, by up to two hundredths on bets that look at numbers of cards. Only "
    "runs of some ten billion coups can show it."
)
SE_NOTE = "Standard errors take coups as independent; those of one shoe share its cards, which changes little."
PLAIN = (
    "No plan changes what a unit staked loses on average: the edge per unit staked is the bet's own. A plan only "
    "chooses how the same loss is spread: many small wins against few large losses, or the other way round."
)
HELPED = "Only knowing which cards are gone changes what a unit is worth: this plan bets by a count."
FIGURES = ("edge %", "± se", "exact %", "z")
POLICIES = {"never": "never", "always": "always", "favourable": "when it favours the patron"}


@dataclass(frozen=True, slots=True)
class SimulationReport:
    """Everything one run gave: the bets and offers, the whole shoes, and the ruin table where there is one."""

    book: Rulebook
    done: Simulated
    scored: Score
    shoes: WholeShoe
    ruined: list[Played]


def notes(done: Simulated) -> list[str]:
    """What a reader should know before comparing figures."""
    sentences = [CUT_NOTE, SE_NOTE]
    if not done.complete:
        sentences.append(f"Stopped early: these are exactly the figures of a run with --shoes {done.job.shoes}.")
    voids = int(done.tallies.voids[0])
    if voids:
        sentences.append(f"{voids:,} coups ran out of cards and are void: the cut card lies too near the end.")
    return sentences


def simulation_figures(report: SimulationReport) -> SimulationFigures:
    """The run as `--json` prints it."""
    done, scored = report.done, report.scored
    dealing = done.job.dealing
    return SimulationFigures(
        rulebook=report.book.name,
        decks=dealing.decks,
        cut=dealing.cut,
        burn=burn_word(dealing),
        coups=done.tallies.coups,
        shoes=done.tallies.shoes,
        seed=done.job.seed,
        complete=done.complete,
        coups_per_shoe=done.tallies.coups / max(done.tallies.shoes, 1),
        bets=[bet_edge(bet.bet.id, bet.edge) for bet in scored.bets],
        insurance=[offer_edge(offer) for offer in scored.offers],
        insurance_use=[
            InsuranceUseEdge(insures=use.insures.value, policy=use.policy, taken=use.times, **_edge(use.edge))
            for use in scored.uses
        ],
        notes=notes(done),
        whole_shoe=_whole_shoe(report.shoes),
        ruin=[plan_figures(played) for played in report.ruined],
    )


def bet_edge(bet: str, edge: Estimate) -> BetEdge:
    return BetEdge(bet=bet, **_edge(edge))


def offer_edge(offer: ScoredOffer) -> OfferEdge:
    return OfferEdge(offered=offer.offered, **offer_fields(offer.cell) | _edge(offer.edge))


def _edge(edge: Estimate) -> dict[str, float | None]:
    """The fields that every estimate has."""
    return {
        "edge_pct": _number(100 * edge.mean),
        "se_pct": _number(100 * edge.se),
        "exact_edge_pct": _number(100 * float(edge.exact)),
        "z": None if edge.z is None else _number(edge.z),
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def burn_word(dealing: Dealing) -> int | str:
    """How many cards are burned; `first` where the first card says it."""
    return "first" if dealing.burn == BURN_BY_FIRST_CARD else dealing.burn


def offer_name(cell: Cell) -> str:
    """An offer in a few words: `Banker, 4 cards, 5 v 6`."""
    when = f"{cell.window.cards} cards"
    return f"{cell.insures.value.capitalize()}, {when}, {cell.player} v {cell.banker}"


def edge_cells(edge: Estimate) -> tuple[str, str, str, str]:
    """An estimate in digits, for the columns of `FIGURES`."""
    z = "" if edge.z is None or math.isnan(edge.z) else f"{edge.z:+.2f}"
    mean, exact = (f"{100 * value + 0.0:.4f}" for value in (edge.mean, float(edge.exact)))
    return mean, f"{100 * edge.se:.4f}", exact, z


def _whole_shoe(figures: WholeShoe) -> WholeShoeFigures:
    return WholeShoeFigures(
        shoes=figures.shoes,
        coups=figures.coups,
        coups_by_cut=list(figures.lengths),
        streaks=figures.streaks,
        bets=[
            BetRunFigures(
                bet=runs.bet,
                house_win_per_shoe=runs.shoe_mean,
                house_win_per_shoe_sd=runs.shoe_sd,
                house_win_per_shoe_quantiles=_by_percent(runs.shoe_quantiles),
                drawdown_mean=runs.drawdown_mean,
                drawdown_95=runs.drawdown_95,
                longest_losing=runs.longest_losing,
                house_win_over=[
                    WinOver(coups=coups, quantiles=_by_percent(quantiles)) for coups, quantiles in runs.blocks
                ],
            )
            for runs in figures.bets
        ],
    )


def plan_figures(played: Played) -> PlanFigures:
    """A plan's sessions as `--json` prints them."""
    plan = played.plan
    return PlanFigures(
        plan=plan.name,
        bet=plan.bet,
        choose=plan.choose,
        bankroll=plan.bankroll,
        sessions=played.sessions,
        coups=played.coups,
        bets=played.bets,
        staked=played.staked,
        gained=played.gained,
        edge_pct=played.edge_pct.value if played.bets else None,
        edge_pct_se=played.edge_pct.se if played.bets else None,
        ruin_pct=played.ruin_pct.value,
        ruin_pct_se=played.ruin_pct.se,
        time_to_ruin=_by_percent(played.time_to_ruin),
        end=_by_percent(played.ends),
        mean_end=played.mean_end.value,
        mean_end_se=played.mean_end.se,
        drawdown=_by_percent(played.drawdown),
        verdict=verdict(played),
    )


def verdict(played: Played) -> str:
    """What a plan does and does not do."""
    return HELPED if played.plan.count is not None else PLAIN


def _by_percent(quantiles: tuple[tuple[float, float], ...]) -> dict[str, float]:
    return {f"{100 * q:g}%": value for q, value in quantiles}
