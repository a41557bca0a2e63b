"""`gameplan studio`: plans and runs, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gameplan.cli.errors import UserError


def studio(
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace", "-w", help="The folder to work in. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = Path(),
    port: Annotated[
        int | None, typer.Option(help="Default: 8642, or any that is free.", metavar="PORT", min=0, max=65_535)
    ] = None,
    host: Annotated[
        str, typer.Option(help="Let other machines reach it, too; needs a password.", metavar="ADDRESS")
    ] = "127.0.0.1",
    password: Annotated[
        str | None,
        typer.Option(
            help="For whoever signs in from elsewhere.",
            metavar="TEXT",
            envvar="GAMEPLAN_STUDIO_PASSWORD",
            show_envvar=False,
        ),
    ] = None,
    prefix: Annotated[str, typer.Option(help="The path that it lies under, behind a proxy.", metavar="PATH")] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(help="A further HOST:PORT that it may be called by. May be repeated.", metavar="HOST:PORT"),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
) -> None:
    """Review, run and follow plans in the browser.

    It listens on this machine alone, works in the one folder that you name here, and opens a page that is signed in:
    the printed address is good for one browser. On another --host it needs a --password (better: set
    GAMEPLAN_STUDIO_PASSWORD), and whoever knows that may do there what you may.

    What others ask with `gameplan approve`, `answer`, `pause` and so on is taken by the runs of the studio, and the
    other way round: both go through the run's inbox. Stop it with Ctrl-C; what runs can be gone on with.
    """
    try:
        from gameplan.studio.__main__ import serve
        from gameplan.studio.serving import Serving  # noqa: F401 - to see whether what it needs is there
    except ImportError as error:
        raise UserError(
            f"The studio needs a few more packages ({error.name} is missing): pip install 'gameplan[studio]'"
        ) from None
    serve(workspace, port=port, host=host, password=password, prefix=prefix, names=name, browser=not no_browser)
