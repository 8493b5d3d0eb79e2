"""A rule document as data: one `Rulebook` value drives everything above this layer."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cached_property

from punto.coup import Scope, Tableau, Why
from punto.kit import Odds, Push, Side
from punto.rulebook.when import Condition


@dataclass(frozen=True, slots=True)
class Name:
    """What the felt prints, in both languages."""

    en: str
    zh: str


@dataclass(frozen=True, slots=True)
class PayRow:
    """One line of a pay table: when it fits, what it pays, which paragraph says so."""

    when: Condition
    odds: Odds | Push
    cite: str
    commission: bool = False
    """Whether the house takes its commission out of these winnings."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A bet on the layout. Rows are tried in order; the first that fits pays, none means it loses."""

    id: str
    name: Name
    cite: str
    lose_cite: str
    """The paragraph by which it loses when no row fits."""
    pays: tuple[PayRow, ...]
    hand: Side | None = None
    """The hand this bet backs, if it is an original bet: what insurance and the differential look at."""

    @property
    def scope(self) -> Scope:
        return max((row.when.scope for row in self.pays), default=Scope.TOTALS)


class Window(Enum):
    """When insurance may be taken."""

    AFTER_FOUR_CARDS = "after_four_cards"
    AFTER_PLAYER_THIRD_CARD = "after_player_third_card"

    @property
    def cards(self) -> int:
        """How many cards lie while it is open."""
        return 4 if self is Window.AFTER_FOUR_CARDS else 5

    @property
    def words(self) -> str:
        return "after four cards" if self is Window.AFTER_FOUR_CARDS else "after Player's third card"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the insurance pay tables: what insuring a hand pays at these totals."""

    window: Window
    insures: Side
    player: int
    banker: int
    on_loss: Odds | None
    """Paid when the insured hand loses; None where it cannot win that way."""
    on_tie: Odds | Push
    cite: str
    tie_cite: str

    @property
    def odds(self) -> Odds:
        """The odds the lammer shows: what this insurance wins when it wins."""
        if self.on_loss is not None:
            return self.on_loss
        assert isinstance(self.on_tie, Odds)  # The checker lets no cell through that can never win.
        return self.on_tie

    @property
    def wins(self) -> tuple[Odds, ...]:
        """Every odds at which this insurance can be paid."""
        return tuple(pays for pays in (self.on_loss, self.on_tie) if isinstance(pays, Odds))

    @property
    def most(self) -> Fraction:
        """The most that one unit of it can win: what the cap looks at."""
        return max(pays.to for pays in self.wins)


@dataclass(frozen=True, slots=True)
class InsuranceTerms:
    """The conditions all insurance of a document shares."""

    cap_cite: str
    """What insurance would win may not exceed the original bet."""
    original_cite: str
    """Only who holds a bet on the hand may insure it."""
    offered_cite: str
    """It is offered before a third card is drawn, never with a natural."""
    tie_cite: str
    """It is returned on a tie, unless its cell pays one."""
    both_windows: bool
    """Whether who insured after four cards may insure again after Player's third."""
    windows_cite: str
    squeeze_waives_cite: str = ""
    """The paragraph by which a squeeze of Banker's third card waives the second window; empty: none does."""
    forgone_cite: str = ""
    notice_cite: str = ""
    """The paragraph that lets a private table withhold all insurance; empty: none does."""


class MaximumPer(Enum):
    """Whose stakes on one area of a box the maximum of a bet is held against."""

    PATRON = "patron"
    BOX = "box"


LIMITS = ("stake_min", "stake_max", "differential_max")
"""The limits a sign can show."""


@dataclass(frozen=True, slots=True)
class LimitTerms:
    """What a document says about limits, or how its silence is read."""

    maximum: MaximumPer
    maximum_cite: str
    needs: tuple[str, ...] = ()
    """Limits without which no table is opened."""
    needs_cite: str = ""


@dataclass(frozen=True, slots=True)
class Decks:
    least: int
    most: int
    usual: int
    cite: str


@dataclass(frozen=True, slots=True)
class Commission:
    rate: Fraction
    printed: str
    cite: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A table's picture in an appendix, as far as it is known."""

    id: str
    name: Name
    boxes: tuple[int, ...]
    """How many betting boxes a table of this layout may have."""
    cite: str


@dataclass(frozen=True, slots=True)
class Area:
    """A place on the felt where chips are put: for a bet, or for insuring a hand."""

    name: Name
    cite: str
    bet: str | None = None
    insures: Side | None = None


class Authority(IntEnum):
    """Who may decide; each may do what those before may."""

    DEALER = 1
    PIT_SUPERVISOR = 2
    PIT_MANAGER = 3
    SHIFT_MANAGER = 4

    @property
    def word(self) -> str:
        return self.name.lower()


class Consequence(Enum):
    """What a clause of the irregularity code leads to."""

    VOID = "void"
    VOID_UNLESS_RECONSTRUCTED = "void_unless_reconstructed"
    CONCLUDE_IF_ESTABLISHED_ELSE_VOID = "conclude_if_established_else_void"
    RECONSTRUCT = "reconstruct"
    CONTINUE = "continue"
    ORDER_THE_CARDS = "order_the_cards"
    NO_EFFECT = "no_effect"
    REJECT_EXCESS_ELSE_PRO_RATA = "reject_excess_else_pro_rata"
    ADVISE_ELSE_STANDS = "advise_else_stands"
    REFUSE = "refuse"
    BET_STANDS = "bet_stands"
    SETTLE_AS_IT_LIES = "settle_as_it_lies"
    FORGO_INSURANCE = "forgo_insurance"
    RETURN_ORIGINAL_BET = "return_original_bet"
    TABLE_PREVAILS = "table_prevails"
    RULING = "ruling"


class Options(Enum):
    """Whether each patron may choose between going on and having the bet back."""

    NEVER = "never"
    ALWAYS = "always"
    UNLESS_ESTABLISHED = "unless_established"
    UNLESS_ESTABLISHED_AND_RECONSTRUCTED = "unless_established_and_reconstructed"


class NewCards(Enum):
    """What becomes of the cards in use."""

    KEPT = "kept"
    REPLACED = "replaced"
    MAY_BE_REPLACED = "may_be_replaced"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One clause of the irregularity code: what happened, what it leads to, who decides."""

    what: str
    leads_to: Consequence
    cite: str
    decides: Authority = Authority.DEALER
    options: Options = Options.NEVER
    options_cite: str = ""
    cards: NewCards = NewCards.KEPT


PROCEDURES = (
    "burn",
    "cut",
    "boxes",
    "seated",
    "standing",
    "open_bets",
    "close_bets",
    "limits",
    "balance",
    "squeeze",
    "request",
    "position",
    "authority",
    "choice",
    "void",
    "display",
    "round",
)
"""Steps of a table that a document may have a paragraph for; where it has none, the table follows common practice."""


class Became(Enum):
    """What became of a paragraph."""

    RULE = "rule"
    PROCEDURE = "procedure"
    READING = "reading"
    NOT_MODELLED = "not_modelled"


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A numbered paragraph (or a titled one, where a document has no numbers), in our own few words."""

    number: str
    says: str
    became: Became
    by: str = ""
    """The module that carries the procedure, the reading's id, or why it is not modelled."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How we understand the document where it is silent, unclear, contradictory or damaged."""

    id: str
    cite: str
    kind: str
    reads: str
    why: str

    @property
    def cited_as(self) -> str:
        return f"reading:{self.id}"


@dataclass(frozen=True, eq=False)
class Rulebook:
    """One edition of one document."""

    id: str
    edition: str
    title: Name
    version: str
    source: str
    """`document` for a casino's own rules, `trade` for rules in common use."""
    effective: datetime
    decks: Decks
    tableau: Tableau
    tableau_cites: dict[Why, str]
    bets: dict[str, Bet]
    commission: Commission | None
    insurance: dict[tuple[Window, Side, int, int], Cell]
    insurance_terms: InsuranceTerms | None
    layouts: tuple[Layout, ...]
    areas: tuple[Area, ...]
    limits: LimitTerms | None
    """None in files that were written before they said whose stakes a maximum is held against."""
    irregularities: dict[str, Irregularity]
    procedure: dict[str, str]
    """The paragraph behind each step of the table that the document speaks of."""
    paragraphs: tuple[Paragraph, ...]
    readings: tuple[Reading, ...]
    sha256: str
    """Of the file's bytes, so that anybody can check it with the usual tool."""

    @property
    def name(self) -> str:
        """The edition's full name: `easy-six@2012-06-02`."""
        return f"{self.id}@{self.edition}"

    def bet_on(self, side: Side) -> Bet | None:
        """The original bet on a hand."""
        return self._originals[side]

    @cached_property
    def _originals(self) -> dict[Side, Bet | None]:
        return {side: next((bet for bet in self.bets.values() if bet.hand is side), None) for side in Side}

    def part(self, cite: str, place: int) -> str:
        """The numbered part of a clause, where the document has it: 5.4 and 2 give 5.4.2."""
        part = f"{cite}.{place}"
        return part if any(paragraph.number == part for paragraph in self.paragraphs) else cite

    def says(self, cite: str) -> str:
        """What a paragraph or a reading says, in our words; empty where the cite names neither."""
        return self.words.get(cite, "")

    @cached_property
    def words(self) -> dict[str, str]:
        """What each paragraph and each reading says, in our words, by what cites it."""
        paragraphs = {paragraph.number: paragraph.says for paragraph in self.paragraphs}
        return paragraphs | {reading.cited_as: reading.reads for reading in self.readings}

    def cite_draw(self, why: Why) -> str:
        """The paragraph behind a decision of the tableau."""
        return self.tableau_cites[why]
