"""A coup on the screen step by step, as a dealer would call it, each line with its paragraph at the right."""

from __future__ import annotations

from collections.abc import Sequence

from punto.cli.terminal.screen import Screen
from punto.coup import Ruling, Why, hands
from punto.kit import Card, Side
from punto.report.coup_data import SettledCoup
from punto.report.rounding_words import rounding_words
from punto.rulebook import Rounded, Settlement, Window

_STYLE = {"win": "green", "lose": "red", "push": "yellow"}


def show_coup(screen: Screen, coup: SettledCoup) -> None:
    """The coup on a screen, from the bets to the last chip."""
    book = coup.book
    note = f"{book.name}, {coup.decks} decks. At the right: its paragraphs."
    screen.title(f"{book.title.en}  {book.title.zh}", note)
    screen.head("Bets")
    for bet, stake in coup.bets.items():
        screen.line(f"{book.bets[bet].name.en} {stake:,}", book.bets[bet].cite)
    if not coup.bets:
        screen.line("none")
    screen.head("Four cards")
    screen.line(_hand(Side.PLAYER, coup.drawn[0:4:2]), book.cite_draw(Why.OPENING))
    screen.line(_hand(Side.BANKER, coup.drawn[1:4:2]), book.cite_draw(Why.OPENING))
    _show_offers(screen, coup, Window.AFTER_FOUR_CARDS)
    for ruling in coup.rulings():
        _show_turn(screen, coup, ruling)
    _show_result(screen, coup)
    if coup.settled.bets:
        _show_settlement(screen, coup)


def _show_offers(screen: Screen, coup: SettledCoup, window: Window) -> None:
    terms = coup.book.insurance_terms
    if terms is None:
        return
    screen.head(f"Insurance {window.words}")
    cells = coup.offered(window)
    if not cells:
        screen.line("none is offered", terms.offered_cite)
    for cell in cells:
        name = cell.insures.value.capitalize()
        wins = "a tie" if cell.on_loss is None else f"{cell.insures.other.value.capitalize()} winning"
        screen.line(f"{name} insurance at {cell.odds} on {wins}", cell.cite if cell.on_loss else cell.tie_cite)
        if coup.closed(cell):
            screen.line("not for who insured after four cards", terms.windows_cite, indent=4)
        elif (most := coup.most(cell)) is None:
            screen.line(f"there is no bet on {name} to insure", terms.original_cite, indent=4)
        else:
            screen.line(f"at most {most:,} may be staked", terms.cap_cite, indent=4)
        for insured, insured_cell, _ in coup.settled.insurance:
            if insured_cell is cell:
                screen.line(f"taken for {insured.stake:,}", indent=4)


def _show_turn(screen: Screen, coup: SettledCoup, ruling: Ruling) -> None:
    side = ruling.side
    screen.head("A natural" if ruling.why is Why.NATURAL else f"{side.value.capitalize()}'s third card")
    why = ruling.sentence()
    screen.line(why[:1].upper() + why[1:], coup.book.cite_draw(ruling.why))
    if ruling.draws:
        screen.line(_hand(side, hands(coup.book.tableau, coup.drawn)[side]))
    if side is Side.PLAYER and ruling.draws:
        _show_offers(screen, coup, Window.AFTER_PLAYER_THIRD_CARD)


def _show_result(screen: Screen, coup: SettledCoup) -> None:
    result, dealt = coup.settled.result, hands(coup.book.tableau, coup.drawn)
    screen.head("Result")
    for side in Side:
        screen.line(_hand(side, dealt[side]))
    points = max(result.player_points, result.banker_points)
    won = f"Tie on {points}" if result.winner == "tie" else f"{result.winner.capitalize()} wins on {points}"
    screen.verdict(won, style="bold green")


def _show_settlement(screen: Screen, coup: SettledCoup) -> None:
    screen.head("Settlement")
    for bet, ended in coup.settled.bets.items():
        _show_end(screen, coup.book.bets[bet].name.en, coup.bets[bet], ended, str(ended.row.when) if ended.row else "")
    for insured, cell, ended in coup.settled.insurance:
        name = f"{insured.insures.value.capitalize()} insurance"
        _show_end(screen, name, insured.stake, ended, f"Player {cell.player} v Banker {cell.banker}")
    endings = [*coup.settled.bets.values(), *(ended for _, _, ended in coup.settled.insurance)]
    staked = sum(coup.bets.values()) + sum(insured.stake for insured, _, _ in coup.settled.insurance)
    back = sum(ended.payback for ended in endings)
    screen.line(f"Staked {staked:,}, handed back {back:,}: {back - staked:+,}", style="bold")


def _hand(side: Side, cards: Sequence[Card]) -> str:
    pictures = "  ".join(card.picture for card in cards)
    return f"{side.value.capitalize()}  {pictures:<14}= {sum(card.points for card in cards) % 10}"


def _show_end(screen: Screen, what: str, stake: int, ended: Settlement, when: str) -> None:
    """How a bet ended, and on the next line by which odds or condition."""
    end = {"win": f"wins {ended.winnings:,}", "push": "is returned", "lose": "loses"}[ended.outcome]
    screen.verdict(f"{what} {stake:,} {end}", ended.cite, _STYLE[ended.outcome])
    if ended.outcome == "win":
        less = f", less commission {ended.commission:,}" if ended.commission else ""
        screen.line(f"{ended.odds}{less} ({when}); {ended.payback:,} handed back", style="dim", indent=4)
        if ended.rounded:
            screen.line(_rounding(stake, ended, ended.rounded), style="dim", indent=4)
    elif ended.outcome == "push":
        screen.line(f"({when})", style="dim", indent=4)


def _rounding(stake: int, ended: Settlement, rounded: Rounded) -> str:
    return rounding_words(str(ended.odds), stake, rounded.exact, ended.winnings, less_commission=ended.commission > 0)
