"""What a person types: a line, the end of all lines, and Ctrl-C. It works from a pipe, too."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Left(BaseException):
    """The person has left. `ended` says that there was nothing more to read.

    No plain exception: they may be asked in the middle of an agent's call, and leaving is no failure of that call.
    """

    def __init__(self, *, ended: bool = False) -> None:
        super().__init__("left")
        self.ended = ended


def typed_line(prompt: str, say: Callable[[str], None]) -> str:
    """A line of the person; `Left` when there is none any more. `say` shows the prompt where there is no terminal."""
    try:
        if sys.stdin.isatty():
            return input(prompt).strip()
        say(prompt.strip())
        sys.stdout.flush()
        line = sys.stdin.readline()
    except EOFError:
        line = ""
    except UnicodeDecodeError:
        return "?"
    if not line:
        raise Left(ended=True)
    return line.strip()


@contextmanager
def interrupted_at_once() -> Iterator[None]:
    """Ctrl-C ends what is going on, also while a line is read: an event loop of its own would only take note of it."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def only_closing() -> None:
    """All that is left is to close and to say so: another Ctrl-C breaks nothing off."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
