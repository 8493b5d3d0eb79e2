"""`punto report` and the dispute of `punto log`: their shapes, files that open, and one sentence for bad input."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sqlite3
import xml.etree.ElementTree as ET
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from punto.cli.main import run
from punto.house.settings import Settings
from punto.house.settings_log import note_settings
from punto.house.takings import take_books
from punto.kit.business_day import BusinessCalendar
from punto.report.takings import HouseTakings
from punto.rulebook import Library
from punto.store import open_store

SCRIPT: list[dict[str, Any]] = [
    {"command": "open_table", "rulebook": "punto-banco", "settings": {"wallets": True}},
    {"command": "buy_in", "patron": "ann", "amount": 5000},
    {"command": "buy_in", "patron": "bo", "amount": 5000},
    {"command": "open_shoe", "cards": "physical"},
    {"command": "open_bets"},
    {"command": "place_bet", "patron": "ann", "box": 1, "bet": "banker", "stake": 25},
    {"command": "place_bet", "patron": "bo", "box": 2, "bet": "player", "stake": 100},
    {"command": "close_bets"},
    *({"command": "draw_card", "card": card} for card in ("3h", "9c", "3d", "Ks")),
]
ROW = [
    "key", "rounds", "rounds_per_hour", "handle", "payback", "win", "win_pct", "win_counted", "drop", "hold_pct",
    "theo", "theo_trade", "theo_moment", "sd", "z", "commission", "rounding", "voids", "reversals",
]  # fmt: skip

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("books")
    script = folder / "script.jsonl"
    lines = [json.dumps(line | {"id": str(number)}) for number, line in enumerate(SCRIPT)]
    script.write_text("\n".join(lines) + "\n")
    assert run(["table", str(script), "--db", str(folder / "house.db"), "--table", "north"]) == 0
    return str(folder / "house.db")


@pytest.fixture
def punto_(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setenv("COLUMNS", "200")

    def call(*words: str) -> tuple[int, str, str]:
        capfd.readouterr()
        status = run(list(words))
        said = capfd.readouterr()
        return status, said.out, said.err

    return call


def test_json_has_the_shape_that_is_promised(db: str, punto_: Call) -> None:
    status, out, _ = punto_("report", db, "--json")
    report: dict[str, Any] = json.loads(out)
    assert status == 0
    assert list(report) == ["from", "to", "zone", "by", "rows", "total"]
    assert (report["from"], report["to"], report["zone"], report["by"]) == (None, None, "UTC", "table")
    [row] = report["rows"]
    assert list(row) == ROW
    assert list(report["total"]) == ROW
    assert (row["key"], row["rounds"], row["handle"], row["payback"], row["win"]) == ("north", 1, 125, 48, 77)
    assert (row["win_counted"], row["drop"], row["hold_pct"]) == (77, 10_000, 0.77)
    assert (row["commission"], row["rounding"]) == (2, "3/4")
    assert Fraction(row["theo"]) > 0
    by_bet = json.loads(punto_("report", db, "--json", "--by", "bet")[1])
    assert [row["key"] for row in by_bet["rows"]] == ["banker", "player"]
    assert all(row["drop"] is None for row in by_bet["rows"])


def test_what_happens_in_the_first_second_of_a_span_is_in_it(punto_: Call, tmp_path: Path) -> None:
    db, script, at = str(tmp_path / "house.db"), tmp_path / "script.jsonl", {"at": "2026-11-17T14:00:00+00:00"}
    script.write_text("".join(json.dumps(line | at) + "\n" for line in SCRIPT))
    assert run(["table", str(script), "--db", db]) == 0
    report = json.loads(punto_("report", db, "--json", "--from", "2026-11-17T14:00")[1])
    assert (report["total"]["rounds"], report["total"]["drop"]) == (1, 10_000)


def test_the_last_day_there_is_may_end_a_report(db: str, punto_: Call) -> None:
    status, out, _ = punto_("report", db, "--json", "--to", "9999-12-31")
    assert (status, json.loads(out)["to"]) == (0, "9999-12-31T06:00:00+00:00")


def test_a_log_of_the_house_is_no_table_to_report(punto_: Call, tmp_path: Path) -> None:
    db = str(tmp_path / "house.db")
    with open_store(db) as store:
        note_settings(store, Settings(), 0.0)
    status, out, err = punto_("report", db, "--table", "house:settings")
    assert (status, out, err) == (2, "", "punto: there is no table 'house:settings'; known: none\n")


def test_text_and_csv_tell_the_same(db: str, punto_: Call) -> None:
    _, out, _ = punto_("report", db, "--by", "patron")
    assert "Takings by patron" in out
    assert "ann" in out
    for says in ("counted win: closer + credits + drop − opener − fills", "hold: counted win / drop"):
        assert says in " ".join(out.split())
    lines = [line for line in punto_("report", db)[1].splitlines() if line.strip()]
    heads, _, row = (re.split(r" {2,}", line.strip()) for line in lines[2:5])
    assert dict(zip(heads, row, strict=True))["counted win"] == "77"
    _, out, _ = punto_("report", db, "--by", "patron", "--csv")
    told = list(csv.DictReader(io.StringIO(out)))
    assert [(line["patron"], line["win"]) for line in told] == [("ann", "-23"), ("bo", "100"), ("total", "77")]


def test_a_spreadsheet_a_page_and_a_pdf_are_written(db: str, punto_: Call, tmp_path: Path) -> None:
    files = {form: tmp_path / f"report.{form}" for form in ("xlsx", "html", "pdf")}
    words = [word for form, file in files.items() for word in (f"--{form}", str(file))]
    assert punto_("report", db, *words) == (0, "", "")
    with ZipFile(files["xlsx"]) as book:
        assert book.testzip() is None
        for name in book.namelist():
            ET.fromstring(book.read(name))
        assert "xl/worksheets/sheet1.xml" in book.namelist()
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))
    texts = ["".join(cell.itertext()) for cell in sheet.iter() if cell.tag.endswith("}c")]
    assert "north" in texts
    assert "77" in texts
    assert "Win 77" in files["html"].read_text()
    pdf = PdfReader(files["pdf"])
    assert len(pdf.pages) == 1
    text = pdf.pages[0].extract_text()
    assert "Exceptions" in text
    assert "Shift manager" in text


def test_events_and_then_chains_are_told_as_they_are_gone_through(db: str) -> None:
    """What a bar shows: all events once while they are read, and all of them again while chains are verified."""
    read: list[int] = []
    held: list[int] = []
    with open_store(db) as store:
        takings = HouseTakings(Library().find, BusinessCalendar(), "table")
        take_books(store, takings, ["north"], read.append, held.append)
        events = store.head("north").version
    assert sum(read) == events > 10
    assert held == [0, events]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--from", "2999-01-01"], "punto: --from 2999-01-01 has not come yet\n"),
        (["--to", "2001-01-01"], "punto: no round was over at any table up to 2001-01-01 06:00\n"),
        (["--to", "20010101"], "punto: no round was over at any table up to 2001-01-01 06:00\n"),
        (
            ["--from", "2001-01-01T06:00:35", "--to", "2001-01-01T06:00:50"],
            "punto: no round was over at any table from 2001-01-01 06:00:35 up to 2001-01-01 06:00:50\n",
        ),
        (["--from", "2020-01-02", "--to", "2020-01-02"], "punto: --to 2020-01-02 is not after --from 2020-01-02"),
        (["--from", "0001-01-01T00:00+14:00"], "punto: --from '0001-01-01T00:00+14:00' is no day and no time"),
        (["--from", "soon"], "punto: --from 'soon' is no day and no time"),
        (["--by", "colour"], "punto: --by 'colour' is no way to group the rows"),
        (["--table", "south"], "punto: there is no table 'south'; known: north\n"),
        (["--json", "--csv"], "punto: --json and --csv are two answers: choose one\n"),
        (["--html", "/no/such/folder/x.html"], "punto: /no/such/folder/x.html cannot be written"),
    ],
)
def test_bad_input_gets_one_sentence(db: str, punto_: Call, words: list[str], says: str) -> None:
    status, out, err = punto_("report", db, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)


@pytest.mark.parametrize(
    "change",
    [
        "events SET at = X'ff' WHERE version = 5",
        "events SET schema = 'x' WHERE version = 5",
        "events SET version = 'x' WHERE version = 5",
        "events SET table_id = X'ff' WHERE version = 5",
        "heads SET version = X'ff'",
        "postings SET amount = 'x' WHERE version = 2",
    ],
)
def test_books_with_a_value_of_another_kind_get_one_sentence(
    db: str, punto_: Call, tmp_path: Path, change: str
) -> None:
    books = tmp_path / "changed.db"
    shutil.copy(db, books)
    with closing(sqlite3.connect(books, isolation_level=None)) as database:
        for (trigger,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {trigger}")
        database.execute(f"UPDATE {change}")
    for words in (
        ["report", str(books)],
        ["export", str(books), str(tmp_path / "x")],
        ["log", "north", "--db", str(books)],
    ):
        status, _, err = punto_(*words)
        assert status, words
        assert err.startswith(("punto: the books are at fault: ", "punto: no report: ")), err
        assert err.count("\n") == 1


def test_a_dispute_tells_times_people_chips_and_rounding(db: str, punto_: Call, tmp_path: Path) -> None:
    _, out, _ = punto_("log", "north", "--db", db, "--coup", "1", "--patron", "ann")
    assert "ann: 25 on the felt, 48 handed back, +23" in out
    assert re.search(r"^ *20\d\d-\d\d-\d\d \d\d:\d\d:\d\d(\.\d)?, UTC\. punto-banco@common", out, re.MULTILINE)
    assert "1 to 1 on 25 less commission is 23.75, rounded down to 23 (sign)" in out
    assert "The auditor finds nothing at fault" in out
    pack = json.loads(punto_("log", "north", "--db", db, "--coup", "1", "--json")[1])
    assert pack["zone"] == "UTC"
    [line] = [line for line in pack["outcome"]["lines"] if line["patron"] == "ann"]
    assert (line["exact"], line["winnings"]) == ("95/4", 23)
    assert [(one["patron"], one["before"], one["after"]) for one in pack["patrons"]] == [
        ("ann", 25, 48),
        ("bo", 100, 0),
    ]
    assert all(len(one["at"]) >= 19 for one in pack["told"])
    page, pdf = tmp_path / "d.html", tmp_path / "d.pdf"
    assert punto_("log", "north", "--db", db, "--coup", "1", "--html", str(page), "--pdf", str(pdf))[0] == 0
    assert "rounded down to 23 (sign)" in page.read_text()
    assert "9♣" in page.read_text()
    first = PdfReader(pdf).pages[0].extract_text()
    # The first page answers the dispute; the timeline may be longer, and does not tell every bet again.
    assert "What the paragraphs say" in first
    assert "The auditor finds nothing at fault" in first.partition("What happened")[0]
    assert "box 1: banker 25 wins" not in page.read_text()


def test_a_round_after_midnight_is_of_the_business_day_before(tmp_path: Path, punto_: Call) -> None:
    """Whoever asks for the date on the wall is told which day the house counts it to."""
    books = str(tmp_path / "night.db")
    script = tmp_path / "night.jsonl"
    dealer = {"by": "dealer", "at": "2026-11-18T00:23:00Z"}
    steps: list[dict[str, object]] = [
        {"command": "open_table", "rulebook": "easy-six", "settings": {"stake_min": 5}},
        {"command": "open_shoe", "cards": "physical"},
        {"command": "open_bets"},
        {"command": "close_bets"},
    ]
    steps += [{"command": "draw_card", "card": card} for card in ("9h", "3c", "9d", "3s")]
    script.write_text("".join(json.dumps(step | dealer) + "\n" for step in steps))
    assert punto_("table", str(script), "--db", books)[0] == 0
    assert punto_("log", "1", "--db", books, "--coup", "1", "--day", "2026-11-17")[0] == 0
    status, _, err = punto_("log", "1", "--db", books, "--coup", "1", "--day", "2026-11-18")
    assert status == 2
    assert "began 2026-11-18 00:23, on the business day 2026-11-17, which is not in that time" in err


def test_a_patrons_rounds_are_told(db: str, punto_: Call) -> None:
    made = json.loads(punto_("log", "north", "--db", db, "--patron", "bo", "--json")[1])
    assert (made["patron"], made["before"], made["after"], made["net"]) == ("bo", 100, 0, -100)
    assert "1 to 1 on 25 less commission" in punto_("log", "north", "--db", db, "--patron", "ann")[1]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--coup", "1", "--day", "2001-01-01"], "punto: coup 1 of table north began "),
        (["--coup", "1", "--patron", "cy"], "punto: cy had no bet in coup 1 of table north; who had: ann, bo"),
        (["--patron", "cy"], "punto: cy had no bet at table north at any time"),
        (["--day", "yesterday"], "punto: --day 'yesterday' is no day; write 2026-11-18"),
        (["--day", "2026-11-18", "--from", "2026-11-18"], "punto: --day is a whole day"),
        (["--html", "x.html"], "punto: --html and --pdf are of one coup or one patron"),
        (["--json", "--day", "2026-11-18"], "punto: --json exports the whole log"),
        (["--coup", "9"], "punto: table north has no coup 9; it has had 1"),
        (["--coup", "0"], "punto: table north has no coup 0; it has had 1"),
        (["--day", "2999-01-01"], "punto: --day 2999-01-01 has not come yet"),
    ],
)
def test_a_log_asked_for_badly_gets_one_sentence(db: str, punto_: Call, words: list[str], says: str) -> None:
    status, out, err = punto_("log", "north", "--db", db, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(says)
