"""May a program be run? `run_command`: one program, no shell, in a sandbox, on a copy of the workspace.

Off unless somebody makes the tool with what they allow (`Commands`). What the program changed in its copy is brought
back by the writer of the workspace, so it is on the record, and `undo` takes it back.
"""

from gameplan.tools.commands.calls import RunCommand
from gameplan.tools.commands.programs import Commands, SandboxKind
from gameplan.tools.commands.running import CommandFailed, Ran, run_command_tool
from gameplan.tools.commands.sandbox import problem_with_sandbox

__all__ = [
    "CommandFailed",
    "Commands",
    "Ran",
    "RunCommand",
    "SandboxKind",
    "problem_with_sandbox",
    "run_command_tool",
]
