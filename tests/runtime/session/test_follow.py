"""Following: first what is there, then each new event, none lost and none doubled; and notices among them."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import pytest

from gameplan.runtime import CommitFailed, Journal, Recorded, Session, event


@event("follow.tick")
@dataclass(frozen=True, slots=True)
class Tick:
    number: int


@dataclass(frozen=True)
class Percent:
    done: int


async def take(events: AsyncIterator[Any], count: int) -> list[Any]:
    """The next `count` of what is told; none of it may take long."""
    return [await asyncio.wait_for(anext(events), 30) for _ in range(count)]


async def collect(session: Session, after: int = 0) -> list[int]:
    return [recorded.seq async for recorded in session.follow(after)]


async def test_a_follower_gets_what_is_there_and_then_what_comes(journal: Journal) -> None:
    with Session(journal=journal) as session:
        session.dispatch(Tick(1))
        session.dispatch(Tick(2))
        following = session.follow()
        assert [recorded.event for recorded in await take(following, 2)] == [Tick(1), Tick(2)]
        session.dispatch(Tick(3))
        assert [recorded.seq for recorded in await take(following, 1)] == [3]
        session.rewind(1)
        assert (await take(following, 1))[0].seq == 4


async def test_a_follower_waits_while_nothing_happens() -> None:
    session = Session()
    following = asyncio.ensure_future(anext(session.follow()))
    await asyncio.sleep(0.01)
    assert not following.done()
    session.dispatch(Tick(1))
    assert (await asyncio.wait_for(following, 30)).seq == 1


async def test_following_after_an_event_leaves_out_what_came_before() -> None:
    session = Session()
    for number in range(5):
        session.dispatch(Tick(number))
    assert [recorded.seq for recorded in await take(session.follow(after=3), 2)] == [4, 5]
    later = session.follow(after=6)
    waiting = asyncio.ensure_future(anext(later))
    session.dispatch(Tick(6))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    session.dispatch(Tick(7))
    assert (await asyncio.wait_for(waiting, 30)).seq == 7


async def test_there_is_no_event_before_the_first() -> None:
    with pytest.raises(ValueError, match="Events count from 1"):
        await anext(Session().follow(after=-1))


async def test_following_ends_when_the_session_is_closed(journal: Journal) -> None:
    session = Session(journal=journal)
    session.dispatch(Tick(1))
    followers = [asyncio.ensure_future(collect(session)) for _ in range(3)]
    await asyncio.sleep(0.01)
    session.dispatch(Tick(2))
    session.close()
    assert await asyncio.wait_for(asyncio.gather(*followers), 30) == [[1, 2]] * 3
    assert await asyncio.wait_for(collect(session), 30) == [1, 2]


async def test_one_who_stops_following_is_forgotten() -> None:
    session = Session()
    session.dispatch(Tick(1))
    following = session.follow()
    await anext(following)
    assert len(session._followers) == 1
    await following.aclose()  # type: ignore[attr-defined]
    assert len(session._followers) == 0


@pytest.mark.parametrize("seed", range(4))
async def test_no_follower_loses_or_doubles_an_event_whenever_it_begins(journal: Journal, seed: int) -> None:
    chance = random.Random(seed)
    session = Session(journal=journal)
    followers: list[tuple[int, asyncio.Future[list[int]]]] = []
    for number in range(300):
        session.dispatch(Tick(number))
        if chance.random() < 0.15:
            after = chance.randrange(session.seq + 5)
            followers.append((after, asyncio.ensure_future(collect(session, after))))
        if chance.random() < 0.2:
            await asyncio.sleep(0)
        if chance.random() < 0.02:
            await session.committed()
    await session.committed()
    session.close()
    for after, follower in followers:
        assert await asyncio.wait_for(follower, 30) == list(range(after + 1, 301))


async def test_no_follower_loses_or_doubles_an_event_of_another_thread(journal: Journal) -> None:
    session = Session(journal=journal)

    def work() -> None:
        for number in range(400):
            session.dispatch(Tick(number))
            if number % 50 == 0:
                session.commit()
        session.close()

    thread = threading.Thread(target=work)
    followers = [asyncio.ensure_future(collect(session)) for _ in range(5)]
    thread.start()
    for _ in range(20):
        await asyncio.sleep(0)
        followers.append(asyncio.ensure_future(collect(session)))
    seen = await asyncio.wait_for(asyncio.gather(*followers), 30)
    thread.join()
    assert seen == [list(range(1, 401))] * len(followers)


def test_followers_may_live_in_other_loops_and_threads(journal: Journal) -> None:
    session = Session(journal=journal)
    seen: dict[int, list[int]] = {}

    def follow(which: int) -> None:
        seen[which] = asyncio.run(asyncio.wait_for(collect(session), 30))

    threads = [threading.Thread(target=follow, args=(which,)) for which in range(3)]
    for thread in threads:
        thread.start()

    async def write() -> None:
        for number in range(50):
            session.dispatch(Tick(number))
            await session.committed()

    asyncio.run(write())
    session.close()
    for thread in threads:
        thread.join()
    assert seen == {which: list(range(1, 51)) for which in range(3)}


# -- notices


async def test_notices_are_told_to_those_who_want_them_and_are_not_recorded() -> None:
    session = Session()
    heard: list[object] = []
    session.bus.subscribe(Percent, heard.append)
    with_notices, without = session.follow(notices=True), session.follow()
    tasks = [asyncio.ensure_future(take(with_notices, 2)), asyncio.ensure_future(take(without, 1))]
    await asyncio.sleep(0.01)
    session.notify(Percent(50))
    session.dispatch(Tick(1))
    assert await tasks[0] == [Percent(50), session.events[0]]
    assert await tasks[1] == [session.events[0]]
    assert heard == [Percent(50)]
    assert session.seq == 1


async def test_a_notice_is_shown_where_it_came_among_the_events() -> None:
    session = Session()
    following = session.follow(notices=True)
    first = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0.01)
    session.notify("a")
    session.dispatch(Tick(1))
    session.notify("b")
    session.notify("c")
    session.dispatch(Tick(2))
    session.notify("d")
    shown = [await first, *await take(following, 5)]
    assert [each.seq if isinstance(each, Recorded) else each for each in shown] == ["a", 1, "b", "c", 2, "d"]


async def test_a_notice_is_not_shown_before_the_event_it_follows_is_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    following = session.follow(notices=True)
    first = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0.01)
    session.dispatch(Tick(1))
    session.notify("begun")
    await asyncio.sleep(0.01)
    assert not first.done()
    hand.writer.sync()
    assert (await asyncio.wait_for(first, 30)).seq == 1
    assert await take(following, 1) == ["begun"]


async def test_a_notice_that_nobody_follows_is_gone() -> None:
    session = Session()
    session.notify(Percent(1))
    session.dispatch(Tick(1))
    following = session.follow(notices=True)
    assert (await take(following, 1))[0].seq == 1


async def test_notices_of_another_thread_wake_a_follower() -> None:
    session = Session()
    waiting = asyncio.ensure_future(anext(session.follow(notices=True)))
    await asyncio.sleep(0.01)
    threading.Thread(target=session.notify, args=("hello",)).start()
    assert await asyncio.wait_for(waiting, 30) == "hello"


# -- durable before visible


async def test_a_follower_sees_nothing_before_it_is_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    following = session.follow()
    waiting = asyncio.ensure_future(anext(following))
    session.dispatch(Tick(1))
    session.dispatch(Tick(2))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    hand.writer.sync(up_to=1)
    assert (await asyncio.wait_for(waiting, 30)).seq == 1
    waiting = asyncio.ensure_future(anext(following))
    await asyncio.sleep(0.02)
    assert not waiting.done()
    hand.writer.sync()
    assert (await asyncio.wait_for(waiting, 30)).seq == 2


async def test_a_follower_gets_what_came_to_disk_while_no_loop_ran(hand: Any) -> None:
    session = Session(journal=hand)
    session.dispatch(Tick(1))
    hand.writer.sync()
    assert (await take(session.follow(), 1))[0].seq == 1


def test_a_follower_in_a_second_loop_is_woken_though_the_first_has_ended(hand: Any) -> None:
    session = Session(journal=hand)

    async def first() -> None:
        session.dispatch(Tick(1))
        hand.writer.sync()
        await session.committed()

    async def second() -> Recorded[Any]:
        waiting = asyncio.ensure_future(anext(session.follow(after=1)))
        await asyncio.sleep(0)
        session.dispatch(Tick(2))
        hand.writer.sync()
        return await asyncio.wait_for(waiting, 30)

    asyncio.run(first())
    assert asyncio.run(second()).seq == 2


async def test_a_failed_commit_is_raised_to_followers_after_what_is_on_disk(hand: Any) -> None:
    session = Session(journal=hand)
    seen: list[int] = []

    async def follow() -> None:
        async for recorded in session.follow():
            seen.append(recorded.seq)

    following = asyncio.ensure_future(follow())
    await asyncio.sleep(0)
    session.dispatch(Tick(1))
    session.dispatch(Tick(2))
    hand.writer.sync(up_to=1)
    hand.writer.fail(CommitFailed("the disk is full"))
    with pytest.raises(CommitFailed, match="the disk is full"):
        await asyncio.wait_for(following, 30)
    assert seen == [1]
    with pytest.raises(CommitFailed):
        await asyncio.wait_for(anext(session.follow(after=1)), 30)
