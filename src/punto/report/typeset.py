"""Typst: the styles of a sheet on paper, and the call that sets it."""

from __future__ import annotations

from datetime import datetime
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Final

from punto.kit.extras import missing_extra
from punto.report.colours import LIGHT
from punto.report.document import MARK

FONTS: Final = ("Libertinus Serif", "Noto Sans CJK TC", "DejaVu Sans Mono")
"""The first and the last are typst's own; the one for Chinese comes in a wheel."""


_SUSPECTS: Final = b"/Suspects false"


def typeset(source: str, dated: datetime) -> bytes:
    """The PDF of a typst source: PDF/A for the archive, tagged for screen readers, where every letter can be shown."""
    typst, letters = typesetter()
    with as_file(letters) as folder:
        fonts = typst.Fonts(include_system_fonts=False, font_paths=[str(folder)])
        compiler, text = typst.Compiler(font_paths=fonts), source.encode()
        try:
            pdf = compiler.compile(text, timestamp=dated, pdf_standards=["a-2a", "ua-1"])
        except typst.TypstError:  # Those standards allow no letter without a shape; a name may have one.
            pdf = compiler.compile(text, timestamp=dated)
    assert isinstance(pdf, bytes)
    # The file states that no tag is suspect. That is the default, and some readers fail on the entry. It is replaced by
    # blanks of the same length, so that the offsets in the file's index stay right.
    return pdf.replace(_SUSPECTS, b" " * len(_SUSPECTS), 1)


def typesetter() -> tuple[ModuleType, Traversable]:
    """The typst module and the folder of the Chinese font; Refused where the extra is not installed."""
    try:
        import typst  # Heavy, and most commands set no PDF.

        return typst, files("noto_cjk_sans_otc")
    except ImportError as error:
        raise missing_extra(error, "a PDF") or error from None


def quoted(text: str) -> str:
    """A typst string literal. Letters that no page can show are written as their number."""
    return '"' + "".join(_letter(letter) for letter in text) + '"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter == "\n":
        return "\\n"
    if ord(letter) < 32 or 0xD800 <= ord(letter) < 0xE000:
        return f"<{ord(letter):04x}>"
    return letter


def call(function: str, **arguments: str) -> str:
    return f"{function}({', '.join(f'{name}: {value}' for name, value in arguments.items())})"


PREAMBLE: Final = (
    f"""\
#let ink = rgb("{LIGHT.ink}")
#let quiet = rgb("{LIGHT.quiet}")
#let hair = rgb("{LIGHT.rule}")
#let panel = rgb("{LIGHT.panel}")
#let house = rgb("{LIGHT.house}")
#let patron = rgb("{LIGHT.patron}")
#let letters = ({", ".join(f'"{font}"' for font in FONTS)})
#let mark = "{MARK}"
"""
    """\
#let mono(body) = text(font: "DejaVu Sans Mono", size: 0.8em, body)
#let facts(pairs) = grid(columns: (auto, 1fr), column-gutter: 14pt, row-gutter: 5pt,
  ..pairs.map(((name, body)) => (text(fill: quiet, name),
    if body.len() == 64 and not body.contains(" ") { mono(body) } else { body })).flatten())

#let sheet(kind: "", title: "", other: "", stamp: "", seal: "", facts: (), body) = {
  set document(title: title + ": " + kind)
  set text(font: letters, size: 9.5pt, fill: ink, lang: "en", number-type: "lining", number-width: "tabular",
    hyphenate: false)
  set par(leading: 0.58em, spacing: 0.9em)
  set page(paper: "a4", margin: (x: 18mm, top: 18mm, bottom: 20mm), footer: context {
    set text(size: 7pt, fill: quiet)
    line(length: 100%, stroke: 0.4pt + hair)
    v(-4pt)
    grid(columns: (1fr, auto), row-gutter: 4pt,
      stamp, [Page #counter(page).display() of #counter(page).final().first()], mono(seal), [])
  })
  text(size: 8pt, tracking: 1.2pt, fill: quiet, upper(kind))
  v(2pt)
  text(size: 21pt, weight: "bold", hyphenate: false, par(leading: 0.35em, title))
  v(-2pt)
  text(size: 14pt, fill: quiet, other)
  v(4pt)
  line(length: 100%, stroke: 1.2pt + ink)
  v(2pt)
  grid(columns: (auto, 1fr), column-gutter: 14pt, row-gutter: 5pt,
    ..facts.map(((name, body)) => (text(fill: quiet, name),
      if body.len() == 64 and not body.contains(" ") { mono(body) } else { body })).flatten())
  body
}

#let section(number, title) = {
  v(16pt, weak: true)
  block(sticky: true, below: 9pt, heading(level: 1, numbering: none,
    text(size: 13.5pt, weight: "bold")[#text(fill: quiet, weight: "regular", number)#h(0.7em)#title]))
}
#let appendix(number, title) = {
  pagebreak(weak: true)
  section(number, title)
}
#let paragraph(body) = block(sticky: true, body)
#let explanation(body) = block(sticky: true, text(size: 7.5pt, body))
#let note(body, alarm) = block(width: 100%, fill: panel, inset: (x: 10pt, y: 7pt), breakable: false,
  stroke: (left: 2.5pt + if alarm { patron } else { house }), body)
#let items(entries) = list(marker: text(fill: quiet)[–], spacing: 0.75em, body-indent: 6pt,
  ..entries.map(((lead, body)) => [#if lead != "" { strong(lead); [ ] }#body]))
#let shaded(fill, colour, above, body, aside, marked) = table.cell(fill: fill,
  ..if marked and fill != none { (stroke: 1.4pt + patron) })[
  #set text(fill: if marked and fill == none { patron } else { colour })
  #if above != "" { text(size: 0.82em, above); linebreak() }#if marked { strong(mark + " " + body) } else { body
  }#if aside != "" { h(0.4em); text(fill: quiet, aside) }]
#let legend(chips) = block(below: 12pt, text(size: 8pt, fill: quiet, {
  for (fill, colour, marked, body) in chips {
    box[#box(width: 15pt, height: 9pt, fill: fill, baseline: 1.5pt, stroke: if marked { 1pt + patron } else { none },
      align(center + horizon, text(size: 6pt, fill: colour, if marked { mark } else { "" })))#h(4pt)#body]
    h(11pt)
  }
}))
#let sizes = (normal: 8.5pt, small: 7.5pt, tiny: 6pt)
#let figures(size: "normal", grid: false, whole: false, caption: "", widths: (), aligns: (), heads: (), cells: ()) = {
  set text(size: sizes.at(size))
  set par(leading: 0.45em)
  let tiny = size == "tiny"
  let body = table(
    columns: widths,
    align: (x, y) => aligns.at(x) + if grid { horizon } else if y == 0 { bottom } else { top },
    inset: if grid { (x: 7pt, y: 4.5pt) } else if widths.len() > 20 { (x: 1.1pt, y: 2.4pt) } else if tiny {
      (x: 2.6pt, y: 2.4pt) } else { (x: 4pt, y: 3.4pt) },
    stroke: if grid { 0.8pt + white } else { (x, y) => (bottom: if y == 0 { 0.8pt + ink } else { 0.4pt + hair }) },
    table.header(..heads.map(head => text(weight: "bold", fill: quiet, head))),
    ..cells)
  block(above: 10pt, below: 10pt, breakable: not whole, {
    if caption != "" { block(below: 6pt, sticky: true, text(size: 8.5pt, fill: quiet, caption)) }
    body
  })
}
#let gallery(across, pictures) = block(above: 10pt, grid(columns: (1fr,) * across, gutter: 12pt,
  ..pictures.map(((title, aside, body, drawn)) => block(breakable: false, width: 100%, {
    text(size: 8.5pt, weight: "bold", title)
    if aside != "" { h(0.4em); text(size: 8.5pt, fill: quiet, aside) }
    v(-5pt)
    image(bytes(drawn), format: "svg", width: 100%, alt: body)
  }))))
"""
)
