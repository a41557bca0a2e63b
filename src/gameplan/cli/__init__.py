"""The command `gameplan`: run an agent, and look at what was recorded. One file per noun.

`main` is the way in. `typer`, `rich` and `platformdirs` are the extra `cli`; agents and their models are imported by
the commands that need them, so that help is quick.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from types import FrameType

_NOT_INSTALLED = """\
The command `gameplan` needs a few more packages ({missing} is missing). Install them with

    pip install 'gameplan[cli]'

or, with the model providers too, pip install 'gameplan[all]'."""


def main() -> None:
    """Run the command."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal without Unicode must not end a run
    try:
        import platformdirs  # noqa: F401
        import rich  # noqa: F401
        import typer  # noqa: F401
    except ImportError as error:
        print(_NOT_INSTALLED.format(missing=error.name), file=sys.stderr)
        sys.exit(2)
    from gameplan.cli.app import app

    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell started it with `&`: deaf to Ctrl-C, not to a kill
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    signal.signal(signal.SIGTERM, _as_ctrl_c)
    try:
        app(prog_name="gameplan")
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        print("Error: There is no room left on the disk.", file=sys.stderr)
        _print_no_more()
        sys.exit(1)


def _print_no_more() -> None:
    """What could not be written is not tried again when Python ends."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


def _as_ctrl_c(number: int, frame: FrameType | None) -> None:
    """A polite kill ends a command as Ctrl-C does: on the record."""
    os.kill(os.getpid(), signal.SIGINT)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
