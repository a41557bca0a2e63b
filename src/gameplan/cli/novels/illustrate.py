"""`gameplan novels illustrate`: the pictures and the music that a novel still lacks."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.novels.options import NOVEL

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.package import VNPackage


def illustrate(
    novel: Annotated[str, NOVEL],
    pictures: Annotated[str, typer.Option(help="Who draws: house, openai, or google.", metavar="WHO")] = "house",
) -> None:
    """Have the portraits, backdrops and music made that a novel lacks; it is kept as a new version.

    The house draws with no key and no network. What openai or google cannot make is drawn by the house, and says so.
    What is there already stays. Ctrl-C loses nothing: what was made is kept, and the next time goes on from there.

    Exit codes: 0 all of it is there; 1 some of it could not be made; 2 usage; 130 Ctrl-C.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import SAMPLE, look_up
    from gameplan.cli.novels.lines import say
    from gameplan.cli.novels.pictures import NONE, checked_pictures, volume_of

    if checked_pictures(pictures) == NONE:
        raise UserError("Somebody has to draw: --pictures house, openai, or google.")
    console, found = make_console(), look_up(novel)
    old = found.volume
    try:
        package = asyncio.run(_drawn(console, old.package, pictures, dict(old.assets)))
    except KeyboardInterrupt:
        say(console, "\nWhat was made is kept. Go on with the same command.", "dim")
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    wrong = [each for each in package.assets if each.status != "final"]
    if package == old.package:
        say(console, f'Nothing is missing in "{package.title}".')
    else:
        if found.word == SAMPLE:
            package = package.model_copy(update={"package_id": ""})
        volume = replace(volume_of(package, old), validation=old.validation, simulation=old.simulation)
        saved = found.shelf.save(volume).package
        kinds = Counter(each.kind for each in saved.assets if each.status == "final")
        counts = f"{kinds['portrait']} portraits, {kinds['background']} backdrops, {kinds['music']} pieces of music"
        say(console, f"Kept: {saved.package_id}, version {saved.version}: {counts}.", "green")
    for each in wrong[:5]:
        say(console, f"{each.id} is not as it should be: {each.reason or each.status}", "yellow")
    if len(wrong) > 5:
        say(console, f"… and {len(wrong) - 5} more", "yellow")
    if wrong:
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


async def _drawn(console: Console, package: VNPackage, pictures: str, kept: dict[str, bytes]) -> VNPackage:
    from gameplan.cli.novels.lines import Busy, say
    from gameplan.cli.novels.pictures import illustrator_for
    from gameplan.novels.assets import illustrated

    workshop, busy = illustrator_for(pictures, package.language), Busy(console)
    assert workshop is not None, "somebody draws"

    def progress(what: str, done: int, of: int) -> None:
        if console.is_terminal:
            busy.begin(f"{done} of {of}: {what}")
        else:
            say(console, f"{done} of {of}: {what}", "dim")

    try:
        return await illustrated(package, workshop, progress, kept=kept)
    finally:
        busy.end()
