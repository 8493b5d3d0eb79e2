"""What is wrong with what a caller gives: one exception with a code and a sentence, whatever it was."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import punto
from punto.kit import Refused
from structure.tree import PACKAGE


class PathOfBytes:
    def __fspath__(self) -> bytes:
        return b"easy-six"


anyhow: Any = punto
"""What a caller without types may try."""

BAD: dict[str, Callable[[], object]] = {
    "unknown_rulebook": lambda: anyhow.load("easy-sixx"),
    "unknown_edition": lambda: anyhow.load("easy-six@1999"),
    "no_such_file": lambda: anyhow.load("/no/such/rulebook.toml"),
    "bad_rulebook": lambda: anyhow.load(Path(__file__)),
    "unknown_bet": lambda: anyhow.load("easy-six").price().bets["bankr"],
    "bet_not_open": lambda: anyhow.load("easy-six").price(cards="5h 6c Td 8s").bets["player_pair"],
    "unknown_card": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5x"),
    "stake_not_whole": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", player=1.5),
    "stake_not_positive": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", player=0),
    "too_few_cards": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s", player=1),
    "too_many_cards": lambda: anyhow.load("easy-six").settle("9h 9c Td Ts 9d", player=1),
    "incomplete_composition": lambda: anyhow.load("easy-six").price(shoe={"A": 30}),
    "negative_count": lambda: anyhow.load("easy-six").price(shoe=dict.fromkeys("A23456789TJQK", -1)),
    "bad_composition": lambda: anyhow.load("easy-six").price(shoe=dict.fromkeys("A23456789TJQK", 1.5)),
    "wrong_number_of_decks": lambda: anyhow.load("easy-six").price(decks=99),
    "unknown_place": lambda: anyhow.load("easy-six").price(known={"player3": "5"}),
    "bad_known": lambda: anyhow.load("easy-six").price(known={"player1": "B"}),
    "known_impossible": lambda: anyhow.load("easy-six").price(known={"player1": "9", "player2": "9", "player": 1}),
    "unknown_result": lambda: anyhow.roads("BPX"),
    "bad_seed": lambda: anyhow.load("easy-six").deal(seed=-1),
    "bad_shoe": lambda: anyhow.load("easy-six").shoe(cut=9999),
    "bad_burn": lambda: anyhow.load("easy-six").shoe(burn="some"),
    "not_whole": lambda: anyhow.load("easy-six").simulate(coups=0),
    "coups_and_shoes": lambda: anyhow.load("easy-six").simulate(coups=5, shoes=5),
    "bad_tags": lambda: anyhow.load("easy-six").counts("easy_six", tags=[3]),
    "unknown_rank": lambda: anyhow.load("easy-six").counts("easy_six", tags={"B": 3}),
    "trigger_alone": lambda: anyhow.load("easy-six").counts("easy_six", trigger=3),
    "bad_coups_after_cut": lambda: anyhow.load("easy-six").counts("easy_six", coups_after_cut=3),
    "bad_cuts": lambda: anyhow.load("easy-six").counts("easy_six", cuts=[3]),
    "bad_insurance": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", insurance=["banker"], banker=5),
    "unknown_rounding": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", rounding="upwards"),
    "no_commission": lambda: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", commission="5%"),
    "unknown_road": lambda: anyhow.roads("BP").drawing("big_rod"),
    "unknown_engine": lambda: anyhow.load("easy-six").simulate(coups=9, on="thread"),
    "unknown_shoe": lambda: anyhow.load("easy-six").edges([32] * 13).exact(7, "banker"),
    "bad_threads": lambda: anyhow.load("easy-six").simulate(coups=9, threads=0),
    "bad_cards": lambda: anyhow.load("easy-six").settle(None, player=1),
    "bad_trigger": lambda: anyhow.load("easy-six").counts("easy_six", tags="6=-4,T=1", trigger=8.5),
    "no_such_folder": lambda: anyhow.rulebooks(rulebooks=5),
    "bad_as_of": lambda: anyhow.load("easy-six", as_of=5),
}

WRONG_KINDS: dict[str, Callable[[object], object]] = {
    "load": anyhow.load,
    "roads": anyhow.roads,
    "decks": lambda wrong: anyhow.load("easy-six").price(decks=wrong),
    "without": lambda wrong: anyhow.load("easy-six").price(without=wrong),
    "shoe": lambda wrong: anyhow.load("easy-six").price(shoe=wrong),
    "cards": lambda wrong: anyhow.load("easy-six").price(cards=wrong),
    "known": lambda wrong: anyhow.load("easy-six").price(known=wrong),
    "commission": lambda wrong: anyhow.load("punto-banco").price(commission=wrong),
    "bets": lambda wrong: anyhow.load("easy-six").price().bets[wrong],
    "edges": lambda wrong: anyhow.load("easy-six").edges(wrong),
    "edges of a bet": lambda wrong: anyhow.load("easy-six").edges([32] * 13)[wrong],
    "settle": lambda wrong: anyhow.load("easy-six").settle(wrong),
    "stake": lambda wrong: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", player=wrong),
    "insurance": lambda wrong: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", insurance=wrong, player=1),
    "rounding": lambda wrong: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", rounding=wrong),
    "seed": lambda wrong: anyhow.load("easy-six").deal(seed=wrong),
    "cut": lambda wrong: anyhow.load("easy-six").shoe(cut=wrong),
    "burn": lambda wrong: anyhow.load("easy-six").shoe(burn=wrong),
    "coups": lambda wrong: anyhow.load("easy-six").simulate(coups=wrong),
    "threads": lambda wrong: anyhow.load("easy-six").simulate(coups=9, threads=wrong),
    "on": lambda wrong: anyhow.load("easy-six").simulate(coups=9, on=wrong),
    "simulated": lambda wrong: anyhow.load("easy-six").simulate(coups=9).bets[wrong],
    "counted": lambda wrong: anyhow.load("easy-six").counts(wrong),
    "tags": lambda wrong: anyhow.load("easy-six").counts("easy_six", tags=wrong),
    "trigger": lambda wrong: anyhow.load("easy-six").counts("easy_six", tags="6=-4,T=1", trigger=wrong),
    "cuts": lambda wrong: anyhow.load("easy-six").counts("easy_six", cuts=wrong),
    "coups after the cut": lambda wrong: anyhow.load("easy-six").counts(
        "easy_six", tags="6=-4,T=1", trigger=8, coups_after_cut=wrong
    ),
    "rulebooks": lambda wrong: anyhow.rulebooks(rulebooks=wrong),
    "a rulebook": lambda wrong: anyhow.rulebooks()[wrong],
    "as_of": lambda wrong: anyhow.load("easy-six", as_of=wrong),
    "covariance": lambda wrong: anyhow.load("easy-six").price().covariance("banker", wrong),
    "exact": lambda wrong: anyhow.load("easy-six").edges([32] * 13).exact(wrong, "banker"),
    "road": lambda wrong: anyhow.roads("BP").drawing(wrong),
    "count of a rank": lambda wrong: anyhow.load("easy-six").price(shoe={"A": wrong}),
    "place": lambda wrong: anyhow.load("easy-six").price(known={"player1": wrong}),
    "tag": lambda wrong: anyhow.load("easy-six").counts("easy_six", tags={"6": wrong}),
    "insured": lambda wrong: anyhow.load("easy-six").settle("3h 9c 3d 5s 9d", insurance=[(wrong, wrong, wrong)]),
}
NOTHING_IS_FINE = {"roads", "without", "cards", "insurance", "tags", "cuts", "rulebooks", "trigger"}
"""Where an empty row says something."""


LONG = -(10**5000)
"""Longer than Python prints."""
OF_WRONG_KINDS: dict[str, object] = {
    "2.5": 2.5,
    "object": object(),
    "nan": float("nan"),
    "list": [object()],
    "bytes": b"x",
    "long": LONG,
    "list of a long one": [LONG],
    "array": np.array([[1.5, 2.5], [3.5, 4.5]]),
    "array of nothing": np.array([]),
    "array of no dimensions": np.array(2.5),
    "path of bytes": PathOfBytes(),
    "mapping": {LONG: LONG},
}


@pytest.mark.parametrize("wrong", OF_WRONG_KINDS)
@pytest.mark.parametrize("what", WRONG_KINDS)
def test_a_value_of_a_wrong_kind_is_refused_and_never_a_traceback_of_the_inside(what: str, wrong: str) -> None:
    if wrong == "array of nothing" and what in NOTHING_IS_FINE:
        return
    with pytest.raises(punto.Refused) as refused:
        WRONG_KINDS[what](OF_WRONG_KINDS[wrong])
    assert refused.value.code
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("coups", [10**400, Fraction(10**400), 1e300, Fraction(3, 2)])
def test_more_coups_than_anybody_deals_are_refused(coups: Any) -> None:
    for what in ("coups", "shoes"):
        with pytest.raises(punto.Refused, match="10\\^18") as refused:
            punto.load("easy-six").simulate(**{what: coups})
        assert refused.value.code == "not_whole"


@pytest.mark.parametrize("code", BAD)
def test_whatever_is_wrong_is_one_exception_with_a_code_and_a_sentence(code: str) -> None:
    with pytest.raises(punto.Refused) as refused:
        BAD[code]()
    assert refused.value.code == code
    assert refused.value.message
    assert "\n" not in refused.value.message
    assert "--" not in refused.value.message
    assert str(refused.value) == refused.value.message


def test_a_refusal_names_its_paragraph_and_the_nearest_word() -> None:
    with pytest.raises(punto.Refused) as refused:
        punto.load("easy-six").settle("3h 9c 3d 5s")
    assert refused.value.cite == "3.5"
    with pytest.raises(punto.Refused, match="did you mean easy_six"):
        punto.load("easy-six").settle("3h 9c 3d 5s 9d", easy_sixx=1)


def test_a_package_without_its_kernel_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """A copy of the package without the built core, on a machine without a compiler."""
    copy = tmp_path / "punto"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("_core-*", "pages", "__pycache__"))
    program = (
        "import sys; sys.modules['ziglang'] = None\nimport punto\ntry:\n    punto.load('easy-six').price()\n"
        "except punto.Refused as refused:\n    print(refused.code, refused.message)"
    )
    environment = {"PATH": "", "PYTHONPATH": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path), "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120, env=environment
    )
    assert done.stdout.startswith("no_compiler Punto's C core is not built and there is no C compiler")
    assert done.stdout.count("\n") == 1


def test_a_refusal_survives_the_way_between_processes() -> None:
    import pickle

    refused = pickle.loads(pickle.dumps(Refused(code="bad_seed", cite="5.1", message="no")))
    assert (refused.code, refused.cite, refused.message) == ("bad_seed", "5.1", "no")
