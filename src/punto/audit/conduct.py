"""Conduct: how often each person of the staff did what can be misused, to be compared with their colleagues."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from punto.audit.claiming import is_claim
from punto.audit.giver import RANKS, instant
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk

SPLIT_WITHIN: Final = timedelta(hours=1)
"""Movements of one person for one patron within this time are looked at together."""

DECIDED: Final = "decided"
"""Rulings, debts written off, chips entered, corrections and returns: whatever a person of rank says is due."""

_WAYS: Final[dict[type[e.Event], str]] = {e.BoughtIn: "bought in", e.CashedOut: "cashed out"}

PER: Final = 1000
"""Rates are in so many events of a person."""

COMPARED: Final = ("voids", "reversals", "corrections", "early_closes", "late_bets", "confirmed")
"""The counts that are compared with those of colleagues."""


_COUNTED: Final[frozenset[type[e.Event]]] = frozenset(
    {
        e.CoupVoided,
        e.SettlementReversed,
        e.CardCorrected,
        e.BetsCorrected,
        e.ShoeClosed,
        e.ConfirmationAwaited,
        e.ConfirmationDeclined,
        e.ConfirmationGiven,
        e.BoughtIn,
        e.CashedOut,
        e.DebtWrittenOff,
        e.RulingMade,
        e.ChipsEntered,
        e.OriginalBetReturned,
    }
)
"""Kinds that are counted singly: every kind that a case below names. All others only add to the number of events."""


@dataclass(slots=True)
class Deeds:
    """What one person did in one rank."""

    events: int = 0
    voids: int = 0
    reversals: int = 0
    corrections: int = 0
    early_closes: int = 0
    late_bets: int = 0
    """Corrections by which more lay on the felt than was on record when the bets closed."""
    requests: int = 0
    """Commands of theirs that waited for a second person."""
    declined: int = 0
    """Commands of others that they declined."""
    confirmations: Counter[str] = field(default_factory=Counter)
    """To whom they gave a confirmation, and how often."""

    @property
    def confirmed(self) -> int:
        return self.confirmations.total()

    def add(self, other: Deeds) -> None:
        for part in fields(self):
            setattr(self, part.name, getattr(self, part.name) + getattr(other, part.name))


class Movement(NamedTuple):
    """Money that one person may move alone."""

    at: datetime
    amount: int
    alone_max: int | None
    """None at a table whose sign has none."""
    rank: str


_BY_TIME: Final = attrgetter("at")


class Confirmation(NamedTuple):
    """A second person's yes."""

    at: datetime
    asker: str
    confirmer: str
    rank: str


class PasswordGiven(NamedTuple):
    """A password that an account was given."""

    at: datetime
    name: str
    giver: str
    """Who did it; the owner, where they chose it themselves, and nobody where it was done on the machine."""


ON_THE_MACHINE: Final = "the machine"
"""Who gave a password that no session gave."""


@dataclass(slots=True)
class Conduct:
    """By person and rank."""

    of: dict[tuple[str, str], Deeds] = field(default_factory=dict)
    moved: defaultdict[tuple[str, str, str], list[Movement]] = field(default_factory=lambda: defaultdict(list))
    """By person, patron and way, over all ranks: kept by rank, somebody who acts in two could move the sum twice."""
    confirmations: list[Confirmation] = field(default_factory=list)
    passwords: list[PasswordGiven] = field(default_factory=list)

    def __add__(self, other: Conduct) -> Conduct:
        both = Conduct(
            confirmations=self.confirmations + other.confirmations, passwords=self.passwords + other.passwords
        )
        for deeds in (self.of, other.of):
            for key, done in deeds.items():
                both.of.setdefault(key, Deeds()).add(done)
        for moved in (self.moved, other.moved):
            for way, movements in moved.items():
                both.moved[way] += movements
        return both

    def take(self, walk: Walk, event: e.Event) -> None:
        """Count an event of somebody with a rank; the clock's are nobody's."""
        giver = walk.giver
        if giver.is_clock or not giver.person or (rank := giver.position) not in RANKS:
            return
        deeds = self.of.get((giver.person, rank))
        if deeds is None:
            deeds = self.of[giver.person, rank] = Deeds()
        deeds.events += 1
        if type(event) not in _COUNTED:
            return
        match event:
            case e.CoupVoided():
                deeds.voids += 1
            case e.SettlementReversed():
                deeds.reversals += 1
            case e.CardCorrected():
                deeds.corrections += 1
            case e.BetsCorrected():
                deeds.corrections += 1
                deeds.late_bets += sum(lay.stake for lay in event.lay) > sum(was.stake for was in event.was)
            case e.ShoeClosed() if event.closer:
                deeds.early_closes += 1
            case e.ConfirmationAwaited():
                deeds.requests += 1
            case e.ConfirmationDeclined() if event.decliner == giver.person:
                deeds.declined += 1
            case e.ConfirmationGiven() if walk.confirmations.confirmed:
                asker = walk.confirmations.confirmed.asker
                deeds.confirmations[asker] += 1
                if giver.at:
                    self.confirmations.append(Confirmation(instant(giver.at), asker, giver.person, giver.position))
        self._take_money(walk, event)

    def _take_money(self, walk: Walk, event: e.Event) -> None:
        sums = _moved_for(walk, event)
        giver, most = walk.giver, walk.terms.alone_max if walk.sign else msgspec.UNSET
        bound = giver.session or most is not msgspec.UNSET  # A script is bound by nothing.
        if giver.confirmer or not giver.at or not bound:
            return
        for patron, amount in sums.items():
            alone_max = None if most is msgspec.UNSET else most
            movement = Movement(instant(giver.at), amount, alone_max, giver.position)
            self.moved[giver.person, patron, _WAYS.get(type(event), DECIDED)].append(movement)

    def splits(self, name: str, rank: str) -> tuple[int, int]:
        """How often movements within an hour came above the sum for one person, at any tables, and the most."""
        times = most = 0
        for way, movements in self.moved.items():
            lately: list[Movement] = []
            for movement in sorted(movements, key=_BY_TIME) if way[0] == name else ():
                lately = [recent for recent in lately if movement.at - recent.at <= SPLIT_WITHIN] + [movement]
                together = sum(recent.amount for recent in lately)
                limits = [recent.alone_max for recent in lately if recent.alone_max is not None]
                if len(lately) > 1 and limits and together > min(limits) and movement.rank == rank:
                    times, most = times + 1, max(most, together)
        return times, most

    def in_one_hand(self, name: str, rank: str) -> Counter[str]:
        """Who knew the passwords of both persons of a confirmation, and of how many confirmations."""
        people = Counter[str]()
        for confirmation in self.confirmations:
            if (confirmation.confirmer, confirmation.rank) == (name, rank):
                people.update(
                    self._hands(confirmation.confirmer, confirmation.at)
                    & self._hands(confirmation.asker, confirmation.at)
                )
        return people

    def _hands(self, name: str, at: datetime) -> set[str]:
        """Who knew the password that an account had at a moment: its owner, and whoever had set it."""
        last = max(
            (password for password in self.passwords if password.name == name and password.at <= at), default=None
        )
        return {name} if last is None else {name, last.giver or ON_THE_MACHINE}

    def most_within(self, name: str, rank: str) -> int:
        """The most that a person in a rank moved alone within an hour, for all patrons and in all ways together."""
        most, lately = 0, list[Movement]()
        every = (recent for way, movements in self.moved.items() if way[0] == name for recent in movements)
        for movement in sorted(every, key=_BY_TIME):
            if movement.rank == rank:
                lately = [recent for recent in lately if movement.at - recent.at <= SPLIT_WITHIN] + [movement]
                most = max(most, sum(recent.amount for recent in lately))
        return most


def _moved_for(walk: Walk, event: e.Event) -> Counter[str]:
    """What an event moves for each patron; of a correction, the stakes that it is about."""
    sums = Counter[str]()
    match event:
        case e.BoughtIn() | e.CashedOut() | e.DebtWrittenOff():
            sums[event.patron] += event.amount
        case e.RulingMade():
            for part in event.adjustments:
                sums[part.patron] += abs(part.amount)
        case e.ChipsEntered():
            for chips in event.chips:
                sums[chips.patron] += max(abs(chips.due), abs(chips.moved))
        case e.BetsCorrected(of_coup=0):
            sums[event.patron] += max(sum(chips.stake for chips in event.was), sum(chips.stake for chips in event.lay))
        case e.OriginalBetReturned() if is_claim(walk):
            sums[event.patron] += event.stake
    return sums


class Beside(msgspec.Struct, frozen=True):
    """A count, its rate in a thousand events of the person, and the median rate of colleagues of that rank."""

    count: int
    rate: str
    colleagues: str | None
    """None where there are none."""


class PersonConduct(msgspec.Struct, frozen=True, kw_only=True):
    """One person in one rank, beside their colleagues."""

    person: str
    rank: str
    events: int
    voids: Beside
    reversals: Beside
    corrections: Beside
    early_closes: Beside
    late_bets: Beside
    confirmed: Beside
    confirmations: dict[str, int]
    """Given to whom, and how often."""
    in_one_hand: dict[str, int]
    """Of these, how many one person could have asked for and given: by who had, or had given, both passwords."""
    asked: int
    declined: int
    splits: int
    """How often buy-ins, cash-outs or adjustments of one person alone were more together, for one patron in an hour."""
    split_most: int
    """The most that came together so."""
    hour_most: int
    """The most that they moved alone within an hour, for all patrons and in all ways together."""
    colleagues_hour_most: int | None
    """The median of the same of their colleagues; None where there are none."""


def by_person(conduct: Conduct) -> list[PersonConduct]:
    """Everybody, by rank from the lowest and then by name."""
    order = sorted(conduct.of.items(), key=lambda entry: (RANKS[entry[0][1]], entry[0][0]))
    return [_person(conduct, name, rank, deeds) for (name, rank), deeds in order]


def _person(conduct: Conduct, name: str, rank: str, deeds: Deeds) -> PersonConduct:
    others = [theirs for (who, their_rank), theirs in conduct.of.items() if their_rank == rank and who != name]
    compared = {what: _beside(what, deeds, others) for what in COMPARED}
    splits, split_most = conduct.splits(name, rank)
    return PersonConduct(
        person=name,
        rank=rank,
        events=deeds.events,
        confirmations=dict(sorted(deeds.confirmations.items())),
        in_one_hand=dict(sorted(conduct.in_one_hand(name, rank).items())),
        asked=deeds.requests,
        declined=deeds.declined,
        splits=splits,
        split_most=split_most,
        hour_most=conduct.most_within(name, rank),
        colleagues_hour_most=_median_most(conduct, name, rank),
        **compared,
    )


def _median_most(conduct: Conduct, name: str, rank: str) -> int | None:
    """The lower of two in the middle."""
    others = sorted(
        conduct.most_within(who, their_rank) for who, their_rank in conduct.of if their_rank == rank and who != name
    )
    return others[(len(others) - 1) // 2] if others else None


def _beside(what: str, deeds: Deeds, others: list[Deeds]) -> Beside:
    rates = sorted(_rate(what, theirs) for theirs in others)
    middle = len(rates) // 2
    median = None
    if rates:
        median = rates[middle] if len(rates) % 2 else (rates[middle - 1] + rates[middle]) / 2
    return Beside(getattr(deeds, what), _tenths(_rate(what, deeds)), None if median is None else _tenths(median))


def _rate(what: str, deeds: Deeds) -> Fraction:
    return Fraction(PER * getattr(deeds, what), deeds.events)


def _tenths(rate: Fraction) -> str:
    """With one decimal, half a tenth up."""
    tenths = (20 * rate.numerator + rate.denominator) // (2 * rate.denominator)
    return f"{tenths // 10}.{tenths % 10}"
