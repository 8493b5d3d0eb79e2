"""`punto simulate`: a billion coups with every bet of a rulebook scored."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from punto.cli.options import AsJson, Decks, RulebookFolders, decks_of, library
from punto.cli.progress import Progress
from punto.cli.quantity import quantity
from punto.cli.screen import print_json
from punto.cli.simulated import show_simulated, simulated_dict
from punto.kernel.deal import BURN_BY_FIRST_CARD
from punto.kit import Refused
from punto.simulate import dealing_for, job_of, on_threads, score, shoes_for, simulate
from punto.simulate.run import MOST_SHOES

MOST_COUPS = 10**14
MOST_THREADS = 1024

Cut = Annotated[int, typer.Option(help="Cards behind the cut card.")]
Burn = Annotated[str, typer.Option(help="`first` turns a card and burns its count; or `none`, or a number.")]
Seed = Annotated[int, typer.Option(help="Everything follows from this number.")]
Threads = Annotated[int | None, typer.Option(help="Threads; all cores by default.")]


def add_to(app: typer.Typer) -> None:
    app.command("simulate")(simulate_)


def simulate_(
    rulebook: Annotated[str, typer.Argument(help="Which rules, as `punto rules list` names them.")],
    coups: Annotated[str | None, typer.Option(help="About how many coups, in whole shoes: 1e9.")] = None,
    shoes: Annotated[str | None, typer.Option(help="How many shoes, instead of --coups.")] = None,
    decks: Decks = None,
    cut: Cut = 14,
    burn: Burn = "first",
    seed: Seed = 1,
    threads: Threads = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Simulate shoes and score every bet and insurance offer beside its exact value."""
    book = library(rulebooks).find(rulebook)
    dealing = dealing_for(book, decks_of(book, decks), cut, burn_of(burn))
    if coups is not None and shoes is not None:
        raise Refused("coups_and_shoes", "--coups and --shoes both say how much: choose one")
    number = (
        quantity(shoes, "--shoes", MOST_SHOES)
        if shoes is not None
        else shoes_for(dealing, quantity(coups or "1e7", "--coups", MOST_COUPS))
    )
    job = job_of(dealing, number, seed)
    engine = on_threads(threads_of(threads))
    with Progress(job.shoes, quiet=as_json) as progress:
        done = simulate(job, engine, progress.tallied)
    scored = score(book, dealing.decks, done.tallies)
    if as_json:
        print_json(simulated_dict(book, done, scored))
    else:
        show_simulated(book, done, scored, progress)


def threads_of(threads: int | None) -> int:
    """As many threads as asked for, else one a core."""
    if threads is not None and not 1 <= threads <= MOST_THREADS:
        raise Refused("bad_threads", f"--threads {threads} cannot be used: 1 to {MOST_THREADS} can")
    if threads is not None:
        return threads
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def burn_of(text: str) -> int:
    """Cards to burn, as the core takes it."""
    if text == "first":
        return BURN_BY_FIRST_CARD
    if text == "none":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refused("bad_burn", f"--burn {text[:40]!r} is neither `first`, `none` nor a number of cards")
    return int(text)
