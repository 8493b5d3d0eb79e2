"""The wheels: the same when made twice, with tags and symbols; and the library in a bare environment.

`./run --group wheels pytest -m wheels` runs these: they compile for other machines, and take minutes.
"""

from __future__ import annotations

import importlib.util
import os
import re
import resource
import shutil
import struct
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from punto.chance.frame import masks_of
from punto.coup import STANDARD
from punto.kernel import CELLS, counts
from punto.kernel.build import FLAGS, SOURCES, TARGETS, ZIG_FLAGS, Platform, library_name, wasm_name
from punto.kernel.deal import words as random_words
from punto.kernel.wasm import wasm_path
from structure.tree import ROOT
from tools.wheels import make_wheel

pytestmark = [
    pytest.mark.wheels,
    pytest.mark.skipif(importlib.util.find_spec("ziglang") is None, reason="needs the group `wheels`"),
]
EPOCH = "1763467200"
SYMBOLS = ("punto_paths", "punto_plan", "punto_counts", "punto_price", "punto_deal", "punto_record")
DEALS, BANKER_WINS = "4998398275503360", "2292252566437888"
"""Of eight decks, as everybody prints them."""


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("wheels")


def wheel_of(made: Path, target: Platform) -> Path:
    """Made once a session."""
    found = list(made.glob(f"*-py3-none-{target.tag}.whl"))
    return found[0] if found else make_wheel(target.name, made, EPOCH)


@pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)
def test_a_wheel_is_the_same_when_made_twice_and_has_its_tag_and_its_symbols(
    target: Platform, made: Path, tmp_path: Path
) -> None:
    wheel = wheel_of(made, target)
    assert make_wheel(target.name, tmp_path, EPOCH).read_bytes() == wheel.read_bytes()
    assert wheel.stat().st_size < 2_000_000
    with zipfile.ZipFile(wheel) as package:
        [metadata] = [name for name in package.namelist() if name.endswith(".dist-info/WHEEL")]
        tags = re.findall(r"^Tag: (.*)$", package.read(metadata).decode(), re.MULTILINE)
        assert sorted(tags) == sorted(f"py3-none-{one}" for one in target.tag.split("."))
        library = package.read(f"punto/kernel/{library_name(SOURCES, target)}")
        assert sorted(name for name in package.namelist() if "/_core-" in name) == sorted(
            f"punto/kernel/{name}" for name in (library_name(SOURCES, target), wasm_name())
        )
        assert package.read(f"punto/kernel/{wasm_name()}") == wasm_path().read_bytes()
    begins = {"linux": b"\x7fELF", "darwin": b"\xcf\xfa\xed\xfe", "win32": b"MZ"}[target.system]
    assert library.startswith(begins)
    assert all(symbol.encode() in library for symbol in SYMBOLS)
    assert len(library) < 300_000
    assert str(ROOT).encode() not in library
    if target.triple.startswith(("x86_64-linux-gnu", "aarch64-linux-gnu")):
        assert all(int(minor) <= 17 for minor in re.findall(rb"GLIBC_2\.(\d+)", library))
    if target.system == "darwin":
        assert b"@rpath/_core.dylib" in library


def test_a_small_program_counts_right_against_musl(tmp_path: Path) -> None:
    program = tmp_path / "small"
    flags = [flag for flag in FLAGS if flag not in ("-shared", "-fPIC")]
    units = [str(Path(__file__).parent / "small.c"), *map(str, sorted(SOURCES.glob("*.c")))]
    target = ["-target", f"{os.uname().machine}-linux-musl", "-static"]
    command = [sys.executable, "-m", "ziglang", "cc", *ZIG_FLAGS, *target, *flags, f"-I{SOURCES}"]
    subprocess.run([*command, "-o", str(program), *units], check=True, capture_output=True)
    done = subprocess.run([str(program)], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == [DEALS, BANKER_WINS]


@pytest.mark.parametrize("name", ["linux-arm64", "musl-arm64"])
def test_the_library_of_an_arm64_wheel_counts_and_shuffles_as_this_machines_does(name: str, made: Path) -> None:
    """The very library of the wheel, in an emulator: every cell of some shoes, and a stream of random words."""
    from wheels.emulated import Arm64Library

    with zipfile.ZipFile(wheel_of(made, TARGETS[name])) as package:
        library = Arm64Library(package.read(f"punto/kernel/{library_name(SOURCES, TARGETS[name])}"))
    masks = masks_of(STANDARD)
    words = (masks.naturals, masks.player_draws, masks.banker_draws_alone, *masks.banker_draws_on)
    tableau = library.put(struct.pack("<13i", *words))
    plan = library.room(library.call("punto_plan_size") & 0xFFFF_FFFF)
    library.call("punto_plan", tableau, plan)
    rng = np.random.default_rng(1)
    shoes = np.concatenate([[[128] + [32] * 9], [[160] * 4 + [90] * 6], rng.integers(0, 33, size=(6, 10))])
    out = library.room(8 * CELLS * len(shoes))
    for route in (-1, 0, 1, 2):
        fault = library.call("punto_counts", plan, library.put(shoes.astype("<i8").tobytes()), len(shoes), route, out)
        assert fault == 0
        found = np.frombuffer(library.read(out, 8 * CELLS * len(shoes)), dtype="<i8").reshape(len(shoes), CELLS)
        assert (found == counts(shoes, masks)).all()
    place = library.room(8 * 100)
    library.call("punto_words", 7, 3, 100, place)
    assert (np.frombuffer(library.read(place, 800), dtype="<u8") == random_words(7, 3, 100)).all()


def pythons() -> Iterator[Path]:
    """Every Python from 3.11 on that this machine has."""
    folders = [*Path("~/.pyenv/versions").expanduser().glob("3.*/bin"), Path("/usr/bin"), Path("/usr/local/bin")]
    seen = set()
    for folder in folders:
        for file in sorted(folder.glob("python3.*")):
            if re.fullmatch(r"python3\.(1[1-9]|[2-9]\d)", file.name) and file.resolve() not in seen:
                seen.add(file.resolve())
                yield file


FIRST_EDGE = (
    "import punto; edge = punto.load('easy-six').price().bets['banker'].edge; "
    "assert str(edge) == '284694798368/19524993263685', edge; "
    "assert abs(punto.load('easy-six').simulate(coups=10_000).bets['banker'].edge) < 1; "
    "import sys; print(sorted({'typer', 'litestar', 'sqlalchemy'} & set(sys.modules)))"
)


def processor_seconds() -> float:
    """Of all that was started so far: the clock's hang on what else the machine does."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def uv() -> str:
    found = os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    if not Path(found).exists():
        pytest.skip("there is no uv here to make a bare environment with")
    return found


@pytest.mark.parametrize("resolution", ["lowest", "highest"])
@pytest.mark.parametrize("python", list(pythons()), ids=str)
def test_the_wheel_alone_gives_the_first_edge_on_every_python(
    python: Path, resolution: str, made: Path, tmp_path: Path
) -> None:
    """With the oldest and the newest numpy and msgspec that are allowed and there for that Python."""
    wheel, venv = wheel_of(made, TARGETS["linux-x86_64"]), tmp_path / "bare"
    started = processor_seconds()
    subprocess.run([uv(), "venv", "-q", "--python", str(python), str(venv)], check=True, timeout=300)
    oldest = [] if resolution == "highest" else ["--resolution", resolution, "--only-binary", ":all:"]
    install = [uv(), "pip", "install", "-q", "--python", str(venv / "bin" / "python"), *oldest, str(wheel)]
    done = subprocess.run(install, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode and resolution != "highest":
        pytest.skip(f"the oldest are not there for {python.name}: {done.stderr.strip().splitlines()[-1][:200]}")
    assert done.returncode == 0, done.stderr
    told = subprocess.run(
        [str(venv / "bin" / "python"), "-c", FIRST_EDGE],
        capture_output=True, text=True, check=False, timeout=300, cwd=tmp_path, env={"PATH": "", "HOME": str(tmp_path)},
    )  # fmt: skip
    seconds = processor_seconds() - started
    assert told.returncode == 0, told.stderr
    assert told.stdout == "[]\n"
    packages = next((venv / "lib").glob("python3*/site-packages"))
    size = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file())
    installed = sorted(file.name.split("-")[0] for file in packages.glob("*.dist-info"))
    assert installed == ["msgspec", "numpy", "punto"]
    versions = ", ".join(sorted(file.stem for file in packages.glob("*.dist-info")))
    print(f"{python}, {versions}: {seconds:.1f} s, {size / 2**20:.1f} MB with bytecode")
    assert seconds < 15
    if resolution == "highest":  # What anybody gets who asks for nothing else; older numpys are larger.
        assert size < 80 * 2**20
    version = subprocess.run(
        [str(venv / "bin" / "python"), "-m", "punto", "--version"],
        capture_output=True, text=True, check=True, timeout=60, cwd=tmp_path,
    )  # fmt: skip
    assert version.stdout == f"punto {wheel.name.split('-')[1]}\n"
    command = subprocess.run(
        [str(venv / "bin" / "python"), "-m", "punto", "odds", "easy-six"],
        capture_output=True, text=True, check=False, timeout=60, cwd=tmp_path,
    )  # fmt: skip
    assert command.returncode != 0
    assert command.stderr.strip() == (
        "punto: the command line needs typer, which is not installed: pip install 'punto[cli]'"
    )
