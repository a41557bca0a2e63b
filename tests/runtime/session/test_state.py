"""The state of a session: typed slices, pure reducers, selectors, snapshots as values."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import (
    EventError,
    Journal,
    ManualClock,
    MemoryJournal,
    Recorded,
    ReducerContext,
    ReducerFailed,
    Session,
    SessionError,
    Slice,
    Snapshot,
    append,
    event,
    replace_latest,
    select_all,
    select_latest,
    select_where,
    upsert_by,
)


@event("state.said")
@dataclass(frozen=True, slots=True)
class Said:
    who: str
    text: str = ""


@event("state.left")
@dataclass(frozen=True, slots=True)
class Left:
    who: str


@event("state.count")
@dataclass(frozen=True, slots=True)
class Count:
    number: int


def count(slice_: Slice[Count], event: Any, context: ReducerContext) -> Slice[Count]:
    before = slice_.latest or Count(0)
    return Slice((Count(before.number + 1),))


# -- reducers


def test_append_keeps_every_event_in_order() -> None:
    session = Session()
    session.register_reducer(Said, append)
    for text in "abc":
        session.dispatch(Said("ann", text))
    assert select_all(session, Said) == (Said("ann", "a"), Said("ann", "b"), Said("ann", "c"))


def test_replace_latest_keeps_only_the_newest() -> None:
    session = Session()
    session.register_reducer(Said, replace_latest)
    for text in "abc":
        session.dispatch(Said("ann", text))
    assert select_all(session, Said) == (Said("ann", "c"),)


def test_upsert_by_keeps_the_newest_of_each_key_where_the_first_stood() -> None:
    session = Session()
    session.register_reducer(Said, upsert_by(lambda said: said.who))
    for who, text in [("ann", "1"), ("bob", "2"), ("ann", "3"), ("cid", "4"), ("bob", "5")]:
        session.dispatch(Said(who, text))
    assert select_all(session, Said) == (Said("ann", "3"), Said("bob", "5"), Said("cid", "4"))


def test_several_events_fold_into_one_slice_and_one_event_into_several() -> None:
    session = Session()
    session.register_reducer(Said, count, slice_type=Count)
    session.register_reducer(Left, count, slice_type=Count)
    session.register_reducer(Said, append)
    session.dispatch(Said("ann"))
    session.dispatch(Left("ann"))
    session.dispatch(Said("bob"))
    assert select_latest(session, Count) == Count(3)
    assert select_all(session, Said) == (Said("ann"), Said("bob"))
    assert select_all(session, Left) == ()


def test_a_reducer_is_told_where_the_event_stands_and_nothing_else() -> None:
    contexts: list[ReducerContext] = []

    def watch(slice_: Slice[Said], event: Said, context: ReducerContext) -> Slice[Said]:
        contexts.append(context)
        return slice_

    session = Session(session_id="here", clock=ManualClock(1_000))
    session.register_reducer(Said, watch)
    session.dispatch(Left("x"))
    session.dispatch(Said("ann"))
    assert contexts == [ReducerContext("here", 2, 1_000)]


def test_it_does_not_matter_whether_reducers_come_before_or_after_the_events() -> None:
    early, late = Session(session_id="s"), Session(session_id="s")
    early.register_reducer(Said, append)
    early.register_reducer(Said, count, slice_type=Count)
    early.register_reducer(Left, count, slice_type=Count)
    for session in (early, late):
        session.dispatch(Said("ann"))
        session.dispatch(Left("ann"))
    late.register_reducer(Left, count, slice_type=Count)
    late.register_reducer(Said, count, slice_type=Count)
    late.register_reducer(Said, append)
    assert late.snapshot().slices == early.snapshot().slices
    for session in (early, late):
        session.dispatch(Said("bob"))
    assert late.snapshot().slices == early.snapshot().slices


def test_a_reducer_registered_late_does_not_disturb_the_other_slices() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.dispatch(Said("ann"))
    before = session.slice(Said)
    session.register_reducer(Said, count, slice_type=Count)
    assert select_latest(session, Count) == Count(1)
    assert session.slice(Said) is before


def test_registering_the_same_reducer_again_changes_nothing() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.dispatch(Said("ann"))
    before = session.slice(Said)
    session.register_reducer(Said, append)
    session.dispatch(Left("x"))
    assert session.slice(Said) is before


def test_registering_another_reducer_for_the_pair_replaces_it_and_folds_anew() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.dispatch(Said("ann", "1"))
    session.dispatch(Said("ann", "2"))
    session.register_reducer(Said, replace_latest)
    assert select_all(session, Said) == (Said("ann", "2"),)


def test_a_reducer_that_raises_changes_nothing(journal: Journal) -> None:
    def strict(slice_: Slice[Count], event: Said, context: ReducerContext) -> Slice[Count]:
        if not event.text:
            raise ValueError("say something")
        return slice_

    heard: list[object] = []
    session = Session(journal=journal, session_id="s")
    session.bus.subscribe(object, heard.append)
    session.register_reducer(Said, append)
    session.register_reducer(Said, strict, slice_type=Count)
    session.dispatch(Said("ann", "hello"))
    before = session.snapshot()
    with pytest.raises(ReducerFailed, match=r"strict.* of event 2 \(Said\) failed: say something") as caught:
        session.dispatch(Said("ann"))
    assert isinstance(caught.value.__cause__, ValueError)
    assert session.snapshot() == before
    assert session.seq == 1
    session.dispatch(Said("ann", "again"))
    session.close()
    assert heard == [Said("ann", "hello"), Said("ann", "again")]
    assert [record.seq for record in journal.read("s").records] == [1, 2]


def test_a_late_reducer_that_raises_says_so_to_everyone_who_asks() -> None:
    def fails(slice_: Slice[Count], event: Said, context: ReducerContext) -> Slice[Count]:
        raise ValueError("never")

    session = Session()
    session.dispatch(Said("ann"))
    session.register_reducer(Said, fails, slice_type=Count)
    for _ in range(2):
        with pytest.raises(ReducerFailed):
            select_latest(session, Count)
        with pytest.raises(ReducerFailed):
            session.dispatch(Said("bob"))
    assert session.seq == 1
    session.register_reducer(Said, count, slice_type=Count)
    assert select_latest(session, Count) == Count(1)


@pytest.mark.parametrize("wrong", [None, (), [Said("x")]])
def test_a_reducer_that_returns_no_slice_is_told_so(wrong: object) -> None:
    session = Session()
    session.register_reducer(Said, lambda slice_, event, context: wrong)  # type: ignore[arg-type, return-value]
    with pytest.raises(ReducerFailed, match="which is not a Slice"):
        session.dispatch(Said("ann"))
    assert session.seq == 0


def test_a_reducer_cannot_make_anything_happen() -> None:
    session = Session()

    def acts(slice_: Slice[Said], event: Said, context: ReducerContext) -> Slice[Said]:
        session.dispatch(Left("x"))
        return slice_

    session.register_reducer(Said, acts)
    with pytest.raises(ReducerFailed, match="A reducer is pure"):
        session.dispatch(Said("ann"))
    assert session.seq == 0
    session.dispatch(Left("x"))


# -- selectors


def test_selectors_read_a_session_and_a_snapshot_alike() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.dispatch(Said("ann", "1"))
    session.dispatch(Said("bob", "2"))
    session.dispatch(Said("ann", "3"))
    for source in (session, session.snapshot()):
        assert list(select_all(source, Said)) == [Said("ann", "1"), Said("bob", "2"), Said("ann", "3")]
        assert select_latest(source, Said) == Said("ann", "3")
        assert select_where(source, Said, lambda said: said.who == "ann") == (Said("ann", "1"), Said("ann", "3"))


def test_a_slice_that_nothing_was_folded_into_is_empty() -> None:
    for source in (Session(), Session().snapshot()):
        assert select_all(source, Said) == ()
        assert select_latest(source, Said) is None
        assert select_where(source, Said, lambda said: True) == ()


# -- slices are values


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["append", "replace"]), st.integers()), max_size=30))
def test_slices_made_from_one_another_never_change_one_another(steps: list[tuple[int, str, int]]) -> None:
    slices: list[Slice[int]] = [Slice()]
    expected: list[tuple[int, ...]] = [()]
    for which, how, value in steps:
        base, was = slices[which % len(slices)], expected[which % len(slices)]
        if how == "append" or not was:
            slices.append(base.append(value))
            expected.append((*was, value))
        else:
            at = value % len(was)
            slices.append(base.replace(at, value))
            expected.append((*was[:at], value, *was[at + 1 :]))
    for slice_, values in zip(slices, expected, strict=True):
        assert slice_ == values
        assert tuple(slice_) == values and len(slice_) == len(values)
        assert slice_.latest == (values[-1] if values else None)
        assert slice_[:] == values and slice_[1:-1] == values[1:-1]
        assert hash(slice_) == hash(values)


def test_a_slice_is_indexed_like_a_sequence() -> None:
    slice_ = Slice("abc")
    slice_.append("d")
    assert (slice_[0], slice_[-1], slice_[1:]) == ("a", "c", ("b", "c"))
    for index in (3, -4):
        with pytest.raises(IndexError):
            slice_[index]
    assert slice_ != ["a", "b", "c"]
    assert repr(slice_) == "Slice(['a', 'b', 'c'])"


def test_threads_that_extend_the_same_slice_do_not_see_each_other() -> None:
    base: Slice[tuple[int, int]] = Slice([(-1, -1)])
    wrong: list[object] = []

    def extend(thread: int) -> None:
        for number in range(2_000):
            base_now = Slice(base)
            shared = base_now if number % 2 else base
            if shared.append((thread, number)).latest != (thread, number):
                wrong.append((thread, number))

    threads = [threading.Thread(target=extend, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == [] and base == ((-1, -1),)


def test_nobody_outside_can_change_the_record_or_the_state() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.dispatch(Said("ann"))
    session.events.append(Recorded(2, 0, Said("forged")))
    session.standing.append(Recorded(2, 0, Said("forged")))
    session.slice(Said).append(Said("forged"))
    with pytest.raises(TypeError):
        session.snapshot().slices[Said] = Slice()  # type: ignore[index]
    session.dispatch(Said("bob"))
    assert [recorded.event for recorded in session.events] == [Said("ann"), Said("bob")]
    assert select_all(session, Said) == (Said("ann"), Said("bob"))


def test_what_was_read_is_not_changed_by_later_events() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.register_reducer(Said, count, slice_type=Count)
    session.dispatch(Said("ann"))
    snapshot, said, events, standing = session.snapshot(), session.slice(Said), session.events, session.standing
    session.dispatch(Said("bob"))
    session.rewind(0)
    session.dispatch(Said("cid"))
    assert (snapshot.seq, len(said), len(events), len(standing)) == (1, 1, 1, 1)
    assert select_all(snapshot, Said) == (Said("ann"),)
    assert select_latest(snapshot, Count) == Count(1)


# -- JSON


def test_a_session_is_read_back_from_its_json() -> None:
    session = Session(session_id="s", clock=ManualClock())
    for who in ("ann", "bob"):
        session.dispatch(Said(who, "tschüß \U0001f600"))
    session.rewind(1)
    session.dispatch(Left("ann"))
    again = Session.from_json(session.to_json())
    assert again.session_id == "s"
    assert again.events == session.events
    assert again.standing == session.standing
    again.register_reducer(Said, append)
    session.register_reducer(Said, append)
    assert again.snapshot() == session.snapshot()
    again.dispatch(Left("bob"))
    assert again.seq == session.seq + 1
    assert json.loads(session.to_json())["events"][0]["fields"] == {"who": "ann", "text": "tschüß \U0001f600"}


def test_a_snapshot_is_read_back_from_its_json() -> None:
    session = Session()
    session.register_reducer(Said, append)
    session.register_reducer(Said, count, slice_type=Count)
    session.dispatch(Said("ann", "hello"))
    snapshot = session.snapshot()
    assert Snapshot.from_json(snapshot.to_json()) == snapshot


def test_a_slice_type_without_a_name_cannot_be_written() -> None:
    @dataclass(frozen=True)
    class Nameless:
        pass

    session = Session()
    session.register_reducer(Said, lambda slice_, event, context: slice_.append(Nameless()), slice_type=Nameless)
    session.dispatch(Said("ann"))
    with pytest.raises(EventError, match="Nameless is not an event"):
        session.snapshot().to_json()


def test_a_session_that_has_its_journal_takes_no_other() -> None:
    text = Session(session_id="s").to_json()
    other = MemoryJournal()
    with pytest.raises(TypeError, match="takes no other journal"):
        Session.from_json(text, journal=other)  # type: ignore[call-arg]
    assert other.sessions() == []


# -- threads and handlers


def test_dispatches_of_many_threads_are_numbered_folded_and_published_in_one_order(journal: Journal) -> None:
    session = Session(journal=journal, session_id="s")
    session.register_reducer(Said, append)
    session.register_reducer(Said, count, slice_type=Count)
    heard: list[object] = []
    session.bus.subscribe(Said, heard.append)

    def talk(who: int) -> None:
        for number in range(100):
            session.dispatch(Said(str(who), str(number)))

    threads = [threading.Thread(target=talk, args=(who,)) for who in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    session.commit()
    order = [recorded.event for recorded in session.events]
    assert [recorded.seq for recorded in session.events] == list(range(1, 801))
    assert list(select_all(session, Said)) == order == heard
    assert select_latest(session, Count) == Count(800)
    for who in range(8):
        assert [said.text for said in order if said.who == str(who)] == [str(n) for n in range(100)]
    session.close()
    assert [record.seq for record in journal.read("s").records] == list(range(1, 801))


def test_a_handler_may_dispatch_and_all_hear_it_after_the_present_event() -> None:
    session = Session()
    heard: list[object] = []

    def answer(said: Said) -> None:
        if said.text == "hello":
            recorded = session.dispatch(Said("bob", "hello back"))
            assert recorded.seq == session.seq == 2

    session.bus.subscribe(Said, answer)
    session.bus.subscribe(object, heard.append)
    session.dispatch(Said("ann", "hello"))
    assert heard == [Said("ann", "hello"), Said("bob", "hello back")]


def test_a_handler_may_wait_for_another_thread_that_dispatches() -> None:
    session = Session()
    heard: list[object] = []

    def waits(left: Left) -> None:
        thread = threading.Thread(target=session.dispatch, args=(Said("bob", "bye"),))
        thread.start()
        thread.join(30)
        assert not thread.is_alive()

    session.bus.subscribe(Left, waits)
    session.bus.subscribe(Said, heard.append)
    session.dispatch(Left("ann"))
    assert heard == [Said("bob", "bye")]


def test_a_failing_handler_does_not_stop_the_session() -> None:
    session = Session()

    def fails(event: object) -> None:
        raise RuntimeError("no")

    session.bus.subscribe(Said, fails)
    session.dispatch(Said("ann"))
    assert session.dispatch(Said("ann")).seq == 2


# -- reading the record


def test_events_of_gives_the_events_of_one_type_with_what_was_rewound() -> None:
    session = Session()
    session.dispatch(Said("ann"))
    session.dispatch(Left("ann"))
    session.dispatch(Said("bob"))
    session.rewind(1)
    assert session.events_of(Said) == (Said("ann"), Said("bob"))
    assert session.standing[0].event == Said("ann")
    assert len(session.standing) == 2


def test_a_closed_session_can_be_read_but_not_written() -> None:
    with Session() as session:
        session.register_reducer(Said, append)
        session.dispatch(Said("ann"))
    session.close()
    assert select_latest(session, Said) == Said("ann")
    for act in (lambda: session.dispatch(Said("bob")), lambda: session.rewind(0)):
        with pytest.raises(SessionError, match="is closed"):
            act()
    assert session.seq == 1
