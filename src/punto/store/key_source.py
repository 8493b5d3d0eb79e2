"""Where a key of 32 bytes comes from: a text, a file of its owner's alone, a command, or a file descriptor.

With a command or a descriptor the key need not lie on the disk of the machine that serves. No message contains a key,
nor the output of a command that should have printed one.
"""

from __future__ import annotations

import os
import shlex
import stat
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Final

from punto.store.error import StoreError
from punto.store.private import MODE

KEY_OCTETS: Final = 32

_COMMAND_SECONDS: Final = 30
"""How long a command may take to print a key."""

_LONGEST: Final = 4096
"""The most that is read of a text that should be a key."""

_descriptors: Final[dict[int, str]] = {}
"""The text read from each descriptor: a pipe can be read once, and a start needs its key more than once."""


def key_from_text(text: str, where: str) -> bytes:
    """The key that is written here, in hex."""
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_OCTETS:
        raise StoreError(code="key_is_not_a_key", message=f"{where} does not hold {KEY_OCTETS} bytes in hex")
    return key


def key_from_file(file: Path) -> bytes:
    """The key in a file, which nobody but its owner may read."""
    try:
        if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise StoreError(
                code="key_is_open_to_others", message=f"{file.name} can be read by others; its mode must be 600"
            )
        with file.open(encoding="utf-8", errors="replace") as opened:
            return key_from_text(opened.read(_LONGEST), file.name)
    except OSError as error:
        raise StoreError(code="no_key", message=f"{file} cannot be read: {error.strerror or error}") from None


def key_from_command(command: str, where: str) -> bytes:
    """The key that a command prints; it is run without a shell."""
    try:
        words = shlex.split(command)
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_COMMAND_SECONDS, check=False
        )
    except (OSError, ValueError, IndexError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no command"
        raise StoreError(code="no_key", message=f"the command of {where} cannot be run: {why}") from None
    except subprocess.TimeoutExpired:
        message = f"the command of {where} printed no key within {_COMMAND_SECONDS} seconds"
        raise StoreError(code="no_key", message=message) from None
    if done.returncode:
        message = f"the command of {where} failed with status {done.returncode}, and its output is not shown"
        raise StoreError(code="no_key", message=message)
    return key_from_text(done.stdout[:_LONGEST].decode("utf-8", "replace"), f"what the command of {where} printed")


def key_from_descriptor(number: str, where: str) -> bytes:
    """The key that can be read from a descriptor which this process was started with."""
    if not number.isascii() or not number.isdigit():
        raise StoreError(code="no_key", message=f"{where} is the number of a file descriptor, and not {number[:20]!r}")
    descriptor = int(number)
    if descriptor not in _descriptors:
        try:
            with os.fdopen(descriptor, encoding="utf-8", errors="replace") as opened:
                _descriptors[descriptor] = opened.read(_LONGEST)
        except (OSError, OverflowError):
            raise StoreError(code="no_key", message=f"descriptor {number[:20]} of {where} cannot be read") from None
    return key_from_text(_descriptors[descriptor], f"the descriptor of {where}")


def make_key_file(file: Path) -> None:
    """Make a new random key, unless there is one already.

    Written whole under another name, then linked: a crash leaves no half key, and of two processes that start at once
    both use the one that was first.
    """
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, MODE), "w") as opened:
        opened.write(os.urandom(KEY_OCTETS).hex() + "\n")
        opened.flush()
        os.fsync(opened.fileno())
    with suppress(FileExistsError):
        os.link(draft, file)
    draft.unlink()
