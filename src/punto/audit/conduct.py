"""Conduct: what each person of the staff has done that can be done too often, for whoever looks at it beside others."""

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
"""What is held against colleagues."""


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
"""Events that are more than one of somebody's many: every kind that a case below names."""


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
    asked: int = 0
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
    """By person, patron and way, in whatever rank, for whoever acts in two would have twice the sum."""
    given: list[Confirmation] = field(default_factory=list)
    passwords: list[PasswordGiven] = field(default_factory=list)

    def __add__(self, other: Conduct) -> Conduct:
        both = Conduct(given=self.given + other.given, passwords=self.passwords + other.passwords)
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
                deeds.asked += 1
            case e.ConfirmationDeclined() if event.decliner == giver.person:
                deeds.declined += 1
            case e.ConfirmationGiven() if walk.confirmations.confirmed:
                asker = walk.confirmations.confirmed.asker
                deeds.confirmations[asker] += 1
                if giver.at:
                    self.given.append(Confirmation(instant(giver.at), asker, giver.person, giver.position))
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
        """How often a person came above the sum for one person little by little, at whatever tables, and the most."""
        times = most = 0
        for way, movements in self.moved.items():
            lately: list[Movement] = []
            for movement in sorted(movements, key=_BY_TIME) if way[0] == name else ():
                lately = [one for one in lately if movement.at - one.at <= SPLIT_WITHIN] + [movement]
                together = sum(one.amount for one in lately)
                limits = [one.alone_max for one in lately if one.alone_max is not None]
                if len(lately) > 1 and limits and together > min(limits) and movement.rank == rank:
                    times, most = times + 1, max(most, together)
        return times, most

    def in_one_hand(self, name: str, rank: str) -> Counter[str]:
        """Who could have been both persons of a confirmation, by the passwords that they had given, and how often."""
        found = Counter[str]()
        for one in self.given:
            if (one.confirmer, one.rank) == (name, rank):
                found.update(self._hands(one.confirmer, one.at) & self._hands(one.asker, one.at))
        return found

    def _hands(self, name: str, at: datetime) -> set[str]:
        """Its owner, and whoever had given an account the password that it had at a moment."""
        last = max((one for one in self.passwords if one.name == name and one.at <= at), default=None)
        return {name} if last is None else {name, last.giver or ON_THE_MACHINE}

    def most_within(self, name: str, rank: str) -> int:
        """The most that a person in a rank moved alone within such a time, for all patrons and in all ways together."""
        most, lately = 0, list[Movement]()
        every = (one for way, movements in self.moved.items() if way[0] == name for one in movements)
        for movement in sorted(every, key=_BY_TIME):
            if movement.rank == rank:
                lately = [one for one in lately if movement.at - one.at <= SPLIT_WITHIN] + [movement]
                most = max(most, sum(one.amount for one in lately))
        return most


def _moved_for(walk: Walk, event: e.Event) -> Counter[str]:
    """What an event moves for each patron, or what it is about, where a person brings that about."""
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
            sums[event.patron] += max(sum(one.stake for one in event.was), sum(one.stake for one in event.lay))
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
    order = sorted(conduct.of.items(), key=lambda one: (RANKS[one[0][1]], one[0][0]))
    return [_person(conduct, name, rank, deeds) for (name, rank), deeds in order]


def _person(conduct: Conduct, name: str, rank: str, deeds: Deeds) -> PersonConduct:
    others = [theirs for (who, held), theirs in conduct.of.items() if held == rank and who != name]
    compared = {what: _beside(what, deeds, others) for what in COMPARED}
    splits, split_most = conduct.splits(name, rank)
    return PersonConduct(
        person=name,
        rank=rank,
        events=deeds.events,
        confirmations=dict(sorted(deeds.confirmations.items())),
        in_one_hand=dict(sorted(conduct.in_one_hand(name, rank).items())),
        asked=deeds.asked,
        declined=deeds.declined,
        splits=splits,
        split_most=split_most,
        hour_most=conduct.most_within(name, rank),
        colleagues_hour_most=_median_most(conduct, name, rank),
        **compared,
    )


def _median_most(conduct: Conduct, name: str, rank: str) -> int | None:
    """The lower of two in the middle."""
    others = sorted(conduct.most_within(who, held) for who, held in conduct.of if held == rank and who != name)
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
