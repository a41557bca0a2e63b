"""A call of `run_command`: its arguments, what of them can be refused at once, and how a person reads them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final

from gameplan.tools.commands.programs import find_program, quoted
from gameplan.tools.effects import CONTROL, DATA
from gameplan.tools.errors import ToolValidationError
from gameplan.tools.workspace.paths import MAX_PATH, check_spelling, shown

MAX_SECONDS: Final = 3_600
_LONGEST_LINE: Final = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCommand:
    argv: Annotated[list[str], CONTROL] = field(
        metadata={
            "description": 'The program and its arguments, each apart: ["git", "log", "-3"]. There is no shell.',
            "min_length": 1,
            "max_length": 1_000,
        }
    )
    cwd: Annotated[str, CONTROL] = field(
        default=".", metadata={"description": "The directory to run it in.", "max_length": MAX_PATH}
    )
    stdin: Annotated[str, DATA] = field(default="", metadata={"description": "What it is given to read."})
    timeout: float = field(
        default=60.0, metadata={"description": "The seconds after which it is killed.", "gt": 0, "le": MAX_SECONDS}
    )
    check: bool = field(
        default=True, metadata={"description": "Fail, and keep no change, if it ends with an exit code other than 0."}
    )
    keep: bool = field(
        default=True, metadata={"description": "Bring the files that it changed back into the workspace."}
    )
    allow_sensitive: bool = field(
        default=False,
        metadata={"description": "Bring back also what other programs obey, such as .vscode or git's hooks."},
    )


def check(params: RunCommand) -> None:
    """Refuse what cannot be a command."""
    check_spelling(params.cwd)
    if ".." in params.cwd.split("/"):
        raise ToolValidationError(f'Write "{shown(params.cwd)}" without "..".', code="invalid_path")
    if any("\0" in each for each in params.argv) or sum(map(len, params.argv)) > _LONGEST_LINE:
        raise ToolValidationError(f"An argument has a NUL character, or all have more than {_LONGEST_LINE:,} together.")


def command_line(params: RunCommand) -> str:
    """The command line, with the program as it is found on this machine."""
    argv = [str(each) for each in params.argv]
    program = find_program(argv[0]) if argv and "/" not in argv[0] else None
    return quoted([program.path if program else argv[0], *argv[1:]] if argv else [])
