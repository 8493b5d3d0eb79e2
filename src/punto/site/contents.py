"""Every file of the site, by its path: pages, modules, data, PAR sheets and the service worker."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from punto.chance import Composition, par_sheet, price
from punto.report.making import Making
from punto.report.par import par_html, par_pdf
from punto.report.pricing_plan import pricing_plan
from punto.rulebook import Rulebook
from punto.site.book_data import PricedBook, book_data, site_index
from punto.site.example_shoe import example_shoe
from punto.site.offline import NAME as WORKER
from punto.site.offline import worker
from punto.site.page_frame import BOOK_PAGE, HTML, SHEET_POLICY, assets, page, with_policy

INDEX = "site.json"
KERNEL = "assets/lib/kernel.wasm"
"""The core as WebAssembly, beside the module that loads it."""


def site_files(books: Sequence[Rulebook], by: Making, kernel: bytes, pdf: bool = True) -> dict[str, bytes]:
    """The site of these rulebooks, `kernel` being the core as WebAssembly; with the same moment the same bytes."""
    priced = [_priced(book) for book in books]
    files = assets()
    files[KERNEL] = kernel
    for folder, path in HTML.items():
        files[path] = page(folder, path)
    for priced_book in priced:
        files |= _book_files(priced_book, by, pdf)
    files["data/example-shoe.json"] = _json(example_shoe(by.at.isoformat()))
    names = sorted([*files, INDEX, WORKER])
    files[INDEX] = _json(site_index(priced, by, names, pdf))
    files[WORKER] = worker(files)
    return dict(sorted(files.items()))


def _priced(book: Rulebook) -> PricedBook:
    decks = book.decks.usual
    shoe = Composition.fresh(decks)
    return PricedBook(book, price(book, shoe, (), decks), shoe)


def _book_files(priced: PricedBook, by: Making, pdf: bool) -> dict[str, bytes]:
    """What the site has of one rulebook."""
    book = priced.book
    par = par_sheet(book, priced.sheet, priced.shoe)
    path = f"rulebooks/{book.id}.html"
    files = {
        path: page(BOOK_PAGE, path, book.id),
        f"data/{book.id}.json": _json(book_data(priced)),
        f"data/{book.id}.plan.json": _json(pricing_plan(book)),
        f"sheets/{book.id}.html": with_policy(par_html(par, by), SHEET_POLICY).encode(),
    }
    if pdf:
        files[f"sheets/{book.id}.pdf"] = par_pdf(par, by)
    return files


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)
