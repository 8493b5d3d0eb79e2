"""The PDF says what the HTML says, and is fit for an archive."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from punto.report.figures import fraction, percent
from punto.report.par import par_document, par_pdf
from punto.report.pdf import pdf_of, source_of
from punto.report.typeset import quoted
from report.sheets import MADE, hostile, par, pdf

IDS = ("da-hu-ying-xiong", "rws-baccarat")


@cache
def text(id: str) -> str:
    return _text(pdf(id))


def _text(made: bytes) -> str:
    pages = [page.extract_text() for page in PdfReader(BytesIO(made)).pages]
    return re.sub(r"[\s\u200b]+", "", "".join(pages))


@pytest.mark.parametrize(
    "id", [pytest.param(id, marks=pytest.mark.exhaustive) if id == "rws-baccarat" else id for id in IDS]
)
def test_key_figures(id: str) -> None:
    assert pdf(id).startswith(b"%PDF-")
    book = par(id).rulebook
    assert book.title.zh.replace(" ", "") in text(id)
    for figures in par(id).sheet.bets:
        assert percent(figures.edge) in text(id)
        assert fraction(figures.edge) in text(id)
        assert figures.bet.name.zh.replace(" ", "") in text(id)
    for cell in par(id).sheet.insurance:
        assert percent(cell.edge) in text(id)
        assert fraction(cell.offered) in text(id)


def test_every_page_has_its_number_and_the_hash() -> None:
    pages = PdfReader(BytesIO(pdf("da-hu-ying-xiong"))).pages
    for number, page in enumerate(pages, 1):
        told = page.extract_text()
        assert f"Page {number} of {len(pages)}" in told
        assert par("da-hu-ying-xiong").rulebook.sha256 in told


def test_the_source_holds_the_same_words_as_the_document() -> None:
    document = par_document(par("da-hu-ying-xiong"))
    source = source_of(document)
    for section in document.sections:
        assert quoted(section.title) in source


def test_it_is_for_the_archive_and_the_same_every_time() -> None:
    assert b"pdfaid:part>2<" in pdf("rws-baccarat")
    assert par_pdf(par("rws-baccarat"), MADE) == pdf("rws-baccarat")
    dated = PdfReader(BytesIO(pdf("rws-baccarat"))).metadata
    assert dated is not None
    assert dated.creation_date == MADE.at


def test_a_reader_of_pdf_has_nothing_against_it(tmp_path: Path) -> None:
    if (pdfinfo := shutil.which("pdfinfo")) is None:
        pytest.skip("there is no pdfinfo here")
    file = tmp_path / "par.pdf"
    file.write_bytes(pdf("rws-baccarat"))
    done = subprocess.run([pdfinfo, str(file)], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    assert "CreationDate:    Wed Nov 18 12:30:00 2026 UTC" in done.stdout
    assert "ModDate:         Wed Nov 18 12:30:00 2026 UTC" in done.stdout
    assert b"/Suspects" not in pdf("rws-baccarat")


def test_names_that_try_to_be_markup_stay_names() -> None:
    told = _text(par_pdf(hostile()))
    assert '<script>alert("en")</script>&amp;\\u{41}#panic()*/' in told
    assert "$x$老虎" in told


@pytest.mark.parametrize("name", ["\U0001f409 \U0001f42f", "ไพ่", "\x00\x07\x1b[31m", "a\nb\rc", "\ue000"])
def test_letters_that_no_font_has_do_not_stop_a_sheet(name: str) -> None:
    document = replace(par_document(par("punto-banco")), title=name, sections=())
    assert pdf_of(document).startswith(b"%PDF-")


def test_a_string_is_one_literal() -> None:
    assert quoted('a"b\\c\nd\x00') == '"a\\"b\\\\c\\nd<0000>"'
