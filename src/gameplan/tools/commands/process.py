"""One process, from its start to its certain end: fed, drained, timed, watched, and killed with all its children."""

from __future__ import annotations

import json
import os
import select
import selectors
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from gameplan.tools.commands.sandbox import as_user
from gameplan.tools.workspace.background import Stop

_TICK: Final = 0.05
_GLANCE: Final = 0.2
_AFTERWARDS: Final = 1.0
_LAST: Final = 10
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Bounds:
    """How long a process may run, what it may write, and how much memory and disk all its children may use."""

    seconds: float
    output: int
    memory: int
    disk: int
    place: Path


@dataclass(slots=True)
class Captured:
    """What a stream said: its beginning and its end, where it said more than is kept."""

    most: int
    total: int = 0
    _head: bytearray = field(default_factory=bytearray)
    _tail: bytearray = field(default_factory=bytearray)

    def take(self, chunk: bytes) -> None:
        self.total += len(chunk)
        room = self.most // 2 - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * self.most:
            del self._tail[: -(self.most - self.most // 2)]

    @property
    def truncated(self) -> bool:
        return self.total > self.most

    @property
    def text(self) -> str:
        if not self.truncated:
            return (self._head + self._tail).decode(errors="replace")
        end = self._tail[-(self.most - self.most // 2) :]
        marker = f"\n… {self.total - self.most:,} of {self.total:,} bytes left out …\n"
        return self._head.decode(errors="replace") + marker + end.decode(errors="replace")


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended. `killed` says why it was, if it was."""

    exit_code: int
    stdout: Captured
    stderr: Captured
    seconds: float
    killed: str = ""


def run_process(
    argv: list[str],
    *,
    environment: dict[str, str],
    cwd: Path,
    stdin: bytes = b"",
    user: int | None = None,
    bounds: Bounds,
    stop: Stop,
) -> Ended:
    """Run a process to its end. If nobody waits for it any more, or a bound is reached, it is killed.

    If it is bubblewrap, this returns when everything in the sandbox is gone, and not before.
    """
    started = time.monotonic()
    options: dict[str, Any] = as_user(user)
    told, tells = os.pipe()
    if argv[0].endswith("/bwrap"):
        argv = [argv[0], "--info-fd", str(tells), *argv[1:]]
    first = -1
    try:
        with (
            subprocess.Popen(  # noqa: S603 - a list of arguments, never a shell
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                cwd=cwd,
                start_new_session=True,
                pass_fds=(tells,) if "--info-fd" in argv[:2] else (),
                **options,
            ) as process
        ):
            try:
                os.close(tells)
                tells = -1
                first = _first_inside(told)
                running = _Running(process, stdin, bounds)
                killed = running.drain(started, stop)
            finally:
                _kill(process)
                _let_go(process)
                if first >= 0:
                    _gone(first)
    finally:
        for descriptor in (told, tells, first):
            if descriptor >= 0:
                os.close(descriptor)
    return Ended(process.returncode, running.stdout, running.stderr, time.monotonic() - started, killed)


class _Running:
    def __init__(self, process: subprocess.Popen[bytes], stdin: bytes, bounds: Bounds) -> None:
        self.stdout, self.stderr = Captured(bounds.output), Captured(bounds.output)
        self._process = process
        self._bounds = bounds
        self._rest = memoryview(stdin)
        self._free = shutil.disk_usage(bounds.place).free

    def drain(self, started: float, stop: Stop) -> str:
        """Feed it, take what it says, and watch over it until it ends; why it must be killed, if it must."""
        process, bounds = self._process, self._bounds
        assert process.stdin and process.stdout and process.stderr
        glanced = started
        gone: float | None = None
        with selectors.DefaultSelector() as ready:
            for stream, captured in ((process.stdout, self.stdout), (process.stderr, self.stderr)):
                os.set_blocking(stream.fileno(), False)
                ready.register(stream, selectors.EVENT_READ, captured)
            os.set_blocking(process.stdin.fileno(), False)
            ready.register(process.stdin, selectors.EVENT_WRITE)
            while ready.get_map():
                stop.check()
                for key, _ in ready.select(_TICK):
                    over = self._feed(process.stdin) if key.data is None else _take(key.fd, key.data)
                    if over:
                        ready.unregister(key.fileobj)
                now = time.monotonic()
                if now - started > bounds.seconds:
                    return f"it took longer than {bounds.seconds:g} s"
                if _is_over(process):
                    gone = gone or now
                    _kill(process)  # what it left behind
                    if now - gone > _AFTERWARDS:
                        return ""
                elif now - glanced > _GLANCE:
                    glanced = now
                    if problem := self._glance():
                        return problem
        while not _is_over(process):  # it closed its streams and goes on
            stop.check()
            time.sleep(_TICK)
            if time.monotonic() - started > bounds.seconds:
                return f"it took longer than {bounds.seconds:g} s"
            if problem := self._glance():
                return problem
        return ""

    def _feed(self, stream: IO[bytes]) -> bool:
        """Write a piece of what it is given to read; True when there is no more, or it does not want it."""
        if self._rest:
            try:
                self._rest = self._rest[os.write(stream.fileno(), self._rest[:_CHUNK]) :]
            except BlockingIOError:
                return False
            except BrokenPipeError:
                self._rest = self._rest[:0]
        if self._rest:
            return False
        with suppress(BrokenPipeError):
            stream.close()
        return True

    def _glance(self) -> str:
        """What all its processes use together is within the bounds."""
        bounds = self._bounds
        pids = [*_tree(self._process.pid)]
        if sum(map(_resident, pids)) > bounds.memory and sum(map(_share, pids)) > bounds.memory:
            return f"it used more than {bounds.memory:,} bytes of memory"
        if self._free - shutil.disk_usage(bounds.place).free > bounds.disk:
            return f"it wrote more than {bounds.disk:,} bytes to the disk"
        return ""


def _take(descriptor: int, captured: Captured) -> bool:
    """Take a piece of what it says; True at the end."""
    try:
        chunk = os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return False
    captured.take(chunk)
    return not chunk


def _first_inside(told: int) -> int:
    """A handle of the first process in the sandbox, whose end is the end of all that is in it; -1 without a sandbox."""
    said = b""
    while chunk := os.read(told, _CHUNK):
        said += chunk
    try:
        return os.pidfd_open(int(json.loads(said)["child-pid"]))
    except (ValueError, KeyError, OSError):
        return -1


def _gone(handle: int) -> None:
    """End the first process of the sandbox, and wait until it has ended.

    It is to die with its parent. But when that is killed right after it began, it has not yet said so to the kernel.
    """
    with suppress(OSError):
        signal.pidfd_send_signal(handle, signal.SIGKILL)
    waiting = select.poll()
    waiting.register(handle, select.POLLIN)
    waiting.poll(_LAST * 1000)


def _is_over(process: subprocess.Popen[bytes]) -> bool:
    """True if it has ended. It is not taken away yet: until then its number is given to nobody else."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the whole group. The sandbox goes with its first process, and with the sandbox all that is in it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def _let_go(process: subprocess.Popen[bytes]) -> None:
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


def _tree(pid: int) -> Iterator[int]:
    """A process and all its children, also theirs."""
    ahead = [pid]
    while ahead:
        here = ahead.pop()
        yield here
        with suppress(OSError, ValueError):
            for task in Path(f"/proc/{here}/task").iterdir():
                ahead += map(int, (task / "children").read_text().split())


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _share(pid: int) -> int:
    """What a process uses, with what it shares with others divided among them; without that, all of it."""
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError, IndexError):
        pass
    return _resident(pid)
