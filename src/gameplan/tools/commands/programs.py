"""Which program a command is, really: found in fixed places, never through the environment or the workspace."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias

from gameplan.tools.errors import ToolRefused, ToolValidationError
from gameplan.tools.workspace.paths import shown

PLACES: Final = "/usr/local/bin:/usr/bin:/bin"
SandboxKind: TypeAlias = Literal["bubblewrap", "none"]
_LONGEST_SHOWN = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Commands:
    """What a person allows: which programs (all, where `allow` is None), in which sandbox, and how much of what.

    Sizes are in bytes. `memory` holds for each process, and for all processes of a command together; `disk` is how much
    a command may write to the disk altogether, `workspace` how large a workspace may be that is copied for it.
    """

    allow: tuple[str, ...] | None = None
    sandbox: SandboxKind = "bubblewrap"
    workspace: int = 500_000_000
    entries: int = 50_000
    memory: int = 2_000_000_000
    processes: int = 256
    file_size: int = 1_000_000_000
    disk: int = 4_000_000_000
    output: int = 1_000_000

    def program(self, argv: Sequence[str]) -> Program:
        """The program that a command names, if it is there and allowed."""
        name = argv[0]
        if not name or "/" in name or name.startswith("-"):
            raise ToolValidationError(
                f'"{shown(name)}" is not the name of a program. Give its name alone, such as "git"; a script of the '
                'workspace is run by its interpreter: ["sh", "build.sh"].',
                code="invalid_program",
            )
        if self.allow is not None and name not in self.allow:
            listed = ", ".join(self.allow) or "none"
            message = f"{shown(name)} is not among the programs that may be run: {listed}."
            raise ToolRefused(message, code="program_not_allowed")
        found = find_program(name)
        if found is None:
            raise ToolRefused(f"There is no program {shown(name)} in {PLACES}.", code="program_missing")
        return found


@dataclass(frozen=True, slots=True)
class Program:
    """A program on this machine: where it was found, the file that this really is, and what tells it from another."""

    path: str
    real: str
    size: int
    changed: int

    @property
    def shown(self) -> str:
        return self.path if self.path == self.real else f"{self.path} (which is {self.real})"


def find_program(name: str) -> Program | None:
    """The program of that name in the fixed places."""
    path = shutil.which(name, path=PLACES)
    if path is None:
        return None
    real = os.path.realpath(path)
    facts = Path(real).stat()
    return Program(path, real, facts.st_size, facts.st_mtime_ns) if stat.S_ISREG(facts.st_mode) else None


def quoted(argv: Sequence[str]) -> str:
    """A command line as a person reads it: each argument apart from the next, and nothing in it invisible."""
    return " ".join(shlex.quote(shown(each, _LONGEST_SHOWN)) for each in argv)
