"""The dispute pack and a patron's statement as documents, for HTML and PDF."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from punto.coup import Tableau
from punto.kit import read_cards
from punto.report.card_picture import card_picture
from punto.report.dispute import Dispute
from punto.report.dispute_lines import DisputeLine, PatronChips
from punto.report.document import (
    Block,
    Document,
    Facts,
    Gallery,
    Items,
    Note,
    SheetColumn,
    SheetSection,
    SheetTable,
    Text,
    row,
)
from punto.report.event_words import bet_words
from punto.report.figures import MINUS
from punto.report.statement import Statement
from punto.report.timeline import clock_time
from punto.rulebook import Rulebook

_END: Final = {"win": "wins", "lose": "loses", "push": "returned"}
UNSETTLED: Final = "The round has no settlement that stands: it is void, or not over."


def dispute_document(
    pack: Dispute, book: Rulebook, verdict: str, dated: datetime, patron: str | None = None
) -> Document:
    """One round with its proof; the patron who complains stands first.

    The first page of a usual round answers the dispute: the timeline, which may be long, comes last.
    """
    chips = sorted(pack.patrons, key=lambda patron_chips: (patron_chips.patron != patron, patron_chips.patron))
    sections = [
        SheetSection("In short", _short(pack, chips, patron)),
        SheetSection("Cards", _cards(pack, book.tableau)),
        SheetSection("Chips before and after", (_chips(chips),)),
        SheetSection("Every bet", _lines(pack.outcome.lines if pack.outcome else [], patron)),
        SheetSection("What the paragraphs say, in our words", (_paragraphs(pack),)),
        SheetSection("Proof", _proof(pack, verdict)),
        SheetSection("What happened", (_timeline(pack),)),
    ]
    where = f"Table {pack.table}, round {pack.coup}"
    return Document(
        kind="Dispute",
        title=where,
        other_title=pack.told[0].at if pack.told else "",
        facts=Facts((("Rules", f"{book.title.en}, {pack.rulebook}"), ("Times", pack.zone), ("File", pack.sha256))),
        sections=tuple(sections),
        stamp=f"{where}, {pack.rulebook}",
        dated=dated,
        seal=pack.shoe.commitment,
    )


def _short(pack: Dispute, chips: Sequence[PatronChips], patron: str | None) -> tuple[Block, ...]:
    blocks: list[Block] = []
    if pack.outcome is None:
        blocks.append(Text(UNSETTLED))
    for patron_chips in chips:
        if patron_chips.patron == patron:
            before, after, net = patron_chips.before, patron_chips.after, signed(patron_chips.net)
            blocks.append(Note(f"{patron} had {before:,} on the felt and was handed {after:,}: {net}."))
    rounded = [line for line in (pack.outcome.lines if pack.outcome else []) if line.rounding]
    mine = [line for line in rounded if patron is None or line.patron == patron]
    blocks.append(
        Items(tuple((f"{line.patron}, {bet_words(line.bet)}:", line.rounding) for line in mine))
        if mine
        else Text("Nothing was rounded" + (f" of what {patron} won." if patron else "."))
    )
    return tuple(blocks)


def _cards(pack: Dispute, tableau: Tableau) -> tuple[Block, ...]:
    if pack.outcome is None:
        return (Text("No cards were settled."),)
    end = pack.outcome
    won = "a tie" if end.winner == "tie" else f"{end.winner.capitalize()} wins"
    score = f"Player {end.player_points} v Banker {end.banker_points}: {won}."
    return (Gallery((card_picture(tableau, read_cards(end.cards)),), across=1), Text(score))


def _chips(chips: Sequence[PatronChips]) -> SheetTable:
    heads = (SheetColumn("patron"), *(SheetColumn(head, "digits") for head in ("on the felt", "handed back", "net")))
    return SheetTable(
        heads,
        tuple(
            row(patron_chips.patron, f"{patron_chips.before:,}", f"{patron_chips.after:,}", signed(patron_chips.net))
            for patron_chips in chips
        ),
    )


_LINE_HEADS: Final = (
    SheetColumn("patron"),
    SheetColumn("box", "digits"),
    SheetColumn("bet"),
    SheetColumn("stake", "digits"),
    SheetColumn("took part", "digits"),
    SheetColumn("end"),
    SheetColumn("odds"),
    SheetColumn("exactly", "digits"),
    SheetColumn("won", "digits"),
    SheetColumn("commission", "digits"),
    SheetColumn("back", "digits"),
    SheetColumn("§"),
    SheetColumn("rounding"),
)


def _lines(lines: Sequence[DisputeLine], patron: str | None) -> tuple[Block, ...]:
    if not lines:
        return (Text("No bet was settled."),)
    ordered = sorted(lines, key=lambda line: line.patron != patron)
    return (SheetTable(_LINE_HEADS, tuple(_cells(line) for line in ordered), size="small"),)


def _cells(line: DisputeLine) -> tuple[str, ...]:
    return (
        line.patron,
        str(line.box),
        bet_words(line.bet),
        f"{line.stake:,}",
        f"{line.effective:,}",
        _END[line.outcome],
        line.odds,
        line.exact,
        f"{line.winnings:,}" if line.outcome == "win" else "",
        f"{line.commission:,}" if line.commission else "",
        f"{line.payback:,}",
        line.cite,
        line.rounding,
    )


def _timeline(pack: Dispute) -> SheetTable:
    """Every event; of the settlement that stands the result alone, because its bets have a section of their own."""
    standing = _standing_settlement(pack)
    rows = [
        row(
            clock_time(event.at, pack.told[0].at),
            line.says,
            line.cite,
            event.who if not at else "",
            event.confirmed if not at else "",
        )
        for event in pack.told
        for at, line in enumerate(event.lines[:1] if event.version == standing else event.lines)
    ]
    heads = tuple(SheetColumn(head) for head in ("time", "what", "§", "who acted", "who confirmed"))
    return SheetTable(heads, tuple(rows), size="small")


def _standing_settlement(pack: Dispute) -> int | None:
    """The event of the settlement that stands; None where the round has none."""
    settlements = [event.version for event in pack.events if event.kind == "coup_settled"]
    return settlements[-1] if pack.outcome and settlements else None


def _paragraphs(pack: Dispute) -> Block:
    if not pack.paragraphs:
        return Text("No paragraph is cited in this round.")
    return Items(tuple((cite, says) for cite, says in pack.paragraphs.items()))


def _proof(pack: Dispute, verdict: str) -> tuple[Block, ...]:
    shoe = pack.shoe
    facts = [("Shoe", f"{shoe.number}, {shoe.cards}; {shoe.cards_out_before} cards were out before this round")]
    if shoe.commitment:
        facts.append(("Its seal", shoe.commitment))
        facts.append(("Its order", "revealed since" if shoe.order else "not revealed yet"))
    if pack.events:
        first, last = pack.events[0], pack.events[-1]
        facts += [(f"Before event {first.version}", first.previous_hash), (f"Event {last.version}", last.hash)]
    facts.append((f"The log ends at {pack.head.version}", pack.head.hash))
    return (Facts(tuple(facts)), Note(verdict, alarm=pack.audit is not None))


def statement_document(statement: Statement, dated: datetime) -> Document:
    """Every round of a patron, one line a bet."""
    rows = [
        row(
            f"{round.coup}" if not at else "",
            round.at if not at else "",
            round.result if not at else "",
            bet_words(line.bet) if line else "",
            f"{line.stake:,}" if line else f"{round.before:,}",
            f"{line.payback:,}" if line else f"{round.after:,}",
            line.rounding if line else "",
            signed(round.net) if not at else "",
        )
        for round in statement.rounds
        for at, line in enumerate(round.lines or [None])
    ]
    heads = (
        SheetColumn("round"),
        SheetColumn("time"),
        SheetColumn("result"),
        SheetColumn("bet"),
        SheetColumn("stake", "digits"),
        SheetColumn("back", "digits"),
        SheetColumn("rounding"),
        SheetColumn("net", "digits"),
    )
    blocks: tuple[Block, ...] = (
        (SheetTable(heads, tuple(rows), size="small"),) if rows else (Text("No round in this time."),)
    )
    net = f"{statement.before:,} staked, {statement.after:,} handed back: {signed(statement.net)}"
    title = f"{statement.patron} at table {statement.table}"
    return Document(
        kind="Statement",
        title=title,
        other_title=net,
        facts=Facts((("Rounds", f"{len(statement.rounds):,}"), ("Times", statement.zone))),
        sections=(SheetSection("Round by round", blocks),),
        stamp=title,
        dated=dated,
        seal="",
    )


def signed(units: int) -> str:
    return f"{MINUS}{-units:,}" if units < 0 else f"+{units:,}" if units else "0"
