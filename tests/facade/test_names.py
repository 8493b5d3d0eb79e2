"""The public names of the library. A change to them is a change of the interface: make it here too, on purpose."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import punto
from punto.facade.by_bet import ByBet
from punto.facade.counted import CountedBet, CountedTakings, CountedTotal, CountRun
from punto.facade.coup import CoupLine, CoupResult, GameCoup
from punto.facade.edge_table import EdgeTable
from punto.facade.loading import RulebookList
from punto.facade.notebook import Listed
from punto.facade.road_map import RoadMap
from punto.facade.sheet import PricedBet, PricedBets, PricedOffer, PricedRow, PriceSheet, RemovalTable
from punto.facade.shoe import DealtShoe
from punto.facade.simulation import SimulatedEdge, SimulatedOffer, SimulationRun
from structure.tree import ROOT

MODULE = {"Card", "Game", "Refused", "__version__", "load", "roads", "rulebooks"}
VALUE = {"to_dict", "to_frame"}
TAKINGS = {
    "figures", "units_per_100", "units_per_shoe", "bet_share_pct", "edge_when_bet_pct", "sd", "desirability",
}  # fmt: skip
NAMES: dict[type, set[str]] = {
    punto.Refused: {"code", "cite", "message", "refusal"},
    punto.Game: VALUE
    | {"rulebook", "id", "edition", "name", "title", "bets", "decks"}
    | {"price", "edges", "settle", "deal", "shoe", "simulate", "counts"},
    RulebookList: VALUE,
    PriceSheet: VALUE
    | {"rulebook", "decks", "cards_left", "bets", "insurance", "insurance_uses", "notes", "removal", "covariance"},
    ByBet: VALUE,
    PricedBets: VALUE,
    RemovalTable: VALUE | {"rulebook", "figures", "bets"},
    PricedBet: VALUE
    | {"figures", "id", "name", "edge", "returns", "hit", "push", "variance", "sd", "rows", "row"},
    PricedRow: VALUE | {"figures", "odds", "chance", "pays", "cite"},
    Listed: VALUE,
    PricedOffer: VALUE
    | {"figures", "window", "insures", "player", "banker", "odds", "offered", "edge", "cite"},
    EdgeTable: VALUE | {"bets", "values", "insurance", "exact"},
    GameCoup: VALUE
    | {"cards", "player", "banker", "result", "winner", "lines", "staked", "payback", "draws", "offers"},
    CoupResult: VALUE
    | {
        "winner", "player_points", "banker_points", "player_cards", "banker_cards", "player_pair",
        "banker_pair",
    },
    CoupLine: VALUE
    | {
        "bet", "stake", "outcome", "odds", "exact", "winnings", "payback", "cite", "commission", "window", "insures",
        "answer", "row",
    },
    DealtShoe: VALUE | {"rulebook", "decks", "burned", "coups", "cards_left", "roads"},
    SimulationRun: VALUE | {"rulebook", "coups", "shoes", "seed", "bets", "insurance"},
    SimulatedEdge: VALUE | {"id", "edge", "se", "exact", "z", "row"},
    SimulatedOffer: VALUE
    | {"figures", "window", "insures", "player", "banker", "odds", "offered", "edge", "se", "exact", "z", "row"},
    CountRun: VALUE | {"figures", "bets", "insurance", "totals", "coups", "shoes"},
    CountedTakings: VALUE | TAKINGS,
    CountedBet: VALUE | TAKINGS | {"id", "counts", "perfect", "verdict"},
    CountedTotal: VALUE | TAKINGS | {"name"},
    RoadMap: VALUE
    | {"bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig", "next_if", "counts", "drawing"},
}  # fmt: skip
SIGNATURES: dict[Any, list[str]] = {
    punto.load: ["name", "rulebooks", "as_of"],
    punto.rulebooks: ["rulebooks", "as_of"],
    punto.roads: ["results"],
    punto.Game.price: ["decks", "without", "shoe", "cards", "known", "commission"],
    punto.Game.edges: ["shoes"],
    punto.Game.settle: ["cards", "insurance", "rounding", "commission", "stakes"],
    punto.Game.deal: ["seed", "decks", "stakes"],
    punto.Game.shoe: ["seed", "decks", "cut", "burn"],
    punto.Game.simulate: ["coups", "seed", "shoes", "decks", "cut", "burn", "threads", "on"],
    punto.Game.counts: [
        "bets", "shoes", "tags", "trigger", "running_trigger", "cuts", "coups_after_cut", "seed", "decks", "cut",
        "burn", "threads",
    ],
}  # fmt: skip


def public(kind: type) -> set[str]:
    """Names without an underscore: those of the class, and those that making one sets."""
    found = {name for name in dir(kind) if not name.startswith("_")}
    making = inspect.getsource(kind)
    found |= {
        line.strip()[5:].split(" ")[0].rstrip(":").split(":")[0]
        for line in making.splitlines()
        if line.strip().startswith("self.") and " = " in line and line.strip()[5] != "_"
    }
    return found | set(getattr(kind, "__dataclass_fields__", ()))


def names_of(kind: type) -> set[str]:
    """Without what a mapping, a sequence or an exception has anyway."""
    plain = {
        name for base in kind.__mro__[1:] if base.__module__ in ("builtins", "typing", "collections.abc")
        for name in dir(base)
    }  # fmt: skip
    return public(kind) - plain


def test_the_module_has_these_names_and_no_others() -> None:
    assert set(punto.__all__) == set(dir(punto)) == MODULE
    for name in MODULE:
        assert getattr(punto, name)
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        _ = punto.lode


@pytest.mark.parametrize("kind", NAMES, ids=lambda kind: kind.__name__)
def test_an_answer_has_these_names_and_no_others(kind: type) -> None:
    assert names_of(kind) == NAMES[kind]


@pytest.mark.parametrize("function", SIGNATURES, ids=lambda function: function.__name__)
def test_a_function_takes_these_arguments_and_no_others(function: object) -> None:
    assert callable(function)
    assert [name for name in inspect.signature(function).parameters if name != "self"] == SIGNATURES[function]


def test_a_new_name_is_seen() -> None:
    class Sheet(PriceSheet):
        def price_anew(self) -> None: ...

    assert names_of(Sheet) - names_of(PriceSheet) == {"price_anew"}


def missing(text: str) -> set[str]:
    """Public names that a page does not speak of."""
    names = {name for kind in NAMES for name in (*NAMES[kind], kind.__name__)} | MODULE
    arguments = {name for listed in SIGNATURES.values() for name in listed}
    return {name for name in names | arguments if f"`{name}`" not in text and f"`{name}(" not in text
            and f".{name}`" not in text and f"{name}=" not in text and f".{name}(" not in text}  # fmt: skip


def test_the_page_speaks_of_every_public_name() -> None:
    text = (ROOT / "docs" / "library.md").read_text("utf-8")
    assert missing(text) == set()
    assert "desirability" in missing(text.replace("`desirability`", "").replace(".desirability", ""))


def test_the_version_is_one() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "punto", "--version"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        cwd=Path.cwd(),
    )
    assert done.stdout == f"punto {punto.__version__}\n"
