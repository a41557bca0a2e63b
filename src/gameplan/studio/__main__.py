"""`python -m gameplan.studio`: serve a studio. `gameplan studio` does the same."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import os
import sys
from contextlib import suppress
from pathlib import Path

from gameplan.settings import UserError
from gameplan.settings import home as usual_home

PASSWORD = "GAMEPLAN_STUDIO_PASSWORD"  # noqa: S105 - the name of the variable
ALONE = ("127.0.0.1", "localhost", "::1")


def main(given: list[str] | None = None) -> None:
    """Serve a studio until Ctrl-C."""
    parser = argparse.ArgumentParser(
        "python -m gameplan.studio", description="The studio: plans and runs, in a browser."
    )
    parser.add_argument("--workspace", type=Path, default=Path(), help="the folder to work in; default: this one")
    parser.add_argument("--sample", action="store_true", help="work in a small project made for trying it out")
    parser.add_argument("--home", type=Path, help="where the record is; default: $GAMEPLAN_HOME")
    parser.add_argument("--port", type=int, help="default: 8642, or any that is free")
    parser.add_argument("--host", default="127.0.0.1", help=f"another address needs a password, in {PASSWORD}")
    parser.add_argument("--prefix", default="", help="the path that it lies under, behind a proxy")
    parser.add_argument("--name", action="append", default=[], help="a further HOST:PORT that it may be called by")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser")
    parser.add_argument("--fresh-pages", action="store_true", help="read the pages' files again at each request")
    said = parser.parse_args(given)
    try:
        serve(
            said.workspace,
            said.home,
            port=said.port,
            host=said.host,
            prefix=said.prefix,
            names=said.name,
            browser=not said.no_browser,
            sample=said.sample,
            fresh_pages=said.fresh_pages,
        )
    except UserError as error:
        print(error.message, file=sys.stderr)
        sys.exit(2)


def serve(
    workspace: Path,
    home: Path | None = None,
    *,
    port: int | None = None,
    host: str = "127.0.0.1",
    prefix: str = "",
    names: list[str] | None = None,
    browser: bool = True,
    sample: bool = False,
    fresh_pages: bool = False,
) -> None:
    """Serve a studio until Ctrl-C, and say where. With a `sample` it works in that, and begins with its plan."""
    from gameplan.settings import workspace_folder
    from gameplan.studio.house import Studio
    from gameplan.studio.opening import no_longer_opening, open_browser
    from gameplan.studio.sample import sample_page, sample_workspace
    from gameplan.studio.serving import Server, Serving

    home = _made(home if home is not None else usual_home())
    folder = sample_workspace(home) if sample else workspace_folder(workspace)
    studio = Studio(folder, home)
    serving = Serving(port, host, password_for(host), prefix, tuple(names or ()), fresh_pages)
    server = Server(studio, serving)

    def ready(page: str) -> None:
        print(f"The studio is at {server.address}{page}#token={server.door.new_token()}", flush=True)
        what = ", a small project to try it out on; your own files are not touched" if sample else ""
        print(f"It works in {studio.folder}{what}.", flush=True)
        print("Stop it with Ctrl-C; what runs can be gone on with.", flush=True)
        if browser and _somebody_looks():
            token = server.door.new_token()
            open_browser(studio.home, f"{server.address}{page}#token={token}", lambda: server.door.is_unused(token))

    async def begin() -> None:
        page = await sample_page(studio) if sample else "/"
        await server.serve(lambda: ready(page))

    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(begin())
    finally:
        no_longer_opening(studio.home)


def password_for(host: str) -> str | None:
    """The password: out of the environment, or asked for where one is needed and a person sits at the terminal.

    It is no option of the command: what a program is started with can be read by everybody on the machine.
    """
    said = os.environ.get(PASSWORD)
    if said or host in ALONE or not sys.stdin.isatty():
        return said or None
    try:
        return getpass.getpass("A password for whoever signs in from elsewhere: ") or None
    except (EOFError, KeyboardInterrupt):
        return None


def _made(home: Path) -> Path:
    """The folder for the record, which is there now."""
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            f"The record cannot be kept in {home}: {error.strerror}.\nChoose another folder: GAMEPLAN_HOME."
        ) from None
    return home


def _somebody_looks() -> bool:
    """True at a terminal of a machine with a display: elsewhere a browser would open in the terminal, or not at all."""
    shown = sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return shown and sys.stdout.isatty()


if __name__ == "__main__":
    main()
