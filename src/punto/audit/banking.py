"""The counts of a table's money as the auditor checks them: openers, closers, drop boxes, the win by them.

What the win by the count must be is worked out from the postings: with real chips it is what patrons have given, less
what they got.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from punto.audit.bank_book import (
    Chips,
    DropBoxBook,
    Expected,
    NamedException,
    RackBook,
    apart_from,
    check_chips,
    hold_real_chips,
    once,
    unfinished_slips,
    worth,
)
from punto.audit.finding import Wrong, hold
from punto.audit.slips import SLIP_HANDLERS
from punto.rulebook import Authority
from punto.table import events as e

if TYPE_CHECKING:
    from punto.audit.walk import Walk


def _standing(walk: Walk) -> tuple[int, int]:
    """What the house has won by the accounts, and what of it is on the table."""
    balances = walk.balances
    won = balances[f"float:{walk.table}"] + balances[f"commission:{walk.table}"]
    patrons = sum(amount for account, amount in balances.items() if account.startswith("chips:"))
    return won, sum(walk.chips_due.values()) - patrons


def inventory_counted(walk: Walk, event: e.InventoryCounted) -> None:
    bank, giver = walk.bank, walk.giver
    walk.between_coups()
    walk.check_concluded()
    hold_real_chips(walk)
    hold(giver.has(Authority.DEALER), f"is counted by a {walk.by}")
    hold(event.rank == giver.position, f"is counted by a {event.rank}, and came from a {giver.position}")
    hold(giver.is_called(event.counted_by), f"was counted by {event.counted_by}, who did not say so")
    check_chips(walk, event.chips, event.total)
    if event.what == "opener":
        _opener(walk, event)
    else:
        _closer(walk, event)
    box = bank.box
    hold(event.drop_box == box.number, f"is of drop box {event.drop_box}, and {box.number} is under the table")


def _opener(walk: Walk, event: e.InventoryCounted) -> None:
    bank, person = walk.bank, event.counted_by
    last = bank.boxes[-1] if bank.boxes else None
    if last is None or (last.closer is not None and last.dropped):
        box = DropBoxBook((last.number if last else 0) + 1, _standing(walk), at_opener=(walk.coups, 0))
        if last and last.closer:
            bank.must += _opener_differs(last, event)
            bank.must += _alone(last.closer, last.closer_agreed)
        bank.slips = [slip for slip in bank.slips if slip.waits]
        bank.boxes.append(box)
    else:
        hold(not bank.ended, "counts an opener before the closer and the drop of the box before")
        hold((walk.coups, last.accepted) == last.at_opener, "counts an opener anew after chips have moved")
        box = last
        bank.must += _counts_differ(box.opener, event)
        before = bank.boxes[-2] if len(bank.boxes) > 1 else None
        if before and before.closer and event.chips != box.opener.chips:
            bank.must += _opener_differs(before, event)
    box.opener_agreed = box.opener.take(person, event.rank, event.chips)
    hold(event.agreed == box.opener_agreed, "is called agreed, and is not, or the other way round")


def _closer(walk: Walk, event: e.InventoryCounted) -> None:
    bank, box = walk.bank, walk.bank.box
    if box.closer is None:
        bank.must += _alone(box.opener, box.opener_agreed)
        if not box.dropped:
            bank.must += unfinished_slips(bank)
        box.closer = RackBook()
    else:
        bank.must += _counts_differ(box.closer, event)
    box.closer_agreed = box.closer.take(event.counted_by, event.rank, event.chips)
    hold(event.agreed == box.closer_agreed, "is called agreed, and is not, or the other way round")
    box.after = _standing(walk)
    bank.must += _win(box, event)


def _opener_differs(before: DropBoxBook, event: e.InventoryCounted) -> list[Expected]:
    assert before.closer is not None
    apart = apart_from(event.chips, before.closer.chips)
    people = once(*before.closer.people, event.counted_by)
    return [Expected("opener_differs", 0, apart, worth(apart), people)] if apart else []


def _counts_differ(rack: RackBook, event: e.InventoryCounted) -> list[Expected]:
    """Compares a count with the last one of another person, unless this person has entered the same before."""
    other_counts = dict(rack.counts)
    own = other_counts.pop(event.counted_by, None)
    if not other_counts or (own and own[1] == event.chips):
        return []
    other = next(reversed(other_counts))
    apart = apart_from(event.chips, other_counts[other][1])
    return [Expected("counts_differ", 0, apart, worth(apart), (other, event.counted_by))] if apart else []


def _alone(rack: RackBook, agreed: bool) -> list[Expected]:
    return [] if agreed else [Expected("counted_alone", 0, {}, 0, rack.people)]


def _win(box: DropBoxBook, event: e.InventoryCounted | e.BoxCounted) -> list[Expected | e.WinCounted]:
    """The counted win, once closer and drop are known, and the exception where it differs from the settled win."""
    if box.closer is None or not box.counts:
        return []
    drop = next(reversed(box.counts.values())).drop
    opener, closer = worth(box.opener.chips), worth(box.closer.chips)
    counted = closer + box.credits + drop - opener - box.fills
    settled = box.after[0] - box.before[0]
    due = box.after[1] - box.before[1]
    expected: list[Expected | e.WinCounted] = [
        e.WinCounted(
            drop_box=box.number,
            opener=opener,
            closer=closer,
            fills=box.fills,
            credits=box.credits,
            drop=drop,
            win_counted=counted,
            win_settled=settled,
            outstanding=due - settled,
            day="",
            shift="",
        )
    ]
    if counted != due:
        people = once(*box.opener.people, *box.carriers, *box.closer.people, *box.counts)
        expected.append(Expected("win_differs", 0, {}, counted - due, people))
    return expected


def box_dropped(walk: Walk, event: e.BoxDropped) -> None:
    hold_real_chips(walk)
    box = walk.bank.box
    walk.between_coups()
    hold(event.drop_box == box.number and not box.dropped, f"drops box {event.drop_box} again, or another one")
    hold(walk.by == "security" or walk.giver.has(Authority.PIT_SUPERVISOR), f"is dropped by a {walk.by}")
    hold(walk.giver.is_called(event.dropped_by), f"was dropped by {event.dropped_by}, who did not say so")
    if box.closer is None:
        walk.bank.must += unfinished_slips(walk.bank)
    box.dropped = True


def box_counted(walk: Walk, event: e.BoxCounted) -> None:
    bank = walk.bank
    boxes = [box for box in bank.boxes if box.number == event.drop_box]
    hold(bool(boxes), f"counts drop box {event.drop_box}, which the table has not had")
    box = boxes[0]
    hold(box.dropped, f"counts drop box {box.number}, which is under the table")
    hold(not box.agreed, f"counts drop box {box.number}, on which two people agreed")
    hold(walk.by == "count_team", f"is counted by a {walk.by}")
    hold(walk.giver.is_called(event.counted_by), f"was counted by {event.counted_by}, who did not say so")
    check_chips(walk, event.chips, event.chips_total)
    hold(min(event.currency, event.markers) >= 0, "counts less than nothing")
    drop = event.currency + event.chips_total + event.markers
    hold(event.drop == drop, f"holds {drop}, not {event.drop}")
    before = next(reversed(box.counts.values())) if box.counts else None
    others = [count for person, count in box.counts.items() if person != event.counted_by]
    agreed = any(_inside(count) == _inside(event) for count in others)
    hold(event.agreed == agreed, "is called agreed, and is not, or the other way round")
    own = box.counts.get(event.counted_by)
    if others and _inside(others[-1]) != _inside(event) and not (own and _inside(own) == _inside(event)):
        apart = apart_from(event.chips, others[-1].chips)
        people = (others[-1].counted_by, event.counted_by)
        bank.must.append(Expected("box_differs", 0, apart, event.drop - others[-1].drop, people))
    if event.slips is not None and (before is None or before.slips != event.slips):
        lacking = Counter(box.copies) - Counter(event.slips)
        foreign = Counter(event.slips) - Counter(box.copies)
        numbers = [number for number in box.copies if number in lacking]
        numbers += [number for number in event.slips if number in foreign]
        bank.must += [Expected("box_slips_differ", number, {}, 0, (event.counted_by,)) for number in numbers]
    box.counts.pop(event.counted_by, None)
    box.counts[event.counted_by] = event
    box.agreed = agreed
    bank.must += _win(box, event)
    walk.account.boxes_counted += agreed


def _inside(count: e.BoxCounted) -> tuple[int, Chips, int]:
    return count.currency, count.chips, count.markers


def win_counted(walk: Walk, event: e.WinCounted) -> None:
    due = walk.bank.must.pop(0) if walk.bank.must else None
    if not isinstance(due, e.WinCounted):
        raise Wrong("nothing that was counted leads to it")
    for name in event.__struct_fields__:
        if name not in ("day", "shift"):
            stated, is_due = getattr(event, name), getattr(due, name)
            hold(stated == is_due, f"says {name} {stated}, and {is_due} is due")


def exception_found(walk: Walk, event: e.ExceptionFound) -> None:
    stated = Expected(event.what, event.slip, event.chips, event.amount, event.people)
    if event.what == "slip_differs":
        slips = [slip for slip in walk.bank.slips if slip.number == event.slip and slip.waits]
        hold(bool(slips), f"is about slip {event.slip}, which does not wait")
        slip = slips[-1]
        hold(bool(event.chips) and event.amount == worth(event.chips), "names a difference that is none")
        counted = {name: slip.chips.get(name, 0) + gap for name, gap in event.chips.items()}
        hold(min(counted.values()) >= 0, "counts fewer chips than none")
        same_people = event.people[:-1] == slip.people and walk.giver.is_called(event.people[-1])
        hold(same_people and event.people[-1] not in slip.people, "names other people than took part")
    else:
        due = walk.bank.must.pop(0) if walk.bank.must else None
        hold(stated == due, f"names {stated.what}, and {getattr(due, 'what', 'nothing')} is to be named")
    walk.account.exceptions.append(
        NamedException(
            table=walk.table,
            version=walk.account.events + 1,
            what=event.what,
            day=event.day,
            shift=event.shift,
            amount=event.amount,
            people=event.people,
            message=event.message,
        )
    )


def check_named(walk: Walk, event: e.Event) -> None:
    """What must be named comes before anything else."""
    if walk.bank.must and not isinstance(event, e.ExceptionFound | e.WinCounted):
        due = walk.bank.must[0]
        raise Wrong(f"happens before {due.what if isinstance(due, Expected) else 'the win'} was named")


HANDLERS: dict[type[e.Event], Any] = {
    **SLIP_HANDLERS,
    e.InventoryCounted: inventory_counted,
    e.BoxDropped: box_dropped,
    e.BoxCounted: box_counted,
    e.WinCounted: win_counted,
    e.ExceptionFound: exception_found,
}


WHILE_CLOSED = (e.BoxDropped, e.BoxCounted, e.WinCounted, e.ExceptionFound)
"""What also happens at a table that has closed."""
