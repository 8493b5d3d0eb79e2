"""`punto rules check`: every mistake in rulebook files at once, with its place and what to do."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.screen import Screen, print_json
from punto.kit import Refused
from punto.rulebook import Mistake, check_file, parse
from punto.rulebook.library import edition_of


def add_to(rules: typer.Typer) -> None:
    rules.command("check")(check)


def check(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]…", help="Files, or folders of them; all known ones if none.")
    ] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> int:
    """Check rulebook files: all mistakes at once, each with its place and what to do.

    Exit status 0 if there is none, 1 if there is any, 2 if a path does not exist.
    """
    found = {file: check_file(file) for file in _below(files)} if files else _shelved(library(rulebooks).files)
    if as_json:
        print_json([{"file": _shown(file), "mistakes": [_told(m) for m in wrong]} for file, wrong in found.items()])
    else:
        _print(found)
    return 1 if any(found.values()) else 0


def _below(given: Iterable[Path]) -> list[Path]:
    """The files given and those in the folders given, each once."""
    files: list[Path] = []
    for path in given:
        if not os.path.lexists(path):
            raise Refused(code="no_such_file", message=f"there is no file or folder {_shown(path)!r}")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise Refused(code="no_rulebook_files", message=f"the folder {_shown(path)!r} holds no .toml file")
        files += inside
    return list(dict.fromkeys(files))


def _shelved(files: Iterable[Path]) -> dict[Path, list[Mistake]]:
    """The files of a library, whose folder and name must also say what they hold."""
    found = {}
    for file in files:
        found[file] = check_file(file)
        if not found[file]:
            book, _ = parse(file.read_bytes(), str(file))
            if (book.id, book.edition) != (file.parent.name, edition_of(file)[0]):
                fix = f"move it to {book.id}/{book.edition}.toml"
                found[file].append(Mistake("misplaced_rulebook", "", f"it holds {book.name}", fix))
    return found


def _print(found: dict[Path, list[Mistake]]) -> None:
    screen = Screen()
    for file, mistakes in found.items():
        count = "ok" if not mistakes else "1 mistake" if len(mistakes) == 1 else f"{len(mistakes)} mistakes"
        screen.verdict(f"{_shown(file)}: {count}", style="red" if mistakes else "green", indent=0)
        for mistake in mistakes:
            screen.line(f"{mistake.path or 'the file'}: {mistake.what}", mistake.code)
            screen.line(mistake.fix, style="dim", indent=4)


def _told(mistake: Mistake) -> dict[str, str]:
    return {"code": mistake.code, "path": mistake.path, "what": mistake.what, "fix": mistake.fix}


def _shown(file: Path) -> str:
    """A file's name as text, also where its bytes are none."""
    return os.fsencode(file).decode("utf-8", "replace")
