"""Live events: each once and in order, from where a watcher left off; from other processes, too; for many at once."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from gameplan.client import Client, Told
from gameplan.runtime import Session, SessionStarted, SqliteJournal, event
from gameplan.studio.api import streams
from gameplan.tools import ToolLogged, ToolProgress

Until = Callable[..., Any]


@event("sample.counted")
@dataclass(frozen=True, slots=True)
class Counted:
    number: int
    text: str = ""


def counting(home: Path, session_id: str = "counting") -> Session:
    """A session that this process writes, beside the studio."""
    session = Session(journal=SqliteJournal(home / "gameplan.db"), session_id=session_id)
    session.dispatch(SessionStarted("sample", "Counting"))
    session.commit()
    return session


def numbers(told: Iterator[Told], until: int) -> list[int]:
    """The numbers of the events that are told, up to this one."""
    seen = []
    for each in told:
        if each.seq is not None:
            seen.append(each.seq)
            if each.seq >= until:
                break
    return seen


def test_a_stream_begins_where_it_is_told(studio: Any, client: Client) -> None:
    with counting(studio.home) as session:
        for number in range(9):
            session.dispatch(Counted(number))
        session.commit()
        assert numbers(client.follow_session("counting"), 10) == list(range(1, 11))
        assert numbers(client.follow_session("counting", after=7), 10) == [8, 9, 10]
    with studio.http() as http:
        with http.stream("GET", "sessions/counting/stream", params={"after": 8}) as reply:
            assert reply.headers["content-type"].startswith("text/event-stream")
            lines = reply.iter_lines()
            assert [next(lines) for _ in range(2)] == ["id: 9", "event: sample.counted"]
            told = json.loads(next(lines).removeprefix("data: "))
            assert (told["seq"], told["type"], told["payload"]) == (9, "sample.counted", {"number": 7, "text": ""})
        with http.stream("GET", "sessions/counting/stream", headers={"Last-Event-ID": "9"}) as reply:
            assert next(reply.iter_lines()) == "id: 10"
        assert http.get("sessions/counting/stream", headers={"Last-Event-ID": "x"}).status_code == 400


def test_nothing_is_missed_or_told_twice_while_others_write(studio: Any) -> None:
    """Watchers come, are cut off at any point, and come back by their last number, while events are being written."""
    last = 1_501
    written = threading.Event()

    def write() -> None:
        with counting(studio.home) as session:
            written.set()
            for number in range(1_500):
                session.dispatch(Counted(number, "x" * 400))
                if number % 7 == 0:
                    session.commit()

    writing = threading.Thread(target=write)
    writing.start()
    assert written.wait(60)
    seen: dict[int, list[int]] = {}

    def watch(which: int) -> None:
        found: list[int] = []
        with studio.client() as client:
            while not found or found[-1] < last:
                after = found[-1] if found else 0
                for told in client.follow_session("counting", after):
                    assert told.seq is not None
                    found.append(told.seq)
                    if found[-1] == last or len(found) % (37 + which * 13) == 0:
                        break  # cut off, and back again
        seen[which] = found

    watchers = [threading.Thread(target=watch, args=(which,)) for which in range(6)]
    for each in watchers:
        each.start()
    for each in (*watchers, writing):
        each.join(120)
    assert [seen.get(which) for which in range(6)] == [list(range(1, last + 1))] * 6


def test_notices_come_without_an_id(studio: Any, client: Client, until: Until) -> None:
    session = counting(studio.home)
    house = studio.studio
    heard: list[Told] = []

    def listen() -> None:
        for told in client.follow_session("counting"):
            heard.append(told)
            if told.seq == 3:
                return

    loop = next(iter(_loops(studio)))
    loop.call_soon_threadsafe(house.feeds.went_live, session)
    listening = threading.Thread(target=listen)
    listening.start()
    until(lambda: len(heard) == 1)
    until(lambda: session._followers)

    def tell() -> None:
        session.notify(ToolLogged("run/step", "half way"))
        session.notify(ToolProgress("run/step", 50.0, "half"))
        session.notify(object())

    loop.call_soon_threadsafe(tell)
    until(lambda: len(heard) == 3)
    session.dispatch(Counted(1))
    session.dispatch(Counted(2))
    session.commit()
    listening.join(60)
    assert [(each.type, each.seq) for each in heard] == [
        ("session.started", 1), ("tool.logged", None), ("tool.progress", None),
        ("sample.counted", 2), ("sample.counted", 3),
    ]  # fmt: skip
    assert heard[1].payload == {"call_id": "run/step", "line": "half way"}
    session.close()


def _loops(studio: Any) -> list[asyncio.AbstractEventLoop]:
    tidying = studio.studio._tidying
    return [tidying.get_loop()]


def test_a_run_that_ends_ends_its_follower(client: Client, ferry: str, until: Until) -> None:
    run = client.start(client.plan_from_text(ferry).id, yes=["all"])
    heard = [told for told in client.follow(run.id) if told.seq is not None]
    assert [told.seq for told in heard] == list(range(1, len(heard) + 1))
    assert heard[-1].type == "run.ended"


def test_the_house_tells_of_sessions_that_other_processes_write(
    studio: Any, client: Client, ferry: str, folder: Path, tmp_path: Path
) -> None:
    path = tmp_path / "ferry.yaml"
    path.write_text(ferry)
    house = client.follow_house()
    assert next(house).type == "ready"
    command = [sys.executable, "-m", "gameplan.cli", "run", str(path), "--workspace", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as other:
        last: Any = {}
        for told in house:
            last = told.data
            if told.type == "changed" and last["status"] == "waiting" and last["waiting"] == 1:
                break
        assert (last["kind"], last["waiting"], last["total"]) == ("run", 1, 3)
        other.wait(60)


def test_a_writer_that_was_killed_is_noticed(studio: Any, client: Client, tmp_path: Path, until: Until) -> None:
    program = tmp_path / "writer.py"
    program.write_text(WRITER.format(path=str(studio.home / "gameplan.db")))
    house = client.follow_house()
    next(house)
    other = subprocess.Popen([sys.executable, str(program)])
    try:
        until(lambda: client.sessions(kind="run") and client.session("run-1").writing)
        other.kill()
        other.wait(60)
        for told in house:
            if told.data.get("session") == "run-1" and told.data["status"] == "interrupted":
                break
        assert not client.session("run-1").writing
    finally:
        other.kill()


WRITER = """
import time
from gameplan.runtime import Session, SessionStarted, SqliteJournal
session = Session(journal=SqliteJournal({path!r}), session_id="run-1")
session.dispatch(SessionStarted("run", "Killed"))
session.commit()
time.sleep(300)
"""


def test_a_watcher_that_does_not_read_is_let_go_and_catches_up(
    serve: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, until: Until
) -> None:
    monkeypatch.setattr(streams, "_SLOWEST", 0.5)
    studio = serve()
    with counting(studio.home) as session, studio.client() as client:
        with studio.http() as http, http.stream("GET", "sessions/counting/stream", params={"after": 0}):
            until(lambda: studio.studio.feeds._feeds)
            for number in range(400):
                session.dispatch(Counted(number, "x" * 50_000))  # 20 MB that nobody takes
            session.commit()
            until(lambda: not studio.studio.feeds._feeds)  # it was let go
        assert numbers(client.follow_session("counting"), 401) == list(range(1, 402))


async def _watch(port: int, key: str, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**12)
    request = f"GET /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {key}\r\n\r\n"
    writer.write(request.encode())
    return reader, writer


def _memory(pid: int) -> int:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def test_a_thousand_slow_readers_do_not_break_it(spawn: Callable[..., Any]) -> None:
    """They take nothing, and cost little; those who read go on being told, and the API goes on answering."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8_192), hard))
    try:
        studio = spawn()
        session = counting(studio.home)
        async with httpx.AsyncClient(base_url=f"{studio.address}/api", timeout=60) as http:
            http.headers["Authorization"] = f"Bearer {studio.key}"
            assert (await http.get("home")).status_code == 200
            before = _memory(studio.process.pid)
            path = "sessions/counting/stream?after=0"
            watching = []
            for _ in range(10):  # not all at the same moment: a queue of connections has an end
                watching += await asyncio.gather(*(_watch(studio.port, studio.key, path) for _ in range(100)))
            for reader, _ in watching:
                assert b"200 OK" in await reader.readuntil(b"\r\n")
            each = (_memory(studio.process.pid) - before) / len(watching)
            print(f"memory per watcher: {each / 1000:.0f} kB")
            assert each < 100_000
            for number in range(200):
                session.dispatch(Counted(number, "y" * 2_000))
            session.commit()
            reader, writer = await _watch(studio.port, studio.key, path)
            seen = b""
            while b"id: 201\n" not in seen:
                seen += await asyncio.wait_for(reader.read(65_536), 60)
            assert (await http.get("home")).status_code == 200
            for _, open_ in (*watching, (reader, writer)):
                open_.close()
        session.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
