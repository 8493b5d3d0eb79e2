"""`punto simulate`: a billion coups with every bet of a rulebook scored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from punto.cli.dealing_options import Burn, Cut, On, Seed, Threads, burn_of, quantity
from punto.cli.folder import check_documents, write_documents, write_whole
from punto.cli.options import AsJson, AsOfText, Decks, RulebookFolders, RulebookId, library
from punto.cli.output import print_json
from punto.cli.simulate_text import show_played, show_simulation
from punto.cli.terminal.progress import Progress
from punto.cli.terminal.screen import Screen
from punto.kernel.deal import Dealing
from punto.kit import Refused
from punto.report.simulation_data import SimulationReport, plan_figures, simulation_figures
from punto.rulebook import Rulebook, decks_of
from punto.simulate import dealing_for, job_of, score, shoes_for, simulate
from punto.simulate.coup_file import arrow, write_coups
from punto.simulate.engines import engine_of
from punto.simulate.ruin import ruin
from punto.simulate.run import MOST_SHOES
from punto.simulate.whole_shoe import whole_shoe

MOST_COUPS = 10**14


def add_to(app: typer.Typer) -> None:
    app.command("simulate")(simulate_)


def simulate_(
    rulebook: RulebookId,
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
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Simulate shoes: every bet and offer beside its exact value, whole-shoe figures, ruin, betting plans."""
    book = library(rulebooks, as_of).find(rulebook)
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
        check_documents(out)
    if parquet:
        arrow()
    engine = engine_of(on, threads)  # A missing engine is refused before any work is done.
    ruined = ruin(book, job, stake, bankroll, session_coups, number)
    with Progress(job.shoes, quiet=as_json) as progress:
        done = simulate(job, engine, progress.tallied)
    report = SimulationReport(book, done, score(book, dealing.decks, done.tallies), whole_shoe(book, done.job), ruined)
    if out is not None:
        write_whole(out, lambda folder: _fill(folder, report, parquet))
    if as_json:
        print_json(simulation_figures(report))
    else:
        show_simulation(Screen(), report, progress.seconds)


def _fill(folder: Path, report: SimulationReport, parquet: bool) -> None:
    """Writes figures, documents and pictures, and with `--parquet` every coup."""
    from punto.report.simulation_document import drawings, simulation_document

    write_documents(folder, "simulation", simulation_figures(report), simulation_document(report))
    (folder / "pictures").mkdir()
    for name, drawing in drawings(report).items():
        (folder / "pictures" / f"{name}.svg").write_text(drawing, encoding="utf-8")
    if parquet:
        write_coups(report.book, report.done.job, folder / "coups.parquet")


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
        exact = edge and 100 * edge
        print_json(replace(plan_figures(played), rulebook=book.name, seed=seed, exact_edge_pct=exact))
        return
    screen = Screen()
    screen.title(f"{book.title.en}  {book.title.zh}", f"{dealing.decks} decks, cut {dealing.cut}, seed {seed}")
    show_played(screen, played, edge)
