"""`punto site`: the rulebooks, their PAR sheets and the tools around them as a folder of static files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.options import AsJson, AsOfText, RulebookFolders, library
from punto.cli.output import print_json
from punto.kit import Refused
from punto.rulebook import read_moment


def add_to(app: typer.Typer) -> None:
    app.command("site")(site)


def site(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="An empty or new folder, or one with an earlier site.")],
    made: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="The day or instant the site says it was made; today if left out."),
    ] = None,
    pdf: Annotated[
        bool | None,
        typer.Option("--pdf/--no-pdf", help="PAR sheets as PDF beside the pages; if left out, where they can be made."),
    ] = None,
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Write a site that needs no server: every rulebook with its PAR sheet, odds from any shoe, roads, a verifier."""
    from punto.report.making import making
    from punto.site import check_folder, site_files, write_site

    at = None if made is None else read_moment(made, "--made")
    check_folder(folder)
    pdf = _pdf(pdf)
    books = library(rulebooks, as_of).all_in_force()
    if not books:
        raise Refused(code="no_rulebooks", message="no rulebook is in force at that moment")
    kernel = _kernel()
    by = making(at)
    files = site_files(books, by, kernel, pdf)
    write_site(folder, files)
    size = sum(map(len, files.values()))
    if as_json:
        print_json(
            {"folder": str(folder), "files": len(files), "bytes": size, "rulebooks": [book.name for book in books]}
        )
        return
    print(f"{folder}: {len(books)} rulebooks, {len(files)} files, {size / 1e6:.1f} MB, made {by.moment}")
    print(f"Any server of static files will do: python -m http.server --bind 127.0.0.1 --directory {folder}")


def _pdf(pdf: bool | None) -> bool:
    """Whether sheets are made as PDF too; says that they cannot be before anything is counted."""
    from punto.report.typeset import typesetter

    if pdf is False:
        return False
    try:
        typesetter()
    except Refused as refused:
        if pdf:
            raise
        print(f"punto: PAR sheets as pages alone, because {refused.message}", file=sys.stderr)
        return False
    return True


def _kernel() -> bytes:
    """The core as WebAssembly. Built, where it must be, before `making` hashes the program's files."""
    from punto.kernel import KernelUnavailable
    from punto.kernel.wasm import wasm_path

    try:
        return wasm_path().read_bytes()
    except KernelUnavailable as error:
        raise Refused(code=error.code, message=error.sentence) from None
