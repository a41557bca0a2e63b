"""`gameplan novels list`: what is on the shelf, what is being written, and what is being played."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

_MOST = 10


def list_novels(
    folder: Annotated[Path | None, typer.Argument(help="Another shelf than your own.", metavar="[DIR]")] = None,
) -> None:
    """List the novels on your shelf, each with its newest version; the drafts, and the plays that you can go on with.

    Go on with a draft: gameplan novels write --resume NAME. Go on with a play: gameplan novels play --play NAME.
    """
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import counted, make_console, print_text
    from gameplan.cli.novels.drafts import drafts
    from gameplan.cli.novels.known import the_shelf
    from gameplan.cli.novels.plays import plays
    from gameplan.settings.places import database, open_journal

    console = make_console()
    newest = {each.package_id: each for each in reversed(the_shelf(folder).entries())}
    novels = [
        (
            clean(each.package_id),
            f"version {each.version}",
            clean(each.title) if not each.problem else f"damaged: {clean(each.problem)}",
            counted(each.encounters, "scene") if not each.problem else "",
        )
        for each in sorted(newest.values(), key=lambda each: each.package_id)
    ]
    written: list[tuple[str, ...]] = []
    played: list[tuple[str, ...]] = []
    if folder is None and database().exists():
        with open_journal() as journal:
            written = [
                (each.name, clean(each.title[:70]), f"next: {_next(each.next)}")
                for each in drafts(journal)
                if not each.made
            ]
            played = [
                (each.name, clean(each.asked.title[:70]), f"turn {each.turn}")
                for each in plays(journal)
                if not each.ended
            ]
    if not novels:
        start = 'gameplan novels write --premise "A lighthouse keeper finds a door in the tide."'
        print_text(console, f"There is no novel yet. Write one: {start}\nOr play ours: gameplan novels play sample")
    _section(console, "Novels", novels)
    _section(console, "Drafts (gameplan novels write --resume NAME)", written)
    _section(console, "Plays (gameplan novels play --play NAME)", played)


def _next(step: str) -> str:
    """What comes next in a draft, without the name of the tool for it."""
    from gameplan.cli.clean import clean
    from gameplan.cli.novels.coauthor import DOES

    return DOES.get(step.partition("(")[0], clean(step))


def _section(console: Console, title: str, rows: Sequence[tuple[str, ...]]) -> None:
    from gameplan.cli.layout import columns, print_row, print_text

    if not rows:
        return
    print_text(console, title, "bold")
    for row in columns(rows[:_MOST]):
        print_row(console, f"  {row}")
    if len(rows) > _MOST:
        print_text(console, f"  … and {len(rows) - _MOST} more", "dim")
