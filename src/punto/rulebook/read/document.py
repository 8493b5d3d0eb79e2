"""The whole of a rulebook file, part by part: what cannot be read is left out and its mistake kept."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from enum import Enum

from punto.coup import Tableau, Why
from punto.kit import Side
from punto.rulebook.model import Area, Bet, Decks, Layout, Rulebook
from punto.rulebook.read.bets import read_bets, read_commission
from punto.rulebook.read.insurance import read_insurance, read_terms
from punto.rulebook.read.irregularities import read_irregularities
from punto.rulebook.read.limits import read_limits
from punto.rulebook.read.paragraphs import read_paragraphs, read_procedure, read_readings
from punto.rulebook.read.section import Section


class _Source(Enum):
    DOCUMENT = "document"
    TRADE = "trade"


def read_document(root: Section, sha256: str) -> Rulebook:
    """The rulebook a file's root table holds."""
    source = root.word("source", _Source)
    tableau, cites = _tableau(root.table("tableau"))
    bets = read_bets(root)
    terms = read_terms(root)
    book = Rulebook(
        id=root.id(),
        edition=_edition(root),
        title=root.name("title"),
        version=root.text("version", ""),
        source=source.value if source else "",
        effective=root.instant("effective") or datetime(1, 1, 1, tzinfo=UTC),
        decks=_decks(root.table("decks")),
        tableau=tableau,
        tableau_cites=cites,
        bets=bets,
        commission=read_commission(root, bets),
        insurance=read_insurance(root, terms),
        insurance_terms=terms,
        layouts=_layouts(root),
        areas=_areas(root, bets),
        limits=read_limits(root),
        irregularities=read_irregularities(root, terms),
        procedure=read_procedure(root),
        paragraphs=read_paragraphs(root),
        readings=read_readings(root),
        sha256=sha256,
    )
    root.done(["commission", "insurance_terms", "limits", "procedure"])
    return book


def _edition(root: Section) -> str:
    edition = root.text("edition")
    if edition and not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}|undated|common", edition):
        what = f"edition is {edition[:30]!r}"
        root.wrong("bad_edition", "edition", what, "write a date (2012-06-02), undated or common")
    return edition


def _decks(section: Section) -> Decks:
    least, most, usual = (section.number(key, 1, 24) for key in ("least", "most", "usual"))
    decks = Decks(least, most, usual, section.text("cite"))
    section.done()
    if not least <= usual <= most:
        section.wrong("bad_decks", "", "usual is not between least and most", "order them: least <= usual <= most")
    return decks


def _tableau(section: Section) -> tuple[Tableau, dict[Why, str]]:
    naturals = frozenset(section.numbers("naturals", 0, 9))
    player_draws = frozenset(section.numbers("player_draws", 0, 9))
    alone = frozenset(section.numbers("banker_draws_alone", 0, 9))
    on = section.table("banker_draws_on")
    by_total = tuple(frozenset(on.numbers(str(t), 0, 9)) if on.has(str(t)) else frozenset[int]() for t in range(10))
    on.done([str(t) for t in range(10)])
    if both := sorted(naturals & (player_draws | alone)):
        section.wrong("bad_tableau", "", f"a hand draws on {both}, which is a natural", "take it out of one of the two")
    cites = section.table("cite")
    by_why = {why: cites.text(why.value) for why in Why}
    cites.done()
    section.done()
    return Tableau(player_draws, naturals, alone, by_total), by_why


def _layouts(root: Section) -> tuple[Layout, ...]:
    layouts = []
    for section in root.tables("layout", required=True):
        layout = Layout(section.text("id"), section.name(), section.numbers("boxes", 1, 30), section.text("cite"))
        section.done()
        layouts.append(layout)
    return tuple(layouts)


def _areas(root: Section, bets: dict[str, Bet]) -> tuple[Area, ...]:
    """The felt's areas: one for each bet, and those where insurance is put."""
    areas = [Area(bet.name, bet.cite, bet=bet.id) for bet in bets.values()]
    for section in root.tables("insurance_area"):
        areas.append(Area(section.name(), section.text("cite"), insures=section.word("insures", Side)))
        section.done()
    return tuple(areas)
