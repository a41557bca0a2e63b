"""The fold: what the reducers of a session make of its events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from gameplan.runtime.events.record import Recorded
from gameplan.runtime.session.errors import ReducerFailed
from gameplan.runtime.session.reducers import Reducer, ReducerContext
from gameplan.runtime.session.slices import Slice

Slices: TypeAlias = dict[type, Slice[Any]]


class Fold:
    """The reducers of a session, by the type of the event and of the slice. It keeps no state of its own."""

    def __init__(self, session_id: str) -> None:
        self._session_id = session_id
        self._routes: dict[type, dict[type, Reducer]] = {}  # event type -> slice type -> reducer
        self.running = False  # True while a reducer is at work

    def register(self, event_type: type, reducer: Reducer, slice_type: type) -> bool:
        """One reducer for each pair of types. Returns False if it was registered already."""
        routes = self._routes.setdefault(event_type, {})
        if routes.get(slice_type) is reducer:
            return False
        routes[slice_type] = reducer
        return True

    def slice_types(self) -> set[type]:
        return {slice_type for routes in self._routes.values() for slice_type in routes}

    def after(self, slices: Slices, recorded: Recorded[Any]) -> Slices:
        """The slices after one more event. The given ones are not changed."""
        routes = self._routes.get(type(recorded.event))
        if not routes:
            return slices
        folded = slices.copy()
        for slice_type, reducer in routes.items():
            folded[slice_type] = self._reduced(reducer, slices.get(slice_type), recorded)
        return folded

    def of(self, record: Iterable[Recorded[Any]], slice_types: set[type]) -> Slices:
        """These slices after a whole record."""
        slices: Slices = {}
        for recorded in record:
            for slice_type, reducer in self._routes.get(type(recorded.event), {}).items():
                if slice_type in slice_types:
                    slices[slice_type] = self._reduced(reducer, slices.get(slice_type), recorded)
        return slices

    def _reduced(self, reducer: Reducer, slice_: Slice[Any] | None, recorded: Recorded[Any]) -> Slice[Any]:
        context = ReducerContext(self._session_id, recorded.seq, recorded.at)
        self.running = True
        try:
            reduced = reducer(Slice() if slice_ is None else slice_, recorded.event, context)
        except Exception as error:
            raise ReducerFailed(f"{_named(reducer, recorded)} failed: {error}") from error
        finally:
            self.running = False
        if not isinstance(reduced, Slice):
            raise ReducerFailed(f"{_named(reducer, recorded)} returned {reduced!r:.100}, which is not a Slice.")
        return reduced


def _named(reducer: Reducer, recorded: Recorded[Any]) -> str:
    return f"The reducer {reducer!r} of event {recorded.seq} ({type(recorded.event).__name__})"
