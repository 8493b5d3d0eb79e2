"""`punto coup`: one coup told step by step, as a dealer would call it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated

import typer

from punto.cli.options import AsJson, Decks, RulebookFolders, cards_of, decks_of, insured, library, pairs, terms, whole
from punto.cli.screen import Screen, print_json
from punto.cli.telling import Telling
from punto.kit import Card, Refused
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.rulebook import Insured, Rulebook, settle_slip

_INSURE = "WINDOW:HAND=STAKE, as in after_four_cards:banker=25"


def add_to(app: typer.Typer) -> None:
    app.command("coup", short_help="Deal one coup and tell it, with the paragraph behind every step.")(coup)


def coup(
    rulebook: Annotated[
        str, typer.Argument(metavar="ID", help="Which rules, as `punto rules list` names them; @EDITION may follow.")
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
        raise Refused(code="cards_and_seed", message="--seed shuffles a shoe and --cards gives the cards: choose one")
    bets = _bets(bet or [])
    taken = [_insured(text) for text in insure or []]
    drawn = _deal(book, shoe, seed) if cards is None else cards_of(cards)
    paying = terms(book, rounding, commission)
    settled = settle_slip(book, drawn, bets, taken, paying, shoe)
    telling = Telling(book, shoe, drawn, bets, paying.rounding, settled)
    if as_json:
        print_json(telling.as_dict())
    else:
        telling.tell(Screen())


def _bets(given: Sequence[str]) -> dict[str, int]:
    bets: dict[str, int] = {}
    for name, stake in pairs(given, "--bet", "NAME=STAKE, as in player=100"):
        if name in bets:
            raise Refused(code="duplicate_bet", message=f"--bet {name[:40]} is given twice")
        bets[name] = whole(stake, f"--bet {name[:40]}")
    return bets


def _insured(text: str) -> Insured:
    [(place, stake)] = pairs([text], "--insure", _INSURE)
    window, colon, hand = place.partition(":")
    if not colon:
        raise Refused(code="bad_argument", message=f"--insure {text[:60]!r} is not of the form {_INSURE}")
    return insured(window, hand, whole(stake, f"--insure {place[:60]}"))


def _deal(book: Rulebook, decks: int, seed: int | None) -> tuple[Card, ...]:
    """One coup from a fresh shuffled shoe."""
    below = secrets.randbelow if seed is None else seeded(seed)
    shoe = iter(shuffled(ALL_CARDS * decks, below))
    drawn: list[Card] = []
    while book.tableau.next_side([card.points for card in drawn]) is not None:
        drawn.append(next(shoe))
    return tuple(drawn)
