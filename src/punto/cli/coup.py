"""`punto coup`: one coup told step by step, as a dealer would call it."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from punto.cli.options import AsJson, Decks, RulebookFolders, decks_of, library, pairs, terms, whole
from punto.cli.settle import insured, result_dict, settlement_dict
from punto.coup import Why, hands
from punto.kit import Card, Refused, Side, read_cards
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.rulebook import Cell, Insured, Rulebook, Settled, Settlement, Window, most_stake, offers, settle_slip


def add_to(app: typer.Typer) -> None:
    app.command("coup")(coup)


def coup(
    rulebook: Annotated[
        str, typer.Argument(help="Which rules, as `punto rules list` names them; @EDITION may follow.")
    ],
    cards: Annotated[str | None, typer.Option(help='The cards drawn, in order: "3h 9c 3d 5s 9d".')] = None,
    decks: Decks = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle by this number instead of at random.")] = None,
    bet: Annotated[list[str] | None, typer.Option(help="A bet: player=100. Again for more.")] = None,
    insure: Annotated[list[str] | None, typer.Option(help="Insurance: after_four_cards:banker=25.")] = None,
    rounding: Annotated[str | None, typer.Option(help="down, nearest or refuse.")] = None,
    commission: Annotated[str | None, typer.Option(help='The rate where the rules have one: "5%".')] = None,
    as_json: AsJson = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Deal one coup, or tell a given one: who draws and why, insurance, the result, every bet's settlement."""
    book = library(rulebooks).find(rulebook)
    shoe = decks_of(book, decks)
    if cards is not None and seed is not None:
        raise Refused("cards_and_seed", "--seed shuffles a shoe and --cards gives the cards: choose one")
    bets = _bets(bet or [])
    taken = [_insured(text) for text in insure or []]
    drawn = _deal(book, shoe, seed) if cards is None else _cards(cards)
    settled = settle_slip(book, drawn, bets, taken, terms(book, rounding, commission), shoe)
    if as_json:
        told = _as_json(book, shoe, drawn, bets, settled)
        sys.stdout.buffer.write(msgspec.json.encode(told) + b"\n")
        return
    Telling(book, shoe, drawn, bets, settled).tell()


def _bets(given: Sequence[str]) -> dict[str, int]:
    bets: dict[str, int] = {}
    for name, stake in pairs(given, "--bet", "NAME=STAKE, as in player=100"):
        if name in bets:
            raise Refused("duplicate_bet", f"--bet {name} is given twice")
        bets[name] = whole(stake, name)
    return bets


def _insured(text: str) -> Insured:
    [(place, stake)] = pairs([text], "--insure", "WINDOW:HAND=STAKE, as in after_four_cards:banker=25")
    window, _, hand = place.partition(":")
    return insured(window, hand, whole(stake, "--insure"))


def _cards(text: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as error:
        raise Refused("unknown_card", str(error)) from None


def _deal(book: Rulebook, decks: int, seed: int | None) -> tuple[Card, ...]:
    """One coup from a fresh shuffled shoe."""
    below = secrets.randbelow if seed is None else seeded(seed)
    shoe = iter(shuffled(ALL_CARDS * decks, below))
    drawn: list[Card] = []
    while book.tableau.next_side([card.points for card in drawn]) is not None:
        drawn.append(next(shoe))
    return tuple(drawn)


def _offered(book: Rulebook, drawn: Sequence[Card]) -> list[list[Cell]]:
    """What each window offered, in their order."""
    return [offers(book, drawn[:seen]) for seen in (4, 5) if len(drawn) > seen]


def _most(book: Rulebook, cell: Cell, bets: dict[str, int], settled: Settled) -> int | None:
    """The most this person could have staked on an offer; None without a bet on that hand."""
    original = book.bet_on(cell.insures)
    if original is None or original.id not in bets:
        return None
    before = [
        (one.stake, c) for one, c, _ in settled.insurance if c.insures is cell.insures and c.window is not cell.window
    ]
    earlier = before if cell.window is Window.AFTER_PLAYER_THIRD_CARD else []
    terms_ = book.insurance_terms
    if terms_ and not terms_.both_windows and cell.window is Window.AFTER_PLAYER_THIRD_CARD and settled.insurance:
        return 0 if any(one.window is Window.AFTER_FOUR_CARDS for one, _, _ in settled.insurance) else None
    return most_stake(cell, bets[original.id], earlier)


def _as_json(
    book: Rulebook, decks: int, drawn: Sequence[Card], bets: dict[str, int], settled: Settled
) -> dict[str, Any]:
    rulings = book.tableau.third_cards([card.points for card in drawn])
    dealt = hands(book.tableau, drawn)
    return {
        "rulebook": book.id,
        "edition": book.edition,
        "decks": decks,
        "cards": " ".join(map(str, drawn)),
        "player": " ".join(map(str, dealt.player)),
        "banker": " ".join(map(str, dealt.banker)),
        "draws": [
            {"side": r.side.value, "draws": r.draws, "why": r.told(), "cite": book.cite_draw(r.why)} for r in rulings
        ],
        "offers": [
            {
                "window": cell.window.value,
                "insures": cell.insures.value,
                "player": cell.player,
                "banker": cell.banker,
                "odds": cell.odds.text,
                "most_stake": _most(book, cell, bets, settled),
                "cite": cell.cite,
            }
            for cells in _offered(book, drawn)
            for cell in cells
        ],
        "result": result_dict(settled.result),
        "bets": {bet: settlement_dict(ended) for bet, ended in settled.bets.items()},
        "insurance": [
            {"window": one.window.value, "insures": one.insures.value, "stake": one.stake, **settlement_dict(ended)}
            for one, _, ended in settled.insurance
        ],
    }


class Telling:
    """A coup as lines on a screen, each with its paragraph at the right."""

    def __init__(
        self, book: Rulebook, decks: int, drawn: Sequence[Card], bets: dict[str, int], settled: Settled
    ) -> None:
        self.book, self.decks, self.drawn, self.bets, self.settled = book, decks, drawn, bets, settled
        self.console = Console(highlight=False)
        self.width = min(self.console.width, 96)

    def tell(self) -> None:
        book, drawn = self.book, self.drawn
        self.console.print(f"[bold]{book.title.en}[/]  {book.title.zh}")
        self.console.print(
            f"[dim]{book.name}, {self.decks} decks. Figures at the right are paragraphs of that document.[/]"
        )
        self._head("Bets")
        for bet, stake in self.bets.items():
            self._line(f"{book.bets[bet].name.en} {stake:,}", book.bets[bet].cite)
        if not self.bets:
            self._line("none", "")
        self._head("Four cards")
        first, second = drawn[0:4:2], drawn[1:4:2]
        self._line(f"Player  {_hand(first)}", book.cite_draw(Why.OPENING))
        self._line(f"Banker  {_hand(second)}", book.cite_draw(Why.OPENING))
        self._third_cards()
        self._result()
        if self.settled.bets or self.settled.insurance:
            self._paid()

    def _third_cards(self) -> None:
        rulings = self.book.tableau.third_cards([card.points for card in self.drawn])
        windows = _offered(self.book, self.drawn)
        self._insurance(windows[0] if windows else [], Window.AFTER_FOUR_CARDS)
        place = 4
        for ruling in rulings:
            self._head("Third card" if ruling.draws else "")
            self._line(_capital(ruling.told()), self.book.cite_draw(ruling.why))
            if ruling.draws:
                name = ruling.side.value.capitalize()
                self._line(f"{name}  draws {self.drawn[place].picture}", "")
                place += 1
            if ruling.side is Side.PLAYER and ruling.draws and len(windows) > 1:
                self._insurance(windows[1], Window.AFTER_PLAYER_THIRD_CARD)

    def _insurance(self, cells: list[Cell], window: Window) -> None:
        if not self.book.insurance:
            return
        after = "after four cards" if window is Window.AFTER_FOUR_CARDS else "after Player's third card"
        self._head(f"Insurance {after}")
        if not cells:
            terms_ = self.book.insurance_terms
            self._line("none is offered", terms_.offered_cite if terms_ else "")
        for cell in cells:
            most = _most(self.book, cell, self.bets, self.settled)
            name = cell.insures.value.capitalize()
            limit = "no bet to insure" if most is None else f"at most {most:,}"
            tie = "" if cell.on_loss else " on a tie"
            text = f"{name} insurance at {cell.odds}{tie} (Player {cell.player} v Banker {cell.banker}): {limit}"
            self._line(text, cell.cite)
            for one, taken, _ in self.settled.insurance:
                if taken is cell:
                    self._line(f"  taken: {one.stake:,}", "")

    def _result(self) -> None:
        result, dealt = self.settled.result, hands(self.book.tableau, self.drawn)
        self._head("Result")
        self._line(f"Player  {_hand(dealt.player)}", "")
        self._line(f"Banker  {_hand(dealt.banker)}", "")
        points = max(result.player_points, result.banker_points)
        won = f"Tie on {points}" if result.winner == "tie" else f"{result.winner.capitalize()} wins on {points}"
        self._line(won, "", "bold green")

    def _paid(self) -> None:
        self._head("Settlement")
        for bet, ended in self.settled.bets.items():
            stake = self.bets[bet]
            when = str(ended.row.when) if ended.row else "no pay row fits"
            self._line(
                _outcome(f"{self.book.bets[bet].name.en} {stake:,}", ended, when), ended.cite, _STYLE[ended.outcome]
            )
        for one, cell, ended in self.settled.insurance:
            name = f"{one.insures.value.capitalize()} insurance {one.stake:,}"
            when = f"Player {cell.player} v Banker {cell.banker}"
            self._line(_outcome(name, ended, when), ended.cite, _STYLE[ended.outcome])
        everything = [*self.settled.bets.values(), *(ended for _, _, ended in self.settled.insurance)]
        staked = sum(self.bets.values()) + sum(one.stake for one, _, _ in self.settled.insurance)
        back = sum(ended.payback for ended in everything)
        self._line(f"Staked {staked:,}, handed back {back:,}: {back - staked:+,}", "", "bold")

    def _head(self, text: str) -> None:
        if text:
            self.console.print()
            self.console.print(Text(text, style="bold cyan"))

    def _line(self, text: str, cite: str, style: str = "") -> None:
        line = Text(f"  {text}", style=style)
        gap = self.width - len(line) - len(cite)
        if cite and gap >= 2:
            line.append(" " * gap + cite, style="dim")
        elif cite:
            line.append(f"  {cite}", style="dim")
        self.console.print(line, soft_wrap=True)


_STYLE = {"win": "green", "lose": "red", "push": "yellow"}


def _hand(cards: Sequence[Card]) -> str:
    pictures = "  ".join(card.picture for card in cards)
    return f"{pictures:<16}= {sum(card.points for card in cards) % 10}"


def _outcome(what: str, ended: Settlement, when: str) -> str:
    match ended.outcome:
        case "win":
            less = f", less commission {ended.commission:,}" if ended.commission else ""
            return f"{what} wins {ended.winnings:,} at {ended.odds}{less} ({when}); {ended.payback:,} handed back"
        case "push":
            return f"{what} is returned ({when})"
        case _:
            return f"{what} loses"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
