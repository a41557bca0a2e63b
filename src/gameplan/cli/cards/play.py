"""`gameplan cards play`: a person against an AI at the terminal; or two AIs, to be watched."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from gameplan.cli.cards.options import Mode, Planner
from gameplan.cli.errors import ExitCode, UserError
from gameplan.cli.typed import Left, interrupted_at_once, only_closing

if TYPE_CHECKING:
    from rich.console import Console

    from gameplan.cards.seats import Player
    from gameplan.cards.table.rules import Seat
    from gameplan.cli.cards.players import Chosen
    from gameplan.cli.cards.tables import TableAt
    from gameplan.runtime import Session, SqliteJournal

_LONGEST_SEED = 200


def play(
    deck: Annotated[
        str, typer.Option("--deck", help="Your deck: a name (gameplan cards decks) or a file.", metavar="DECK")
    ] = "embers",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            help="Who plays the other side: a house level or a model. Default: search; with --watch, house:cards.",
            metavar="PLAYER",
            show_default=False,
        ),
    ] = None,
    their_deck: Annotated[
        str | None,
        typer.Option(
            "--their-deck", help="The other side's deck. Default: another of ours.", metavar="DECK", show_default=False
        ),
    ] = None,
    mode: Mode = None,
    planner: Planner = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed", help="The same seed gives the same cards. Default: a new one.", metavar="S", show_default=False
        ),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Two AIs play; you see their plans before they are carried out.")
    ] = False,
    player: Annotated[
        str | None,
        typer.Option(
            "--player",
            help="With --watch: who plays the first side. Default: as --against.",
            metavar="PLAYER",
            show_default=False,
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            "--delay",
            help="With --watch: seconds after each action. Default 0.3 on a terminal, else 0.",
            metavar="S",
            min=0,
            max=60,
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume", help="Go on with a game that you left: its id, or last.", metavar="GAME", show_default=False
        ),
    ] = None,
) -> None:
    """Play a game of cards against an AI.

    You see the board, your hand, and what you can do, numbered; type a number. `?` tells what else: read a card, the
    log, take something back, leave. A game that you leave, or whose window is closed, is kept: --resume last.

    The other side is a house player (random, heuristic, value, search, reply: each stronger than the one before), a
    model (house:cards, openai:gpt-5, …), or `pipeline` and `autonomous` with the models that are set. In a pipeline one
    model plans the turn and another carries the plan out. house:cards is a program: no key, no network.

    Without a terminal, lines are read from the standard input.

    Exit codes: 0 the game is over, or you left it; 2 usage; 4 the input ended and the game waits
    for you; 130 Ctrl-C, and the game is kept.
    """  # fmt: skip
    from gameplan.cli.cards.players import HOUSE_MODEL, choose_player
    from gameplan.cli.layout import make_console
    from gameplan.settings.places import open_journal

    console = make_console()
    if player is not None and not watch:
        raise UserError("--player is for --watch: otherwise you play the first side.")
    if delay is None:
        delay = 0.3 if console.is_terminal else 0.0
    with open_journal(create=resume is None, begin="gameplan cards play") as journal:
        if resume is not None:
            _go_on(journal, resume, console, delay)
            return
        from gameplan.cards.table.events import PERSON, Seated
        from gameplan.cli.cards.known import deck_word, find_deck
        from gameplan.cli.cards.tables import lay_out
        from gameplan.runtime import SortableIds

        against = against or (HOUSE_MODEL if watch else "search")
        other = choose_player(against, mode, planner)
        first = choose_player(player or against, mode, planner) if watch else None
        words = (deck_word(deck), deck_word(their_deck or _another(deck)))
        decks = (find_deck(words[0]), find_deck(words[1]))
        seated = Seated((PERSON if first is None else first.word, other.word), mode or "", planner or "")
        game_id = SortableIds().new("cards")
        table = lay_out(journal, game_id, words, decks, _seats(first, other), seated, _seed(seed))
        try:
            _play(journal, table, (first, other), console, delay)
        finally:
            table.game.session.close()


def _another(deck: str) -> str:
    from gameplan.cards.pokemon.creatures import DECKS

    return next(name for name in ("tides", *DECKS) if name != deck)


def _seed(told: str | None) -> str:
    import secrets

    if told is not None and not 0 < len(told) <= _LONGEST_SEED:
        raise UserError(f"A seed has from 1 to {_LONGEST_SEED} characters.")
    return told if told is not None else secrets.token_hex(8)


def _seats(first: Chosen | None, other: Chosen) -> list[Seat]:
    from gameplan.cards.table.rules import Seat

    if first is None:
        return [Seat("Player", person=True), Seat(other.name)]
    if first.name == other.name:
        return [Seat(f"{first.name} 1"), Seat(f"{other.name} 2")]
    return [Seat(first.name), Seat(other.name)]


def _go_on(journal: SqliteJournal, wanted: str, console: Console, delay: float) -> None:
    from gameplan.cards.table.events import PERSON
    from gameplan.cli.cards.players import choose_player
    from gameplan.cli.cards.tables import table_again

    with table_again(journal, wanted, write=True) as table:
        if table.game.to_act is None:
            name = table.game.session.session_id
            raise UserError(f"Game {name} is over. See it again: gameplan cards replay {name.rpartition('-')[2]}")
        mode, planner = table.seated.mode or None, table.seated.planner or None
        chosen = [None if word == PERSON else choose_player(word, mode, planner) for word in table.seated.players]
        assert chosen[1] is not None, "the other side is always played by an AI"
        _play(journal, table, (chosen[0], chosen[1]), console, delay, again=True)


def _play(
    journal: SqliteJournal,
    table: TableAt,
    chosen: tuple[Chosen | None, Chosen],
    console: Console,
    delay: float,
    *,
    again: bool = False,
) -> None:
    from gameplan.cards.seats import play_out
    from gameplan.cli.cards.person import Person
    from gameplan.cli.cards.watching import Watcher
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import print_text

    game, seed = table.game, table.game.started.seed
    session_id = game.session.session_id
    thoughts = [_thoughts(journal, session_id, seat, each) for seat, each in enumerate(chosen)]
    players: dict[int, Player] = {}
    for seat, each in enumerate(chosen):
        players[seat] = (
            Person(game, seat, table.decks[seat].cards, console)
            if each is None
            else each.sit(game, seat, table.decks, seed, thoughts[seat])
        )
    person = players[0] if isinstance(players[0], Person) else None
    for seat, each in enumerate(chosen):
        who = "You" if each is None else f"{game.seats[seat].name}: {each.told}"
        print_text(console, clean(f"{who}, with {table.decks[seat].title}"), "bold")
    if person is not None and again:
        person.come_back()
    watcher = None if person else Watcher(game, thoughts, console, delay)
    if watcher is not None:
        watcher.begin(again=again)
    last = session_id.rpartition("-")[2]
    try:
        with interrupted_at_once():
            asyncio.run(play_out(game, players))
    except Left as left:
        print_text(console, f"The game is kept. Go on with it: gameplan cards play --resume {last}", "dim")
        if left.ended:
            raise typer.Exit(int(ExitCode.WAITING)) from None
        return
    except KeyboardInterrupt:
        only_closing()
        print_text(console, f"\nThe game is kept. Go on with it: gameplan cards play --resume {last}", "dim")
        raise typer.Exit(int(ExitCode.CANCELLED)) from None
    finally:
        for session in thoughts:
            if session is not None:
                session.close()
    if person is not None:
        person.end()
    elif watcher is not None:
        watcher.end()
    _say_end(table, chosen, thoughts, console)
    print_text(console, f"See it again: gameplan cards replay {last}", "dim")


def _thoughts(journal: SqliteJournal, game_id: str, seat: int, chosen: Chosen | None) -> Session | None:
    """The session of the agents in a seat: a record of its own, which goes on with the game."""
    from gameplan.cards.private import agents_of
    from gameplan.runtime import NoSuchSession, Session, SessionStarted

    if chosen is None or chosen.level:
        return None
    session_id = agents_of(game_id, seat)
    try:
        return Session.open(journal, session_id)
    except NoSuchSession:
        session = Session(journal=journal, session_id=session_id)
        session.dispatch(SessionStarted("agent", f"{chosen.told}, at {game_id}"))
        return session


def _say_end(
    table: TableAt, chosen: tuple[Chosen | None, Chosen], thoughts: list[Session | None], console: Console
) -> None:
    from gameplan.cards.table.telling import why_over
    from gameplan.cli.cards.players import spending, spent_by
    from gameplan.cli.clean import clean
    from gameplan.cli.layout import print_text

    result = table.game.view(None).result
    assert result is not None, "the game is over"
    names = [seat.name for seat in table.game.seats]
    if result.winner is None:
        said = "It is a draw"
    elif table.person is not None:
        said = "You have won" if result.winner == table.person else "You have lost"
    else:
        said = f"{names[result.winner]} has won"
    why = why_over(result, names, table.person)
    print_text(console, f"\n{clean(said)}: {clean(why)}.", "bold green" if "You have won" in said else "bold")
    for seat, session in enumerate(thoughts):
        if session is not None:
            print_text(console, f"{clean(names[seat])}: {spending(spent_by(session))}", "dim")
