"""Documents as files, HTML and PDF, and the refusal where they cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from punto.kit import Refused

if TYPE_CHECKING:
    from punto.report.document import Document


def write_sheet(document: Document, html: Path | None, pdf: Path | None) -> None:
    """A document into the files that are named."""
    from punto.report.html import html_of
    from punto.report.pdf import pdf_of

    if html:
        html.write_text(html_of(document), encoding="utf-8")
    if pdf:
        pdf.write_bytes(pdf_of(document))


@contextmanager
def writing_files() -> Iterator[None]:
    """A file that cannot be written is refused by its name."""
    try:
        yield
    except OSError as error:
        raise Refused(code="unwritable", message=f"{error.filename} cannot be written: {error.strerror}") from None
