"""The bus: synchronous, typed, ordered; a failing handler stops nobody and is reported."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass

import pytest

from gameplan.runtime.events import HandlerFailure, InProcessEventBus


@dataclass(frozen=True)
class Moved:
    to: str


@dataclass(frozen=True)
class Jumped(Moved):
    pass


@dataclass(frozen=True)
class Slept:
    pass


def test_publish_tells_at_once() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []
    bus.subscribe(Moved, heard.append)
    bus.publish(Moved("hall"))
    assert heard == [Moved("hall")]


def test_a_handler_hears_its_type_and_its_subclasses_and_nothing_else() -> None:
    bus = InProcessEventBus()
    moved: list[object] = []
    jumped: list[object] = []
    everything: list[object] = []
    bus.subscribe(Moved, moved.append)
    bus.subscribe(Jumped, jumped.append)
    bus.subscribe(object, everything.append)
    for event in (Moved("a"), Jumped("b"), Slept(), "a notice"):
        bus.publish(event)
    assert moved == [Moved("a"), Jumped("b")]
    assert jumped == [Jumped("b")]
    assert everything == [Moved("a"), Jumped("b"), Slept(), "a notice"]


def test_handlers_are_told_in_the_order_in_which_they_subscribed_whatever_their_type() -> None:
    bus = InProcessEventBus()
    order: list[str] = []
    bus.subscribe(object, lambda _: order.append("object"))
    bus.subscribe(Jumped, lambda _: order.append("jumped"))
    bus.subscribe(Moved, lambda _: order.append("moved"))
    bus.subscribe(object, lambda _: order.append("object again"))
    bus.publish(Jumped("x"))
    assert order == ["object", "jumped", "moved", "object again"]


def test_an_event_published_by_a_handler_waits_until_all_have_heard_the_present_one() -> None:
    bus = InProcessEventBus()
    heard: list[tuple[str, object]] = []

    def first(event: Moved) -> None:
        heard.append(("first", event))
        if event.to == "a":
            assert bus.publish(Moved("b")) == ()
            assert bus.publish(Moved("c")) == ()

    bus.subscribe(Moved, first)
    bus.subscribe(Moved, lambda event: heard.append(("second", event)))
    bus.publish(Moved("a"))
    assert [f"{who} {event.to}" for who, event in heard] == [  # type: ignore[attr-defined]
        "first a",
        "second a",
        "first b",
        "second b",
        "first c",
        "second c",
    ]


def test_a_failing_handler_stops_neither_the_others_nor_the_publisher() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []

    def fails(event: object) -> None:
        raise KeyError("lost")

    bus.subscribe(Moved, heard.append)
    bus.subscribe(Moved, fails)
    bus.subscribe(Moved, heard.append)
    bus.publish(Moved("a"))
    bus.publish(Moved("b"))
    assert heard == [Moved("a"), Moved("a"), Moved("b"), Moved("b")]


def test_the_failure_is_logged_returned_and_handed_on(caplog: pytest.LogCaptureFixture) -> None:
    reported: list[HandlerFailure] = []
    bus = InProcessEventBus(on_failure=reported.append)

    def fails(event: object) -> None:
        raise KeyError("lost")

    bus.subscribe(Moved, fails)
    with caplog.at_level(logging.ERROR, logger="gameplan.events"):
        (failure,) = bus.publish(Moved("a"))
    assert failure.event == Moved("a")
    assert failure.handler is fails
    assert isinstance(failure.error, KeyError)
    assert reported == [failure]
    (record,) = caplog.records
    assert "Moved" in record.getMessage()
    assert record.exc_info is not None and record.exc_info[1] is failure.error


def test_publish_also_returns_the_failures_of_what_handlers_published() -> None:
    bus = InProcessEventBus()

    def fails(event: object) -> None:
        raise ValueError("no")

    bus.subscribe(Moved, lambda event: bus.publish(Slept()) and None)
    bus.subscribe(Slept, fails)
    assert [failure.event for failure in bus.publish(Moved("a"))] == [Slept()]


def test_even_a_failing_on_failure_stops_nobody(caplog: pytest.LogCaptureFixture) -> None:
    def no_use(failure: HandlerFailure) -> None:
        raise RuntimeError("the reporter is ill too")

    bus = InProcessEventBus(on_failure=no_use)
    heard: list[object] = []

    def fails(event: object) -> None:
        raise ValueError("no")

    bus.subscribe(Moved, fails)
    bus.subscribe(Moved, heard.append)
    assert len(bus.publish(Moved("a"))) == 1
    assert heard == [Moved("a")]
    assert "on_failure" in caplog.text


def test_after_an_interrupt_the_bus_still_works() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []

    def interrupted(event: Moved) -> None:
        if event.to == "a":
            raise KeyboardInterrupt

    bus.subscribe(Moved, interrupted)
    bus.subscribe(Moved, heard.append)
    with pytest.raises(KeyboardInterrupt):
        bus.publish(Moved("a"))
    bus.publish(Moved("b"))
    assert heard == [Moved("b")]


def test_one_who_unsubscribed_hears_no_more() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []
    unsubscribe = bus.subscribe(Moved, heard.append)
    bus.publish(Moved("a"))
    unsubscribe()
    bus.publish(Moved("b"))
    assert heard == [Moved("a")]


def test_unsubscribing_counts_at_once_even_while_the_event_is_being_told() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []
    bus.subscribe(Moved, lambda event: unsubscribe())
    unsubscribe = bus.subscribe(Moved, heard.append)
    bus.publish(Moved("a"))
    assert heard == []


def test_unsubscribing_twice_does_not_take_away_another_subscription_of_the_same_handler() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []
    unsubscribe = bus.subscribe(Moved, heard.append)
    bus.subscribe(Moved, heard.append)
    unsubscribe()
    unsubscribe()
    bus.publish(Moved("a"))
    assert heard == [Moved("a")]


def test_one_who_subscribes_while_an_event_is_told_hears_the_next() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []

    def first(event: Moved) -> None:
        if event.to == "a":
            bus.subscribe(Moved, heard.append)

    bus.subscribe(Moved, first)
    bus.publish(Moved("a"))
    bus.publish(Moved("b"))
    assert heard == [Moved("b")]


def test_without_subscribers_publishing_does_nothing() -> None:
    assert InProcessEventBus().publish(Moved("a")) == ()


def test_events_of_many_threads_are_each_told_once_and_never_two_at_a_time() -> None:
    bus = InProcessEventBus()
    heard: list[int] = []
    inside = threading.Lock()

    def one_at_a_time(number: int) -> None:
        assert inside.acquire(blocking=False), "two events were told at the same time"
        heard.append(number)
        inside.release()

    failures: list[HandlerFailure] = []
    bus.subscribe(int, one_at_a_time)

    def publish(first: int) -> None:
        for number in range(first, first + 200):
            failures.extend(bus.publish(number))

    threads = [threading.Thread(target=publish, args=(1000 * n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert sorted(heard) == sorted(1000 * n + i for n in range(8) for i in range(200))
    for n in range(8):
        mine = [number for number in heard if number // 1000 == n]
        assert mine == sorted(mine)


def test_a_handler_may_wait_for_another_thread_that_publishes() -> None:
    bus = InProcessEventBus()
    heard: list[object] = []

    def waits(event: Moved) -> None:
        thread = threading.Thread(target=bus.publish, args=(Slept(),))
        thread.start()
        thread.join(30)
        assert not thread.is_alive()

    bus.subscribe(Moved, waits)
    bus.subscribe(Slept, heard.append)
    assert bus.publish(Moved("a")) == ()
    assert heard == [Slept()]
