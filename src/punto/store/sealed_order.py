"""A shoe's order sealed card by card, so that the next card can be opened and the others stay closed.

What the books hold: a form, the name of the key, sixteen random bytes, the number of cards, each card, and the salt.
The key of these cards follows from the house's and the random bytes; each card is encrypted under its place, so none
can be taken for another, nor for a card of another shoe.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from typing import Final

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from punto.store.error import StoreError
from punto.store.seal import NAME_OCTETS, about_shoe, key_name, unseal

_BY_CARD: Final = b"\x02"
_RANDOM, _COUNT, _CARD, _TAG, _NONCE = 16, 2, 2, 16, 12
_START: Final = len(_BY_CARD) + NAME_OCTETS + _RANDOM + _COUNT


def seal_order(order: Sequence[str], salt: str, key: bytes, *, table: str, number: int) -> bytes:
    """The cards, two letters each, and the salt: readable only with the key and only as this shoe of this table."""
    random = os.urandom(_RANDOM)
    cipher, about = _cipher(key, random), about_shoe(table, number)
    parts = [*(card.encode() for card in order), salt.encode()]
    assert all(len(card) == _CARD for card in parts[:-1])
    sealed = (cipher.encrypt(_nonce(place), part, about) for place, part in enumerate(parts))
    return b"".join((_BY_CARD, key_name(key), random, len(order).to_bytes(_COUNT, "big"), *sealed))


class SealedOrder:
    """A sealed order with the key that opens it; one of an older form is opened whole for every card."""

    def __init__(self, sealed: bytes, key: bytes, *, table: str, number: int) -> None:
        self._sealed, self._key = sealed, key
        self._table, self._number = table, number
        self._by_card = sealed[:1] == _BY_CARD
        if self._by_card and sealed[1 : 1 + NAME_OCTETS] != key_name(key):
            raise StoreError(code="shoe_has_another_key", message=f"{self._name} was sealed with another key")
        self.size = int.from_bytes(sealed[_START - _COUNT : _START], "big") if self._by_card else len(self._whole()[0])
        """How many cards there are."""

    def __repr__(self) -> str:
        return f"SealedOrder({self._name})"

    @property
    def _name(self) -> str:
        return f"shoe {self._number} of table {self._table}"

    def card(self, place: int) -> str:
        """One card, by its place in the sealed order."""
        return self._opened(place).decode() if self._by_card else self._whole()[0][place]

    def salt(self) -> str:
        return self._opened(self.size).decode() if self._by_card else self._whole()[1]

    def whole(self) -> tuple[list[str], str]:
        """Every card in its order, and the salt: for as long as the caller holds them."""
        if not self._by_card:
            return self._whole()
        return [self._opened(place).decode() for place in range(self.size)], self.salt()

    def _whole(self) -> tuple[list[str], str]:
        order, salt = msgspec.json.decode(
            unseal(self._sealed, self._key, table=self._table, number=self._number), type=tuple[str, str]
        )
        return order.split(), salt

    def _opened(self, place: int) -> bytes:
        start = _START + place * (_CARD + _TAG)
        part = self._sealed[start : start + _CARD + _TAG] if place < self.size else self._sealed[start:]
        random = self._sealed[_START - _COUNT - _RANDOM : _START - _COUNT]
        try:
            return _cipher(self._key, random).decrypt(_nonce(place), part, about_shoe(self._table, self._number))
        except (InvalidTag, ValueError):
            raise StoreError(code="shoe_is_damaged", message=f"{self._name} is not as it was sealed") from None


def _cipher(key: bytes, random: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(hmac.digest(key, b"punto shoe card by card" + random, "sha256"))


def _nonce(place: int) -> bytes:
    return place.to_bytes(_NONCE, "big")
