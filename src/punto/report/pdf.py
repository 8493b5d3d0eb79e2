"""Documents as PDF, set by typst with fonts from Python wheels: no system library, no system font."""

from __future__ import annotations

from punto.report.colours import LIGHT
from punto.report.document import (
    Block,
    Document,
    Facts,
    Gallery,
    Items,
    Legend,
    Note,
    SheetCell,
    SheetColumn,
    SheetSection,
    SheetTable,
    Text,
    Tone,
)
from punto.report.picture import Picture, Role, svg
from punto.report.typeset import PREAMBLE, call, quoted, typeset

SHORT = 14
"""A table of no more rows is kept on one page."""
ALIGN = {"words": "left", "digits": "right", "fraction": "left", "centre": "center"}


def pdf_of(document: Document) -> bytes:
    """The whole sheet; the same document gives the same bytes."""
    return typeset(source_of(document), document.dated)


def source_of(document: Document) -> str:
    """The sheet as typst source: every text is a string literal, so nothing in it can be markup."""
    numbered = document.numbered()
    head = call(
        "sheet.with",
        kind=quoted(document.kind),
        title=quoted(document.title),
        other=quoted(document.other_title),
        stamp=quoted(document.stamp),
        seal=quoted(document.seal),
        facts=_facts(document.facts),
    )
    sections = [_section(number, section) for number, section in numbered]
    return PREAMBLE + f"#show: {head}\n" + "".join(sections)


def _section(number: str, section: SheetSection) -> str:
    name = "appendix" if section.appendix else "section"
    head = f"#{name}({quoted(number)}, {quoted(section.title)})\n"
    return head + "".join(f"#{_block(block)}\n" for block in section.blocks)


def _block(block: Block) -> str:
    match block:
        case Text(text, small):
            return f"{'explanation' if small else 'paragraph'}({quoted(text)})"
        case Note(text, alarm):
            return f"note({quoted(text)}, {_flag(alarm)})"
        case Items(items):
            return f"items(({''.join(f'({quoted(lead)}, {quoted(text)}), ' for lead, text in items)}))"
        case Facts():
            return f"facts({_facts(block)})"
        case SheetTable():
            return _table(block)
        case Legend(entries):
            return f"legend(({''.join(_chip(*entry) + ', ' for entry in entries)}))"
        case Gallery(pictures, across):
            return f"gallery({across}, ({''.join(_figure(picture) + ', ' for picture in pictures)}))"


def _chip(tone: Tone, marked: bool, text: str) -> str:
    return f"({_fill(tone)}, {_ink(tone)}, {_flag(marked)}, {quoted(text)})"


def _facts(facts: Facts) -> str:
    return f"({''.join(f'({quoted(name)}, {quoted(text)}), ' for name, text in facts.pairs)})"


def _table(table: SheetTable) -> str:
    heads = "".join(quoted(column.head) + ", " for column in table.columns)
    rows = "".join(
        _cell(cell, column) + ", " for row in table.rows for cell, column in zip(row, table.columns, strict=True)
    )
    widths = "".join(("1fr" if _stretches(table, place) else "auto") + ", " for place in range(len(table.columns)))
    aligns = "".join(ALIGN[column.kind] + ", " for column in table.columns)
    return call(
        "figures",
        size=quoted(table.size),
        grid=_flag(table.grid),
        whole=_flag(table.grid or len(table.rows) <= SHORT),
        caption=quoted(table.caption),
        widths=f"({widths})",
        aligns=f"({aligns})",
        heads=f"({heads})",
        cells=f"({rows})",
    )


def _stretches(table: SheetTable, place: int) -> bool:
    """Whether a column shares the remaining width and wraps: exact fractions and long words."""
    kind = table.columns[place].kind
    return not table.grid and (kind == "fraction" or (kind == "words" and table.long(place)))


def _text(cell: SheetCell | str) -> str:
    return cell if isinstance(cell, str) else cell.text


def _cell(cell: SheetCell | str, column: SheetColumn) -> str:
    text = quoted(_text(cell).replace("/", "/\u200b") if column.kind == "fraction" else _text(cell))
    if isinstance(cell, str) or cell == SheetCell(cell.text):
        return f"[#{text}]"
    parts = f"{quoted(cell.above)}, {text}, {quoted(cell.aside)}, {_flag(cell.marked)}"
    return f"shaded({_fill(cell.tone)}, {_ink(cell.tone)}, {parts})"


def _fill(tone: Tone) -> str:
    return "none" if tone is Tone.PLAIN else f'rgb("{LIGHT.tones[tone][0]}")'


def _ink(tone: Tone) -> str:
    return "ink" if tone is Tone.PLAIN else f'rgb("{LIGHT.tones[tone][1]}")'


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _figure(picture: Picture) -> str:
    drawn = quoted(svg(picture, _paint))
    return f"({quoted(picture.title)}, {quoted(picture.aside)}, {quoted(picture.description)}, {drawn})"


def _paint(role: Role) -> str:
    match role:
        case "label" | "value":
            ink, size = (LIGHT.ink, 10) if role == "value" else (LIGHT.quiet, 9)
            return f'font-family="Libertinus Serif" font-size="{size}" fill="{ink}"'
        case "grid" | "axis" | "curve":
            colour = {"grid": LIGHT.rule, "axis": LIGHT.quiet, "curve": LIGHT.house}[role]
            return f'fill="none" stroke="{colour}" stroke-width="{1.6 if role == "curve" else 0.8}"'
        case "patron":
            return f'fill="{LIGHT.patron}"'
        case "card":
            return f'fill="#fffdf8" stroke="{LIGHT.quiet}" stroke-width="0.8"'
        case "red" | "black":
            colour = "#b3261e" if role == "red" else LIGHT.ink
            return f'font-family="DejaVu Sans Mono" font-size="15" fill="{colour}"'
        case "band1" | "band2" | "band3":
            tone = {"band1": Tone.HOUSE_4, "band2": Tone.HOUSE_3, "band3": Tone.HOUSE_2}[role]
            return f'fill="{LIGHT.tones[tone][0]}"'
        case "dot" | "here" | "house":
            return f'fill="{LIGHT.house}"'
