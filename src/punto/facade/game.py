"""A game: one edition of a rulebook, to price, settle, deal, simulate and count by."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from punto.facade.arguments import (
    Cards,
    Counts,
    amount,
    cards_of,
    known_places,
    seed_of,
    shoe_text,
    text_or_none,
    unknown_bet,
    whole,
    whole_or_none,
    wholes,
)
from punto.facade.coup import GameCoup, settled_coup
from punto.facade.notebook import NotebookValue, Row
from punto.facade.refusing import refusing
from punto.facade.shoe import DealtShoe, dealt_shoe, first_coup, read_burn
from punto.kit import Card, Refused
from punto.kit.cards import ALL_CARDS
from punto.kit.shuffle import seeded, shuffled
from punto.rulebook import Rulebook, decks_of, read_terms

if TYPE_CHECKING:  # Imported on first use: settling needs neither numpy nor the kernel.
    import numpy as np
    from numpy.typing import NDArray

    from punto.facade.counted import CountRun, Tags
    from punto.facade.edge_table import EdgeTable
    from punto.facade.sheet import PriceSheet
    from punto.facade.simulation import SimulationRun
    from punto.kernel.deal import Dealing


class Game(NotebookValue):
    """One edition of a rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook

    @property
    def id(self) -> str:
        return self.rulebook.id

    @property
    def edition(self) -> str:
        return self.rulebook.edition

    @property
    def name(self) -> str:
        """With the edition: `ID@EDITION`."""
        return self.rulebook.name

    @property
    def title(self) -> str:
        return self.rulebook.title.en

    @property
    def bets(self) -> tuple[str, ...]:
        """The ids of its bets."""
        return tuple(self.rulebook.bets)

    @property
    def decks(self) -> int:
        """Usual in its shoe."""
        return self.rulebook.decks.usual

    @refusing
    def price(
        self,
        decks: int | None = None,
        without: Cards = "",
        shoe: Counts | None = None,
        cards: Cards = "",
        known: Mapping[str, object] | None = None,
        commission: str | None = None,
    ) -> PriceSheet:
        """Every bet and offer, exactly: from a fresh shoe of so many decks or a shoe by its counts of all thirteen
        ranks, `without` cards that are gone, with the `cards` of this coup so far, given what is `known` of its places.
        """
        from punto.chance import at_commission, price, read_known, shoe_of
        from punto.facade.sheet import PriceSheet

        counts = None if shoe is None else shoe_text(shoe)
        number = self._decks(decks) if decks is not None or counts is None else None
        began = shoe_of(self.rulebook, number, counts, cards_of(without, "without"))
        book = at_commission(self.rulebook, _commission(commission))
        places = read_known(known_places(known))
        return PriceSheet(price(book, began, cards_of(cards, "cards"), number, places))

    @refusing
    def edges(self, shoes: Sequence[int] | Sequence[Sequence[int]] | NDArray[np.int64]) -> EdgeTable:
        """Edges as floats from many shoes in one call, each its counts by rank (13), by card (52) or by value (10)."""
        from punto.chance import price_many
        from punto.facade.edge_table import EdgeTable, whole_rows

        counts = whole_rows(shoes)
        try:
            return EdgeTable(price_many(self.rulebook, counts), counts)
        except ValueError as error:
            raise Refused(code="bad_composition", message=str(error)) from None

    @refusing
    def settle(
        self,
        cards: Cards,
        *,
        insurance: Iterable[object] = (),
        rounding: str = "down",
        commission: str | None = None,
        **stakes: int,
    ) -> GameCoup:
        """A finished coup and its bets, `game.settle("3h 9c 3d 5s 9d", player=10_000)`."""
        policy = text_or_none(rounding, "rounding", "unknown_rounding", "'down', 'nearest' or 'refuse'")
        terms = read_terms(self.rulebook, policy, _commission(commission))
        return settled_coup(self.rulebook, cards_of(cards, "cards"), stakes, insurance, terms, None)

    @refusing
    def deal(self, seed: int | None = None, decks: int | None = None, **stakes: int) -> GameCoup:
        """One coup from a fresh shoe, as `punto coup` tells it; without a seed a random one."""
        number = self._decks(decks)
        drawn = first_coup(self.rulebook, _order(number, seed))
        return settled_coup(self.rulebook, drawn, stakes, (), read_terms(self.rulebook, None, None), number)

    @refusing
    def shoe(
        self, seed: int | None = None, decks: int | None = None, cut: int = 14, burn: int | str = "first"
    ) -> DealtShoe:
        """A whole shoe: burned as `burn` says, coups until the cut card `cut` from the end is out, and one more."""
        number = self._decks(decks)
        cut = whole(cut, "cut", "bad_shoe")
        most = 52 * number - 17
        if not 0 <= cut <= most:
            message = f"the cut card cannot lie {cut} cards from the end of {number} decks: 0 to {most} leave a coup"
            raise Refused(code="bad_shoe", message=message)
        if (cards := read_burn(burn)) is not None and cards > 52 * number - cut - 6:
            raise Refused(code="bad_shoe", message=f"{cards} cards cannot be burned: a coup needs six before the cut")
        return dealt_shoe(self.rulebook, number, _order(number, seed), cut, cards)

    @refusing
    def simulate(
        self,
        coups: int | None = None,
        seed: int = 1,
        *,
        shoes: int | None = None,
        decks: int | None = None,
        cut: int = 14,
        burn: int | str = "first",
        threads: int | None = None,
        on: str = "threads",
    ) -> SimulationRun:
        """About so many coups in whole shoes (ten million unless said), every bet beside its exact value."""
        from punto.facade.simulation import SimulationRun
        from punto.simulate import job_of, shoes_for, simulate
        from punto.simulate.engines import engine_of

        if coups is not None and shoes is not None:
            raise Refused(code="coups_and_shoes", message="coups and shoes both say how much: choose one")
        dealing = self._dealing(decks, cut, burn)
        if shoes is None:
            number = 10**7 if coups is None else amount(coups, "coups")
            shoes = shoes_for(dealing, number)
        job = job_of(dealing, amount(shoes, "shoes"), seed_of(seed))
        engine = text_or_none(on, "on", "unknown_engine", "'threads', 'gpu', 'dask' or 'tcp://HOST:PORT'")
        return SimulationRun(
            self.rulebook, simulate(job, engine_of(engine or "threads", whole_or_none(threads, "threads")))
        )

    @refusing
    def counts(
        self,
        *bets: str,
        shoes: int = 2000,
        tags: Tags | Sequence[Tags] | None = None,
        trigger: int | Sequence[int] | None = None,
        running_trigger: int | Sequence[int] | None = None,
        cuts: Iterable[int] | None = None,
        coups_after_cut: int = 1,
        seed: int = 1,
        decks: int | None = None,
        cut: int = 14,
        burn: int | str = "first",
        threads: int | None = None,
    ) -> CountRun:
        """Where these bets (all, and insurance, if none is named) can be beaten: by counts, and by perfect play.

        Counts are looked for unless `tags` gives one or several; `trigger` is a true count, `running_trigger` a
        running one. Figures are also taken at `cuts`, the usual ones unless named; none for an empty list.
        """
        from punto.facade.counted import CountRun, counts_of
        from punto.simulate import job_of
        from punto.simulate.counting import chosen_targets, counting
        from punto.simulate.engines import threads_of
        from punto.simulate.way import check_after_cut, trials_of

        dealing = self._dealing(decks, cut, burn)
        job = job_of(dealing, amount(shoes, "shoes"), seed_of(seed))
        true = wholes(trigger, "trigger", "bad_trigger")
        running = wholes(running_trigger, "running_trigger", "bad_trigger")
        trials = trials_of(counts_of(tags), true, running)
        after_cut = whole(coups_after_cut, "coups_after_cut", "bad_coups_after_cut")
        check_after_cut(after_cut)
        depths = None if cuts is None else wholes(cuts, "cuts", "bad_cuts")
        targets = chosen_targets(self.rulebook, dealing.decks, [self._known_bet(bet) for bet in bets])
        report = counting(
            self.rulebook,
            job,
            targets,
            threads_of(whole_or_none(threads, "threads")),
            trials,
            cuts=depths,
            coups_after_cut=after_cut,
        )
        return CountRun(report)

    def _dealing(self, decks: int | None, cut: int, burn: int | str) -> Dealing:
        from punto.kernel.deal import BURN_BY_FIRST_CARD
        from punto.simulate import dealing_for

        cards = read_burn(burn)
        first = BURN_BY_FIRST_CARD if cards is None else cards
        return dealing_for(self.rulebook, self._decks(decks), whole(cut, "cut", "bad_shoe"), first)

    def _decks(self, decks: int | None) -> int:
        return decks_of(self.rulebook, whole_or_none(decks, "decks", "wrong_number_of_decks"))

    def _known_bet(self, bet: str) -> str:
        if not isinstance(bet, str) or bet not in self.rulebook.bets:
            raise unknown_bet(self.id, bet, self.rulebook.bets)
        return bet

    def __repr__(self) -> str:
        return f"<{self.name}: {self.title}, {len(self.bets)} bets, {self.decks} decks>"

    def _json(self) -> object:
        from punto.view.rulebook import rulebook_view

        return rulebook_view(self.rulebook)

    def _rows(self) -> Sequence[Row]:
        return [
            {"bet": bet.id, "name": bet.name.en, "when": str(row.when), "odds": row.odds.text, "cite": row.cite}
            for bet in self.rulebook.bets.values()
            for row in bet.pays
        ]


def _commission(rate: object) -> str | None:
    return text_or_none(rate, "commission", "bad_commission", "'5%' or '2.5%'")


def _order(decks: int, seed: int | None) -> list[Card]:
    return shuffled(ALL_CARDS * decks, secrets.randbelow if seed is None else seeded(seed_of(seed)))
