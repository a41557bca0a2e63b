"""`gameplan cards match`: many games between two players, and what came out."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from gameplan.cli.cards.options import Mode, Planner
from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.typed import only_closing

if TYPE_CHECKING:
    from gameplan.agents import Spent
    from gameplan.cards.match import GameResult, MatchResult
    from gameplan.cards.pokemon.creatures import Deck
    from gameplan.cli.cards.players import Chosen
    from gameplan.runtime import Session

_DECK = "A name (gameplan cards decks) or a file."
_PLAYER = "random, heuristic, value, search, reply; or agents: house:cards, pipeline, autonomous, a model."


def match(
    deck1: Annotated[str, typer.Argument(help=_DECK, metavar="DECK", show_default=False)],
    deck2: Annotated[str, typer.Argument(help=_DECK, metavar="DECK", show_default=False)],
    games: Annotated[int, typer.Option("--games", "-n", help="How many.", metavar="N", min=1, max=100_000)] = 20,
    seed: Annotated[str, typer.Option("--seed", help="The same seed gives the same games.", metavar="S")] = "1",
    p1: Annotated[str, typer.Option("--p1", help=f"Who plays the first deck: {_PLAYER}", metavar="PLAYER")] = "value",
    p2: Annotated[str, typer.Option("--p2", help="Who plays the second.", metavar="PLAYER")] = "heuristic",
    mode: Mode = None,
    planner: Planner = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", help="Keep the record of each game here.", metavar="DIR", show_default=False),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="For a program.")] = False,
) -> None:
    """Let two players play many games.

    Games come in pairs: both of a pair have the same seed, and the players change seats between them. A win rate has
    the interval (Wilson, 95 %) in which it is to be believed; a draw is half a win. Agents have their cost told.

    With --json it is one object: {"seed", "games", "draws", "turns", "actions", "reasons", "sides": [{"player", "deck",
    "wins", "rate", "interval", "decisions", "faults", "illegal"}], "results": [{"seed", "first", "winner", "reason",
    "turns", "actions"}], "cpu", "spent": [{"calls", "tokens", "cost"}], "saved"}. All but "cpu" is the same each time.

    Exit codes: 0 all games were played to their end; 1 a player broke or chose what there is not, or the table had to
    go on without a model that did not answer; 2 usage; 130 Ctrl-C: what was played so far is told.
    """  # fmt: skip
    from gameplan.cards.match import MatchResult
    from gameplan.cli.cards.known import deck_word, find_deck, plugin_for
    from gameplan.cli.cards.players import choose_player
    from gameplan.cli.cards.writing import write_file

    players = (choose_player(p1, mode, planner), choose_player(p2, mode, planner))
    words = (deck_word(deck1), deck_word(deck2))
    decks = (find_deck(words[0]), find_deck(words[1]))
    table = _Table(plugin_for(decks), players, decks, words)
    folder = _folder(save)
    played: list[GameResult] = []
    spent: list[list[Spent]] = []
    interrupted = False
    try:
        with _progress(games, as_json=as_json) as advance:
            for number in range(games):
                result, cost, session = table.play(number, seed)
                played.append(result)
                spent.append(cost)
                if folder is not None:
                    write_file(
                        folder / f"game-{number + 1:04}.json", session.to_json(), what="record", has='{"session"'
                    )
                advance()
    except KeyboardInterrupt:
        only_closing()
        interrupted = True
    told = MatchResult((p1, p2), (deck1, deck2), seed, tuple(played))
    totals = _totals(spent)
    if as_json:
        typer.echo(json.dumps({**told.to_json(), "spent": [_spent_json(each) for each in totals],
                               "saved": None if folder is None else str(folder)}))  # fmt: skip
    else:
        _print(told, totals, folder, wanted=games)
    if interrupted:
        raise typer.Exit(int(ExitCode.CANCELLED))
    if told.faults(0) or told.faults(1):
        raise typer.Exit(int(ExitCode.ENDED_OTHERWISE))


class _Table:
    """Plays the games of a match one by one."""

    def __init__(
        self, plugin: Any, players: tuple[Chosen, Chosen], decks: tuple[Deck, Deck], words: tuple[str, str]
    ) -> None:
        self._plugin = plugin
        self._players = players
        self._decks = decks
        self._words = words

    def play(self, number: int, seed: str) -> tuple[GameResult, list[Spent], Session]:
        """A game: how it went, what each side spent on it, and its record."""
        from gameplan.agents import Spent
        from gameplan.cards.match import Side, play_game
        from gameplan.runtime import Session

        sides = (0, 1) if number % 2 == 0 else (1, 0)
        session, game_seed = Session(session_id=f"match-{number + 1}"), f"{seed}/{number // 2}"
        if all(player.level for player in self._players):
            seated = [Side(self._players[side].level, self._decks[side].cards, self._words[side]) for side in sides]
            pool = [deck.cards for deck in self._decks]
            return play_game(self._plugin, seated, game_seed, pool=pool, session=session), [Spent(), Spent()], session
        result, spent = asyncio.run(self._with_agents(sides, game_seed, session))
        return result, [spent[sides.index(0)], spent[sides.index(1)]], session

    async def _with_agents(self, sides: tuple[int, int], seed: str, session: Session) -> tuple[GameResult, list[Spent]]:
        from random import Random

        from gameplan.cards.match import GameResult, SeatReport
        from gameplan.cards.seats import play_out
        from gameplan.cards.table.game import Game
        from gameplan.cards.table.rules import Seat
        from gameplan.cli.cards.players import spent_by, stood_in
        from gameplan.runtime import Session

        decks = (self._decks[sides[0]], self._decks[sides[1]])
        mixed = Random(f"{seed}/deal")  # noqa: S311 - a game
        dealt = self._plugin.deal(
            [mixed.sample(deck.cards, len(deck.cards)) for deck in decks], [self._words[side] for side in sides]
        )
        seats = [Seat(f"{self._players[side].name} {side + 1}") for side in sides]
        game = Game.start(self._plugin, dealt, seed=seed, seats=seats, session=session)
        thoughts = [None if self._players[side].level else Session() for side in sides]
        seated = {
            seat: self._players[side].sit(game, seat, decks, seed, thoughts[seat]) for seat, side in enumerate(sides)
        }
        result = await play_out(game, seated)
        done = [each.event.seat for each in game.actions]
        reports = (SeatReport(done.count(0), stood_in(thoughts[0])), SeatReport(done.count(1), stood_in(thoughts[1])))
        turns = game.view(None).turn
        told = GameResult(seed, result.winner, result.reason, turns, len(done), reports)
        return told, [spent_by(each) for each in thoughts]


def _folder(save: Path | None) -> Path | None:
    if save is None:
        return None
    try:
        save.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(f"Records cannot be kept in {save}: {error.strerror}.") from None
    return save


@contextmanager
def _progress(games: int, *, as_json: bool) -> Iterator[Any]:
    """A bar on the terminal, on standard error, so that a pipe gets only the result."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    if as_json or not console.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda: progress.advance(task)


def _totals(spent: list[list[Spent]]) -> list[Spent]:
    from gameplan.agents import Spent

    return [sum((each[side] for each in spent), Spent()) for side in (0, 1)]


def _spent_json(spent: Spent) -> dict[str, Any]:
    cost = None if spent.unpriced else str(spent.money)
    return {"calls": spent.steps, "tokens": spent.usage.total, "cost": cost}


def _print(told: MatchResult, spent: list[Spent], folder: Path | None, *, wanted: int) -> None:
    from shlex import quote

    from gameplan.cli.cards.players import spending
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import columns, counted, make_console, print_row, print_text

    console = make_console()
    count = len(told.games)
    so_far = f" of {wanted:,}" if count < wanted else ""
    print_text(console, f"{count:,}{so_far} {'game' if count == 1 else 'games'}, seed {clean(told.seed)}", "bold")
    if not count:
        return
    rows = [("", "PLAYER", "DECK", "WINS", "RATE", "95 % INTERVAL", "CPU A TURN")]
    for side in (0, 1):
        rate, cpu = told.rate(side), told.cpu(side)
        low, high = rate.interval
        turn = f"{cpu['turn_median'] * 1_000:,.1f} ms" if cpu["turn_median"] else "–"
        rows.append((f"p{side + 1}", clean(told.names[side]), clean(told.decks[side]), f"{told.wins(side):,}",
                     f"{rate.value:.1%}", f"{low:.1%} to {high:.1%}", turn))  # fmt: skip
    for number, row in enumerate(columns(rows)):
        print_row(console, f"  {row}", "" if number else "dim")
    if told.draws:
        print_text(console, f"  {counted(told.draws, 'draw')}, each half a win")
    summary = told.to_json()
    print_text(console, f"  A game has {summary['turns']:.1f} turns and {summary['actions']:.0f} actions.")
    for reason, times in summary["reasons"].items():
        print_text(console, f"  {times:>5,}  {clean(reason)}", "dim")
    for side, each in enumerate(spent):
        if each.steps:
            print_text(console, f"  p{side + 1}, a game: {spending(each, count)}")
    for side in (0, 1):
        for fault, times in Counter(told.faults(side)).most_common(5):
            print_text(console, f"  p{side + 1} failed in {counted(times, 'game')}: {clean(fault)}", "red")
    if folder is not None:
        print_text(
            console,
            f"  The records: {clean(str(folder))}. See one: gameplan cards replay {quote(f'{folder}/game-0001.json')}",
        )
