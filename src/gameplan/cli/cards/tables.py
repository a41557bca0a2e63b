"""Games on the record: a table is laid out in the journal, found again, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplan.cards.pokemon.creatures import Deck
from gameplan.cards.private import KIND
from gameplan.cards.table.events import PERSON, GameStarted, Seated
from gameplan.cards.table.game import Game
from gameplan.cards.table.rules import Seat
from gameplan.cli.cards.known import find_deck, plugin_for
from gameplan.cli.errors import ExitCode, UserError
from gameplan.runtime import Session, SessionStarted

if TYPE_CHECKING:
    from gameplan.cards.pokemon.plugin import Pokemon
    from gameplan.runtime import SqliteJournal

_NO_DECK = Deck("", "", "", ())


@dataclass(frozen=True, slots=True)
class TableAt:
    """A game on the record, with its decks and who was seated."""

    game: Game
    decks: tuple[Deck, Deck]
    seated: Seated

    @property
    def person(self) -> int | None:
        """The seat of the person, if one plays."""
        return self.seated.players.index(PERSON) if PERSON in self.seated.players else None


def lay_out(
    journal: SqliteJournal, game_id: str, words: tuple[str, str], decks: tuple[Deck, Deck], seats: Sequence[Seat],
    seated: Seated, seed: str,
) -> TableAt:  # fmt: skip
    """Begin a game on the record. Cards get numbers that tell nothing."""
    from random import Random

    session = Session(journal=journal, session_id=game_id)
    session.dispatch(SessionStarted(KIND, f"{words[0]} against {words[1]}"))
    session.dispatch(seated)
    plugin, mixed = plugin_for(decks), Random(f"{seed}/deal")  # noqa: S311 - a game
    dealt = plugin.deal([mixed.sample(deck.cards, len(deck.cards)) for deck in decks], words)
    game = Game.start(plugin, dealt, seed=seed, seats=seats, session=session)
    session.commit()
    return TableAt(game, decks, seated)


@contextmanager
def table_again(journal: SqliteJournal, wanted: str, *, write: bool) -> Iterator[TableAt]:
    """A game that is on the record, to be gone on with or to be read."""
    from gameplan.runtime import SessionBusy

    game_id = find_game(journal, wanted)
    try:
        session = Session.open(journal, game_id) if write else Session.view(journal, game_id)
    except SessionBusy:
        raise UserError(f"Game {game_id} is being played in another window.") from None
    try:
        yield table_of(session)
    finally:
        session.close()


def table_of(session: Session) -> TableAt:
    """The game that a session holds."""
    started = next((each.event for each in session.events if isinstance(each.event, GameStarted)), None)
    if started is None:
        raise UserError(f"Session {session.session_id} is no game of cards.")
    if started.game != "pokemon":
        raise UserError(f"Session {session.session_id} is a game of {started.game!r:.40}; only pokemon is played here.")
    seated = next(iter(session.events_of(Seated)), Seated(tuple(started.seats)))
    decks = (_NO_DECK, _NO_DECK)  # its cards are then those of the house
    if len(started.decks) == 2 and all(started.decks):
        decks = (find_deck(started.decks[0]), find_deck(started.decks[1]))
    plugin = plugin_for(decks)
    _must_be_known(plugin, started)
    seats = [Seat(name, person=word == PERSON) for name, word in zip(started.seats, seated.players, strict=True)]
    return TableAt(Game(plugin, session, seats), decks, seated)


def _must_be_known(plugin: Pokemon, started: GameStarted) -> None:
    for key in started.cards:
        try:
            plugin.card(key)
        except KeyError:
            decks = " and ".join(started.decks) or "its decks"
            raise UserError(
                f'The game was played with a card "{key}" that {decks} no longer have: import the deck again.',
                ExitCode.ENDED_OTHERWISE,
            ) from None


def find_game(journal: SqliteJournal, wanted: str) -> str:
    """The game that is meant; `last` is the newest, whatever else was recorded since."""
    from gameplan.cli.sessions.sessions import find_session, kind_and_title

    if wanted == "last":
        known = [info.session_id for info in journal.sessions() if kind_and_title(info)[0] == "cards"]
        if not known:
            raise UserError("No game of cards is on the record yet: gameplan cards play begins one.")
        return known[-1]
    return find_session(journal, wanted)
