"""Sessions: the record, event by event."""

from __future__ import annotations

from collections.abc import Iterator

import httpx

from gameplan.client.asking import Asking, part
from gameplan.client.streams import Told, told_by
from gameplan.studio.shapes import EventView, SessionCard, StateView, TurnView


class Sessions(Asking):
    """What is on the record. `private`: also what is hidden from you in a game that you play."""

    def sessions(self, q: str = "", kind: str = "", limit: int = 200) -> list[SessionCard]:
        """What is on the record."""
        return self._list(SessionCard, "sessions", q=q, kind=kind, limit=limit)

    def session(self, session: str) -> SessionCard:
        """One session."""
        return self._get(SessionCard, f"sessions/{part(session)}")

    def events(self, session: str, after: int = 0, limit: int = 500, *, private: bool = False) -> list[EventView]:
        """Its events."""
        path = f"sessions/{part(session)}/events"
        return self._list(EventView, path, after=after, limit=limit, private=private)

    def state(self, session: str, at: int | None = None, *, private: bool = False) -> StateView:
        """How it stood after an event."""
        moment = {} if at is None else {"at": at}
        return self._get(StateView, f"sessions/{part(session)}/state", private=private, **moment)

    def turns(self, session: str, *, private: bool = False) -> list[TurnView]:
        """What its agents were told, said and called."""
        return self._list(TurnView, f"sessions/{part(session)}/turns", private=private)

    def follow_session(self, session: str, after: int = 0, *, private: bool = False) -> Iterator[Told]:
        """Every event once and in order, and notices as they come, until the studio ends or you stop.

        If the connection breaks it is taken up where it was.
        """
        while True:
            try:
                with told_by(self._http, f"sessions/{part(session)}/stream", after, private=private) as telling:
                    for told in telling:
                        after = told.seq if told.seq is not None else after
                        yield told
                        if told.type == "trouble":
                            return
            except (httpx.RemoteProtocolError, httpx.ReadError, httpx.ReadTimeout):
                continue  # what was missed comes now
