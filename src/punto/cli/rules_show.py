"""`punto rules show`: one rulebook, laid out for a pit manager."""

from __future__ import annotations

import typer

from punto.cli.options import AsJson, AsOfText, RulebookFolders, RulebookId, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.coup import Why
from punto.kit import Odds, Side
from punto.report.rule_words import SOURCES, clause_leads, decks, numbers, row_pays, since, words
from punto.rulebook import Cell, Rulebook, Window
from punto.view.rulebook import rulebook_view


def add_to(rules: typer.Typer) -> None:
    rules.command("show", short_help="Show one rulebook whole.")(show)


def show(
    rulebook: RulebookId,
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Show one rulebook whole: bets and what they pay, tableau, insurance, irregularities, readings."""
    book = library(rulebooks, as_of).find(rulebook)
    if as_json:
        print_json(rulebook_view(book))
        return
    screen = Screen()
    screen.title(f"{book.title.en}  {book.title.zh}", "Figures at the right are paragraphs of the document.")
    _edition(screen, book)
    _tableau(screen, book)
    _bets(screen, book)
    _insurance(screen, book)
    _procedure(screen, book)
    _irregularities(screen, book)
    _readings(screen, book)


def _edition(screen: Screen, book: Rulebook) -> None:
    screen.head("Edition")
    screen.line(f"{book.name}{', ' + book.version if book.version else ''}: {SOURCES[book.source]}")
    screen.line(f"In force since {since(book)}")
    screen.line(f"SHA-256 {book.sha256}")
    screen.line(f"{decks(book)}, {book.decks.usual} unless the table says otherwise", book.decks.cite)
    if book.commission:
        screen.line(f"Commission {book.commission.printed} of what a marked row wins", book.commission.cite)
    screen.head("Layouts")
    for layout in book.layouts:
        screen.line(f"{layout.name.en}  {layout.name.zh}: {numbers(layout.boxes)} boxes", layout.cite)


def _tableau(screen: Screen, book: Rulebook) -> None:
    tableau = book.tableau
    screen.head("Tableau")
    screen.line("Four cards, Player first and in turn", book.cite_draw(Why.OPENING))
    screen.line(f"A natural {numbers(tableau.naturals)}: nobody draws", book.cite_draw(Why.NATURAL))
    screen.line(f"Player draws on {numbers(tableau.player_draws)}", book.cite_draw(Why.PLAYER))
    alone = numbers(tableau.banker_draws_alone)
    screen.line(f"Banker draws on {alone} when Player stood", book.cite_draw(Why.BANKER_ALONE))
    screen.line(
        "When Player drew, Banker draws (D) or stands (s) by what that card counts:", book.cite_draw(Why.BANKER)
    )
    rows = [(total, thirds) for total, thirds in enumerate(tableau.banker_draws_on) if total not in tableau.naturals]
    letters = ((total, ["D" if third in thirds else "s" for third in range(10)]) for total, thirds in rows)
    screen.grid("Banker \\ third card", range(10), letters)


def _bets(screen: Screen, book: Rulebook) -> None:
    screen.head("Bets")
    for bet in book.bets.values():
        backs = f", backs {bet.hand.value.capitalize()}" if bet.hand else ""
        screen.line(f"{bet.name.en}  {bet.name.zh}  ({bet.id}{backs})", bet.cite, "bold")
        for row in bet.pays:
            screen.line(f"{row_pays(row):<28} {row.when}", row.cite, indent=4)
        screen.line("otherwise it loses", bet.lose_cite, indent=4)


def _insurance(screen: Screen, book: Rulebook) -> None:
    terms = book.insurance_terms
    if terms is None:
        return
    screen.head("Insurance")
    screen.line("Only on a hand one has a bet on", terms.original_cite)
    screen.line("Only while a third card can still come, in a cell of these tables", terms.offered_cite)
    screen.line("What all of it would win is at most the original bet", terms.cap_cite)
    again = "may be taken in both windows" if terms.both_windows else "is not offered again to who took it before"
    screen.line(f"It {again}", terms.windows_cite)
    screen.line("Returned on a tie, unless its cell pays one", terms.tie_cite)
    for sentence, cite in (
        ("Banker's third card seen before Player's waives the second window", terms.squeeze_waives_cite),
        ("Who lets the next card come without insuring forgoes it", terms.forgone_cite),
        ("A table may post a notice that it offers none", terms.notice_cite),
    ):
        if cite:
            screen.line(sentence, cite)
    for window in Window:
        for side in Side:
            cells = [c for c in book.insurance.values() if c.window is window and c.insures is side]
            if cells:
                _grid(screen, window, side, cells)


def _grid(screen: Screen, window: Window, side: Side, cells: list[Cell]) -> None:
    """Player's totals down, Banker's across, odds to one in the cells, as a pay table prints them."""
    screen.head(f"Insurance of {side.value.capitalize()} {window.words}")
    screen.line(f"pays when {side.other.value.capitalize()} wins; odds to 1", cells[0].cite)
    if paid := [cell for cell in cells if isinstance(cell.on_tie, Odds)]:
        screen.line("where it says tie, pays on a tie; elsewhere a tie returns it", paid[0].tie_cite)
    across = sorted({cell.banker for cell in cells})
    by_totals = {(cell.player, cell.banker): cell for cell in cells}
    rows = []
    for player in sorted({cell.player for cell in cells}):
        row = [by_totals.get((player, banker)) for banker in across]
        rows.append((player, [_cell(cell) if cell else "-" for cell in row]))
    screen.grid("Player \\ Banker", across, rows)


def _cell(cell: Cell) -> str:
    """A cell as a pay table prints it."""
    losing = _to_one(cell.on_loss) if cell.on_loss else ""
    tie = f"tie {_to_one(cell.on_tie)}" if isinstance(cell.on_tie, Odds) else ""
    return "\n".join(word for word in (losing, tie) if word)


def _to_one(odds: Odds) -> str:
    return odds.text.removesuffix(" to 1")


def _procedure(screen: Screen, book: Rulebook) -> None:
    if book.procedure:
        screen.head("Procedure")
        for step, cite in book.procedure.items():
            screen.line(words(step), cite)


def _irregularities(screen: Screen, book: Rulebook) -> None:
    screen.head("Irregularities")
    for clause in book.irregularities.values():
        screen.line(f"{words(clause.what)}: {clause_leads(clause)}", clause.cite)
    if not book.irregularities:
        screen.line("none")


def _readings(screen: Screen, book: Rulebook) -> None:
    if not book.readings:
        return
    screen.head("Readings: how the document is understood where it is not clear")
    for reading in book.readings:
        screen.line(f"{reading.id} ({reading.kind})", reading.cite, "bold")
        screen.line(reading.reads, indent=4)
        screen.line(f"Why: {reading.why}", style="dim", indent=4)
