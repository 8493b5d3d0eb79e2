"""`punto counts`: which bets and offers go positive as a shoe is dealt, how often, for how much, and who could tell."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from punto.cli.counted import counted_dict, show_counted
from punto.cli.engines import Threads, threads_of
from punto.cli.folder import check_free, write_whole
from punto.cli.options import AsJson, Decks, RulebookFolders, decks_of, library
from punto.cli.progress import Progress
from punto.cli.quantity import quantity
from punto.cli.screen import print_json
from punto.cli.simulate import Burn, Cut, Seed, burn_of
from punto.kit import Refused
from punto.rulebook import Rulebook, known_ones
from punto.simulate import dealing_for, job_of
from punto.simulate.count import Count, read_count_file, read_tags
from punto.simulate.counting import CountReport, chosen_targets, counting

MOST_SHOES = 10**9
MOST_TRIGGER = 1000


def add_to(app: typer.Typer) -> None:
    app.command("counts", short_help="Find where a game can be beaten, how often and for how much.")(counts)


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
    rulebooks: RulebookFolders = None,
) -> None:
    """Find where a game can be beaten: effects of removal, the best simple counts, and perfect play."""
    book = library(rulebooks).find(rulebook)
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
        write_whole(out, lambda folder: _fill(folder, report))
    if as_json:
        print_json(counted_dict(report))
    else:
        show_counted(report)


def _fill(folder: Path, report: CountReport) -> None:
    from punto.cli.count_document import count_document
    from punto.report.html import html_of
    from punto.report.pdf import pdf_of

    told = msgspec.json.encode(counted_dict(report))
    (folder / "figures.json").write_bytes(msgspec.json.format(told, indent=1) + b"\n")
    document = count_document(report)
    (folder / "counts.html").write_text(html_of(document), encoding="utf-8")
    (folder / "counts.pdf").write_bytes(pdf_of(document))


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
