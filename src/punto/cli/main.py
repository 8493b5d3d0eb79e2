"""`punto`: finds the command's module, runs it, and turns whatever is refused into one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

from punto.cli.output import set_streams
from punto.kit.extras import missing_extra
from punto.kit.refusal import Refused

COMMANDS = {
    "audit": "Check books and every payment, from the cards and the rules.",
    "backup": "Copy the books into a file, checked, while the house runs.",
    "complete": "Print what teaches a shell to complete commands and options.",
    "counts": "Find where a game can be beaten, how often and for how much.",
    "coup": "Deal one coup and tell it, with the paragraph behind every step.",
    "export": "Write the books as Parquet files.",
    "heads": "Sign where every log ends, to be kept elsewhere.",
    "keys": "The key of a house: give it up for another.",
    "log": "Tell a table's shift, or export it.",
    "odds": "Print what every bet and insurance offer is worth, exactly.",
    "people": "Accounts, from the machine itself: the way back in.",
    "report": "What the tables won, against what they should have won.",
    "restore": "Put a backup's books into a database; not under an open house.",
    "rules": "The rulebooks: list, show, check, begin and compare them.",
    "serve": "Open the house: live tables in the browser.",
    "settle": "Settle coups in bulk: one JSON object a line in, one out.",
    "simulate": "Simulate shoes and set them beside the exact values.",
    "site": "Write rulebooks, PAR sheets and tools as a site without a server.",
    "table": "Run a table from a script, one command a line.",
    "upgrade": "Bring the books of an older version forward; a copy is made first.",
}
"""Each is a module beside this one with a function `add_to(app)`, imported when it is run; the text is its help."""

_LONGEST = 1500
"""Letters of a refusal that are printed; a longer one quotes too much of the input."""

_COMPLETE = "_PUNTO_COMPLETE"
"""Set by a shell that asks for completions; `punto complete` prints the lines that set it."""

_LOOK: dict[str, Any] = {"add_completion": False, "pretty_exceptions_enable": False, "rich_markup_mode": None}


class Commands(TyperGroup):
    """The commands of `punto`: listed by name and short help, imported when one is run."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        for name, short_help in COMMANDS.items():
            self.add_command(TyperCommand(name, short_help=short_help))

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, command_of(name or ""), rest


def command_of(name: str) -> Any:
    """A command, from its module."""
    app = typer.Typer(**_LOOK)
    import_module(f"punto.cli.{name}").add_to(app)
    return get_group(app).commands[name]


app = typer.Typer(name="punto", cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, **_LOOK)


def _print_version(flag: bool) -> None:
    if flag:
        from importlib.metadata import version

        print(f"punto {version('punto')}")
        raise typer.Exit


@app.callback()
def punto(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A baccarat house as software: rules as data, exact odds, exact settlement."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; a wrong argument is one sentence on stderr and exit status 2."""
    set_streams()
    sys.exit(run(list(sys.argv[1:] if arguments is None else arguments)))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status."""
    if sys.stdout is None:
        return _say("standard output is closed")
    if _COMPLETE in os.environ:
        return _complete()
    try:
        status = app(args=arguments or ["--help"], prog_name="punto", standalone_mode=False)
        sys.stdout.flush()
    except Refused as error:
        return _say(str(error))
    except ImportError as error:
        refused = missing_extra(error, f"`punto {arguments[0]}`" if arguments else "punto")
        if refused is None:
            raise
        return _say(str(refused))
    except ValueError as error:
        return _say(_bad_rulebook(error))
    except typer.TyperException as error:
        return _say(_usage(error))
    except typer.Exit as error:
        return error.exit_code
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except (BrokenPipeError, SystemExit):  # Typer turns the first into the second.
        _give_up_output()  # The reader of the pipe has closed it.
        return 141
    except OSError as error:
        _give_up_output()
        place = f"{error.filename}: " if error.filename else "reading or writing failed: "
        return _say(f"{place}{error.strerror or error}")
    return status if isinstance(status, int) else 0


def _complete() -> int:
    """Prints the completions of the words that the shell passes on."""
    from typer._completion_classes import completion_init

    completion_init()
    try:
        app(args=[], prog_name="punto", complete_var=_COMPLETE, standalone_mode=False)
    except SystemExit as done:
        return done.code if isinstance(done.code, int) else 0
    return 0


def _bad_rulebook(error: ValueError) -> str:
    """A bad rulebook's first mistake and the command that shows all; any other ValueError is raised again."""
    from punto.rulebook import BadRulebook  # Imported when one came up: help and version read no rulebook.

    if not isinstance(error, BadRulebook):
        raise error
    return f"{error}. `punto rules check {error.file}` shows all"


def _usage(error: typer.TyperException) -> str:
    """What is wrong with a command's arguments, with the known commands or how to see the help."""
    message = error.format_message()
    context = getattr(error, "ctx", None)
    if context is not None and message.startswith(("Missing ", "Got unexpected ")):
        return f"{message.rstrip('.')}; `{context.command_path} --help` shows what it takes"
    group = getattr(context, "command", None)
    if not isinstance(group, TyperGroup) or context is None or not message.startswith("No such command"):
        return message
    return f"{message} Known: {', '.join(group.list_commands(context))}"


def _say(sentence: str) -> int:
    one_line = " ".join(sentence.split())
    text = one_line if len(one_line) <= _LONGEST else one_line[:_LONGEST] + " …"
    if sys.stderr is not None:
        print(f"punto: {text}", file=sys.stderr)
    return 2


def _give_up_output() -> None:
    """Send unwritten output to the null device, or the interpreter would fail on it again at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
