"""`punto simulate` and `punto counts`: what they print, what they leave, and what bad input gets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.calling import Punto
from cli.conftest import punto
from punto.cli.folder import write_whole
from punto.kit import Refused

__all__ = ["punto"]
PLANS = Path(__file__).parents[2] / "examples" / "plans"


def test_simulate_prints_the_promised_keys(punto: Punto) -> None:
    told = punto("simulate", "da-hu-ying-xiong", "--coups", "2e5", "--seed", "5", "--sessions", "50", "--json").json
    assert {"coups", "shoes", "seed", "bets", "insurance"} <= set(told)
    assert told["seed"] == 5
    assert abs(told["coups"] - 200_000) < 3000
    for bet in told["bets"]:
        assert set(bet) == {"bet", "edge_pct", "se_pct", "exact_edge_pct", "z"}
        assert abs(bet["z"]) < 4
    assert {use["policy"] for use in told["insurance_use"]} == {"never", "always", "favourable"}
    assert any("cut card" in note for note in told["notes"])
    again = punto("simulate", "da-hu-ying-xiong", "--coups", "2e5", "--seed", "5", "--sessions", "50", "--json")
    threads = punto(
        "simulate", "da-hu-ying-xiong", "--coups", "2e5", "--seed", "5", "--sessions", "50", "--threads", "3", "--json"
    )
    assert again.json == told == threads.json


def test_simulate_tells_people_the_same(punto: Punto) -> None:
    called = punto("simulate", "easy-six", "--shoes", "500", "--sessions", "50")
    assert called.status == 0
    for words in ("Easy Six", "Whole shoes", "Ruin", "A cut", "Big Road"):
        assert words in called.out


def test_simulate_leaves_a_whole_folder(punto: Punto, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "run"
    called = punto(
        "simulate", "easy-six", "--shoes", "200", "--sessions", "20", "--out", str(out), "--parquet", "--json"
    )
    assert called.status == 0
    assert {path.name for path in out.iterdir()} == {
        "figures.json",
        "simulation.html",
        "simulation.pdf",
        "pictures",
        "coups.parquet",
    }
    assert all(file.read_text(encoding="utf-8").startswith("<svg") for file in (out / "pictures").iterdir())
    assert (out / "simulation.pdf").read_bytes().startswith(b"%PDF")
    told = called.json
    rows = duckdb.sql(f"select count(*), avg(gain_banker), max(shoe) from '{out}/coups.parquet'").fetchone()
    assert rows[0] == told["coups"]
    edge = next(bet["edge_pct"] for bet in told["bets"] if bet["bet"] == "banker")
    assert -100 * rows[1] == pytest.approx(edge)
    assert rows[2] == 199
    pairs = duckdb.sql(
        f"select count(*) from '{out}/coups.parquet' where (player_pair is not null) != (gain_player_pair > 0)"
    ).fetchone()
    assert pairs == (0,)


def test_the_duckdb_example_runs(punto: Punto, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "run"
    punto("simulate", "easy-six", "--shoes", "200", "--sessions", "20", "--out", str(out), "--parquet", "--json")
    text = (PLANS.parent / "coups.sql").read_text(encoding="utf-8").replace("run/coups.parquet", f"{out}/coups.parquet")
    for statement in filter(str.strip, text.split(";")):
        assert duckdb.sql(statement).fetchall()


def test_counts_prints_the_promised_keys(punto: Punto) -> None:
    tags = "3=-1,4=-1,5=-1,6=-2,7=1,8=2,9=2"
    told = punto(
        "counts", "da-hu-ying-xiong", "--bet", "big_tiger", "--shoes", "200", "--tags", tags, "--trigger", "8", "--json"
    ).json
    [bet] = told["bets"]
    assert bet["bet"] == "big_tiger"
    assert bet["tags"] == {"3": -1, "4": -1, "5": -1, "6": -2, "7": 1, "8": 2, "9": 2}
    assert bet["trigger"] == 8
    for figure in ("bet_share_pct", "edge_when_bet_pct", "units_per_100", "units_per_shoe"):
        assert bet[f"{figure}_se"] > 0
        assert bet["perfect"][f"{figure}_se"] > 0
    assert [line["cut"] for line in bet["by_cut"]][:2] == [14, 26]


def test_counts_searches_every_bet_and_offer_and_writes_sheets(punto: Punto, tmp_path: Path) -> None:
    out = tmp_path / "counts"
    called = punto("counts", "rws-insurance", "--shoes", "64", "--out", str(out))
    assert called.status == 0
    assert "Insurance with the open cards known" in called.out
    assert {path.name for path in out.iterdir()} == {"figures.json", "counts.html", "counts.pdf"}


@pytest.mark.parametrize("file", sorted(PLANS.glob("*.toml")), ids=lambda file: file.stem)
def test_plans_are_played(punto: Punto, file: Path) -> None:
    told = punto("simulate", "da-hu-ying-xiong", "--plan", str(file), "--sessions", "30", "--json").json
    assert told["sessions"] == 30
    called = punto("simulate", "da-hu-ying-xiong", "--plan", str(file), "--sessions", "30")
    assert "The house's edge per unit staked" in called.out


BAD = [
    (["--coups", "0"], "--coups 0 cannot be done"),
    (["--coups", "-5"], "--coups '-5' is not a number"),
    (["--coups", "1e99"], "cannot be done"),
    (["--coups", "nan"], "is not a number"),
    (["--coups", "1.5"], "is not a whole number"),
    (["--shoes", "1e20"], "cannot be done"),
    (["--shoes", "5", "--coups", "5"], "choose one"),
    (["--cut", "416"], "the cut card cannot lie 416 cards from the end"),
    (["--cut", "-1"], "the cut card cannot lie -1"),
    (["--decks", "99"], "decks, not 99"),
    (["--burn", "lots"], "is neither `first`, `none` nor a number"),
    (["--burn", "9999"], "cannot be burned"),
    (["--seed", "-1"], "the seed -1 is not a whole number"),
    (["--seed", str(2**64)], "is not a whole number from 0"),
    (["--threads", "0"], "--threads 0 cannot be used"),
    (["--on", "mars"], "choose threads, gpu, dask or tcp"),
    (["--parquet"], "--parquet needs --out"),
    (["--stake", "0"], "a stake of 0 cannot be bet"),
    (["--stake", "500"], "a stake of 500 cannot be bet from a bankroll of 100"),
    (["--bankroll", "-4"], "a bankroll of -4 cannot be played"),
    (["--session-coups", "0"], "a session of 0 coups cannot be played"),
    (["--sessions", "0"], "--sessions 0 cannot be done"),
    (["--plan", "/no/such/plan.toml"], "cannot be read"),
    (["--out", "/no/such/folder/run"], "is not a folder"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD, ids=lambda value: " ".join(value)[:40])
def test_bad_input_is_one_sentence(punto: Punto, arguments: list[str], sentence: str) -> None:
    called = punto("simulate", "easy-six", "--sessions", "10", *arguments)
    assert called.status == 2
    assert called.out == ""
    assert called.err.count("\n") == 1
    assert sentence in called.err


BAD_COUNTS = [
    (["--bet", "nothing"], "has no bet 'nothing'"),
    (["--tags", "Z=1"], "there is no rank 'Z'"),
    (["--tags", "3=1", "--count", "x.toml"], "choose one"),
    (["--trigger", "3"], "--trigger needs a count"),
    (["--tags", "3=1", "--trigger", "99999"], "beyond any count"),
    (["--count", "/no/such.toml"], "cannot be read"),
    (["--shoes", "0"], "cannot be done"),
    (["--shoes", "1e30"], "cannot be done"),
    (["--cut", "500"], "the cut card cannot lie 500"),
]


@pytest.mark.parametrize(("arguments", "sentence"), BAD_COUNTS, ids=lambda value: " ".join(value)[:40])
def test_bad_input_to_counts_is_one_sentence(punto: Punto, arguments: list[str], sentence: str) -> None:
    called = punto("counts", "easy-six", *arguments)
    assert called.status == 2
    assert called.err.count("\n") == 1
    assert sentence in called.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tags]\n11 = 1\n", "there is no rank '11'"),
        ("[tags]\n3 = 1.5\n", "not a whole number"),
        ("tags = 3\n", "has no table"),
        ("[tags\n", "is not TOML"),
    ],
)
def test_a_bad_count_file_is_one_sentence(punto: Punto, tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "count.toml"
    file.write_text(text, encoding="utf-8")
    called = punto("counts", "easy-six", "--count", str(file))
    assert called.status == 2
    assert sentence in called.err


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"name = '\xff'", "is not UTF-8 at byte 8"),
        (b"a = " + b"[" * 50_000, "it is nested too deep"),
        (b"#" * 70_000, "is larger than 64 KiB"),
    ],
)
@pytest.mark.parametrize("option", ["counts --count", "simulate --plan"])
def test_a_hostile_file_is_one_plain_sentence(
    punto: Punto, tmp_path: Path, content: bytes, sentence: str, option: str
) -> None:
    file = tmp_path / "hostile.toml"
    file.write_bytes(content)
    command, flag = option.split()
    called = punto(command, "easy-six", flag, str(file))
    assert called.status == 2
    assert sentence in called.err


def test_a_folder_in_use_is_refused_before_any_work(punto: Punto, tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("mine", encoding="utf-8")
    called = punto("simulate", "easy-six", "--coups", "1e12", "--sessions", "1", "--out", str(tmp_path))
    assert called.status == 2
    assert "is already there" in called.err
    assert (tmp_path / "kept").read_text(encoding="utf-8") == "mine"


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    def fill(folder: Path) -> None:
        (folder / "half").write_text("…", encoding="utf-8")
        raise OSError(28, "No space left on device")

    with pytest.raises(Refused, match="No space left on device; nothing was left there"):
        write_whole(tmp_path / "run", fill)
    assert list(tmp_path.iterdir()) == []


def worked(pid: int) -> float:
    """Seconds of processor time that a process has used."""
    times = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="how busy a process is can only be read on Linux")
def test_ctrl_c_keeps_what_is_done() -> None:
    """A run far too long to end, interrupted: it prints the figures of the shoes that were dealt, and says so."""
    # A test run that was put into the background ignores Ctrl-C, and so would what it starts.
    hears = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    punto = [sys.executable, "-c", f"{hears}; from punto.cli.main import main; main()"]
    command = [*punto, "simulate", "easy-six", "--coups", "1e13", "--sessions", "1", "--threads", "1", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while worked(running.pid) < 3:  # However busy the machine is, by then it deals.
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert running.returncode == 0, err
    told = json.loads(out)
    assert not told["complete"]
    assert told["coups"] > 1_000_000
    assert any(f"--shoes {told['shoes']}" in note for note in told["notes"])
