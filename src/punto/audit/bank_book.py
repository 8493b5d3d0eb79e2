"""The auditor's own books of the money on a table: racks as they were counted, slips on their way, drop boxes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from punto.audit.finding import Wrong, hold
from punto.rulebook import Authority
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk

Chips = dict[str, int]


class Expected(NamedTuple):
    """An exception that must be named next, with its details."""

    what: str
    slip: int
    chips: Chips
    amount: int
    people: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedException:
    """Something about the money on a table that was not as it should be, as it was named when it came up."""

    table: str
    version: int
    what: str
    day: str
    shift: str
    amount: int
    people: tuple[str, ...]
    message: str

    def __str__(self) -> str:
        when = f", {self.day} {self.shift}" if self.day else ""
        return f"table {self.table}{when}, event {self.version}: {self.message}"


@dataclass(slots=True)
class RackBook:
    """An opener or closer: what each person counted last, in the order of their counts."""

    counts: dict[str, tuple[str, Chips]] = field(default_factory=dict)

    def take(self, person: str, rank: str, chips: Chips) -> bool:
        """Whether a dealer and a supervisor have now counted the same."""
        alike = [word for other, (word, had) in self.counts.items() if other != person and had == chips]
        self.counts.pop(person, None)
        self.counts[person] = rank, chips
        return any(_supervises(word) or _supervises(rank) for word in alike)

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(self.counts)

    @property
    def chips(self) -> Chips:
        return next(reversed(self.counts.values()))[1]


@dataclass(slots=True)
class SlipAccount:
    """A slip on its way."""

    number: int
    year: int
    what: str
    stage: str
    chips: Chips
    people: tuple[str, ...]

    @property
    def waits(self) -> bool:
        return self.stage in ("requested", "issued")


@dataclass(slots=True)
class DropBoxBook:
    """One drop box, from its opener on."""

    number: int
    before: tuple[int, int]
    """Settled, and on the table, when the opener was counted."""
    opener: RackBook = field(default_factory=RackBook)
    opener_agreed: bool = False
    closer: RackBook | None = None
    closer_agreed: bool = False
    after: tuple[int, int] = (0, 0)
    accepted: int = 0
    at_opener: tuple[int, int] = (0, 0)
    """Coups opened and slips accepted when the opener was counted first."""
    fills: int = 0
    credits: int = 0
    copies: list[int] = field(default_factory=list)
    carriers: list[str] = field(default_factory=list)
    """Who did a step of a slip whose chips moved."""
    dropped: bool = False
    counts: dict[str, e.BoxCounted] = field(default_factory=dict)
    agreed: bool = False


@dataclass(slots=True)
class BankBook:
    """All that the auditor knows of the money on one table."""

    boxes: list[DropBoxBook] = field(default_factory=list)
    slips: list[SlipAccount] = field(default_factory=list)
    rack: frozenset[str] = frozenset()
    must: list[Expected | e.WinCounted] = field(default_factory=list)
    """What must be named next."""
    numbers: list[tuple[int, int, int]] = field(default_factory=list)
    """Year and number of each slip requested here, and the event that gave it."""

    @property
    def box(self) -> DropBoxBook:
        if not self.boxes:
            raise Wrong("happens before an opener was counted")
        return self.boxes[-1]

    @property
    def ended(self) -> bool:
        """Whether chips may no longer come or go."""
        return bool(self.boxes) and (self.box.closer is not None or self.box.dropped)

    def slip(self, event: e.SlipEvent) -> SlipAccount:
        candidates = [slip for slip in self.slips if (slip.number, slip.year) == (event.slip, event.year)]
        hold(bool(candidates), f"is of slip {event.slip}, which nobody requested here")
        return candidates[-1]


def unfinished_slips(bank: BankBook) -> list[Expected]:
    """What must be named of slips that are still on their way."""
    return [
        Expected("slip_unfinished", slip.number, slip.chips, worth(slip.chips), once(*slip.people))
        for slip in bank.slips
        if slip.waits
    ]


def _supervises(rank: str) -> bool:
    return rank in (word.word for word in Authority if word >= Authority.PIT_SUPERVISOR)


def worth(chips: Chips) -> int:
    """What chips come to."""
    return sum(int(name) * number for name, number in chips.items())


def apart_from(these: Chips, those: Chips) -> Chips:
    """How many chips of each denomination these are more than those."""
    names = sorted(these.keys() | those.keys(), key=int, reverse=True)
    return {name: gap for name in names if (gap := these.get(name, 0) - those.get(name, 0))}


def once(*people: str) -> tuple[str, ...]:
    """Each person one time, in order."""
    return tuple(dict.fromkeys(people))


def hold_real_chips(walk: Walk) -> None:
    """Only a table with real chips has a rack; its denominations are remembered."""
    if walk.sign is not None:
        hold(not walk.sign.wallets, "is entered at a table whose books keep themselves")
        walk.bank.rack |= {str(value) for value in walk.sign.rack}


def check_chips(walk: Walk, chips: Chips, total: int) -> None:
    """Chips are of the table's denominations, and worth what the record says."""
    for name, number in chips.items():
        hold(name in walk.bank.rack, f"counts chips of {name}, which the table has not")
        hold(0 < number <= 1_000_000, f"counts {number} chips of {name}")
    hold(total == worth(chips), f"its chips are worth {worth(chips)}, not {total}")
