"""Runs, their steps, what they ask, and what may be asked of them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field

from gameplan.plans.asking import AnswerType
from gameplan.plans.model import StepStatus
from gameplan.runtime.events import Json
from gameplan.studio.shapes.graphs import GraphView
from gameplan.studio.shapes.wire import Body, PlanJson, Shape

_RUN = ("running", "waiting", "paused", "interrupted", "completed", "failed", "cancelled")
RunStands: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": list(_RUN)})]
StepStands: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": list(get_args(StepStatus))})]

Answers: TypeAlias = Annotated[str, Field(json_schema_extra={"enum": list(get_args(AnswerType))})]


class DoubtView(Shape):
    """An argument that text from outside decides: its value, and where it came from."""

    argument: str
    value: Json
    origin: str


class InboxItem(Shape):
    """Something that waits for a person: an approval, a question, or a recovery that goes beyond what was approved."""

    run: str
    run_title: str
    step: str
    kind: Literal["approval", "question", "recovery"]
    why: str = ""
    question: str | None = None
    type: Answers | None = None
    choices: list[str] | None = None
    default: Json = None
    args: Json = None
    tool: str = ""
    effects: list[str] = []
    preview: str = ""
    doubts: list[DoubtView] = []
    doubtful: bool = False
    bound_to: str = ""
    since: int = 0
    noted: str = ""


class Inbox(Shape):
    """All that waits for a person, oldest first."""

    count: int
    items: list[InboxItem]


class StepView(Shape):
    """How a step of a run stands."""

    name: str
    status: StepStands
    reason: str = ""
    attempts: int = 0
    duration_ms: float = 0.0
    effects: list[str] = []
    text: str = ""
    has_value: bool = False
    started_at: int = 0
    percent: float | None = None
    items: dict[str, int] | None = None


class StepDetail(StepView):
    """A step with its result, its arguments as they were resolved, its log and, where it broke, the traceback.

    `preview` is what a person was shown when it asked last: the change as a diff.
    """

    value: Json = None
    args: Json = None
    preview: str = ""
    logs: list[str] = []
    detail: str = ""
    tool: str = ""
    code: str = ""
    too_large: bool = False


class IntentView(Shape):
    """Something that was said to a run: whether it was taken, refused (and why), or is noted until it goes on."""

    id: int
    kind: str
    payload: Json
    by: str = ""
    at: int = 0
    verdict: Literal["taken", "refused", "noted"]
    reason: str = ""


class RunCard(Shape):
    """A run, as a list shows it.

    `done` counts the steps that came to their end, `completed` those that came to a good one. Of what is `waiting`,
    `questions` want an answer and the rest a yes or no; `noted` is what was said to it and nobody has taken up yet.
    """

    id: str
    title: str
    status: RunStands
    done: int
    total: int
    started_at: int
    updated_at: int
    waiting: int
    writing: bool
    cost: float | None = None
    plan: str = ""
    completed: int = 0
    questions: int = 0
    noted: int = 0
    paused: bool = False
    ended: str = ""


class SummaryView(Shape):
    """What came of a run. Each step that did not complete is there with its reason."""

    status: RunStands
    reason: str = ""
    completed: list[str] = []
    failed: dict[str, str] = {}
    blocked: dict[str, str] = {}
    skipped: dict[str, str] = {}
    waiting: dict[str, str] = {}
    effects: list[str] = []
    duration_ms: float = 0.0
    critical_path_ms: float = 0.0
    critical_path: list[str] = []
    tokens: int = 0
    cost: float = 0.0


class FileChange(Shape):
    """What a run did to a path: created, changed, deleted, or moved (from `movedFrom`), and by which steps.

    `size` is what it had when the run left it, in bytes, `sizeBefore` what it had before. It was `putBack` if an undo
    took this back. It is `unsure` if the run was killed in the middle of it and nobody has looked since. It was
    `intruded` if somebody else changed it between two of the steps.
    """

    path: str
    what: Literal["created", "changed", "deleted", "moved"]
    kind: Literal["file", "directory", "symlink"] = "file"
    moved_from: str = ""
    size_before: int = 0
    size: int = 0
    steps: list[str] = []
    put_back: bool = False
    unsure: bool = False
    intruded: bool = False


class FileDiff(FileChange):
    """What a run did to a path, with the lines that differ, or a `note` that says why they cannot be shown."""

    diff: str = ""
    note: str = ""


class RunView(Shape):
    """How a run stands after event `seq`. `changes` is what it did to files; undone or not."""

    id: str
    title: str
    status: RunStands
    reason: str = ""
    plan: PlanJson
    plan_id: str = ""
    version: int = 1
    inputs: dict[str, Json] = {}
    graph: GraphView = GraphView()
    steps: dict[str, StepView] = {}
    inbox: list[InboxItem] = []
    noted: list[IntentView] = []
    done: int = 0
    total: int = 0
    critical_path: list[str] = []
    estimates: dict[str, float] = {}
    tokens: int = 0
    cost: float = 0.0
    started_at: int = 0
    ended_at: int = 0
    seq: int = 0
    writing: bool = False
    here: bool = False
    paused: bool = False
    summary: SummaryView | None = None
    undone: bool = False
    changes: list[FileChange] = []
    workspace: str = ""
    can_resume: bool = False
    can_undo: bool = False


class NewIntent(Body):
    """What to say to a run: approve, deny, arguments, answer, pause, unpause, cancel, skip, retry or edit."""

    kind: str = Field(min_length=1, max_length=50)
    payload: dict[str, Json] = {}


class Resume(Body):
    """What is approved in advance from here on."""

    yes: list[str] | None = Field(default=None, max_length=10)


class Undo(Body):
    """Paths to put back although somebody has changed them since."""

    force: list[str] = Field(default=[], max_length=10_000)


class Undone(Shape):
    """What an undo put back."""

    text: str
    restored: list[str] = []
    removed: list[str] = []
    kept: list[str] = []
