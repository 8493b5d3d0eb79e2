"""Rows of a text and tables on a narrow screen: words wrap, columns stack, figures and verdicts stay whole."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cli.calling import Punto, on_a_terminal
from punto.cli.rules_new import starting_file
from punto.cli.terminal.stacked import Column, Look, stacked
from punto.cli.terminal.wrapping import pieces, wrapped

GOOD = starting_file("mine", "2024-02-29")
LENGTHS = range(60, 121)

FIGURES = [
    "0.25 ± 0.01 %",
    "100 to 1",
    "(0.0380 %)",
    "5 v 6",
    "12 of 73",
    "T -0.002",
    "2019-06-01 06:00+08:00",
    "12,345,678.90",
    "ab" * 32,
]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_is_never_broken(figure: str) -> None:
    for width in range(1, 100):
        assert figure in "\n".join(wrapped(f"The edge is {figure} or so, all told.", width))


@given(st.text("ab 0129.%±", max_size=80), st.integers(1, 40))
def test_wrapping_loses_nothing_and_fills_the_rows(text: str, width: int) -> None:
    text = " ".join(text.split())
    rows = wrapped(text, width)
    assert " ".join(rows) == text
    assert all(len(row) <= width or len(pieces(row)) == 1 for row in rows)
    for row, following in pairwise(rows):
        assert len(row) + 1 + len(pieces(following)[0]) > width


def test_a_word_too_many_goes_on_in_the_next_row() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("one two three", 8) == ["one two", "three"]
    assert wrapped("one two three", 13) == ["one two three"]
    assert wrapped("", 5) == [""]


def a_name(length: int) -> str:
    """A path this long, with spaces and dashes at which it could be broken."""
    return "y" + ("two words-and " * 10)[: length - len("yx.toml")] + "x.toml"


@pytest.mark.parametrize("columns", ["40", "80"])
def test_a_path_and_its_verdict_are_one_line_whatever_its_length(
    punto: Punto, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.chdir(tmp_path)  # The temporary folder's own path has any length.
    monkeypatch.setenv("COLUMNS", columns)
    names = [a_name(length) for length in LENGTHS]
    assert [len(name) for name in names] == list(LENGTHS)
    for name in names:
        Path(name).write_text(GOOD, encoding="utf-8")
    assert punto("rules", "check", *names).out.splitlines() == [f"{name}: ok" for name in names]
    for name in names:
        Path(name).write_text("id = 5", encoding="utf-8")
    told = punto("rules", "check", *names).out
    for name in names:
        assert re.search(rf"^{re.escape(name)}: \d+ mistakes$", told, re.M)


def test_a_terminal_gets_a_long_verdict_in_rows_between_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = "some words " * 6 + "x.toml"
    Path(name).write_text(GOOD, encoding="utf-8")
    told = on_a_terminal("rules", "check", name, columns=40)
    assert told.startswith("some words some words some words some\n  words")
    assert " ".join(told.split()) == f"{name}: ok"


OPEN = Look(lambda: Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True), edges=0, gap=2)
BOXED = Look(lambda: Table(box=box.ROUNDED), edges=4, gap=3)


def drawn(columns: list[Column], room: int, look: Look) -> list[str]:
    console = Console(width=10_000)
    with console.capture() as caught:
        for table in stacked(columns, room, look):
            console.print(table)
    return caught.get().splitlines()


def some_columns() -> list[Column]:
    names = Column(Text("who and what"), [Text("Banker, 5 v 6"), Text("all the others")], "left", wraps=True)
    figures = [Column(Text(str(n)), [Text(f"{n}.{n:04}"), Text(f"-{n * n}.5 %")]) for n in range(1, 13)]
    return [names, *figures]


@pytest.mark.parametrize("look", [OPEN, BOXED], ids=["open", "boxed"])
@pytest.mark.parametrize("room", [1, 10, 20, 30, 40, 60, 80, 100, 200])
def test_a_table_stacks_within_its_room_and_no_cell_is_cut(look: Look, room: int) -> None:
    columns = some_columns()
    lines = drawn(columns, room, look)
    told = "\n".join(lines)
    for column in columns[1:]:
        for cell in column.cells:
            assert told.count(cell.plain) >= 1
    assert "…" not in told
    alone = columns[0].least + max(column.least for column in columns[1:]) + look.edges + look.gap
    assert max(map(len, lines)) <= max(room, alone)


def test_a_frame_takes_what_its_look_says() -> None:
    one = [Column(Text("abcd"), [Text("1")])]
    for look in (OPEN, BOXED):
        assert len(drawn(one, 100, look)[0]) == 4 + look.edges
        assert len(drawn(one * 3, 100, look)[0]) == 12 + look.edges + 2 * look.gap
