"""The shoe on a PAR sheet: edges by number of decks, and with one card less of a rank."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from punto.chance.par import ParSheet
from punto.chance.sheet import BetFigures
from punto.kit import Rank
from punto.report.charts import bars, curve
from punto.report.document import Block, Gallery, Row, SheetCell, SheetColumn, SheetSection, SheetTable, Text, row
from punto.report.figures import change, counted, percent
from punto.report.picture import Picture
from punto.report.wording import bet_edge, bet_name, hand
from punto.rulebook import Cell as Offer

MANY = 12
"""More bets than these have longer names, and need smaller letters."""


def decks_section(par: ParSheet) -> SheetSection | None:
    """Edges from a fresh shoe of each number of decks the rulebook allows."""
    if not par.by_decks:
        return None
    numbers = [sheet.decks or 0 for sheet in par.by_decks]
    columns = (
        SheetColumn("Edge % from a fresh shoe of"),
        *(SheetColumn(counted(n, "deck"), "digits") for n in numbers),
    )
    by_bet = [[sheet.bet(id) for sheet in par.by_decks] for id in (f.bet.id for f in par.by_decks[0].bets)]
    rows: list[Row] = [
        (bet_name(line[0].bet), *(bet_edge(figures, percent(figures.edge)) for figures in line)) for line in by_bet
    ]
    if any(sheet.insurance for sheet in par.by_decks):
        favours = [sum(f.favours == "patron" for f in sheet.insurance) for sheet in par.by_decks]
        rows.append(("Insurance offers that favour the patron", *(SheetCell(str(n), marked=n > 0) for n in favours)))
    blocks: list[Block] = [
        Text(
            "The house's edge in per cent, by number of decks. All pictures have one scale: the same height is as many "
            "per cent in each. The large dot is this sheet's number."
        ),
        Gallery(tuple(_curve(line, numbers, par.sheet.decks, _span(by_bet)) for line in by_bet)),
        SheetTable(columns, tuple(rows), size="small"),
    ]
    if len(numbers) == 1:
        del blocks[:2]
    return SheetSection("Edge by number of decks", blocks)


def _span(by_bet: list[list[BetFigures]]) -> Fraction:
    """The widest range of one bet's edges, in per cent."""
    return max(100 * (max(f.edge for f in line) - min(f.edge for f in line)) for line in by_bet)


def _curve(line: list[BetFigures], numbers: list[int], here: int | None, span: Fraction) -> Picture:
    points = [(number, figures.edge * 100) for number, figures in zip(numbers, line, strict=True)]
    listed = "; ".join(f"{counted(n, 'deck')} {percent(f.edge)} %" for n, f in zip(numbers, line, strict=True))
    name = line[0].bet.name
    return curve(name.en, name.zh, points, here, 4, f"Edge of {name.en} by number of decks: {listed}", span)


def removal_section(par: ParSheet) -> SheetSection | None:
    """How each edge moves when one card leaves the shoe."""
    names = {f.bet.id: f.bet for f in par.sheet.bets}
    effects = {id: moves for id, moves in par.removal.bets.items() if id in names and moves}
    if not effects:
        return None
    intro = Text(
        "The change of the house's edge, in percentage points, when one card of a rank leaves this shoe. Bars up are "
        "good for the house, bars down for the patron. All pictures have one scale."
    )
    every = [move * 100 for moves in effects.values() for move in moves.values()]
    pictures = tuple(_bars(names[id].name.en, names[id].name.zh, moves, every) for id, moves in effects.items())
    rows = tuple(row(bet_name(names[id]), *_moves(moves)) for id, moves in effects.items())
    return SheetSection(
        "Effects of removal",
        (intro, Gallery(pictures), SheetTable(_ranks("Bet"), rows, size="tiny" if len(rows) > MANY else "small")),
    )


def _bars(title: str, aside: str, moves: dict[Rank, Fraction], every: list[Fraction]) -> Picture:
    listed = "; ".join(f"{rank.sign} {change(move, 4)}" for rank, move in moves.items())
    points = [(rank.sign, move * 100) for rank, move in moves.items()]
    return bars(title, aside, points, f"Effects of removal on {title}, in percentage points: {listed}", every)


def _ranks(head: str) -> tuple[SheetColumn, ...]:
    return (SheetColumn(head), *(SheetColumn(rank.sign, "digits") for rank in Rank))


def _moves(moves: dict[Rank, Fraction]) -> Iterable[str]:
    return (change(moves[rank], 4) if rank in moves else "–" for rank in Rank)


def offers_removal(par: ParSheet) -> SheetSection | None:
    """How the edge of each insurance offer moves when one card leaves the shoe."""
    moved = [(offer, moves) for offer, moves in par.removal.cells if moves]
    if not moved:
        return None
    intro = Text("The change of an offer's edge, in percentage points, when one card of a rank leaves this shoe.")
    tables = {}
    for offer, _ in moved:
        title = f"Insuring {hand(offer.insures)} {offer.window.words}"
        tables[title] = tuple(_offer(other, moves) for other, moves in moved if _alike(offer, other))
    blocks = (SheetTable(_ranks("Player v Banker"), rows, title, size="small") for title, rows in tables.items())
    return SheetSection("Effects of removal on insurance", (intro, *blocks), appendix=True)


def _alike(offer: Offer, other: Offer) -> bool:
    return (offer.window, offer.insures) == (other.window, other.insures)


def _offer(offer: Offer, moves: dict[Rank, Fraction]) -> Row:
    return f"{offer.player} v {offer.banker}", *_moves(moves)
