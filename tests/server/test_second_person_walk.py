"""No one person moves large money: person, sum, rank and assignment walked against a table written from docs/roles.md.

Nothing here asks the program what it would answer: the expected answers are written out below, from the text.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import msgspec
import pytest

from punto.audit import Giver, Walk, Wrong, by_person
from punto.audit.conduct import Conduct, Confirmation, PasswordGiven
from punto.house.people.people import Person
from punto.house.people.roles import RANKED, Role
from punto.house.tables.shuffler import seal_shoe
from punto.kit import Refusal, Refused
from punto.server.routes.tables import given_by
from punto.table import Posting
from punto.table import events as e
from punto.table.commands import Adjustment
from punto.table.script import Script, read_command
from punto.table.second_person import answered
from rulebook.shelf import LIBRARY
from table.shift import wide_limits

RULES = "rws-baccarat"
LADDER = [Role.PATRON, Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER]
LIMIT = 1_000
SUMS = (1, LIMIT, LIMIT + 1, 10**15)
START = datetime(2026, 11, 18, 10, 0, tzinfo=UTC)
POSITIONS = {Role.SHIFT_MANAGER: "pit_manager"}


class Floor:
    """A table with wallets that are full, and people who come to it from sessions."""

    def __init__(self, alone_max: int | None = LIMIT, rules: str = RULES) -> None:
        self.script = Script(LIBRARY.find, seal_shoe)
        sign = wide_limits(rules) | {"wallets": True} | ({} if alone_max is None else {"alone_max": alone_max})
        self.house("open_table", rulebook=rules, settings=sign)
        self.house("open_shoe", cards="physical")
        for _ in range(3):
            self.house("buy_in", patron="Guest", amount=10**15)
        self.at = START

    def house(self, command: str, **fields: Any) -> list[e.Event]:
        answer = self.script.do(read_command({"command": command, "by": "shift_manager"} | fields))
        assert isinstance(answer, list), answer
        return answer

    def assign(self, name: str, role: Role) -> None:
        self.house("assign", person=name, position=POSITIONS.get(role, role.value))

    def says(self, role: Role, name: str, session: str, command: str, **fields: Any) -> str:
        """What somebody is answered: `done`, or the code of the refusal."""
        try:
            given = given_by(Person(name, role), read_command({"command": command} | fields))
        except Refused as refused:
            return refused.refusal.code
        given = msgspec.structs.replace(given, account=name, session=session, at=self.at.isoformat())
        answer = self.script.do(given)
        if isinstance(answer, Refusal):
            return answer.code
        waits = answered(answer)
        return waits.code if waits else "done"


def expected_of_asking(role: Role, command: str, whom: str, sum: int, assigned: bool, limit: int | None) -> str:
    """Dealers act at tables they are assigned to; staff cash somebody out there only; above alone_max it waits."""
    if role is Role.PATRON and command == "buy_in":
        return "not_your_role"
    if role is Role.PATRON and whom != "self":
        return "not_your_bet"
    if role not in LADDER:
        return "not_your_role"
    if role is Role.DEALER and not assigned:
        return "not_assigned"
    if command == "cash_out" and role is not Role.PATRON and not assigned:
        return "not_assigned"
    return "second_person_needed" if limit is not None and sum > limit else "done"


def test_who_moves_how_much_alone() -> None:
    wrong: list[Any] = []
    tried: Counter[str] = Counter()
    for role, command, whom, sum, assigned, limit in product(
        Role, ("buy_in", "cash_out"), ("self", "other"), SUMS, (True, False), (LIMIT, None)
    ):
        if whom == "self" and role is not Role.PATRON:
            continue
        floor = Floor(limit)
        name = "Guest" if role is Role.PATRON else f"{role.value} 1"
        if assigned and role in RANKED:
            floor.assign(name, role)
        patron = "Guest" if role is not Role.PATRON or whom == "self" else "Second Guest"
        before = dict(floor.script.ledger.balances)
        said = floor.says(role, name, "s1", command, patron=patron, amount=sum)
        expected = expected_of_asking(role, command, whom, sum, assigned, limit)
        moved = floor.script.ledger.balances != before
        if said != expected or moved is not (expected == "done"):
            wrong.append((role, command, whom, sum, assigned, limit, said, expected))
        tried[said] += 1
    assert not wrong, wrong[:5]
    assert tried.total() >= 288
    assert set(tried) == {"done", "second_person_needed", "not_assigned", "not_your_role", "not_your_bet"}


def expected_of_confirming(
    asker: Role, role: Role, same_person: bool, same_session: bool, assigned: bool, seconds: int, decline: bool
) -> str:
    """Another person of the next rank or above, or of the same where there is none; another session; two minutes."""
    if role not in LADDER[1:]:
        return "not_your_role"
    if role is Role.DEALER and not assigned:
        return "not_assigned"
    if seconds > 120:
        return "confirmation_is_over"
    if same_person and decline:
        return "done"
    needed = min(LADDER.index(asker) + 1, len(LADDER) - 1)
    if LADDER.index(role) < needed:
        return "authority_too_low"
    if decline:
        return "done"
    if same_person:
        return "own_command"
    return "own_session" if same_session else "done"


def test_who_confirms_what() -> None:
    wrong: list[Any] = []
    tried: Counter[str] = Counter()
    for asker, role, same_person, same_session, assigned, seconds, decline in product(
        LADDER, Role, (True, False), (True, False), (True, False), (0, 120, 121), (True, False)
    ):
        if same_person and role is not asker:
            continue
        floor = Floor()
        asking = "Guest" if asker is Role.PATRON else f"{asker.value} 1"
        name = asking if same_person else "Second Guest" if role is Role.PATRON else f"{role.value} 2"
        if asker is Role.DEALER:
            floor.assign(asking, asker)
        if assigned and role in RANKED:
            floor.assign(name, role)
        if same_person and asker is Role.DEALER and not assigned:
            continue  # Whoever could not ask has asked for nothing.
        command = "cash_out" if asker is Role.PATRON else "buy_in"
        assert floor.says(asker, asking, "s1", command, patron="Guest", amount=LIMIT + 1) == "second_person_needed"
        before = floor.script.ledger.balances["wallet:Guest"]
        floor.at += timedelta(seconds=seconds)
        said = floor.says(role, name, "s1" if same_session else "s2", "confirm", waiting=1, decline=decline)
        expected = expected_of_confirming(asker, role, same_person, same_session, assigned, seconds, decline)
        moved = abs(floor.script.ledger.balances["wallet:Guest"] - before)
        waits = bool(floor.script.state.table.waiting)
        done = expected == "done"
        if (said, moved, waits) != (expected, LIMIT + 1 if done and not decline else 0, not done):
            wrong.append((asker, role, same_person, same_session, assigned, seconds, decline, said, expected, moved))
        tried[said] += 1
    assert not wrong, wrong[:5]
    assert tried.total() > 900
    assert {"done", "own_command", "own_session", "authority_too_low", "confirmation_is_over"} <= set(tried)


GAIN, LOSS = {"patron": "Guest", "amount": 600}, {"patron": "Ann", "amount": -600}


@pytest.mark.parametrize(
    ("command", "fields", "sum"),
    [
        ("rule", {"reason": "so", "adjustments": [GAIN, LOSS]}, 1200),
        ("rule", {"reason": "so", "adjustments": [{"patron": "Guest", "amount": 1000}]}, 0),
        ("close_shoe", {"reason": "torn"}, 0),
    ],
)  # fmt: skip
def test_adjustments_and_early_closes(command: str, fields: dict[str, Any], sum: int) -> None:
    """Adjustments count together, however they are signed; an early close always waits."""
    floor = Floor()
    said = floor.says(Role.SHIFT_MANAGER, "Sam", "s5", command, **fields)
    waits = sum > LIMIT or command == "close_shoe"
    assert said == ("second_person_needed" if waits else "done")
    if waits:
        [waiting] = floor.script.state.table.waiting
        assert (waiting.asked.sum, waiting.asked.needs) == (sum, "shift_manager")
        assert floor.says(Role.PIT_MANAGER, "Max", "s6", "confirm", waiting=1) == "authority_too_low"
        assert floor.says(Role.SHIFT_MANAGER, "Sue", "s7", "confirm", waiting=1) == "done"
    unlimited = Floor(None)
    assert unlimited.says(Role.SHIFT_MANAGER, "Sam", "s5", command, **fields) == "done"


@pytest.mark.parametrize(("stakes", "waits"), [((400, 600), False), ((400, 601), True)])
def test_a_correction_is_about_all_the_stakes_of_its_round(stakes: tuple[int, int], waits: bool) -> None:
    floor = Floor()
    floor.house("open_bets")
    for box, stake in enumerate(stakes, 1):
        floor.house("buy_in", patron=f"Seat {box}", amount=stake)
        floor.house("place_bet", patron=f"Seat {box}", box=box, bet="player", stake=stake, by="dealer")
    floor.house("close_bets")
    for card in ("9h", "2c", "Kd", "4s"):
        floor.house("draw_card", card=card, by="dealer")
    floor.house("report", what="misread_card", place=1, card="8h", by="dealer")
    said = floor.says(Role.PIT_SUPERVISOR, "Pia", "s1", "decide", confirm=True)
    assert said == ("second_person_needed" if waits else "done")
    if waits:
        assert floor.script.state.table.phase == "stopped", "nothing goes on before it is confirmed"
        assert floor.says(Role.PIT_SUPERVISOR, "Pat", "s2", "confirm", waiting=1) == "authority_too_low"
        assert floor.says(Role.PIT_MANAGER, "Max", "s3", "confirm", waiting=1) == "done"
    assert floor.script.state.table.phase == "paying"


@pytest.mark.parametrize(("stake", "waits"), [(1_000, False), (1_001, True)])
def test_a_lost_bet_that_goes_back_for_insurance_is_no_one_persons(stake: int, waits: bool) -> None:
    """5.13 hands a lost stake back on a pit manager's word that insurance was meant."""
    floor = Floor(rules="da-hu-ying-xiong")
    floor.house("open_bets")
    floor.house("place_bet", patron="Guest", box=1, bet="banker", stake=stake, by="dealer")
    floor.house("close_bets")
    for card in ("2h", "2c", "3d", "4s", "3c"):
        floor.house("draw_card", card=card, by="dealer")
    if floor.script.state.table.phase == "dealing":
        floor.house("settle", by="dealer")
    lost = floor.script.ledger.balances["wallet:Guest"]
    claim = {"what": "neglected_insurance", "patron": "Guest", "box": 1, "window": "after_four_cards"}
    said = floor.says(Role.PIT_MANAGER, "Max", "s3", "report", insures="banker", **claim)
    assert said == ("second_person_needed" if waits else "done")
    if waits:
        [waiting] = floor.script.state.table.waiting
        assert (waiting.asked.sum, waiting.asked.needs) == (stake, "shift_manager")
        assert floor.script.ledger.balances["wallet:Guest"] == lost
        assert floor.says(Role.SHIFT_MANAGER, "Sam", "s4", "confirm", waiting=1) == "done"
    assert floor.script.ledger.balances["wallet:Guest"] == lost + stake


def test_a_confirmation_is_for_the_report_it_was_asked_about() -> None:
    """Whoever waits with a decision cannot have it confirmed for another report that comes meanwhile."""
    floor = Floor(0)
    floor.house("open_bets")
    floor.house("place_bet", patron="Guest", box=1, bet="player", stake=50, by="dealer")
    floor.house("close_bets")
    for card in ("9h", "2c", "Kd", "4s"):
        floor.house("draw_card", card=card, by="dealer")
    floor.house("report", what="misread_card", place=1, card="8h", by="dealer")
    assert floor.says(Role.PIT_SUPERVISOR, "Pia", "s1", "decide", confirm=True) == "second_person_needed"
    floor.house("decide", confirm=False)
    floor.house("report", what="misread_card", place=2, card="9c", by="dealer")
    assert floor.says(Role.PIT_MANAGER, "Max", "s3", "confirm", waiting=1) == "matter_has_changed"
    assert floor.script.state.table.phase == "stopped"


def test_a_script_is_not_bound() -> None:
    floor = Floor()
    floor.house("buy_in", patron="Guest", amount=10**15, by="dealer")
    floor.house("close_shoe", reason="torn", by="pit_supervisor")


def test_the_order_of_a_shoe_is_not_on_record_while_its_early_close_waits() -> None:
    floor = Floor()
    floor.house("close_shoe", reason="another")
    floor.house("open_shoe", cards="virtual", seed=7)
    assert floor.says(Role.PIT_SUPERVISOR, "Pia", "s1", "close_shoe", reason="torn") == "second_person_needed"
    [waiting] = floor.script.state.table.waiting
    assert waiting.asked.command == {"command": "close_shoe", "reason": "torn"}
    assert floor.says(Role.PIT_MANAGER, "Max", "s2", "confirm", waiting=1) == "done"
    assert floor.script.state.table.shoe is None


AT = START.isoformat()
LATER = (START + timedelta(seconds=30)).isoformat()
TOO_LATE = (START + timedelta(seconds=121)).isoformat()
DEALER = Giver("dealer", "", "Lee", AT, "s1")
PIT = Giver("pit_supervisor", "", "Pia", LATER, "s2")


def audited(*steps: tuple[e.Event, Giver]) -> Walk:
    """The auditor's walk over a table at which Lee is assigned and 1,000 is for one person."""
    floor = Floor()
    walk = Walk("1", LIBRARY.find)
    sign = floor.script.state.table.sign
    assert sign is not None
    walk.step(e.TableOpened(sign=sign), ())
    cite = LIBRARY.find(RULES).procedure["authority"]
    assigned = e.PositionAssigned(person="Lee", position="dealer", assigned_by="shift_manager", cite=cite)
    walk.step(assigned, (), Giver("shift_manager", "", "Sam", AT, "s9"))
    for event, giver in steps:
        moved = {"wallet:Guest": event.amount, "cage": -event.amount} if isinstance(event, e.BoughtIn) else {}
        walk.step(event, [Posting(account, amount) for account, amount in moved.items()], giver)
    return walk


ASKED = e.ConfirmationAwaited(
    waiting=1,
    command={"command": "buy_in", "patron": "Guest", "amount": 5000},
    sum=5000,
    asker="Lee",
    by="dealer",
    session="s1",
    needs="pit_supervisor",
    until=(START + timedelta(seconds=120)).isoformat(),
)
GIVEN = e.ConfirmationGiven(waiting=1, confirmer="Pia", confirmed_as="pit_supervisor", session="s2")
BOUGHT = e.BoughtIn(patron="Guest", amount=5000)
EXPIRED = e.ConfirmationExpired(waiting=1, because="time")
CONFIRMED = DEALER._replace(at=LATER, confirmer="Pia")


def replaced(event: e.Event, **changes: Any) -> Any:
    return msgspec.structs.replace(event, **changes)


TO_CASH_OUT = replaced(ASKED, command=ASKED.command | {"command": "cash_out"})


def test_the_auditor_lets_a_confirmed_movement_stand() -> None:
    walk = audited(
        (ASKED, DEALER), (GIVEN, PIT), (BOUGHT, CONFIRMED), (e.BoughtIn(patron="Guest", amount=1000), DEALER)
    )
    assert walk.account.conduct.of["Pia", "pit_supervisor"].confirmations == {"Lee": 1}


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([(BOUGHT, DEALER)], "by Lee alone"),
        ([(BOUGHT, CONFIRMED)], "who has confirmed nothing"),
        ([(e.BoughtIn(patron="Guest", amount=5), DEALER._replace(person="Kim"))], "not assigned"),
        ([(ASKED, DEALER), (GIVEN, PIT._replace(person="Lee"))], "is Pia's, and Lee"),
        ([(ASKED, DEALER), (replaced(GIVEN, confirmer="Lee"), PIT._replace(person="Lee"))], "Lee confirms what Lee"),
        ([(ASKED, DEALER), (replaced(GIVEN, session="s1"), PIT._replace(session="s1"))], "in the session"),
        ([(ASKED, DEALER), (GIVEN, PIT._replace(at=TOO_LATE))], "was due by"),
        ([(ASKED, DEALER), (GIVEN, PIT._replace(by="dealer", person="Lee"))], "is Pia's"),
        ([(ASKED, DEALER), (GIVEN, PIT), (replaced(BOUGHT, amount=6000), CONFIRMED)], "6000, and 5000 was confirmed"),
        ([(ASKED, DEALER), (GIVEN, PIT), (replaced(BOUGHT, patron="Ann"), CONFIRMED)], "another was confirmed"),
        ([(ASKED, DEALER), (GIVEN, PIT), (BOUGHT, DEALER)], "is to be carried out"),
        ([(TO_CASH_OUT, DEALER), (GIVEN, PIT), (BOUGHT, CONFIRMED)], "is not what cash_out leads to"),
        ([(replaced(ASKED, sum=900), DEALER)], "one person alone moves 1000"),
        ([(replaced(ASKED, needs="dealer"), DEALER)], "takes a dealer"),
        ([(replaced(ASKED, until=TOO_LATE), DEALER)], "waits until"),
        ([(ASKED, DEALER), (replaced(ASKED, waiting=2), DEALER)], "another of Lee"),
        ([(ASKED, DEALER), (EXPIRED, Giver("house", at=LATER))], "it waits until"),
    ],
)  # fmt: skip
def test_the_auditor_finds_what_had_no_second_person(steps: list[tuple[e.Event, Giver]], why: str) -> None:
    with pytest.raises(Wrong, match=why):
        audited(*steps)


def test_whoever_acts_in_two_ranks_has_the_sum_of_one_person() -> None:
    """Nine hundred as a dealer and nine hundred as a supervisor are more than one person moves alone."""
    part = e.BoughtIn(patron="Guest", amount=900)
    cite = LIBRARY.find(RULES).procedure["authority"]
    acting = e.PositionAssigned(person="Lee", position="pit_supervisor", assigned_by="shift_manager", cite=cite)
    sam = Giver("shift_manager", "", "Sam", AT, "s9")
    conduct = audited(
        (part, DEALER), (acting, sam), (part, DEALER._replace(acting="pit_supervisor", at=LATER))
    ).account.conduct
    assert conduct.splits("Lee", "pit_supervisor") == (1, 1800)
    assert conduct.splits("Lee", "dealer") == (0, 0)


def test_what_is_decided_for_one_patron_is_added_up_whatever_it_is_called() -> None:
    """A ruling, a debt written off and chips entered, each for one person alone, are more together."""
    chips = e.ChipsEntered(
        chips=(e.ChipsMoved(patron="Guest", due=-500, moved=-400),), felt_was_right=False, entered_by="pit_manager"
    )
    ruled = e.RulingMade(
        reason="so", adjustments=(Adjustment(patron="Guest", amount=-600),), decided_by="shift_manager", cite=""
    )
    walk = audited()
    sam = Giver("shift_manager", "", "Sam", AT, "s9")
    for event, at in ((chips, AT), (ruled, LATER), (replaced(ruled, adjustments=()), LATER)):
        walk.giver = sam._replace(at=at)
        walk.account.conduct.take(walk, event)
    walk.giver = sam._replace(confirmer="Sue")
    walk.account.conduct.take(walk, e.DebtWrittenOff(patron="Guest", amount=5_000, decided_by="shift_manager"))
    conduct = walk.account.conduct
    assert conduct.splits("Sam", "shift_manager") == (1, 1_100)
    walk.giver = sam._replace(person="Sue")
    conduct.take(walk, e.BoughtIn(patron="Guest", amount=900))
    conduct.take(walk, e.BoughtIn(patron="Ann", amount=900))
    assert conduct.splits("Sue", "shift_manager") == (0, 0)
    by_name = {one.person: (one.hour_most, one.colleagues_hour_most) for one in by_person(conduct)}
    assert by_name == {"Sam": (1_100, 1_800), "Sue": (1_800, 1_100)}, "for all patrons together, beside colleagues"


def test_a_password_of_ones_own_is_in_no_other_hand() -> None:
    def given(second: int, name: str, giver: str) -> PasswordGiven:
        return PasswordGiven(START + timedelta(seconds=second), name, giver)

    yes = Confirmation(START + timedelta(seconds=10), "Lee", "Pia", "pit_supervisor")

    def hands(*passwords: PasswordGiven) -> dict[str, int]:
        return dict(Conduct(confirmations=[yes], passwords=list(passwords)).in_one_hand("Pia", "pit_supervisor"))

    both = given(1, "Lee", "Ada"), given(2, "Pia", "Ada")
    assert hands() == {}
    assert hands(*both) == {"Ada": 1}
    assert hands(given(1, "Lee", "Ada"), given(2, "Pia", "Bob")) == {}
    assert hands(*both, given(3, "Pia", "Pia")) == {}
    assert hands(*both, given(3, "Lee", "Lee")) == {}
    assert hands(*both, given(11, "Pia", "Pia")) == {"Ada": 1}, "too late"
    assert hands(given(1, "Pia", "Lee")) == {"Lee": 1}, "whoever asked had given it"
    assert hands(given(1, "Lee", ""), given(2, "Pia", "")) == {"the machine": 1}
    assert hands(given(1, "Lee", "Pia")) == {"Pia": 1}, "whoever confirmed had given it"
