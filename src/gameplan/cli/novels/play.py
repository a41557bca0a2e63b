"""`gameplan novels play`: a novel in the terminal, told by the house storyteller or by a model."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.novels.check import NOVEL

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.novels.play.play import Play
    from gameplan.novels.telling.frames import Choice, VNFrame
    from gameplan.novels.telling.storyteller import Storyteller

_HELP = "A number chooses; b goes back to the choice before; j shows what you know; q ends."


def play(
    novel: Annotated[str, NOVEL] = "sample",
    seed: Annotated[str, typer.Option(help="The dice: the same seed and choices give the same play.")] = "1",
    model: Annotated[str, typer.Option(help="Who tells it; the house storyteller is a program.")] = "house:storyteller",
) -> None:
    """Play a novel: read, choose by number, go back, to one of its endings.

    Exit codes: 0 played to an end, or left; 2 usage, or the novel cannot be read.
    """
    from gameplan.cli.layout import make_console
    from gameplan.cli.novels.known import find_novel
    from gameplan.novels.play.book import Book
    from gameplan.novels.play.play import Play
    from gameplan.novels.telling.storyteller import Storyteller

    package = find_novel(novel).package
    telling = Storyteller(package, model)
    asyncio.run(_played(make_console(), Play.start(Book(package), seed=seed), telling))


async def _played(console: Console, game: Play, telling: Storyteller) -> None:
    from gameplan.cli.layout import print_text

    path: list[tuple[int, tuple[VNFrame, ...]]] = []  # what was told on this branch, by the moment it was told at
    while True:
        if not path or path[-1][0] != game.moment.number:
            told = await telling.tell(game.pack())
            path.append((game.moment.number, tuple(told.frames)))
            game.tell([json.loads(frame.to_json()) for frame in told.frames])
        frames = path[-1][1]
        for frame in frames:
            _show(console, frame)
        if game.over:
            return
        choice = _asked(console, game, frames[-1].choices)
        if choice is None:
            print_text(console, "You leave the story.", "dim")
            return
        if choice != "back":
            game.choose(choice)
            continue
        path = [each for each in path if each[0] <= game.moment.number]
        telling.take_up(frame for _, told_then in path for frame in told_then)


def _show(console: Console, frame: VNFrame) -> None:
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import print_text

    if frame.roll is not None:
        dice = f"{frame.roll.dice[0]} + {frame.roll.dice[1]}"
        print_text(console, f"[{clean(frame.roll.stat)}: {dice} {frame.roll.modifier:+} = {frame.roll.total}]", "dim")
    if frame.text:
        who = clean(frame.display_name or frame.speaker or "")
        print_text(console, f"{who}: {clean(frame.text)}" if who else clean(frame.text))


def _asked(console: Console, game: Play, choices: tuple[Choice, ...]) -> str | None:
    """What the player chose: an option, `back`, or nothing more."""
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import print_text
    from gameplan.novels.play.beats import IllegalChoice

    for number, choice in enumerate(choices, 1):
        print_text(console, f"  {number}  {clean(choice.text)}", "cyan")
    while True:
        line = sys.stdin.readline()
        word = line.strip().lower()
        if not line or word == "q":
            return None
        if word == "b":
            try:
                game.back()
            except IllegalChoice:
                print_text(console, "This is where it begins.", "dim")
                continue
            return "back"
        if word == "j":
            for line in _known(game):
                print_text(console, clean(line), "dim")
        elif word.isdecimal() and 1 <= int(word) <= len(choices):
            return " ".join(choices[int(word) - 1].effects)
        else:
            print_text(console, _HELP, "dim")


def _known(game: Play) -> Iterator[str]:
    """What the player knows: where things stand, what was found, who was met."""
    journal = game.journal()
    yield f"{journal.act}: {journal.objective}"
    for tracker in (journal.progress, journal.doom):
        if tracker is not None and tracker.value is not None:
            yield f"{tracker.label}: {tracker.value} of {tracker.needed}"
    yield from (f"Found: {each}" for each in journal.findings)
    if journal.items:
        yield f"With you: {', '.join(journal.items)}"
    if journal.people:
        yield f"Met: {', '.join(each.name for each in journal.people)}"
