"""The report of a shift, recomputed by DuckDB from the exported Parquet with the SQL that the docs print: equal."""

from __future__ import annotations

import json
import os
import re
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import duckdb
import pytest

from bench import books
from punto.cli.main import run
from structure.tree import ROOT

SHIFT = ("2025-11-01T12:30", "2025-11-01T13:20")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Books of a few hours at tables of several games."""
    file = tmp_path_factory.mktemp("books") / "house.db"
    before, books.TOGETHER = books.TOGETHER, 300  # type: ignore[misc]
    try:
        books.build(file, 8_000, tables=3)
    finally:
        books.TOGETHER = before  # type: ignore[misc]
    return file


def shift_report(folder: Path) -> list[dict[str, Any]]:
    """What DuckDB makes of the files with the documented SQL."""
    [sql] = re.findall(r"```sql\n(.*?)```", (ROOT / "docs" / "report.md").read_text(), re.DOTALL)
    for printed, wanted in zip(("2026-11-17 06:00", "2026-11-17 14:00"), SHIFT, strict=True):
        assert printed in sql
        sql = sql.replace(printed, wanted.replace("T", " "))
    here = Path.cwd()
    os.chdir(folder)
    try:
        with duckdb.connect() as connection:
            found = connection.execute(sql)
            names = [column[0] for column in found.description]
            return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    finally:
        os.chdir(here)


def test_duckdb_recomputes_the_shift_report(db: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["export", str(db), str(tmp_path / "out"), "--json"]) == 0
    rows = json.loads(capfd.readouterr().out)
    assert rows["events"] >= 8_000
    assert run(["report", str(db), "--from", SHIFT[0], "--to", SHIFT[1], "--by", "table", "--json"]) == 0
    report = json.loads(capfd.readouterr().out)
    recomputed = shift_report(tmp_path / "out")
    assert [row["key"] for row in recomputed] == [row["key"] for row in report["rows"]]
    for mine, theirs in zip(report["rows"], recomputed, strict=True):
        for field in ("rounds", "handle", "payback", "win", "win_counted", "drop", "commission", "voids", "reversals"):
            assert mine[field] == theirs[field], field
        assert isclose(Fraction(mine["theo"]), theirs["theo"], rel_tol=1e-12)
        assert isclose(Fraction(mine["rounding"]), theirs["rounding"], rel_tol=1e-12, abs_tol=1e-9)
        for field in ("theo_moment", "sd", "z", "win_pct", "rounds_per_hour"):
            assert isclose(mine[field], theirs[field], rel_tol=1e-9, abs_tol=1e-9), field
    edges = duckdb.sql(f"SELECT edge, sum(effective)::BIGINT FROM '{tmp_path}/out/bets.parquet' GROUP BY 1").fetchall()
    assert run(["report", str(db), "--json"]) == 0
    whole = json.loads(capfd.readouterr().out)["total"]
    assert sum((Fraction(edge) * stakes for edge, stakes in edges), Fraction(0)) == Fraction(whole["theo"])


def test_a_folder_with_something_in_it_is_left_alone(
    db: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "kept").write_text("mine")
    assert run(["export", str(db), str(tmp_path)]) == 2
    assert "is already there" in capfd.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


def test_books_with_a_fault_give_one_sentence_and_no_report(
    db: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    import sqlite3

    broken = tmp_path / "broken.db"
    broken.write_bytes(db.read_bytes())
    with sqlite3.connect(broken) as connection:
        guards = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for (name,) in guards:
            connection.execute(f"DROP TRIGGER {name}")
        changed = "UPDATE events SET body = replace(body, '\"payback\":0', '\"payback\":1') WHERE kind = 'coup_settled'"
        connection.execute(changed)
    assert run(["report", str(broken)]) == 2
    said = capfd.readouterr().err
    assert said.startswith("punto: no report: table ")
    assert said.count("\n") == 1
    assert run(["export", str(broken), str(tmp_path / "out")]) == 2
    assert not (tmp_path / "out").exists()
