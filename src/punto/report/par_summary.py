"""A PAR sheet in short: which offers favour the patron, in plain words."""

from __future__ import annotations

from punto.chance.par import ParSheet
from punto.chance.sheet import CellFigures, InsuranceUse
from punto.report.document import Block, Note, Row, SheetCell, SheetColumn, SheetSection, SheetTable, Text
from punto.report.figures import counted, one_in, percent
from punto.report.wording import hand, offer_odds, totals


def summary_section(par: ParSheet) -> SheetSection:
    sheet = par.sheet
    blocks: list[Block] = [_bets(par)]
    if sheet.insurance:
        best = sorted((cell for cell in sheet.insurance if cell.favours == "patron"), key=lambda cell: cell.edge)
        blocks.append(_offers(best, len(sheet.insurance)))
        if best:
            blocks.append(_list(best))
        blocks += [_use(use) for use in sheet.uses]
    return SheetSection("In short", blocks)


def _bets(par: ParSheet) -> Block:
    bets = sorted(par.sheet.bets, key=lambda figures: figures.edge)
    if not bets:
        return Text("No bet is open.")
    favourable = [figures for figures in bets if figures.favours == "patron"]
    if favourable:
        each = "; ".join(f"{f.bet.name.en} {f.bet.name.zh}, by {percent(-f.edge)} % of the stake" for f in favourable)
        verb = "favours" if len(favourable) == 1 else "favour"
        return Note(f"{len(favourable)} of {counted(len(bets), 'bet')} {verb} the patron: {each}.", alarm=True)
    low, high = bets[0], bets[-1]
    span = f"from {percent(low.edge)} % ({low.bet.name.en}) to {percent(high.edge)} % ({high.bet.name.en})"
    if len(bets) == 1:
        span = f"{percent(low.edge)} % on {low.bet.name.en}"
    over = counted(len(bets), "bet")
    return Note(f"No bet favours the patron. The house's edge is {span} of the stake, over {over}.")


def _offers(best: list[CellFigures], offers: int) -> Note:
    if not best:
        return Note(f"None of the {offers} insurance offers favours the patron.")
    first = best[0]
    most = (
        f"The strongest is to insure {hand(first.cell.insures)} at {totals(first.cell)}, {first.cell.window.words}: "
        f"the patron gains {percent(-first.edge)} % of what is staked on it."
    )
    verb = "favours" if len(best) == 1 else "favour"
    return Note(f"{len(best)} of {offers} insurance offers {verb} the patron. {most}", alarm=True)


def _list(best: list[CellFigures]) -> SheetTable:
    columns = (
        SheetColumn("Offers that favour the patron"),
        SheetColumn("Insures"),
        SheetColumn("Totals"),
        SheetColumn("Pays, to 1", "digits"),
        SheetColumn("Edge %", "digits"),
        SheetColumn("Comes", "digits"),
    )
    return SheetTable(columns, tuple(_line(figures) for figures in best))


def _line(figures: CellFigures) -> Row:
    cell = figures.cell
    edge = SheetCell(percent(figures.edge), marked=True)
    window = cell.window.words.capitalize().replace("player", "Player")
    return window, hand(cell.insures), totals(cell), offer_odds(cell), edge, one_in(figures.offered)


def _use(use: InsuranceUse) -> Block:
    side = hand(use.insures)
    least = use.bet_edge + use.favourable
    sentence = (
        f"A bet on {side} gives the house {percent(use.bet_edge)} % when it is never insured, "
        f"{percent(use.bet_edge + use.always)} % when it is insured at every offer, and {percent(least)} % when it is "
        "insured only where that favours the patron."
    )
    if least < 0:
        return Note(f"{sentence} Played that way, the patron has the better of the game.", alarm=True)
    return Text(sentence)
