"""What every journal keeps to, in memory and on disk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameplan.runtime.journal import (
    Journal,
    MemoryJournal,
    NoSuchSession,
    Record,
    SessionBusy,
    SessionExists,
    SqliteJournal,
)
from gameplan.runtime.journal.record import follows, genesis


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    journal: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "journal.db")
    yield journal
    journal.close()


def is_chain(session_id: str, records: tuple[Record, ...]) -> bool:
    hashes = [genesis(session_id), *(record.hash for record in records)]
    return all(follows(record, n, hashes[n - 1]) for n, record in enumerate(records, 1))


def test_what_was_appended_is_read_back_in_order(journal: Journal) -> None:
    writer = journal.create("a", 7)
    assert [writer.append(n, "some.thing", 2, b'{"n": %d}' % n) for n in (10, 20, 30)] == [1, 2, 3]
    writer.wait(3)
    assert writer.durable == 3
    reading = journal.read("a")
    assert reading.damage is None
    assert [record[:5] for record in reading.records] == [
        (1, 10, "some.thing", 2, b'{"n": 10}'),
        (2, 20, "some.thing", 2, b'{"n": 20}'),
        (3, 30, "some.thing", 2, b'{"n": 30}'),
    ]
    assert is_chain("a", tuple(reading.records))


def test_reading_after_a_number_gives_the_rest(journal: Journal) -> None:
    writer = journal.create("a", 0)
    for n in range(5):
        writer.append(n, "t", 1, b"{}")
    writer.wait(5)
    assert [record.seq for record in journal.read("a", 3).records] == [4, 5]
    assert journal.read("a", 5) == journal.read("a", 9)
    assert journal.read("a", 5).damage is None


def test_a_new_session_is_empty_and_there(journal: Journal) -> None:
    journal.create("a", 7)
    assert list(journal.read("a").records) == []
    (line,) = journal.sessions()
    assert (line.session_id, line.created, line.events, line.first, line.last) == ("a", 7, 0, None, None)


def test_a_session_has_one_writer_at_a_time(journal: Journal) -> None:
    writer = journal.create("a", 0)
    with pytest.raises(SessionBusy, match="a"):
        journal.reopen("a")
    writer.close()
    again, reading = journal.reopen("a")
    assert list(reading.records) == []
    again.close()


def test_a_reopened_session_goes_on_with_the_chain(journal: Journal) -> None:
    writer = journal.create("a", 0)
    writer.append(1, "t", 1, b"1")
    writer.close()
    writer, reading = journal.reopen("a")
    assert [record.seq for record in reading.records] == [1]
    assert writer.durable == 1
    assert writer.append(2, "t", 1, b"2") == 2
    writer.close()
    records = tuple(journal.read("a").records)
    assert [record.payload for record in records] == [b"1", b"2"]
    assert is_chain("a", records)


def test_closing_a_writer_writes_what_was_handed_over(journal: Journal) -> None:
    writer = journal.create("a", 0)
    for n in range(100):
        writer.append(n, "t", 1, b"{}")
    writer.close()
    writer.close()
    assert len(journal.read("a").records) == 100


def test_sessions_do_not_mix(journal: Journal) -> None:
    writers = [journal.create(name, at) for at, name in enumerate(("b", "a", "C", "c"))]
    for n in range(10):
        for writer in writers:
            writer.append(n, "t", 1, b"%d" % n)
    for writer in writers:
        writer.close()
    for name in ("a", "b", "c", "C"):
        assert [record.payload for record in journal.read(name).records] == [b"%d" % n for n in range(10)]


def test_sessions_are_listed_by_the_time_of_their_creation(journal: Journal) -> None:
    first = journal.create("z", 1)
    first.append(5, "t", 1, b"one")
    first.append(6, "t", 1, b"two")
    first.close()
    second = journal.create("a", 2)
    assert [(line.session_id, line.created, line.events, line.writing) for line in journal.sessions()] == [
        ("z", 1, 2, False),
        ("a", 2, 0, True),
    ]
    line = journal.sessions()[0]
    assert line.first is not None and line.last is not None
    assert (line.first.payload, line.last.payload) == (b"one", b"two")
    second.close()


def test_only_the_sessions_that_are_wanted_are_listed(journal: Journal) -> None:
    for at, name in enumerate(("c", "a", "b")):
        journal.create(name, at).close()
    assert [line.session_id for line in journal.sessions({"b", "c", "nobody"}.__contains__)] == ["c", "b"]


def test_a_session_that_is_not_there_is_named(journal: Journal) -> None:
    for ask in (journal.read, journal.reopen, journal.repair):
        with pytest.raises(NoSuchSession, match="nobody"):
            ask("nobody")


def test_a_session_is_created_once(journal: Journal) -> None:
    journal.create("a", 0)
    with pytest.raises(SessionExists, match="reopen"):
        journal.create("a", 0)


def test_there_is_nothing_to_repair_in_a_whole_session(journal: Journal) -> None:
    writer = journal.create("a", 0)
    writer.append(1, "t", 1, b"{}")
    writer.close()
    assert journal.repair("a") is None


appended = st.lists(
    st.tuples(st.integers(0, 2**62), st.text(min_size=1, max_size=20), st.integers(0, 99), st.binary(max_size=300)),
    max_size=20,
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=appended)
def test_any_bytes_come_back_as_they_were(tmp_path: Path, events: list[tuple[int, str, int, bytes]]) -> None:
    with SqliteJournal(tmp_path / "any.db") as journal:
        name = f"s{len(journal.sessions())}"
        writer = journal.create(name, 0)
        for event in events:
            writer.append(*event)
        writer.close()
        reading = journal.read(name)
        assert reading.damage is None
        assert [record[1:5] for record in reading.records] == events
