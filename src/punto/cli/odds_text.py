"""Sheets of figures on a screen, as a pit manager reads them: edges in percent, offers as grids."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from rich import box
from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from punto.chance import BetFigures, CellFigures, InsuranceUse, RemovalEffects, Sheet
from punto.cli.terminal.screen import Screen
from punto.cli.terminal.stacked import Column, Look
from punto.kit import Rank, Side
from punto.rulebook import Cell, Window

MARK = "*"
"""Beside a figure that favours the patron."""


def show_sheets(sheets: Sequence[Sheet], effects: RemovalEffects | None, compare: bool) -> None:
    """Print one sheet in full, or several side by side."""
    screen = Screen()
    if compare:
        _side_by_side(screen, sheets)
    elif len(sheets) > 1:
        _by_decks(screen, sheets)
    else:
        _sheet(screen, sheets[0])
        if effects:
            _removal(screen, effects)


def percent(figure: Fraction, places: int = 4) -> str:
    return f"{float(100 * figure):.{places}f} %"


def marked(edge: Fraction, places: int = 4) -> Text:
    """An edge, coloured and marked where the patron gains."""
    text = f"{float(100 * edge):.{places}f}"
    return Text(f"{MARK} {text}", style="bold red") if edge < 0 else Text(text)


_LOOK = Look(lambda: Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, collapse_padding=True), edges=0, gap=2)


def _column(heading: str, cells: Iterable[str | Text], justify: JustifyMethod = "right") -> Column:
    return Column(Text(heading), [cell if isinstance(cell, Text) else Text(cell) for cell in cells], justify)


def _show(screen: Screen, title: str, columns: Sequence[Column]) -> None:
    if title:
        screen.line(title, style="bold cyan", indent=0)
    screen.table(columns, _LOOK)
    screen.gap()


def _heading(screen: Screen, sheet: Sheet) -> None:
    book = sheet.rulebook
    shoe = f"{sheet.decks} decks, " if sheet.decks else ""
    about = f"{book.name}, {shoe}{sheet.cards_left:,} cards left"
    if sheet.dealt:
        about += ", after " + " ".join(card.picture for card in sheet.dealt)
    if sheet.places:
        about += f", given {sheet.places.words()}"
    below = f"{about}. The edge is the house's, per unit staked; {MARK} marks what favours the patron."
    screen.title(f"{book.title.en}  {book.title.zh}", below)
    screen.gap()


def _sheet(screen: Screen, sheet: Sheet) -> None:
    _heading(screen, sheet)
    if sheet.bets:
        bets = sheet.bets
        columns = [
            _column("bet", [figures.bet.name.en for figures in bets], "left"),
            _column("edge %", [marked(figures.edge) for figures in bets]),
            _column("return %", [f"{float(100 * figures.returned):.4f}" for figures in bets]),
            _column("hit %", [f"{float(100 * figures.hit):.4f}" for figures in bets]),
            _column("push %", [f"{float(100 * figures.push):.4f}" if figures.push else "" for figures in bets]),
            _column("sd", [f"{figures.sd:.4f}" for figures in bets]),
            _column("pays", map(_pays, bets), "left"),
        ]
        _show(screen, "Bets", columns)
    for window in Window:
        for side in Side:
            cells = [c for c in sheet.insurance if c.cell.window is window and c.cell.insures is side]
            if cells:
                _grid(screen, f"{side.value.capitalize()} insurance {window.words}: edge %", cells)
    if sheet.uses:
        _uses(screen, sheet.uses)
    for note in sheet.notes:
        screen.line(note, indent=0)


def _pays(figures: BetFigures) -> str:
    """What each row pays and how often, a line each: `12 to 1 (3.7247 %)`."""
    return "\n".join(f"{row.odds} ({percent(row.chance)})" for row in figures.rows if row.odds != "push")


def _grid(screen: Screen, title: str, cells: Sequence[CellFigures]) -> None:
    """Offers by Player's total down and Banker's across: the odds, and the edge below them."""
    by_place = {(c.cell.player, c.cell.banker): c for c in cells}
    players, bankers = sorted({p for p, _ in by_place}), sorted({b for _, b in by_place})
    columns = [_column("Player \\ Banker", map(str, players), "left")]
    for banker in bankers:
        columns.append(_column(str(banker), [_offer(by_place.get((player, banker))) for player in players]))
    _show(screen, title, columns)


def _offer(figures: CellFigures | None) -> Text:
    if figures is None:
        return Text("-", style="dim")
    odds = figures.cell.odds.text.removesuffix(" to 1")
    tie = "" if figures.cell.on_loss else " tie"
    return Text.assemble(marked(figures.edge, 2), "\n", (f"{odds}:1{tie}", "dim"))


def _uses(screen: Screen, uses: Iterable[InsuranceUse]) -> None:
    title = "What insurance adds to the house's gain, % of the original bet per coup, staking the most the cap allows"
    heads = (
        "insuring",
        "bet alone",
        "taken always",
        "in % of coups",
        "taken where it favours the patron",
        "in % of coups",
    )
    rows = [
        (
            use.insures.value.capitalize(),
            f"{float(100 * use.bet_edge):.4f}",
            f"{float(100 * use.always):+.4f}",
            f"{float(100 * use.always_taken):.2f}",
            Text(f"{float(100 * use.favourable):+.4f}", style="bold red" if use.favourable else ""),
            f"{float(100 * use.favourable_taken):.2f}",
        )
        for use in uses
    ]
    _across(screen, title, heads, rows, wraps=True)


def _removal(screen: Screen, effects: RemovalEffects) -> None:
    """A row for each bet and offer, a column for each rank; ten and pictures share one where their figures agree."""
    every = [*effects.bets.values(), *(by_rank for _, by_rank in effects.cells)]
    alike = all(len({by_rank.get(rank) for rank in Rank if rank >= Rank.TEN}) == 1 for by_rank in every)
    ranks = [rank for rank in Rank if rank <= Rank.TEN or not alike]
    names = [rank.sign if rank is not Rank.TEN or not alike else "T-K" for rank in ranks]
    title = "Change of the edge when one card is gone, thousandths of a percent"
    _across(screen, title, ["bet", *names], [[bet, *_changes(by_rank, ranks)] for bet, by_rank in effects.bets.items()])
    if effects.cells:
        offers = [[_offer_name(cell), *_changes(by_rank, ranks)] for cell, by_rank in effects.cells]
        _across(screen, "The same for each insurance offer", ["offer", *names], offers)


def _offer_name(cell: Cell) -> str:
    window = f"{cell.window.cards} cards"
    return f"{cell.insures.value} {window} {cell.player} v {cell.banker}"


def _changes(by_rank: dict[Rank, Fraction], ranks: Sequence[Rank]) -> list[str]:
    return [f"{float(100_000 * by_rank[rank]):+.1f}" if rank in by_rank else "" for rank in ranks]


def _by_decks(screen: Screen, sheets: Sequence[Sheet]) -> None:
    """A row for each number of decks, as many bets across as the screen has room for."""
    book = sheets[0].rulebook
    below = f"{book.name}. The house's edge in percent, by number of decks; {MARK} marks what favours the patron."
    screen.title(f"{book.title.en}  {book.title.zh}", below)
    screen.gap()
    ids = [figures.bet.id for figures in sheets[0].bets]
    edges: list[list[str | Text]] = [
        [str(sheet.decks), *(marked(sheet.bet(id).edge) for id in ids)] for sheet in sheets
    ]
    _across(screen, "", ["decks", *ids], edges)
    if sheets[0].uses:
        hands = [use.insures.value for use in sheets[0].uses]
        heads = [f"{hand}\n{when}" for hand in hands for when in ("always", "where it favours")]
        adds = [
            [
                str(sheet.decks),
                *(f"{float(100 * add):+.4f}" for use in sheet.uses for add in (use.always, use.favourable)),
            ]
            for sheet in sheets
        ]
        _across(screen, "What insurance adds, % of the original bet per coup", ["decks", *heads], adds)


def _across(
    screen: Screen, title: str, heads: Sequence[str], rows: Sequence[Sequence[str | Text]], wraps: bool = False
) -> None:
    """A table from its rows, words at the left and figures at the right; names wrap where they take half the screen."""
    columns = list(zip(*rows, strict=True)) or [()] * len(heads)
    names, *figures = map(_column, heads, columns)
    names = replace(names, justify="left", wraps=2 * names.natural > screen.columns)
    _show(screen, title, [names, *(replace(column, wraps=wraps) for column in figures)])


def _side_by_side(screen: Screen, sheets: Sequence[Sheet]) -> None:
    """A row for each bet, a column for each rulebook (and number of decks)."""
    names = [sheet.rulebook.id for sheet in sheets]
    if len({sheet.rulebook.name for sheet in sheets}) > len(set(names)):  # two editions of one document
        names = [sheet.rulebook.name for sheet in sheets]
    decks = [f"\n{sheet.decks} decks" if sheet.decks else "" for sheet in sheets]
    rows: list[list[str | Text]] = []
    for id in dict.fromkeys(figures.bet.id for sheet in sheets for figures in sheet.bets):
        of_bet = [next((f for f in sheet.bets if f.bet.id == id), None) for sheet in sheets]
        rows.append([id, *(Text("-", style="dim") if f is None else marked(f.edge) for f in of_bet)])
    for side in Side:
        uses = [next((use for use in sheet.uses if use.insures is side), None) for sheet in sheets]
        if any(uses):
            name = f"{side.value} insurance adds"
            rows.append([f"{name}, always", *("-" if u is None else f"{float(100 * u.always):+.4f}" for u in uses)])
            rows.append(
                [f"{name}, favourable", *("-" if u is None else f"{float(100 * u.favourable):+.4f}" for u in uses)]
            )
    if any(sheet.insurance for sheet in sheets):
        good = [sum(c.edge < 0 for c in sheet.insurance) for sheet in sheets]
        counted = [f"{g} of {len(s.insurance)}" if s.insurance else "-" for g, s in zip(good, sheets, strict=True)]
        rows.append(["offers that favour the patron", *counted])
    heads = ["bet", *(name + shoe for name, shoe in zip(names, decks, strict=True))]
    _across(screen, "The house's edge in percent", heads, rows)
