"""The draft is its record: it survives a kill, can be taken back, and can be looked at by two."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gameplan.agents import Reply, ToolCall
from gameplan.agents.messages import ToolMessage
from gameplan.novels.authoring import DraftSession, run_coauthor
from gameplan.runtime import Session
from gameplan.runtime.journal.sqlite import SqliteJournal
from gameplan.tools import ToolRefused

WRITER = """
import asyncio, json, sys
from gameplan.novels.authoring import DraftSession, authoring_tools
from gameplan.runtime import Session
from gameplan.runtime.journal.sqlite import SqliteJournal
from gameplan.tools import ToolContext, invoke

class Slow:
    async def portraits(self, character, art_style, *, seed=None):
        return await self.place(None, "")
    async def place(self, location, art_style, *, seed=None):
        print("drawing", flush=True)
        await asyncio.sleep(600)

async def main():
    path, stop, calls = sys.argv[1], sys.argv[2], json.load(sys.stdin)
    session = Session(journal=SqliteJournal(path), session_id="novel")
    desk = DraftSession.start(session, illustrator=Slow() if stop == "drawing" else None)
    tools = {each.name: each for each in authoring_tools(desk)}
    for number, (name, arguments) in enumerate(calls):
        outcome = await invoke(tools[name], arguments, ToolContext(session, f"call-{number}"))
        assert outcome.ok, outcome.text
        await session.committed()
        print(number, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""

AGENT = """
import asyncio, json, sys
from gameplan.agents import Reply, ToolCall
from gameplan.novels.authoring import DraftSession, run_coauthor
from gameplan.runtime import Session
from gameplan.runtime.journal.sqlite import SqliteJournal

class Script:
    name = "script"
    async def reply(self, request, on_delta=None):
        done = sum(1 for each in request.messages if type(each).__name__ == "ToolMessage")
        if done == int(sys.argv[2]):
            print("thinking", flush=True)
            await asyncio.sleep(600)
        return Reply(calls=(ToolCall("", *calls[done]),))

path, calls = sys.argv[1], json.load(sys.stdin)
desk = DraftSession.start(Session(journal=SqliteJournal(path), session_id="novel"))
asyncio.run(run_coauthor(Script(), desk, "Write it.", alone=True))
"""


def killed_after(path: Path, calls: list, line: str, mode: str = "", program: str = WRITER) -> None:
    """Write until a line is said, and be killed by a real signal."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(path), mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(json.dumps(calls))
    process.stdin.close()
    for said in process.stdout:
        if said.strip() == line:
            break
    os.kill(process.pid, signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()


@pytest.mark.faults
@pytest.mark.parametrize("at", [2, 4, 6])
async def test_a_writer_that_is_killed_has_lost_nothing_and_another_goes_on(tmp_path, calls, call, at):
    killed_after(tmp_path / "journal.db", calls[: at + 1], str(at))
    expected = DraftSession.start(prove=lambda package: [])
    for name, arguments in calls[: at + 1]:
        await call(expected, name, arguments)
    with Session.open(SqliteJournal(tmp_path / "journal.db"), "novel") as session:
        desk = DraftSession(session, prove=lambda package: [])
        assert desk.draft.package().acts == expected.draft.package().acts
        assert desk.draft.characters == expected.draft.characters
        for name, arguments in calls:  # all of them: what was drafted before does not count twice
            outcome = await call(desk, name, arguments)
            assert outcome.ok, outcome.text
        assert desk.draft.version == 1
        assert len(desk.draft.package().acts[0].locations[1].encounters) == 2


@pytest.mark.faults
async def test_a_kill_while_a_picture_is_drawn_does_not_lose_the_words(tmp_path, calls, call):
    killed_after(tmp_path / "journal.db", calls[:2], "drawing", "drawing")
    with Session.open(SqliteJournal(tmp_path / "journal.db"), "novel") as session:
        desk = DraftSession(session)
        assert desk.draft.character("keeper").name == "Jonas Reed"
        assert desk.draft.pictures == ()
        await call(desk, *calls[1])
        assert len(desk.draft.pictures) == 1


@pytest.mark.faults
async def test_a_co_author_that_is_killed_goes_on_with_what_is_left(tmp_path, calls):
    killed_after(tmp_path / "journal.db", calls, "thinking", "6", AGENT)

    class Script:
        name = "script"
        asked = 0

        async def reply(self, request, on_delta=None):
            self.asked += 1
            done = sum(isinstance(each, ToolMessage) for each in request.messages)
            return Reply(calls=(ToolCall("", *calls[done]),))

    with Session.open(SqliteJournal(tmp_path / "journal.db"), "novel") as session:
        desk, script = DraftSession(session, prove=lambda package: []), Script()
        assert desk.draft.node_stage("flood", "lock") == "populated"
        result = await run_coauthor(script, desk, alone=True)
        assert result.terminal_tool == "finalizePackage"
        assert script.asked == 4  # six calls were made before, and are not made again
        assert desk.draft.version == 1


async def test_undo_goes_back_call_by_call_to_the_empty_draft(calls, call):
    desk = DraftSession.start(prove=lambda package: [])
    stood = []
    for name, arguments in calls:
        stood.append(desk.draft)
        assert (await call(desk, name, arguments)).ok
    undone = []
    for before in reversed(stood):
        undone.append(desk.undo())
        assert desk.draft == before
    assert undone[0] == '"The Weir" was made, version 1'
    assert undone[3] == '2 encounters of "mill" were drafted'
    assert undone[-1] == 'the premise of "The Weir" was proposed'
    with pytest.raises(ToolRefused, match="nothing to take back"):
        desk.undo()


async def test_what_was_taken_back_can_be_done_again(written, calls, call):
    before = written.draft
    written.undo()
    assert (await call(written, *calls[8])).ok
    assert written.draft == before


async def test_a_second_person_looks_on_while_it_is_written(tmp_path, calls, call):
    journal = SqliteJournal(tmp_path / "journal.db")
    with Session(journal=journal, session_id="novel") as session:
        desk = DraftSession.start(session, prove=lambda package: [])
        await session.committed()
        onlooker = DraftSession(Session.view(SqliteJournal(tmp_path / "journal.db"), "novel"))
        for name, arguments in calls:
            assert (await call(desk, name, arguments)).ok
            await session.committed()
            await onlooker.session.refresh()
            assert onlooker.draft == desk.draft
        desk.undo()
        await session.committed()
        await onlooker.session.refresh()
        assert onlooker.draft == desk.draft
        onlooker.session.close()


async def test_a_closed_draft_takes_nothing_more_until_that_is_taken_back(written, calls, call):
    before = written.draft
    written.close("another idea")
    for name, arguments in calls:
        outcome = await call(written, name, arguments)
        assert outcome.code == "DRAFT_CLOSED"
        assert "another idea" in outcome.text
    written.undo()
    assert written.draft == before


def test_a_session_without_a_draft_is_not_taken_for_one():
    with pytest.raises(ValueError, match=r"DraftSession\.start"):
        DraftSession(Session())
