"""`punto rules check`: every mistake in rulebook files at once, with its place and what to do."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from punto.cli.options import AsJson, RulebookFolders, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import Refused
from punto.rulebook import Checked, Mistake, checked_file
from punto.rulebook.read import edition_of

if TYPE_CHECKING:
    from punto.chance import UnusualEdge


def add_to(rules: typer.Typer) -> None:
    rules.command("check", short_help="Find every mistake in rulebook files.")(check)


def check(
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]…", help="Files, or folders of them; all known ones if none.")
    ] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> int:
    """Check rulebook files: all mistakes at once, each with its line and what to do.

    A bet whose edge is negative or above 50 % is warned of. Exit status 0 if there is no mistake, 1 if there is any,
    2 if a path does not exist.
    """
    remarks = {file: _checked(file) for file in _below(files)} if files else _shelved(library(rulebooks).files)
    if as_json:
        print_json([{"file": _file_name(file)} | about.as_json() for file, about in remarks.items()])
    else:
        _print(remarks)
    return 1 if any(about.mistakes for about in remarks.values()) else 0


class _Remarks(NamedTuple):
    """The mistakes and warnings of one file."""

    mistakes: list[Mistake]
    warnings: list[Mistake]

    def as_json(self) -> dict[str, list[dict[str, str | int]]]:
        return {"mistakes": [*map(_fields, self.mistakes)], "warnings": [*map(_fields, self.warnings)]}


def _checked(file: Path) -> _Remarks:
    checked = checked_file(file)
    return _Remarks(list(checked.mistakes), _warnings(checked))


def _warnings(checked: Checked) -> list[Mistake]:
    """Bets with an edge that is probably a slip of the pen, if every part of the file that prices them was read."""
    if checked.book is None or not checked.has_read("bet", "tableau", "decks", "commission"):
        return []
    # Imported here: the other commands about rules need no numpy, and start faster without it.
    from punto.chance import unusual_edges

    places = {id: place for place, id in enumerate(checked.book.bets)}
    return checked.placed(*(_unusual(unusual, places[unusual.bet.id]) for unusual in unusual_edges(checked.book)))


def _unusual(unusual: UnusualEdge, place: int) -> Mistake:
    from punto.report.figures import percent

    by_whom = "the house loses by it" if unusual.edge < 0 else "the house keeps more than half of what is staked"
    what = f"its edge with {unusual.decks} decks is {percent(unusual.edge)} %: {by_whom}"
    return Mistake("unusual_edge", f"bet[{place}]", what, "look at its odds and conditions again")


def _below(paths: Iterable[Path]) -> list[Path]:
    """The files given and those in the folders given, each once."""
    files: list[Path] = []
    for path in paths:
        if not os.path.lexists(path):
            raise Refused(code="no_such_file", message=f"there is no file or folder {_file_name(path)!r}")
        inside = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not inside:
            raise Refused(code="no_rulebook_files", message=f"the folder {_file_name(path)!r} holds no .toml file")
        files += inside
    return list(dict.fromkeys(files))


def _shelved(files: Iterable[Path]) -> dict[Path, _Remarks]:
    """The files of a library, whose folder and name must be their id and edition."""
    remarks = {}
    for file in files:
        checked = checked_file(file)
        book = checked.book
        mistakes = list(checked.mistakes)
        if book and not mistakes and (book.id, book.edition) != (file.parent.name, edition_of(file)[0]):
            fix = f"move it to {book.id}/{book.edition}.toml"
            mistakes.append(Mistake("misplaced_rulebook", "", f"it holds {book.name}", fix))
        remarks[file] = _Remarks(mistakes, _warnings(checked))
    return remarks


def _print(remarks: dict[Path, _Remarks]) -> None:
    screen = Screen()
    for file, (mistakes, warnings) in remarks.items():
        count = _count(mistakes, "mistake") or "ok"
        warned = f", {_count(warnings, 'warning')}" if warnings else ""
        screen.verdict(f"{_file_name(file)}: {count}{warned}", style="red" if mistakes else "green", indent=0)
        for remark in (*mistakes, *warnings):
            screen.line(f"{remark.place}: {remark.what}", remark.code)
            screen.line(remark.fix, style="dim", indent=4)


def _count(remarks: list[Mistake], word: str) -> str:
    return f"{len(remarks)} {word}{'s' if len(remarks) > 1 else ''}" if remarks else ""


def _fields(remark: Mistake) -> dict[str, str | int]:
    """A remark as JSON."""
    words = {"code": remark.code, "path": remark.path, "name": remark.name}
    return {**words, "line": remark.line, "what": remark.what, "fix": remark.fix}


def _file_name(file: Path) -> str:
    """A file's name as text, also where its bytes are no UTF-8."""
    return os.fsencode(file).decode("utf-8", "replace")
