"""The session: what is true now, as a fold of what happened."""

from gameplan.runtime.session.errors import ReducerFailed, RewindRefused, SessionClosed, SessionError
from gameplan.runtime.session.history import standing
from gameplan.runtime.session.reducers import Reducer, ReducerContext, append, replace_latest, upsert_by
from gameplan.runtime.session.selectors import HasSlices, select_all, select_latest, select_where
from gameplan.runtime.session.session import Session
from gameplan.runtime.session.slices import Slice
from gameplan.runtime.session.snapshot import Snapshot

__all__ = [
    "HasSlices",
    "Reducer",
    "ReducerContext",
    "ReducerFailed",
    "RewindRefused",
    "Session",
    "SessionClosed",
    "SessionError",
    "Slice",
    "Snapshot",
    "append",
    "replace_latest",
    "select_all",
    "select_latest",
    "select_where",
    "standing",
    "upsert_by",
]
