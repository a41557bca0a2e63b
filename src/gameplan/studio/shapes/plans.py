"""Plans under review, their versions and edits."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from gameplan.runtime.events import Json
from gameplan.studio.shapes.graphs import GraphView
from gameplan.studio.shapes.problems import ProblemView
from gameplan.studio.shapes.wire import AnyPlan, Body, EditJson, InputJson, PlanJson, Shape


class PlanCard(Shape):
    """A plan under review, as a list shows it. `wants` names the inputs that it must be told before it can run."""

    id: str
    title: str
    version: int
    steps: int
    problems: int
    updated_at: int
    runs: int
    drafting: bool = False
    wants: list[str] = []


class PlanView(Shape):
    """A plan under review: the plan itself, what is wrong with it, its picture, and what can be undone.

    What is known from earlier runs: `estimates`, the seconds that a call of each tool takes; and of each step that
    thinks, what one call of its tool takes in `tokens` and `costs` in dollars.

    `planner` is the model that would draft it anew. Where it is empty there is none, and nobody to hear a remark.
    """

    id: str
    etag: str
    version: int
    title: str
    request: str = ""
    source: str = ""
    plan: PlanJson | None
    problems: list[ProblemView] = []
    graph: GraphView = GraphView()
    inputs: dict[str, InputJson] = {}
    can_undo: bool = False
    can_redo: bool = False
    drafting: bool = False
    drafting_session: str = ""
    trouble: str = ""
    runs: list[str] = []
    versions: int = 0
    closed: bool = False
    updated_at: int = 0
    wants: list[str] = []
    estimates: dict[str, float] = {}
    tokens: dict[str, int] = {}
    costs: dict[str, float] = {}
    planner: str = ""


class NewPlan(Body):
    """One of: a `request` in words, a `template` with `inputs`, a `plan` as JSON, a `text` in YAML or JSON."""

    request: str | None = Field(default=None, max_length=20_000)
    template: str | None = Field(default=None, max_length=200)
    inputs: dict[str, Json] | None = None
    plan: AnyPlan = None
    text: str | None = None


class NewVersion(Body):
    """The whole plan anew: as JSON, or as text in YAML or JSON."""

    plan: AnyPlan = None
    text: str | None = None
    why: str = Field(default="", max_length=500)


class Edits(Body):
    """Edits, made in order, all or none. Each has its kind in `edit`: {"edit": "setArgument", "step": …}."""

    edits: list[EditJson] = Field(min_length=1, max_length=1_000)
    why: str = Field(default="", max_length=500)


class RepairProblem(Body):
    """Which of the plan's problems to repair: its place in `problems`, from 0."""

    problem: int = Field(ge=0)


class Regenerate(Body):
    """Have the model draft anew: all, or from a step on, with a remark for it."""

    start: str | None = Field(default=None, validation_alias="from", serialization_alias="from", max_length=200)
    remark: str = Field(default="", max_length=20_000)


class VersionView(Shape):
    """One version of a plan: who made it, when, and why."""

    version: int
    seq: int
    at: int
    by: str
    why: str


class DiffView(Shape):
    """What changed from one version to another, in lines: + added, - removed, = renamed, > moved, ~ changed."""

    lines: list[str]


class ForeseenView(Shape):
    """What a step would do as the workspace stands now, and why it would ask."""

    step: str
    tool: str
    description: str = ""
    effects: list[str]
    preview: str
    refused: str = ""
    asks: str
    after: list[str]


class PlanText(Shape):
    """The plan as a file has it."""

    text: str
    format: Literal["yaml", "json"]


class StartRun(Body):
    """What the plan must be told, and what is approved in advance: write, destroy, send, execute, or all."""

    inputs: dict[str, Json] | None = None
    yes: list[str] | None = Field(default=None, max_length=10)
