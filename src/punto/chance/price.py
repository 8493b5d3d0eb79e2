"""A sheet of figures read off an outlook."""

from __future__ import annotations

from fractions import Fraction

from punto.chance.completion import BANKER, PLAYER, TIE
from punto.chance.composition import Composition
from punto.chance.frame import Frame, FramedBet, cell_pays, frame_of
from punto.chance.insured import insurance_uses
from punto.chance.outlook import Outlook, outlook
from punto.chance.sheet import BetFigures, CellFigures, Covariance, RowFigures, Sheet
from punto.coup import Scope
from punto.kit import Card, Odds
from punto.rulebook import Cell, Rulebook, Window

WHAT = {Scope.RANKS: "ranks", Scope.SUITS: "suits"}


def price(book: Rulebook, shoe: Composition, known: tuple[Card, ...] = (), decks: int | None = None) -> Sheet:
    """Every bet and offer still open, from this shoe, once the known cards have been dealt from it."""
    frame = frame_of(book)
    seen = outlook(frame, shoe, known)
    over = _decided(frame, known, seen) if known else {}
    open_ = [framed for framed in seen.bets if framed.bet.id not in over]
    cells = tuple(found for cell in frame.cells if (found := cell_figures(seen, cell)))
    bets = tuple(bet_figures(seen, framed) for framed in open_)
    return Sheet(
        rulebook=book,
        decks=decks,
        cards_left=shoe.total - len(known),
        known=known,
        bets=bets,
        insurance=cells,
        uses=() if known or shoe.total < 6 else insurance_uses(frame, shoe, bets, cells),
        covariance=_covariance(seen, open_),
        notes=(*over.values(), *_unpriced(seen), *_never_offered(seen, cells)),
    )


def bet_figures(seen: Outlook, framed: FramedBet) -> BetFigures:
    rows = seen.rows(framed)
    gain = sum((pay * count for pay, count in zip(framed.pays, rows, strict=True)), Fraction(0)) / seen.ways
    square = sum((pay * pay * count for pay, count in zip(framed.pays, rows, strict=True)), Fraction(0)) / seen.ways
    paid = list(zip(framed.bet.pays, rows, strict=False))
    return BetFigures(
        bet=framed.bet,
        edge=-gain,
        hit=Fraction(sum(count for row, count in paid if isinstance(row.odds, Odds)), seen.ways),
        push=Fraction(sum(count for row, count in paid if not isinstance(row.odds, Odds)), seen.ways),
        variance=square - gain * gain,
        rows=tuple(
            RowFigures(row, Fraction(count, seen.ways), pay)
            for (row, count), pay in zip(paid, framed.pays, strict=False)
        ),
    )


def cell_figures(seen: Outlook, cell: Cell) -> CellFigures | None:
    """An offer's figures; None where these cards can no longer lead to it."""
    table = seen.four if cell.window is Window.AFTER_FOUR_CARDS else seen.five
    ends = [int(count) for count in table[cell.player, cell.banker]]
    offered = sum(ends)
    if offered == 0:
        return None
    return CellFigures(
        cell=cell,
        offered=Fraction(offered, seen.ways),
        player_wins=Fraction(ends[PLAYER], offered),
        banker_wins=Fraction(ends[BANKER], offered),
        tie=Fraction(ends[TIE], offered),
        edge=-sum((pay * count for pay, count in zip(cell_pays(cell), ends, strict=True)), Fraction(0)) / offered,
    )


def _covariance(seen: Outlook, open_: list[FramedBet]) -> Covariance:
    denominator, sums, products = seen.gains
    at = [seen.bets.index(framed) for framed in open_]
    scale = (denominator * seen.ways) ** 2
    matrix = [[Fraction(0)] * len(at) for _ in at]
    for i, one in enumerate(at):
        for j, other in enumerate(at[: i + 1]):
            covariance = Fraction(seen.ways * products[one][other] - sums[one] * sums[other], scale)
            matrix[i][j] = matrix[j][i] = covariance
    return Covariance(tuple(framed.bet.id for framed in open_), tuple(map(tuple, matrix)))


def _decided(frame: Frame, known: tuple[Card, ...], seen: Outlook) -> dict[str, str]:
    """For each bet that no further card can change, the sentence that says so.

    Asked of a full shoe: the documents ask what is certain whatever cards come, not
    what the cards left in this one allow.
    """
    could = outlook(frame, Composition.fresh(8), known)
    sentences = {}
    for framed in seen.bets:
        fates = {_fate(framed, row) for row, count in enumerate(could.rows(framed)) if count}
        if len(fates) == 1:
            sentences[framed.bet.id] = f"{framed.bet.name.en} {fates.pop()}, whatever cards come."
    return sentences


def _fate(framed: FramedBet, row: int) -> str:
    if row == len(framed.bet.pays):
        return "has already lost"
    return "has already won" if isinstance(framed.bet.pays[row].odds, Odds) else "will be returned"


def _unpriced(seen: Outlook) -> list[str]:
    """Bets that ask more of the cards than is known."""
    priced = {framed.bet.id for framed in seen.bets}
    return [
        f"{framed.bet.name.en} is not priced: it looks at {WHAT[framed.bet.scope]}, which these counts do not tell."
        for framed in seen.frame.bets
        if framed.bet.id not in priced
    ]


def _never_offered(seen: Outlook, cells: tuple[CellFigures, ...]) -> list[str]:
    never = len(seen.frame.cells) - len(cells)
    if not never:
        return []
    offers = "offer is" if never == 1 else "offers are"
    return [f"{never} insurance {offers} out of reach from these cards and left out."]
