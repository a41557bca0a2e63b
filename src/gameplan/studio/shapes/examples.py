"""Examples for the API's document: one small plan, its run, and what the API gives of them."""

from __future__ import annotations

from gameplan.runtime.events import Json
from gameplan.studio.shapes.graphs import Edge, GraphView, Node
from gameplan.studio.shapes.house import (
    ApprovalSettings,
    Home,
    KeyView,
    ModelSettings,
    ModelsInUse,
    SettingsView,
    SignedIn,
    SignInToken,
)
from gameplan.studio.shapes.plans import DiffView, ForeseenView, PlanCard, PlanText, PlanView, VersionView
from gameplan.studio.shapes.runs import (
    FileChange,
    FileDiff,
    Inbox,
    InboxItem,
    IntentView,
    RunCard,
    RunView,
    StepDetail,
    StepView,
    SummaryView,
    Undone,
)
from gameplan.studio.shapes.sessions import CallView, EventView, SessionCard, StateView, TurnStep, TurnView
from gameplan.studio.shapes.templates import EffectView, TemplateCard, TemplateView, ToolView
from gameplan.studio.shapes.wire import Shape

_PLAN, _RUN = "plan-0dm3k8q2x-7f3kq9wz", "run-0dm3k9b4c-2h8tn5xa"
_AT = 1_763_290_000_000_000
_TITLE = "Raise the number of crossings, and keep a copy."
_FOLDER = "/home/ana/ferry"
_BOUND = "9f2c41d0b7e8"
_DIFF = "--- ferry.py\n+++ ferry.py\n@@ -1 +1 @@\n-crossings = 3\n+crossings = 4\n"
_EDIT: dict[str, Json] = {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"}
_COPY: dict[str, Json] = {"source": "ferry.py", "destination": "ferry.py.bak"}
_WIRE: dict[str, Json] = {
    "request": _TITLE,
    "version": 2,
    "steps": [
        {"id": "backup", "order": 1, "tool": "copy_file", "args": _COPY},
        {"id": "edit", "order": 2, "tool": "edit_file", "args": _EDIT, "dependsOn": ["backup"]},
    ],
}
_GRAPH = GraphView(
    width=480,
    height=64,
    nodes=[
        Node(id="backup", x=0, y=0, width=200, height=64, layer=0, critical=True),
        Node(id="edit", x=280, y=0, width=200, height=64, layer=1, critical=True),
    ],
    edges=[Edge(source="backup", target="edit", kind="declared", critical=True, points=[(200, 32), (280, 32)])],
)
_PLAN_CARD = PlanCard(id=_PLAN, title=_TITLE, version=2, steps=2, problems=0, updated_at=_AT, runs=1)
_RUN_CARD = RunCard(
    id=_RUN,
    title=_TITLE,
    status="waiting",
    done=1,
    total=2,
    started_at=_AT,
    updated_at=_AT + 40_000,
    waiting=1,
    writing=True,
    plan=_PLAN,
    completed=1,
)
_ITEM = InboxItem(
    run=_RUN,
    run_title=_TITLE,
    step="edit",
    kind="approval",
    why="it overwrites or removes something",
    args=_EDIT,
    tool="edit_file",
    effects=["overwrites ferry.py"],
    preview=_DIFF,
    bound_to=_BOUND,
    since=_AT + 40_000,
)
_BACKUP = StepView(
    name="backup",
    status="completed",
    attempts=1,
    duration_ms=4.2,
    effects=["writes ferry.py.bak"],
    text="Copied ferry.py to ferry.py.bak.",
    has_value=True,
    started_at=_AT + 20_000,
)
_RUN_VIEW = RunView(
    id=_RUN,
    title=_TITLE,
    status="waiting",
    plan=_WIRE,
    plan_id=_PLAN,
    version=2,
    graph=_GRAPH,
    steps={
        "backup": _BACKUP,
        "edit": StepView(name="edit", status="waiting", reason="it overwrites or removes something"),
    },
    inbox=[_ITEM],
    done=1,
    total=2,
    critical_path=["backup", "edit"],
    estimates={"backup": 0.004, "edit": 0.006},
    started_at=_AT,
    seq=7,
    writing=True,
    here=True,
    changes=[FileChange(path="ferry.py.bak", what="created", size=14, steps=["backup"])],
    workspace=_FOLDER,
)
_SUMMARY = SummaryView(
    status="completed",
    completed=["backup", "edit"],
    effects=["writes ferry.py.bak", "overwrites ferry.py"],
    duration_ms=10.9,
    critical_path_ms=10.2,
    critical_path=["backup", "edit"],
)
_TEMPLATE = TemplateCard(
    name="backup-and-edit",
    description="Keep a copy of a file, and change a text in it.",
    inputs={"path": {"type": "string", "description": "The file.", "default": None, "required": True}},
    source="gameplan",
    steps=2,
)
_MODELS = ModelsInUse(planner="anthropic:claude-sonnet-5-5", executor="anthropic:claude-sonnet-5-5", ready=True)
_TURN_STEP = TurnStep(
    step=1,
    seq=5,
    told=["How many crossings are there?"],
    told_tokens=640,
    calls=[CallView(id="c1", tool="read_file", arguments={"path": "ferry.py"}, status="done", text="crossings = 3")],
    usage={"inputTokens": 640, "outputTokens": 21, "cacheReadTokens": 0, "cacheWriteTokens": 0},
    cost=0.0022,
)

EXAMPLES: tuple[Shape, ...] = (
    SignedIn(signed_in=True, workspace=_FOLDER, version="0.4.0"),
    SignInToken(token="Zk3mXw0c8yq1uR5nB7tVd2hLs9fGa4eJpQ6iOo_KxYw"),  # noqa: S106 - opens nothing
    Home(running=[_RUN_CARD], waiting=[_ITEM], recent=[], drafts=[_PLAN_CARD], models=_MODELS, workspace=_FOLDER),
    Inbox(count=1, items=[_ITEM]),
    _ITEM,
    ToolView(
        name="copy_file",
        description="Copy a file.",
        parameters={
            "type": "object",
            "properties": {"source": {"type": "string"}, "destination": {"type": "string"}},
            "required": ["source", "destination"],
        },
        output={"type": "object", "properties": {"path": {"type": "string"}}},
        effects=[EffectView(verb="reads", target="source"), EffectView(verb="writes", target="destination")],
        trusted=True,
        repeatable=True,
        primary="path",
        roles={"source": "control", "destination": "control"},
    ),
    _PLAN_CARD,
    PlanView(
        id=_PLAN,
        etag='"3"',
        version=2,
        title=_TITLE,
        request=_TITLE,
        source="text",
        plan=_WIRE,
        graph=_GRAPH,
        can_undo=True,
        runs=[_RUN],
        versions=2,
        updated_at=_AT,
        estimates={"copy_file": 0.004, "edit_file": 0.006},
        planner="anthropic:claude-sonnet-5-5",
    ),
    VersionView(version=2, seq=3, at=_AT, by="person", why="setArgument edit"),
    DiffView(lines=['~ step "edit"', '    args.new: "crossings = 4" -> "crossings = 5"']),
    ForeseenView(
        step="edit",
        tool="edit_file",
        effects=["overwrites ferry.py"],
        preview=_DIFF,
        asks="it overwrites or removes something",
        after=["backup"],
    ),
    PlanText(text="steps:\n  - {id: look, tool: list_directory}\n", format="yaml"),
    _RUN_CARD,
    _RUN_VIEW,
    StepDetail(
        **_BACKUP.model_dump(by_alias=False), value={"path": "ferry.py.bak", "size": 14}, args=_COPY, tool="copy_file"
    ),
    FileDiff(path="ferry.py", what="changed", size_before=14, size=14, steps=["edit"], diff=_DIFF),
    IntentView(
        id=4, kind="approve", payload={"step": "edit", "boundTo": _BOUND}, by="person", at=_AT + 90_000, verdict="taken"
    ),
    _SUMMARY,
    Undone(text="2 files are as they were.", restored=["ferry.py"], removed=["ferry.py.bak"]),
    SessionCard(id=_RUN, kind="run", title=_TITLE, events=7, created_at=_AT, updated_at=_AT + 40_000, writing=True),
    EventView(seq=6, at=_AT + 30_000, type="run.step_ended", payload={"step": "backup", "status": "completed"}),
    StateView(kind="run", seq=7, run=_RUN_VIEW),
    TurnView(
        turn="turn-1",
        agent="count",
        model="anthropic:claude-sonnet-5-5",
        prompt="You look for something in a folder.",
        request="How many crossings are there?",
        tools=["read_file"],
        steps=[_TURN_STEP],
        ended_by="finished",
        cost=0.0022,
        tokens=661,
    ),
    _TEMPLATE,
    TemplateView(**_TEMPLATE.model_dump(by_alias=False), plan=_WIRE),
    SettingsView(
        etag='"9f2c41d0b7e80a55"',
        models=ModelSettings(
            **_MODELS.model_dump(by_alias=False),
            planner_from="your own settings",
            available=["anthropic:claude-sonnet-5-5"],
            keys=[KeyView(name="ANTHROPIC_API_KEY", present=True)],
        ),
        workspace=_FOLDER,
        approvals=ApprovalSettings(yes=["write"]),
        home="/home/ana/.local/share/gameplan",
        file="/home/ana/.config/gameplan/gameplan.toml",
        version="0.4.0",
    ),
)
"""One of each shape that an operation gives."""
