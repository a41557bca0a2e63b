"""Replay equals live, and rollback equals prefix, for any sequence of events, rewinds and rollbacks."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplan.runtime import (
    Journal,
    ReducerContext,
    RewindRefused,
    Session,
    Slice,
    Snapshot,
    append,
    event,
    upsert_by,
)


@event("replay.put")
@dataclass(frozen=True, slots=True)
class Put:
    key: str
    value: int | str | None
    weight: Decimal = Decimal(1)


@event("replay.taken")
@dataclass(frozen=True, slots=True)
class Taken:
    keys: tuple[str, ...]


@event("replay.drawn", final=True)
@dataclass(frozen=True, slots=True)
class Drawn:
    outcome: int


@event("replay.shelf")
@dataclass(frozen=True, slots=True)
class Shelf:
    keys: tuple[str, ...] = ()


def _put(slice_: Slice[Shelf], event: Put, context: ReducerContext) -> Slice[Shelf]:
    shelf = slice_.latest or Shelf()
    return Slice((Shelf((*shelf.keys, f"{event.key}@{context.seq}")),))


def _take(slice_: Slice[Shelf], event: Taken, context: ReducerContext) -> Slice[Shelf]:
    shelf = slice_.latest or Shelf()
    return Slice((Shelf(tuple(key for key in shelf.keys if key.split("@")[0] not in event.keys)),))


def with_reducers(session: Session) -> Session:
    session.register_reducer(Put, _put, slice_type=Shelf)
    session.register_reducer(Taken, _take, slice_type=Shelf)
    session.register_reducer(Put, upsert_by(lambda put: put.key))
    session.register_reducer(Taken, append)
    session.register_reducer(Drawn, append)
    return session


Move: TypeAlias = tuple[str, Any]
keys = st.sampled_from("abcd")
moves: st.SearchStrategy[list[Move]] = st.lists(
    st.one_of(
        st.tuples(st.just("dispatch"), st.builds(Put, keys, st.integers() | st.text() | st.none())),
        st.tuples(st.just("dispatch"), st.builds(Taken, st.lists(keys, max_size=2).map(tuple))),
        st.tuples(st.just("dispatch"), st.builds(Drawn, st.integers(1, 6))),
        st.tuples(st.just("rewind"), st.integers(0, 30)),
        st.tuples(st.just("agreed rewind"), st.integers(0, 30)),
        st.tuples(st.just("rollback"), st.integers(0, 30)),
    ),
    max_size=25,
)
names = (f"run-{number}" for number in itertools.count())


def play(session: Session, what: list[Move]) -> list[Snapshot]:
    """Carry the moves out; returns the snapshot after each event, the empty one first."""
    snapshots = [session.snapshot()]
    for kind, value in what:
        try:
            if kind == "dispatch":
                session.dispatch(value)
            else:
                past = snapshots[value % len(snapshots)]
                if kind == "rollback":
                    session.rollback(past)
                else:
                    session.rewind(past.seq, past_final=kind == "agreed rewind")
                assert session.snapshot().slices == past.slices
        except RewindRefused:
            assert session.snapshot() == snapshots[-1]
        else:
            snapshots.append(session.snapshot())
    return snapshots


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(moves)
def test_replay_equals_live_and_rollback_equals_prefix(journal: Journal, what: list[Move]) -> None:
    name = next(names)
    with with_reducers(Session(journal=journal, session_id=name)) as live:
        snapshots = play(live, what)
    openers: list[Callable[[], Session]] = [
        lambda: Session.open(journal, name),
        lambda: Session.view(journal, name),
        lambda: Session.from_json(live.to_json()),
    ]
    for reopen in openers:
        with with_reducers(reopen()) as replayed:
            assert replayed.events == live.events
            assert list(replayed.standing) == list(live.standing)
            assert replayed.snapshot() == live.snapshot()
    with with_reducers(Session.open(journal, name)) as again:
        for snapshot in snapshots:
            again.rewind(snapshot.seq, past_final=True)
            assert again.snapshot().slices == snapshot.slices


@pytest.mark.parametrize("prefix", range(6))
def test_the_record_up_to_an_event_folds_to_the_snapshot_of_that_event(journal: Journal, prefix: int) -> None:
    with with_reducers(Session(journal=journal, session_id="s")) as live:
        snapshots = [live.snapshot()]
        for number in range(6):
            live.dispatch(Put("abc"[number % 3], number))
            snapshots.append(live.snapshot())
    shorter = with_reducers(Session(session_id="s"))
    for recorded in live.events[:prefix]:
        shorter.dispatch(recorded.event)
    assert shorter.snapshot() == snapshots[prefix]
