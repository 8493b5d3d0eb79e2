"""The origin of a house: whether its books began as a demonstration's. No others ever become one.

A demonstration hands out links of every role and makes chips out of nothing: in the books of a real house neither can
be taken back.
"""

from __future__ import annotations

from typing import Final

from punto.kit import Refused
from punto.store import Store

_ORIGIN: Final = "origin"
"""The word under which a house remembers as what it began."""

_DEMONSTRATION: Final = b"demonstration"
_HOUSE: Final = b"house"


def settle_origin(store: Store, as_demo: bool, was_demo: bool | None) -> None:
    """Remember as what books begin; Refused where a demonstration is wanted on books that did not begin as one.

    `was_demo` is what the last start was, where there was one: books of an older version remember nothing else.
    """
    origin = store.remembered(_ORIGIN)
    if origin is None and was_demo is not None:
        origin = _DEMONSTRATION if was_demo else _HOUSE
        store.remember(_ORIGIN, origin)
    if was_demo is None and store.is_empty():
        store.remember(_ORIGIN, _DEMONSTRATION if as_demo else _HOUSE)
        return
    # Asked again: another process may have begun the same demonstration since, and says so before its first event.
    if as_demo and store.remembered(_ORIGIN) != _DEMONSTRATION:
        raise Refused(
            code="not_a_demonstration",
            message="these books did not begin as a demonstration, and do not become one (not_a_demonstration): "
            "name tables in a settings file, or give an empty database",
        )
