"""`gameplan cards replay`: a game again, step by step, as it was seen from some side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.errors import ExitCode, UserError

if TYPE_CHECKING:
    from gameplan.cards.replay import Replay
    from gameplan.cards.table.game import Game

_SIDES = {"1": 0, "2": 1, "s": None}


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

    Each view is held to its hash: if the file is broken, it is said where, and what is whole is shown.

    Exit codes: 0; 1 the file is broken; 2 usage.
    """  # fmt: skip
    from gameplan.cli.cards.stepping import Stepping, print_all
    from gameplan.cli.layout import make_console, print_text

    if side is not None and side not in _SIDES:
        raise UserError(f'There is no side "{side}": --side 1, 2 or s.')
    sides = _Sides(game, side)
    if out is not None:
        sides.write(out)
        return
    console = make_console()
    seen = sides.replay(sides.first)
    if plain:
        print_all(seen, console)
    else:
        Stepping(sides.replay, sides.allowed, sides.first, console).go_on_until_the_end()
    if seen.damage:
        print_text(console, f"\nThe replay is broken. {seen.damage}", "bold yellow")
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


class _Sides:
    """A game, and the sides from which it may be seen."""

    allowed: tuple[int | None, ...]

    def __init__(self, wanted: str, side: str | None) -> None:
        self._lines: dict[int | None, list[str]] = {}
        self._game: Game | None = None
        path = Path(wanted)
        if path.is_file() or "/" in wanted or path.suffix in (".json", ".jsonl"):
            self._read_file(path)
        else:
            self._read_record(wanted)
        if side is not None and _SIDES[side] not in self.allowed:
            names = ", ".join(key for key, value in _SIDES.items() if value in self.allowed)
            why = "The game is not over" if len(self.allowed) > 1 else "Only one side's view is here"
            raise UserError(f"{why}: it can be seen with --side {names}.")
        self.first = self.allowed[0] if side is None else _SIDES[side]

    def replay(self, viewer: int | None) -> Replay:
        """The game as it was seen from a side."""
        from gameplan.cards.replay import BrokenReplay, read_replay

        try:
            return read_replay("".join(self.lines(viewer)))
        except BrokenReplay as error:
            raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None

    def lines(self, viewer: int | None) -> list[str]:
        from gameplan.cards.pokemon.creatures import CARDS
        from gameplan.cards.pokemon.marks import marks
        from gameplan.cards.pokemon.narrative import Narrative
        from gameplan.cards.pokemon.printed import PrintedCards
        from gameplan.cards.replay import lines_for

        if viewer not in self._lines and self._game is not None:
            printing = PrintedCards(CARDS)
            self._lines[viewer] = lines_for(self._game, viewer, words=Narrative(), printing=printing, marks=marks)
        return self._lines[viewer]

    def write(self, path: Path) -> None:
        try:
            path.write_text("".join(self.lines(self.first)), encoding="utf-8")
        except OSError as error:
            raise UserError(f"The replay cannot be written to {path}: {error.strerror}.") from None
        typer.echo(f"Written: {path}")

    def _read_file(self, path: Path) -> None:
        from gameplan.cards.replay import MOST_BYTES, BrokenReplay, read_replay
        from gameplan.cli.cards.known import read_text
        from gameplan.cli.cards.tables import table_of
        from gameplan.runtime import EventError, Session

        text = read_text(path, MOST_BYTES)
        if text.lstrip().startswith('{"session"'):
            try:
                session = Session.from_json(text)
            except (EventError, RecursionError) as error:
                raise UserError(f"{path} is no record of a game: {error}", ExitCode.ENDED_OTHERWISE) from None
            self._take(table_of(session).game, None)
            return
        try:
            seen = read_replay(text)
        except BrokenReplay as error:
            raise UserError(f"{path} cannot be replayed. {error}", ExitCode.ENDED_OTHERWISE) from None
        self.allowed = (seen.viewer,)
        self._lines[seen.viewer] = text.splitlines(keepends=True)

    def _read_record(self, wanted: str) -> None:
        from gameplan.cli.cards.tables import table_again
        from gameplan.settings.places import open_journal

        with open_journal() as journal, table_again(journal, wanted, write=False) as table:
            self._take(table.game, table.person)
            for viewer in self.allowed:
                self.lines(viewer)

    def _take(self, game: Game, person: int | None) -> None:
        """Of a game that is over, all sides; else only what those who look may have seen."""
        self._game = game
        over = game.view(None).result is not None
        others = [viewer for viewer in (0, 1, None) if over or viewer in (None, person)]
        self.allowed = tuple(sorted(others, key=lambda viewer: (viewer != person, viewer is None)))
