"""Time and names, handed in."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from gameplan.runtime import CountedIds, ManualClock, Session, SortableIds, SystemClock, as_datetime
from gameplan.runtime.ids import is_safe_id


async def test_the_system_clock_is_the_machines() -> None:
    clock = SystemClock()
    assert abs(clock.now() - time.time() * 1_000_000) < 60_000_000
    before = clock.monotonic()
    await clock.sleep(0.001)
    assert clock.monotonic() >= before + 0.001


async def test_a_manual_clock_moves_only_when_told() -> None:
    clock = ManualClock(1_000_000)
    assert (clock.now(), clock.monotonic()) == (1_000_000, 0.0)
    clock.advance(0.29)
    assert (clock.now(), clock.monotonic()) == (1_290_000, 0.29)
    await clock.sleep(3600)
    assert clock.now() == 3_601_290_000


@given(st.datetimes(datetime(1970, 1, 1), datetime(9000, 1, 1), timezones=st.just(UTC)))
def test_the_moment_of_an_event_is_exact_to_the_microsecond(moment: datetime) -> None:
    at = (moment - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)
    assert as_datetime(at) == moment


def test_sortable_ids_are_unique_safe_and_sort_by_time() -> None:
    ids = SortableIds()
    made = [ids.new("run") for _ in range(500)]
    assert len(set(made)) == 500
    assert all(is_safe_id(each) and each.startswith("run-") for each in made)
    time.sleep(0.002)
    assert ids.new("run") > max(made)


def test_counted_ids_count_for_each_prefix() -> None:
    ids = CountedIds()
    assert [ids.new("a"), ids.new("a"), ids.new("b")] == ["a-1", "a-2", "b-1"]


def test_a_session_takes_its_id_from_its_ids_unless_told() -> None:
    ids = CountedIds()
    assert Session(ids=ids).session_id == "session-1"
    assert Session(ids=ids, session_id="mine").session_id == "mine"
    assert is_safe_id(Session().session_id)


def test_only_ids_that_may_stand_in_a_file_name_are_safe() -> None:
    assert all(is_safe_id(text) for text in ("a", "A-1_b", "9", "x" * 100))
    assert not any(is_safe_id(text) for text in ("", "-a", "_a", "a/b", "..", "a b", "é", "a\n", "x" * 101))
