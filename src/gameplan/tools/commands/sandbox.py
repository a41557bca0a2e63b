"""The sandbox: bubblewrap, with nothing in it but the system's programs, read-only, and the copy of the workspace.

No network, no other processes, no environment, no home, no capability, no way to make further namespaces.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any, Final

from gameplan.tools.commands.programs import PLACES, Commands, Program, find_program
from gameplan.tools.workspace.paths import shown

INSIDE: Final = "/workspace"
NOBODY: Final = 65534
_HOME: Final = "/tmp/home"  # noqa: S108 - a place of its own inside the sandbox
_TEMPORARY: Final = 256_000_000
_SYSTEM: Final = ("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_SETTINGS: Final = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types", "magic")
_works: list[bool] = []


def environment(home: str) -> dict[str, str]:
    """All that a command finds in its environment."""
    return {
        "PATH": PLACES,
        "HOME": home,
        "LANG": "C.UTF-8",
        "TERM": "dumb",
        "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_TERMINAL_PROMPT": "0",
    }


def user() -> int | None:
    """Whom a command runs as, if that is not whoever runs us: root would be bound by no limit of processes."""
    return NOBODY if os.geteuid() == 0 else None


def sandboxed(argv: list[str], scratch: Path, cwd: str, commands: Commands, seconds: float) -> list[str]:
    """The command line that runs a command in the sandbox; `scratch` holds the copy of the workspace."""
    line = [_found("bwrap").path, "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent"]
    line += ["--new-session", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox", "--ro-bind", "/usr", "/usr"]
    for place in map(Path, _SYSTEM):
        if place.is_symlink():
            line += ["--symlink", str(place.readlink()), str(place)]
        elif place.is_dir():
            line += ["--ro-bind", str(place), str(place)]
    for name in _SETTINGS:
        line += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    line += ["--ro-bind", str(scratch / "passwd"), "/etc/passwd", "--ro-bind", str(scratch / "group"), "/etc/group"]
    line += ["--proc", "/proc", "--dev", "/dev", "--size", str(_TEMPORARY), "--tmpfs", "/dev/shm"]  # noqa: S108
    line += ["--size", str(_TEMPORARY), "--tmpfs", "/tmp", "--dir", _HOME]  # noqa: S108
    line += ["--bind", str(scratch / "workspace"), INSIDE, "--remount-ro", "/dev", "--remount-ro", "/", "--clearenv"]
    for key, value in environment(_HOME).items():
        line += ["--setenv", key, value]
    line += ["--chdir", f"{INSIDE}/{cwd}" if cwd != "." else INSIDE, "--"]
    return [*line, *limited(argv, commands, seconds, processes=commands.processes)]


def limited(argv: list[str], commands: Commands, seconds: float, *, processes: int | None) -> list[str]:
    """The command line that runs a command within limits; each holds for one process, but `processes` for all."""
    limits = {
        "data": commands.memory,
        "as": 16 * commands.memory,  # room that is reserved and not used costs nothing
        "fsize": commands.file_size,
        "cpu": int(seconds) + 1,
        "nofile": 1024,
        "core": 0,
    }
    if processes is not None:
        limits["nproc"] = processes
    return [_found("prlimit").path, *(f"--{name}={value}" for name, value in limits.items()), "--", *argv]


def prepare(scratch: Path) -> None:
    """What the sandbox shows as the users of the machine: one, who is nobody in particular."""
    (scratch / "passwd").write_text(f"user:x:1000:1000:user:{_HOME}:/bin/sh\n")
    (scratch / "group").write_text("user:x:1000:\n")


def problem_with_sandbox() -> str:
    """Why there can be no sandbox on this machine; empty if there can. What works once is not tried again."""
    if _works:
        return ""
    for needed in ("bwrap", "prlimit", "true"):
        if find_program(needed) is None:
            return f"there is no {needed} in {PLACES}: install bubblewrap"
    line = [_found("bwrap").path, "--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/"]
    line += ["--proc", "/proc", "--dev", "/dev", "--", _found("true").path]
    try:
        options = as_user(user())
        tried = subprocess.run(line, capture_output=True, timeout=20, check=False, env={}, **options)  # noqa: S603
    except (OSError, subprocess.SubprocessError) as error:
        return f"bubblewrap cannot be run: {error}"
    if tried.returncode != 0:
        return f"bubblewrap does not work here: {shown(tried.stderr.decode(errors='replace').strip())}"
    _works.append(True)
    return ""


def as_user(number: int | None) -> dict[str, Any]:
    """How `subprocess` is told to run something as somebody else."""
    return {} if number is None else {"user": number, "group": number, "extra_groups": []}


def _found(name: str) -> Program:
    program = find_program(name)
    if program is None:
        raise FileNotFoundError(name)
    return program
