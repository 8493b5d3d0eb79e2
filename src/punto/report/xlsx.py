"""Figures as a spreadsheet: one workbook with a sheet for each table, in the minimal parts of the format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from typing import Final, TypeAlias
from xml.sax.saxutils import escape, quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

Value: TypeAlias = str | int | float | None

_EXACT: Final = 10**15
"""A spreadsheet keeps 15 digits of a number; a longer one is written as text, so that none is lost."""
_LONGEST: Final = 32_767
"""Letters that a cell holds."""
_FORBIDDEN: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

# Cell styles, by their place in the stylesheet below.
_PLAIN, _HEAD, _WHOLE, _DECIMAL, _TITLE, _HEAD_OF_FIGURES, _SUM, _WHOLE_SUM, _DECIMAL_SUM = range(9)


@dataclass(frozen=True, slots=True)
class Worksheet:
    """One sheet: lines above the table, heads, and rows, of which the last `sums` are set as sums."""

    name: str
    heads: Sequence[str]
    rows: Sequence[Sequence[Value]]
    above: Sequence[str] = ()
    sums: int = 0


def xlsx_of(sheets: Sequence[Worksheet], dated: datetime) -> bytes:
    """The workbook; the same sheets give the same bytes."""
    file = BytesIO()
    parts = {
        "[Content_Types].xml": _content_types(len(sheets)),
        "_rels/.rels": _relationships([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _workbook(sheets),
        "xl/_rels/workbook.xml.rels": _relationships(
            [
                *(("worksheet", f"worksheets/sheet{at}.xml") for at in range(1, len(sheets) + 1)),
                ("styles", "styles.xml"),
            ]
        ),
        "xl/styles.xml": _STYLES,
        **{f"xl/worksheets/sheet{at}.xml": _worksheet(sheet) for at, sheet in enumerate(sheets, 1)},
    }
    with ZipFile(file, "w", ZIP_DEFLATED) as book:
        for name, text in parts.items():
            info = ZipInfo(
                name, (max(dated.year, 1980), dated.month, dated.day, dated.hour, dated.minute, dated.second)
            )
            info.compress_type = ZIP_DEFLATED
            book.writestr(info, _XML + text)
    return file.getvalue()


_XML: Final = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"

_STYLES: Final = (
    f'<styleSheet xmlns="{_MAIN}">'
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="#,##0"/>'
    '<numFmt numFmtId="165" formatCode="#,##0.00"/></numFmts>'
    '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="14"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border>'
    '<border><left/><right/><top/><bottom style="thin"/><diagonal/></border>'
    '<border><left/><right/><top style="thin"/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/>'
    '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>'
    '<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyAlignment="1">'
    '<alignment horizontal="right"/></xf>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="2" xfId="0" applyFont="1" applyBorder="1"/>'
    '<xf numFmtId="164" fontId="1" fillId="0" borderId="2" xfId="0" applyNumberFormat="1" applyFont="1" '
    'applyBorder="1"/>'
    '<xf numFmtId="165" fontId="1" fillId="0" borderId="2" xfId="0" applyNumberFormat="1" applyFont="1" '
    'applyBorder="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def _content_types(sheets: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = [("/xl/workbook.xml", f"{kind}.sheet.main+xml"), ("/xl/styles.xml", f"{kind}.styles+xml")]
    parts += [(f"/xl/worksheets/sheet{at}.xml", f"{kind}.worksheet+xml") for at in range(1, sheets + 1)]
    overrides = "".join(f'<Override PartName="{name}" ContentType="{type}"/>' for name, type in parts)
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>'
    )


def _relationships(targets: Iterable[tuple[str, str]]) -> str:
    lines = "".join(
        f'<Relationship Id="rId{at}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for at, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{lines}</Relationships>'


def _workbook(sheets: Sequence[Worksheet]) -> str:
    listed = "".join(
        f'<sheet name={quoteattr(sheet.name[:31])} sheetId="{at}" r:id="rId{at}"/>'
        for at, sheet in enumerate(sheets, 1)
    )
    return f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{listed}</sheets></workbook>'


def _worksheet(sheet: Worksheet) -> str:
    above = [_row(at, [_cell(_TITLE if at == 1 else _PLAIN, text)]) for at, text in enumerate(sheet.above, 1)]
    head = len(above) + 2 if above else 1
    heads = [_cell(_HEAD_OF_FIGURES if _is_figures(sheet, at) else _HEAD, text) for at, text in enumerate(sheet.heads)]
    first_sum = len(sheet.rows) - sheet.sums
    rows = [
        _row(head + 1 + at, [_cell(_style(value, at >= first_sum), value) for value in values])
        for at, values in enumerate(sheet.rows)
    ]
    widths = "".join(
        f'<col min="{at}" max="{at}" width="{_width(sheet, at - 1)}" customWidth="1"/>'
        for at in range(1, len(sheet.heads) + 1)
    )
    frozen = (
        f'<sheetView workbookViewId="0"><pane xSplit="1" ySplit="{head}" topLeftCell="B{head + 1}" '
        'activePane="bottomRight" state="frozen"/></sheetView>'
    )
    # Printed across the sheet, all columns on one page.
    return (
        f'<worksheet xmlns="{_MAIN}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<sheetViews>{frozen}</sheetViews><sheetFormatPr defaultRowHeight="16" customHeight="1"/><cols>{widths}</cols>'
        f"<sheetData>{''.join(above)}{_row(head, heads)}{''.join(rows)}</sheetData>"
        '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>'
        '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>'
    )


def _is_figures(sheet: Worksheet, place: int) -> bool:
    return any(isinstance(row[place], int | float) for row in sheet.rows)


def _style(value: Value, sums: bool) -> int:
    if isinstance(value, int) and abs(value) < _EXACT:
        return _WHOLE_SUM if sums else _WHOLE
    if isinstance(value, float):
        return _DECIMAL_SUM if sums else _DECIMAL
    return _SUM if sums else _PLAIN


def _width(sheet: Worksheet, place: int) -> int:
    """About the width of the longest text, at most 40: an exact fraction may be longer than any screen."""
    texts = [sheet.heads[place], *(_text(row[place]) for row in sheet.rows)]
    return min(max(map(len, texts)) + 2, 40)


def _text(value: Value) -> str:
    return (
        ""
        if value is None
        else f"{value:,.2f}"
        if isinstance(value, float)
        else f"{value:,}"
        if isinstance(value, int)
        else value
    )


def _row(number: int, cells: Sequence[str]) -> str:
    placed = (cell.replace("<c ", f'<c r="{_letters(at)}{number}" ', 1) for at, cell in enumerate(cells))
    return f'<row r="{number}">{"".join(placed)}</row>'


def _cell(style: int, value: Value) -> str:
    """A cell without its place, which the row adds."""
    if value is None:
        return f'<c s="{style}"/>'
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < _EXACT):
        return f'<c s="{style}"><v>{value!r}</v></c>'
    text = escape(_FORBIDDEN.sub("\ufffd", str(value)[:_LONGEST]))
    return f'<c s="{style}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def _letters(column: int) -> str:
    """A column's name: A to Z, then AA."""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("A") + letter) + name
    return name
