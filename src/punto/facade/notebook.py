"""What every answer of the library can do: be the JSON of the command line, a data frame, a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from importlib import import_module
from typing import Any, Generic, TypeVar

import msgspec

from punto.kit import Refused

FRAMES = ("pandas", "polars")
"""Whichever is installed, the first if both are."""

MOST_IN_LINE = 2
"""Answers of a list that its one line has room for."""

Row = Mapping[str, Any]


class NotebookValue:
    """An answer. A subclass gives its JSON and the rows of its table."""

    def _json(self) -> object:
        """What the command line prints: a struct, or a list of them."""
        raise NotImplementedError

    def _rows(self) -> Sequence[Row]:
        """The answer as a table; every row has the same keys."""
        raise NotImplementedError

    def to_dict(self) -> Any:
        """The JSON of the command line, as plain values."""
        return msgspec.json.decode(msgspec.json.encode(self._json()))

    def to_frame(self) -> Any:
        """The answer as a data frame of pandas or polars, whichever is installed."""
        return frame(self._rows())

    def _repr_html_(self) -> str:
        return html_table(repr(self), self._rows())


Answer = TypeVar("Answer", bound=NotebookValue, covariant=True)


class Listed(NotebookValue, tuple[Answer, ...], Generic[Answer]):
    """Answers in their order: a tuple that is a table too."""

    _noun: str

    def __new__(cls, noun: str, answers: Iterable[Answer]) -> Listed[Answer]:
        listed = super().__new__(cls, answers)
        listed._noun = noun
        return listed

    def __getnewargs__(self) -> tuple[str, tuple[Answer, ...]]:
        return self._noun, tuple(self)

    def __repr__(self) -> str:
        first = ", ".join(repr(answer).strip("<>") for answer in self[:MOST_IN_LINE])
        more = ", …" if len(self) > MOST_IN_LINE else ""
        return f"<{len(self)} {self._noun}{': ' if self else ''}{first}{more}>"

    def to_dict(self) -> list[Any]:
        return [answer.to_dict() for answer in self]

    def _rows(self) -> Sequence[Row]:
        return [row for answer in self for row in answer._rows()]


def frame(rows: Sequence[Row]) -> Any:
    """A data frame with a line for each row; Refused where neither library is installed."""
    columns = {name: [row[name] for row in rows] for name in (rows[0] if rows else ())}
    for library in FRAMES:
        try:
            module = import_module(library)
        except ImportError:
            continue
        return module.DataFrame(columns)
    raise Refused(
        code="no_frames", message="a data frame needs pandas or polars, and neither is installed: pip install pandas"
    )


def html_table(caption: str, rows: Sequence[Row]) -> str:
    """A small HTML table; figures stand at the right."""
    names = list(rows[0]) if rows else []
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = "".join("<tr>" + "".join(_cell(row[name]) for name in names) + "</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def _cell(value: object) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        digits = f"{value:,}" if isinstance(value, int) else f"{value:.6g}"
        return f'<td style="text-align:right">{digits}</td>'
    return f"<td>{escape('' if value is None else str(value))}</td>"
