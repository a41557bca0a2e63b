"""A game to be looked at again, out of a file or the record, and the sides from which it may be seen."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import typer

from gameplan.cards.pokemon.creatures import CARDS
from gameplan.cards.pokemon.marks import marks
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.pokemon.printed import PrintedCards
from gameplan.cards.replay import FORMAT, MOST_BYTES, BrokenReplay, Replay, chance_broken, lines_for, read_replay
from gameplan.cards.table.game import Game
from gameplan.cli.cards.known import read_text
from gameplan.cli.cards.tables import table_again, table_of
from gameplan.cli.cards.writing import write_file
from gameplan.cli.errors import ExitCode, UserError
from gameplan.runtime import EventError, ReducerFailed, Session

SIDES: Mapping[str, int | None] = {"1": 0, "2": 1, "s": None}
_MALFORMED = (ReducerFailed, ValueError, KeyError, IndexError, TypeError, AttributeError)


class Sides:
    """A game, and the sides from which it may be seen; the first is the one that is shown unless told."""

    allowed: tuple[int | None, ...]

    def __init__(self, wanted: str, side: str | None) -> None:
        self._lines: dict[int | None, list[str]] = {}
        self._game: Game | None = None
        self.damage = ""  # of a whole record: what in it does not follow from its seed
        path = Path(wanted)
        if path.is_file() or "/" in wanted or path.suffix in (".json", ".jsonl"):
            self._read_file(path)
        else:
            self._read_record(wanted)
        if side is not None and SIDES[side] not in self.allowed:
            names = ", ".join(key for key, value in SIDES.items() if value in self.allowed)
            why = "The game is not over" if len(self.allowed) > 1 else "Only one side's view is here"
            raise UserError(f"{why}: it can be seen with --side {names}.")
        self.first = self.allowed[0] if side is None else SIDES[side]

    def replay(self, viewer: int | None) -> Replay:
        """The game as it was seen from a side."""
        try:
            return read_replay("".join(self.lines(viewer)))
        except BrokenReplay as error:
            raise UserError(str(error), ExitCode.ENDED_OTHERWISE) from None

    def lines(self, viewer: int | None) -> list[str]:
        """A side's replay file."""
        if viewer not in self._lines and self._game is not None:
            printing = PrintedCards(CARDS)
            try:
                self._lines[viewer] = lines_for(self._game, viewer, words=Narrative(), printing=printing, marks=marks)
            except _MALFORMED as error:
                raise _broken(error) from None
        return self._lines[viewer]

    def write(self, path: Path) -> None:
        """Write the replay file of the side that is shown."""
        write_file(path, "".join(self.lines(self.first)), what="replay", has=FORMAT)
        typer.echo(f"Written: {path}")

    def _read_file(self, path: Path) -> None:
        text = read_text(path, MOST_BYTES)
        if text.lstrip().startswith('{"session"'):
            try:
                session = Session.from_json(text)
            except (EventError, RecursionError) as error:
                raise UserError(f"{path} is no record of a game: {error}", ExitCode.ENDED_OTHERWISE) from None
            try:
                self._take(table_of(session).game, None)
            except _MALFORMED as error:
                raise _broken(error) from None
            return
        try:
            seen = read_replay(text)
        except BrokenReplay as error:
            raise UserError(f"{path} cannot be replayed. {error}", ExitCode.ENDED_OTHERWISE) from None
        self.allowed = (seen.viewer,)
        self._lines[seen.viewer] = text.splitlines(keepends=True)

    def _read_record(self, wanted: str) -> None:
        from gameplan.settings.places import open_journal

        with open_journal(begin="gameplan cards play") as journal, table_again(journal, wanted, write=False) as table:
            self._take(table.game, table.person)
            for viewer in self.allowed:
                self.lines(viewer)

    def _take(self, game: Game, person: int | None) -> None:
        """Of a game that is over, all sides; else only what those who look may have seen."""
        self._game = game
        self.damage = chance_broken(game)
        over = game.view(None).result is not None
        may = [viewer for viewer in (0, 1, None) if over or viewer in (None, person)]
        self.allowed = tuple(sorted(may, key=lambda viewer: (viewer != person, viewer is None)))


def _broken(error: Exception) -> UserError:
    why = f"The record is broken: what it says happened cannot have happened ({error!r:.120})."
    return UserError(why, ExitCode.ENDED_OTHERWISE)
