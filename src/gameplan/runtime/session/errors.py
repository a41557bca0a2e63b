"""How a session says no."""

from __future__ import annotations


class SessionError(Exception):
    """The session cannot do what was asked; nothing has changed."""


class SessionClosed(SessionError):
    """The session has been closed."""


class ReducerFailed(SessionError):
    """A reducer raised, or did not return a slice; the event was not recorded."""


class RewindRefused(SessionError):
    """The session cannot go back that far."""
