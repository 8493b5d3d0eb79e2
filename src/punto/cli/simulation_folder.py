"""What `punto simulate --out` leaves: figures as JSON, the sheet as HTML and PDF, its pictures, and every coup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from punto.cli.simulation_document import pictures, simulation_document
from punto.report.html import html_of
from punto.report.pdf import pdf_of
from punto.report.picture import Picture, Role, svg
from punto.rulebook import Rulebook
from punto.simulate import Score, Simulated
from punto.simulate.coup_file import write_coups
from punto.simulate.session import Played
from punto.simulate.whole_shoe import WholeShoe

INK, QUIET, HOUSE, PATRON = "#1b1b1b", "#c9c4b8", "#23636b", "#b5432e"
TEXT = 'font-family="sans-serif" font-size="8"'
PAINTS: dict[Role, str] = {
    "axis": f'fill="none" stroke="{INK}" stroke-width="1"',
    "grid": f'fill="none" stroke="{QUIET}" stroke-width="0.6"',
    "curve": f'fill="none" stroke="{HOUSE}" stroke-width="1.6"',
    "dot": f'fill="{HOUSE}"',
    "here": f'fill="{PATRON}"',
    "house": f'fill="{HOUSE}"',
    "patron": f'fill="{PATRON}"',
    "label": f'fill="{INK}" {TEXT}',
    "value": f'fill="{PATRON}" {TEXT}',
}


def drawn(picture: Picture) -> str:
    """A picture that stands alone, with its own colours."""
    return svg(picture, PAINTS.__getitem__) + "\n"


def fill_folder(
    folder: Path,
    book: Rulebook,
    done: Simulated,
    scored: Score,
    figures: WholeShoe,
    ruined: list[Played],
    told: dict[str, Any],
    parquet: bool,
) -> None:
    """Writes everything a run found."""
    (folder / "figures.json").write_bytes(msgspec.json.format(msgspec.json.encode(told), indent=1) + b"\n")
    document = simulation_document(book, done, scored, figures, ruined)
    (folder / "simulation.html").write_text(html_of(document), encoding="utf-8")
    (folder / "simulation.pdf").write_bytes(pdf_of(document))
    (folder / "pictures").mkdir()
    for name, picture in pictures(book, scored, figures).items():
        (folder / "pictures" / f"{name}.svg").write_text(drawn(picture), encoding="utf-8")
    if parquet:
        write_coups(book, done.job, folder / "coups.parquet")
