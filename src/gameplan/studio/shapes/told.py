"""Examples of what streams tell: one of each event and notice, of one small run and its plan."""

from __future__ import annotations

from decimal import Decimal

from gameplan.agents.events import (
    AgentCalls,
    AgentSpeaks,
    AgentTold,
    EndedBy,
    ModelFailed,
    ModelReplied,
    PipelineEnded,
    PipelineStarted,
    TurnEnded,
    TurnStarted,
)
from gameplan.agents.messages import ToolCall
from gameplan.plans import Plan, Step
from gameplan.plans import events as run
from gameplan.plans.drafts import DraftingBegan, NotDrafted, PlanClosed, PlanDrafted, PlanEdited
from gameplan.runtime import Rewound, SessionStarted
from gameplan.runtime.events import Json
from gameplan.studio.shapes.streams import Broken, Changed, Ready, Stale
from gameplan.tools import ToolInvoked, ToolLogged, ToolProgress
from gameplan.tools.workspace import Change, FilesChanged, FilesChanging, State

_TITLE = "Raise the number of crossings, and keep a copy."
_BOUND = "9f2c41d0b7e8"
_COPY: dict[str, Json] = {"source": "ferry.py", "destination": "ferry.py.bak"}
_EDIT: dict[str, Json] = {"path": "ferry.py", "old": "crossings = 3", "new": "crossings = 4"}
_PLAN = Plan((Step("backup", "copy_file", args=_COPY), Step("edit", "edit_file", args=_EDIT)), request=_TITLE)
_CALL = "run-0dm3k9b4c-2h8tn5xa/backup"
_FILE = State("file", "5f3b1c", 14, 0o644)
_COPIED: Json = {"source": "ferry.py", "destination": "ferry.py.bak", "files": 1, "size": 14}

TOLD: tuple[object, ...] = (
    SessionStarted("run", _TITLE),
    Rewound(3),
    run.RunStarted(_PLAN, {"file": "ferry.py"}, "/home/ana/ferry", {"copy_file": 0.004}),
    run.PlanChanged(_PLAN, "one more copy", "person", ("edit",)),
    run.StepBegan("backup", _CALL, _COPY),
    run.StepEnded(
        "backup",
        "completed",
        _COPIED,
        duration_ms=4.2,
        attempts=1,
        text="Copied ferry.py to ferry.py.bak: 1 file, 14 bytes.",
        effects=("writes ferry.py.bak",),
    ),
    run.StepRetried("edit", _EDIT, ("after",)),
    run.ApprovalAsked(
        "edit",
        _BOUND,
        _EDIT,
        ("overwrites ferry.py",),
        "--- ferry.py\n+++ ferry.py\n@@ -1 +1 @@\n-crossings = 3\n+crossings = 4",
        "it overwrites or removes something",
        tool="edit_file",
    ),
    run.ApprovalGiven("edit", _BOUND),
    run.ApprovalDenied("edit", _BOUND, "not this week"),
    run.ArgumentsChanged("edit", {**_EDIT, "new": "crossings = 5"}),
    run.PolicySet(("destroys", "writes")),
    run.QuestionAsked("who", "Whose ferry?", "choice", ("north", "south"), "north"),
    run.QuestionAnswered("who", "south"),
    run.RecoveryProposed("edit", "retry", "the file is there now", "ferry.py was not there"),
    run.RunPaused(),
    run.RunResumed(),
    run.RunEnded("completed"),
    FilesChanging(
        "change-1",
        "run-0dm3k9b4c-2h8tn5xa",
        "copy_file",
        (Change("ferry.py.bak", State("absent"), _FILE),),
        call_id=_CALL,
        result=_COPIED,
    ),
    FilesChanged("change-1", 1),
    DraftingBegan("draft-0dm3k9b4c-5x2c7m1p", _TITLE, "edit", "Keep two copies."),
    PlanDrafted(_PLAN, "template backup-and-edit"),
    PlanEdited(_PLAN, "setArgument edit"),
    NotDrafted("The model wrote no plan.", "I cannot do that."),
    PlanClosed(),
    ToolInvoked("c1", "read_file", {"path": "ferry.py"}, "ok", "crossings = 3", turn="turn-1", agent="count"),
    TurnStarted("turn-1", "count", "anthropic:claude-sonnet-5-5", "You look for something.", ("read_file",), "Look."),
    AgentTold("turn-1", "m4", "You are not done yet."),
    ModelReplied(
        "turn-1",
        "count",
        1,
        "m2",
        "",
        (ToolCall("c1", "read_file", {"path": "ferry.py"}),),
        "anthropic:claude-sonnet-5-5",
        cost=Decimal("0.0022"),
        told=640,
    ),
    ModelFailed("turn-1", "count", "anthropic:claude-sonnet-5-5", "529 overloaded", 1, "asked again after 1 s"),
    TurnEnded("turn-1", "count", EndedBy.FINISHED, steps=2, text="There are 3."),
    PipelineStarted("planned", "How many crossings are there?"),
    PipelineEnded(EndedBy.FINISHED, steps=2, plans=1),
    ToolLogged(_CALL, "1 of 1 files"),
    ToolProgress(_CALL, 50.0, "half of it"),
    AgentSpeaks("turn-1", "count", "There are"),
    AgentCalls("turn-1", "count", 0, "read_file", '{"path": "fe'),
    Ready(),
    Changed(session="run-0dm3k9b4c-2h8tn5xa", kind="run", seq=12, status="waiting", waiting=1, done=1, total=2),
    Stale(),
    Broken(detail="The record of run-7 is damaged after event 12."),
)
