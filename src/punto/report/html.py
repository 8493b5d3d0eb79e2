"""Documents as one HTML file without any other resource."""

from __future__ import annotations

import re
from html import escape

from punto.report.css import stylesheet
from punto.report.document import (
    MARK,
    Block,
    Document,
    Facts,
    Gallery,
    Items,
    Legend,
    Note,
    Row,
    SheetCell,
    SheetSection,
    SheetTable,
    Text,
    Tone,
)
from punto.report.picture import Picture, Role, svg

HAN = re.compile(r"[⺀-〿㐀-鿿豈-﫿＀-￯]+")
HEX = re.compile(r"[0-9a-f]{64}")


def html_of(document: Document) -> str:
    """The whole sheet."""
    numbered = document.numbered()
    title = f"{document.title}: {document.kind}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<style>{stylesheet()}</style>\n</head>\n<body>\n<main>\n"
        f'<header>\n<p class="kind">{words(document.kind)}</p>\n<h1>{words(document.title)}</h1>\n'
        f"<p>{words(document.other_title)}</p>\n{_facts(document.facts)}\n</header>\n"
        f"<nav>{''.join(_entry(number, section) for number, section in numbered)}</nav>\n"
        f"{''.join(_section(number, section) for number, section in numbered)}"
        f'<footer>{words(document.stamp)}<br><span class="hash">{escape(document.seal)}</span></footer>\n'
        "</main>\n</body>\n</html>\n"
    )


def words(text: str) -> str:
    """Text as HTML, with Chinese marked as such so that browsers choose its letters rightly."""
    parts, at = [], 0
    for han in HAN.finditer(text):
        parts += [escape(text[at : han.start()]), f'<span lang="zh-Hant">{escape(han[0])}</span>']
        at = han.end()
    return "".join(parts) + escape(text[at:])


def _entry(number: str, section: SheetSection) -> str:
    return f'<a href="#s{number}"><span>{number}</span>{words(section.title)}</a>'


def _section(number: str, section: SheetSection) -> str:
    kind = ' class="appendix"' if section.appendix else ""
    blocks = "\n".join(_block(block) for block in section.blocks)
    head = f"<h2><span>{number}</span>{words(section.title)}</h2>"
    return f'<section id="s{number}"{kind}>\n{head}\n{blocks}\n</section>\n'


def _block(block: Block) -> str:
    match block:
        case Text(text, small):
            return f'<p class="explanation">{words(text)}</p>' if small else f"<p>{words(text)}</p>"
        case Note(text, alarm):
            return f'<p class="note{" alarm" if alarm else ""}">{words(text)}</p>'
        case Items(items):
            return f"<ul>{''.join(_item(lead, text) for lead, text in items)}</ul>"
        case Facts():
            return _facts(block)
        case SheetTable():
            return _table(block)
        case Legend(entries):
            return f'<ul class="legend">{"".join(_swatch(*entry) for entry in entries)}</ul>'
        case Gallery(pictures, across):
            kind = "gallery wide" if across == 1 else "gallery"
            return f'<div class="{kind}">{"".join(_figure(picture) for picture in pictures)}</div>'


def _item(lead: str, text: str) -> str:
    return f"<li><b>{words(lead)}</b> {words(text)}</li>" if lead else f"<li>{words(text)}</li>"


def _facts(facts: Facts) -> str:
    def fact(text: str) -> str:
        return f'<span class="hash">{text}</span>' if HEX.fullmatch(text) else words(text)

    return "<dl>" + "".join(f"<dt>{words(name)}</dt><dd>{fact(text)}</dd>" for name, text in facts.pairs) + "</dl>"


def _table(table: SheetTable) -> str:
    kinds = [_kind(table, place) for place in range(len(table.columns))]
    heads = "".join(
        f'<th scope="col" class="{kind}">{words(column.head)}</th>'
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    rows = "\n".join(f"<tr>{_row(row, kinds)}</tr>" for row in table.rows)
    caption = f'<p class="caption">{words(table.caption)}</p>' if table.caption else ""
    box = ["box", table.size] + ["grid"] * table.grid + ["names"] * (not table.long(0))
    return (
        f'{caption}<div class="{" ".join(box)}" tabindex="0" role="region" '
        f'aria-label="{escape(table.caption or table.columns[0].head)}">'
        f"<table><thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></div>"
    )


def _kind(table: SheetTable, place: int) -> str:
    kind = table.columns[place].kind
    return "long" if kind == "words" and table.long(place) else kind


def _row(row: Row, kinds: list[str]) -> str:
    return "".join(_cell(cell, "td" if place else "th", kinds[place]) for place, cell in enumerate(row))


def _cell(cell: SheetCell | str, tag: str, kind: str) -> str:
    if isinstance(cell, str):
        cell = SheetCell(cell)
    classes = [kind] + ["marked"] * cell.marked
    style = ""
    if cell.tone is not Tone.PLAIN:
        classes.append(cell.tone.value)
        style = f' style="background:var(--{cell.tone.value});color:var(--{cell.tone.value}-ink)"'
    above = f'<span class="above">{words(cell.above)}</span>' if cell.above else ""
    aside = f'<span class="aside">{words(cell.aside)}</span>' if cell.aside else ""
    mark = f"{MARK} " if cell.marked else ""
    text = escape(cell.text).replace("/", "/<wbr>") if kind == "fraction" else words(cell.text)
    scope = ' scope="row"' if tag == "th" else ""
    return f'<{tag}{scope} class="{" ".join(classes)}"{style}>{above}{mark}{text}{aside}</{tag}>'


def _swatch(tone: Tone, marked: bool, text: str) -> str:
    style = f"background:var(--{tone.value});color:var(--{tone.value}-ink)"
    kind, mark = (' class="marked"', MARK) if marked else ("", "")
    return f'<li><i{kind} style="{style}">{mark}</i>{words(text)}</li>'


def _figure(picture: Picture) -> str:
    aside = f'<span class="aside">{words(picture.aside)}</span>' if picture.aside else ""
    return f"<figure><figcaption>{words(picture.title)}{aside}</figcaption>{svg(picture, _paint)}</figure>"


def _paint(role: Role) -> str:
    return f'class="{"line-grid" if role == "grid" else role}"'
