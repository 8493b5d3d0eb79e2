"""`punto counts`: which bets and offers go positive as a shoe is dealt, how often, for how much, and who could tell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from punto.cli.counts_text import show_counted
from punto.cli.dealing_options import Burn, Cut, Seed, Threads, burn_of, quantity
from punto.cli.folder import check_free, write_documents, write_whole
from punto.cli.options import AsJson, AsOfText, Decks, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.progress import Progress
from punto.kit import Refused
from punto.report.count_data import count_figures
from punto.rulebook import Rulebook, decks_of, known_ones
from punto.simulate import dealing_for, job_of
from punto.simulate.count import Count, read_count_file, read_tags
from punto.simulate.counting import chosen_targets, counting
from punto.simulate.engines import threads_of

MOST_SHOES = 10**9
MOST_TRIGGER = 1000


def add_to(app: typer.Typer) -> None:
    app.command("counts")(counts)


def counts(
    rulebook: Annotated[str, typer.Argument(help="Which rules, as `punto rules list` names them.")],
    bet: Annotated[list[str] | None, typer.Option(help="Only this bet. Again for more.")] = None,
    decks: Decks = None,
    cut: Cut = 14,
    burn: Burn = "first",
    shoes: Annotated[str, typer.Option(help="How many shoes are dealt.")] = "2000",
    tags: Annotated[str | None, typer.Option(help="Try this count: 3=-1,6=-2,8=2; others count 0.")] = None,
    count: Annotated[Path | None, typer.Option(help="Try the count in this TOML file.")] = None,
    trigger: Annotated[int | None, typer.Option(help="Bet from this true count on.")] = None,
    seed: Seed = 1,
    threads: Threads = None,
    out: Annotated[Path | None, typer.Option(help="A new folder for figures, HTML and PDF.")] = None,
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Find where a game can be beaten: effects of removal, the best simple counts, and perfect play."""
    book = library(rulebooks, as_of).find(rulebook)
    dealing = dealing_for(book, decks_of(book, decks), cut, burn_of(burn))
    job = job_of(dealing, quantity(shoes, "--shoes", MOST_SHOES), seed)
    given = _given(tags, count, trigger)
    wanted = _bets(book, bet or [])
    number = threads_of(threads)
    if out is not None:
        check_free(out)
    targets = chosen_targets(book, dealing.decks, wanted)
    with Progress(job.shoes, quiet=as_json) as progress:
        report = counting(book, job, targets, number, given, trigger, progress.more)
    if out is not None:
        from punto.report.count_document import count_document

        document = count_document(report)
        write_whole(out, lambda folder: write_documents(folder, "counts", count_figures(report), document))
    if as_json:
        print_json(count_figures(report))
    else:
        show_counted(report)


def _given(tags: str | None, file: Path | None, trigger: int | None) -> Count | None:
    if tags is not None and file is not None:
        raise Refused(code="tags_twice", message="--tags and --count both give a count: choose one")
    if trigger is not None:
        if tags is None and file is None:
            raise Refused(code="trigger_alone", message="--trigger needs a count: give --tags or --count with it")
        if abs(trigger) > MOST_TRIGGER:
            raise Refused(
                code="bad_trigger",
                message=f"--trigger {trigger} is beyond any count: -{MOST_TRIGGER} to {MOST_TRIGGER}",
            )
    if tags is not None:
        return read_tags(tags)
    return read_count_file(file) if file is not None else None


def _bets(book: Rulebook, wanted: list[str]) -> list[str]:
    for bet in wanted:
        if bet not in book.bets:
            raise Refused(
                code="unknown_bet", message=f"{book.id} has no bet {bet[:40]!r}; {known_ones(bet, book.bets)}"
            )
    return wanted
