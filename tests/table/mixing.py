"""Shoes that seats mix, for tests: a table at each stage, and a third plain account of the protocol in docs/shoe.md."""

from __future__ import annotations

import hashlib
import struct
from typing import Any

from table.shift import Shift, bare, wide_limits

RWS = "rws-baccarat"
BYTES = {3: "03" * 32, 5: "ab" * 32, 1: "5c" * 32}


def unmixed(**settings: Any) -> Shift:
    """A virtual shoe for which seats may commit."""
    table = bare().do("open_table", rulebook=RWS, settings=wide_limits(RWS) | settings)
    return table.do("open_shoe", cards="virtual", seed=7, entropy=True)


def committed(*boxes: int) -> Shift:
    table = unmixed()
    for box in boxes:
        table.do("commit_entropy", by="patron", patron=f"seat {box}", box=box, commitment=promise(table, box))
    return table


def revealing(*boxes: int) -> Shift:
    return committed(*boxes).do("close_entropy", by="house")


def mixed(*boxes: int) -> Shift:
    table = revealing(*boxes)
    for box in boxes:
        table.do("reveal_entropy", by="patron", patron=f"seat {box}", box=box, entropy=BYTES[box])
    return table.do("mix_shoe", by="house") if boxes else table


def promise(table: Shift, box: int, account: str = "") -> str:
    """What this box commits to."""
    shoe = table.script.state.shoe
    fields = ("1", str(shoe.number), shoe.commitment, str(box), account or f"seat {box}")
    return joined("punto entropy 1", *fields, bytes.fromhex(BYTES[box])).hex()


def joined(*fields: str | bytes) -> bytes:
    """SHA-256 over fields with their lengths."""
    whole = b""
    for field in fields:
        octets = field if isinstance(field, bytes) else field.encode("utf-8")
        whole += struct.pack(">I", len(octets)) + octets
    return hashlib.sha256(whole).digest()


def numbers(seed: bytes, limits: list[int]) -> list[int]:
    """One unbiased number below each limit, read off the stream of a seed."""
    stream = b"".join(joined("punto stream 1", seed, struct.pack(">Q", block)) for block in range(100))
    answers, at = [], 0
    for limit in limits:
        bits = len(format(limit - 1, "b"))
        size = (bits + 7) // 8
        while True:
            number = int(format(int.from_bytes(stream[at : at + size], "big"), f"0{8 * size}b")[:bits], 2)
            at += size
            if number < limit:
                break
        answers.append(number)
    return answers


def order_dealt(sealed: list[str], shoe: tuple[str, int, str], revealed: dict[int, str], cut: int) -> list[str]:
    """The cards in the order in which they leave the shoe."""
    cards = list(sealed)
    if revealed:
        fields: list[str | bytes] = ["punto seed 1", shoe[0], str(shoe[1]), shoe[2]]
        for seat in sorted(revealed):
            fields += [str(seat), bytes.fromhex(revealed[seat])]
        places = list(range(len(cards) - 1, 0, -1))
        for place, other in zip(places, numbers(joined(*fields), [place + 1 for place in places]), strict=True):
            cards[place], cards[other] = cards[other], cards[place]
    return cards[cut:] + cards[:cut]
