"""What is wrong with a plan, and errors as the API gives them."""

from __future__ import annotations

from gameplan.runtime.events import Json
from gameplan.studio.shapes.wire import EditJson, Shape


class RepairView(Shape):
    """How a problem can be repaired: in words, and where it can be done with one click, the edits."""

    text: str
    edits: list[EditJson] = []


class ProblemView(Shape):
    """One thing that is wrong with a plan: which step, where in it, and what to do."""

    code: str
    step: str | None = None
    place: list[str | int] = []
    message: str
    repair: RepairView | None = None


class ProblemDetail(Shape):
    """An error (RFC 9457). `code` is for programs, `detail` for people; `problems` are those of a plan."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    code: str = ""
    problems: list[ProblemView] | None = None
    current: Json = None
