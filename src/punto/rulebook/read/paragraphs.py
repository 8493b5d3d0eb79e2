"""The account of every paragraph, the steps of a table, and the readings in a rulebook file."""

from __future__ import annotations

from enum import Enum

from punto.rulebook.model import PROCEDURES, Became, Paragraph, Reading
from punto.rulebook.read.section import Section


class _Kind(Enum):
    SILENCE = "silence"
    AMBIGUITY = "ambiguity"
    CONTRADICTION = "contradiction"
    DAMAGE = "damage"


def read_procedure(root: Section) -> dict[str, str]:
    """The paragraphs behind the steps of a table, as far as the document has them."""
    if not root.has("procedure"):
        return {}
    section = root.table("procedure")
    procedure = {word: section.text(word) for word in PROCEDURES if section.has(word)}
    section.done(PROCEDURES)
    return procedure


def read_paragraphs(root: Section) -> tuple[Paragraph, ...]:
    """Every paragraph and what became of it."""
    paragraphs: list[Paragraph] = []
    numbers: set[str] = set()
    for section in root.tables("paragraph", required=True):
        number, says = section.text("n"), section.text("says")
        became = section.word("became", Became)
        by = section.text("by", "")
        section.done()
        if became not in (None, Became.RULE) and not by:
            section.wrong("missing_key", "by", "by is missing", "name the module, the reading, or the reason")
        if number in numbers:
            section.wrong("duplicate_paragraph", "n", f"paragraph {number} is listed twice", "once is enough")
        numbers.add(number)
        paragraphs.append(Paragraph(number, says, became or Became.NOT_MODELLED, by))
    return tuple(paragraphs)


def read_readings(root: Section) -> tuple[Reading, ...]:
    """How the document is understood where it is not clear."""
    readings: list[Reading] = []
    for section in root.tables("reading"):
        id, cite = section.id(), section.text("cite")
        kind = section.word("kind", _Kind)
        reads, why = section.text("reads"), section.text("why")
        section.done()
        if any(id == other.id for other in readings):
            section.wrong("duplicate_reading", "id", f"there are two readings {id!r}", "give each its own id")
        readings.append(Reading(id, cite, kind.value if kind else "", reads, why))
    return tuple(readings)
