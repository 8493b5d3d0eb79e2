"""`punto serve`: a house with live tables, at a local address."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from pathlib import Path
from typing import Annotated

import typer

from punto.cli.options import RulebookFolders


def add_to(app: typer.Typer) -> None:
    app.command("serve")(serve)


def serve(
    settings: Annotated[Path | None, typer.Option(help="A settings file (TOML).")] = None,
    database: Annotated[str | None, typer.Option(help="A file, or a postgresql:// URL.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="The port to listen at.")] = None,
    demo: Annotated[
        bool | None, typer.Option("--demo/--no-demo", help="People, chips and patrons to play with.")
    ] = None,
    without_key: Annotated[
        bool,
        typer.Option("--without-key", help="Close open shoes whose key is lost, unrevealed; their rounds are decided."),
    ] = False,
    rulebooks: RulebookFolders = None,
) -> None:
    """Open the house: live tables in the browser. Without a house yet it is the demonstration, with play chips."""
    # Imported here: no other command needs the server, and it takes a moment to load.
    import msgspec

    from punto.house.settings import checked, monitoring_address, read_settings

    house_settings = read_settings(settings, os.environ)
    house_settings = checked(
        msgspec.structs.replace(
            house_settings,
            database=house_settings.database if database is None else database,
            host=house_settings.host if host is None else host,
            port=house_settings.port if port is None else port,
            rulebooks=[*house_settings.rulebooks, *map(str, rulebooks or ())],
        )
    )
    from punto.cli.serve_text import print_start
    from punto.house.house import House
    from punto.server.app import make_app
    from punto.server.journal import journal
    from punto.server.listen import SignalsToStop, bind, make_monitoring_server, make_server, run_server
    from punto.server.monitoring import monitoring_app
    from punto.server.service import Service

    with contextlib.ExitStack() as stack:
        # The addresses first: a house that nobody can reach is not opened.
        listener = stack.enter_context(bind(house_settings.host, house_settings.port))
        watched = (
            stack.enter_context(bind(*monitoring_address(house_settings.monitoring)))
            if house_settings.monitoring
            else None
        )
        stack.enter_context(journal())
        house = House.open(house_settings, demo, without_key=without_key)
        signals = stack.enter_context(SignalsToStop())
        stack.callback(house.close)
        print_start(house, sys.stdout, listener.getsockname()[1])
        service = Service(house)
        server = make_server(make_app(service), service)
        if watched:
            server.put_beside(make_monitoring_server(monitoring_app(service)), watched)
        signals.stop(server)
        run_server(server, listener)
    print(f"punto: the house is closed ({time.strftime('%H:%M:%S')})")
