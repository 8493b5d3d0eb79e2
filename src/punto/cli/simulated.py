"""A simulation's figures, as JSON and on the screen."""

from __future__ import annotations

import math
from typing import Any

from punto.cli.columns import show_columns
from punto.cli.progress import Progress
from punto.cli.screen import Screen
from punto.kernel.deal import BURN_BY_FIRST_CARD
from punto.rulebook import Cell, Rulebook
from punto.simulate import Estimate, Score, Simulated

CUT_NOTE = (
    "The exact value is that of the first coup of a fresh shoe, and of every coup that is sure to be dealt. A cut card "
    "ends a shoe by cards, not coups: shoes whose coups used few cards give more coups, and what is left in those is "
    "no average shoe. So all coups together differ a little from the exact value: with 8 decks by less than a "
    "thousandth of a percent on Player and Banker, by up to two hundredths on bets that look at numbers of cards. Only "
    "runs of some ten billion coups can show it."
)
SE_NOTE = "Standard errors take coups as independent; those of one shoe share its cards, which changes little."
FIGURES = ("edge %", "± se", "exact %", "z")
WORDS = {"never": "never", "always": "always", "favourable": "when it favours the patron"}


def notes(done: Simulated) -> list[str]:
    """What a reader should know before comparing figures."""
    told = [CUT_NOTE, SE_NOTE]
    if not done.complete:
        told.append(f"Stopped early: these are exactly the figures of a run with --shoes {done.job.shoes}.")
    voids = int(done.tallies.voids[0])
    if voids:
        told.append(f"{voids:,} coups ran out of cards and are void: the cut card lies too near the end.")
    return told


def simulated_dict(book: Rulebook, done: Simulated, scored: Score) -> dict[str, Any]:
    """The run as `--json` prints it."""
    dealing = done.job.dealing
    return {
        "rulebook": book.name,
        "decks": dealing.decks,
        "cut": dealing.cut,
        "burn": "first" if dealing.burn == BURN_BY_FIRST_CARD else dealing.burn,
        "coups": done.tallies.coups,
        "shoes": done.tallies.shoes,
        "seed": done.job.seed,
        "complete": done.complete,
        "coups_per_shoe": done.tallies.coups / max(done.tallies.shoes, 1),
        "bets": [{"bet": one.bet.id, **_estimate(one.edge)} for one in scored.bets],
        "insurance": [
            {
                "window": one.cell.window.value,
                "insures": one.cell.insures.value,
                "player": one.cell.player,
                "banker": one.cell.banker,
                "odds": one.cell.odds.text,
                "offered": one.offered,
                **_estimate(one.edge),
            }
            for one in scored.offers
        ],
        "insurance_use": [
            {"insures": one.insures.value, "policy": one.policy, "taken": one.taken, **_estimate(one.edge)}
            for one in scored.uses
        ],
        "notes": notes(done),
    }


def _estimate(edge: Estimate) -> dict[str, float | None]:
    return {
        "edge_pct": _number(100 * edge.mean),
        "se_pct": _number(100 * edge.se),
        "exact_edge_pct": _number(100 * edge.exact),
        "z": None if edge.z is None else _number(edge.z),
    }


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value


def show_simulated(book: Rulebook, done: Simulated, scored: Score, progress: Progress) -> None:
    """The run for people."""
    screen = Screen()
    dealing, coups = done.job.dealing, done.tallies.coups
    rate = coups / max(progress.seconds, 1e-9) / 1e6
    shoes = f"{done.tallies.shoes:,} shoes of {dealing.decks} decks, cut {dealing.cut}"
    about = f"{coups:,} coups in {shoes}, seed {done.job.seed}"
    screen.title(f"{book.title.en}  {book.title.zh}", f"{about}; {rate:,.1f} million coups a second")
    screen.head("Bets: the house's edge")
    show_columns(screen, ("bet", *FIGURES), [(bet.bet.name.en, *_figures(bet.edge)) for bet in scored.bets])
    if scored.offers:
        _show_insurance(screen, scored)
    screen.head("Notes")
    for note in notes(done):
        screen.line(note)


def _show_insurance(screen: Screen, scored: Score) -> None:
    screen.head("Insurance: what it adds to the house's gain, per unit of the original bet")
    uses = [
        (f"{use.insures.value.capitalize()}, {WORDS[use.policy]}", f"{use.taken:,}", *_figures(use.edge))
        for use in scored.uses
    ]
    show_columns(screen, ("insured hand, taken", "times", *FIGURES), uses)
    screen.head("Insurance offers: the house's edge per unit of insurance")
    offers = [
        (offer_name(offer.cell), offer.cell.odds.text, f"{offer.offered:,}", *_figures(offer.edge))
        for offer in scored.offers
    ]
    show_columns(screen, ("offer", "odds", "times", *FIGURES), offers, names=2)


def offer_name(cell: Cell) -> str:
    """An offer in a few words: `Banker, 4 cards, 5 v 6`."""
    when = f"{cell.window.cards} cards"
    return f"{cell.insures.value.capitalize()}, {when}, {cell.player} v {cell.banker}"


def _figures(edge: Estimate) -> tuple[str, str, str, str]:
    z = "" if edge.z is None or math.isnan(edge.z) else f"{edge.z:+.2f}"
    mean, exact = (f"{100 * value + 0.0:.4f}" for value in (edge.mean, edge.exact))
    return mean, f"{100 * edge.se:.4f}", exact, z
