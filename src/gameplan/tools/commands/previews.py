"""What a command would be, shown before it runs, and a hash of the same that an approval is held to."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from gameplan.tools.commands.calls import RunCommand, check, command_line
from gameplan.tools.commands.programs import Commands
from gameplan.tools.errors import ToolRefused
from gameplan.tools.workspace.paths import MAX_PATH, check_spelling, shown
from gameplan.tools.workspace.states import Effort, look
from gameplan.tools.workspace.walk import counted, plain
from gameplan.tools.workspace.workspace import Workspace


def preview(params: RunCommand, workspace: Workspace, commands: Commands) -> str:
    """What a call would run, on what, and what it may touch. Refuses what the call would refuse."""
    check(params)
    program = commands.program(params.argv)
    lines = [f"run {command_line(params)}", f"the program is {program.shown}"]
    lines += [
        f"it is given {path} ({counted(size, 'byte')})"
        for path, (_, size) in _named(params, workspace, commands).items()
    ]
    if params.stdin:
        lines.append(f"it reads {counted(len(params.stdin), 'character')} of text that are given to it")
    lines.append(
        f"in {shown(plain(params.cwd), MAX_PATH)} of a copy of the workspace, for {params.timeout:g} s at most"
    )
    if params.keep:
        unless = "" if not params.check else "if it ends with exit code 0, "
        lines.append(f"{unless}what it changed is brought back, and can be undone")
    else:
        lines.append("nothing that it changes is brought back")
    if params.keep and params.allow_sensitive:
        lines.insert(0, "HIGH RISK: it may change what other programs (a shell, git, an editor) obey without asking.")
    if commands.sandbox == "none":
        lines.insert(0, "HIGH RISK: there is no sandbox. It can do anything that you can do on this machine.")
    else:
        lines.append("no network, and no files but the copy and, read-only, the programs of the system")
    return "\n".join(lines)


def fingerprint(params: RunCommand, workspace: Workspace, commands: Commands) -> str:
    """The same as long as it is the same program, and the files that are named to it are the same."""
    try:
        check(params)
        known: list[Any] = [asdict(commands.program(params.argv)), commands.sandbox]
        known.append({path: digest for path, (digest, _) in _named(params, workspace, commands).items()})
    except ToolRefused as refusal:
        known = ["refused", refusal.code, refusal.message]
    return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()


def _named(params: RunCommand, workspace: Workspace, commands: Commands) -> dict[str, tuple[str, int]]:
    """The files of the workspace that stand among the arguments, with digest and size: a script, for example."""
    found: dict[str, tuple[str, int]] = {}
    with workspace.entered() as folder:
        effort = Effort(size=commands.workspace)
        for each in params.argv[1:]:
            path = plain(f"{params.cwd}/{each}")
            try:
                check_spelling(path)
                seen = look(folder, path, effort) if path != "." else None
            except (ToolRefused, OSError):
                continue
            if seen is not None and seen.kind == "file":
                found[shown(path, MAX_PATH)] = seen.state.digest, seen.state.size
    return found
