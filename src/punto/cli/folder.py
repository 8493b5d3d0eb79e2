"""A folder of results that is either whole or not there."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

import msgspec

from punto.cli.sheet_files import write_sheet
from punto.kit import Refused
from punto.report.document import Document


def check_free(folder: Path) -> None:
    """Refused, before any work is done, if results could not be put there."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(code="out_not_empty", message=f"{folder} is already there and not an empty folder; name another")
    if not folder.absolute().parent.is_dir():
        raise Refused(
            code="no_such_folder", message=f"{folder} cannot be made: {folder.absolute().parent} is not a folder"
        )


def check_documents(folder: Path) -> None:
    """Refused, before any work is done, if documents could not be put there, or not be made as PDF."""
    from punto.report.typeset import typesetter

    check_free(folder)
    typesetter()


def write_whole(folder: Path, fill: Callable[[Path], None]) -> None:
    """Fill a temporary folder and move it into place, so that nothing is left half written if anything fails."""
    try:
        part = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.absolute().parent))
    except OSError as error:
        raise Refused(code="unwritable", message=f"{folder} cannot be written: {error.strerror}") from None
    try:
        fill(part)
        if folder.exists():
            folder.rmdir()
        part.chmod(0o755)
        part.rename(folder)
    except OSError as error:
        why = error.strerror or str(error)
        raise Refused(code="unwritable", message=f"{folder} cannot be written: {why}; nothing was left there") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)


def write_documents(folder: Path, name: str, figures: msgspec.Struct, document: Document) -> None:
    """The figures as JSON, and the sheet as HTML and PDF."""
    (folder / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
    write_sheet(document, folder / f"{name}.html", folder / f"{name}.pdf")
