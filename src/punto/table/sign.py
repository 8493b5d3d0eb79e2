"""The table sign: what a table shows about itself before anybody bets."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from punto.kit import STAKE_CEILING, Refused, Rounding, read_percent
from punto.rulebook import Rulebook, Terms, known_ones, terms_of
from punto.rulebook.model import Layout
from punto.table.wording import wrong_field

CUT_LEAST: Final = 12
"""Behind the cut card lie enough for the rest of its coup and for one more, six cards each."""

Limits = Literal["enforced", "observed"]

USUAL_CHIPS: Final = (100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1)
"""Chip values of a table that names none: those of these that are multiples of its smallest chip."""
MOST_DENOMINATIONS: Final = 20
"""A rack has no more kinds of chips."""


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A table's settings, fixed from its opening to its closing."""

    rulebook: str
    """The edition, as `easy-six@2012-06-02`."""
    sha256: str
    boxes: int
    decks: int
    stake_min: int = 1
    stake_max: int | None = None
    bet_limits: dict[str, tuple[int, int]] = {}
    """Least and most for single bets, where they differ from the table's."""
    differential_max: int | None = None
    limits: Limits = "enforced"
    chip: int = 1
    """The smallest chip that is staked: stakes are multiples of it."""
    rounding: Literal["down", "nearest", "refuse"] = "down"
    commission: str | None = None
    face_down: bool = False
    insurance: bool = True
    """False posts the notice that no insurance is offered."""
    private_for: str | msgspec.UnsetType = msgspec.UNSET
    """The patron at whose request that notice is up; the table is a private one then, and no other sign has it."""
    cut: int = 14
    """Cards behind the cut card."""
    burn: bool = True
    """Whether a virtual shoe starts with a burn."""
    wallets: bool = False
    alone_max: int | msgspec.UnsetType = msgspec.UNSET
    """What one person may move by themselves in the house; a sign without it has no such limit."""
    layout: str = ""
    """Which of the rulebook's layouts lies on the table; empty where it was opened before signs named one."""
    denominations: tuple[int, ...] = ()
    """Values of the chips in the rack, the highest first; empty where it was opened before signs named them."""

    def limits_of(self, bet: str) -> tuple[int, int | None]:
        """Least and most that may lie on one bet."""
        return self.bet_limits.get(bet, (self.stake_min, self.stake_max))

    @property
    def rack(self) -> tuple[int, ...]:
        """Values of the chips in the rack, also where the sign is from before it named them."""
        return self.denominations or _usual_chips(self.chip)

    def terms(self, book: Rulebook) -> Terms:
        """How this table pays."""
        commission = read_percent(self.commission) if self.commission else None
        return terms_of(book, Rounding(self.rounding), commission)


def make_sign(book: Rulebook, settings: dict[str, Any]) -> Sign:
    """The sign of a table that opens on a rulebook with these settings; Refused if they do not fit it."""
    fields = [field for field in Sign.__struct_fields__ if field not in ("rulebook", "sha256")]
    for key in settings:
        if key not in fields:
            raise Refused(
                code="unknown_setting", message=f"a table has no setting {key[:40]!r}; {known_ones(key, fields)}"
            )
    _check_needs(book, settings)
    layouts = [layout for layout in book.layouts if settings.get("layout") in (None, "", layout.id)]
    boxes = sorted({number for layout in layouts or book.layouts for number in layout.boxes})
    with_defaults = {"boxes": boxes[-1], "decks": book.decks.usual} | settings
    try:
        sign = msgspec.convert({"rulebook": book.name, "sha256": book.sha256, **with_defaults}, Sign, strict=True)
    except msgspec.ValidationError as error:
        raise Refused(code="bad_setting", message=f"a setting is wrong: {wrong_field(error, Sign)}") from None
    sign = _with_layout(book, sign, layouts)
    _check(book, sign)
    sign = msgspec.structs.replace(sign, denominations=_denominations(sign))
    # A table that offers insurance is private for nobody.
    return msgspec.structs.replace(sign, private_for=msgspec.UNSET) if sign.insurance else sign


def _check_needs(book: Rulebook, settings: dict[str, Any]) -> None:
    """Where the document has limits displayed, no table is without them."""
    needs = book.limits.needs if book.limits else ()
    missing = [key for key in needs if settings.get(key) is None]
    if book.limits and missing:
        message = f"a table of {book.id} shows its limits: {' and '.join(missing)} must be given"
        raise Refused(code="limits_are_needed", message=message, cite=book.limits.needs_cite)


def _wrong(key: str, what: str, cite: str = "") -> Refused:
    return Refused(code="bad_setting", message=f"{key}: {what}", cite=cite)


def _with_layout(book: Rulebook, sign: Sign, layouts: list[Layout]) -> Sign:
    """The sign with its layout: the one that was asked for, else the first with so many boxes."""
    if not layouts:
        suggestion = known_ones(sign.layout, [layout.id for layout in book.layouts])
        raise _wrong(
            "layout", f"{book.id} has no layout {sign.layout[:40]!r}; {suggestion}", book.procedure.get("boxes", "")
        )
    layout = next((layout for layout in layouts if sign.boxes in layout.boxes), None)
    if layout is None:
        choices = ", ".join(map(str, sorted({number for layout in layouts for number in layout.boxes})))
        which = f"layout {sign.layout}" if sign.layout else "a layout"
        cite = book.procedure.get("boxes", "")
        raise _wrong("boxes", f"{which} of {book.id} has {choices} boxes, not {sign.boxes}", cite)
    return msgspec.structs.replace(sign, layout=layout.id)


def _usual_chips(chip: int) -> tuple[int, ...]:
    """The usual chips that are multiples of the smallest, and that one."""
    return (*(value for value in USUAL_CHIPS if value > chip and value % chip == 0), chip)


def _denominations(sign: Sign) -> tuple[int, ...]:
    """The rack's chips, the highest first: those that were given, else the usual ones."""
    denominations = sign.denominations
    if not denominations:
        return _usual_chips(sign.chip)
    if len(denominations) > MOST_DENOMINATIONS:
        raise _wrong("denominations", f"a rack has up to {MOST_DENOMINATIONS} kinds of chips, not {len(denominations)}")
    for value in denominations:
        if not 1 <= value <= STAKE_CEILING:
            raise _wrong("denominations", f"a chip is worth 1 to {STAKE_CEILING:,} units, not {value}")
        if value % sign.chip and sign.chip % value:  # Smaller ones are change, for what bets win.
            message = (
                f"{value:,} is neither a multiple of the smallest chip that is staked, {sign.chip:,}, nor a part of it"
            )
            raise _wrong("denominations", message)
        if denominations.count(value) > 1:
            raise _wrong("denominations", f"{value:,} is named twice")
    return tuple(sorted(denominations, reverse=True))


def _check(book: Rulebook, sign: Sign) -> None:
    if not book.decks.least <= sign.decks <= book.decks.most:
        message = f"{book.id} is played with {book.decks.least} to {book.decks.most} decks, not {sign.decks}"
        raise _wrong("decks", message, book.decks.cite)
    for bet, (least, most) in sign.bet_limits.items():
        if bet not in book.bets:
            raise _wrong("bet_limits", f"{book.id} has no bet {bet[:40]!r}; {known_ones(bet, book.bets)}")
        if not 1 <= least <= most <= STAKE_CEILING:
            raise _wrong("bet_limits", f"{bet}: {_no_limits(least, most)}")
    most = STAKE_CEILING if sign.stake_max is None else sign.stake_max
    if not 1 <= sign.stake_min <= most <= STAKE_CEILING:
        raise _wrong("stake_min", _no_limits(sign.stake_min, most))
    if sign.differential_max is not None and not sign.stake_min <= sign.differential_max <= STAKE_CEILING:
        raise _wrong("differential_max", f"{sign.differential_max} is below the minimum stake or too large")
    if sign.alone_max is not msgspec.UNSET and not 0 <= sign.alone_max <= STAKE_CEILING:
        raise _wrong("alone_max", f"one person alone moves 0 to {STAKE_CEILING:,} units, not {sign.alone_max}")
    if not 1 <= sign.chip <= STAKE_CEILING:
        raise _wrong("chip", f"{sign.chip} is no chip")
    if not CUT_LEAST <= sign.cut <= sign.decks * 52 - 6:
        furthest = sign.decks * 52 - 6
        message = f"the cut card can lie {CUT_LEAST} to {furthest} cards from the end, not {sign.cut}"
        raise _wrong("cut", message, out.cite if (out := book.irregularities.get("out_of_cards")) else "")
    terms = book.insurance_terms
    if not sign.insurance and terms is not None and not terms.notice_cite:
        raise Refused(
            code="insurance_is_due", message=f"{book.id} gives no right to withhold insurance", cite=terms.offered_cite
        )
    if not sign.insurance and terms is not None and not sign.private_for:
        raise Refused(
            code="request_is_needed",
            message="the notice that no insurance is offered goes up at a patron's request: name them (private_for)",
            cite=terms.notice_cite,
        )
    if sign.commission is not None:
        if book.commission is None:
            raise _wrong("commission", f"{book.id} takes no commission")
        try:
            read_percent(sign.commission)
        except ValueError as error:
            raise _wrong("commission", str(error)) from None


def _no_limits(least: int, most: int) -> str:
    if least < 1:
        return f"the least stake is at least 1 unit, not {least}"
    if most > STAKE_CEILING:
        return f"no stake may be above {STAKE_CEILING:,} units"
    return f"the least stake, {least:,}, is above the most, {most:,}"
