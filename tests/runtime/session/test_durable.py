"""Durable before visible: nothing acts on an event, shows it or acknowledges it before it is on disk."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from gameplan.runtime import (
    CommitFailed,
    CountedIds,
    Journal,
    JournalDamaged,
    LeaseLost,
    ManualClock,
    MemoryJournal,
    NoSuchSession,
    Randomness,
    ReducerContext,
    ReducerFailed,
    Session,
    SessionBusy,
    SessionClosed,
    SessionError,
    SessionExists,
    Slice,
    SqliteJournal,
    append,
    event,
    select_all,
)


@event("durable.noted")
@dataclass(frozen=True, slots=True)
class Noted:
    number: int
    text: str = ""


async def settle() -> None:
    """Time for everything that could happen now to happen."""
    for _ in range(5):
        await asyncio.sleep(0.002)


# -- with a disk that is moved by hand


async def test_the_state_changes_at_once_but_is_published_only_when_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    session.register_reducer(Noted, append)
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    session.dispatch(Noted(2))
    waiting = asyncio.ensure_future(session.committed())
    await settle()
    assert select_all(session, Noted) == (Noted(1), Noted(2))
    assert heard == [] and not waiting.done()
    hand.writer.sync(up_to=1)
    await settle()
    assert heard == [Noted(1)] and not waiting.done()
    hand.writer.sync()
    await asyncio.wait_for(waiting, 30)
    assert heard == [Noted(1), Noted(2)]


async def test_everything_is_published_before_committed_returns(hand: Any) -> None:
    session = Session(journal=hand)
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    hand.writer.sync()
    await session.committed()
    assert heard == [Noted(1)]


async def test_what_a_handler_dispatches_waits_for_the_disk_too(hand: Any) -> None:
    session = Session(journal=hand)
    heard: list[Noted] = []

    def answer(noted: Noted) -> None:
        heard.append(noted)
        if noted.number == 1:
            session.dispatch(Noted(2))

    session.bus.subscribe(Noted, answer)
    session.dispatch(Noted(1))
    hand.writer.sync()
    await session.committed()
    assert heard == [Noted(1)] and session.seq == 2
    waiting = asyncio.ensure_future(session.committed())
    await settle()
    assert not waiting.done()
    hand.writer.sync()
    await asyncio.wait_for(waiting, 30)
    assert heard == [Noted(1), Noted(2)]


async def test_each_of_many_waiters_is_answered_when_its_own_events_are_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    answered: list[int] = []

    async def note(number: int) -> None:
        session.dispatch(Noted(number))
        await session.committed()
        answered.append(number)

    waiting = [asyncio.ensure_future(note(number)) for number in range(1, 101)]
    await settle()
    assert answered == []
    hand.writer.sync(up_to=40)
    await settle()
    assert answered == list(range(1, 41))
    hand.writer.sync()
    await asyncio.wait_for(asyncio.gather(*waiting), 30)
    assert sorted(answered) == list(range(1, 101))


async def test_a_waiter_that_gives_up_does_not_disturb_the_others(hand: Any) -> None:
    session = Session(journal=hand)
    session.dispatch(Noted(1))
    first, second = (asyncio.ensure_future(session.committed()) for _ in range(2))
    await settle()
    first.cancel()
    await settle()
    hand.writer.sync()
    await asyncio.wait_for(second, 30)
    assert first.cancelled()


def test_waiters_may_live_in_several_loops(hand: Any) -> None:
    session = Session(journal=hand)
    answered: list[str] = []

    def wait(name: str) -> None:
        asyncio.run(asyncio.wait_for(session.committed(), 30))
        answered.append(name)

    session.dispatch(Noted(1))
    threads = [threading.Thread(target=wait, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    while len(session._waiters._waiting) < 3:
        threading.Event().wait(0.005)
    assert answered == []
    hand.writer.sync()
    for thread in threads:
        thread.join()
    assert sorted(answered) == ["a", "b", "c"]


def test_commit_blocks_until_everything_is_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    timer = threading.Timer(0.05, hand.writer.sync)
    timer.start()
    session.commit()
    assert hand.writer.durable == 1 and heard == [Noted(1)]
    timer.join()


async def test_with_nothing_to_wait_for_committed_returns_at_once(hand: Any) -> None:
    await Session(journal=hand).committed()
    await Session().committed()


async def test_without_a_journal_events_are_visible_at_once() -> None:
    session = Session()
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    await session.committed()
    session.commit()
    assert heard == [Noted(1)]


# -- a failed commit


async def test_a_failed_commit_closes_the_session_with_the_named_error(hand: Any) -> None:
    session = Session(journal=hand)
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    session.dispatch(Noted(2))
    waiting = [asyncio.ensure_future(session.committed()) for _ in range(3)]
    await settle()
    hand.writer.fail(CommitFailed("the disk is full"))
    for waiter in waiting:
        with pytest.raises(CommitFailed, match="the disk is full"):
            await asyncio.wait_for(waiter, 30)
    for act in (lambda: session.dispatch(Noted(3)), lambda: session.rewind(0), session.commit):
        with pytest.raises(CommitFailed, match="the disk is full"):
            act()
    with pytest.raises(CommitFailed):
        await session.committed()
    assert heard == [] and session.seq == 2


async def test_what_was_on_disk_before_the_failure_is_acknowledged(hand: Any) -> None:
    session = Session(journal=hand)
    heard: list[object] = []
    session.bus.subscribe(Noted, heard.append)
    session.dispatch(Noted(1))
    first = asyncio.ensure_future(session.committed())
    await settle()
    session.dispatch(Noted(2))
    second = asyncio.ensure_future(session.committed())
    await settle()
    hand.writer.durable = 1  # both come with one call
    hand.writer.fail(CommitFailed("the disk is full"))
    await asyncio.wait_for(first, 30)
    with pytest.raises(CommitFailed):
        await asyncio.wait_for(second, 30)
    assert heard == [Noted(1)]


def test_closing_says_what_did_not_come_to_disk_and_gives_the_lease_back(hand: Any) -> None:
    session = Session(journal=hand)
    session.dispatch(Noted(1))
    hand.writer.fail(CommitFailed("the disk is full"))
    with pytest.raises(CommitFailed):
        session.close()
    assert hand.writer.closed
    session.close()  # nothing is left to do


def test_after_a_failure_was_told_the_lease_is_still_given_back(hand: Any) -> None:
    with pytest.raises(CommitFailed), Session(journal=hand) as session:
        session.dispatch(Noted(1))
        hand.writer.fail(CommitFailed("the disk is full"))
        session.commit()
    assert hand.writer.closed


def test_the_cause_of_a_failure_is_kept(hand: Any) -> None:
    session = Session(journal=hand)
    session.dispatch(Noted(1))
    failure = CommitFailed("no")
    failure.__cause__ = sqlite3.OperationalError("disk I/O error")
    hand.writer.fail(failure)
    with pytest.raises(CommitFailed) as caught:
        session.commit()
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)


async def test_a_real_disk_that_is_gone_fails_the_commit(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db", busy_timeout=0.05)
    session = Session(journal=journal, session_id="s")
    session.dispatch(Noted(1))
    await session.committed()
    with closing(sqlite3.connect(tmp_path / "journal.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        session.dispatch(Noted(2))
        with pytest.raises(CommitFailed, match="locked"):
            await session.committed()
        other.execute("ROLLBACK")
    with pytest.raises(CommitFailed):
        session.close()
    with Session.open(journal, "s") as again:
        assert [recorded.event for recorded in again.events] == [Noted(1)]
        again.dispatch(Noted(3))
    journal.close()


# -- with real journals


async def test_concurrent_dispatches_are_all_committed(journal: Journal) -> None:
    session = Session(journal=journal, session_id="s")

    async def note(number: int) -> None:
        recorded = session.dispatch(Noted(number))
        await session.committed()
        assert len(journal.read("s").records) >= recorded.seq

    await asyncio.gather(*(note(number) for number in range(100)))
    session.close()


async def test_what_a_handler_hears_is_on_disk(sqlite: SqliteJournal) -> None:
    on_disk: list[int] = []
    session = Session(journal=sqlite, session_id="s")
    session.bus.subscribe(Noted, lambda noted: on_disk.append(len(sqlite.read("s").records) - noted.number))
    for number in range(1, 20):
        session.dispatch(Noted(number))
        if number % 3 == 0:
            await session.committed()
    session.close()
    assert len(on_disk) == 19 and min(on_disk) >= 0


def test_a_reopened_session_goes_on_where_it_stood(journal: Journal) -> None:
    with Session(journal=journal, session_id="s") as session:
        session.dispatch(Noted(1))
    heard: list[object] = []
    with Session.open(journal, "s") as session:
        session.bus.subscribe(object, heard.append)
        assert session.dispatch(Noted(2)).seq == 2
    with Session.open(journal, "s") as session:
        session.register_reducer(Noted, append)
        assert select_all(session, Noted) == (Noted(1), Noted(2))
    assert heard == [Noted(2)]


def test_what_was_there_before_is_not_published_again(journal: Journal) -> None:
    with Session(journal=journal, session_id="s") as session:
        session.dispatch(Noted(1))
        text = session.to_json()
    for reopen in (
        lambda bus: Session.open(journal, "s", bus=bus),
        lambda bus: Session.view(journal, "s", bus=bus),
        lambda bus: Session.from_json(text, bus=bus),
    ):
        heard: list[object] = []
        bus = Session().bus
        bus.subscribe(object, heard.append)
        with reopen(bus) as again:
            assert again.seq == 1
        assert heard == []


def test_what_the_journal_refuses_is_raised_as_it_is(journal: Journal) -> None:
    with Session(journal=journal, session_id="s"):
        with pytest.raises(SessionExists):
            Session(journal=journal, session_id="s")
        with pytest.raises(SessionBusy):
            Session.open(journal, "s")
    for look in (Session.open, Session.view):
        with pytest.raises(NoSuchSession):
            look(journal, "nobody")


async def test_a_writer_that_lost_its_lease_can_write_no_more(sqlite: SqliteJournal) -> None:
    session = Session(journal=sqlite, session_id="s")
    session.dispatch(Noted(1))
    await session.committed()
    with closing(sqlite3.connect(sqlite.path)) as db, db:
        db.execute("UPDATE sessions SET token = token + 1")
    session.dispatch(Noted(2))
    with pytest.raises(LeaseLost):
        await session.committed()
    with pytest.raises(LeaseLost):
        session.dispatch(Noted(3))
    with pytest.raises(LeaseLost):
        session.close()
    assert len(sqlite.read("s").records) == 1


def test_the_same_clock_and_ids_give_the_same_journal_byte_for_byte(tmp_path: Path) -> None:
    def journal_of(name: str) -> list[Any]:
        with SqliteJournal(tmp_path / name) as journal:
            clock = ManualClock()
            session = Session(journal=journal, clock=clock, ids=CountedIds())
            dice = Randomness(session, seed=7)
            for number in range(20):
                clock.advance(0.5)
                session.dispatch(Noted(number, session.ids.new("note")))
                dice.roll()
                if number % 7 == 6:
                    session.rewind(session.seq - 1, past_final=True)
            session.close()
        with closing(sqlite3.connect(tmp_path / name)) as db:
            return [
                *db.execute("SELECT id, created, head_seq, head_hash FROM sessions"),
                *db.execute("SELECT * FROM events ORDER BY session, seq"),
            ]

    first = journal_of("one.db")
    assert first == journal_of("two.db")
    assert first[0][0] == "session-1" and len(first) == 1 + 1 + 40 + 2


# -- viewing

WRITER = """
import sys
from dataclasses import dataclass
from gameplan.runtime import Session, SqliteJournal, event

@event("durable.noted")
@dataclass(frozen=True)
class Noted:
    number: int
    text: str = ""

with SqliteJournal(sys.argv[1]) as journal, Session(journal=journal, session_id="far") as session:
    session.dispatch(Noted(0))
    session.commit()
    print("ready", flush=True)
    for line in sys.stdin:
        number = int(line)
        if number < 0:
            session.rewind(-number)
        else:
            session.dispatch(Noted(number))
        session.commit()
"""


async def test_a_view_follows_a_writer_in_another_process(sqlite: SqliteJournal) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(sqlite.path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert writer.stdin is not None and writer.stdout is not None
    try:
        assert writer.stdout.readline() == "ready\n"
        with pytest.raises(SessionBusy, match=f"process {writer.pid}"):
            Session.open(sqlite, "far")
        view = Session.view(sqlite, "far")
        view.register_reducer(Noted, append)
        heard: list[object] = []
        view.bus.subscribe(Noted, heard.append)
        with pytest.raises(SessionError, match="only viewed here"):
            view.dispatch(Noted(9))
        following = view.follow()
        assert (await anext(following)).event == Noted(0)
        for number in (1, 2, 3, -2, 4):
            writer.stdin.write(f"{number}\n")
            writer.stdin.flush()
            recorded = await asyncio.wait_for(anext(following), 30)
            assert recorded.event == (Noted(number) if number > 0 else recorded.event)
        assert [recorded.seq for recorded in view.events] == [1, 2, 3, 4, 5, 6]
        assert select_all(view, Noted) == (Noted(0), Noted(1), Noted(4))
        assert heard == [Noted(1), Noted(2), Noted(3), Noted(4)]
    finally:
        writer.stdin.close()
        writer.wait(10)
        writer.stdout.close()
    with Session.open(sqlite, "far") as session:  # the writer has ended: the lease is free
        assert session.seq == 6


async def test_a_view_folds_on_without_folding_the_whole_record_anew() -> None:
    journal = MemoryJournal()
    folded: list[int] = []

    def watch(slice_: Slice[Noted], event: Noted, context: ReducerContext) -> Slice[Noted]:
        folded.append(event.number)
        return slice_

    with Session(journal=journal, session_id="s") as session:
        session.dispatch(Noted(1))
        view = Session.view(journal, "s")
        view.register_reducer(Noted, watch)
        view.slice(Noted)
        for number in (2, 3):
            session.dispatch(Noted(number))
            await view.refresh()
            view.slice(Noted)
        session.rewind(1)
        await view.refresh()
        view.slice(Noted)
    assert folded == [1, 2, 3, 1]


async def test_a_reducer_that_fails_on_what_a_view_reads_is_told_to_whoever_asks() -> None:
    journal = MemoryJournal()

    def fails_on_two(slice_: Slice[Noted], event: Noted, context: ReducerContext) -> Slice[Noted]:
        if event.number == 2:
            raise ValueError("two")
        return slice_.append(event)

    with Session(journal=journal, session_id="s") as session:
        view = Session.view(journal, "s")
        view.register_reducer(Noted, fails_on_two)
        session.dispatch(Noted(1))
        session.dispatch(Noted(2))
        session.dispatch(Noted(3))
        await view.refresh()
    assert view.seq == 3
    with pytest.raises(ReducerFailed, match="event 2"):
        view.slice(Noted)


async def test_several_followers_of_a_view_share_what_was_read() -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="s") as session:
        view = Session.view(journal, "s")

        async def three() -> list[int]:
            following = view.follow()
            return [(await anext(following)).seq for _ in range(3)]

        waiting = [asyncio.ensure_future(three()) for _ in range(4)]
        for number in range(3):
            await asyncio.sleep(0.02)
            session.dispatch(Noted(number))
        assert await asyncio.wait_for(asyncio.gather(*waiting), 30) == [[1, 2, 3]] * 4


async def test_closing_a_view_ends_its_followers() -> None:
    journal = MemoryJournal()
    with Session(journal=journal, session_id="s"):
        view = Session.view(journal, "s")
        waiting = asyncio.ensure_future(anext(view.follow()))
        await asyncio.sleep(0)
        view.close()
        with pytest.raises(StopAsyncIteration):
            await asyncio.wait_for(waiting, 30)
    with pytest.raises(SessionBusy), Session.open(journal, "s"), Session.open(journal, "s"):
        pass


async def test_refreshing_a_session_that_is_no_view_does_nothing() -> None:
    session = Session()
    await session.refresh()
    assert session.seq == 0


async def test_a_damaged_session_is_shown_up_to_the_damage_and_then_said_to_be(sqlite: SqliteJournal) -> None:
    with Session(journal=sqlite, session_id="s") as session:
        for number in range(5):
            session.dispatch(Noted(number))
    with closing(sqlite3.connect(sqlite.path)) as db, db:
        db.execute("""UPDATE events SET payload = '{"number":99,"text":""}' WHERE seq = 4""")
    with pytest.raises(JournalDamaged):
        Session.open(sqlite, "s")
    view = Session.view(sqlite, "s")
    assert view.damage is not None and view.damage.kept == 3
    seen: list[int] = []
    with pytest.raises(JournalDamaged, match="Events 1 to 3 are whole"):
        async for recorded in view.follow():
            seen.append(recorded.seq)
    assert seen == [1, 2, 3]


def test_a_closed_session_names_itself() -> None:
    session = Session(session_id="s")
    session.close()
    with pytest.raises(SessionClosed, match="Session s is closed"):
        session.dispatch(Noted(1))
