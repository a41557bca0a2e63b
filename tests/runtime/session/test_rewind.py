"""Going back: rewinds and rollbacks fold fewer events, take nothing out of the record, and respect what is final."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gameplan.runtime import (
    Journal,
    MemoryJournal,
    ReducerContext,
    ReducerFailed,
    RewindRefused,
    Rewound,
    Session,
    SessionError,
    Slice,
    Snapshot,
    append,
    event,
    select_all,
    select_latest,
)
from gameplan.runtime.session import standing


@event("rewind.step")
@dataclass(frozen=True, slots=True)
class Step:
    number: int


@event("rewind.total")
@dataclass(frozen=True, slots=True)
class Total:
    sum: int


@event("rewind.flipped", final=True)
@dataclass(frozen=True, slots=True)
class Flipped:
    heads: bool


def total(slice_: Slice[Total], event: Step, context: ReducerContext) -> Slice[Total]:
    return Slice((Total((slice_.latest or Total(0)).sum + event.number),))


def steps_of(session: Session) -> list[int]:
    return [step.number for step in select_all(session, Step)]


@pytest.fixture
def session() -> Session:
    """Five steps, 1 to 5."""
    made = Session(session_id="s")
    made.register_reducer(Step, append)
    made.register_reducer(Step, total, slice_type=Total)
    for number in range(1, 6):
        made.dispatch(Step(number))
    return made


def test_a_rewind_goes_back_to_how_things_stood(session: Session) -> None:
    session.rewind(2)
    assert steps_of(session) == [1, 2]
    assert select_latest(session, Total) == Total(3)


def test_what_lies_between_stays_in_the_record(session: Session) -> None:
    session.rewind(2)
    assert session.seq == 6
    assert session.events[5].event == Rewound(2)
    assert session.events_of(Step) == tuple(Step(n) for n in range(1, 6))
    assert [recorded.seq for recorded in session.standing] == [1, 2, 6]


def test_a_rewind_is_published_like_any_event(session: Session) -> None:
    heard: list[object] = []
    session.bus.subscribe(object, heard.append)
    session.rewind(2)
    assert heard == [Rewound(2)]


def test_after_a_rewind_things_go_on(session: Session) -> None:
    session.rewind(2)
    session.dispatch(Step(10))
    assert steps_of(session) == [1, 2, 10]
    assert select_latest(session, Total) == Total(13)


def test_rewinding_to_0_takes_everything_back(session: Session) -> None:
    session.rewind(0)
    assert steps_of(session) == [] and select_latest(session, Total) is None
    session.rewind(0)
    session.dispatch(Step(7))
    assert steps_of(session) == [7]


def test_rewinding_to_the_present_changes_nothing(session: Session) -> None:
    session.rewind(5)
    assert steps_of(session) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("to", [6, 100, -1])
def test_there_is_no_rewinding_to_what_never_happened(session: Session, to: int) -> None:
    with pytest.raises(RewindRefused, match=f"There is no event {to}: the session has 5"):
        session.rewind(to)
    assert session.seq == 5


def test_rewinds_nest(session: Session) -> None:
    session.rewind(4)  # 6
    session.dispatch(Step(10))  # 7
    session.rewind(3)  # 8
    session.dispatch(Step(20))  # 9
    assert steps_of(session) == [1, 2, 3, 20]
    session.rewind(1)
    assert steps_of(session) == [1]


def test_a_rewind_can_be_taken_back_by_rewinding_to_before_it(session: Session) -> None:
    session.rewind(2)  # 6
    session.rewind(5)  # 7
    assert steps_of(session) == [1, 2, 3, 4, 5]
    session.rewind(6)  # to how things stood after the first rewind
    assert steps_of(session) == [1, 2]
    session.rewind(4)  # event 4 does not stand now, but things stood like that once
    assert steps_of(session) == [1, 2, 3, 4]


def test_a_rewind_is_not_dispatched_past_the_rules(session: Session) -> None:
    session.dispatch(Flipped(True))
    for to in (0, 99):
        with pytest.raises(SessionError, match="call `rewind`"):
            session.dispatch(Rewound(to))
    assert session.seq == 6


def test_a_rollback_returns_to_a_snapshot(session: Session) -> None:
    session.rewind(3)
    snapshot = session.snapshot()
    session.dispatch(Step(9))
    later = session.snapshot()
    session.rollback(snapshot)
    assert session.snapshot().slices == snapshot.slices
    session.rollback(later)
    assert session.snapshot().slices == later.slices
    session.rollback(Snapshot.from_json(snapshot.to_json()))
    assert session.snapshot().slices == snapshot.slices


def test_a_snapshot_of_another_session_is_refused(session: Session) -> None:
    with pytest.raises(RewindRefused, match="The snapshot is of session other, this is session s"):
        session.rollback(Session(session_id="other").snapshot())


def test_a_reducer_that_fails_in_a_rewind_leaves_everything_as_it_was() -> None:
    angry = False

    def moody(slice_: Slice[Step], event: Step, context: ReducerContext) -> Slice[Step]:
        if angry:
            raise ValueError("not again")
        return slice_.append(event)

    session = Session()
    session.register_reducer(Step, moody)
    for number in (1, 2, 3):
        session.dispatch(Step(number))
    before, angry = session.snapshot(), True
    with pytest.raises(ReducerFailed):
        session.rewind(2)
    assert session.snapshot() == before and len(session.standing) == 3


def test_reducers_may_fold_the_rewind_itself(session: Session) -> None:
    session.register_reducer(Rewound, append)
    session.rewind(3)
    session.rewind(2)
    assert select_all(session, Rewound) == (Rewound(2),)
    session.rewind(6)
    assert select_all(session, Rewound) == (Rewound(3), Rewound(6))


def test_reducers_registered_after_rewinds_see_only_what_stands(session: Session) -> None:
    session.rewind(2)
    session.dispatch(Step(10))
    late = Session.from_json(session.to_json())
    late.register_reducer(Step, append)
    assert steps_of(late) == [1, 2, 10]
    session.register_reducer(Step, lambda slice_, event, context: slice_.append(event), slice_type=Flipped)
    assert select_all(session, Flipped) == (Step(1), Step(2), Step(10))


# -- what is final


def test_a_rewind_does_not_reach_behind_a_final_event(session: Session) -> None:
    session.dispatch(Flipped(True))  # 6
    session.dispatch(Step(7))
    with pytest.raises(RewindRefused, match=r"Event 6 \(Flipped\) cannot be taken back.*rewound to event 6 at"):
        session.rewind(5)
    assert session.seq == 7
    session.rewind(6)
    assert steps_of(session) == [1, 2, 3, 4, 5]


def test_neither_does_a_rollback(session: Session) -> None:
    snapshot = session.snapshot()
    session.dispatch(Flipped(True))
    with pytest.raises(RewindRefused):
        session.rollback(snapshot)


def test_nor_a_rewind_in_two_steps(session: Session) -> None:
    session.dispatch(Flipped(True))  # 6
    session.rewind(6)  # 7
    session.dispatch(Step(7))  # 8
    for to in range(6):
        with pytest.raises(RewindRefused, match="Event 6"):
            session.rewind(to)


def test_with_past_final_it_does_and_the_outcome_stays_recorded(session: Session) -> None:
    session.dispatch(Flipped(True))
    session.rewind(5, past_final=True)
    assert session.events_of(Flipped) == (Flipped(True),)
    assert all(not isinstance(recorded.event, Flipped) for recorded in session.standing)
    session.rewind(2)  # it no longer stands, so it no longer holds anyone
    assert steps_of(session) == [1, 2]


def test_going_back_to_where_a_final_event_stood_takes_nothing_final_away(session: Session) -> None:
    session.dispatch(Flipped(True))  # 6
    session.rewind(5, past_final=True)  # 7
    session.rewind(6)  # 8: the coin lies there again
    with pytest.raises(RewindRefused, match="Event 6"):
        session.rewind(7)


# -- against a simple model


@settings(max_examples=120)
@given(st.lists(st.integers(0, 20), max_size=25))
def test_the_state_after_a_rewind_is_the_state_that_was(moves: list[int]) -> None:
    """An even move is a step, an odd one a rewind to some earlier moment."""
    session = Session()
    session.register_reducer(Step, append)
    session.register_reducer(Step, total, slice_type=Total)
    states = [session.snapshot().slices]
    for move in moves:
        if move % 2 == 0:
            session.dispatch(Step(move))
            states.append(session.snapshot().slices)
        else:
            to = move % len(states)
            session.rewind(to)
            assert session.snapshot().slices == states[to]
            states.append(session.snapshot().slices)
    assert list(session.standing) == standing(session.events)


@pytest.mark.parametrize("to", [0, 2])
def test_a_reopened_session_remembers_its_rewinds(journal: Journal, to: int) -> None:
    with Session(journal=journal, session_id="s") as session:
        for number in (1, 2, 3):
            session.dispatch(Step(number))
        session.rewind(to)
        session.dispatch(Step(9))
        before = list(session.standing)
    with Session.open(journal, "s") as session:
        session.register_reducer(Step, append)
        assert list(session.standing) == before
        assert steps_of(session) == [*range(1, to + 1), 9]
        session.rewind(3)
        assert steps_of(session) == [1, 2, 3]


def test_a_rewind_needs_a_session_that_can_be_written() -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="s") as session:
        session.dispatch(Step(1))
    with pytest.raises(SessionError, match="only viewed"):
        Session.view(journal, "s").rewind(0)


@event("test.looked", final=lambda looked: looked.seen)
@dataclass(frozen=True, slots=True)
class Looked:
    """Only some of these cannot be taken back."""

    seen: bool


def test_of_a_kind_that_is_final_only_sometimes_the_others_can_be_taken_back() -> None:
    session = Session()
    session.dispatch(Looked(False))
    session.dispatch(Looked(False))
    session.rewind(1)
    assert len(session.standing) == 2
    session.dispatch(Looked(True))
    with pytest.raises(RewindRefused):
        session.rewind(1)
    session.rewind(1, past_final=True)
