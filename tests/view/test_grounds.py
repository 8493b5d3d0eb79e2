"""The paragraph of every event that names none itself, as each rulebook has it."""

from __future__ import annotations

from typing import Final, get_args

import pytest

from punto.rulebook import Library
from punto.table import Event
from punto.table import events as e
from punto.table.bookkeeping import ENTRIES
from punto.table.sign import make_sign
from punto.view.grounds import grounds
from table.shift import wide_limits

LIBRARY: Final = Library()
DOCUMENTS: Final = (
    "da-hu-ying-xiong",
    "easy-six",
    "ez-baccarat",
    "insurance-lucky-six",
    "punto-banco",
    "rws-baccarat",
    "rws-insurance",
)

BURN: Final = "reading:burn-and-cut"
TABLEAU: Final = "reading:standard-tableau"


def opened(book: str, **settings: object) -> e.TableOpened:
    return e.TableOpened(sign=make_sign(LIBRARY.find(book), wide_limits(book) | settings))


def drawn(side: str) -> e.CardDrawn:
    return e.CardDrawn(card="2c", side="player" if side == "player" else "banker")


def placed(by: str = "") -> e.BetPlaced:
    return e.BetPlaced(patron="A", box=1, stance="seated", bet="player", stake=5, total=5, placed_by=by)


INSURED = e.InsuranceTaken(patron="A", box=1, insures="player", window="after_four_cards", stake=5, odds="1 to 1")

# For each event: the cards that lay before, what was decided before, and its paragraphs, by rulebook as above.
EXPECTED: dict[str, tuple[Event, str, str, tuple[str, ...]]] = {
    "shoe_opened": (e.ShoeOpened(number=1, cards="virtual", decks=8, commitment=""), "", "",
        ("2.2.1", "2.2.1", "1.1", "reading:standard-decks", "1.1", "2.2.1", "2.2.1")),
    "cards_burned": (e.CardsBurned(card="5s", unseen=5), "", "", (BURN, BURN, "1.3", BURN, "1.3", BURN, BURN)),
    "cut_card_reached": (e.CutCardReached(cards_left=14), "", "", (BURN, BURN, "1.4", BURN, "1.4", BURN, BURN)),
    "bets_opened": (e.BetsOpened(coup=1, rulebook="", sha256=""), "", "",
        ("3.3", "3.1", "2.1", "", "2.1", "3.3", "3.1")),
    "bets_closed": (e.BetsClosed(), "", "", ("3.8", "3.2", "2.1", "", "2.1", "3.8", "3.2")),
    "bet_placed": (placed(), "", "", ("3.7", "3.3", "2.3", "reading:standard-player", "2.3", "3.7", "3.3")),
    "bet_placed by staff": (placed("dealer"), "", "",
        ("3.7 5.17", "3.3", "2.3", "reading:standard-player", "2.3", "3.7 5.16", "3.3")),
    "card_drawn first": (drawn("player"), "", "", ("3.10", "3.4", "3.1", TABLEAU, "3.1", "3.10", "3.4")),
    "card_drawn fourth": (drawn("banker"), "2h 3h 4h", "", ("3.10", "3.4", "3.1", TABLEAU, "3.1", "3.10", "3.4")),
    "card_drawn player third": (drawn("player"), "2h 3h 3c 4h", "",
        ("3.15", "3.6", "3.3", TABLEAU, "3.3", "3.12", "3.7")),
    "card_drawn banker alone": (drawn("banker"), "3h 2h 4c 3d", "",
        ("3.13", "3.5", "3.4", TABLEAU, "3.4", "3.11", "3.6")),
    "card_drawn banker after": (drawn("banker"), "2h 2c 3c Ah 9d", "",
        ("3.15", "3.6", "3.5", TABLEAU, "3.5", "3.12", "3.7")),
    "card_drawn that no hand takes": (drawn("player"), "9h 2c Kc Ah", "", ("",) * 7),
    "insurance_taken": (INSURED, "", "", ("3.11", "", "", "Baccarat Insurance", "", "", "4.1.3")),
    "cards_set_aside": (e.CardsSetAside(cards="9d"), "", "extra_card", ("5.7", "", "", "", "", "5.7", "")),
    "cards_set_aside for a wrong number": (e.CardsSetAside(cards="9d"), "", "wrong_number_of_cards",
        ("5.5.3", "5.1.2", "", "", "", "5.5.3", "5.1.2")),
    "table_closed": (e.TableClosed(), "", "", ("",) * 7),
    "bought_in": (e.BoughtIn(patron="A", amount=5), "", "", ("",) * 7),
    "chips_entered": (e.ChipsEntered(chips=(), felt_was_right=True, entered_by="pit_supervisor"), "", "", ("",) * 7),
    "debt_written_off": (e.DebtWrittenOff(patron="A", amount=5, decided_by="shift_manager"), "", "", ("",) * 7),
    "cashed_out": (e.CashedOut(patron="A", amount=5), "", "", ("",) * 7),
    "shoe_cut": (e.ShoeCut(patron="A", place=7), "", "", ("",) * 7),
    "entropy_committed": (e.EntropyCommitted(patron="A", box=1, account="A", commitment=""), "", "", ("",) * 7),
    "entropy_closed": (e.EntropyClosed(seats=(1,)), "", "", ("",) * 7),
    "entropy_revealed": (e.EntropyRevealed(patron="A", box=1, entropy=""), "", "", ("",) * 7),
    "shoe_mixed": (e.ShoeMixed(seats=(1,), left_out=(), commitment=""), "", "", ("",) * 7),
    "shoe_closed": (e.ShoeClosed(number=1), "", "", ("",) * 7),
    "bet_withdrawn": (e.BetWithdrawn(patron="A", box=1, bet="player", stake=5), "", "", ("",) * 7),
}  # fmt: skip


@pytest.mark.parametrize("what", EXPECTED)
def test_an_event_has_its_paragraph(what: str) -> None:
    event, before, decided, paragraphs = EXPECTED[what]
    for name, cites in zip(DOCUMENTS, paragraphs, strict=True):
        book = LIBRARY.find(name)
        found = grounds(event, book, before.split(), decided)
        assert " ".join(found) == cites, name
        assert all(book.says(cite) for cite in found), name


def test_a_table_opens_by_what_says_that_it_is_shown() -> None:
    shown = {name: " ".join(grounds(opened(name), LIBRARY.find(name))) for name in DOCUMENTS}
    assert shown == dict.fromkeys(DOCUMENTS, "") | {
        "da-hu-ying-xiong": "2.1.1 3.4",
        "easy-six": "2.1.1",
        "rws-baccarat": "2.1.1 3.4",
        "rws-insurance": "2.1.1",
    }


def test_a_sign_that_withholds_insurance_has_its_paragraph() -> None:
    book = LIBRARY.find("da-hu-ying-xiong")
    for insurance, cites in ((True, ()), (False, ("4.2.2",))):
        sign = opened(book.id, insurance=insurance, private_for="Ann").sign
        assert grounds(e.SignChanged(sign=sign), book) == cites
        assert grounds(e.SignPrepared(sign=sign), book) == cites


def test_every_event_that_names_no_paragraph_is_here() -> None:
    named = {"table_opened", "sign_changed", "sign_prepared", *(what.split()[0] for what in EXPECTED)}
    # No document speaks of the rack, its slips and its box, nor of a second person.
    named |= {str(kind.__struct_config__.tag) for kind in ENTRIES}
    named |= {f"confirmation_{what}" for what in ("awaited", "given", "declined", "expired")}
    silent = {
        str(kind.__struct_config__.tag)
        for kind in get_args(e.AnyEvent)
        if not {"cite", "lines"} & set(kind.__struct_fields__)
    }
    assert silent - named == set()
