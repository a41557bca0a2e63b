"""`python -m gameplan.studio`: serve a studio. `gameplan studio` does the same."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path

from gameplan.settings import UserError
from gameplan.settings import home as usual_home


def main(given: list[str] | None = None) -> None:
    """Serve a studio until Ctrl-C."""
    parser = argparse.ArgumentParser(
        "python -m gameplan.studio", description="The studio: plans and runs, in a browser."
    )
    parser.add_argument("--workspace", type=Path, default=Path(), help="the folder to work in; default: this one")
    parser.add_argument("--home", type=Path, help="where the record is; default: $GAMEPLAN_HOME")
    parser.add_argument("--port", type=int, help="default: 8642, or any that is free")
    parser.add_argument("--host", default="127.0.0.1", help="another address needs a password")
    parser.add_argument("--password", default=os.environ.get("GAMEPLAN_STUDIO_PASSWORD"))
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
            password=said.password,
            prefix=said.prefix,
            names=said.name,
            browser=not said.no_browser,
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
    password: str | None = None,
    prefix: str = "",
    names: list[str] | None = None,
    browser: bool = True,
    fresh_pages: bool = False,
) -> None:
    """Serve a studio until Ctrl-C, and say where."""
    from gameplan.settings import workspace_folder
    from gameplan.studio.house import Studio
    from gameplan.studio.serving import Server, Serving

    studio = Studio(workspace_folder(workspace), home if home is not None else usual_home())
    serving = Serving(port, host, password, prefix, tuple(names or ()), fresh_pages)
    server = Server(studio, serving)

    def ready() -> None:
        address = server.sign_in_address
        print(f"The studio is at {address}", flush=True)
        print(f"It works in {studio.folder}. Stop it with Ctrl-C; what runs can be gone on with.", flush=True)
        if browser:
            webbrowser.open(address)

    with suppress(KeyboardInterrupt):
        asyncio.run(server.serve(ready))


if __name__ == "__main__":
    main()
