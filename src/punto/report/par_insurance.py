"""Insurance on a PAR sheet: a heat map for each window and hand, what it adds, every offer exactly."""

from __future__ import annotations

from collections.abc import Iterator

from punto.chance.par import ParSheet
from punto.chance.sheet import CellFigures, InsuranceUse
from punto.kit import Side
from punto.report.document import MARK, Block, Legend, Row, SheetCell, SheetColumn, SheetSection, SheetTable, Text, row
from punto.report.figures import change, combinations, fraction, percent
from punto.report.wording import BANDS, MOST, bet_edge, hand, offer_odds, tone_of, totals
from punto.rulebook import Window


def insurance_section(par: ParSheet) -> SheetSection | None:
    if not par.sheet.insurance:
        return None
    intro = Text(
        "Each cell is an offer: above, what it pays to 1 (after “tie”, what a tie pays); below, the house's edge in "
        "per cent of the insurance staked, given that the offer is made. "
        f"Cells with {MARK} and a frame favour the patron. An empty cell is not offered."
    )
    blocks: list[Block] = [intro, _legend()]
    for title, cells in by_table(par):
        blocks.append(_map(f"{title}. Player's total down, Banker's across", cells))
    if par.sheet.uses:
        blocks += _uses(par.sheet.uses)
    return SheetSection("Insurance", blocks)


def by_table(par: ParSheet) -> Iterator[tuple[str, list[CellFigures]]]:
    """The offers of each window and hand, under a title."""
    for window in Window:
        for side in Side:
            cells = [f for f in par.sheet.insurance if f.cell.window is window and f.cell.insures is side]
            if cells:
                cites = dict.fromkeys(f.cell.cite for f in cells)
                yield f"Insuring {hand(side)} {window.words} ({', '.join(cites)})", cells


def _legend() -> Legend:
    bands = [(tone, tone.value.startswith("p"), words) for _, tone, words in BANDS]
    return Legend((*bands, (MOST[0], False, MOST[1])))


def _map(caption: str, cells: list[CellFigures]) -> SheetTable:
    across = sorted({f.cell.banker for f in cells})
    down = sorted({f.cell.player for f in cells})
    by_totals = {(f.cell.player, f.cell.banker): f for f in cells}
    columns = (SheetColumn(""), *(SheetColumn(f"Banker {banker}", "centre") for banker in across))
    rows = tuple(
        row(f"Player {player}", *(_shade(by_totals.get((player, banker))) for banker in across)) for player in down
    )
    return SheetTable(columns, rows, caption, grid=True)


def _shade(figures: CellFigures | None) -> SheetCell:
    if figures is None:
        return SheetCell("")
    marked = figures.favours == "patron"
    text = percent(figures.edge, 3)
    return SheetCell(text, above=offer_odds(figures.cell), tone=tone_of(figures.edge), marked=marked)


def _uses(uses: tuple[InsuranceUse, ...]) -> list[Block]:
    columns = (
        SheetColumn("Insurance taken"),
        SheetColumn("Coups insured %", "digits"),
        SheetColumn("Adds, points", "digits"),
        SheetColumn("House gains %", "digits"),
        SheetColumn("Adds, exactly", "fraction"),
    )
    adds = "What insurance adds to a bet on {}, per coup and unit of it"
    tables = [SheetTable(columns, tuple(_use(use)), adds.format(hand(use.insures))) for use in uses]
    intro = Text(
        "Whoever takes an offer is taken to stake the most that the cap allows, so that the insurance would win as "
        "much as the original bet would lose."
    )
    return [intro, *tables]


def _use(use: InsuranceUse) -> Iterator[Row]:
    ways = (
        ("never", 0 * use.always, use.never),
        ("at every offer", use.always_taken, use.always),
        ("only where it favours the patron", use.favourable_taken, use.favourable),
    )
    for way, insured_share, adds in ways:
        gains = SheetCell(percent(use.bet_edge + adds), marked=use.bet_edge + adds < 0)
        yield way, percent(insured_share), change(adds, 4), gains, fraction(adds)


def exact_insurance(par: ParSheet) -> SheetSection | None:
    """Every offer with nothing rounded."""
    if not par.sheet.insurance:
        return None
    columns = (
        SheetColumn("Totals"),
        SheetColumn("To 1", "digits"),
        SheetColumn("Edge %", "digits"),
        SheetColumn("Edge", "fraction"),
        SheetColumn("Offered in a coup", "fraction"),
        SheetColumn("Player wins", "fraction"),
        SheetColumn("Banker wins", "fraction"),
        SheetColumn("Tie", "fraction"),
        SheetColumn("Combinations: offered, Player, Banker, tie", "digits"),
    )
    intro = Text(
        "How a coup ends is given that the offer is made; the edge is on a unit of insurance. Combinations are deals, "
        "of all that are equally likely: those that come to the offer, and how they end."
    )
    ways = par.sheet.outlook.ways
    tables = [
        SheetTable(columns, tuple(_exact(figures, ways) for figures in cells), title, size="tiny")
        for title, cells in by_table(par)
    ]
    return SheetSection("Insurance, exactly", (intro, *tables), appendix=True)


def _exact(figures: CellFigures, ways: int) -> Row:
    chances = (figures.edge, figures.offered, figures.player_wins, figures.banker_wins, figures.tie)
    cell = figures.cell
    offered = figures.offered
    deals = (offered, *(offered * end for end in (figures.player_wins, figures.banker_wins, figures.tie)))
    counts = "; ".join(combinations(chance, ways) for chance in deals)
    return totals(cell), offer_odds(cell), bet_edge(figures, percent(figures.edge)), *map(fraction, chances), counts
