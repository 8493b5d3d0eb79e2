"""`punto`: finds the command's module, runs it, and turns whatever is refused into one sentence."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import typer

from punto.cli.screen import PLAIN
from punto.kit import Refused
from punto.rulebook import BadRulebook

COMMANDS = ("audit", "counts", "coup", "log", "odds", "rules", "serve", "settle", "simulate", "table", "upgrade")
"""Each is a module beside this one with a function `add_to(app)`."""

_LONGEST = 1500
"""A sentence that is longer quotes too much of what it refuses."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a wrong argument is one sentence on stderr and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where the descriptor is closed.
            stream.reconfigure(errors=PLAIN)
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status."""
    if sys.stdout is None:
        return _say("standard output is closed")
    try:
        status = _app(arguments)(args=arguments or ["--help"], prog_name="punto", standalone_mode=False)
        sys.stdout.flush()
    except Refused as error:
        return _say(str(error))
    except BadRulebook as error:
        return _say(f"{error}. `punto rules check {error.file}` shows all")
    except typer.TyperException as error:
        return _say(_usage(error))
    except typer.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (BrokenPipeError, SystemExit):  # Typer turns the first into the second.
        _give_up_output()  # Its reader went away; there is nobody left to tell.
        return 141
    except OSError as error:
        _give_up_output()
        place = f"{error.filename}: " if error.filename else "reading or writing failed: "
        return _say(f"{place}{error.strerror or error}")
    return status if isinstance(status, int) else 0


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the words of a command, and the known ones where a command is unknown."""
    message = error.format_message()
    known = getattr(getattr(getattr(error, "ctx", None), "command", None), "commands", None)
    if not known or not message.startswith("No such command"):
        return message
    return f"{message} Known: {', '.join(known)}"


def _say(sentence: str) -> int:
    one_line = " ".join(sentence.split())
    shown = one_line if len(one_line) <= _LONGEST else one_line[:_LONGEST] + " …"
    if sys.stderr is not None:
        print(f"punto: {shown}", file=sys.stderr)
    return 2


def _give_up_output() -> None:
    """Let what is still unwritten go nowhere, or the interpreter would fail on it again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _app(arguments: list[str]) -> typer.Typer:
    """The app with the one command that is asked for, so that no other is imported; with all of them for help."""
    app = typer.Typer(
        name="punto",
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def punto() -> None:
        """A baccarat house as software: rules as data, exact odds, exact settlement."""

    asked = next((word for word in arguments if not word.startswith("-")), "")
    for command in [asked] if asked in COMMANDS else COMMANDS:
        import_module(f"punto.cli.{command}").add_to(app)
    return app
