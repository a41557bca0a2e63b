"""Drafts on the record: each is begun in the journal, found again, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gameplan.cli.errors import UserError
from gameplan.cli.novels.who import AUTHOR
from gameplan.novels.authoring.events import WriteAsked
from gameplan.runtime import Session, SessionStarted

if TYPE_CHECKING:
    from gameplan.runtime import SqliteJournal

KIND = "novel"


@dataclass(frozen=True, slots=True)
class DraftAt:
    """A draft on the record. `talk` is what its co-author was asked and said: `undo` does not reach it."""

    session: Session
    talk: Session
    asked: WriteAsked

    @property
    def request(self) -> str:
        """How it is put to whoever writes. The house author reads a seed out of it."""
        premise = self.asked.premise
        return f"{premise}\n\nSeed: {self.asked.seed}" if self.asked.model == AUTHOR else premise

    @property
    def shelf(self) -> Path | None:
        """The folder of another shelf than the person's own."""
        return Path(self.asked.out) if self.asked.out else None

    @property
    def name(self) -> str:
        """By which it is named on the command line."""
        return self.session.session_id.rpartition("-")[2]


@dataclass(frozen=True, slots=True)
class Listed:
    """A draft as a list shows it. `made` is the novel that was made of it, if one was."""

    name: str
    title: str
    next: str
    made: str


@contextmanager
def begun(journal: SqliteJournal, asked: WriteAsked) -> Iterator[DraftAt]:
    """A new draft."""
    from gameplan.runtime import SortableIds

    id_ = SortableIds().new(KIND)
    session = Session(journal=journal, session_id=id_)
    session.dispatch(SessionStarted(KIND, asked.premise))
    session.dispatch(asked)
    talk = _talk(journal, id_)
    try:
        yield DraftAt(session, talk, asked)
    finally:
        talk.close()
        session.close()


@contextmanager
def draft_again(journal: SqliteJournal, wanted: str) -> Iterator[DraftAt]:
    """A draft that is on the record, to be gone on with."""
    from gameplan.runtime import SessionBusy

    id_ = _find(journal, wanted)
    try:
        session = Session.open(journal, id_)
    except SessionBusy:
        raise UserError(f"Draft {id_.rpartition('-')[2]} is being written in another window.") from None
    talk = None
    try:
        asked = next(iter(session.events_of(WriteAsked)), None)
        if asked is None:
            raise UserError(f"Session {id_} is no draft of a novel. `gameplan novels list` lists the drafts.")
        talk = _talk(journal, id_)
        yield DraftAt(session, talk, asked)
    finally:
        if talk is not None:
            talk.close()
        session.close()


def drafts(journal: SqliteJournal) -> list[Listed]:
    """The drafts, the newest first."""
    from gameplan.novels.authoring import DraftSession, next_steps
    from gameplan.novels.authoring.events import PackageFinalized

    found = []
    for id_ in reversed(_ids(journal)):
        session = Session.view(journal, id_)
        try:
            draft = DraftSession(session).draft
        except ValueError:  # it was killed before it was begun
            continue
        asked = next(iter(session.events_of(WriteAsked)), WriteAsked("?"))
        made = [each.package_id for each in session.events_of(PackageFinalized)]
        title = draft.premise.title if draft.premise is not None else asked.premise
        steps = next_steps(draft)
        step = steps[0].partition(":")[0] if steps else ""
        found.append(Listed(id_.rpartition("-")[2], title, step, made[-1] if made else ""))
    return found


def _find(journal: SqliteJournal, wanted: str) -> str:
    known = _ids(journal)
    if not known:
        raise UserError('There is no draft yet: gameplan novels write --premise "…" begins one.')
    if wanted == "last":
        return known[-1]
    meant = [each for each in known if wanted and (each == wanted or each.rpartition("-")[2].startswith(wanted))]
    if len(meant) == 1:
        return meant[0]
    if meant:
        raise UserError(f'Several drafts begin with "{wanted}". `gameplan novels list` lists them.')
    raise UserError(f'There is no draft "{wanted}". `gameplan novels list` lists them; `last` is the newest.')


def _ids(journal: SqliteJournal) -> list[str]:
    from gameplan.cli.sessions.sessions import kind_and_title

    return [each.session_id for each in journal.sessions() if kind_and_title(each)[0] == KIND]


def _talk(journal: SqliteJournal, id_: str) -> Session:
    from gameplan.runtime import NoSuchSession

    talk_id = f"agents-{id_}"
    try:
        return Session.open(journal, talk_id)
    except NoSuchSession:
        talk = Session(journal=journal, session_id=talk_id)
        talk.dispatch(SessionStarted("agent", f"The co-author of {id_}"))
        return talk
