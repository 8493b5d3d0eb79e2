"""`punto complete`: the lines that teach a shell to complete commands and options."""

from __future__ import annotations

from typing import Annotated

import typer

from punto.kit import Refused
from punto.rulebook import known_ones

SHELLS = ("bash", "zsh", "fish", "powershell")
VARIABLE = "_PUNTO_COMPLETE"
"""Set by those lines when the shell asks for completions; `main` then prints them."""


def add_to(app: typer.Typer) -> None:
    app.command("complete")(complete)


def complete(
    shell: Annotated[str, typer.Argument(metavar="SHELL", help=f"Which shell: {', '.join(SHELLS)}.")],
) -> None:
    """Print the completion of a shell: punto complete bash >> ~/.bashrc, for one."""
    from typer._completion_shared import get_completion_script

    if shell not in SHELLS:
        raise Refused(code="unknown_shell", message=f"there is no shell {shell[:40]!r}; {known_ones(shell, SHELLS)}")
    print(get_completion_script(prog_name="punto", complete_var=VARIABLE, shell=shell))
