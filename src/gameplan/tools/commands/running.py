"""The tool `run_command`: one program with its arguments, in a sandbox, on a copy of the workspace."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from gameplan.runtime import Session
from gameplan.tools.commands import bringing
from gameplan.tools.commands.bringing import Changed
from gameplan.tools.commands.calls import RunCommand, check, command_line
from gameplan.tools.commands.copying import Scratch
from gameplan.tools.commands.previews import fingerprint, preview
from gameplan.tools.commands.process import Bounds, Ended, run_process
from gameplan.tools.commands.programs import Commands, find_program
from gameplan.tools.commands.sandbox import environment, limited, problem_with_sandbox, sandboxed, user
from gameplan.tools.context import ToolContext
from gameplan.tools.effects import Destroys, Executes, Reads, Writes
from gameplan.tools.errors import ToolRefused
from gameplan.tools.memory import Memory
from gameplan.tools.outcome import Aftermath, Done
from gameplan.tools.tool import Tool, tool
from gameplan.tools.workspace.aftermath import interrupted
from gameplan.tools.workspace.background import Stop, in_thread_to_its_end
from gameplan.tools.workspace.changes import intents
from gameplan.tools.workspace.folder import Folder
from gameplan.tools.workspace.paths import shown
from gameplan.tools.workspace.states import ABSENT, Effort
from gameplan.tools.workspace.targets import Endangers
from gameplan.tools.workspace.walk import plain, some
from gameplan.tools.workspace.workspace import Workspace
from gameplan.tools.workspace.writer import Writer, alone, approved_already, check_approved

_TOLD = 20_000
_COMPLAINT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """What came of a command. `changed` are the paths that it changed in the workspace."""

    exit_code: int
    stdout: str
    stderr: str
    stdout_truncated: bool
    stderr_truncated: bool
    seconds: float
    changed: tuple[str, ...]


class CommandFailed(Exception):
    """A command that ran without a sandbox did not end well; what it did outside of its copy is not known."""


def run_command_tool(workspace: Workspace, run_id: str, commands: Commands) -> Tool[Any, Any]:
    """The tool, for somebody who allows it. Without bubblewrap it refuses, unless `sandbox="none"` is said."""
    runner = _Runner(workspace, run_id, commands)

    @tool(
        effects=(
            Executes(lambda params: (command_line(params),)),
            Reads(lambda params: () if params.keep else (".",)),
            Writes(lambda params: (".",) if params.keep else ()),
            Destroys(lambda params: (".",) if params.keep else ()),
            Endangers(lambda params: (".",) if params.keep and params.allow_sensitive else ()),
        ),
        memory=Memory.BRIEF,
        trusted=False,
        repeatable=False,
        primary="stdout",
        preview=lambda params: preview(params, workspace, commands),
        fingerprint=lambda params: fingerprint(params, workspace, commands),
        aftermath=runner.aftermath,
    )
    async def run_command(params: RunCommand, context: ToolContext) -> Done[Ran]:
        """Run a program on a copy of the workspace, without a shell and without a network.

        The files that it changed are brought back when it ends with exit code 0, and the run can be undone. For a
        command that only looks, such as a test or a diff, say keep: false.
        """
        return await runner.run(params, context)

    return run_command


class _Runner:
    def __init__(self, workspace: Workspace, run_id: str, commands: Commands) -> None:
        self._workspace = workspace
        self._writer = Writer(workspace.entered, run_id)
        self._commands = commands

    async def run(self, params: RunCommand, context: ToolContext) -> Done[Ran]:
        check(params)
        self._commands.program(params.argv)
        check_approved(lambda: fingerprint(params, self._workspace, self._commands))
        if self._commands.sandbox != "none" and (
            problem := await in_thread_to_its_end(lambda _: problem_with_sandbox())
        ):
            raise ToolRefused(
                f"There is no sandbox to run it in: {problem}. It is not run without one, unless you say so in your "
                'settings: sandbox = "none" in [commands].',
                code="sandbox_missing",
            )
        scratch = Scratch(user() if self._commands.sandbox != "none" else None)
        try:
            await self._fill(scratch)
            ended = await in_thread_to_its_end(lambda stop: self._execute(params, scratch, stop))
            self._judge(params, ended)
            changed = await self._bring_back(params, scratch, context) if params.keep else ()
        finally:
            await in_thread_to_its_end(lambda _: scratch.remove())
        return _done(params, ended, changed, scratch.left_out)

    async def _fill(self, scratch: Scratch) -> None:
        size, entries = self._commands.workspace, self._commands.entries
        with self._workspace.entered() as folder:
            async with alone(folder):
                await in_thread_to_its_end(lambda stop: scratch.fill(folder, size=size, entries=entries, stop=stop))

    def _execute(self, params: RunCommand, scratch: Scratch, stop: Stop) -> Ended:
        commands = self._commands
        cwd = plain(params.cwd)
        if cwd != "." and scratch.before.get(cwd, ABSENT).kind != "directory":
            raise ToolRefused(f'There is no directory "{shown(cwd)}" in the workspace.', code="not_found")
        program = commands.program(params.argv)
        argv = [program.path, *params.argv[1:]]
        bounds = Bounds(params.timeout, commands.output, commands.memory, commands.disk, scratch.place)
        stdin = params.stdin.encode()
        if commands.sandbox == "none":
            line = limited(argv, commands, params.timeout, processes=None) if find_program("prlimit") else argv
            home = scratch.place / "home"
            home.mkdir()
            return run_process(
                line, environment=environment(str(home)), cwd=scratch.copy / cwd, stdin=stdin, bounds=bounds, stop=stop
            )
        line = sandboxed(argv, scratch.place, cwd, commands, params.timeout)
        return run_process(line, environment={}, cwd=scratch.place, stdin=stdin, user=user(), bounds=bounds, stop=stop)

    def _judge(self, params: RunCommand, ended: Ended) -> None:
        if ended.killed:
            code, how = "killed", f"was killed: {ended.killed}"
        elif params.check and ended.exit_code != 0:
            code, how = "exit_code", f"ended with exit code {ended.exit_code}"
        else:
            return
        said = ended.stderr.text.strip() or ended.stdout.text.strip()
        tail = f" It said:\n{said[-_COMPLAINT:]}" if said else ""
        if self._commands.sandbox == "none":
            raise CommandFailed(f"{command_line(params)[:200]} {how}.{tail}")
        raise ToolRefused(f"{command_line(params)[:200]} {how}; nothing of what it did was kept.{tail}", code=code)

    async def _bring_back(self, params: RunCommand, scratch: Scratch, context: ToolContext) -> tuple[str, ...]:
        with _opened(scratch) as folder:
            commands = self._commands

            def look_around(stop: Stop) -> Changed:
                effort = Effort(stop, entries=2 * commands.entries, size=2 * commands.workspace)
                states = scratch.changed(folder, effort)
                return Changed(scratch, folder, states, params.allow_sensitive)

            changed = await in_thread_to_its_end(look_around)
            with approved_already():
                done = await self._writer.carry_out(bringing.run_command, changed, context)
            return done.value

    def aftermath(self, session: Session, call_id: str) -> Aftermath:
        """What became of a call whose process was killed: until the end it touches nothing but its copy."""
        if self._commands.sandbox == "none":
            return Aftermath("unclear", "it ran without a sandbox")
        if not any(intent.call_id == call_id for intent, _ in intents(session.events)):
            return Aftermath("nothing", "it had not brought back anything yet")
        begun = [each for each in interrupted(self._workspace, session) if each.intent.call_id == call_id]
        if begun and all(each.happened == "nothing" for each in begun):
            return Aftermath("nothing", "it had not brought back anything yet")
        return Aftermath("unclear", "what it changed was being brought back, and what it said is lost")


def _done(params: RunCommand, ended: Ended, changed: tuple[str, ...], left_out: list[str]) -> Done[Ran]:
    ran = Ran(
        exit_code=ended.exit_code,
        stdout=ended.stdout.text,
        stderr=ended.stderr.text,
        stdout_truncated=ended.stdout.truncated,
        stderr_truncated=ended.stderr.truncated,
        seconds=round(ended.seconds, 3),
        changed=changed,
    )
    kept = f"it changed {some(list(changed))}" if changed else "it changed nothing"
    did = kept if params.keep else "nothing was kept"
    lines = [f"{command_line(params)[:200]} ended with exit code {ran.exit_code}; {did}."]
    for name, text in (("Standard output", ran.stdout), ("Standard error", ran.stderr)):
        if text:
            more = f"\n… {len(text) - _TOLD:,} more characters" if len(text) > _TOLD else ""
            lines.append(f"{name}:\n{text[:_TOLD]}{more}")
    note = f"Left out: {some(left_out)}; only files, directories and links with proper names are copied."
    return Done(ran, "\n".join(lines), note if left_out else "")


@contextmanager
def _opened(scratch: Scratch) -> Iterator[Folder]:
    descriptor, folder = scratch.opened()
    try:
        yield folder
    finally:
        os.close(descriptor)
