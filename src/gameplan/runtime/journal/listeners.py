"""Those who want to hear of new intents, by the session that is asked."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

_log = logging.getLogger("gameplan.journal")


class Listeners:
    """Callbacks by session. They are called from any thread, and without a lock."""

    def __init__(self) -> None:
        self._callbacks: dict[str, tuple[Callable[[], None], ...]] = {}
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        return bool(self._callbacks)

    def add(self, session_id: str, callback: Callable[[], None]) -> None:
        with self._lock:
            self._callbacks[session_id] = (*self._callbacks.get(session_id, ()), callback)

    def remove(self, session_id: str, callback: Callable[[], None]) -> None:
        with self._lock:
            rest = tuple(each for each in self._callbacks.pop(session_id, ()) if each is not callback)
            if rest:
                self._callbacks[session_id] = rest

    def tell(self, session_id: str) -> None:
        for callback in self._callbacks.get(session_id, ()):
            try:
                callback()
            except Exception:  # noqa: BLE001 - one listener's fault must not keep the others from hearing
                _log.exception("A listener to the inbox of session %s failed", session_id)

    def tell_all(self) -> None:
        for session_id in tuple(self._callbacks):
            self.tell(session_id)
