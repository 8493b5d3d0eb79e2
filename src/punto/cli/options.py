"""Options that several commands share, and what they stand for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from punto.kit import Refused
from punto.rulebook import Library, read_moment


def rulebook_ids(incomplete: str) -> list[str]:
    """Completions of a rulebook's id: those shipped, and those of PUNTO_RULEBOOKS."""
    paths = os.environ.get("PUNTO_RULEBOOKS", "").split(os.pathsep)
    folders = [Path(folder) for folder in paths if folder and Path(folder).is_dir()]
    return [id for id in Library(folders).ids if id.startswith(incomplete)]


def refuse_file(id: str) -> str:
    """An id unchanged; Refused for the path of a file: other rulebooks are found by their folder."""
    if id.endswith(".toml") or "/" in id:
        message = f"{id[:80]!r} is a file: keep it as DIR/ID/EDITION.toml, then give its ID, and --rulebooks DIR"
        raise Refused(code="unknown_rulebook", message=message)
    return id


def refuse_files(ids: list[str]) -> list[str]:
    """Several ids unchanged; Refused if one is the path of a file."""
    return [refuse_file(id) for id in ids]


RulebookId = Annotated[
    str,
    typer.Argument(
        metavar="ID",
        help="Which rules, as `punto rules list` names them; @EDITION may follow.",
        autocompletion=rulebook_ids,
        callback=refuse_file,
    ),
]
RulebookFolders = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulebooks", envvar="PUNTO_RULEBOOKS", help="A folder with rulebooks of your own (ID/EDITION.toml)."
    ),
]
AsOfText = Annotated[
    str | None,
    typer.Option(
        "--as-of", metavar="DATE", help="The rules in force at the end of this day, or at an instant; now if left out."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Decks = Annotated[int | None, typer.Option("--decks", help="Decks in the shoe.")]


def library(folders: list[Path] | None, as_of: str | None = None) -> Library:
    """The shipped rulebooks and those in the given folders, in the editions of that day or instant."""
    for folder in folders or ():
        if not folder.is_dir():
            raise Refused(code="no_such_folder", message=f"--rulebooks {folder} is not a folder")
    return Library(folders or (), None if as_of is None else read_moment(as_of, "--as-of"))
