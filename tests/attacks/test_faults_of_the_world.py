"""Faults that come from outside: a damaged journal, a second process, a clock that jumps, a tool that is late."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gameplan.plans import Engine, StepEnded, plan_from_wire
from gameplan.runtime import Session, SessionBusy, SqliteJournal
from gameplan.tools import ToolContext, ToolInvoked, invoke, tool

_COMMAND = Path(sys.executable).with_name("gameplan")


@dataclass(frozen=True)
class Nothing:
    pass


# -- 4: a journal that was hit


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a session of an agent and a run of a plan, each made by the command itself."""
    root = tmp_path_factory.mktemp("recorded")
    (root / "ws").mkdir()
    (root / "ws" / "a.txt").write_text("hello\n")
    plan = root / "plan.json"
    plan.write_text(
        '{"request": "try it", "steps": [{"id": "read", "tool": "read_file", "args": {"path": "a.txt"}},'
        '{"id": "write", "tool": "write_file", "args": {"path": "b.txt", "content": "${read.content}"}}]}'
    )
    environment = {**os.environ, "GAMEPLAN_HOME": str(root / "home"), "XDG_CONFIG_HOME": str(root / "config")}
    for arguments in (
        ("agent", "what is hello?", "--model", "house:scout", "--planner", "house:scout-planner"),
        ("run", str(plan), "--yes", "all"),
    ):
        where = [_COMMAND, *arguments, "--workspace", str(root / "ws")]
        subprocess.run(where, env=environment, check=True, capture_output=True, timeout=60)
    return root / "home"


LOOKS = [
    *(("sessions",), ("runs",), ("show", "last"), ("show", "last", "--events"), ("replay", "last")),
    *(("resume", "last"), ("undo", "last"), ("sessions", "repair", "last"), ("show", "last", "--graph")),
]


def looked_at(home: Path, recorded: Path, damage: Callable[[bytearray], None], file: str = "gameplan.db") -> set[int]:
    """What each command ends with on a damaged copy; it never ends with anything but words and an exit code."""
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(recorded, home)
    content = bytearray((home / file).read_bytes())
    damage(content)
    (home / file).write_bytes(content)
    return all_commands()


def all_commands() -> set[int]:
    from gameplan.cli.app import app

    codes = set()
    for arguments in LOOKS:
        done = CliRunner().invoke(app, arguments, prog_name="gameplan")
        assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, done.exception)
        assert "Traceback" not in done.output
        codes.add(done.exit_code)
    return codes


@pytest.mark.parametrize("seed", range(2))
def test_4_a_bit_that_is_flipped_anywhere_is_told_in_words(home: Path, recorded: Path, seed: int) -> None:
    chance = random.Random(seed)
    size = (recorded / "gameplan.db").stat().st_size
    codes: set[int] = set()
    # The header and the tables' own page weigh most; then anywhere.
    for place in [chance.randrange(100), chance.randrange(4_096), *(chance.randrange(size) for _ in range(3))]:

        def flip(content: bytearray, place: int = place) -> None:
            content[place] ^= 1 << chance.randrange(8)

        codes |= looked_at(home, recorded, flip)
    assert codes <= {0, 1, 2}


@pytest.mark.parametrize("part", range(3))
def test_4_a_journal_that_is_cut_anywhere_is_told_in_words(home: Path, recorded: Path, part: int) -> None:
    size = (recorded / "gameplan.db").stat().st_size
    chance = random.Random(part)
    lengths = [0, 1, 15, 16, 99, 100, 101, 4_095, 4_096, 4_097, size - 4_096, size - 1][part::3]
    for length in [*lengths, chance.randrange(size)]:

        def cut(content: bytearray, length: int = length) -> None:
            del content[length:]

        assert looked_at(home, recorded, cut) <= {0, 1, 2}


def test_4_what_lies_beside_the_journal_may_be_hit_too(home: Path, recorded: Path) -> None:
    notes = sorted(each.relative_to(recorded).as_posix() for each in recorded.rglob("*.lease"))
    assert notes
    for note in notes:
        size = (recorded / note).stat().st_size
        for place in (0, size // 2):

            def flip(content: bytearray, place: int = place) -> None:
                content[place] ^= 0x10

            assert looked_at(home, recorded, flip, note) <= {0, 1, 2}


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE sessions SET created = -created",
        "UPDATE sessions SET created = created + (1 << 62)",
        pytest.param("UPDATE events SET at = at + (1 << 61)"),
        "UPDATE sessions SET head_seq = 1 << 60",
        "UPDATE sessions SET head_seq = -5",
        "UPDATE sessions SET token = 1 << 62",
        "UPDATE sessions SET id = '../../' || id",
        "UPDATE events SET payload = '['",
        "UPDATE events SET payload = '" + "[" * 100_000 + "'",
        "UPDATE events SET type = char(27) || '[2J'",
        "UPDATE events SET version = 999",
        "UPDATE events SET seq = seq + 1000",
        "DELETE FROM events WHERE seq = 1",
        "DELETE FROM sessions",
        "DROP TABLE events",
        "DROP TABLE sessions",
        "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
    ],
)
def test_4_values_that_nobody_wrote_are_told_in_words(home: Path, recorded: Path, change: str) -> None:
    shutil.copytree(recorded, home)
    db = sqlite3.connect(home / "gameplan.db")
    db.execute(change)
    db.commit()
    db.close()
    assert all_commands() <= {0, 1, 2}


# -- 5: two processes

HOLD = """
import sys
from gameplan.runtime import Session, SqliteJournal
with SqliteJournal(sys.argv[1]) as journal, Session.open(journal, sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_5_a_session_that_another_process_writes_is_refused_and_can_be_read(home: Path, recorded: Path) -> None:
    shutil.copytree(recorded, home)
    with SqliteJournal(home / "gameplan.db") as journal:
        run = journal.sessions()[-1].session_id
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(home / "gameplan.db"), run],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert holder.stdout is not None
        try:
            assert holder.stdout.readline() == "held\n"
            with pytest.raises(SessionBusy):
                Session.open(journal, run)
            before = len(journal.read(run).records)
            for arguments, code in ((("undo", run), 2), (("show", run), 0), (("sessions",), 0)):
                done = subprocess.run([_COMMAND, *arguments], capture_output=True, text=True, timeout=60, check=False)
                assert done.returncode == code, done
                assert "Traceback" not in done.stderr
            assert len(journal.read(run).records) == before
        finally:
            holder.communicate("", timeout=30)
        Session.open(journal, run).close()


RACE = """
import sys
from gameplan.runtime import JournalError, Session, SqliteJournal
with SqliteJournal(sys.argv[1]) as journal:
    sys.stdin.readline()
    try:
        session = Session(journal=journal, session_id="one")
    except JournalError as error:
        print(type(error).__name__)
    else:
        print("mine", flush=True)
        sys.stdin.read()
        session.close()
"""


def test_5_of_several_processes_that_begin_one_session_one_does(tmp_path: Path) -> None:
    some = [
        subprocess.Popen(
            [sys.executable, "-c", RACE, str(tmp_path / "journal.db")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    said = []
    for each in some:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    for each in some:
        assert each.stdout is not None
        said.append(each.stdout.readline().strip())
    for each in some:
        each.communicate("", timeout=30)
    assert Counter(said)["mine"] == 1
    assert set(said) <= {"mine", "SessionExists", "SessionBusy"}


# -- 6: the clock


class JumpingClock:
    """A wall clock that goes back an hour, then ahead a year, and so on; what measures durations does not jump."""

    def __init__(self) -> None:
        self._jumps = 0
        self._offset = 0

    def now(self) -> int:
        self._jumps += 1
        self._offset += -3_600_000_000 if self._jumps % 2 else 365 * 86_400_000_000
        return time.time_ns() // 1000 + self._offset

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


async def test_6_a_clock_that_jumps_changes_neither_the_order_nor_the_timeouts(tmp_path: Path) -> None:
    @tool
    async def quick(params: Nothing) -> str:
        """Be quick."""
        await asyncio.sleep(0.01)
        return "done"

    @tool(timeout=0.05)
    async def hang(params: Nothing) -> str:
        """Never return."""
        await asyncio.Event().wait()
        return "never"

    steps = [{"id": f"s{n}", "tool": "quick", "dependsOn": [f"s{n - 1}"] if n else []} for n in range(10)]
    path = tmp_path / "journal.db"
    with (
        SqliteJournal(path) as journal,
        Session(journal=journal, session_id="a", clock=JumpingClock()) as session,
    ):
        engine = Engine({"quick": quick, "hang": hang}, session)
        summary = await engine.complete(plan_from_wire([*steps, {"id": "late", "tool": "hang", "dependsOn": ["s9"]}]))
        assert summary.status == "failed"
        live = [(each.seq, each.at, repr(each.event)) for each in session.events]
    with SqliteJournal(path) as journal, Session.open(journal, "a") as again:
        assert [(each.seq, each.at, repr(each.event)) for each in again.events] == live
        assert [seq for seq, _, _ in live] == list(range(1, len(live) + 1))
        assert [at for _, at, _ in live] != sorted(at for _, at, _ in live), "the clock did go back"
        ended = again.events_of(StepEnded)
        assert [each.step for each in ended] == [*(f"s{n}" for n in range(10)), "late"]
        assert [each.status for each in ended] == ["completed"] * 10 + ["failed"]
        assert "took longer than 0.05 s" in ended[-1].reason
        assert all(0 <= each.duration_ms < 60_000 for each in ended)


def test_6_a_session_whose_clock_went_back_is_replayed_at_any_speed(home: Path) -> None:
    from gameplan.cli.app import app
    from gameplan.runtime import SessionStarted

    home.mkdir()
    with (
        SqliteJournal(home / "gameplan.db") as journal,
        Session(journal=journal, session_id="a", clock=JumpingClock()) as session,
    ):
        for number in range(6):
            session.dispatch(SessionStarted("agent", f"{number}"))
    for arguments in (("sessions",), ("show", "a"), ("show", "a", "--events"), ("replay", "a", "--speed", "1e9")):
        done = CliRunner().invoke(app, arguments, prog_name="gameplan")
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        assert done.exit_code == 0


# -- 7: tools that are late, or return twice


async def test_7_what_a_tool_does_after_its_time_is_over_does_not_count() -> None:
    from gameplan.runtime import SessionStarted
    from gameplan.tools.context import CallOver

    go_on, over = threading.Event(), threading.Event()
    tried: list[str] = []

    @tool(timeout=0.05)
    def slow(params: Nothing, context: ToolContext) -> str:
        """Come back too late."""
        go_on.wait(30)
        context.log("late")
        try:
            context.dispatch(SessionStarted("late", "late"))
        except CallOver:
            tried.append("refused")
        over.set()
        return "late"

    with Session() as session:
        summary = await Engine({"slow": slow}, session).complete(
            plan_from_wire([{"id": "a", "tool": "slow"}, {"id": "b", "tool": "slow", "dependsOn": ["a"]}])
        )
        before = session.seq
        go_on.set()
        assert await asyncio.to_thread(over.wait, 30)
        await asyncio.sleep(0.05)
        assert session.seq == before, "nothing came after it"
        assert summary.status == "failed"
        assert "abandoned, effect unknown" in summary.failed["a"]
        assert session.events_of(SessionStarted) == ()
        ended = {each.step: each.status for each in session.events_of(StepEnded)}
        assert ended == {"a": "failed", "b": "blocked"}
    assert tried == ["refused"]


class Twice:
    """An awaitable that gives its result a second time to whoever asks again."""

    def __init__(self) -> None:
        self.given = 0

    def __await__(self) -> Any:
        self.given += 1
        yield from asyncio.sleep(0).__await__()
        return f"result {self.given}"


async def test_7_a_tool_that_would_return_twice_is_heard_once() -> None:
    result = Twice()

    @tool
    def double(params: Nothing) -> str:
        """Return something that can be awaited again."""
        return result  # type: ignore[return-value]

    with Session() as session:
        outcome = await invoke(double, {}, ToolContext(session))
        assert (outcome.value, result.given) == ("result 1", 1)
        assert len(session.events_of(ToolInvoked)) == 1


async def test_7_a_callback_that_fires_twice_and_late_is_heard_once() -> None:
    loop = asyncio.get_running_loop()
    complaints: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: complaints.append(context))

    @tool(timeout=0.05)
    async def call_back(params: Nothing) -> str:
        """Be told by somebody else, who says it twice."""
        answer: asyncio.Future[str] = loop.create_future()

        def say(what: str) -> None:
            if not answer.done():
                answer.set_result(what)

        for delay in (0.2, 0.21):
            loop.call_later(delay, say, "late")
        return await answer

    with Session() as session:
        outcome = await invoke(call_back, {}, ToolContext(session))
        await asyncio.sleep(0.3)
        assert (outcome.code, session.seq) == ("timeout", 1)
    assert complaints == []
