"""What is asked of a session: read by its writer as it comes, settled once what it led to is on disk."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

import pytest

from gameplan.runtime import (
    CommitFailed,
    Intent,
    IntentError,
    Journal,
    JournalError,
    LeaseLost,
    ManualClock,
    Session,
    SessionClosed,
    SessionError,
    SqliteJournal,
    event,
)

ASK = """
import sys
from gameplan.runtime import SqliteJournal
with SqliteJournal(sys.argv[1]) as journal:
    for n in range(int(sys.argv[3])):
        journal.ask(sys.argv[2], "count", {"n": n}, by="another process")
"""

DIE_BETWEEN = """
import asyncio, os, signal, sys
from dataclasses import dataclass
from gameplan.runtime import Session, SqliteJournal, event

@event("inbox.counted")
@dataclass(frozen=True)
class Counted:
    number: int

async def main():
    session = Session.open(SqliteJournal(sys.argv[1]), "a")
    async for intent in session.intents():
        session.dispatch(Counted(intent.payload["n"]))
        await session.committed()
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@event("inbox.counted")
@dataclass(frozen=True, slots=True)
class Counted:
    number: int


@pytest.fixture(params=["no journal", "with a journal"])
def session(request: pytest.FixtureRequest, journal: Journal) -> Session:
    return Session(journal=journal if request.param == "with a journal" else None, clock=ManualClock(5))


async def take(intents: AsyncIterator[Intent], count: int) -> list[Intent]:
    return [await asyncio.wait_for(anext(intents), 30) for _ in range(count)]


async def ask_from_another_process(journal: SqliteJournal, session_id: str, count: int) -> None:
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", ASK, str(journal.path), session_id, str(count))
    assert await child.wait() == 0


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not condition():
            await asyncio.sleep(0.01)


async def collect(session: Session) -> list[int]:
    return [intent.id async for intent in session.intents()]


async def test_the_writer_gets_what_is_there_and_then_what_comes(session: Session) -> None:
    asked = [await session.ask("approve", {"step": "copy"}, by="mia"), await session.ask("pause", {})]
    assert asked[0] == Intent(asked[0].id, session.session_id, "approve", {"step": "copy"}, "mia", 5)
    async with aclosing(session.intents()) as intents:
        assert await take(intents, 2) == asked
        waiting = asyncio.ensure_future(anext(intents))
        await asyncio.sleep(0.01)
        assert not waiting.done()
        asked.append(await session.ask("cancel", {}))
        assert await asyncio.wait_for(waiting, 30) == asked[2]
    session.close()


async def test_the_asker_sees_the_verdict(session: Session) -> None:
    taken, refused = await session.ask("count", {"n": 1}), await session.ask("count", {"n": 0})
    session.dispatch(Counted(1))
    settled = await session.settle(taken, "taken")
    assert settled == await session.intent(taken.id)
    assert settled.verdict == "taken"
    settled = await session.settle(refused, "refused", "Zero does not count.")
    assert (settled.verdict, settled.reason) == ("refused", "Zero does not count.")
    assert await session.settle(refused, "taken") == settled
    assert await session.intent(99) is None
    async with aclosing(session.intents()) as intents:
        fresh = await session.ask("count", {"n": 2})
        assert await take(intents, 1) == [fresh]
    session.close()


async def test_reading_ends_when_the_session_is_closed_and_leaves_nothing_running(session: Session) -> None:
    before = asyncio.all_tasks()
    seen: list[int] = []

    async def read() -> None:
        async for intent in session.intents():
            seen.append(intent.payload["n"])

    await session.ask("count", {"n": 1})
    readers = [asyncio.ensure_future(read()) for _ in range(3)]
    await until(lambda: seen == [1] * 3)
    await session.ask("count", {"n": 2})
    await until(lambda: seen == [1] * 3 + [2] * 3)
    session.close()
    await asyncio.wait_for(asyncio.gather(*readers), 30)
    assert asyncio.all_tasks() == before
    assert not [thread for thread in threading.enumerate() if thread.name == "gameplan-inbox"]


async def test_a_reader_that_stops_is_forgotten(session: Session) -> None:
    await session.ask("count", {"n": 1})
    async with aclosing(session.intents()) as intents:
        await take(intents, 1)
    inbox = session._inbox
    assert inbox is not None and not inbox._readers
    waiting = asyncio.ensure_future(collect(session))
    await until(lambda: len(inbox._readers) == 1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not inbox._readers
    session.close()


async def test_a_closed_session_is_asked_nothing(session: Session) -> None:
    intent = await session.ask("count", {"n": 1})
    session.close()
    with pytest.raises(SessionClosed):
        await session.ask("count", {"n": 2})
    with pytest.raises(SessionClosed):
        await session.settle(intent, "taken")
    with pytest.raises(SessionClosed):
        await anext(session.intents())


async def test_a_bad_payload_is_refused(session: Session) -> None:
    for payload in ([], {"x": float("nan")}, {"x": {1, 2}}):
        with pytest.raises(IntentError, match="payload of an intent"):
            await session.ask("count", payload)
    session.close()


async def test_a_session_read_from_json_has_an_empty_inbox_of_its_own() -> None:
    session = Session()
    session.dispatch(Counted(1))
    await session.ask("count", {"n": 2})
    again = Session.from_json(session.to_json())
    async with aclosing(again.intents()) as intents:
        asked = await again.ask("pause", {})
        assert await take(intents, 1) == [asked]
    again.close()


async def test_what_was_asked_with_no_writer_is_read_by_the_next(journal: Journal) -> None:
    with Session(journal=journal, session_id="a"):
        pass
    asked = [journal.ask("a", "count", {"n": n}) for n in range(3)]
    with Session.open(journal, "a") as session:
        async with aclosing(session.intents()) as intents:
            assert await take(intents, 3) == asked
        await session.settle(asked[1], "taken")
    with Session.open(journal, "a") as session:
        async with aclosing(session.intents()) as intents:
            assert await take(intents, 2) == [asked[0], asked[2]]


async def test_a_view_may_ask_but_neither_reads_nor_settles(journal: Journal) -> None:
    with Session(journal=journal, session_id="a") as session, Session.view(journal, "a") as view:
        async with aclosing(session.intents()) as intents:
            waiting = asyncio.ensure_future(anext(intents))
            asked = await view.ask("count", {"n": 1})
            assert await asyncio.wait_for(waiting, 30) == asked
        with pytest.raises(SessionError, match="only viewed"):
            await anext(view.intents())
        with pytest.raises(SessionError, match="only viewed"):
            await view.settle(asked, "taken")
        settled = await session.settle(asked, "taken")
        assert await view.intent(asked.id) == settled


async def test_what_another_process_asks_comes_in_order_while_the_session_writes(sqlite: SqliteJournal) -> None:
    with Session(journal=sqlite, session_id="a") as session:
        asking = asyncio.ensure_future(ask_from_another_process(sqlite, "a", 40))
        seen: list[int] = []

        async def read() -> None:
            async for intent in session.intents():
                seen.append(intent.payload["n"])
                session.dispatch(Counted(intent.payload["n"]))
                await session.settle(intent, "taken")
                if len(seen) == 40:
                    break

        reading = asyncio.ensure_future(read())
        while not reading.done():
            session.dispatch(Counted(-1))
            await session.committed()
        await reading
        await asking
        assert seen == list(range(40))
        assert [counted.number for counted in session.events_of(Counted) if counted.number >= 0] == seen
        assert list(sqlite.intents("a")) == []
    assert sqlite.read("a").damage is None


async def test_an_intent_is_settled_only_when_all_before_it_is_on_disk(hand: Any) -> None:
    settled: list[tuple[int, int]] = []
    hand.writer.settle = lambda intent_id, verdict, reason: settled.append((intent_id, hand.writer.durable))
    session = Session(journal=hand)
    session.dispatch(Counted(1))
    settling = asyncio.ensure_future(session.settle(Intent(7, session.session_id, "count", {}), "taken"))
    await asyncio.sleep(0.05)
    assert settled == []
    hand.writer.sync()
    await settling
    assert settled == [(7, 1)]
    session.close()


async def test_a_commit_that_fails_ends_the_reading_with_its_name(hand: Any) -> None:
    hand.writer.on_intent = lambda callback: lambda: None
    hand.writer.next_intent = lambda after: None
    session = Session(journal=hand)
    reading = asyncio.ensure_future(collect(session))
    await asyncio.sleep(0.05)
    session.dispatch(Counted(1))
    hand.writer.fail(CommitFailed("the disk is gone"))
    with pytest.raises(CommitFailed, match="the disk is gone"):
        await asyncio.wait_for(reading, 30)


async def test_an_inbox_that_cannot_be_read_is_named(sqlite: SqliteJournal) -> None:
    with Session(journal=sqlite, session_id="a") as session:
        reading = asyncio.ensure_future(collect(session))
        await asyncio.sleep(0.1)
        aside = sqlite.path.with_name("aside.db")
        sqlite.path.rename(aside)
        try:
            with pytest.raises(JournalError, match="could not be read"):
                await asyncio.wait_for(collect(session), 30)
        finally:
            aside.rename(sqlite.path)
    (ended,) = await asyncio.gather(reading, return_exceptions=True)
    assert ended == [] or isinstance(ended, JournalError)  # it may have looked meanwhile, too


async def test_a_session_that_lost_its_lease_settles_nothing(sqlite: SqliteJournal) -> None:
    stale = Session(journal=sqlite, session_id="a")
    intent = await stale.ask("count", {"n": 1})
    (sqlite.path.with_name(sqlite.path.name + "-leases") / "a.lease").unlink()
    with SqliteJournal(sqlite.path) as other, Session.open(other, "a") as fresh:
        with pytest.raises(LeaseLost):
            await stale.settle(intent, "taken")
        assert (await fresh.settle(intent, "refused")).verdict == "refused"
        stale.close()


async def test_a_kill_between_the_event_and_the_verdict_leaves_the_intent_open(sqlite: SqliteJournal) -> None:
    with Session(journal=sqlite, session_id="a"):
        pass
    intent = sqlite.ask("a", "count", {"n": 1})
    child = subprocess.run([sys.executable, "-c", DIE_BETWEEN, str(sqlite.path)], check=False)
    assert child.returncode == -signal.SIGKILL
    with Session.open(sqlite, "a") as session:
        assert session.events_of(Counted) == (Counted(1),)  # so whoever interprets the intent again refuses it
        async with aclosing(session.intents()) as intents:
            assert await take(intents, 1) == [intent]
        await session.settle(intent, "refused", "It was counted already.")
    assert json.loads(sqlite.read("a").records[0].payload) == {"number": 1}
    assert list(sqlite.intents("a")) == []
