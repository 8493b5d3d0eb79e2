"""`punto counts`: which bets and offers go positive as a shoe is dealt, how often, for how much, and who could tell."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.counts_text import show_counted
from punto.cli.dealing_options import Burn, Cut, Seed, Threads, burn_of, quantity
from punto.cli.folder import check_documents, write_documents, write_whole
from punto.cli.options import AsJson, AsOfText, Decks, RulebookFolders, RulebookId, library
from punto.cli.output import print_json
from punto.cli.terminal.progress import Progress
from punto.kit import Refused
from punto.report.count_data import count_csv, count_figures
from punto.rulebook import Rulebook, decks_of, known_ones
from punto.simulate import dealing_for, job_of
from punto.simulate.count import Count, read_count_file, read_tags
from punto.simulate.counting import chosen_targets, counting
from punto.simulate.engines import threads_of
from punto.simulate.way import check_after_cut, trials_of

MOST_SHOES = 10**9


def add_to(app: typer.Typer) -> None:
    app.command("counts")(counts)


def counts(
    rulebook: RulebookId,
    bet: Annotated[list[str] | None, typer.Option(help="Only this bet. Again for more.")] = None,
    decks: Decks = None,
    cut: Cut = 14,
    burn: Burn = "first",
    shoes: Annotated[str, typer.Option(help="How many shoes are dealt.")] = "2000",
    tags: Annotated[
        list[str] | None,
        typer.Option(help="Try this count: 3=-1,6=-2,8=2; T is all ten-valued cards, others count 0. Again for more."),
    ] = None,
    count: Annotated[list[Path] | None, typer.Option(help="Try the count in this TOML file. Again for more.")] = None,
    trigger: Annotated[
        list[int] | None, typer.Option(help="Bet from this true count on; one for all counts, or one for each.")
    ] = None,
    running_trigger: Annotated[
        list[int] | None, typer.Option(help="Bet from this running count on, as unbalanced counts are used.")
    ] = None,
    cuts: Annotated[
        str | None, typer.Option(help="Cuts to take figures at besides --cut: 20,26,52, or `none`.")
    ] = None,
    coups_after_cut: Annotated[int, typer.Option(help="Coups after the one in which the cut card comes: 0, 1, 2.")] = 1,
    seed: Seed = 1,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="A new folder for figures, HTML and PDF.")] = None,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, a line for each way of betting and cut.")] = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Find where a game can be beaten: effects of removal, the best simple counts, and perfect play."""
    book = library(rulebooks, as_of).find(rulebook)
    dealing = dealing_for(book, decks_of(book, decks), cut, burn_of(burn))
    job = job_of(dealing, quantity(shoes, "--shoes", MOST_SHOES), seed)
    if as_json and as_csv:
        raise Refused(code="json_and_csv", message="--json and --csv are two answers: choose one")
    if tags and count:
        raise Refused(code="tags_twice", message="--tags and --count both give counts: choose one")
    trials = trials_of(_counts(tags or [], count or []), trigger or [], running_trigger or [])
    check_after_cut(coups_after_cut)
    bets = _bets(book, bet or [])
    number = threads_of(threads)
    if out is not None:
        check_documents(out)
    targets = chosen_targets(book, dealing.decks, bets)
    with Progress(job.shoes, quiet=as_json or as_csv) as progress:
        report = counting(
            book,
            job,
            targets,
            number,
            trials,
            on_progress=progress.more,
            cuts=_cuts(cuts),
            coups_after_cut=coups_after_cut,
        )
    if out is not None:
        from punto.report.count_document import count_document

        document = count_document(report)
        write_whole(out, lambda folder: write_documents(folder, "counts", count_figures(report), document))
    if as_csv:
        sys.stdout.write(count_csv(report))
    elif as_json:
        print_json(count_figures(report))
    else:
        show_counted(report)


def _counts(tags: list[str], files: list[Path]) -> list[Count]:
    return [*(read_tags(text) for text in tags), *(read_count_file(file) for file in files)]


def _cuts(text: str | None) -> list[int] | None:
    """Cuts as a list; None for the usual ones."""
    if text is None or text == "none":
        return None if text is None else []
    words = text.replace(",", " ").split()
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        raise Refused(code="bad_cuts", message=f"--cuts {text[:40]!r} is no list of cuts; write 20,26,52, or none")
    return [int(word) for word in words]


def _bets(book: Rulebook, ids: list[str]) -> list[str]:
    for bet in ids:
        if bet not in book.bets:
            raise Refused(
                code="unknown_bet", message=f"{book.id} has no bet {bet[:40]!r}; {known_ones(bet, book.bets)}"
            )
    return ids
