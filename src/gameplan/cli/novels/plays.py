"""Plays on the record: each is begun in the journal, found again, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.cli.novels.who import is_house
from gameplan.novels.play.events import PlayAsked
from gameplan.runtime import Session, SessionStarted

if TYPE_CHECKING:
    from gameplan.novels.play import Book, Play
    from gameplan.runtime import SqliteJournal

KIND = "play"
_LATELY, _ALL = 20, 1_000_000


@dataclass(frozen=True, slots=True)
class Listed:
    """A play as a list shows it."""

    session_id: str
    asked: PlayAsked
    turn: int
    ended: str

    @property
    def name(self) -> str:
        return self.session_id.rpartition("-")[2]


@contextmanager
def begun(journal: SqliteJournal, book: Book, asked: PlayAsked, seed: str | None) -> Iterator[Play]:
    """A new play."""
    from gameplan.novels.play import Play
    from gameplan.runtime import SortableIds

    with Session(journal=journal, session_id=SortableIds().new(KIND)) as session:
        session.dispatch(SessionStarted(KIND, asked.title))
        session.dispatch(asked)
        yield Play.start(book, seed=seed, session=session)


@contextmanager
def play_again(journal: SqliteJournal, listed: Listed, book: Book) -> Iterator[Play]:
    """A play that is on the record, to be gone on with."""
    from gameplan.novels.play import Play
    from gameplan.runtime import SessionBusy

    try:
        session = Session.open(journal, listed.session_id)
    except SessionBusy:
        raise UserError(f"Play {listed.name} is being played in another window.") from None
    with session:
        yield Play(book, session)


def plays(journal: SqliteJournal, package_id: str = "", most: int = _LATELY) -> list[Listed]:
    """The plays, of one novel or of all, the newest first, and not more of them. What cannot be read is left out."""
    from gameplan.cli.sessions.sessions import kind_and_title
    from gameplan.runtime import JournalError

    found = []
    for info in reversed(journal.sessions()):
        if kind_and_title(info)[0] != KIND:
            continue
        try:
            listed = _listed(Session.view(journal, info.session_id))
        except JournalError:
            continue
        if listed is not None and package_id in ("", listed.asked.package_id):
            found.append(listed)
        if len(found) >= most:
            break
    return found


def find_play(journal: SqliteJournal, wanted: str, package_id: str = "") -> Listed:
    """The play that is meant: the newest that has not ended, or the newest; or by its name."""
    known = plays(journal, package_id, _ALL if wanted else _LATELY)
    if not known:
        of = " of this novel" if package_id else ""
        raise UserError(f"There is no play{of} to go on with: gameplan novels play NOVEL begins one.")
    if not wanted:
        return next((each for each in known if not each.ended), known[0])
    meant = [each for each in known if wanted in (each.session_id, each.name) or each.name.startswith(wanted)]
    if len(meant) == 1:
        return meant[0]
    names = ", ".join(each.name for each in known[:8])
    raise UserError(f'There is {"more than one" if meant else "no"} play "{wanted}". There are: {names}.')


def talk_of(journal: SqliteJournal, play_id: str, who: str, model: str) -> Session:
    """What a model is asked and says in a play; a program of the house needs no record of its own."""
    from gameplan.runtime import NoSuchSession

    if is_house(model):
        return Session()
    session_id = f"agents-{play_id}-{who}"
    try:
        return Session.open(journal, session_id)
    except NoSuchSession:
        session = Session(journal=journal, session_id=session_id)
        session.dispatch(SessionStarted("agent", f"The {who} of {play_id}: {model}"))
        return session


def _listed(session: Session) -> Listed | None:
    """A play as it stands; nothing if it was killed before it began."""
    from gameplan.novels.play.events import Advanced, PlayStarted

    asked = next(iter(session.events_of(PlayAsked)), None)
    if asked is None or not session.events_of(PlayStarted):
        return None
    beats = [each.event.beat for each in session.standing if isinstance(each.event, Advanced)]
    if not beats:
        return Listed(session.session_id, asked, 0, "")
    return Listed(session.session_id, asked, beats[-1].turn, beats[-1].ref if beats[-1].mode == "ending" else "")
