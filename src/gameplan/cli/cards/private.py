"""Records that a player must not read while he plays: what is hidden in his game, and what the other side thinks."""

from __future__ import annotations

import re

from gameplan.cards.table.events import Acted
from gameplan.cli.cards.tables import PERSON, Seated
from gameplan.cli.errors import UserError
from gameplan.runtime import JournalError, Session, SqliteJournal

_AGENTS = re.compile(r"^agents-(?P<game>.+)-(?P<seat>\d)$")


def is_private(journal: SqliteJournal, session_id: str) -> bool:
    """True for the agents of a seat, while a person plays against them."""
    agents = _AGENTS.match(session_id)
    return agents is not None and _person_plays(journal, agents["game"])


def keep_private(journal: SqliteJournal, session_id: str) -> None:
    """Refuse to open a record that would tell a person what is hidden from him in a game that goes on."""
    agents = _AGENTS.match(session_id)
    game = agents["game"] if agents is not None else session_id
    if not _person_plays(journal, game):
        return
    holds = "what the other side thinks, with the cards that it holds" if agents else "all that is hidden in it"
    raise UserError(
        f"Session {session_id} is private while the game goes on: it tells {holds}. When the game is over it is open "
        f"to all; to read it now: --private. What you may see: gameplan cards replay {game}"
    )


def _person_plays(journal: SqliteJournal, game: str) -> bool:
    """Whether this is a game that a person plays, and that is not over."""
    try:
        standing = Session.view(journal, game).standing
    except JournalError:
        return False
    ended = any(
        change[0] == "end" for each in standing if isinstance(each.event, Acted) for change in each.event.changes
    )
    return not ended and any(isinstance(each.event, Seated) and PERSON in each.event.players for each in standing)
