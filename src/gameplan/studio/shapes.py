"""What the studio's API takes and gives, as JSON has it: camelCase, and nothing that is not named.

The server makes these, the client (`gameplan.client`) reads them, and the OpenAPI document describes them.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from gameplan.runtime.events import Json

_WIRE = ConfigDict(alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True)


class Shape(BaseModel):
    """Something that the API gives."""

    model_config = ConfigDict(**_WIRE, extra="ignore")


class Body(BaseModel):
    """Something that the API takes; what is not named is refused."""

    model_config = ConfigDict(**_WIRE, extra="forbid")


# -- problems


class RepairView(Shape):
    """How a problem can be repaired: in words, and where it can be done with one click, the edits."""

    text: str
    edits: list[dict[str, Json]] = []


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


# -- signing in


class SignIn(Body):
    """The one-time token out of the address that was printed, or the studio's password."""

    token: str = Field(default="", max_length=500)
    password: str = Field(default="", max_length=500)


class SignedIn(Shape):
    """Whether this browser is signed in. What the studio is about is told only to those who are."""

    signed_in: bool
    workspace: str = ""
    version: str = ""
    read_only: bool = False
    with_password: bool = False


# -- graphs


class Node(Shape):
    """A step in the picture: where its box is, in which layer, and whether it is on the longest chain."""

    id: str
    x: float
    y: float
    width: float
    height: float
    layer: int
    critical: bool = False


class Edge(Shape):
    """What a step waits for: declared, because it refers to a result, or because its condition does."""

    source: str = Field(validation_alias=AliasChoices("from", "source"), serialization_alias="from")
    target: str = Field(validation_alias=AliasChoices("to", "target"), serialization_alias="to")
    kind: Literal["declared", "reference", "condition"]
    critical: bool = False
    points: list[tuple[float, float]]


class GraphView(Shape):
    """The picture of a plan, laid out."""

    width: float = 0
    height: float = 0
    nodes: list[Node] = []
    edges: list[Edge] = []


# -- plans


class PlanCard(Shape):
    """A plan under review, as a list shows it."""

    id: str
    title: str
    version: int
    steps: int
    problems: int
    updated_at: int
    runs: int
    drafting: bool = False


class PlanView(Shape):
    """A plan under review: the plan itself, what is wrong with it, its picture, and what can be undone."""

    id: str
    etag: str
    version: int
    title: str
    request: str = ""
    source: str = ""
    plan: dict[str, Json] | None
    problems: list[ProblemView] = []
    graph: GraphView = GraphView()
    inputs: dict[str, Json] = {}
    can_undo: bool = False
    can_redo: bool = False
    drafting: bool = False
    drafting_session: str = ""
    trouble: str = ""
    runs: list[str] = []
    versions: int = 0
    closed: bool = False
    updated_at: int = 0


class NewPlan(Body):
    """One of: a `request` in words, a `template` with `inputs`, a `plan` as JSON, a `text` in YAML or JSON."""

    request: str | None = Field(default=None, max_length=20_000)
    template: str | None = Field(default=None, max_length=200)
    inputs: dict[str, Json] | None = None
    plan: Any = None
    text: str | None = None


class NewVersion(Body):
    """The whole plan anew: as JSON, or as text in YAML or JSON."""

    plan: Any = None
    text: str | None = None
    why: str = Field(default="", max_length=500)


class Edits(Body):
    """Edits, made in order, all or none. Each has its kind in `edit`: {"edit": "setArgument", "step": …}."""

    edits: list[dict[str, Json]] = Field(min_length=1, max_length=1_000)
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


# -- templates and tools


class TemplateCard(Shape):
    """A plan that is ready to be used once it is told a few things."""

    name: str
    description: str
    inputs: dict[str, Json]
    source: str
    steps: int


class TemplateView(TemplateCard):
    """A template with its plan."""

    plan: dict[str, Json]


class SaveTemplate(Body):
    """Save a plan under review as a template of the person's own."""

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,60}$")
    plan: str = Field(max_length=200)
    replace: bool = False


class EffectView(Shape):
    """What a tool does to what: reads, writes, destroys, sends, executes."""

    verb: str
    target: str


class ToolView(Shape):
    """A tool that a step may call, with the JSON schemas of its arguments and its result."""

    name: str
    description: str
    parameters: dict[str, Json]
    output: Json
    effects: list[EffectView]
    trusted: bool
    repeatable: bool
    primary: str
    roles: dict[str, str]


# -- runs


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
    type: str | None = None
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
    status: str
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
    """A step with its result, its arguments as they were resolved, its log and, where it broke, the traceback."""

    value: Json = None
    args: Json = None
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
    """A run, as a list shows it."""

    id: str
    title: str
    status: str
    done: int
    total: int
    started_at: int
    updated_at: int
    waiting: int
    writing: bool
    cost: float | None = None
    plan: str = ""


class SummaryView(Shape):
    """What came of a run. Each step that did not complete is there with its reason."""

    status: str
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


class RunView(Shape):
    """How a run stands after event `seq`."""

    id: str
    title: str
    status: str
    reason: str = ""
    plan: dict[str, Json]
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
    changes: list[str] = []
    workspace: str = ""
    can_resume: bool = False
    can_undo: bool = False


class NewIntent(Body):
    """What to say to a run: approve, deny, arguments, answer, pause, unpause, cancel, skip or edit."""

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


# -- sessions


class SessionCard(Shape):
    """A session of the journal, as a list shows it."""

    id: str
    kind: str
    title: str
    events: int
    created_at: int
    updated_at: int
    writing: bool
    damaged: str = ""


class EventView(Shape):
    """An event as it stands in the record."""

    seq: int
    at: int
    type: str
    payload: Json


class StateView(Shape):
    """How a session stood after event `seq`: as a run or plan, where it is one, and slice by slice."""

    kind: str
    seq: int
    run: RunView | None = None
    plan: dict[str, Json] | None = None
    slices: dict[str, Json] = {}


class CallView(Shape):
    """A tool that a model called, and what came of it."""

    id: str
    tool: str
    arguments: Json = None
    status: str = ""
    text: str = ""


class TurnStep(Shape):
    """One call of a model: what it was told since the one before, what it said, what it called, what it cost."""

    step: int
    seq: int
    told: list[str] = []
    told_tokens: int = 0
    condensed: int = 0
    text: str = ""
    calls: list[CallView] = []
    usage: dict[str, int] = {}
    cost: float | None = None


class TurnView(Shape):
    """One run of an agent."""

    turn: str
    agent: str
    model: str
    prompt: str = ""
    request: str = ""
    tools: list[str] = []
    continues: str = ""
    steps: list[TurnStep] = []
    failures: list[str] = []
    ended_by: str = ""
    detail: str = ""
    cost: float = 0.0
    tokens: int = 0


# -- the house


class ModelsInUse(Shape):
    """Which models plan and carry out, and whether a plan can be drafted from words."""

    planner: str
    executor: str
    ready: bool


class Home(Shape):
    """What is running, what waits, what was done."""

    running: list[RunCard]
    waiting: list[InboxItem]
    recent: list[RunCard]
    drafts: list[PlanCard]
    models: ModelsInUse
    workspace: str


class KeyView(Shape):
    """An environment variable that holds a key, and whether it is set. Its value is never told."""

    name: str
    present: bool


class ModelSettings(Shape):
    """The models in use, those that could be, and which keys are there."""

    planner: str
    executor: str
    ready: bool
    planner_from: str = ""
    executor_from: str = ""
    available: list[str] = []
    keys: list[KeyView] = []


class ApprovalSettings(Shape):
    """What is approved in advance in every run that this studio starts, if nothing else is said."""

    yes: list[str] = []


class SettingsView(Shape):
    """What is set. It is kept in the person's own settings file; keys are in the environment alone."""

    models: ModelSettings
    workspace: str
    approvals: ApprovalSettings
    home: str
    file: str
    version: str


class ChangeModels(Body):
    """Other models; null goes back to the default."""

    planner: str | None = Field(default=None, max_length=300)
    executor: str | None = Field(default=None, max_length=300)


class ChangeApprovals(Body):
    """What is approved in advance: write, destroy, send, execute, or all."""

    yes: list[str] = Field(max_length=10)


class ChangeSettings(Body):
    """What to set."""

    models: ChangeModels | None = None
    approvals: ChangeApprovals | None = None
