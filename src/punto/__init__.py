"""Punto, a baccarat house as software.

    import punto
    game = punto.load("punto-banco")
    game.price().bets["banker"].edge

A name is imported on its first use; docs/library.md lists them all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from punto.facade.game import Game as Game
    from punto.facade.loading import load as load
    from punto.facade.loading import rulebooks as rulebooks
    from punto.facade.road_map import road_map as roads
    from punto.kit.cards import Card as Card
    from punto.kit.refusal import Refused as Refused

    __version__: str

__all__ = ["Card", "Game", "Refused", "__version__", "load", "roads", "rulebooks"]

_PLACES = {
    "Card": ("punto.kit.cards", "Card"),
    "Game": ("punto.facade.game", "Game"),
    "Refused": ("punto.kit.refusal", "Refused"),
    "load": ("punto.facade.loading", "load"),
    "roads": ("punto.facade.road_map", "road_map"),
    "rulebooks": ("punto.facade.loading", "rulebooks"),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        value: Any = version("punto")
    elif name in _PLACES:
        module, attribute = _PLACES[name]
        value = getattr(import_module(module), attribute)
    else:
        raise AttributeError(f"module 'punto' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
