"""The squeeze as the house runs it: its time, which cards lie face down, what may be asked, and answers by itself."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import loop
from punto.house.floor.floor import Floor
from punto.house.settings import Settings, TableSettings
from punto.house.tables.live import LiveTable
from punto.house.tables.timing import earliest_draw, next_step, squeeze_answer
from punto.kit import Refusal
from punto.store import open_store
from punto.table import commands as c
from punto.table.face_down import Veil, veil
from punto.view.face_down import may_ask, squeeze_ends
from punto.view.history import History
from table.shift import Shift, shift

DA_HU = "da-hu-ying-xiong"
BOTH_DRAW = "2h 2c 3d 4s"  # Player 5 v Banker 6: on a 6 for Player both have a third card.
PLAYER_STANDS = "2h 2c 4d 3s"  # Player 6 v Banker 5: Banker draws.
NOW = datetime(2026, 11, 16, 20, tzinfo=UTC)

PERSON = TableSettings(id="t", rulebook=DA_HU, dealer="person")
PACES: dict[str, Any] = {"squeeze_seconds": 8.0, "card_seconds": 1.0, "insurance_seconds": 12.0, "result_seconds": 7.0}
AUTOMATIC = TableSettings(id="t", rulebook=DA_HU, **PACES)

Squeezed = c.Squeezed


def granted(*cards: str, bets: tuple[str, ...] = ("seat 1 banker 500", "seat 2 player 300")) -> Shift:
    """A table of a virtual shoe, so that it deals by itself, whose bets have closed with this consented to."""
    table = shift(DA_HU, face_down=True).bets(*bets)
    for card in cards:
        # What waives everybody's insurance takes more than the dealer's word.
        table.do("squeeze", patron="seat 1", card=card, by="pit_supervisor")
    return table.close()


def stepped() -> History:
    return History(lambda: NOW, bets_opened_at=NOW, stepped_at=NOW, laid_at=NOW)


def seconds(moment: datetime | None) -> float | None:
    return (moment - NOW).total_seconds() if moment else None


# Its time.


def test_a_squeeze_takes_its_seconds_from_the_card_that_came_last() -> None:
    history = stepped()
    table = granted("banker", "banker_third")
    assert squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds) is None
    table.cards("2h 2c 3d")
    assert (
        squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds) is None
    )  # Banker's second card is still to come.
    table.cards("4s")
    assert seconds(squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds)) == 8
    assert seconds(squeeze_ends(table.script.state, history, PERSON.squeeze_seconds)) == PERSON.squeeze_seconds
    table.cards("6d")
    assert squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds) is None
    table.cards("4c").expect("coup_settled")
    assert seconds(squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds)) == 8
    table.do("open_bets")
    assert squeeze_ends(table.script.state, history, AUTOMATIC.squeeze_seconds) is None


def test_what_comes_next_waits_for_the_squeeze() -> None:
    history = stepped()
    table = granted("banker").cards(BOTH_DRAW)
    # Insurance runs its whole time once the cards are turned, and nobody can rush it.
    assert seconds(earliest_draw(table.script.state, history, AUTOMATIC)) == 8 + 12
    plain = granted().cards(BOTH_DRAW)
    assert seconds(earliest_draw(plain.script.state, history, AUTOMATIC)) == 12
    done = granted("player").cards("9h 2c Kd 3s").expect("coup_settled")
    step = next_step(done.script.state, history, AUTOMATIC)
    assert step
    assert isinstance(step.command, c.OpenBets)
    assert seconds(step.at) == 8 + 7


def test_nothing_is_squeezed_of_a_coup_that_is_void_or_that_nobody_asked_for() -> None:
    table = granted("player").cards("2h").report("interruption", by="pit_supervisor").expect("coup_voided")
    assert squeeze_ends(table.script.state, stepped(), AUTOMATIC.squeeze_seconds) is None
    table = granted(bets=("seat 2 player 300",)).cards(BOTH_DRAW)
    assert not veil(table.script.state).squeezed


# Turned before the time is over.


def test_whoever_squeezes_turns_the_cards_for_everybody_and_nobody_waits_longer() -> None:
    table = granted("banker").cards(BOTH_DRAW).try_("turn_card", patron="seat 2").refused("squeeze_is_not_yours", "3.9")
    table.do("turn_card", patron="seat 1", by="patron").expect(
        "card_turned", patron="seat 1", cards=("banker",), cite="3.9"
    )
    assert veil(table.script.state) == Veil({}, ())
    assert squeeze_ends(table.script.state, stepped(), AUTOMATIC.squeeze_seconds) is None
    assert seconds(earliest_draw(table.script.state, stepped(), AUTOMATIC)) == 12
    table.try_("turn_card", patron="seat 1").refused("nothing_to_turn", "3.9")
    table.cards("6d 4c").expect("coup_settled").replays()


def test_one_who_turns_takes_no_time_from_another_who_squeezes() -> None:
    table = shift("insurance-lucky-six", face_down=True).bets("seat 1 player 500", "seat 2 banker 300")
    for patron, card in (("seat 1", "player"), ("seat 2", "banker")):
        table.do("squeeze", patron=patron, card=card)
    table.close().cards(BOTH_DRAW).do("turn_card", patron="seat 1")
    assert veil(table.script.state) == Veil({"banker": "seat 2"}, ())
    later = NOW + timedelta(seconds=3)
    history = History(lambda: later, stepped_at=NOW, laid_at=NOW)
    turned = table.answer
    assert not isinstance(turned, Refusal)
    history.take(turned[-1], later.isoformat(), 99, None)
    assert history.stepped_at == later
    assert seconds(squeeze_ends(table.script.state, history, 8.0)) == 8


def test_what_waits_for_a_squeezed_card_opens_with_it() -> None:
    table = granted("banker_third_first").cards(f"{BOTH_DRAW} 6d 5c").expect("coup_settled")
    table.do("turn_card", patron="seat 1").expect("card_turned", cards=("banker_third",))
    assert veil(table.script.state) == Veil({}, ())
    both = granted("player", "player_third").cards(BOTH_DRAW).do("turn_card", patron="seat 1").cards("6d")
    assert veil(both.script.state).squeezed == {"player_third": "seat 1"}


@contextmanager
def timed(folder: Path) -> Iterator[tuple[LiveTable, list[datetime]]]:
    """A table of real cards by a clock that the test sets; Tan has a bet on Banker, and the bets are open."""
    now = [NOW]
    table = TableSettings(id="t", rulebook=DA_HU, dealer="person", cards="physical", sign=SIGN, squeeze_seconds=8.0)
    with open_store(folder / "floor.db") as store:
        floor = Floor(store, Settings(tables=[table]), secrets.token_bytes(32), now=lambda: now[0])
        floor.open_tables()
        live = floor.table("t")
        for command in (
            c.OpenShoe(cards="physical"),
            c.OpenBets(),
            c.PlaceBet(patron="Tan", box=1, bet="banker", stake=10),
        ):
            assert not isinstance(live.do(command), Refusal)
        yield live, now
        floor._writer.close()


def test_when_its_time_is_over_nothing_is_turned_and_the_clock_goes_on(tmp_path: Path) -> None:
    with timed(tmp_path) as (live, now):
        live.do(c.Squeeze(patron="Tan", card="banker"))
        live.do(c.CloseBets())
        for card in BOTH_DRAW.split():
            live.do(c.DrawCard(card=card))
        before, hidden = live.version, live.visible_version
        assert hidden < before
        now[0] += timedelta(seconds=9)
        answer = live.do(c.TurnCard(patron="Tan", by="patron"))
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.cite) == ("nothing_to_turn", "3.9")
        assert live.version == before
        now[0] -= timedelta(seconds=5)
        assert live.visible_version == hidden
        assert not isinstance(live.do(c.TurnCard(patron="Tan", by="patron")), Refusal)
        assert live.visible_version == live.version == before + 1


def test_when_its_time_is_over_players_third_lies_open_and_nobody_asks_for_bankers_first(tmp_path: Path) -> None:
    with timed(tmp_path) as (live, now):
        live.do(c.Squeeze(patron="Tan", card="player_third"))
        live.do(c.CloseBets())
        for card in f"{BOTH_DRAW} 6d".split():
            now[0] += timedelta(seconds=60)
            assert not isinstance(live.do(c.DrawCard(card=card)), Refusal)
        first = c.Squeeze(patron="Tan", card="banker_third_first", by="pit_supervisor")
        now[0] += timedelta(seconds=9)
        answer = live.do(first)
        assert isinstance(answer, Refusal)
        assert (answer.code, answer.cite) == ("card_is_drawn", "3.9")
        now[0] -= timedelta(seconds=5)
        assert not isinstance(live.do(first), Refusal)


# Which cards lie face down.

ONE = "seat 1"


@pytest.mark.parametrize(
    ("cards", "drawn", "squeezed", "waits"),
    [
        (("player", "banker"), BOTH_DRAW, ["player", "banker"], ()),
        (("player_third",), f"{BOTH_DRAW} 6d", ["player_third"], ()),
        (("player_third",), f"{BOTH_DRAW} 6d 5c", [], ()),
        (("banker_third",), f"{BOTH_DRAW} 6d", [], ()),
        (("banker_third",), f"{BOTH_DRAW} 6d 5c", ["banker_third"], ()),
        (("banker_third",), f"{PLAYER_STANDS} 5c", ["banker_third"], ()),
        # Banker's third card is squeezed before Player's is opened: that one lies there until then.
        (("banker_third_first",), BOTH_DRAW, [], ()),
        (("banker_third_first",), f"{BOTH_DRAW} 6d", [], ("player_third",)),
        (("banker_third_first",), f"{BOTH_DRAW} 6d 5c", ["banker_third"], ("player_third",)),
        (("banker_third_first", "player_third"), f"{BOTH_DRAW} 6d", [], ("player_third",)),
        (("banker_third_first", "player_third"), f"{BOTH_DRAW} 6d 5c", ["banker_third", "player_third"], ()),
        (("banker_third_first",), f"{PLAYER_STANDS} 5c", ["banker_third"], ()),
        # Banker stands on 6 against a 5: there is nothing to see first, and Player's card is opened.
        (("banker_third_first",), f"{BOTH_DRAW} 5d", [], ()),
        (("banker_third_first", "player_third"), f"{BOTH_DRAW} 5d", ["player_third"], ()),
        # Banker's third card is exposed before Player's is squeezed.
        (("expose_banker_third",), f"{BOTH_DRAW} 6d", [], ("player_third",)),
        (("expose_banker_third",), f"{BOTH_DRAW} 6d 5c", ["player_third"], ()),
        (("expose_banker_third",), f"{BOTH_DRAW} 5d", ["player_third"], ()),
    ],
)
def test_what_lies_face_down(cards: tuple[str, ...], drawn: str, squeezed: list[str], waits: tuple[str, ...]) -> None:
    lies = veil(granted(*cards).cards(drawn).script.state)
    assert lies.squeezed == dict.fromkeys(squeezed, ONE)
    assert list(lies.squeezed) == squeezed
    assert lies.waits == waits


# What may be asked for.


def asks(table: Shift, settings: TableSettings = PERSON) -> dict[str, dict[str, str]]:
    return may_ask(table.script.state, automatic=settings.dealer == "automatic")


def test_who_may_ask_and_for_what() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500", "seat 2 player 300")
    first = {"banker_third_first": "3.14", "expose_banker_third": "3.14"}
    assert asks(table) == {"seat 1": {"banker": "", "banker_third": ""} | first}
    # A house without a person would decline what waives insurance, so that is not offered.
    assert asks(table, AUTOMATIC) == {"seat 1": {"banker": "", "banker_third": ""}}
    table.do("squeeze", patron="seat 1", by="patron", card="banker")
    assert asks(table) == {"seat 1": {"banker_third": ""} | first}
    table.do("squeeze", patron="seat 1", card="expose_banker_third", by="pit_supervisor")
    assert asks(table) == {"seat 1": {"banker_third": "", "banker_third_first": ""}}
    table.close().cards(PLAYER_STANDS)
    assert asks(table) == {"seat 1": {"banker_third": ""}}  # Player has no third card.
    table.cards("5c")
    assert asks(table) == {}


def test_nothing_is_offered_where_cards_lie_face_up_or_no_document_has_it() -> None:
    assert asks(shift(DA_HU).bets("seat 1 banker 500")) == {}
    assert asks(shift("rws-insurance").bets("seat 1 banker 500")) == {}
    lucky = shift("insurance-lucky-six", face_down=True).bets("seat 1 player 500", "seat 2 banker 300", "seat 3 tie 9")
    assert asks(lucky) == {
        "seat 1": {"player": "", "player_third": ""},
        "seat 2": {"banker": "", "banker_third": ""},
    }
    assert asks(lucky.report("other")) == {}


# Answers by itself.


def test_a_house_without_a_person_consents_unless_insurance_is_taken_from_others() -> None:
    table = shift(DA_HU, face_down=True).bets("seat 1 banker 500")
    assert squeeze_answer(table.script.state, AUTOMATIC) is None
    for card, decline in (("banker", False), ("banker_third_first", True)):
        table.do("squeeze", patron="seat 1", by="patron", card=card)
        assert squeeze_answer(table.script.state, PERSON) is None
        answer = squeeze_answer(table.script.state, AUTOMATIC)
        assert answer == c.Squeeze(patron="seat 1", card=card, decline=decline, by="dealer")  # type: ignore[arg-type]
        table.give(answer).expect("squeeze_declined" if decline else "squeeze_granted").lacks("insurance_waived")
        assert squeeze_answer(table.script.state, AUTOMATIC) is None
    # Where a notice withholds insurance there is nothing to take.
    table = shift(DA_HU, face_down=True, insurance=False).bets("seat 1 banker 500")
    table.do("squeeze", patron="seat 1", by="patron", card="banker_third_first")
    answer = squeeze_answer(table.script.state, AUTOMATIC)
    assert isinstance(answer, c.Squeeze)
    assert not answer.decline


SIGN = {"stake_min": 5, "stake_max": 5000, "differential_max": 10_000, "wallets": False, "face_down": True}


def _bets(live: LiveTable) -> None:
    for command in (c.OpenShoe(cards="virtual", by="dealer"), c.OpenBets(by="dealer")):
        assert not isinstance(live.do(command), Refusal)
    bet = c.PlaceBet(patron="Tan", box=1, bet="banker", stake=1000, by="patron")
    assert not isinstance(live.do(bet), Refusal)


def test_the_process_that_holds_the_clock_answers_what_was_asked_in_another(tmp_path: Path) -> None:
    settings = Settings(
        tables=[TableSettings(id="t", rulebook=DA_HU, betting_seconds=600.0, cut_seconds=0.0, sign=SIGN)]
    )
    key = secrets.token_bytes(32)

    async def answered(live: LiveTable, number: int) -> None:
        async with asyncio.timeout(20):
            while sum(bool(one.answer) for one in live.state.coup.requests) < number:
                await asyncio.sleep(0.02)
                await asyncio.to_thread(live.refresh)

    async def run(here: Floor, there: Floor) -> None:
        await here.start(lambda table: False)
        await there.start()
        cards: tuple[Squeezed, ...] = ("banker", "expose_banker_third")
        for number, card in enumerate(cards, 1):
            asked = await here.do("t", c.Squeeze(patron="Tan", card=card, by="patron"))
            assert not isinstance(asked, Refusal)
            there.table("t").refresh()  # As it does when it is told of news.
            await answered(here.table("t"), number)
        await here.stop()
        await there.stop()

    with open_store(tmp_path / "floor.db") as store:
        here, there = Floor(store, settings, key), Floor(store, settings, key)
        here.open_tables()
        _bets(here.table("t"))
        there.table("t").refresh()
        before = there.table("t").next_step()
        assert before
        assert before.waits_for == "bets"
        loop.run(run(here, there))
        live = there.table("t")
        assert {(one.card, one.answer) for one in live.state.coup.requests} == {
            ("banker", "granted"),
            ("expose_banker_third", "declined"),
        }
        assert not live.state.coup.waived
        # Nobody gained or lost a second of betting by it.
        assert live.next_step() == before


def test_a_request_of_a_process_that_died_is_answered_by_the_next(tmp_path: Path) -> None:
    settings = Settings(
        tables=[TableSettings(id="t", rulebook=DA_HU, betting_seconds=600.0, cut_seconds=0.0, sign=SIGN)]
    )
    key = secrets.token_bytes(32)
    with open_store(tmp_path / "floor.db") as store:
        died = Floor(store, settings, key)
        died.open_tables()
        _bets(died.table("t"))
        died.table("t").do(c.Squeeze(patron="Tan", card="banker", by="patron"))
        died._writer.close()
        next_one = Floor(store, settings, key)
        step = next_one.table("t").due()
        next_one._writer.close()
        assert step
        assert step.command == c.Squeeze(patron="Tan", card="banker", by="dealer")


def test_a_moment_later_the_seconds_are_over(tmp_path: Path) -> None:
    """The page's clock and the house's agree on when: it is told as a moment, not as a number of seconds."""
    now = [NOW]
    table = TableSettings(id="t", rulebook=DA_HU, dealer="person", cards="physical", sign=SIGN, squeeze_seconds=8.0)
    with open_store(tmp_path / "floor.db") as store:
        floor = Floor(store, Settings(tables=[table]), secrets.token_bytes(32), now=lambda: now[0])
        floor.open_tables()
        live = floor.table("t")
        commands: list[c.Command] = [
            c.OpenShoe(cards="physical"),
            c.OpenBets(),
            c.PlaceBet(patron="Tan", box=1, bet="tie", stake=10),
            c.PlaceBet(patron="Tan", box=1, bet="banker", stake=10),
            c.Squeeze(patron="Tan", card="banker"),
            c.CloseBets(),
            *(c.DrawCard(card=card) for card in ("9h", "2c", "Kd", "3s")),
        ]
        for command in commands:
            now[0] += timedelta(seconds=1)
            assert not isinstance(live.do(command), Refusal), command
        assert squeeze_ends(live.state, live.history, table.squeeze_seconds) == now[0] + timedelta(seconds=8)
        floor._writer.close()
