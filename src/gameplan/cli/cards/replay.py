"""`gameplan cards replay`: a game again, step by step, as it was seen from some side."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError


def replay(
    game: Annotated[
        str,
        typer.Argument(
            help="A file, or a game on the record: `last`, or its id.", metavar="FILE|GAME", show_default=False
        ),
    ],
    side: Annotated[
        str | None,
        typer.Option("--side", help="Whose view: 1, 2, or s for a spectator.", metavar="1|2|s", show_default=False),
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print all steps, one after the other.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Write this side's replay file, and show nothing.", metavar="FILE", show_default=False
        ),
    ] = None,
) -> None:
    """Look at a game again: step by step, from a side that may be seen.

    Keys: → or n the next step, ← or p the one before, t 7 to turn 7, k the next knock-out, c the next coin, 1, 2 and s
    whose view, space plays on, q leaves. Without a terminal the same words are read line by line.

    A replay file (--out) holds what one side saw, and nothing else. The record of a game that is over can be seen from
    every side; of one that goes on, only a person's own side and the spectators'.

    Each view is held to its hash, and what chance decided to the game's seed: if a file is broken, it is said where,
    and what is whole is shown.

    Exit codes: 0; 1 the file is broken; 2 usage.
    """  # fmt: skip
    from gameplan.cli.cards.sides import SIDES, Sides
    from gameplan.cli.cards.stepping import Stepping, print_all
    from gameplan.cli.layout import make_console, print_text

    if side is not None and side not in SIDES:
        raise UserError(f'There is no side "{side}": --side 1, 2 or s.')
    sides = Sides(game, side)
    if out is not None:
        sides.write(out)
        return
    console = make_console()
    seen = sides.replay(sides.first)
    if plain:
        print_all(seen, console)
    else:
        Stepping(sides.replay, sides.allowed, sides.first, console).go_on_until_the_end()
    if seen.damage or sides.damage:
        print_text(console, f"\nThe replay is broken. {seen.damage or sides.damage}", "bold yellow")
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))
