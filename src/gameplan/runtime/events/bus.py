"""The bus: tells those who asked, at once and in order, what has happened."""

from __future__ import annotations

import logging
import threading
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

    @property
    def is_heard(self) -> bool:
        """True if anybody has subscribed to anything."""
        ...


class InProcessEventBus:
    """A synchronous bus within one process.

    A handler hears the events of its type (and of its subclasses; `object` hears all) in the order in which they were
    published; the handlers of an event are told in the order in which they subscribed. One that raises stops neither
    the others nor the publisher: its failure is logged, returned by `publish`, and handed to `on_failure`.

    An event that is published while another is being told, by a handler or by another thread, waits until all have
    heard that one; whoever is publishing then tells it. No lock is held while a handler runs.
    """

    def __init__(self, on_failure: Callable[[HandlerFailure], None] | None = None) -> None:
        self._on_failure = on_failure
        self._subscriptions: tuple[_Subscription, ...] = ()
        self._routes: dict[type, tuple[_Subscription, ...]] = {}  # who hears which type of event
        self._waiting: deque[object] = deque()
        self._publishing = False
        self._lock = threading.Lock()

    def subscribe(self, event_type: type[E], handler: Handler[E]) -> Callable[[], None]:
        """Call `handler` with each event of this type; the returned function ends that, at once."""
        subscription = _Subscription(event_type, handler)
        with self._lock:
            self._subscriptions += (subscription,)
            self._routes = {}

        def unsubscribe() -> None:
            subscription.ended = True
            with self._lock:
                self._subscriptions = tuple(each for each in self._subscriptions if each is not subscription)
                self._routes = {}

        return unsubscribe

    @property
    def is_heard(self) -> bool:
        return bool(self._subscriptions)

    def publish(self, event: object) -> tuple[HandlerFailure, ...]:
        """Tell of an event, and of those that are published meanwhile; returns what went wrong in that."""
        if not self._subscriptions:
            return ()
        with self._lock:
            self._waiting.append(event)
            if self._publishing:
                return ()
            self._publishing = True
        failures: list[HandlerFailure] = []
        try:
            while True:
                with self._lock:
                    if not self._waiting:
                        self._publishing = False
                        return tuple(failures)
                    event = self._waiting.popleft()
                failures += self._tell(event)
        except BaseException:
            self._publishing = False
            raise

    def _tell(self, event: object) -> list[HandlerFailure]:
        failures = []
        route = self._routes.get(type(event))
        for subscription in self._route(type(event)) if route is None else route:
            if subscription.ended:
                continue
            try:
                subscription.handler(event)
            except Exception as error:  # noqa: BLE001 - a handler's fault is reported, never spread
                failures.append(HandlerFailure(event, subscription.handler, error))
        for failure in failures:
            self._report(failure)
        return failures

    def _route(self, event_type: type) -> tuple[_Subscription, ...]:
        with self._lock:
            route = tuple(each for each in self._subscriptions if each.event_type in event_type.__mro__)
            self._routes[event_type] = route
            return route

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


class _Subscription:
    __slots__ = ("ended", "event_type", "handler")

    def __init__(self, event_type: type, handler: Handler[Any]) -> None:
        self.event_type = event_type
        self.handler = handler
        self.ended = False
