"""What is an agent about to do? One plan per session, kept by the agent itself through a few tools.

- **`PlanningToolsSection`** is the way in: put it into a prompt, and the agent has the words and the tools.
  `PlanningStrategy` chooses the mindset of the words, `PlanExtras` what there is beyond the six tools.
- **`Plan`** and `PlanStep` are the state: `select_latest(session, Plan)`. `render_plan` is the plan as text.
- **`SetupPlan`, `AddStep`, `UpdateStep`, `MarkStep`, `ClearPlan`** are what the tools take and what they dispatch;
  `ReadPlan` only looks. `SkipStep`, `RemoveStep` and `ReopenStep` belong to extras.
- **`completion_gate`** tells an agent that wants to stop what its plan still holds open; `drift_notes` tells when
  work and plan have parted ways.
"""

from gameplan.tools.planning.completion import completion_gate, open_work
from gameplan.tools.planning.drift import drift_notes
from gameplan.tools.planning.extras import PlanExtras
from gameplan.tools.planning.model import (
    AddStep,
    AnyStepStatus,
    ClearPlan,
    MarkStep,
    NewPlanStep,
    Plan,
    PlanStatus,
    PlanStep,
    ReadPlan,
    RemovedStep,
    RemoveStep,
    ReopenStep,
    SetupPlan,
    SkipStep,
    StepStatus,
    UpdateStep,
)
from gameplan.tools.planning.record import PLAN_TOOLS
from gameplan.tools.planning.reducers import register_reducers
from gameplan.tools.planning.rendering import render_plan
from gameplan.tools.planning.section import PlanningToolsSection
from gameplan.tools.planning.strategies import PlanningStrategy
from gameplan.tools.planning.suite import planning_tools

__all__ = [
    "PLAN_TOOLS",
    "AddStep",
    "AnyStepStatus",
    "ClearPlan",
    "MarkStep",
    "NewPlanStep",
    "Plan",
    "PlanExtras",
    "PlanStatus",
    "PlanStep",
    "PlanningStrategy",
    "PlanningToolsSection",
    "ReadPlan",
    "RemoveStep",
    "RemovedStep",
    "ReopenStep",
    "SetupPlan",
    "SkipStep",
    "StepStatus",
    "UpdateStep",
    "completion_gate",
    "drift_notes",
    "open_work",
    "planning_tools",
    "register_reducers",
    "render_plan",
]
