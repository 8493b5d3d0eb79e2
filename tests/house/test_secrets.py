"""Undealt cards are seen by nobody until the shoe is closed; and the search for them can find them."""

from __future__ import annotations

from pathlib import Path

import pytest

from house.secrecy import Leak, Watch, look_for
from punto.house.tables.shuffler import seal_shoe


def test_no_undealt_card_is_in_any_answer_log_or_file(tmp_path: Path) -> None:
    """`./run python -m bench.secrecy` is the same over thousands of coups."""
    watch = Watch(tmp_path, seed=4)
    watch.run(40)
    assert watch.answers > 400
    assert watch.scans >= 2


@pytest.mark.parametrize("joint", [" ", "", ",", '","'])
def test_cards_in_clear_would_be_found(joint: str) -> None:
    sealed = seal_shoe(4)
    undealt = [str(card) for card in sealed.cards(40, 17, 500)]
    planted = ("x" * 1000 + joint.join(undealt[:9]) + "y" * 1000).encode()
    with pytest.raises(Leak):
        look_for(sealed, 40, 17, "a file", planted)
    dealt = joint.join(map(str, sealed.cards(0, 17, 40))).encode()
    look_for(sealed, 40, 17, "a file", dealt)


def test_the_salt_in_clear_would_be_found() -> None:
    sealed = seal_shoe(4)
    for planted in (sealed.salt.encode(), bytes.fromhex(sealed.salt)):
        with pytest.raises(Leak):
            look_for(sealed, 0, 0, "a file", b"abc" + planted)


def test_a_sealed_shoe_does_not_show_itself() -> None:
    sealed = seal_shoe(4)
    look_for(sealed, 0, 0, "its repr", f"{sealed!r} {sealed!s} {[sealed]}".encode())
