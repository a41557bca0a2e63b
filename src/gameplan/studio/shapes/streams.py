"""What streams tell besides the events of a session. None of it has an id."""

from __future__ import annotations

from gameplan.studio.shapes.wire import Shape


class Ready(Shape):
    """From here on you are told of every change: what was read before this may be old."""


class Changed(Shape):
    """A session has grown, whoever wrote it: `seq` is its newest event."""

    session: str
    kind: str
    seq: int
    status: str = ""
    waiting: int = 0
    done: int | None = None
    total: int | None = None


class Stale(Shape):
    """You were too slow, and some changes were not told: read your lists anew."""


class Broken(Shape):
    """The record of this session cannot be read on from here; nothing more comes."""

    detail: str


FRAMES: dict[str, type[Shape]] = {"ready": Ready, "changed": Changed, "stale": Stale, "trouble": Broken}
"""By the name that stands in `event:`."""
