"""A command that has commands of its own: called alone it shows its help."""

from __future__ import annotations

import typer


def add_group(app: typer.Typer, name: str, about: str) -> typer.Typer:
    """A group of commands under this name, to which they are added."""
    group = typer.Typer(invoke_without_command=True, rich_markup_mode=None)
    group.callback(help=about)(_show_help)
    app.add_typer(group, name=name)
    return group


def _show_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())
