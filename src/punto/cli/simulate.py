"""`punto simulate`: a billion coups with every bet of a rulebook scored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.engines import On, Threads, engine_of
from punto.cli.folder import check_free, write_whole
from punto.cli.options import AsJson, Decks, RulebookFolders, decks_of, library
from punto.cli.progress import Progress
from punto.cli.quantity import quantity
from punto.cli.screen import Screen, print_json
from punto.cli.shoe_figures import played_dict, show_played, show_whole_shoe, whole_shoe_dict
from punto.cli.simulated import show_simulated, simulated_dict
from punto.kernel.deal import BURN_BY_FIRST_CARD, Dealing
from punto.kit import Refused
from punto.rulebook import Rulebook
from punto.simulate import dealing_for, job_of, score, shoes_for, simulate
from punto.simulate.run import MOST_SHOES

MOST_COUPS = 10**14

Cut = Annotated[int, typer.Option(help="Cards behind the cut card.")]
Burn = Annotated[str, typer.Option(help="`first` turns a card and burns its count; or `none`, or a number.")]
Seed = Annotated[int, typer.Option(help="Everything follows from this number.")]


def add_to(app: typer.Typer) -> None:
    app.command("simulate", short_help="Simulate shoes and set them beside the exact values.")(simulate_)


def simulate_(
    rulebook: Annotated[str, typer.Argument(help="Which rules, as `punto rules list` names them.")],
    coups: Annotated[str | None, typer.Option(help="About how many coups, in whole shoes: 1e9.")] = None,
    shoes: Annotated[str | None, typer.Option(help="How many shoes, instead of --coups.")] = None,
    decks: Decks = None,
    cut: Cut = 14,
    burn: Burn = "first",
    seed: Seed = 1,
    threads: Threads = None,
    on: On = "threads",
    plan: Annotated[Path | None, typer.Option(help="Play the betting plan in this file instead.")] = None,
    sessions: Annotated[str, typer.Option(help="Sessions of the plan, and of the ruin table.")] = "2000",
    stake: Annotated[int, typer.Option(help="The ruin table's stake.")] = 1,
    bankroll: Annotated[int, typer.Option(help="The ruin table's bankroll.")] = 100,
    session_coups: Annotated[int, typer.Option(help="Coups of a session of the ruin table.")] = 500,
    out: Annotated[Path | None, typer.Option(help="A new folder for figures, pictures, HTML and PDF.")] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="With --out: every coup in coups.parquet.")] = False,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Simulate shoes: every bet and offer beside its exact value, whole-shoe figures, ruin, betting plans."""
    book = library(rulebooks).find(rulebook)
    dealing = dealing_for(book, decks_of(book, decks), cut, burn_of(burn))
    number = quantity(sessions, "--sessions", 10**7)
    if plan is not None:
        _play(book, plan, dealing, seed, number, as_json)
        return
    job = job_of(dealing, _shoes(dealing, coups, shoes), seed)
    if parquet and out is None:
        raise Refused(
            code="parquet_where", message="--parquet needs --out: the folder that coups.parquet is written to"
        )
    if out is not None:
        check_free(out)
    from punto.simulate.ruin import ruin
    from punto.simulate.whole_shoe import whole_shoe

    engine = engine_of(on, threads)  # First: who is not there should be known before any work is done.
    ruined = ruin(book, job, stake, bankroll, session_coups, number)
    with Progress(job.shoes, quiet=as_json) as progress:
        done = simulate(job, engine, progress.tallied)
    scored = score(book, dealing.decks, done.tallies)
    figures = whole_shoe(book, done.job)
    told = {
        **simulated_dict(book, done, scored),
        "whole_shoe": whole_shoe_dict(figures),
        "ruin": [played_dict(one) for one in ruined],
    }
    if out is not None:
        from punto.cli.simulation_folder import fill_folder

        write_whole(out, lambda folder: fill_folder(folder, book, done, scored, figures, ruined, told, parquet))
    if as_json:
        print_json(told)
        return
    show_simulated(book, done, scored, progress)
    show_whole_shoe(Screen(), book, figures, ruined)


def _shoes(dealing: Dealing, coups: str | None, shoes: str | None) -> int:
    if coups is not None and shoes is not None:
        raise Refused(code="coups_and_shoes", message="--coups and --shoes both say how much: choose one")
    if shoes is not None:
        return quantity(shoes, "--shoes", MOST_SHOES)
    return shoes_for(dealing, quantity(coups or "1e7", "--coups", MOST_COUPS))


def _play(book: Rulebook, file: Path, dealing: Dealing, seed: int, sessions: int, as_json: bool) -> None:
    from punto.chance import Composition, price
    from punto.simulate.plan import read_plan
    from punto.simulate.session import play

    plan = read_plan(file, book)
    played = play(book, plan, job_of(dealing, 1, seed), sessions)
    edge = float(price(book, Composition.fresh(dealing.decks)).bet(plan.bet).edge) if plan.choose == "bet" else None
    if as_json:
        print_json({"rulebook": book.name, "seed": seed, **played_dict(played), "exact_edge_pct": edge and 100 * edge})
        return
    screen = Screen()
    screen.title(f"{book.title.en}  {book.title.zh}", f"{dealing.decks} decks, cut {dealing.cut}, seed {seed}")
    show_played(screen, played, edge)


def burn_of(text: str) -> int:
    """Cards to burn, as the core takes it."""
    if text == "first":
        return BURN_BY_FIRST_CARD
    if text == "none":
        return 0
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refused(code="bad_burn", message=f"--burn {text[:40]!r} is neither `first`, `none` nor a number of cards")
    return int(text)
