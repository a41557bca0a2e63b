"""Which studio runs on this machine: a note in the home folder, for the person's own programs alone."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

_NOTE = "studio.json"


def note_running(home: Path, address: str, key: str) -> None:
    """Say where this process serves a studio, and what opens it; only the person can read that."""
    handle = os.open(home / _NOTE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w") as file:
        json.dump({"address": address, "key": key, "pid": os.getpid()}, file)


def no_longer_running(home: Path) -> None:
    """Take the note of this process back."""
    with suppress(OSError, ValueError):
        if json.loads((home / _NOTE).read_text("utf-8")).get("pid") == os.getpid():
            (home / _NOTE).unlink()


def running_studio(home: Path) -> tuple[str, str] | None:
    """The address and the key of the studio that runs on this home, if one does."""
    try:
        note = json.loads((home / _NOTE).read_text("utf-8"))
        os.kill(int(note["pid"]), 0)
        return str(note["address"]), str(note["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
