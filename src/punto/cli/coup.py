"""`punto coup`: one coup step by step, as a dealer would call it, with its bets settled."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from typing import Annotated

import typer

from punto.cli.coup_text import show_coup
from punto.cli.options import AsJson, AsOfText, Decks, RulebookFolders, RulebookId, library
from punto.cli.output import print_json
from punto.cli.terminal.screen import Screen
from punto.kit import STAKE_CEILING, Card, Refused
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.report.coup_data import SettledCoup, coup_steps
from punto.rulebook import Insured, Rulebook, decks_of, read_drawn, read_insured, read_terms, settle_slip

_INSURE = "WINDOW:HAND=STAKE, as in after_four_cards:banker=25"


def add_to(app: typer.Typer) -> None:
    app.command("coup")(coup)


def coup(
    rulebook: RulebookId,
    cards: Annotated[str | None, typer.Option(help='The cards drawn, in order: "3h 9c 3d 5s 9d".')] = None,
    decks: Decks = None,
    seed: Annotated[int | None, typer.Option(help="Shuffle by this number instead of at random.")] = None,
    bet: Annotated[list[str] | None, typer.Option(help="A bet: player=100. Again for more.")] = None,
    insure: Annotated[list[str] | None, typer.Option(help="Insurance: after_four_cards:banker=25.")] = None,
    rounding: Annotated[str | None, typer.Option(help="down, nearest or refuse.")] = None,
    commission: Annotated[str | None, typer.Option(help='The rate where the rules have one: "5%".')] = None,
    as_json: AsJson = False,
    as_of: AsOfText = None,
    rulebooks: RulebookFolders = None,
) -> None:
    """Deal one coup, or tell a given one: who draws and why, insurance, the result, every bet's settlement."""
    book = library(rulebooks, as_of).find(rulebook)
    shoe = decks_of(book, decks)
    if cards is not None and seed is not None:
        raise Refused(code="cards_and_seed", message="--seed shuffles a shoe and --cards gives the cards: choose one")
    if seed is not None and seed < 0:
        raise Refused(code="bad_seed", message=f"the seed {seed} is not a whole number from 0 on")
    bets = _bets(bet or [])
    insured = [_insured(text) for text in insure or []]
    drawn = _deal(book, shoe, seed) if cards is None else read_drawn(cards)
    paying = read_terms(book, rounding, commission)
    settled = settle_slip(book, drawn, bets, insured, paying, shoe)
    settled_coup = SettledCoup(book, shoe, drawn, bets, settled)
    if as_json:
        print_json(coup_steps(settled_coup))
    else:
        show_coup(Screen(), settled_coup)


def _bets(arguments: Sequence[str]) -> dict[str, int]:
    bets: dict[str, int] = {}
    for name, stake in _pairs(arguments, "--bet", "NAME=STAKE, as in player=100"):
        if name in bets:
            raise Refused(code="duplicate_bet", message=f"--bet {name[:40]} is given twice")
        bets[name] = _whole(stake, f"--bet {name[:40]}")
    return bets


def _insured(text: str) -> Insured:
    [(place, stake)] = _pairs([text], "--insure", _INSURE)
    window, colon, hand = place.partition(":")
    if not colon:
        raise Refused(code="bad_argument", message=f"--insure {text[:60]!r} is not of the form {_INSURE}")
    return read_insured(window, hand, _whole(stake, f"--insure {place[:60]}"))


def _pairs(arguments: Iterable[str], option: str, shape: str) -> list[tuple[str, str]]:
    """`NAME=VALUE` arguments, in order."""
    pairs = []
    for text in arguments:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise Refused(code="bad_argument", message=f"{option} {text[:60]!r} is not of the form {shape}")
        pairs.append((name, value))
    return pairs


def _whole(text: str, what: str) -> int:
    """A whole number of units as a person types it: 10000 or 10,000; `settle_slip` refuses zero and less."""
    if not re.fullmatch(r"-?([0-9]+|[0-9]{1,3}(,[0-9]{3})+)", text):
        raise Refused(code="stake_not_whole", message=f"{what}: a stake is a whole number of units, not {text[:40]!r}")
    if len(text) > 40:
        raise Refused(code="stake_too_large", message=f"{what}: no stake may be above {STAKE_CEILING:,} units")
    return int(text.replace(",", ""))


def _deal(book: Rulebook, decks: int, seed: int | None) -> tuple[Card, ...]:
    """One coup from a fresh shuffled shoe."""
    below = secrets.randbelow if seed is None else seeded(seed)
    shoe = iter(shuffled(ALL_CARDS * decks, below))
    drawn: list[Card] = []
    while book.tableau.next_side([card.points for card in drawn]) is not None:
        drawn.append(next(shoe))
    return tuple(drawn)
