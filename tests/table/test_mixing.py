"""Mixing a shoe: neither house nor patrons choose the cards, and everything follows from what is on record."""

from __future__ import annotations

import hashlib
import random
import re
from pathlib import Path

import pytest

from punto.house.tables.shuffler import seal_shoe
from punto.kit.entropy import ShoeName, entropy_commitment, entropy_seed, house_cut
from punto.kit.entropy import mixed as mixed_cards
from punto.table import events as e
from table.mixing import BYTES, committed, joined, mixed, numbers, order_dealt, promise, revealing, unmixed
from table.shift import Shift


def dealt(table: Shift) -> list[str]:
    """The cards of the shoe in the order in which they come out, as far as they were drawn."""
    table.do("open_bets").do("close_bets")
    while table.table.phase == "dealing":
        table.do("draw_card")
    return [event.card for event in table.log if isinstance(event, e.CardDrawn)]


@pytest.mark.parametrize("boxes", [(), (3,), (5, 1), (1, 3, 5)])
def test_the_cards_dealt_follow_from_the_sealed_order_and_what_was_revealed(boxes: tuple[int, ...]) -> None:
    table = mixed(*boxes)
    shoe, sealed = table.script.state.shoe, seal_shoe(8, 7)
    revealed = {box: BYTES[box] for box in boxes}
    order = order_dealt([str(card) for card in sealed.order], ("1", 1, shoe.commitment), revealed, shoe.cut_place)
    cards = dealt(table)
    burned = 1 + next(event.unseen for event in table.log if isinstance(event, e.CardsBurned))
    assert order[burned : burned + len(cards)] == cards
    assert (order[0] == str(sealed.cards(0, shoe.cut_place, 1)[0])) is not bool(boxes)


def test_every_seats_bytes_change_the_order() -> None:
    orders = {tuple(dealt(mixed(*boxes))) for boxes in ((), (1,), (3,), (5,), (1, 3), (1, 5), (3, 5), (1, 3, 5))}
    assert len(orders) == 8


def test_who_does_not_reveal_in_time_is_left_out_by_name() -> None:
    table = revealing(1, 3).do("reveal_entropy", by="patron", patron="seat 3", box=3, entropy=BYTES[3])
    table.try_("mix_shoe", by="dealer").refused("entropy_is_awaited", "", "seat 1 may still reveal")
    table.do("mix_shoe", by="house").expect("shoe_mixed", seats=(3,), left_out=("seat 1",))


def test_with_nobody_there_the_shoe_is_the_houses_alone_and_the_house_cuts_by_its_salt() -> None:
    table = unmixed().do("close_entropy", by="house").expect("shoe_cut", "entropy_closed", "shoe_mixed", seats=())
    assert table.script.state.shoe.cut_by == "house"
    assert table.script.state.shoe.cut_place == house_cut(seal_shoe(8, 7).salt, 416)
    table.do("open_bets")


def test_a_cut_binds_and_comes_before_anybody_knows_a_byte() -> None:
    table = committed(1).do("cut_shoe", by="patron", patron="seat 2", place=100)
    for by, name, place in (("dealer", "seat 1", 7), ("patron", "seat 1", 300)):
        table.try_("cut_shoe", by=by, patron=name, place=place).refused("shoe_is_cut", "", "seat 2")
    table.do("close_entropy", by="house").expect("entropy_closed", seats=(1,))
    table.try_("cut_shoe", by="patron", patron="seat 1", place=7).refused("commitments_are_closed")
    assert table.script.state.shoe.cut_place == 100
    unmixed().try_("cut_shoe", by="dealer", patron="nobody", place=300).refused("not_at_the_table")
    committed(3).do("cut_shoe", by="dealer", patron="seat 3", place=300)


def test_no_card_leaves_a_shoe_before_it_is_mixed() -> None:
    for table in (unmixed(), committed(1), revealing(1)):
        table.try_("open_bets").refused("shoe_is_not_mixed")


def test_a_seat_commits_once_and_shows_what_it_committed_to() -> None:
    table = committed(1)
    again = {"by": "patron", "commitment": "00" * 32}
    table.try_("commit_entropy", patron="seat 2", box=1, **again).refused("already_committed", "", "seat 1")
    table.try_("commit_entropy", patron="seat 1", box=2, **again).refused("already_committed", "", "box 1")
    table.try_("reveal_entropy", patron="seat 1", box=1, entropy=BYTES[1]).refused("commitments_are_open")
    table.do("close_entropy", by="house")
    table.try_("commit_entropy", patron="seat 2", box=2, **again).refused("commitments_are_closed")
    for wrong in (BYTES[3], "xy", BYTES[1].upper()):
        table.try_("reveal_entropy", patron="seat 1", box=1, entropy=wrong).refused("bad_entropy")
    table.do("reveal_entropy", patron="seat 1", box=1, entropy=BYTES[1])
    table.try_("reveal_entropy", patron="seat 1", box=1, entropy=BYTES[1]).refused("already_revealed")


def test_a_commitment_is_good_for_one_shoe_one_seat_and_one_account() -> None:
    table = unmixed()
    for promised in (promise(table, 3, "seat 9"), promise(table, 5)):
        other = unmixed().do("commit_entropy", patron="seat 3", box=3, commitment=promised).do("close_entropy")
        other.try_("reveal_entropy", patron="seat 3", box=3, entropy=BYTES[3]).refused("bad_entropy")


def test_the_bytes_of_the_protocol_are_those_of_a_plain_account_of_it() -> None:
    source = random.Random(1)
    for _ in range(200):
        shoe = ShoeName(source.choice(("t", "Tisch 1", "牌桌")), source.randrange(1, 10**6), source.randbytes(32).hex())
        seat, account, entropy = source.randrange(1, 10), source.choice(("Guest", "客")), source.randbytes(32)
        named = (shoe.table, str(shoe.number), shoe.commitment)
        plain = joined("punto entropy 1", *named, str(seat), account, entropy)
        assert entropy_commitment(shoe, seat, account, entropy) == plain.hex()
        seed = joined("punto seed 1", *named, "2", bytes(32), "10", entropy)
        assert entropy_seed(shoe, [(10, entropy), (2, bytes(32))]) == seed
    assert house_cut("salt", 416) == 1 + numbers(joined("punto house cut 1", "salt"), [415])[0]


def test_an_early_close_takes_a_pit_supervisor_and_a_reason() -> None:
    table = mixed(1)
    table.try_("close_shoe", by="dealer", reason="tired").refused("authority_too_low")
    table.try_("close_shoe", by="pit_supervisor", reason=" ").refused("reason_is_needed")
    table.do("close_shoe", by="pit_supervisor", reason="a torn card").expect(
        "shoe_closed", reason="a torn card", closer="pit_supervisor"
    )


def test_the_test_vectors_of_the_documentation_come_out() -> None:
    text = (Path(__file__).parents[2] / "docs" / "shoe.md").read_text("utf-8")
    commitment, seed, drawn, cut = re.findall(r"^\| [^|]*\| `([0-9a-f ]+)` \|$", text, re.MULTILINE)[-8:-4]
    shoe, entropy = ShoeName("t", 1, "0" * 64), bytes(range(32))
    assert entropy_commitment(shoe, 3, "Guest", entropy) == commitment
    assert entropy_seed(shoe, [(3, entropy)]).hex() == seed
    assert " ".join(map(str, numbers(bytes.fromhex(seed), [416 - turn for turn in range(10)]))) == drawn
    assert house_cut("salt", 416) == int(cut)


def test_the_whole_shoe_of_the_documentation_comes_out() -> None:
    """As the program mixes it and as the plain account of the tests does."""
    text = (Path(__file__).parents[2] / "docs" / "shoe.md").read_text("utf-8").partition("A whole shoe")[2]
    commitment, seed, first, mixed_as, dealt_first, cut = re.findall(r"^\| [^|]*\| `([^`]+)` \|$", text, re.MULTILINE)
    order = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"] * 8
    salt, revealed = "00112233445566778899aabbccddeeff" * 2, {3: bytes(range(32)), 5: bytes(range(32, 64))}
    shoe = ShoeName("t", 1, commitment)
    assert hashlib.sha256(f"{salt}\n{' '.join(order)}".encode()).hexdigest() == commitment
    assert entropy_seed(shoe, sorted(revealed.items())).hex() == seed
    plain = order_dealt(order, ("t", 1, commitment), {box: entropy.hex() for box, entropy in revealed.items()}, 0)
    assert plain == list(mixed_cards(order, bytes.fromhex(seed)))
    assert " ".join(plain[:10]) == first
    assert hashlib.sha256(f"{salt}\n{' '.join(plain)}".encode()).hexdigest() == mixed_as
    assert " ".join((plain[100:] + plain[:100])[:6]) == dealt_first
    assert house_cut(salt, 416) == int(cut)
