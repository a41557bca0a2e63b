"""`gameplan studio`: plans and runs, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError


def studio(
    workspace: Annotated[
        Path,
        typer.Option(
            "--workspace", "-w", help="The folder to work in. Default: this one.", metavar="DIR", show_default=False
        ),
    ] = Path(),
    sample: Annotated[
        bool, typer.Option("--sample", help="Work in a small project made for trying it out, with a plan.")
    ] = False,
    port: Annotated[
        int | None, typer.Option(help="Default: 8642, or any that is free.", metavar="PORT", min=0, max=65_535)
    ] = None,
    host: Annotated[
        str, typer.Option(help="Let other machines reach it, too; needs a password.", metavar="ADDRESS")
    ] = "127.0.0.1",
    prefix: Annotated[str, typer.Option(help="The path that it lies under, behind a proxy.", metavar="PATH")] = "",
    name: Annotated[
        list[str] | None,
        typer.Option(help="A further HOST:PORT that it may be called by. May be repeated.", metavar="HOST:PORT"),
    ] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    address: Annotated[
        bool, typer.Option("--address", help="Start nothing: print a new address of the studio that runs.")
    ] = False,
) -> None:
    """Review, run and follow plans in the browser.

    It listens on this machine alone, works in the one folder that you name here, and opens a page that is signed in:
    the printed address is good for one browser; --address makes one for another. On another --host it needs a
    password, out of GAMEPLAN_STUDIO_PASSWORD or typed in, and whoever knows that may do there what you may.

    With --sample it works in a copy of a small project in Gameplan's own folder, and opens a plan for it: read it,
    change it, run it, take it back. Nothing of yours is touched.

    What others ask with `gameplan approve`, `answer`, `pause` and so on is taken by the runs of the studio, and the
    other way round: both go through the run's inbox. Stop it with Ctrl-C; what runs can be gone on with.
    """
    if address:
        typer.echo(_new_address())
        return
    try:
        from gameplan.studio.__main__ import serve
        from gameplan.studio.serving import Serving  # noqa: F401 - to see whether what it needs is there
    except ImportError as error:
        raise _lacking(error) from None
    if sample and workspace != Path():
        raise UserError("--sample works in a folder of its own: leave out --workspace, or --sample.")
    serve(
        workspace,
        sample=sample,
        port=port,
        host=host,
        prefix=prefix,
        names=name,
        browser=not no_browser,
    )


def _new_address() -> str:
    """An address of the studio that runs, for one more browser."""
    try:
        from gameplan.client import Client, StudioError
    except ImportError as error:
        raise _lacking(error) from None
    try:
        with Client.here() as running:
            return running.sign_in_address()
    except (LookupError, StudioError) as error:
        raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None


def _lacking(error: ImportError) -> UserError:
    return UserError(f"The studio needs a few more packages ({error.name} is missing): pip install 'gameplan[studio]'")
