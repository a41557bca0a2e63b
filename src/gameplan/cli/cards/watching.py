"""Two AIs at a table, watched: the plan before it is carried out, then what happens, and the board at each turn."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from gameplan.agents import ModelReplied, request_replan
from gameplan.cards.pokemon.narrative import Narrative
from gameplan.cards.stand_ins import StoodIn
from gameplan.cards.table.events import Acted
from gameplan.cards.table.game import Game
from gameplan.cards.table.log import Log
from gameplan.cli.cards.board import board_lines
from gameplan.cli.cards.words import in_words, log_style
from gameplan.cli.clean import clean, one_line
from gameplan.cli.layout import Line, print_line
from gameplan.runtime import Session
from gameplan.tools import ToolInvoked, message_in


class Watcher:
    """Tells a game to whoever looks on. What the players think is shown; what they hold is not."""

    def __init__(self, game: Game, thoughts: Sequence[Session | None], console: Console, delay: float) -> None:
        self._game = game
        self._console = console
        self._delay = delay
        self._names = [each.name for each in game.seats]
        self._log = Log(game, None, Narrative())
        self._told = 0
        self._turn = -1
        game.session.bus.subscribe(Acted, lambda _: self.tell())
        for seat, session in enumerate(thoughts):
            if session is not None:
                session.bus.subscribe(ModelReplied, lambda reply, seat=seat: self._planned(seat, reply))  # type: ignore[misc]
                session.bus.subscribe(ToolInvoked, lambda call, seat=seat: self._called(seat, call))  # type: ignore[misc]
                session.bus.subscribe(StoodIn, self._stood_in)

    def begin(self, *, again: bool) -> None:
        """Tell how the game was set up; of one that is taken up again, how it stands."""
        if again:
            self._told, self._turn = self._game.session.seq, self._game.view(None).turn
            self.board()
        else:
            self.tell()

    def tell(self) -> None:
        """What has happened since."""
        lines = [line for line in self._log.lines() if line.seq > self._told and not line.undone]
        self._told = self._game.session.seq
        for line in lines:
            said = in_words(str(line), self._names, None)
            if said is not None:
                print_line(self._console, Line(Text(said, log_style(said)), 1))
        view = self._game.view(None)
        if view.turn != self._turn and view.decision is None:
            self._turn = view.turn
            self.board()
        time.sleep(self._delay)

    def end(self) -> None:
        """How the game ended."""
        self.tell()
        self.board()

    def board(self) -> None:
        self._console.print()
        for line in board_lines(self._game.view(None), self._names, self._console.width):
            self._console.print(line, no_wrap=True, overflow="ellipsis")
        self._console.print()

    def _planned(self, seat: int, reply: ModelReplied) -> None:
        if reply.agent.startswith(("Planner", "Replanner")):
            again = f" again ({reply.agent})" if reply.agent.startswith("Replanner") else ""
            print_line(self._console, Line(Text(f"{clean(self._names[seat])} plans{again}", "bold magenta"), 1))
            print_line(self._console, Line(Text(clean(reply.text.strip()), "magenta"), 3))

    def _called(self, seat: int, call: ToolInvoked) -> None:
        """What happens at the table is told by its log; here, what does not: refusals, and why a plan is given up."""
        if call.tool == request_replan.name and call.status == "ok":
            reason = call.arguments.get("reason", "") if isinstance(call.arguments, dict) else ""
            said = f"{self._names[seat]} asks for a new plan: {one_line(str(reason), 300)}"
        elif call.status != "ok" and call.code != "not_run":
            said = f"{self._names[seat]} tried {call.tool}. {one_line(message_in(call.text), 200)}"
        else:
            return
        print_line(self._console, Line(Text(clean(said), "yellow"), 1))

    def _stood_in(self, stood_in: StoodIn) -> None:
        said = f"{self._names[stood_in.seat]} did not finish ({stood_in.reason}): {', '.join(stood_in.did)}"
        print_line(self._console, Line(Text(clean(said), "yellow"), 1))
