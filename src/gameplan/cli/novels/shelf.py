"""`gameplan novels list`: what is on the shelf."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def list_novels(
    folder: Annotated[Path | None, typer.Argument(help="Another shelf than your own.", metavar="[DIR]")] = None,
) -> None:
    """List the novels on your shelf, each with its newest version."""
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import columns, make_console, print_row, print_text
    from gameplan.cli.novels.known import the_shelf

    console = make_console()
    rows = [
        (clean(each.package_id), f"version {each.version}", clean(each.title)) for each in the_shelf(folder).entries()
    ]
    if not rows:
        start = 'gameplan novels write --premise "A lighthouse keeper finds a door in the tide."'
        print_text(console, f"There is none yet. Write one: {start}\nOr play ours: gameplan novels play sample")
        return
    for row in columns(rows):
        print_row(console, row)
