"""The bus: tells those who asked, at once and in order, what has happened."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

E = TypeVar("E")
Handler = Callable[[E], None]
_log = logging.getLogger("gameplan.events")


@dataclass(frozen=True, slots=True)
class HandlerFailure:
    """A handler raised while it was told of an event."""

    event: object
    handler: Handler[Any]
    error: Exception


class EventBus(Protocol):
    """Where a session tells what happened."""

    def subscribe(self, event_type: type[E], handler: Handler[E]) -> Callable[[], None]: ...

    def publish(self, event: object) -> tuple[HandlerFailure, ...]: ...


class InProcessEventBus:
    """A synchronous bus within one process.

    A handler hears the events of its type (and of its subclasses; `object` hears all) in the order in which they were
    published. One that raises stops neither the others nor the publisher: its failure is logged, returned by
    `publish`, and handed to `on_failure`. An event published by a handler waits until all have heard the present one.
    """

    def __init__(self, on_failure: Callable[[HandlerFailure], None] | None = None) -> None:
        self._handlers: dict[type, list[Handler[Any]]] = {}
        self._waiting: deque[object] = deque()
        self._publishing = False
        self._on_failure = on_failure

    def subscribe(self, event_type: type[E], handler: Handler[E]) -> Callable[[], None]:
        """Call `handler` with each event of this type; the returned function ends that."""
        handlers = self._handlers.setdefault(event_type, [])
        handlers.append(handler)

        def unsubscribe() -> None:
            if handler in handlers:
                handlers.remove(handler)

        return unsubscribe

    def publish(self, event: object) -> tuple[HandlerFailure, ...]:
        if not self._handlers:
            return ()
        self._waiting.append(event)
        if self._publishing:
            return ()
        self._publishing = True
        failures: list[HandlerFailure] = []
        try:
            while self._waiting:
                failures.extend(self._tell(self._waiting.popleft()))
        finally:
            self._publishing = False
        return tuple(failures)

    def _tell(self, event: object) -> list[HandlerFailure]:
        failures = []
        for event_type in type(event).__mro__:
            for handler in tuple(self._handlers.get(event_type, ())):
                try:
                    handler(event)
                except Exception as error:  # noqa: BLE001 - a handler's fault is reported, never spread
                    failures.append(HandlerFailure(event, handler, error))
        for failure in failures:
            self._report(failure)
        return failures

    def _report(self, failure: HandlerFailure) -> None:
        _log.error(
            "A handler of %s failed: %s",
            type(failure.event).__qualname__,
            failure.handler,
            exc_info=failure.error,
        )
        if self._on_failure is not None:
            try:
                self._on_failure(failure)
            except Exception:  # noqa: BLE001 - the last resort must not fail either
                _log.exception("The bus's on_failure failed")
