"""Undealt cards: sealed, bound to their shoe, and nowhere in the database in clear."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from punto.store import (
    Batch,
    NewEvent,
    SealedShoe,
    StoreError,
    key_file,
    key_source,
    open_store,
    seal,
    shoe_key,
    unseal,
)
from punto.store.seal import opens
from punto.store.sealed_order import SealedOrder, seal_order

ORDER = bytes(range(52)) * 8
KEY = bytes(32)


def test_a_shoe_is_unsealed_as_it_was_sealed() -> None:
    sealed = seal(ORDER, KEY, table="T1", number=1)
    assert unseal(sealed, KEY, table="T1", number=1) == ORDER
    assert seal(ORDER, KEY, table="T1", number=1) != sealed, "the same order never looks the same twice"


def test_a_shoe_opens_only_whole_with_its_key_and_in_its_place() -> None:
    sealed = seal(ORDER, KEY, table="T1", number=1)
    for place in range(len(sealed)):
        with pytest.raises(StoreError):
            unseal(sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :], KEY, table="T1", number=1)
    for length in range(len(sealed)):
        with pytest.raises(StoreError):
            unseal(sealed[:length], KEY, table="T1", number=1)
    with pytest.raises(StoreError, match="another key"):
        unseal(sealed, os.urandom(32), table="T1", number=1)
    for table, number in (("T2", 1), ("T1", 2)):
        with pytest.raises(StoreError, match=f"shoe {number} of table {table}"):
            unseal(sealed, KEY, table=table, number=number)


def test_an_order_is_opened_card_by_card_and_only_as_it_was_sealed() -> None:
    cards = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    sealed = seal_order(cards, "salt", KEY, table="T1", number=1)
    order = SealedOrder(sealed, KEY, table="T1", number=1)
    assert [order.card(place) for place in range(order.size)] == cards
    assert (order.salt(), order.whole()) == ("salt", (cards, "salt"))
    assert opens(sealed, KEY)
    assert not opens(sealed, os.urandom(32))
    assert seal_order(cards, "salt", KEY, table="T1", number=1) != sealed
    with pytest.raises(StoreError, match="another key"):
        SealedOrder(sealed, os.urandom(32), table="T1", number=1)
    for other in (SealedOrder(sealed, KEY, table="T2", number=1), SealedOrder(sealed, KEY, table="T1", number=2)):
        with pytest.raises(StoreError, match="not as it was sealed"):
            other.card(0)
    for place in range(len(sealed)):
        changed = sealed[:place] + bytes([sealed[place] ^ 1]) + sealed[place + 1 :]
        with pytest.raises(StoreError):
            SealedOrder(changed, KEY, table="T1", number=1).whole()
    for length in range(len(sealed)):
        with pytest.raises(StoreError):
            SealedOrder(sealed[:length], KEY, table="T1", number=1).whole()
    start, size = 1 + 8 + 16 + 2, 18
    swapped = sealed[:start] + sealed[start + size : start + 2 * size] + sealed[start : start + size]
    with pytest.raises(StoreError):  # No card can stand in another's place.
        SealedOrder(swapped + sealed[start + 2 * size :], KEY, table="T1", number=1).card(0)


def test_an_order_of_the_older_form_is_opened_too() -> None:
    sealed = seal(b'["As 2h Kd","salt"]', KEY, table="T1", number=1)
    order = SealedOrder(sealed, KEY, table="T1", number=1)
    assert (order.size, order.card(1), order.salt(), order.whole()[0]) == (3, "2h", "salt", ["As", "2h", "Kd"])
    with pytest.raises(StoreError, match="another key"):
        SealedOrder(sealed, os.urandom(32), table="T1", number=1)


def test_the_key_comes_from_one_place_of_the_environment(file: Path) -> None:
    command = {"PUNTO_SHOE_KEY_COMMAND": f"{sys.executable} -c \"print('cd' * 32)\""}
    assert shoe_key(key_file(file), command) == b"\xcd" * 32
    key_source._descriptors.clear()  # A process is started with its descriptors; this one had others before.
    reading, writing = os.pipe()
    os.write(writing, b"ef" * 32 + b"\n")
    os.close(writing)
    descriptor = {"PUNTO_SHOE_KEY_FD": str(reading)}
    assert shoe_key(key_file(file), descriptor) == shoe_key(key_file(file), descriptor) == b"\xef" * 32
    assert not key_file(file).exists()
    with pytest.raises(StoreError, match="one place"):
        shoe_key(key_file(file), command | descriptor)
    with pytest.raises(StoreError, match="status 3"):
        shoe_key(key_file(file), {"PUNTO_SHOE_KEY_COMMAND": f"{sys.executable} -c 'raise SystemExit(3)'"})


def test_no_run_of_undealt_cards_is_in_the_file(file: Path) -> None:
    key = shoe_key(key_file(file), {})
    order = os.urandom(416)
    with open_store(file) as store:
        shoe = SealedShoe(1, seal(order, key, table="T1", number=1))
        store.append("T1", 0, Batch((NewEvent("shoe_opened", {}),), at="", by="", command_id="c", shoe=shoe))
        kept = store.shoe("T1", 1)
        assert kept is not None
        assert unseal(kept, key, table="T1", number=1) == order
        written = b"".join(part.read_bytes() for part in file.parent.glob(file.name + "*") if part != key_file(file))
    assert kept in written
    for form in (order[:6], order[:6].hex().encode(), order[-6:], key, key.hex().encode()):
        assert form not in written


def test_the_key_is_made_once_for_its_owner_only(file: Path) -> None:
    kept = key_file(file)
    key = shoe_key(kept, {})
    assert len(key) == 32
    assert kept.stat().st_mode & 0o777 == 0o600
    assert shoe_key(kept, {}) == key
    assert [path.name for path in file.parent.iterdir()] == [kept.name]


def test_a_key_that_others_may_read_is_refused(file: Path) -> None:
    kept = key_file(file)
    shoe_key(kept, {})
    kept.chmod(0o640)
    with pytest.raises(StoreError) as refused:
        shoe_key(kept, {})
    assert refused.value.refusal.code == "key_is_open_to_others"


def test_the_environment_may_hold_the_key_and_then_no_file_is_made(file: Path) -> None:
    assert shoe_key(key_file(file), {"PUNTO_SHOE_KEY": "ab" * 32}) == b"\xab" * 32
    assert not key_file(file).exists()


@pytest.mark.parametrize("written", ["ab", "xy" * 32, "ab" * 33])
def test_what_is_no_key_is_refused_without_being_shown(file: Path, written: str) -> None:
    with pytest.raises(StoreError) as refused:
        shoe_key(key_file(file), {"PUNTO_SHOE_KEY": written})
    assert refused.value.refusal.code == "key_is_not_a_key"
    assert written not in str(refused.value)
